//! What a search of a chess position leaves: data that the engine writes and others read.
//!
//! Nothing here searches. The engine fills these types while it runs and at its end; the explainer,
//! the page, the command line and the laboratory read them, and need no engine for that.
//!
//! * A [`Thought`] is a finished search by B*: the decision, the tree, the [records](ProbeRecords)
//!   of its probes and the [event log](LoggedEvent). A [`Snapshot`] is the same of a search that
//!   still runs. Both answer in the words of people: the [lines](Lines) of best play, the scores of
//!   the root's moves, and [how sure](HowSure) the choice is.
//! * A [`SearchReport`] is news from any search on its way, a [`SearchResult`] its end. They hold
//!   [scores](bstar_board::score::Score) and moves, no tree.
//! * [`Points`] are what B* counts in. [`scale`] converts centipawns into them by a [`WdlModel`]:
//!   what such positions scored in the engine's own games.
//!
//! How data passes through: the prober [remembers](ProbeRecords::remember) what each probe found,
//! and the tree's events go into an [`EventLog`]. On the way a `Snapshot` borrows all of it. At the
//! end the engine moves it into a `Thought`, with what the search has cost ([`CostModel`]), so that
//! the next search can go on in the same tree.
//!
//! `docs/glossary.md` explains the words.

mod cost_model;
mod event_log;
pub mod how_sure;
mod lines;
mod records;
mod report;
pub mod scale;
mod thought;
mod wdl;

pub use cost_model::{CostModel, Spent};
pub use event_log::{EventLog, Forgotten, LoggedEvent};
pub use lines::Lines;
pub use records::{ProbeRecord, ProbeRecords};
pub use report::{
    HowSure, Proposal, ProposalJudgement, ReplyRank, SearchReport, SearchResult, TreeFacts,
};
pub use scale::Points;
pub use thought::{
    DeeperSearch, Ranked, RootEffort, RootMoveValues, RootStability, Snapshot, Thought,
};
pub use wdl::WdlModel;

use bstar_board::Position;

/// The share of the pieces of the start that is still on the board, 0 to 1.
pub fn phase(position: &Position) -> f64 {
    f64::from(bstar_eval::phase(position)) / f64::from(bstar_eval::FULL_PHASE)
}
