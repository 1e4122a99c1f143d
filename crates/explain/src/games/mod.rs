//! A whole game, judged move by move, for people as PGN and for programs as an object.
//!
//! A caller searches every position of a game and hands in a [`Judgement`] of each. A
//! [`JudgedGame`] compares them. A move costs what its player could expect before it, less what
//! they can expect after it, and gets a [`Mark`] for that.
//!
//! Some moves deserve more work, and the caller may search them again. For [the candidates for
//! praise](JudgedGame::candidates) it hands in what every other move is worth. For [the turning
//! points](JudgedGame::turning_points) it hands in a [`Turning`]: the answer to "what about this
//! move?".
//!
//! A judgement takes minutes. It is made of [`Finding`]s: the caller hears each one as it
//! is made, and after an interruption hands them in again, as [`Findings`].
//!
//! At last the game is [annotated](JudgedGame::annotated), or written [for
//! programs](JudgedGame::object). The module `words` writes the text about a turning point.

mod annotated;
mod findings;
mod judged;
mod line;
mod mark;
mod object;
#[cfg(test)]
mod tests;
mod turning;
mod words;

pub use findings::{
    Finding, FindingError, FindingObject, Findings, FoundPosition, Listener, TurningObject,
    positions,
};
pub use judged::{JudgedGame, JudgedMove, Judgement};
pub use mark::{
    BLUNDER_LOSS_POINTS, DUBIOUS_LOSS_POINTS, MISTAKE_LOSS_POINTS, Mark, ONLY_MOVE_LEAD_POINTS,
    Points,
};
pub use object::{AnalysedGame, AnalysedMove, ExplanationObject};
pub use turning::Turning;
