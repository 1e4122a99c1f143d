//! What the programs `bstar` and `bstar-lab` have in common where people type.
//!
//! * [`program`] is the frame of a `main`: it refuses bad arguments, runs a command and ends with
//!   the right exit code. Messages begin with its [`name`].
//! * [`output`] is standard output, for people and for programs. [`progress`] is a line on the
//!   terminal that shows how far the work has come, and [`interrupt`] hears Ctrl-C.
//! * [`position`], [`evaluation`], [`endings`], [`explaining`] and [`numbers`] read arguments that
//!   many commands share.
//! * [`cluster`] gives work to other machines, and [`worker`] makes this machine one of them. Both
//!   need the feature `cluster`; without it they say how to get it.
//!
//! Commands live in the programs. Whatever they compute is computed in the other packages.
//!
//! The words used here are explained in `docs/glossary.md`.

pub mod cluster;
pub mod endings;
pub mod evaluation;
pub mod explaining;
pub mod interrupt;
pub mod name;
pub mod numbers;
pub mod output;
pub mod position;
pub mod program;
pub mod progress;
pub mod worker;
