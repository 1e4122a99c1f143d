//! One game: every position searched, then what deserves a second look.
//!
//! Positions are searched from the last to the first, so that what a search finds out is known to
//! those before it: a move is not called a mistake because the position before it was seen less
//! deep. Each game begins with an empty memory.

use crate::Reading;
use crate::game::{JudgedGame, Look, Points, Turning};
use bstar_board::pgn::GameRecord;
use bstar_board::{Game, Move};
use bstar_engine::{Answer, Limits};

use super::effort::{PositionEffort, TURNING_POINT_EFFORT_FACTOR};
use bstar_engine::analyst::{Analyst, by_nodes};

/// A glance has so many times fewer nodes.
const QUICK_SEARCH_DIVISOR: u64 = 10;

/// Judges a game. `tick` is called for every position. Nothing comes back if it was stopped.
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
    let look = |game: &Game| {
        let look = look(analyst, game, &effort.limits())?;
        tick();
        Some(look)
    };
    let mut looks = games
        .iter()
        .rev()
        .map(look)
        .collect::<Option<Vec<Look>>>()?;
    looks.reverse();

    let mut judged = confirmed(analyst, record, &games, looks, effort)?;
    for ply in judged.candidates() {
        praise(analyst, &games[ply], &mut judged, ply, effort)?;
    }
    for ply in judged.turning_points() {
        let turning = turning(analyst, &games[ply], &judged, ply, effort, expansions)?;
        judged.tell(ply, turning);
    }
    Some(judged)
}

/// Judges a game, and searches once more, and harder, before and after every move that comes out as
/// a mistake, until all that are left were confirmed like that.
fn confirmed(
    analyst: &mut Analyst,
    record: &GameRecord,
    games: &[Game],
    mut looks: Vec<Look>,
    effort: PositionEffort,
) -> Option<JudgedGame> {
    let mut is_confirmed = vec![false; looks.len()];
    loop {
        let judged = JudgedGame::new(record.clone(), looks.clone());
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
                looks[at] = look(
                    analyst,
                    &games[at],
                    &effort.times(TURNING_POINT_EFFORT_FACTOR),
                )?;
                is_confirmed[at] = true;
            }
        }
    }
}

fn look(analyst: &mut Analyst, game: &Game, limits: &Limits) -> Option<Look> {
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

/// What the side to move can expect.
fn expected(analyst: &Analyst, game: &Game, answer: &Answer) -> Points {
    const DRAW: Points = 5_000;
    answer.score.map_or(DRAW, |score| {
        analyst.expected_score(game.position(), score) as Points
    })
}

/// Praises a move if all others are much worse. Most often a glance at them shows that they are
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
        // What was found with all moves allowed is not to be taken for what the others are worth.
        analyst.forget();
        let best_other = look(analyst, game, &limits)?.expected;
        if !judged.would_be_only(ply, best_other) {
            return Some(());
        }
    }
    judged.praise(ply);
    Some(())
}

/// What B* says of the move that was played beside the better one.
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

    /// A first look that was wrong about every position: all but the mistake that is one are
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
        // Whoever is to move is winning, and the move before was terrible.
        let wrong = Look {
            score: Some(Score::Centipawns(900)),
            expected: 9_500,
            line: Vec::new(),
        };
        let looks = vec![wrong; games.len()];
        assert_eq!(
            JudgedGame::new(record.clone(), looks.clone())
                .mistakes()
                .len(),
            6
        );
        let judged = confirmed(
            &mut analyst,
            &record,
            &games,
            looks,
            PositionEffort::Nodes(1_000),
        )
        .unwrap();
        // The knight is given away, and then it is not taken.
        assert_eq!(judged.mistakes(), [4, 5]);
    }
}
