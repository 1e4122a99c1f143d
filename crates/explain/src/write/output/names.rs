//! The words that stand for something in what is written for programs.

use bstar::{Phase, Purpose, Reason, Selected, Side};
use bstar_board::Color;
use serde::Serialize;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SideName {
    /// White.
    White,
    /// Black.
    Black,
}

/// Max is White.
impl From<Side> for SideName {
    fn from(side: Side) -> SideName {
        match side {
            Side::Max => SideName::White,
            Side::Min => SideName::Black,
        }
    }
}

impl From<Color> for SideName {
    fn from(color: Color) -> SideName {
        match color {
            Color::White => SideName::White,
            Color::Black => SideName::Black,
        }
    }
}

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PhaseName {
    /// SELECT searches for the best move.
    Select,
    /// VERIFY puts it to the test.
    Verify,
}

impl From<Phase> for PhaseName {
    fn from(phase: Phase) -> PhaseName {
        match phase {
            Phase::Select => PhaseName::Select,
            Phase::Verify => PhaseName::Verify,
        }
    }
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StandingPhase {
    /// Before the first expansion.
    Root,
    /// In SELECT.
    Select,
    /// In VERIFY.
    Verify,
}

impl From<Phase> for StandingPhase {
    fn from(phase: Phase) -> StandingPhase {
        match phase {
            Phase::Select => StandingPhase::Select,
            Phase::Verify => StandingPhase::Verify,
        }
    }
}

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PurposeName {
    /// The moves of a position are wanted.
    Expand,
    /// Bounds are wanted. While probes find out no more than is needed, as they do unless it is
    /// switched off, no such job occurs.
    Bounds,
    /// What was left open of one or more moves of the position is wanted.
    Sharpen,
}

impl From<Purpose> for PurposeName {
    fn from(purpose: Purpose) -> PurposeName {
        match purpose {
            Purpose::Expand => PurposeName::Expand,
            Purpose::Bounds => PurposeName::Bounds,
            Purpose::Sharpen => PurposeName::Sharpen,
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReasonName {
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

impl From<Reason> for ReasonName {
    fn from(reason: Reason) -> ReasonName {
        match reason {
            Reason::Verified => ReasonName::Verified,
            Reason::Settled => ReasonName::Settled,
            Reason::EffortSpent => ReasonName::EffortSpent,
            Reason::Forced => ReasonName::Forced,
            Reason::MemoryFull => ReasonName::MemoryFull,
        }
    }
}

/// Why SELECT ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SelectedName {
    /// No other move can hope for as much as the best is worth.
    Separated,
    /// No other move is likely enough to reach the target.
    NoContender,
    /// The others that are likely enough rest on the same positions as the best. Searching these
    /// cannot separate them.
    SameLeaf,
    /// What was likely enough leads to nothing that could be expanded.
    Exhausted,
    /// Its effort was spent.
    EffortSpent,
}

impl From<Selected> for SelectedName {
    fn from(why: Selected) -> SelectedName {
        match why {
            Selected::Separated => SelectedName::Separated,
            Selected::NoContender => SelectedName::NoContender,
            Selected::SameLeaf => SelectedName::SameLeaf,
            Selected::Exhausted => SelectedName::Exhausted,
            Selected::EffortSpent => SelectedName::EffortSpent,
        }
    }
}

/// Why the search or SELECT ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Why {
    /// In `done`.
    Search(ReasonName),
    /// In `select-ended`.
    Select(SelectedName),
}

/// What happened, and the fields that an event of this name has besides `nodes`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EventName {
    /// SELECT begins.
    #[default]
    SelectBegan,
    /// SELECT has a new target. Fields: `target`.
    Aimed,
    /// SELECT has made its choice. Fields: `move`, `san`, `why`.
    SelectEnded,
    /// VERIFY tries to bring this move down to the target. Fields: `move`, `san`, `target`.
    VerifyBegan,
    /// VERIFY has brought the move down. Fields: `move`, `san`.
    Refuted,
    /// A job is handed out. Fields: `job`, `purpose`, `phase`, `path`, `key`, and `target` if it
    /// was chosen by one.
    HandedOut,
    /// A job came back. Fields: `job`, `purpose`, `late`.
    Completed,
    /// A job was given up. Fields: `job`.
    Abandoned,
    /// A position lies on a cycle, with so many others. Fields: `key`, `positions`.
    Repeats,
    /// Memory was full. So many positions forgot their moves and kept their values (`folded`); they
    /// are not expanded until they are expanded again. So many could not be reached any more and
    /// were freed (`freed`). So many are left (`positions`).
    Folded,
    /// The game went on by a move. So many positions lie under it (`positions`), and so many were
    /// freed (`freed`). What follows is another search, by the other side.
    Advanced,
    /// The best root move or its value is another than before. Fields: `move`, `san`, `real`,
    /// `other`.
    NewBest,
    /// Another reply to the selected move is best. Fields: `move`, `san`, `real`.
    NewReply,
    /// The search ended; if effort is left it may go on. Fields: `move`, `san`, `real`, `why`.
    Done,
}
