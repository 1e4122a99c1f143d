//! Experiments: what the engine is measured with.
//!
//! Nothing here is needed to play; everything here is needed to know how well it plays.
//!
//! * A [`player`] is anything that can be asked for a move: the built-in engine, or any UCI engine.
//! * The [`referee`] plays one game between two of them, keeps the clocks and names the culprit if one misbehaves.
//! * A [`contest`] is a match: pairs of games from an [opening book](openings), counted by [`stats`]; a [`ladder`] puts the players of many on one scale.
//! * A [`suite`] is a file of positions with known answers. [`trees`] tells what B*'s searches were like, there and in matches.
//! * [`selfplay`] makes training games, from which [`tune`] tunes the evaluation and [`wdl`] fits the chances of a result; [`datagen`] packs such games for a network, and [`network`] compares it with its trainer;
//!   [`techniques`] asks what each search technique is worth in games, and [`enhancements`] what the classical ones save in a plain search.
//! * [`analyse`] goes through the games of a file and judges every move; [`losses`] finds the moves at which a player lost his games; [`proposals`] asks what B*'s tree adds to its first look; [`settings`] asks what more effort buys, and [`branching`] how bushy B*'s
//!   trees are.
//! * [`canonical`] trees are made of random numbers; the 1978 paper's experiment and larger ones compare searches on them.
//! * A [`script`] is a tree somebody wrote down; the 1996 search replays it step by step.
//! * [`memory`] tells whether a long match grows. [`probes`] and [`speed`] measure time: what a probe costs, and nodes per second beside another program's.
//!
//! Nothing here prints. Results come back as values that serialise, and while something runs it tells an
//! observer; drawing a [progress bar](progress) is up to the program.

pub mod analyse;
mod analyst;
pub mod branching;
pub mod canonical;
pub mod contest;
pub mod datagen;
pub mod enhancements;
pub mod files;
pub mod games;
pub mod journal;
pub mod ladder;
pub mod losses;
pub mod memory;
pub mod network;
pub mod openings;
pub mod parallel;
pub mod player;
mod plot;
pub mod positions;
pub mod probes;
pub mod progress;
pub mod proposals;
mod provenance;
mod random;
pub mod referee;
pub mod script;
pub mod selfplay;
pub mod settings;
pub mod speed;
pub mod stats;
pub mod suite;
pub mod techniques;
pub mod trees;
pub mod tune;
pub mod wdl;
