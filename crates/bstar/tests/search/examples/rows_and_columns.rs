//! The example of a game with valid bounds. They hold everywhere, and what is proved by them is
//! true.

#[path = "../../../examples/rows_and_columns.rs"]
#[allow(dead_code)] // It is a program: it also prints, and has a `main`.
mod example;

use bstar::Side;
use bstar::interval::{IntervalConfig, Reason};
use example::{Board, SIZE, alpha_beta, prove};

/// The bounds hold in every position of a game.
fn check_bounds(board: &Board) -> i32 {
    let results: Vec<i32> = board
        .places()
        .into_iter()
        .map(|place| check_bounds(&board.take(place)))
        .collect();
    let result = match board.to_move {
        Side::Max => results.iter().max(),
        Side::Min => results.iter().min(),
    };
    let result = *result.unwrap_or(&board.ahead);
    let bounds = board.bounds();
    assert!(
        bounds.min() <= result && result <= bounds.max(),
        "{result} is not within {bounds}\n{board}"
    );
    result
}

#[test]
fn bounds_hold_everywhere() {
    for seed in 0..8 {
        check_bounds(&Board::new(seed, 3));
    }
}

/// When few numbers are left, the game can end because a line is empty. Then the side that is ahead
/// has more than it could have held to the end.
#[test]
fn bounds_hold_when_a_line_runs_out() {
    let mut checked = 0;
    for seed in 0..1000 {
        let mut board = Board::new(seed, 19);
        // Most numbers are taken. The order differs with every seed and does not end the game.
        for turn in 0..35 {
            let order = |place: usize| (3 * place + turn + seed as usize) % SIZE;
            let next = |place| (board.take(place), order(place));
            let places = board.places().into_iter().map(next);
            let best = places.max_by_key(|(next, order)| (next.places().len().min(2), *order));
            let Some((next, _)) = best else {
                break;
            };
            board = next;
        }
        if !board.places().is_empty() {
            check_bounds(&board);
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}

/// What a game comes to if both play well.
fn minimax(board: &Board) -> i32 {
    let results = board
        .places()
        .into_iter()
        .map(|place| minimax(&board.take(place)));
    let best = match board.to_move {
        Side::Max => results.max(),
        Side::Min => results.min(),
    };
    best.unwrap_or(board.ahead)
}

#[test]
fn what_is_proved_is_the_best_move() {
    for seed in 0..12 {
        let board = Board::new(seed, 3);
        let best = minimax(&board);
        assert_eq!(alpha_beta(&board, i32::MIN, i32::MAX).0, best);
        for name in ["BF", "T", "2DL", "3DM", "ADM", "DB", "CP"] {
            let (decision, _) = prove(board, IntervalConfig::named(name).unwrap());
            assert_eq!(decision.reason, Reason::Separated);
            let place = board.places()[decision.best];
            assert_eq!(minimax(&board.take(place)), best, "{name}, seed {seed}");
            let value = decision.value;
            assert!(value.min() <= best && best <= value.max());
        }
    }
}

#[test]
fn what_the_others_are_worth_stays_open() {
    let (mut open, mut all) = (0, 0);
    for seed in 0..12 {
        let (_, search) = prove(Board::new(seed, 3), IntervalConfig::default());
        open += search.arcs().filter(|arc| !arc.value.is_exact()).count();
        all += search.arcs().len();
    }
    assert!(2 * open > all, "{open} of {all}");
}
