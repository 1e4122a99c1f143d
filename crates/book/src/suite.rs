//! Openings for matches, drawn from a book.

use std::collections::HashSet;

use bstar_board::{Game, Position};
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;

use crate::choice::MoveChoice;
use crate::file::Book;

/// The search for openings ends after this many walks in a row that lead to nothing new.
const MAX_FRUITLESS_WALKS: usize = 20_000;

/// Which openings are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitePlan {
    pub count: usize,
    /// Half moves of each.
    pub plies: usize,
    pub seed: u64,
}

/// Draws openings: walks through the book from the start position, each move as often as it weighs.
///
/// All lead to different positions in which the game goes on. There may be fewer than were asked
/// for, if the book has no more. The same plan gives the same openings on every machine.
pub fn suite(book: &Book, plan: &SuitePlan, stop: &Stop) -> Vec<Game> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut fruitless = 0;
    for number in 0.. {
        let is_enough = openings.len() >= plan.count || fruitless >= MAX_FRUITLESS_WALKS;
        if is_enough || stop.is_set() {
            break;
        }
        let mut random = Random::new(plan.seed, number);
        match walk(book, plan.plies, &mut random) {
            Some(game) if seen.insert(game.position().key()) => {
                fruitless = 0;
                openings.push(game);
            }
            _ => fruitless += 1,
        }
    }
    openings
}

/// One walk; `None` if the book or the game ends on the way.
fn walk(book: &Book, plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(Position::start());
    for _ in 0..plies {
        let known = book.moves(game.position());
        let drawn = MoveChoice::Weighted.choose(&known.moves, random)?;
        game.play(drawn.mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::{BookMaker, BookPlan};
    use bstar_board::pgn;

    fn small_book() -> Book {
        let games = "1. e4 e5 2. Nf3 Nc6 1-0\n\n1. e4 c5 2. Nf3 d6 0-1\n\n1. d4 d5 1/2-1/2\n\n1. Nf3 Nc6 2. e4 e5 1/2-1/2";
        let mut maker = BookMaker::new(BookPlan {
            least_games: 1,
            ..BookPlan::default()
        });
        for game in pgn::read(games).unwrap() {
            maker.add(&game).unwrap();
        }
        Book::from_bytes(maker.finish().bytes).unwrap()
    }

    #[test]
    fn openings_are_different_and_the_seed_decides() {
        let plan = SuitePlan {
            count: 10,
            plies: 2,
            seed: 1,
        };
        let stop = Stop::new();
        let openings = suite(&small_book(), &plan, &stop);
        // 1. e4 e5 loses for Black, so it is not in the book.
        assert_eq!(openings.len(), 3);
        let keys = |openings: Vec<Game>| -> Vec<u64> {
            let of = |game: &Game| game.position().key();
            openings.iter().map(of).collect()
        };
        let keys_of_one = keys(openings);
        assert_eq!(keys_of_one, keys(suite(&small_book(), &plan, &stop)));
    }

    #[test]
    fn a_book_that_is_too_short_gives_none() {
        let plan = SuitePlan {
            count: 2,
            plies: 30,
            seed: 1,
        };
        assert_eq!(suite(&small_book(), &plan, &Stop::new()).len(), 0);
        let plan = SuitePlan { plies: 0, ..plan };
        assert_eq!(suite(&small_book(), &plan, &Stop::new()).len(), 1);
    }
}
