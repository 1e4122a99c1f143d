//! What the vocabulary of quiet chess has to say about every root move.

use bstar_board::Move;

use super::facts::{Reading, RootMove};
use bstar_concepts::{CONCEPTS, Concept, Finding, Scene};

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
    pub found: Vec<(&'static Concept, Finding)>,
}

impl Reading<'_> {
    /// What the concepts find about every root move; worked out once.
    pub(crate) fn ideas(&self) -> &[MoveIdeas] {
        self.ideas.get_or_init(|| {
            let of_move = |known: &RootMove| {
                let rest = known.line.moves.get(1..).unwrap_or_default();
                let mut scene = Scene::new(self.position(), known.mv, rest);
                let others = self.moves.iter().filter(|other| other.mv != known.mv);
                scene.wishes = others
                    .filter_map(|other| other.line.moves.get(1).copied())
                    .collect();
                let findings = |concept: &&'static Concept| {
                    let found = (concept.find)(&scene);
                    found
                        .into_iter()
                        .map(|finding| (*concept, finding))
                        .collect::<Vec<_>>()
                };
                let found = CONCEPTS.iter().flat_map(findings).collect();
                MoveIdeas {
                    mv: known.mv,
                    scene,
                    found,
                }
            };
            self.moves.iter().map(of_move).collect()
        })
    }
}
