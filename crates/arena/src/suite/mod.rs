//! Positions with known answers.
//!
//! A position is solved if the engine's move is one of the file's best moves (`bm`) and none of its
//! mistakes (`am`). Where the file names a mate (`dm`) instead, the engine must see it in time. The
//! count of solved positions alone misleads: often another move wins as well. So other answers can
//! be [judged](AnswerJudgement) by a search ten times as long.

mod exam;
mod judge;
mod question;

pub use exam::{
    Asking, Judging, Suite, SuiteAnswer, SuiteError, SuiteResult, SuiteUnit, read_questions,
};
pub use judge::{AnswerJudgement, JUDGE_FACTOR};
pub use question::SuiteQuestion;
