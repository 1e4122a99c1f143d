//! Playing a match.

use std::ops::ControlFlow;

use bstar_board::Color;
use bstar_board::pgn::GameRecord;
use bstar_kit::files::FileError;
use bstar_kit::journal::{Journal, JournalError};
use bstar_kit::stop::Stop;
use bstar_kit::workers::work;
use thiserror::Error;

use super::game_summary::{GameSummary, JournalGame, MoveTree};
use super::plan::{Contest, Contestant};
use super::pondering::PonderCount;
use super::result::MatchResult;
use super::sheets::{EVENT, Sheets};
use crate::openings::Opening;
use crate::player::{Player, PlayerFault};
use crate::referee::{GameTags, PlayedGame, Seat, Timing, play, write_pgn};
use crate::stats::{GamePoints, SprtVerdict};

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum ContestError {
    /// A player cannot be started, or not started again after a crash.
    #[error("the player `{name}` {fault}")]
    Player {
        /// Which player.
        name: String,
        /// Why.
        fault: PlayerFault,
    },
    /// The journal cannot be continued.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The same games would be played again, and counted as if they were new.
    #[error(
        "{games} games need {} openings, and there are {openings}: without a clock these players would play the same games from them again, and these would count \
         as if they were new; ask for at most {} games, give more openings, or play with a clock",
        .games.div_ceil(2),
        2 * .openings
    )]
    Repeats {
        /// Games planned.
        games: usize,
        /// Openings there are.
        openings: usize,
    },
}

/// How often a player may fail to get ready for a game before the match is given up.
const MAX_START_TRIES: usize = 3;

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
        if self.repeats_openings() && self.is_repeatable() {
            return Err(ContestError::Repeats {
                games: self.games,
                openings: self.book.size(),
            });
        }
        let mut result = MatchResult::new(self);
        let mut journal = match &self.journal {
            Some(path) => Some(Journal::<JournalGame>::open(path, &self.fingerprint())?),
            None => None,
        };
        let mut pgn = self.pgn.as_deref().map(Sheets::open).transpose()?;
        let mut played = vec![false; self.games];
        if let Some(journal) = &mut journal {
            let earlier = journal.take_earlier();
            if let Some(pgn) = &mut pgn {
                pgn.reconcile(&earlier, |record| self.number_of(record))?;
            }
            for JournalGame { mut line, .. } in earlier {
                line.kind.get_or_insert(self.opening(line.number).kind);
                if let Some(seen @ false) = played.get_mut(line.number) {
                    *seen = true;
                    result.add(&line);
                }
            }
        }
        if result.verdict() != SprtVerdict::Continue {
            return Ok(result);
        }
        let missing = (0..self.games).filter(|number| !played[*number]);
        let here = stop.child();
        let mut failure = None;
        work(
            self.concurrency,
            missing,
            &here,
            || self.board(&here),
            |finished| {
                let game = match finished {
                    Ok(Some(game)) => game,
                    Ok(None) => return ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                };
                // The journal comes first: the other file is mended from it.
                let written = journal
                    .as_mut()
                    .map_or(Ok(()), |journal| journal.add(&game))
                    .and_then(|()| match (&mut pgn, &game.sheet) {
                        (Some(pgn), Some(sheet)) => pgn.add(sheet),
                        _ => Ok(()),
                    });
                if let Err(error) = written {
                    failure = Some(error.into());
                    return ControlFlow::Break(());
                }
                result.add(&game.line);
                watch(&game.line, &result);
                match result.verdict() {
                    SprtVerdict::Continue => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            },
        );
        match failure {
            Some(error) => Err(error),
            None => {
                result.interrupted = stop.is_set();
                Ok(result)
            }
        }
    }

    /// A board: it plays the game whose number it is given. Its two players are started for the
    /// first game.
    fn board<'a>(
        &'a self,
        stop: &'a Stop,
    ) -> impl FnMut(usize) -> Result<Option<JournalGame>, ContestError> + 'a {
        let mut players: [Option<Box<dyn Player>>; 2] = [None, None];
        move |number| {
            let opening = self.opening(number);
            for side in [Contestant::First, Contestant::Second] {
                let ready = self.get_ready(side, &mut players[side as usize], opening, stop);
                if ready.is_err() && stop.explains_a_failure() {
                    return Ok(None);
                }
                ready?;
            }
            let [Some(first), Some(second)] = &mut players else {
                return Ok(None);
            };
            let first = Seat {
                player: first.as_mut(),
                pace: self.pace_of(Contestant::First),
            };
            let second = Seat {
                player: second.as_mut(),
                pace: self.pace_of(Contestant::Second),
            };
            let first_is_white = Contest::white(number) == Contestant::First;
            let (white, black) = if first_is_white {
                (first, second)
            } else {
                (second, first)
            };
            let game = play(white, black, &opening.game, &self.rules, stop);
            Ok(game.map(|game| self.write_down(number, &game)))
        }
    }

    fn get_ready(
        &self,
        side: Contestant,
        player: &mut Option<Box<dyn Player>>,
        opening: &Opening,
        stop: &Stop,
    ) -> Result<(), ContestError> {
        let spec = &self.players[side as usize];
        let refused = |fault| ContestError::Player {
            name: self.name(side),
            fault,
        };
        let player = match player {
            Some(player) => player,
            None => player.insert(spec.start(stop).map_err(refused)?),
        };
        let mut tries = 1;
        while let Err(fault) = player.new_game(opening.game.start()) {
            if tries == MAX_START_TRIES || stop.is_set() {
                return Err(refused(fault));
            }
            tries += 1;
        }
        Ok(())
    }

    fn write_down(&self, number: usize, game: &PlayedGame) -> JournalGame {
        let white = Contest::white(number);
        let points = match game.ending.winner() {
            None => GamePoints::Draw,
            Some(winner) if (winner == Color::White) == (white == Contestant::First) => {
                GamePoints::Win
            }
            Some(_) => GamePoints::Loss,
        };
        let side_of = |color| match color {
            Color::White => white,
            Color::Black => white.other(),
        };
        let culprit = game
            .ending
            .culprit()
            .map(|(color, kind)| (side_of(color), kind));
        let first_mover = game.game.start().side_to_move();
        let mut trees = Vec::new();
        let mut pondering = [Contestant::First, Contestant::Second]
            .map(|side| self.ponders(side).then(PonderCount::default));
        for (before, note) in (game.opening_plies..).zip(&game.notes) {
            let mover = if before.is_multiple_of(2) {
                first_mover
            } else {
                !first_mover
            };
            let side = side_of(mover);
            if let Some(tree) = note.tree {
                let ply = before + 1;
                trees.push(MoveTree { ply, side, tree });
            }
            if let Some(count) = &mut pondering[side as usize] {
                count.add(note.pondering);
            }
        }
        let opening = self.opening(number);
        let line = GameSummary {
            number,
            opening: opening.name.clone(),
            kind: Some(opening.kind),
            white,
            result: game.ending.result().to_owned(),
            points,
            ending: game.ending.to_string(),
            culprit,
            plies: game.game.moves().len(),
            trees,
            pondering,
        };
        let sheet = self
            .pgn
            .is_some()
            .then(|| write_pgn(game, &self.tags(number)));
        JournalGame { line, sheet }
    }

    /// The head of a game.
    fn tags(&self, number: usize) -> GameTags {
        let white = Contest::white(number);
        let opening = self.opening(number);
        GameTags {
            event: EVENT.to_owned(),
            round: format!("{}.{}", number / 2 + 1, number % 2 + 1),
            white: self.name(white),
            black: self.name(white.other()),
            timing: Timing::Shown,
            extra: vec![
                ("Opening".to_owned(), opening.name.clone()),
                ("Kind".to_owned(), opening.kind.to_string()),
                ("Pace".to_owned(), self.pace.to_string()),
            ],
        }
    }

    /// Which game of this match a record is, as far as its head tells.
    fn number_of(&self, record: &GameRecord) -> Option<usize> {
        let (pair, game) = record.tag("Round")?.split_once('.')?;
        let [pair, game] = [pair, game].map(|text| text.parse::<usize>().ok()?.checked_sub(1));
        let number = 2 * pair? + game.filter(|game| *game < 2)?;
        let tags = self.tags(number);
        let expected = [
            ("Event", &tags.event),
            ("Round", &tags.round),
            ("White", &tags.white),
            ("Black", &tags.black),
        ];
        let extra = tags.extra.iter().map(|(name, value)| (&name[..], value));
        expected
            .into_iter()
            .chain(extra)
            .all(|(name, value)| record.tag(name) == Some(value))
            .then_some(number)
    }
}
