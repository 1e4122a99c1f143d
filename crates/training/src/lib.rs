//! What the engine learns from: games it plays against itself, and what is fitted to them.
//!
//! * [`selfplay`] plays games for the [tuner](tune), which fits the weights of the evaluation.
//! * [`datagen`] packs such games for the training of a network. [`network_check`] compares the
//!   engine's arithmetic with the trainer's.
//! * [`spread`] collects what short probes say beside what a far longer search says.
//! * [`wdl`] fits the chances of winning, drawing and losing to the results of games.
//!
//! Nothing here prints. Nothing here is needed to play.
//!
//! The words used here are explained in `docs/glossary.md`.

pub mod datagen;
pub mod network_check;
pub mod selfplay;
pub mod spread;
pub mod tune;
pub mod wdl;
