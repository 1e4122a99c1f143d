//! Whether a network evaluates, and which one: what `Evaluation` and `EvalFile` choose together, or
//! one word in a player's specification.
//!
//! A graphical interface sends the two options in any order. So each keeps its value until the
//! other makes use of it: a network may be loaded while the terms are used, and `network` may be
//! chosen before a network is loaded.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bstar_eval::network::{Network, NetworkLoadError};
use bstar_eval::{Evaluation, EvaluationError};

use crate::described::Named;

/// The origin of the network that comes with the program.
pub const EMBEDDED: &str = "<embedded>";

/// What the option `Evaluation` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Network,
    Terms,
}

impl By {
    /// The option's word for it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            By::Network => Evaluation::NETWORK,
            By::Terms => Evaluation::TERMS,
        }
    }

    pub(super) fn named(name: &str) -> Option<By> {
        [By::Network, By::Terms]
            .into_iter()
            .find(|by| by.name() == name)
    }
}

impl Default for By {
    /// The engine's default.
    fn default() -> Self {
        match Evaluation::default() {
            Evaluation::Network(_) => By::Network,
            Evaluation::Terms => By::Terms,
        }
    }
}

/// An evaluation, and the network that is at hand while the terms are used.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationChoice {
    /// Whether a network or the terms evaluate.
    pub(super) by: By,
    /// Where the network comes from; empty if there is none.
    origin: String,
    network: Option<Arc<Network>>,
}

impl Default for EvaluationChoice {
    fn default() -> Self {
        Self {
            by: By::default(),
            origin: Self::default_origin().to_owned(),
            network: Evaluation::embedded(),
        }
    }
}

impl EvaluationChoice {
    /// Where the default network comes from; empty if the program has none.
    pub(super) fn default_origin() -> &'static str {
        match Evaluation::embedded() {
            Some(_) => EMBEDDED,
            None => "",
        }
    }

    /// Chooses by one word: `terms`, `network` or a network's file.
    pub(super) fn take(&mut self, name: &str) -> Result<(), EvaluationError> {
        self.by = match By::named(name) {
            Some(By::Network) if self.network.is_none() => {
                return Err(EvaluationError::NoneEmbedded);
            }
            Some(by) => by,
            None => {
                self.load(name)?;
                By::Network
            }
        };
        Ok(())
    }

    /// Takes the network of a file, or the program's own if no file is named. If it cannot be
    /// loaded, the network before stays.
    pub(super) fn load(&mut self, file: &str) -> Result<(), NetworkLoadError> {
        let file = file.trim();
        *self = if file.is_empty() || file == EMBEDDED {
            Self {
                by: self.by,
                ..Self::default()
            }
        } else {
            Self {
                by: self.by,
                network: Some(Arc::new(Network::load(Path::new(file))?)),
                origin: file.to_owned(),
            }
        };
        Ok(())
    }

    /// The network, if there is one, whether it is used or not.
    pub fn named(&self) -> Option<Named<'_>> {
        self.network.as_ref().map(|network| Named {
            origin: &self.origin,
            network,
        })
    }

    /// The evaluation to use. Without a network these are the terms.
    pub fn evaluation(&self) -> Evaluation {
        match (self.by, &self.network) {
            (By::Network, Some(network)) => Evaluation::Network(Arc::clone(network)),
            _ => Evaluation::Terms,
        }
    }
}

/// What is used, in words.
impl fmt::Display for EvaluationChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.by, self.named()) {
            (By::Network, Some(Named { origin, network })) => {
                write!(f, "evaluating by {origin}: {network}")
            }
            (By::Network, None) => {
                f.write_str("evaluating by the terms; there is no network until EvalFile names one")
            }
            (By::Terms, Some(Named { origin, .. })) => write!(
                f,
                "evaluating by the terms; {origin} is for when Evaluation is network"
            ),
            (By::Terms, None) => f.write_str("evaluating by the terms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_options_may_come_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some network.nn");
        let weights = bstar_eval::network::Weights::plausible(1, 32, 1);
        std::fs::write(&path, weights.write()).unwrap();
        let file = path.to_str().unwrap();

        let mut first = EvaluationChoice {
            by: By::Network,
            ..EvaluationChoice::default()
        };
        first.load(file).unwrap();
        let mut second = EvaluationChoice::default();
        second.load(file).unwrap();
        second.by = By::Network;
        assert_eq!(first.evaluation(), second.evaluation());
        assert!(first.evaluation().network().is_some());

        first.by = By::Terms;
        assert_eq!(first.evaluation(), Evaluation::Terms);
        assert_eq!(first.origin, file);

        let error = second.load("/no/such.nn").unwrap_err().to_string();
        assert!(error.starts_with("cannot read /no/such.nn: "), "{error}");
        assert_eq!(second.origin, file);
        second.load("").unwrap();
        assert_eq!(second.evaluation(), Evaluation::default());
    }
}
