//! Positions with known answers.
//!
//! A position is solved when the move the engine settles on is one of the file's best moves (`bm`), none of its mistakes (`am`), and, where the
//! file names a mate (`dm`), when the engine sees it in time. Such counts alone mislead: often another move wins as
//! well. So the other answers can be [judged](Judgement) by a search ten times as long.

mod exam;
mod judge;
mod question;

pub use exam::read_questions;
pub use exam::{Answer, Judging, Report, Suite, SuiteError};
pub use judge::{JUDGE_FACTOR, Judgement};
pub use question::Question;
