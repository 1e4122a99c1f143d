//! Chess positions with their history.
//!
//! This room knows the rules of chess and its notations, and nothing about which move is good.
//!
//! * [`Position`] is what stands on the board and whose turn it is. It is small, is copied rather than
//!   changed back, and knows its legal moves, its [key](Position::key) and how to [pass](Position::pass).
//! * [`Game`] is a position that remembers how it came about: it sees repetitions, the fifty-move rule and
//!   dead positions.
//! * [`fen`], [`san`], [`epd`] and [`pgn`] read and write the four usual notations; [`notation`] is the
//!   protocol's way of writing a move.
//!
//! Move generation is done by the crate `cozy-chess`. Nothing outside this crate names it: whoever replaces
//! it rewrites [`position`](crate::Position) and the small types re-exported below.
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
mod text;
mod types;

pub use exchange::EXCHANGE_VALUES;
pub use game::{BadWord, Game, IllegalMove, Outcome};
pub use perft::{PerftTable, divide, perft};
pub use position::{CastlingSide, MoveList, PassError, Position};
pub use types::{BitBoard, Color, File, Move, Piece, Rank, Square};
