//! Lessons for a [prior](bstar_eval::prior): every position of games as the network sees it, with
//! the move that the search chose.
//!
//! A trainer in another language would have to know which men are attacked and which moves are
//! legal. So the engine writes it down. [`LessonRecord`] is one position, and [`write_lessons`]
//! turns a file of [games](crate::datagen) into a file of lessons. `docs/prior.md` has the format.

mod record;
mod write;

pub use record::{LESSON_BYTES, LessonRecord, MAX_LESSON_MOVES, lessons_of};
pub use write::{LessonsError, LessonsWritten, write_lessons};

#[cfg(test)]
mod tests;
