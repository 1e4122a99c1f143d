//! `--evaluation`: what evaluates positions.

use std::path::PathBuf;
use std::str::FromStr;

use bstar_engine::options::EMBEDDED;
use bstar_engine::{Evaluation, EvaluationError, Named};
use clap::Args;

/// The argument of every command that searches.
#[derive(Args)]
#[group(skip)]
pub struct Argument {
    /// Evaluation: `terms`, `network` (the built-in one) or the file of another network [default:
    /// network if the program has one, else terms]
    #[arg(long, value_name = "NAME|FILE")]
    evaluation: Option<Choice>,
}

/// An evaluation and the name the user gave.
#[derive(Clone)]
struct Choice {
    name: String,
    evaluation: Evaluation,
}

impl FromStr for Choice {
    type Err = EvaluationError;

    fn from_str(text: &str) -> Result<Self, EvaluationError> {
        Ok(Self {
            name: text.to_owned(),
            evaluation: Evaluation::named(text)?,
        })
    }
}

impl Argument {
    /// The chosen evaluation, or the default.
    pub fn evaluation(&self) -> Evaluation {
        match &self.evaluation {
            Some(choice) => choice.evaluation.clone(),
            None => Evaluation::default(),
        }
    }

    /// What the user wrote, if anything.
    pub fn text(&self) -> Option<&str> {
        self.evaluation.as_ref().map(|choice| choice.name.as_str())
    }

    /// The file of the chosen network, if it is one.
    pub fn file(&self) -> Option<PathBuf> {
        let names = [Evaluation::NETWORK, Evaluation::TERMS];
        let file = self.text().filter(|name| !names.contains(name));
        file.map(PathBuf::from)
    }

    /// What the evaluation says of a position. The terms are always told: they have names.
    pub fn describe(&self, position: &bstar_board::Position) -> String {
        let evaluation = self.evaluation();
        let origin = match self.text() {
            None | Some(Evaluation::NETWORK) => EMBEDDED,
            Some(file) => file,
        };
        let named = evaluation
            .network()
            .map(|network| Named { origin, network });
        bstar_engine::describe_eval(position, named)
    }
}
