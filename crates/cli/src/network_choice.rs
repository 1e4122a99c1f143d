//! The options `Evaluation` and `EvalFile`: whether a network evaluates, and which one.
//!
//! A graphical interface sends the two in any order. So each keeps what it was told: a network may
//! be loaded while the terms are used, and `network` may be chosen before there is one.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bstar_engine::{Evaluation, Named, Network, NetworkLoadError};

use bstar_terminal::evaluation::EMBEDDED;

/// What the option `Evaluation` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Network,
    Terms,
}

impl By {
    pub const ALL: [By; 2] = [By::Network, By::Terms];

    /// The option's word for it.
    pub fn name(self) -> &'static str {
        match self {
            By::Network => Evaluation::NETWORK,
            By::Terms => Evaluation::TERMS,
        }
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

/// What both options say together.
pub struct NetworkChoice {
    /// Whether a network or the terms evaluate.
    pub by: By,
    /// Where the network comes from; empty if there is none.
    origin: String,
    network: Option<Arc<Network>>,
}

impl Default for NetworkChoice {
    fn default() -> Self {
        let network = Evaluation::embedded();
        Self {
            by: By::default(),
            origin: network.as_ref().map_or("", |_| EMBEDDED).to_owned(),
            network,
        }
    }
}

impl NetworkChoice {
    /// Takes the network of a file, or the program's own if no file is named. If it cannot be
    /// loaded, the network before stays.
    pub fn load(&mut self, file: &str) -> Result<(), NetworkLoadError> {
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

    /// Where the network comes from; empty if there is none.
    pub fn origin(&self) -> &str {
        &self.origin
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
impl fmt::Display for NetworkChoice {
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

        let mut first = NetworkChoice {
            by: By::Network,
            ..NetworkChoice::default()
        };
        first.load(file).unwrap();
        let mut second = NetworkChoice::default();
        second.load(file).unwrap();
        second.by = By::Network;
        assert_eq!(first.evaluation(), second.evaluation());
        assert!(first.evaluation().network().is_some());

        first.by = By::Terms;
        assert_eq!(first.evaluation(), Evaluation::Terms);
        assert_eq!(first.origin(), file);

        let error = second.load("/no/such.nn").unwrap_err().to_string();
        assert!(error.starts_with("cannot read /no/such.nn: "), "{error}");
        assert_eq!(second.origin(), file);
        second.load("").unwrap();
        assert_eq!(second.evaluation(), Evaluation::default());
    }
}
