//! The Universal Chess Interface, from both sides of the table.
//!
//! * [`run`] is the engine's side. It reads the commands of a user interface, calls something that
//!   can search (the trait [`SessionEngine`]) and writes the answers. It keeps the rules of the
//!   protocol, so that an engine need not know them. There is exactly one `bestmove` for each `go`.
//!   In an infinite search there is none before `stop`. `isready` is answered at any time. Bad
//!   input is reported, and the session goes on.
//! * [`Client`] is the user interface's side. It starts any UCI engine as a process and lets it
//!   think. Every answer has a deadline.
//!
//! Both use the same types, which can be read and written: [`GoLimits`] is what `go` says, [`Info`]
//! is what `info` says, [`OptionSpec`] is what `option` says. This package knows no engine. What
//! `go` means reaches it as an [`Effort`](bstar_kit::effort::Effort).
//!
//! `docs/glossary.md` explains the words.
//!
//! An engine that plays the first legal move, and a conversation with it:
//!
//! ```
//! use bstar_board::Position;
//! use bstar_uci::{BestMove, Identity, Info, OptionSpec, SearchTask, SessionEngine};
//! use bstar_kit::stop::Stop;
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
//!     fn search(
//!         &mut self,
//!         task: &SearchTask,
//!         _: &Stop,
//!         _: &mut dyn FnMut(&Info),
//!     ) -> BestMove {
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
mod text;

pub use client::{Client, ClientError, EngineAnswer, SplitError};
pub use go::GoLimits;
pub use info::Info;
pub use option::{OptionKind, OptionSpec, ValueError};
pub use session::run;
pub use session_engine::{BestMove, Identity, SearchTask, SessionEngine};
