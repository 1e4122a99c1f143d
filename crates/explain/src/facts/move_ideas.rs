//! What the concepts found about a move, and what that is weighed by.

use bstar_board::Move;
use bstar_concepts::{Concept, Found, Scene};

/// What ideas are weighed by. Each can be switched off, to see what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighing {
    /// What other moves have as well counts less.
    pub contrast: bool,
    /// What does not last counts less.
    pub lasting: bool,
    /// What the evaluation is glad of counts more.
    pub worth: bool,
}

impl Default for Weighing {
    fn default() -> Weighing {
        Weighing {
            contrast: true,
            lasting: true,
            worth: true,
        }
    }
}

/// What the concepts found about a root move.
pub(crate) struct MoveIdeas {
    pub mv: Move,
    pub scene: Scene,
    pub found: Vec<Found>,
}

impl MoveIdeas {
    /// Whether this concept fits the move.
    pub fn has(&self, concept: &Concept) -> bool {
        self.found
            .iter()
            .any(|found| found.concept.name == concept.name)
    }
}
