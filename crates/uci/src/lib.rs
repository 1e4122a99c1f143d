//! The Universal Chess Interface, from both sides of the table.
//!
//! * [`run`] is the engine's side: it reads what a chess program's user interface says, asks something that
//!   can search (the trait [`SessionEngine`]) and writes the answers. It keeps the protocol's promises itself, so
//!   that an engine need not know them: exactly one `bestmove` for each `go`, none before `stop` in an
//!   infinite search, `isready` answered at any time, bad input named and survived.
//! * [`Client`] is the user interface's side: it starts any UCI engine as a process and lets it think,
//!   with a deadline on every answer.
//!
//! Both speak in the same words: [`GoLimits`] (what `go` says), [`Info`] (what `info` says) and
//! [`OptionSpec`] (what `option` says) can each be read and written here. No engine lives in this crate
//! and none is known to it.
//!
//! An engine that plays the first legal move, and a conversation with it:
//!
//! ```
//! use bstar_board::Position;
//! use bstar_uci::{BestMove, SessionEngine, Identity, Info, OptionSpec, SearchSignals, SearchTask};
//!
//! struct First;
//!
//! impl SessionEngine for First {
//!     fn identity(&self) -> Identity {
//!         Identity { name: "First".into(), author: "nobody".into() }
//!     }
//!     fn options(&self) -> Vec<OptionSpec> {
//!         Vec::new()
//!     }
//!     fn set_option(&mut self, _: &str, _: Option<&str>) -> Result<Vec<String>, String> {
//!         Ok(Vec::new())
//!     }
//!     fn new_game(&mut self) {}
//!     fn search(&mut self, task: &SearchTask, _: &SearchSignals, _: &mut dyn FnMut(&Info)) -> BestMove {
//!         let best = task.game.position().legal_moves().first().copied();
//!         BestMove { best, ponder: None }
//!     }
//!     fn evaluate(&mut self, _: &Position) -> String {
//!         "even, I suppose".into()
//!     }
//!     fn bench(&mut self, _: &mut dyn FnMut(String)) {}
//! }
//!
//! let input = "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 1\n".as_bytes();
//! bstar_uci::run(First, input, std::io::stdout()).unwrap(); // prints a bestmove of the king
//! ```

mod client;
mod go;
mod info;
mod lines;
mod option;
mod session;
mod session_engine;
mod signals;
mod text;

pub use client::{Client, ClientError, EngineAnswer, SplitError};
pub use go::GoLimits;
pub use info::{Info, ScoreBound, UciScore};
pub use option::{OptionKind, OptionSpec, ValueError};
pub use session::run;
pub use session_engine::{BestMove, Identity, SearchTask, SessionEngine};
pub use signals::{SearchSignals, Signal};
