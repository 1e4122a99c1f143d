//! Which evaluation is used: the terms, or a network.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use bstar_board::Position;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::evaluator::Evaluator;
use crate::network::{Network, NetworkLoadError};

/// The bytes of the network that comes with the program. It is the default evaluation. With `None`
/// the terms are.
static EMBEDDED_NETWORK: Option<&[u8]> = Some(include_bytes!("../../../data/network.nn"));

/// How positions are evaluated.
///
/// ```
/// use bstar_eval::Evaluation;
///
/// assert_eq!(Evaluation::named("terms"), Ok(Evaluation::Terms));
/// let error = Evaluation::named("no-such.nn").unwrap_err();
/// assert!(error.to_string().starts_with("cannot read no-such.nn"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The hand-written terms.
    Terms,
    Network(Arc<Network>),
}

/// Why there is no such evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// The program's own network was asked for, but it comes without one.
    #[error(
        "this program comes without a network: name the file of one, or `{}`",
        Evaluation::TERMS
    )]
    NoneEmbedded,
    /// The file is not a network.
    #[error(transparent)]
    Load(#[from] NetworkLoadError),
}

impl Default for Evaluation {
    /// The network that comes with the program; without one, the terms.
    fn default() -> Self {
        Self::embedded().map_or(Self::Terms, Self::Network)
    }
}

impl Evaluation {
    /// The name of the terms.
    pub const TERMS: &str = "terms";
    /// The name of the network that comes with the program.
    pub const NETWORK: &str = "network";

    /// The network that comes with the program.
    pub fn embedded() -> Option<Arc<Network>> {
        static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
            EMBEDDED_NETWORK.map(|bytes| {
                let network = Network::read(bytes).expect("the program's own network is in order");
                Arc::new(network)
            })
        });
        NETWORK.clone()
    }

    /// The evaluation with this name: `terms`, `network` or the path of a file.
    pub fn named(name: &str) -> Result<Self, EvaluationError> {
        match name {
            Self::TERMS => Ok(Self::Terms),
            Self::NETWORK => Self::embedded()
                .map(Self::Network)
                .ok_or(EvaluationError::NoneEmbedded),
            path => Ok(Self::Network(Arc::new(Network::load(&PathBuf::from(
                path,
            ))?))),
        }
    }

    /// What a position is worth to the side to move, in centipawns, computed from the board alone.
    pub fn evaluate(&self, position: &Position) -> i32 {
        match self {
            Self::Terms => Evaluator::new().evaluate(position),
            Self::Network(network) => network.evaluate_afresh(position),
        }
    }

    /// The network, if it is one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        match self {
            Self::Terms => None,
            Self::Network(network) => Some(network),
        }
    }
}

/// Writes what it is, not where it came from. Two with the same text give the same values.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terms => f.write_str(Self::TERMS),
            Self::Network(network) => network.fmt(f),
        }
    }
}

/// On its way to another machine an evaluation is its name and, of a network, its checksum. The
/// other machine must have that network in its program.
impl Serialize for Evaluation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let checksum = self.network().map(|network| network.checksum());
        checksum.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Evaluation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(checksum) = Option::<u64>::deserialize(deserializer)? else {
            return Ok(Self::Terms);
        };
        Self::embedded()
            .filter(|network| network.checksum() == checksum)
            .map(Self::Network)
            .ok_or_else(|| {
                D::Error::custom(format!(
                    "the network {checksum:016x} is not in this program"
                ))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This also tests that the network that comes with the program can be read.
    #[test]
    fn what_comes_with_the_program_is_used_unless_somebody_says_otherwise() {
        let usual = Evaluation::default();
        assert_eq!(usual == Evaluation::Terms, EMBEDDED_NETWORK.is_none());
        match Evaluation::named("network") {
            Ok(named) => assert_eq!(named, usual),
            Err(error) => assert_eq!(error, EvaluationError::NoneEmbedded),
        }
    }
}
