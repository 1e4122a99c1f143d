//! The code that `docs/bring-your-own-game.md` shows works.

#[path = "../../../examples/tic_tac_toe.rs"]
#[allow(dead_code)] // It is a program: it also prints, and has a `main`.
mod example;

use bstar::{Asking, Class, Config, Outcome, Search, Side};
use example::{Board, Place, SCALE, advance, new_search, think, think_together};

fn search_asking(board: Board, asking: Asking) -> Search<Place> {
    let config = Config {
        scale: SCALE,
        asking,
        ..Config::default()
    };
    let side = board.to_move;
    Search::new(board.key(), Class::default(), side, config).expect("the scale has room")
}

/// Plays all games that the other side can choose. The tree is kept along each.
fn never_loses(board: Board, search: &Search<Place>, bstar: Side, games: &mut u32) {
    let mut search = search.clone();
    let moves: Vec<Place> = match board.outcome() {
        Some(outcome) => {
            let loss = [Outcome::MinWins, Outcome::MaxWins][bstar as usize];
            assert_ne!(outcome, loss, "{bstar:?} lost:\n{board}");
            *games += 1;
            return;
        }
        None if board.to_move == bstar => vec![think(board, &mut search).best],
        None => board.moves().collect(),
    };
    for place in moves {
        let (mut search, next) = (search.clone(), board.play(place));
        if search.advance(place, []).is_err() {
            search = search_asking(next, search.config().asking);
        }
        never_loses(next, &search, bstar, games);
    }
}

fn never_loses_asking(asking: Asking) {
    for bstar in [Side::Max, Side::Min] {
        let (search, mut games) = (search_asking(Board::EMPTY, asking), 0);
        never_loses(Board::EMPTY, &search, bstar, &mut games);
        assert!(games > 30, "{bstar:?} saw only {games} games");
    }
}

#[test]
fn never_loses_whatever_the_other_side_does() {
    never_loses_asking(Asking::Exactly);
}

#[test]
fn never_loses_either_when_findings_are_only_bounds() {
    never_loses_asking(Asking::AsNeeded);
    never_loses_asking(Asking::BestFirst);
}

#[test]
fn asking_only_what_is_needed_decides_the_same() {
    let mut boards = vec![Board::EMPTY];
    for _ in 0..3 {
        let next = (boards.iter()).flat_map(|board| board.moves().map(|place| board.play(place)));
        boards = next.filter(|board| board.outcome().is_none()).collect();
        for &board in boards.iter().step_by(7) {
            let all = [Asking::Exactly, Asking::AsNeeded, Asking::BestFirst];
            let [exactly, as_needed, best_first] = all.map(|asking| {
                let mut search = search_asking(board, asking);
                let decision = think(board, &mut search);
                (decision.best, decision.reason, search.expansions())
            });
            assert_eq!(exactly, as_needed, "{board}");
            assert_eq!(exactly, best_first, "{board}");
        }
    }
}

#[test]
fn several_at_work_decide_too_and_leave_nothing_out() {
    let mut board = Board::EMPTY;
    let mut search = new_search(board);
    while board.outcome().is_none() {
        let decision = think_together(board, &mut search, 4);
        assert_eq!(search.jobs_out(), 0);
        board = advance(board, &mut search, decision.best);
    }
    assert_eq!(board.outcome(), Some(Outcome::Draw));
}
