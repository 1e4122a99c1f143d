//! What the commands about books write for programs.

use std::path::Path;

use bstar_board::{Game, Position, fen, notation, san};
use serde::Serialize;

use crate::file::{Book, KnownMoves};
use crate::key::key;
use crate::names::{self, OpeningName};

/// What a book knows about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookPosition {
    /// The position.
    pub fen: String,
    /// Its key in the book, as 16 hexadecimal digits.
    pub key: String,
    /// The name of the opening; `null` if it has none.
    pub opening: Option<OpeningName>,
    /// The moves, the heaviest first.
    pub moves: Vec<BookMoveObject>,
    /// How many entries of the position are not legal moves. They are never played.
    pub illegal: usize,
}

/// A move that a book knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookMoveObject {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in SAN.
    pub san: String,
    /// Its weight. What weighs 0 is never played.
    pub weight: u16,
    /// Its part of the weight of all moves of the position, from 0 to 1.
    pub share: f64,
    /// What a program has learned about it.
    pub learn: u32,
}

impl BookPosition {
    /// What a book knows about the position in which a game stands.
    pub fn new(book: &Book, game: &Game) -> BookPosition {
        let position = game.position();
        let KnownMoves { moves, illegal } = book.moves(position);
        let object = |known: crate::BookMove| BookMoveObject {
            mv: notation::write(position, known.mv),
            san: san::write(position, known.mv),
            weight: known.weight,
            share: known.share,
            learn: known.learn,
        };
        BookPosition {
            fen: fen::write(position),
            key: format!("{:016x}", key(position)),
            opening: names::of_game(game).opening,
            moves: moves.into_iter().map(object).collect(),
            illegal,
        }
    }
}

/// A book that was made from games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookMade<'a> {
    /// The file.
    pub file: &'a Path,
    /// How many games are in it.
    pub games: u64,
    /// How many games could not be read.
    pub unreadable: u64,
    /// How many different moves the games had, each in its position.
    pub seen: usize,
    /// How many of them are in the book.
    pub moves: usize,
    /// In how many positions.
    pub positions: usize,
}

/// A book that was made from books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookMerged<'a> {
    /// The file.
    pub file: &'a Path,
    /// How many books are in it.
    pub books: usize,
    /// How many moves it has.
    pub moves: usize,
    /// In how many positions.
    pub positions: usize,
}

/// Openings that were drawn from a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookOpenings {
    /// The openings.
    pub openings: Vec<BookOpening>,
}

/// An opening that was drawn from a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookOpening {
    /// The position after it.
    pub fen: String,
    /// The moves that lead there.
    pub moves: Vec<String>,
    /// The same in SAN, with the numbers of the moves.
    pub san: String,
    /// Its name; `null` if it has none.
    pub opening: Option<OpeningName>,
}

impl BookOpening {
    /// The opening of this game.
    pub fn new(game: &Game) -> BookOpening {
        let mut position: Position = game.start().clone();
        let mut moves = Vec::new();
        for mv in game.moves() {
            moves.push(notation::write(&position, *mv));
            position = position.after(*mv);
        }
        BookOpening {
            fen: fen::write(&position),
            moves,
            san: san::numbered(game.start(), game.moves()).join(" "),
            opening: names::of_game(game).opening,
        }
    }
}
