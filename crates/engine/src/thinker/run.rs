//! A search under way: its tree, its prober, and what it has spent.

use std::rc::Rc;

use bstar::{Decision, JobId, Search};
use bstar_alphabeta::Team;
use bstar_board::Move;
use bstar_kit::effort::Effort;
use bstar_thought::{CostModel, Proposal, RootEffort, RootStability};

use super::prober::Prober;
use super::root_result::RootSearchResult;
use super::rules::MIN_ACT_START_PROBABILITY;
use super::tree::Tree;

pub(super) struct Run<'a> {
    pub(super) tree: Tree,
    /// Jobs under way share it.
    pub(super) prober: Rc<Prober<'a>>,
    /// Searches the root.
    pub(super) root_team: Team<'a>,
    /// How many threads the system refused to root searches.
    pub(super) refused_threads: usize,
    pub(super) root_effort: RootEffort,
    pub(super) root_stability: Option<RootStability>,
    /// The bytes that everything here may take.
    pub(super) memory: Option<usize>,
    /// How many positions there were when memory was last checked.
    pub(super) positions: usize,
    /// How deep root moves were probed at most, in any of the searches.
    pub(super) root_probe_depth: u32,
    /// The nodes of all searches that answered jobs about other positions than the root.
    pub(super) nodes_below_root: u64,
    /// The nodes of the whole search when a job was last answered.
    pub(super) nodes_counted: u64,
    /// How many jobs were answered by probes, or are being answered.
    pub(super) jobs: u32,
    /// What the first root search found.
    pub(super) root_search: Option<RootSearchResult>,
    /// The move that the tree preferred to that of the root search, if it did.
    pub(super) proposal: Option<Proposal>,
    /// What may be used in all. It is less than the effort if the root search took less than its
    /// share.
    pub(super) limit: Effort,
    /// Whether the root search left no doubt that a tree could settle.
    pub(super) is_uncontested: bool,
    pub(super) min_act: f64,
    /// The share of the whole budget that was used when this search began.
    pub(super) used_at_start: f64,
    /// The tree that has decided, while one with deeper probes grows.
    pub(super) decided: Option<DecidedTree>,
    /// The expansions of other searches than this one.
    pub(super) other_expansions: u32,
    /// The costs of the earlier search, if this one goes on in its tree.
    pub(super) previous_costs: Option<CostModel>,
    /// How many expanded positions the reused tree had.
    pub(super) reused_positions: usize,
    pub(super) is_stopped: bool,
}

pub(super) struct DecidedTree {
    pub(super) tree: Tree,
    pub(super) decision: Decision<Move>,
}

impl<'a> Run<'a> {
    /// A search that has not begun.
    pub(super) fn new(
        tree: Tree,
        prober: Prober<'a>,
        root_team: Team<'a>,
        effort: Effort,
        memory: Option<usize>,
    ) -> Run<'a> {
        Run {
            tree,
            prober: Rc::new(prober),
            memory,
            positions: 0,
            root_team,
            refused_threads: 0,
            root_effort: RootEffort::default(),
            root_stability: None,
            root_probe_depth: 0,
            nodes_below_root: 0,
            nodes_counted: 0,
            jobs: 0,
            root_search: None,
            proposal: None,
            limit: effort,
            is_uncontested: false,
            min_act: MIN_ACT_START_PROBABILITY,
            used_at_start: 0.0,
            decided: None,
            other_expansions: 0,
            previous_costs: None,
            reused_positions: 0,
            is_stopped: false,
        }
    }

    /// Puts the tree that has decided aside, and begins another one with deeper probes.
    pub(super) fn set_aside(&mut self, search: Search<Move>, decision: Decision<Move>) {
        self.leave_half();
        let mut deeper = Tree::new(search, self.prober.new_records());
        deeper.probe_depth = self.tree.probe_depth + 1;
        deeper.deepest = 1;
        let tree = std::mem::replace(&mut self.tree, deeper);
        self.other_expansions += tree.search.expansions();
        self.decided = Some(DecidedTree { tree, decision });
        self.min_act = MIN_ACT_START_PROBABILITY;
    }

    /// Goes back to the tree that has decided.
    pub(super) fn restore_decided(&mut self) -> Option<Decision<Move>> {
        let decided = self.decided.take()?;
        self.other_expansions += self.tree.search.expansions();
        self.other_expansions -= decided.tree.search.expansions();
        self.tree = decided.tree;
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
            (self.root_search_depth() as usize + self.tree.probe_depth as usize + distance)
                .is_multiple_of(2);
        if self.root_search_depth() == 0 || is_even {
            self.tree.probe_depth
        } else {
            self.tree.probe_depth + 1
        }
    }

    /// A job cannot be answered: the search ends with what it knows.
    pub(super) fn give_up(&mut self, job: JobId) {
        self.tree.search.abandon(job).expect("is out");
        self.tree.search.set_effort(1.0);
        self.is_stopped = true;
    }

    pub(super) fn note(&mut self) {
        self.make_room();
        self.tree.note(self.prober.nodes());
    }
}
