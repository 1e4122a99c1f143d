//! What alpha-beta says of a move.
//!
//! B* may miss what is wrong with a move: it may even have chosen it. Alpha-beta searches the
//! position, and once more after the move. Where it finds the move worse, what it saw is told in
//! the place of what B* knows.

use bstar_board::score::Score;
use bstar_board::{Game, Move};
use bstar_engine::{Engine, Task};
use bstar_explain::facts::{JudgedLine, JudgedPair};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::scale::SCALE;
use bstar_thought::{WdlModel, phase};

/// Searches a position, and once more after the move asked about. None if that is the best
/// move, or if the search was stopped.
pub(crate) fn second_opinion(
    engine: &mut Engine,
    game: &Game,
    asked: Move,
    effort: Effort,
    stop: &Stop,
) -> Option<JudgedPair> {
    let mut after = game.clone();
    after.play(asked).ok()?;
    let best = judged(engine, game, effort, stop)?;
    let answer = judged(engine, &after, effort, stop);
    if stop.is_set() || best.moves.first() == Some(&asked) {
        return None;
    }
    let mut moves = vec![asked];
    moves.extend(answer.iter().flat_map(|answer| &answer.moves));
    let theirs = match &answer {
        Some(answer) => answer.expected,
        None if after.position().in_check() => SCALE.loss,
        None => SCALE.draw,
    };
    Some(JudgedPair {
        asked: JudgedLine {
            moves,
            expected: SCALE.loss + SCALE.win - theirs,
            score: answer.and_then(|answer| answer.score).map(reversed),
        },
        best,
    })
}

/// The best line of a position. None if there is no legal move.
fn judged(engine: &mut Engine, game: &Game, effort: Effort, stop: &Stop) -> Option<JudgedLine> {
    let found = engine.run(&Task::play(game, effort), stop, &mut ());
    let score = found.score?;
    let model = WdlModel::of(&engine.settings().evaluation);
    let [win, draw, _] = model.win_draw_loss(score, phase(game.position()));
    (!found.line.is_empty()).then_some(JudgedLine {
        moves: found.line,
        expected: 5 * (2 * win + draw) as i32,
        score: Some(score),
    })
}

/// A score as the other side sees it.
fn reversed(score: Score) -> Score {
    match score {
        Score::Centipawns(centipawns) => Score::Centipawns(-centipawns),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}
