//! What long work needs, whatever it works on.
//!
//! This package knows no chess and no search. It stands at the bottom: everybody may use it.
//!
//! * [`files`] reads and writes files. A file is written whole or not at all, and errors name it.
//! * A [`journal`] is a list of what is finished. Long work continues from it after an interruption.
//! * [`provenance`] writes the settings of a long file beside it and refuses to continue with others.
//! * [`parallel`] gives many tasks to several threads. A [`Stop`](parallel::Stop) ends them.
//! * [`random`] numbers are the same on every machine: an experiment is named by its seed.
//! * A [`plot`] is a picture of curves; [`drawing`] has what other pictures share with it.

pub mod drawing;
pub mod files;
pub mod journal;
pub mod parallel;
pub mod plot;
pub mod provenance;
pub mod random;
