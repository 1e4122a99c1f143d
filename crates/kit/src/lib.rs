//! What long work needs, whatever it works on.
//!
//! This package knows no rule of chess. It stands near the bottom: of our packages it uses only the
//! library `bstar`, for its random generator.
//!
//! * [`files`] reads and writes files, and errors name them. A [`whole_file`] is written whole or
//!   not at all. Inputs and outputs are kept [`apart`].
//! * [`input`] has a limit for what may have no end, such as a pipe, and unpacks what is packed.
//! * [`memory`] is asked for before the work that needs it.
//! * A [`journal`] lists what is finished. Long work continues from it after an interruption.
//! * [`provenance`] writes the settings of a long file beside it, and refuses to continue the file
//!   with others.
//! * An [`effort`] says how much work a search may do, from the protocol to the searcher.
//! * [`stop`] has the one stop flag of the project. A search on the opponent's time hears of the
//!   expected move through it too.
//! * [`workers`] gives many tasks to several threads. A [`crew`] may be threads or other machines.
//! * A [`suggestion`] says what somebody who wrote a wrong word may have meant.
//! * [`random`] numbers are the same on every machine: an experiment is named by its seed.
//! * A [`plot`] is a picture of curves, [`error_bars`] one of measured points, and [`reliability`]
//!   one of what was said against what happened. [`drawing`] has what they share with others.
//!
//! The words used here are explained in `docs/glossary.md`.

pub mod apart;
pub mod crew;
pub mod drawing;
pub mod effort;
pub mod error_bars;
mod file_error;
pub mod files;
pub mod input;
pub mod journal;
mod journal_file;
pub mod memory;
pub mod plot;
pub mod provenance;
pub mod random;
pub mod reliability;
pub mod stop;
pub mod suggestion;
pub mod whole_file;
pub mod workers;
