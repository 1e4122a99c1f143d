//! What a search tells about itself.

use std::fmt;

use crate::{JobId, Key, Purpose, Span};

/// The two phases of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The Player looks for the best move.
    Select,
    /// The Opponent tries to refute it.
    Verify,
}

/// What the Forcer of a phase tries to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// In SELECT the Player is the Forcer and wants at least this; in VERIFY the Opponent, who wants at most this.
    pub phase: Phase,
    /// From the Player's point of view.
    pub value: f64,
}

/// Why SELECT ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selected {
    /// No other move can hope for as much as the best is worth.
    Separated,
    /// No other move is likely enough to reach the target.
    NoContender,
    /// The others that are likely enough rest on the same positions as the best: searching these cannot separate them.
    SameLeaf,
    /// What was likely enough leads to nothing that could be expanded.
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

/// Something a search decided or learnt. Values are from the Player's point of view.
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
        /// Which.
        job: JobId,
        /// What for.
        purpose: Purpose,
        /// The way to its position.
        path: Vec<M>,
        /// Its position.
        key: Key,
        /// In which phase.
        phase: Phase,
        /// The target by which it was chosen; there is none for the root.
        target: Option<Target>,
    },
    /// A job came back.
    Completed {
        /// Which.
        job: JobId,
        /// What for.
        purpose: Purpose,
        /// Whether the phase it was handed out in is over.
        late: bool,
    },
    /// A job was given up.
    Abandoned {
        /// Which.
        job: JobId,
    },
    /// A position turned out to lie on a cycle.
    Repeats {
        /// The position.
        key: Key,
        /// How many positions lie on cycles with it.
        positions: usize,
    },
    /// Memory was full: the least promising positions forgot their moves. All values are what they were.
    Folded {
        /// How many positions forgot their moves and are still there.
        folded: usize,
        /// How many positions could not be reached any more, and were freed.
        freed: usize,
        /// How many positions are left, these and others.
        left: usize,
    },
    /// The game went on. What follows is another search, from the point of view of the other side.
    Advanced {
        /// The move.
        by: M,
        /// How many positions lie under it.
        kept: usize,
        /// How many did not, and were freed.
        freed: usize,
    },
    /// Another root move is best now, or the best is worth something else.
    NewBest {
        /// The best move.
        best: M,
        /// What it is worth.
        real: Span,
        /// Whether it is another move than before.
        is_other: bool,
    },
    /// Another reply to the selected move is best now.
    NewReply {
        /// The reply.
        reply: M,
        /// What it leaves the selected move worth.
        real: Span,
    },
    /// The search ended.
    Done(Decision<M>),
}
