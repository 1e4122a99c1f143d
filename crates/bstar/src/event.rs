//! What a search tells about itself.

use std::fmt;

use crate::job::{JobId, Key, Purpose};
use crate::value::Span;

/// The two phases of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The Player searches for the best move.
    Select,
    /// The Opponent tries to refute it.
    Verify,
}

/// What the Forcer of a phase tries to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// In SELECT the Player is the Forcer and wants at least this value. In VERIFY the Opponent is,
    /// and wants at most this value.
    pub phase: Phase,
    /// From the Player's point of view.
    pub value: f64,
}

/// Why SELECT ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selected {
    /// No other move hopes for more than the best is worth.
    Separated,
    /// No other move is likely enough to reach the target.
    NoContender,
    /// The others that are likely enough rest on the same positions as the best. Searching these
    /// cannot separate them.
    SameLeaf,
    /// Nothing that is likely enough leads to a position that could be expanded.
    Exhausted,
    /// Its effort was spent.
    EffortSpent,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The Opponent has no reply that is likely to refute the move.
    Verified,
    /// The result of the move is certain.
    Settled,
    /// It was not refuted before effort was spent.
    EffortSpent,
    /// There is only one move.
    Forced,
    /// Memory was full, and nothing was left that could be folded.
    MemoryFull,
}

impl fmt::Display for Selected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Selected::Separated => "no other move can hope for as much as the best is worth",
            Selected::NoContender => "no other move is likely enough to overtake the best",
            Selected::SameLeaf => "the other moves lead to the same positions as the best",
            Selected::Exhausted => "nothing that could be looked at would change the choice",
            Selected::EffortSpent => "its effort was spent",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Verified => "no reply is likely to refute the move",
            Reason::Settled => "the result of the move is certain",
            Reason::EffortSpent => "effort was spent",
            Reason::Forced => "there is only one move",
            Reason::MemoryFull => "memory was full",
        })
    }
}

/// What a search decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision<M> {
    /// The move to play.
    pub best: M,
    /// What it is worth, from the Player's point of view.
    pub real: Span,
    /// Why the search ended.
    pub reason: Reason,
}

/// Something a search decided or learned. Values are from the Player's point of view.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<M> {
    /// SELECT begins, for the first time or because the choice was refuted.
    SelectBegan,
    /// The target of SELECT was set anew.
    Aimed(Target),
    /// SELECT ended with this choice.
    SelectEnded {
        /// The best move.
        selected: M,
        /// Why it ended.
        why: Selected,
    },
    /// VERIFY begins.
    VerifyBegan {
        /// The move to be refuted.
        selected: M,
        /// What it would have to be reduced to.
        target: Target,
    },
    /// VERIFY brought the choice down.
    Refuted {
        /// The move that was chosen.
        selected: M,
    },
    /// A job was handed out.
    HandedOut {
        /// The job.
        job: JobId,
        /// What it is for.
        purpose: Purpose,
        /// The path to its position.
        path: Vec<M>,
        /// Its position.
        key: Key,
        /// The phase it was handed out in.
        phase: Phase,
        /// The target by which it was chosen. There is none for the root.
        target: Option<Target>,
    },
    /// A job came back.
    Completed {
        /// The job.
        job: JobId,
        /// What it was for.
        purpose: Purpose,
        /// Whether the phase it was handed out in is over.
        late: bool,
    },
    /// A job was given up.
    Abandoned {
        /// The job.
        job: JobId,
    },
    /// A position turned out to lie on a cycle.
    Repeats {
        /// The position.
        key: Key,
        /// How many positions lie on cycles with it.
        positions: usize,
    },
    /// Memory was full, and the least promising positions forgot their moves. All values stay what
    /// they were.
    Folded {
        /// How many positions forgot their moves and are still there.
        folded: usize,
        /// How many positions could not be reached any more, and were freed.
        freed: usize,
        /// How many positions are left, these and others.
        left: usize,
    },
    /// The game went on. Another search follows, from the point of view of the other side.
    Advanced {
        /// The move.
        by: M,
        /// How many positions lie under it.
        kept: usize,
        /// How many positions did not, and were freed.
        freed: usize,
    },
    /// Another root move is best now, or the best is worth something else.
    NewBest {
        /// The best move.
        best: M,
        /// What it is worth.
        real: Span,
        /// Whether another move was best before.
        is_other: bool,
    },
    /// Another reply to the selected move is best now.
    NewReply {
        /// The reply.
        reply: M,
        /// What the selected move is worth after it.
        real: Span,
    },
    /// The search ended.
    Done(Decision<M>),
}
