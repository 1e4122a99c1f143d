//! Playing a match, or several.

use std::ops::ControlFlow;
use std::path::PathBuf;

use bstar_kit::crew::{Answer, Crew, Hired, Work};
use bstar_kit::stop::Stop;
use serde::{Deserialize, Serialize};

use super::board::{Board, StartFault};
use super::error::ContestError;
use super::game_summary::{GameSummary, JournalGame};
use super::open_match::OpenMatch;
use super::plan::Contest;
use super::result::MatchResult;
use crate::openings::{Book, Opening};
use crate::player::{Pace, PlayerSpec};
use crate::referee::GameRules;

/// Plays several matches. The games wait in one line, match after match. So nobody is idle while
/// the last games of a match are played. `crew` replaces the crew of each match.
///
/// `watch` sees every game when it ends, with the number of its match and the result of that match
/// so far. A match ends before its last game when its sequential test has its verdict. All end when
/// `stop` is set. Games under way are then dropped. Games that other machines give up are missing.
pub fn run_all(
    contests: &[Contest],
    crew: &Crew,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, &GameSummary, &MatchResult),
) -> Result<Vec<MatchResult>, ContestError> {
    let mut open = contests
        .iter()
        .map(OpenMatch::open)
        .collect::<Result<Vec<_>, _>>()?;
    let mut missing = Vec::new();
    for (contest, (open, plan)) in open.iter().zip(contests).enumerate() {
        for numbers in pairs(&open.missing()) {
            // Machines get pairs: the same opening, with both players as White.
            for numbers in numbers.chunks(crew.units_a_job(2)) {
                missing.push(GameUnit {
                    contest,
                    opening: plan.opening(numbers[0]).clone(),
                    numbers: numbers.to_vec(),
                });
            }
        }
    }
    let in_contest: Vec<usize> = missing.iter().map(|unit| unit.contest).collect();
    let here = stop.child();
    let boards = Boards {
        contests: contests.iter().map(SentContest::from).collect(),
        ends: contests.iter().map(|_| here.child()).collect(),
    };
    let mut failure = None;
    crew.run(&boards, missing, &here, |at, answer| {
        let contest = in_contest[at];
        let open: &mut [OpenMatch] = &mut open;
        let PlayedUnit { games, fault } = match answer {
            Answer::Found(played) => played,
            Answer::Stopped | Answer::GivenUp(_) => return ControlFlow::Continue(()),
        };
        for game in games {
            // It may have ended together with the game that decided the match.
            if open[contest].is_over() {
                break;
            }
            if let Err(error) = open[contest].add(&game) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            watch(contest, &game.line, &open[contest].result);
            if open[contest].is_over() {
                boards.ends[contest].set();
            }
        }
        if let Some(StartFault { name, fault }) = fault {
            failure = Some(ContestError::Player { name, fault });
            return ControlFlow::Break(());
        }
        match open.iter().all(OpenMatch::is_over) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    let end = |mut open: OpenMatch| {
        open.result.interrupted = stop.is_set() && !open.is_over();
        open.result
    };
    Ok(open.into_iter().map(end).collect())
}

/// The settings of several matches, whose games are played here or on other machines.
#[derive(Serialize, Deserialize)]
pub struct Boards {
    contests: Vec<SentContest>,
    /// Ends a match before its last game.
    #[serde(skip)]
    ends: Vec<Stop>,
}

/// The part of a match on which its games depend.
#[derive(Serialize, Deserialize)]
struct SentContest {
    players: [PlayerSpec; 2],
    pace: Pace,
    rules: GameRules,
    has_sheets: bool,
}

/// A game of one of several matches, or a pair of games from one opening.
#[derive(Serialize, Deserialize)]
pub struct GameUnit {
    contest: usize,
    opening: Opening,
    numbers: Vec<usize>,
}

/// What came of a unit.
#[derive(Serialize, Deserialize)]
pub struct PlayedUnit {
    games: Vec<JournalGame>,
    /// Why the rest cannot be played.
    fault: Option<StartFault>,
}

/// The numbers of games, pair by pair.
fn pairs(numbers: &[usize]) -> impl Iterator<Item = &[usize]> {
    numbers.chunk_by(|one, other| one / 2 == other / 2)
}

impl From<&Contest> for SentContest {
    fn from(contest: &Contest) -> SentContest {
        SentContest {
            players: contest.players.clone(),
            pace: contest.pace,
            rules: contest.rules,
            has_sheets: contest.pgn.is_some(),
        }
    }
}

impl SentContest {
    /// The match, as far as a game with this opening needs it.
    fn contest(&self, opening: Opening) -> Contest {
        let players = self.players.clone();
        Contest {
            rules: self.rules,
            pgn: self.has_sheets.then(PathBuf::new),
            ..Contest::new(players, self.pace, 2, Book::only(opening))
        }
    }
}

impl Work for Boards {
    const KIND: &'static str = "match";
    type Unit = GameUnit;
    type Found = PlayedUnit;

    fn name(&self, unit: &GameUnit) -> String {
        match &unit.numbers[..] {
            [one] => format!("game {}", one + 1),
            several => {
                let words: Vec<String> = several.iter().map(|n| (n + 1).to_string()).collect();
                format!("games {}", words.join(" and "))
            }
        }
    }

    fn starts_programs(&self) -> bool {
        let mut players = self.contests.iter().flat_map(|one| &one.players);
        players.any(|player| !player.is_built_in())
    }

    /// Plays at a board for the match whose turn it is.
    fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self> {
        let mut board: Option<(usize, Board)> = None;
        Box::new(move |unit| {
            let end = self.ends.get(unit.contest).unwrap_or(stop);
            // The players of another match leave before those of this one come.
            board = board.take().filter(|(at, _)| *at == unit.contest);
            let (_, board) = board.get_or_insert_with(|| {
                let contest = self.contests[unit.contest].contest(unit.opening.clone());
                (unit.contest, Board::new(contest, end.clone()))
            });
            let mut played = PlayedUnit {
                games: Vec::new(),
                fault: None,
            };
            for number in unit.numbers {
                match board.play(number, unit.opening.clone()) {
                    Ok(game) => {
                        let game = board.contest.write_down(number, &game?);
                        played.games.push(game);
                    }
                    Err(fault) => {
                        // Before this is heard, the next game would begin, with the same patience
                        // for the same player.
                        end.set();
                        played.fault = Some(fault);
                        break;
                    }
                }
            }
            Some(played)
        })
    }
}

impl Contest {
    /// Plays the match. `watch` sees every game when it ends, with the result so far.
    ///
    /// The match ends before the last game when the sequential test has its verdict, or when `stop`
    /// is set. Games under way are then dropped.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&GameSummary, &MatchResult),
    ) -> Result<MatchResult, ContestError> {
        let contests = std::slice::from_ref(self);
        let mut results = run_all(contests, &self.crew, stop, &mut |_, line, result| {
            watch(line, result);
        })?;
        Ok(results.remove(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_missing_come_in_pairs() {
        let found: Vec<&[usize]> = pairs(&[0, 1, 3, 4, 6, 7]).collect();
        assert_eq!(found, [&[0, 1][..], &[3], &[4], &[6, 7]]);
    }
}
