//! Who plays: B* and alpha-beta, both full width.

use bstar_arena::player::{PlayerSpec, SpecError};
use thiserror::Error;

/// The techniques that both players do without. With all others alpha-beta searches full width, as
/// brute-force Hitech did, and so do the probes of B*.
pub const FULL_WIDTH_OFF: [&str; 9] = [
    "null-move",
    "late-move-reductions",
    "futility",
    "reverse-futility",
    "late-move-pruning",
    "razoring",
    "probcut",
    "singular-extensions",
    "internal-reduction",
];

/// Why there are no such players.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayersError {
    /// The options of B* are not understood.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The options of B* change what the experiment is about.
    #[error("`{0}` is not an option of B* here: the runs say how much both players may use")]
    OwnPace(String),
}

/// B* and alpha-beta, both full width.
#[derive(Clone, Debug)]
pub struct FullWidthPlayers {
    /// B* first.
    pub(super) specs: [PlayerSpec; 2],
    pub(super) bounds: String,
}

impl FullWidthPlayers {
    /// `bounds` is the kind of bounds of B*, and `options` are more of its options, with commas
    /// between them.
    pub fn new(bounds: &str, options: Option<&str>) -> Result<FullWidthPlayers, PlayersError> {
        Ok(FullWidthPlayers {
            specs: [bstar(bounds, options)?, alphabeta()?],
            bounds: bounds.to_owned(),
        })
    }

    /// Their specifications.
    pub fn texts(&self) -> [&str; 2] {
        [&self.specs[0].text, &self.specs[1].text]
    }
}

/// B* without a root search. Its probes do without [`FULL_WIDTH_OFF`].
fn bstar(bounds: &str, options: Option<&str>) -> Result<PlayerSpec, PlayersError> {
    let without = FULL_WIDTH_OFF.map(|name| format!(",without={name}"));
    let own = options.map_or_else(String::new, |options| format!(",{options}"));
    let text = format!(
        "bstar,name=bstar,root-search=0,bounds={bounds}{}{own}",
        without.concat()
    );
    let player: PlayerSpec = text.parse()?;
    match options {
        Some(options) if player.pace.is_some() || player.ponders => {
            Err(PlayersError::OwnPace(options.to_owned()))
        }
        _ => Ok(player),
    }
}

/// Alpha-beta without [`FULL_WIDTH_OFF`].
fn alphabeta() -> Result<PlayerSpec, SpecError> {
    let off = FULL_WIDTH_OFF.map(|name| format!(",off={name}"));
    format!("alphabeta,name=alphabeta{}", off.concat()).parse()
}
