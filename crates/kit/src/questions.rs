//! Short questions that other machines answer while somebody waits.
//!
//! The work of a [crew](crate::crew) takes seconds a piece and must not be lost. A search asks
//! thousands of questions that take less than a millisecond each, and what it wants is an answer
//! soon. So nothing is kept here, and nothing is promised: a question that is not answered in time
//! is answered by whoever asked it.
//!
//! [`Answerers`] are other machines, as the one who asks sees them. They are asked a [`Series`] of
//! questions with common settings. On the other side a machine has some [`Knowledge`]. It turns the
//! settings of a series into a [`Subject`], which all its threads share. Settings, questions and
//! answers are JSON.

use std::sync::Arc;

use futures::channel::oneshot;

use crate::stop::Stop;

/// A question on its way, and where the answer goes. Who drops it says that there will be none.
#[derive(Debug)]
pub struct Asked {
    /// Questions with a lower number go first.
    pub order: u32,
    /// The question.
    pub question: String,
    /// Where the answer goes. Nobody wants it any more if the other end is gone.
    pub answer: oneshot::Sender<String>,
}

/// Other machines that answer questions.
pub trait Answerers: Send + Sync {
    /// Begins a series of questions of this kind, with these settings.
    fn begin(&self, kind: &'static str, settings: String) -> Box<dyn Series>;
}

/// Questions with common settings. When it is dropped, nobody works on them any more.
pub trait Series {
    /// How many questions should be under way at a time, so that nobody waits for one. It is 0 as
    /// long as nobody is there.
    fn room(&self) -> usize;

    /// Asks. This does not wait.
    fn ask(&self, asked: Asked);

    /// Drops all questions that are not answered yet.
    fn give_up(&self);
}

/// A kind of questions that a machine can answer.
#[derive(Clone, Copy)]
pub struct Knowledge {
    /// The name of the kind.
    pub kind: &'static str,
    /// What questions with these settings are about, or why they cannot be answered.
    pub open: fn(&str) -> Result<Arc<dyn Subject>, String>,
}

/// What the questions of a series are about, as one machine keeps it for all its threads.
pub trait Subject: Send + Sync {
    /// Somebody who answers one question after the other, on a thread of its own.
    fn hire(self: Arc<Self>, stop: Stop) -> Expert;
}

/// Answers one question after the other. There is no answer if it was stopped, or cannot be given.
pub type Expert = Box<dyn FnMut(&str) -> Option<String>>;
