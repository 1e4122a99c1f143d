//! The rules of chess and its notations. This package does not know which move is good.
//!
//! * [`Position`] is what stands on the board and which side is to move. It is small: a search
//!   copies it and does not take moves back. It knows its legal moves and its [key](Position::key),
//!   and it can [pass](Position::pass).
//! * [`Game`] is a position with its history. It knows repetitions, the fifty-move rule and dead
//!   positions.
//! * [`score::Score`] is what a position is worth, however that was found out.
//! * [`fen`], [`san`], [`epd`] and [`pgn`] read and write the four usual notations. [`notation`]
//!   reads and writes moves as the UCI protocol does.
//!
//! Text comes in through one of the notations and becomes a `Position` or a `Game`. Moves are
//! played on those, and the same notations write the result. The crate `cozy-chess` generates the
//! moves. Nothing outside this package names it: to replace it, rewrite `position`, `types` and
//! `likely_key`.
//!
//! `docs/glossary.md` explains the words.
//!
//! ```
//! use bstar_board::{Game, Position, san};
//!
//! let mut game = Game::new(Position::start());
//! for word in ["e4", "e5", "Nf3"] {
//!     let mv = san::parse(game.position(), word).unwrap();
//!     game.play(mv).unwrap();
//! }
//! assert_eq!(game.position().legal_moves().len(), 29);
//! ```

pub mod attacks;
mod diagram;
pub mod epd;
mod exchange;
pub mod fen;
mod game;
mod likely_key;
pub mod notation;
mod perft;
pub mod pgn;
mod position;
pub mod san;
pub mod score;
pub mod sent;
mod text;
mod types;

pub use exchange::EXCHANGE_VALUES;
pub use game::{BadWord, Game, IllegalMove, Outcome, Stages};
pub use perft::{PerftTable, divide, perft};
pub use position::{CastlingSide, MoveList, PassError, Position};
pub use types::{BitBoard, Color, File, Move, Piece, Rank, Square, color_name};
