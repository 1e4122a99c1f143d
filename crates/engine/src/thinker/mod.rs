//! B* thinks about a chess position (docs/search.md).
//!
//! [`Thinker`] runs the search until it has decided or its effort is used up, and leaves a
//! [`Thought`]: the decision, the whole tree, the event log. Its loop is in `jobs`:
//!
//! 1. The library [`bstar`] says which position to expand next. It knows nothing of chess.
//! 2. [`prober`] answers by small alpha-beta searches, the probes. [`optimism`] says what a move
//!    may still gain. [`bstar_thought::scale`] turns centipawns into points.
//! 3. The library takes the answer and updates its values.
//!
//! `run` is a search under way, `rules` are the library's settings, `effort` says how much there is
//! of it and how deep probes may be, `root_expansion` begins, and `going_on` uses what is left when
//! the tree has decided.
//!
//! Around that loop: `plan` says which stages a search has, and who decides. `root_search` is one
//! deep alpha-beta search that begins, where the plan has one, and judges what the tree proposes.
//! `reuse` goes on in the tree of the search before. `memory` keeps everything within a limit.
//! `how_sure` says whether the choice of a root search is contested. [`options`] switches parts
//! off.

mod effort;
mod going_on;
mod how_sure;
pub mod identity;
mod jobs;
mod memory;
pub mod optimism;
pub mod options;
pub(crate) mod plan;
pub mod prober;
mod reuse;
mod root_expansion;
mod root_result;
mod root_search;
mod rules;
mod run;
mod tree;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use bstar::{Decision, Search, Side};
use bstar_alphabeta::{Searcher, Team, Techniques, Watch};
use bstar_board::{Color, Game, Move, Position};

use crate::clock::Timekeeper;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::{CostModel, DeeperSearch, Snapshot, Spent, Thought};
pub use bstar_thought::{Forgotten, LoggedEvent};
use identity::{Naming, class};
pub use options::{BstarOptions, UnknownPart};
use plan::{Pace, Plan};
use prober::Prober;
use prober::hands::{Hands, Shared, work};
use prober::queue::Queue;
pub use prober::simulation::Processors;
use reuse::seen_twice;
pub(crate) use reuse::{ReusedTree, TreeCache};
use run::Run;
use tree::Tree;

/// The techniques of a prober. A search of a few plies overlooks too much if it skips or reduces
/// late moves.
pub fn probe_techniques(usual: Techniques) -> Techniques {
    Techniques {
        late_move_pruning: false,
        late_move_reductions: false,
        ..usual
    }
}

/// A search begins with probes no deeper than this.
pub const MAX_PROBE_DEPTH_PLIES: u32 = 12;

/// The searchers of B*. They share a table.
pub struct Searchers<'a> {
    /// For root searches: with every technique of alpha-beta, and all threads.
    pub root_team: Team<'a>,
    /// For probes: with [`probe_techniques`]. The first is for the calling thread. If there are
    /// others, each of them gets a thread, and the first is for what needs none.
    pub probe_searchers: &'a mut [Searcher],
}

/// Thinks about one position.
pub struct Thinker<'a> {
    game: &'a Game,
    only: &'a [Move],
    options: BstarOptions,
    effort: Effort,
    plan: Plan,
    watch: &'a dyn Watch,
    ponder: Option<&'a Stop>,
    clock: Option<&'a Timekeeper<'a>>,
    memory: Option<usize>,
    processors: Option<Processors>,
    started: Instant,
}

impl<'a> Thinker<'a> {
    /// Thinks about the position of a game. If `only` has any moves, it considers only those. The
    /// time of the effort is the time planned for it.
    pub fn new(
        game: &'a Game,
        only: &'a [Move],
        options: BstarOptions,
        effort: Effort,
        watch: &'a dyn Watch,
    ) -> Thinker<'a> {
        Thinker {
            game,
            only,
            options,
            effort,
            plan: Plan::of(&options, &effort, Pace::Fixed),
            watch,
            ponder: None,
            clock: None,
            memory: None,
            processors: None,
            started: Instant::now(),
        }
    }

    /// Thinks on the opponent's time. Until the opponent has played the expected move, no time
    /// counts as used.
    pub fn pondering(self, stop: &'a Stop) -> Thinker<'a> {
        Thinker {
            ponder: Some(stop),
            ..self
        }
    }

    /// Thinks on a clock: it says when a settled choice has had time enough.
    pub(crate) fn on_a_clock(self, clock: &'a Timekeeper<'a>) -> Thinker<'a> {
        Thinker {
            plan: Plan::of(&self.options, &self.effort, Pace::Clock),
            clock: Some(clock),
            ..self
        }
    }

    /// Limits the bytes of the tree, the records of probes, and the event log.
    pub fn within(self, bytes: usize) -> Thinker<'a> {
        Thinker {
            memory: Some(bytes),
            ..self
        }
    }

    /// Thinks as if many processors made the probes. [`Thought::simulated_time`] says how long they
    /// would have taken.
    pub fn simulating(self, processors: Processors) -> Thinker<'a> {
        Thinker {
            processors: Some(processors),
            ..self
        }
    }

    /// Thinks until it has decided, or its effort is used up, or the watch stops it.
    pub fn think(&self, searchers: Searchers, tell: &mut dyn FnMut(&Snapshot)) -> Thought {
        self.think_from(None, searchers, tell)
    }

    /// Does the same, and goes on in an earlier tree of this position if there is one.
    pub(crate) fn think_from(
        &self,
        reused: Option<ReusedTree>,
        searchers: Searchers,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Thought {
        let Searchers {
            root_team,
            probe_searchers,
        } = searchers;
        let shared = Shared {
            watch: self.watch,
            keys: self.game.keys().into(),
            nodes: Arc::default(),
        };
        let (own, others) = probe_searchers
            .split_first_mut()
            .expect("somebody makes probes");
        if let Some(processors) = self.processors {
            let hands = Hands::simulated(own, shared, processors);
            return self.think_with(hands, root_team, reused, tell);
        }
        if others.is_empty() {
            return self.think_with(Hands::alone(own, shared), root_team, reused, tell);
        }
        let requests = Arc::new(Queue::default());
        std::thread::scope(|scope| {
            let for_others = (Arc::clone(&requests), shared.clone());
            let hire = move |searcher| {
                let (requests, shared) = for_others.clone();
                std::thread::Builder::new()
                    .spawn_scoped(scope, move || work(searcher, &requests, shared))
                    .is_ok()
            };
            let hands = Hands::several(own, others, shared, requests, Box::new(hire));
            self.think_with(hands, root_team, reused, tell)
        })
    }

    fn think_with<'h>(
        &self,
        hands: Hands<'h>,
        root_team: Team<'h>,
        reused: Option<ReusedTree>,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Thought {
        let position = self.game.position();
        let mut prober = Prober::new(hands, Naming::for_root(position), self.options.rules);
        prober.threat_reduction = self.options.threat_reduction;
        prober.node_limit = Cell::new(self.effort.node_limit().unwrap_or(u64::MAX));
        let tree = Tree::new(self.new_search(), prober.new_records());
        let mut run = Run::new(tree, prober, root_team, self.effort, self.memory);
        if let Some(reused) = reused {
            self.adopt_tree(&mut run, reused);
        }
        let decision = position
            .has_legal_move()
            .then(|| self.run(&mut run, tell))
            .flatten();
        run.note();
        if decision.is_some() {
            self.tell(&run, &[], decision, tell);
        }
        let (root_cost, previous_costs) = (run.tree.root_cost, run.previous_costs);
        let mut thought = Thought {
            position: position.clone(),
            decision,
            probe_depth: run.tree.probe_depth,
            root_probe_depth: run.root_probe_depth,
            probes: run.prober.probes.get(),
            nodes: run.prober.nodes(),
            nodes_below_root: run.nodes_below_root,
            largest_probe: run.prober.largest.get(),
            root_effort: run.root_effort,
            simulated_time: run.prober.simulated_time(),
            refused_threads: run.refused_threads.max(run.prober.refused_threads()),
            root_stability: run.root_stability,
            expansions: run.tree.search.expansions(),
            all_expansions: run.other_expansions + run.tree.search.expansions(),
            reused_positions: run.reused_positions,
            forgotten: run.tree.log.forgotten,
            events: run.tree.log.events,
            records: Rc::unwrap_or_clone(run.tree.records).into_inner(),
            search: run.tree.search,
            ended_early: decision.is_some() && (run.is_uncontested || !run.is_stopped),
            proposal: run.proposal,
            time: self.started.elapsed(),
            endings: run.prober.endings.clone(),
            cost_model: CostModel::default(),
        };
        let spent = Spent {
            nodes: thought.nodes,
            expansions: thought.all_expansions,
            time: thought.time,
        };
        thought.cost_model = CostModel::of(spent, root_cost, previous_costs);
        thought
    }

    fn new_search(&self) -> Search<Move> {
        let position = self.game.position();
        let naming = Naming::for_root(position);
        let mut search = Search::new(
            naming.key(position),
            class(position),
            side(position),
            self.config(),
        )
        .expect("the settings make sense");
        search.set_drawn(seen_twice(self.game, naming));
        search
    }

    fn run(&self, run: &mut Run, tell: &mut dyn FnMut(&Snapshot)) -> Option<Decision<Move>> {
        let decision = self.decide(run, tell)?;
        match self.best_by_tables(run, decision) {
            Some(known) => Some(known),
            None => Some(self.choose(run, decision)),
        }
    }

    fn tell(
        &self,
        run: &Run,
        found: &[bstar::Child<Move>],
        decision: Option<Decision<Move>>,
        tell: &mut dyn FnMut(&Snapshot),
    ) {
        let records = run.tree.records.borrow();
        let snapshot = Snapshot {
            game: self.game,
            search: &run.tree.search,
            records: &records,
            probed_root: found,
            events: &run.tree.log.events,
            forgotten: run.tree.log.forgotten,
            bytes: run.bytes(),
            decision,
            depth: run.tree.deepest,
            root_search_depth: run.root_effort.depth,
            probe_depth: run.tree.probe_depth,
            nodes: run.prober.nodes(),
            expansions: run.tree.search.expansions(),
            deeper: None,
        };
        match &run.decided {
            // A deeper search that has not decided is only an attachment to the snapshot.
            Some(decided) => tell(&Snapshot {
                search: &decided.tree.search,
                records: &decided.tree.records.borrow(),
                probed_root: &[],
                events: &decided.tree.log.events,
                forgotten: decided.tree.log.forgotten,
                depth: decided.tree.deepest,
                probe_depth: decided.tree.probe_depth,
                expansions: decided.tree.search.expansions(),
                deeper: Some(DeeperSearch {
                    search: &run.tree.search,
                    events: &run.tree.log.events,
                    forgotten: run.tree.log.forgotten,
                    probe_depth: run.tree.probe_depth,
                }),
                ..snapshot
            }),
            None => tell(&snapshot),
        }
    }
}

fn side(position: &Position) -> Side {
    match position.side_to_move() {
        Color::White => Side::Max,
        Color::Black => Side::Min,
    }
}
