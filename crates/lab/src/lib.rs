//! Our own questions to the engine.
//!
//! * [`sampling`] draws positions from games, and [`regret`] asks how much worse than the best the
//!   moves are that players choose on them.
//! * [`calibration`] asks whether the chances and intervals are true that B* tells.
//! * A [`judge`] says what moves are worth.
//! * [`endings`] draws positions that endgame tables know, and asks what players gave away there.
//! * [`losses`] finds the moves at which a player lost its games.
//! * [`proposals`] asks what B*'s tree adds to the root search it begins with.
//! * [`five_settings`] asks what more effort buys, and [`branching`] how bushy B*'s trees are.
//! * [`techniques`] asks what each technique of alpha-beta is worth in games.
//! * [`probes`] and [`speed`] measure time: what a probe costs, and nodes a second beside another
//!   program's.
//!
//! Nothing here prints. Nothing here is needed to play, but it shows how well the engine plays.
//!
//! The words used here are explained in `docs/glossary.md`.

pub mod branching;
pub mod calibration;
pub mod endings;
pub mod five_settings;
mod forcing;
pub mod game_phase;
pub mod judge;
pub mod judges;
pub mod losses;
pub mod probes;
pub mod processors;
pub mod proposals;
pub mod regret;
pub mod sampling;
pub mod speed;
pub mod techniques;
