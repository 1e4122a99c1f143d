//! A search under way: its tree, its prober, and what it has spent.

use bstar::{Decision, JobId, Search};
use bstar_alphabeta::Team;
use bstar_board::Move;

use super::memory::EventLog;
use super::prober::Prober;
use super::reuse::CostModel;
use super::root_search::RootSearchResult;
use super::rules::MIN_ACT_START_PROBABILITY;
use super::{LoggedEvent, ProbeRecords, RootEffort, RootStability, SearchBudget};
use crate::report::Proposal;

pub(super) struct Run<'a> {
    pub(super) search: Search<Move>,
    pub(super) prober: Prober<'a>,
    /// Searches the root.
    pub(super) root_team: Team<'a>,
    /// How many threads the system refused to root searches.
    pub(super) refused_threads: usize,
    pub(super) root_effort: RootEffort,
    pub(super) root_stability: Option<RootStability>,
    pub(super) log: EventLog,
    /// The bytes that everything here may take.
    pub(super) memory: Option<usize>,
    /// How many positions there were when memory was last checked.
    pub(super) positions: usize,
    /// The depth of the probes.
    pub(super) depth: u32,
    /// How deep root moves were probed at most, in any of the searches.
    pub(super) root_probe_depth: u32,
    /// The nodes of all searches that answered jobs about other positions than the root.
    pub(super) nodes_below_root: u64,
    /// What the first root search found.
    pub(super) root_search: Option<RootSearchResult>,
    /// The move that the tree preferred to that of the root search, if it did.
    pub(super) proposal: Option<Proposal>,
    /// What may be used in all. It is less than the budget if the root search took less than its
    /// share.
    pub(super) limit: SearchBudget,
    /// Whether the root search left no doubt that a tree could settle.
    pub(super) is_uncontested: bool,
    pub(super) deepest: u32,
    pub(super) min_act: f64,
    /// The share of the whole budget that was used when this search began.
    pub(super) used_at_start: f64,
    /// The search that has decided, while a deeper one runs.
    pub(super) decided: Option<DecidedSearch>,
    /// The expansions of other searches than this one.
    pub(super) other_expansions: u32,
    /// The nodes that the root of this search cost, if it was probed.
    pub(super) root_cost: Option<u64>,
    /// The costs of the earlier search, if this one goes on in its tree.
    pub(super) previous_costs: Option<CostModel>,
    /// How many expanded positions the reused tree had.
    pub(super) reused_positions: usize,
    pub(super) is_stopped: bool,
}

/// A search that has decided.
pub(super) struct DecidedSearch {
    pub(super) search: Search<Move>,
    pub(super) records: ProbeRecords,
    pub(super) log: EventLog,
    pub(super) depth: u32,
    pub(super) deepest: u32,
    pub(super) root_cost: Option<u64>,
    pub(super) decision: Decision<Move>,
}

impl<'a> Run<'a> {
    /// A search that has not begun.
    pub(super) fn new(
        search: Search<Move>,
        prober: Prober<'a>,
        root_team: Team<'a>,
        budget: SearchBudget,
        memory: Option<usize>,
    ) -> Run<'a> {
        Run {
            search,
            prober,
            log: EventLog::default(),
            memory,
            positions: 0,
            root_team,
            refused_threads: 0,
            root_effort: RootEffort::default(),
            root_stability: None,
            depth: 0,
            root_probe_depth: 0,
            nodes_below_root: 0,
            root_search: None,
            proposal: None,
            limit: budget,
            is_uncontested: false,
            deepest: 0,
            min_act: MIN_ACT_START_PROBABILITY,
            used_at_start: 0.0,
            decided: None,
            other_expansions: 0,
            root_cost: None,
            previous_costs: None,
            reused_positions: 0,
            is_stopped: false,
        }
    }

    /// Puts the search that has decided aside, and begins another one with deeper probes.
    pub(super) fn set_aside(&mut self, search: Search<Move>, decision: Decision<Move>) {
        self.leave_half();
        self.decided = Some(DecidedSearch {
            search: std::mem::replace(&mut self.search, search),
            records: self.prober.records.take(),
            log: std::mem::take(&mut self.log),
            depth: self.depth,
            deepest: self.deepest,
            root_cost: self.root_cost.take(),
            decision,
        });
        self.depth += 1;
        self.deepest = 1;
        self.min_act = MIN_ACT_START_PROBABILITY;
        self.other_expansions += self
            .decided
            .as_ref()
            .map_or(0, |decided| decided.search.expansions());
    }

    /// Goes back to the search that has decided.
    pub(super) fn restore_decided(&mut self) -> Option<Decision<Move>> {
        let decided = self.decided.take()?;
        self.other_expansions += self.search.expansions();
        self.other_expansions -= decided.search.expansions();
        self.search = decided.search;
        self.prober.records = decided.records;
        self.log = decided.log;
        self.depth = decided.depth;
        self.deepest = decided.deepest;
        self.root_cost = decided.root_cost;
        Some(decided.decision)
    }

    /// The depth of the first root search; 0 if there was none.
    pub(super) fn root_search_depth(&self) -> u32 {
        self.root_search
            .as_ref()
            .map_or(0, |root_search| root_search.depth)
    }

    /// The depth of the probes at this distance from the root.
    ///
    /// Values found at different distances are compared, and the side that moves last seems better
    /// off than it is. So all lines end with a move of the same side as those of the root search.
    pub(super) fn depth_at(&self, distance: usize) -> u32 {
        let is_even =
            (self.root_search_depth() as usize + self.depth as usize + distance).is_multiple_of(2);
        if self.root_search_depth() == 0 || is_even {
            self.depth
        } else {
            self.depth + 1
        }
    }

    /// A job cannot be answered: the search ends with what it knows.
    pub(super) fn give_up(&mut self, job: JobId) {
        self.search.abandon(job).expect("is out");
        self.search.set_effort(1.0);
        self.is_stopped = true;
    }

    pub(super) fn note(&mut self) {
        self.make_room();
        let nodes = self.prober.nodes;
        for event in self.search.take_events() {
            self.log.note(LoggedEvent { event, nodes });
        }
    }
}
