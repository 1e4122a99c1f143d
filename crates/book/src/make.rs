//! Making a book from games.

use std::collections::HashMap;

use bstar_board::Color;
use bstar_board::pgn::{GameRecord, GameResult};
use thiserror::Error;

use crate::entry::Entry;
use crate::file::Book;
use crate::key::key;

/// More different moves than this would take more memory than most machines have: some 2 GiB.
const MAX_MOVES: usize = 40_000_000;

/// What a win and a draw are worth to a move.
const POINTS_OF_WIN: u64 = 2;
const POINTS_OF_DRAW: u64 = 1;

/// What goes into a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlan {
    /// Half moves of each game.
    pub plies: usize,
    /// Minimum number of games in which a move was played.
    pub least_games: u32,
}

impl Default for BookPlan {
    fn default() -> Self {
        BookPlan {
            plies: 40,
            least_games: 3,
        }
    }
}

/// Why no more games can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MakeError {
    /// There are too many different moves.
    #[error(
        "there are more than {MAX_MOVES} different moves in these games; with fewer half moves of each game it is possible"
    )]
    TooMany,
}

/// Collects the moves of games.
///
/// A move gets 2 points for a game that its side won and 1 for a draw. A move without a point is
/// left out: nobody would play it.
#[derive(Debug)]
pub struct BookMaker {
    plan: BookPlan,
    most_moves: usize,
    games: u64,
    moves: HashMap<(u64, u16), Tally>,
}

/// How a move did.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u32,
    points: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeBook {
    /// The file, byte for byte. It is empty if no move was played often enough.
    pub bytes: Vec<u8>,
    /// How many games were looked at.
    pub games: u64,
    /// How many different moves they had, each in its position.
    pub seen: usize,
    /// How many of them are in the book.
    pub kept: usize,
    pub positions: usize,
}

impl BookMaker {
    /// Nothing yet.
    pub fn new(plan: BookPlan) -> BookMaker {
        BookMaker {
            plan,
            most_moves: MAX_MOVES,
            games: 0,
            moves: HashMap::new(),
        }
    }

    /// How many games there are so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Takes the main line of a game, wherever it begins.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), MakeError> {
        let mut position = game.start.clone();
        for recorded in game.moves.iter().take(self.plan.plies) {
            let place = (key(&position), Entry::move_code(recorded.mv));
            if self.moves.len() >= self.most_moves && !self.moves.contains_key(&place) {
                return Err(MakeError::TooMany);
            }
            let tally = self.moves.entry(place).or_default();
            tally.games = tally.games.saturating_add(1);
            tally.points += points(game.result, position.side_to_move());
            position = position.after(recorded.mv);
        }
        self.games += 1;
        Ok(())
    }

    /// The book of all games so far.
    pub fn finish(self) -> MadeBook {
        let seen = self.moves.len();
        let is_kept = |tally: &Tally| tally.games >= self.plan.least_games && tally.points > 0;
        let mut kept: Vec<_> = self.moves.into_iter().collect();
        kept.retain(|(_, tally)| is_kept(tally));
        kept.sort_unstable_by_key(|(place, _)| *place);
        let mut entries = Vec::with_capacity(kept.len());
        let mut positions = 0;
        for here in kept.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
            positions += 1;
            let points: Vec<u64> = here.iter().map(|(_, tally)| tally.points).collect();
            let weights = scaled(&points);
            entries.extend(
                here.iter()
                    .zip(weights)
                    .map(|(((key, code), _), weight)| Entry {
                        key: *key,
                        code: *code,
                        weight,
                        learn: 0,
                    }),
            );
        }
        MadeBook {
            kept: entries.len(),
            bytes: Book::write(entries),
            games: self.games,
            seen,
            positions,
        }
    }
}

/// What a game with this result gives to a move of this side.
fn points(result: GameResult, mover: Color) -> u64 {
    match (result, mover) {
        (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
            POINTS_OF_WIN
        }
        (GameResult::Draw, _) => POINTS_OF_DRAW,
        _ => 0,
    }
}

/// The weights of the moves of a position. Where the greatest has no room in 16 bits, all become
/// smaller by the same factor. None of them becomes 0 that was not.
pub(crate) fn scaled(points: &[u64]) -> Vec<u16> {
    let greatest = points.iter().copied().max().unwrap_or(0);
    let room = u64::from(u16::MAX);
    let scale = |points: u64| match greatest > room {
        true => u128::from(points) * u128::from(room) / u128::from(greatest),
        false => u128::from(points),
    };
    let weight = |points: &u64| match *points {
        0 => 0,
        points => u16::try_from(scale(points)).unwrap_or(u16::MAX).max(1),
    };
    points.iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Position, notation, pgn};
    use proptest::prelude::*;

    fn made(games: &str, plan: BookPlan) -> MadeBook {
        let mut maker = BookMaker::new(plan);
        for game in pgn::read(games).unwrap() {
            maker.add(&game).unwrap();
        }
        maker.finish()
    }

    const GAMES: &str = "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. e4 e5 1/2-1/2\n\n1. d4 d5 1-0\n\n1. c4 0-1\n\n1. b3 *\n";

    #[test]
    fn moves_weigh_what_their_side_scored() {
        let plan = BookPlan {
            plies: 2,
            least_games: 1,
        };
        let made = made(GAMES, plan);
        let book = Book::from_bytes(made.bytes.clone()).unwrap();
        let start = Position::start();
        let weights = |position: &Position| -> Vec<(String, u16)> {
            let known = book.moves(position).moves.into_iter();
            known
                .map(|known| (notation::write(position, known.mv), known.weight))
                .collect()
        };
        let expected = [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 2)];
        assert_eq!(weights(&start), expected);
        let after = start.after("e2e4".parse().unwrap());
        // 1… e5 scored a draw of two games.
        let expected = [("c7c5".to_owned(), 2), ("e7e5".to_owned(), 1)];
        assert_eq!(weights(&after), expected);
        assert_eq!((made.games, made.seen), (6, 7));
        assert_eq!((made.kept, made.positions), (4, 2));
    }

    #[test]
    fn rare_moves_and_late_ones_are_left_out() {
        let plan = BookPlan {
            plies: 1,
            least_games: 3,
        };
        let made = made(GAMES, plan);
        assert_eq!((made.kept, made.positions), (1, 1));
        let nothing = BookMaker::new(BookPlan::default()).finish();
        assert_eq!((nothing.bytes.len(), nothing.kept), (0, 0));
    }

    #[test]
    fn too_many_moves_are_refused() {
        let mut maker = BookMaker::new(BookPlan::default());
        maker.most_moves = 3;
        let games = pgn::read("1. e4 e5 2. Nf3 1-0\n\n1. e4 e5 2. Nf3 Nc6 1-0\n").unwrap();
        maker.add(&games[0]).unwrap();
        assert_eq!(maker.add(&games[1]), Err(MakeError::TooMany));
    }

    proptest! {
        #[test]
        fn weights_keep_their_order_and_none_is_lost(points in prop::collection::vec(0u64..1 << 40, 1..9)) {
            let weights = scaled(&points);
            for (one, weight) in points.iter().zip(&weights) {
                prop_assert_eq!(*one == 0, *weight == 0);
                for (other, other_weight) in points.iter().zip(&weights) {
                    prop_assert!(one > other || weight <= other_weight);
                }
            }
            if points.iter().all(|points| *points <= 65_535) {
                let same: Vec<u64> = weights.into_iter().map(u64::from).collect();
                prop_assert_eq!(same, points);
            }
        }
    }
}
