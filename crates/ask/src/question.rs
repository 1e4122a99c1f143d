//! What somebody wants to know.

use bstar_board::{Game, Move};
use bstar_kit::effort::Effort;
use bstar_thought::Thought;

/// Why this move, and what about mine?
///
/// The resources of the search (memory, threads, evaluation, endings) are set when the
/// [`Asker`](crate::Asker) is made.
pub struct Question {
    /// The position, with the game that led to it.
    pub game: Game,
    /// The move that is asked about, if any.
    pub asked: Option<Move>,
    /// How much to search. Every further search that the asked move needs has the same effort.
    pub effort: Effort,
    /// What is there before the search.
    pub start: Start,
    /// Whether somebody watches. On time, they see a small tree before the deep search.
    pub is_watched: bool,
}

/// What is there before a search.
#[derive(Default)]
pub enum Start {
    /// Nothing.
    #[default]
    Fresh,
    /// What the asker's last search learned about the same position. The search goes on from there.
    Further,
    /// The search itself, made for an earlier question. It is not made again.
    Searched(Box<Thought>),
}

impl Question {
    /// Why this move?
    pub fn new(game: Game, effort: Effort) -> Question {
        Question {
            game,
            asked: None,
            effort,
            start: Start::Fresh,
            is_watched: false,
        }
    }

    /// The same, and what about this one?
    pub fn about(self, asked: impl Into<Option<Move>>) -> Question {
        Question {
            asked: asked.into(),
            ..self
        }
    }

    /// The same, with what is there already.
    pub fn from(self, start: Start) -> Question {
        Question { start, ..self }
    }

    /// The same for somebody who watches.
    pub fn watched(self) -> Question {
        Question {
            is_watched: true,
            ..self
        }
    }
}
