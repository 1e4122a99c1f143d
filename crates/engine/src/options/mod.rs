//! The options of the engine: what they are called, what they may be, and how they are set.
//!
//! [`OPTIONS`] is the table. Each [entry](OptionEntry) has a name, a kind with its range, a line of
//! meaning for people, and a setter. The UCI session, the players of the laboratory and
//! `docs/uci.md` all read it, so an option that is listed can be set, and it is described where it
//! is made.
//!
//! An entry changes [`Choices`]: the [`Settings`] of an engine, and which network is at hand while
//! the terms evaluate. [`OptionEntry::set`] checks a value before the setter sees it. Programs that
//! have options of their own make a table of the same shape for a type of their own.
//!
//! ```
//! use bstar_engine::options::{Choices, OPTIONS};
//!
//! let hash = OPTIONS.iter().find(|option| option.is_called("hash")).unwrap();
//! let mut choices = Choices::default();
//! hash.set(&mut choices, "16").unwrap();
//! assert_eq!(choices.settings.hash_mib, 16);
//! let error = hash.set(&mut choices, "a lot").unwrap_err().to_string();
//! assert_eq!(
//!     error,
//!     "option Hash cannot be `a lot`: expected a whole number from 1 to 33554432"
//! );
//! ```

mod entry;
mod evaluation_choice;
mod table;
#[cfg(test)]
mod tests;

pub use entry::{Answer, OptionEntry, OptionError, OptionKind, OptionRow, Refusal, done};
pub use evaluation_choice::{EMBEDDED, EvaluationChoice};
pub use table::OPTIONS;

use crate::settings::{SearchKind, Settings};
use bstar_eval::EvaluationError;

/// What the options of the engine change.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    pub settings: Settings,
    /// The evaluation of the settings, and the network that waits while the terms are used.
    pub evaluation: EvaluationChoice,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices::of(SearchKind::default())
    }
}

impl Choices {
    /// The default settings of a search.
    pub fn of(search: SearchKind) -> Choices {
        Choices {
            settings: Settings::of(search),
            evaluation: EvaluationChoice::default(),
        }
    }

    /// Evaluates by what one word names: `terms`, `network` or a network's file.
    pub fn evaluate_by(&mut self, name: &str) -> Result<(), EvaluationError> {
        self.evaluation.take(name)?;
        self.settings.evaluation = self.evaluation.evaluation();
        Ok(())
    }
}
