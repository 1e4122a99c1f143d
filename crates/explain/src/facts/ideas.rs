//! What the vocabulary of quiet chess has to say about every root move.

use bstar_board::Move;

use super::move_ideas::MoveIdeas;
use super::reading::{Reading, RootMove};
use bstar_concepts::{Scene, found};

impl Reading<'_> {
    /// What the concepts find about a root move.
    pub(crate) fn ideas_of(&self, mv: Move) -> Option<&MoveIdeas> {
        self.ideas().iter().find(|ideas| ideas.mv == mv)
    }

    /// What the opponent would play if the side to move passed.
    fn plan_of_opponent(&self) -> Option<Move> {
        let passed = self.position().pass().ok()?;
        self.answers.plan(&passed)
    }

    /// What the concepts find about every root move; worked out once.
    pub(crate) fn ideas(&self) -> &[MoveIdeas] {
        self.ideas.get_or_init(|| {
            let plan = self.plan_of_opponent();
            let of_move = |known: &RootMove| {
                let rest = known.line.moves.get(1..).unwrap_or_default();
                let mut scene = Scene::new(self.position(), known.mv, rest);
                let others = self.moves.iter().filter(|other| other.mv != known.mv);
                scene.wishes = others
                    .filter_map(|other| other.line.moves.get(1).copied())
                    .collect();
                scene.plan = plan;
                MoveIdeas {
                    mv: known.mv,
                    found: found(&scene),
                    scene,
                }
            };
            self.moves.iter().map(of_move).collect()
        })
    }
}
