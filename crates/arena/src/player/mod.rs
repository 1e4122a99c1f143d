//! Anything that can be asked for a move.
//!
//! [`Player`] is the one thing a match or a suite knows about an engine. [`BuiltIn`] is our own, called directly;
//! [`UciPlayer`] is any other, in a process of its own. Which one, and with which options, is written in a
//! [`PlayerSpec`]: `alphabeta,Hash=16` or `stockfish,Threads=1`.
//!
//! A player whose specification says `ponder=true` thinks on its opponent's time. After its move it is told to
//! [think ahead](Player::think_ahead) about the reply it expects, and does so in a thread or process of its own. Asked for its next move, it sees
//! whether that reply came: if so it goes on with what it has, if not it stops and begins anew. Both are on its own clock, which only runs while it is asked.

mod built_in;
mod interface;
mod pace;
mod request;
mod score;
mod spec;
mod uci;

pub use built_in::BuiltIn;
pub use interface::{Chosen, Fault, Foresight, Glimpse, Player};
pub use pace::{Pace, PaceError};
pub use request::{Budget, Remaining, Turn};
pub use score::Score;
pub use spec::{PlayerKind, PlayerSpec, SpecError};
pub use uci::UciPlayer;

use bstar_kit::stop::Stop;

impl PlayerSpec {
    /// Starts the player. A built-in player ends its search early when `stop` is set.
    pub fn start(&self, stop: &Stop) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.kind {
            PlayerKind::BuiltIn(_) => Box::new(BuiltIn::start(self, stop.clone())?),
            PlayerKind::Uci { .. } => Box::new(UciPlayer::start(self)?),
        })
    }
}
