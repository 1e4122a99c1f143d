//! Judges one game: every position is searched, and doubtful ones once more.
//!
//! Positions are searched from the last to the first, so earlier searches profit from what later
//! ones found. Otherwise a move could be called a mistake because the position before it was
//! searched less deeply. Each game begins with an empty table.

use crate::Reading;
use crate::game::{JudgedGame, Look, Points, Turning};
use bstar_board::pgn::GameRecord;
use bstar_board::{Game, Move};
use bstar_engine::{Answer, Limits};

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
    let mut game = Game::new(record.start.clone());
    let mut games = vec![game.clone()];
    for recorded in &record.moves {
        game.play(recorded.mv)
            .expect("a record that was read has only legal moves");
        games.push(game.clone());
    }
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
        .collect::<Option<Vec<Look>>>()?;
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

/// Judges a game. Before and after every move that seems to be a mistake it searches once more,
/// with more effort, until all mistakes that are left are confirmed.
fn confirmed(
    analyst: &mut Analyst,
    record: &GameRecord,
    games: &[Game],
    mut judgements: Vec<Look>,
    effort: PositionEffort,
) -> Option<JudgedGame> {
    let mut is_confirmed = vec![false; judgements.len()];
    loop {
        let judged = JudgedGame::new(record.clone(), judgements.clone());
        let mistakes = judged.mistakes().into_iter().rev();
        let doubtful: Vec<usize> = mistakes
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

fn judge_position(analyst: &mut Analyst, game: &Game, limits: &Limits) -> Option<Look> {
    if !game.position().has_legal_move() {
        return Some(Look::at_the_end(game.position()));
    }
    let answer = analyst.search(game, limits)?;
    Some(Look {
        expected: expected(analyst, game, &answer),
        score: answer.score,
        line: answer.line,
    })
}

/// The expected score of the side to move.
fn expected(analyst: &Analyst, game: &Game, answer: &Answer) -> Points {
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
        PositionEffort::Time(time) => Limits {
            move_time: Some(time / QUICK_SEARCH_DIVISOR as u32),
            ..Limits::default()
        },
    };
    for limits in [glance, effort.limits()] {
        let limits = Limits {
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

/// What B* says about the move that was played and the better one.
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
        Some(_) => Limits::default(),
        None => effort.times(TURNING_POINT_EFFORT_FACTOR),
    };
    let limits = Limits {
        search_moves: vec![judged.better(ply)?, played],
        ..effort
    };
    analyst.forget();
    let thought = analyst.think(game, &limits)?;
    Some(Turning::of(&Reading::new(game, &thought), played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::pgn;
    use bstar_engine::{Evaluation, Score, SearchKind, Settings};
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
        let mut game = Game::new(record.start.clone());
        let mut games = vec![game.clone()];
        for recorded in &record.moves {
            game.play(recorded.mv).unwrap();
            games.push(game.clone());
        }
        // The side to move is winning, so the move before was terrible.
        let wrong = Look {
            score: Some(Score::Centipawns(900)),
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
}
