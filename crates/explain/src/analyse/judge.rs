//! Judges one game: every position is searched, and doubtful ones once more.
//!
//! Positions are searched from the last to the first, so earlier searches profit from what later
//! ones found. Otherwise a move could be called a mistake because the position before it was
//! searched less deeply. Each game begins with an empty table.

use crate::Reading;
use crate::game::{JudgedGame, Judgement, Points, Turning};
use crate::reading::TwoMoves;
use bstar_board::pgn::GameRecord;
use bstar_board::{Game, Move};
use bstar_engine::{SearchLimits, SearchResult};

use super::effort::{PositionEffort, TURNING_POINT_EFFORT_FACTOR};
use bstar_engine::analyst::{Analyst, by_nodes};

/// A quick search has the effort of a full one divided by this.
const QUICK_SEARCH_DIVISOR: u64 = 10;

/// Judges a game. `tick` is called for every position. Returns `None` if it was stopped.
pub(super) fn judge(
    analyst: &mut Analyst,
    record: &GameRecord,
    effort: PositionEffort,
    expansions: Option<u32>,
    tick: &dyn Fn(),
) -> Option<JudgedGame> {
    let games = stages(record);
    analyst.forget();
    let judge_next = |game: &Game| {
        let judgement = judge_position(analyst, game, &effort.limits())?;
        tick();
        Some(judgement)
    };
    let mut judgements = games
        .iter()
        .rev()
        .map(judge_next)
        .collect::<Option<Vec<Judgement>>>()?;
    judgements.reverse();

    let mut judged = confirmed(analyst, record, &games, judgements, effort)?;
    for ply in judged.candidates() {
        praise(analyst, &games[ply], &mut judged, ply, effort)?;
    }
    for ply in judged.turning_points() {
        let turning = turning(analyst, &games[ply], &judged, ply, effort, expansions)?;
        judged.tell(ply, turning);
    }
    Some(judged)
}

/// The game after each of its moves, the start included.
fn stages(record: &GameRecord) -> Vec<Game> {
    let game = record.main_line();
    game.expect("a record that was read has only legal moves")
        .stages()
}

/// Judges a game. Before and after every move that seems to cost something it searches once more,
/// with more effort, until all bad marks that are left are confirmed.
fn confirmed(
    analyst: &mut Analyst,
    record: &GameRecord,
    games: &[Game],
    mut judgements: Vec<Judgement>,
    effort: PositionEffort,
) -> Option<JudgedGame> {
    let mut is_confirmed = vec![false; judgements.len()];
    loop {
        let judged = JudgedGame::new(record.clone(), judgements.clone());
        let marked = judged.doubtful().into_iter().rev();
        let doubtful: Vec<usize> = marked
            .flat_map(|ply| [ply + 1, ply])
            .filter(|at| !is_confirmed[*at])
            .collect();
        if doubtful.is_empty() {
            return Some(judged);
        }
        for at in doubtful {
            if !is_confirmed[at] {
                judgements[at] = judge_position(
                    analyst,
                    &games[at],
                    &effort.times(TURNING_POINT_EFFORT_FACTOR),
                )?;
                is_confirmed[at] = true;
            }
        }
    }
}

fn judge_position(analyst: &mut Analyst, game: &Game, limits: &SearchLimits) -> Option<Judgement> {
    if !game.position().has_legal_move() {
        return Some(Judgement::at_the_end(game.position()));
    }
    let answer = analyst.search(game, limits)?;
    Some(Judgement {
        expected: expected(analyst, game, &answer),
        score: answer.score,
        line: answer.line,
    })
}

/// The expected score of the side to move.
fn expected(analyst: &Analyst, game: &Game, answer: &SearchResult) -> Points {
    const DRAW: Points = 5_000;
    answer.score.map_or(DRAW, |score| {
        analyst.expected_score(game.position(), score) as Points
    })
}

/// Praises a move if all others are much worse. In most cases a quick search shows that they are
/// not.
fn praise(
    analyst: &mut Analyst,
    game: &Game,
    judged: &mut JudgedGame,
    ply: usize,
    effort: PositionEffort,
) -> Option<()> {
    let played = judged.moves()[ply].mv;
    let others: Vec<Move> = game
        .position()
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| *mv != played)
        .collect();
    let glance = match effort {
        PositionEffort::Nodes(nodes) => by_nodes((nodes / QUICK_SEARCH_DIVISOR).max(1)),
        PositionEffort::Time(time) => SearchLimits {
            move_time: Some(time / QUICK_SEARCH_DIVISOR as u32),
            ..SearchLimits::default()
        },
    };
    for limits in [glance, effort.limits()] {
        let limits = SearchLimits {
            search_moves: others.clone(),
            ..limits
        };
        // The table has results with all moves allowed. They do not hold for the other moves alone.
        analyst.forget();
        let best_other = judge_position(analyst, game, &limits)?.expected;
        if !judged.would_be_only(ply, best_other) {
            return Some(());
        }
    }
    judged.praise(ply);
    Some(())
}

/// What B* says about the move that was played and the better one, or what alpha-beta does if it
/// sees more.
fn turning(
    analyst: &mut Analyst,
    game: &Game,
    judged: &JudgedGame,
    ply: usize,
    effort: PositionEffort,
    expansions: Option<u32>,
) -> Option<Turning> {
    let played = judged.moves()[ply].mv;
    let effort = match expansions {
        Some(_) => SearchLimits::default(),
        None => effort.times(TURNING_POINT_EFFORT_FACTOR),
    };
    let two = TwoMoves {
        asked: played,
        best: judged.better(ply)?,
    };
    analyst.forget();
    let thought = analyst.think(game, &two.limits(&effort))?;
    let reading = Reading::new(game, &thought);
    let found = Turning::of(&reading, played);
    if found.is_refuted {
        return Some(found);
    }
    let is_worse = reading.asked(played).is_worse();
    let judged = reading.judged(&judged.pair(ply));
    let other = judged.map_or_else(Turning::default, |reading| Turning::of(&reading, played));
    // Where B* sees less wrong with the move, the search that gave it its mark is heard. A reading
    // without sentences is not used.
    let prefers_first = is_worse && !other.is_refuted && found.has_words();
    Some(match prefers_first || !other.has_words() {
        true => found,
        false => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::pgn;
    use bstar_engine::{Centipawns, Evaluation, Score, SearchKind, Settings};
    use bstar_kit::stop::Stop;

    /// The first search was wrong about every position. All moves but the real mistakes are
    /// cleared.
    #[test]
    fn nobody_is_blamed_at_first_sight() {
        let settings = Settings {
            search: SearchKind::AlphaBeta,
            hash_mib: 1,
            evaluation: Evaluation::Terms,
            ..Settings::default()
        };
        let mut analyst = Analyst::start(settings, &Stop::new()).unwrap();
        let record = pgn::read("1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nf6 *")
            .unwrap()
            .remove(0);
        let games = stages(&record);
        // The side to move is winning, so the move before was terrible.
        let wrong = Judgement {
            score: Some(Score::Centipawns(Centipawns(900))),
            expected: 9_500,
            line: Vec::new(),
        };
        let judgements = vec![wrong; games.len()];
        assert_eq!(
            JudgedGame::new(record.clone(), judgements.clone())
                .mistakes()
                .len(),
            6
        );
        let judged = confirmed(
            &mut analyst,
            &record,
            &games,
            judgements,
            PositionEffort::Nodes(1_000),
        )
        .unwrap();
        // The knight is given away, and then it is not taken.
        assert_eq!(judged.mistakes(), [4, 5]);
    }

    /// The first search thought that 1. a3 cost 6 points. It costs less.
    #[test]
    fn a_dubious_move_gets_its_second_search_too() {
        let settings = Settings {
            search: SearchKind::AlphaBeta,
            hash_mib: 1,
            evaluation: Evaluation::Terms,
            ..Settings::default()
        };
        let mut analyst = Analyst::start(settings, &Stop::new()).unwrap();
        let record = pgn::read("1. a3 *").unwrap().remove(0);
        let games = stages(&record);
        let judgement = |expected| Judgement {
            score: Some(Score::Centipawns(Centipawns(0))),
            expected,
            line: Vec::new(),
        };
        let judgements = vec![judgement(5_600), judgement(5_000)];
        let first = JudgedGame::new(record.clone(), judgements.clone());
        assert_eq!(first.doubtful(), [0]);
        assert!(first.mistakes().is_empty());
        let effort = PositionEffort::Nodes(1_000);
        let judged = confirmed(&mut analyst, &record, &games, judgements, effort).unwrap();
        assert!(judged.doubtful().is_empty());
    }
}
