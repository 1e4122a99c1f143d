//! Where players are compared: games, matches, test suites, ratings.
//!
//! A **match** is played like this:
//!
//! 1. `contest/plan.rs` has the plan: which players, from which openings, at what pace.
//! 2. `contest/run.rs` plays it: it gives games to boards, counts the results and decides when the
//!    match ends.
//! 3. `referee/play.rs` is the referee. It plays one game: it asks both players for moves, keeps
//!    their clocks (`referee/clock.rs`), enforces the rules and names the player that misbehaves
//!    (`referee/ending.rs`).
//! 4. `contest/result.rs` has the result so far. The journal and the PGN file are written after
//!    every game (`contest/game_summary.rs`, `contest/sheets.rs`).
//!
//! The rooms:
//!
//! * A [`player`] is anything that can be asked for a move: the built-in engine, or any UCI engine.
//! * The [`referee`] plays one game between two of them.
//! * A [`contest`] is a match: pairs of games from an [opening book](openings), counted by
//!   [`stats`]. A [`ladder`] puts the players of many matches on one scale.
//! * A [`suite`] is a file of [`positions`] with known answers.
//! * [`trees`] tells what the searches of B* were like, in suites and in matches, and
//!   [`root_effort`] how much of them was a search of the root. [`memory`] tells whether the memory
//!   in use grows during a long match.
//! * [`games`] reads the games of a file.
//!
//! Nothing here prints. Results are values that serialise. Long work tells an observer how far it
//! has come. The words are explained in `docs/glossary.md`.

pub mod contest;
pub mod games;
pub mod ladder;
pub mod memory;
pub mod openings;
pub mod player;
pub mod positions;
pub mod referee;
pub mod root_effort;
pub mod stats;
pub mod suite;
pub mod trees;
