//! Anything that can be asked for a move.
//!
//! [`Player`] is all that a match or a suite knows about an engine. [`BuiltIn`] is our own engine,
//! called directly. [`UciPlayer`] is any other engine, in a process of its own. A [`PlayerSpec`]
//! says which one it is, and with which options: `alphabeta,Hash=16` or `stockfish,Threads=1`.
//!
//! A player with `ponder=true` in its specification thinks on its opponent's time. After its move
//! it is told to [think ahead](Player::think_ahead) about the reply it expects. It does so in a
//! thread or process of its own. Asked for its next move, it sees whether that reply came. If so,
//! it goes on with its search; if not, it stops and begins anew. Both take time from its own
//! clock, which only runs while it is asked.

mod built_in;
mod built_in_options;
mod interface;
mod pace;
mod request;
mod spec;
mod spec_error;
mod uci;

pub use built_in::BuiltIn;
pub use built_in_options::built_in_options;
pub use interface::{ChosenMove, Player, PlayerFault, PonderGuess, SearchUpdate};
pub use pace::{Pace, PaceError};
pub use request::{Budget, MoveRequest, Remaining};
pub use spec::{PlayerKind, PlayerSpec};
pub use spec_error::SpecError;
pub use uci::UciPlayer;

use bstar_kit::stop::Stop;

impl PlayerSpec {
    /// The version of the player, if it is built in. Of another engine only the engine can tell
    /// ([`Player::version`]).
    pub fn version(&self) -> Option<String> {
        match &self.kind {
            PlayerKind::BuiltIn(settings) => Some(built_in::version_of(settings)),
            PlayerKind::Uci { .. } => None,
        }
    }

    /// Starts the player. A built-in player ends its search early when `stop` is set.
    pub fn start(&self, stop: &Stop) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(match &self.kind {
            PlayerKind::BuiltIn(_) => Box::new(BuiltIn::start(self, stop.clone())?),
            PlayerKind::Uci { .. } => Box::new(UciPlayer::start(self)?),
        })
    }
}
