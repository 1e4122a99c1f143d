//! B* thinks about a chess position (docs/search.md).
//!
//! [`Thinker`] runs the search until it has decided or its budget is used up, and leaves a
//! [`Thought`]: the decision, the whole tree, the event log. Its loop is `decide`:
//!
//! 1. The library [`bstar`] says which position to expand next. It knows nothing of chess.
//! 2. [`prober`] answers by small alpha-beta searches, the probes. [`optimism`] says what a move
//!    may still gain. [`scale`] turns centipawns into points.
//! 3. The library takes the answer and updates its values.
//!
//! Around that loop: `root_search` begins with one deep alpha-beta search on a clock, where it also
//! confirms the tree's choice at the end, and where the choice is explained. `time_extension` takes
//! more time for hard moves. `reuse` goes on in the tree of the search before. [`memory`] keeps
//! everything within a limit. [`lines`] and [`thought`] tell what was found, and [`how_sure`] how
//! likely another move is better. [`options`] switches parts off.

pub mod how_sure;
pub mod identity;
pub mod lines;
pub mod memory;
pub mod optimism;
pub mod options;
pub mod prober;
mod reuse;
mod root_search;
pub mod scale;
pub mod thought;
mod time_extension;

use std::time::{Duration, Instant};

use bstar::{
    Asking, Config, Decision, Distribution, Dithering, Event, ExpansionLimits, Guide, Independence,
    Job, JobId, Next, Phase, Purpose, Reason, Search, Selected, Side, Stopping,
};
use bstar_alphabeta::{Searcher, Techniques, Watch};
use bstar_board::{Color, Game, Move, Position};

use crate::clock::Timekeeper;
use crate::report::Proposal;
use bstar_kit::signals::Signals;
use identity::{Naming, class};
pub use lines::Lines;
use memory::EventLog;
pub use memory::{Forgotten, ProbeRecords};
pub use options::{BstarOptions, UnknownPart};
use prober::Prober;
use reuse::{CostModel, seen_twice};
pub(crate) use reuse::{ReusedTree, TreeCache};
use root_search::{RootSearchResult, SECOND_SEARCH_MAX_USED_SHARE};
pub use scale::Points;
use scale::SCALE;
use thought::is_mate_by_mover;
pub use thought::{
    DeeperSearch, LoggedEvent, Ranked, RootEffort, RootMoveValues, RootStability, Snapshot, Thought,
};

/// The techniques of a prober. A search of a few plies overlooks too much if it skips or reduces
/// late moves.
pub fn probe_techniques(usual: Techniques) -> Techniques {
    Techniques {
        late_move_pruning: false,
        late_move_reductions: false,
        ..usual
    }
}

/// How much a search may use. The first limit that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchBudget {
    /// Nodes of all probes.
    pub nodes: Option<u64>,
    /// The time planned for it.
    pub time: Option<Duration>,
    /// Expansions.
    pub expansions: Option<u32>,
    /// The depth of the longest line expanded, in plies.
    pub depth: Option<u32>,
    /// Whether the search may end early and save the rest for later when one move is clearly best.
    pub may_save_time: bool,
}

/// The depth of probes if no budget says how deep they can be.
const DEFAULT_PROBE_DEPTH_PLIES: u32 = 4;
/// A search begins with probes no deeper than this.
pub const MAX_PROBE_DEPTH_PLIES: u32 = 12;
/// No probes are deeper than this, even where shallower ones find nothing more.
const MAX_RETRY_PROBE_DEPTH_PLIES: u32 = 40;
/// From this budget on, a few seconds' worth, there is room for all the expansions there should be.
const FULL_ROOM_NODES: f64 = 5e6;
/// A budget without a limit is planned as if it were this many nodes.
const ASSUMED_ENDLESS_NODES: u64 = 20_000_000;

/// The two searchers of B*. They share a table.
pub struct Searchers<'a> {
    /// For root searches: with every technique of alpha-beta.
    pub root_searcher: &'a mut Searcher,
    /// For probes: with [`probe_techniques`].
    pub probe_searcher: &'a mut Searcher,
}

/// Thinks about one position.
pub struct Thinker<'a> {
    game: &'a Game,
    only: &'a [Move],
    options: BstarOptions,
    budget: SearchBudget,
    watch: &'a dyn Watch,
    ponder: Option<&'a Signals>,
    clock: Option<&'a Timekeeper<'a>>,
    memory: Option<usize>,
    started: Instant,
}

impl<'a> Thinker<'a> {
    /// Thinks about the position of a game. If `only` has any moves, it considers only those.
    pub fn new(
        game: &'a Game,
        only: &'a [Move],
        options: BstarOptions,
        budget: SearchBudget,
        watch: &'a dyn Watch,
    ) -> Thinker<'a> {
        Thinker {
            game,
            only,
            options,
            budget,
            watch,
            ponder: None,
            clock: None,
            memory: None,
            started: Instant::now(),
        }
    }

    /// Thinks on the opponent's time. Until the opponent has played the expected move, no time
    /// counts as used.
    pub fn pondering(self, signals: &'a Signals) -> Thinker<'a> {
        Thinker {
            ponder: Some(signals),
            ..self
        }
    }

    /// Thinks on a clock that can give more time for a hard move.
    pub(crate) fn on_a_clock(self, clock: &'a Timekeeper<'a>) -> Thinker<'a> {
        Thinker {
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

    /// Thinks until it has decided, or its budget is used up, or the watch stops it.
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
        let position = self.game.position();
        let naming = Naming::for_root(position);
        let mut prober = Prober::new(
            searchers.probe_searcher,
            self.watch,
            naming,
            self.options.rules,
            self.game.keys(),
        );
        prober.node_limit = self.budget.nodes.unwrap_or(u64::MAX);
        prober.threat_reduction = self.options.threat_reduction;
        let mut run = Run {
            search: self.new_search(),
            prober,
            log: EventLog::default(),
            memory: self.memory,
            positions: 0,
            root_searcher: searchers.root_searcher,
            root_effort: RootEffort::default(),
            root_stability: None,
            depth: 0,
            root_probe_depth: 0,
            nodes_below_root: 0,
            root_search: None,
            proposal: None,
            wanted_time_share: 1.0,
            deepest: 0,
            min_act: MIN_ACT_START_PROBABILITY,
            used_at_start: 0.0,
            decided: None,
            other_expansions: 0,
            root_cost: None,
            previous_costs: None,
            reused_positions: 0,
            is_too_shallow: false,
            is_stopped: false,
        };
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
        let (root_cost, previous_costs) = (run.root_cost, run.previous_costs);
        let mut thought = Thought {
            position: position.clone(),
            decision,
            probe_depth: run.depth,
            root_probe_depth: run.root_probe_depth,
            probes: run.prober.probes,
            nodes: run.prober.nodes,
            nodes_below_root: run.nodes_below_root,
            largest_probe: run.prober.largest,
            root_effort: run.root_effort,
            root_stability: run.root_stability,
            expansions: run.search.expansions(),
            all_expansions: run.other_expansions + run.search.expansions(),
            reused_positions: run.reused_positions,
            forgotten: run.log.forgotten,
            events: run.log.events,
            records: run.prober.records,
            search: run.search,
            ended_early: decision.is_some() && !run.is_stopped,
            proposal: run.proposal,
            time: self.started.elapsed(),
            cost_model: CostModel::default(),
        };
        thought.cost_model = CostModel::of(&thought, root_cost, previous_costs);
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

    fn config(&self) -> Config {
        Config {
            scale: SCALE,
            distribution: Distribution::Custom(chance_of_hope),
            guide: if self.options.probabilities {
                Guide::Probability
            } else {
                Guide::Hope
            },
            independence: if self.options.reply_groups {
                Independence::ReplyGroups
            } else {
                Independence::All
            },
            dithering: if self.options.dithering {
                Dithering::default()
            } else {
                Dithering::Off
            },
            asking: match (self.options.as_needed, self.has_root_search()) {
                (false, _) => Asking::Exactly,
                (true, false) => Asking::AsNeeded,
                (true, true) => Asking::BestFirst,
            },
            stopping: Stopping::MinAct {
                start: MIN_ACT_START_PROBABILITY,
                end: MIN_ACT_END_PROBABILITY,
            },
            limits: self.budget.expansions.map(limits_of),
            margin: if self.has_root_search() {
                REFUTED_MARGIN_POINTS
            } else {
                1
            },
            discount: optimism::discounted,
            ..Config::default()
        }
    }

    fn run(&self, run: &mut Run, tell: &mut dyn FnMut(&Snapshot)) -> Option<Decision<Move>> {
        let decision = self.decide(run, tell)?;
        Some(self.confirm(run, decision, tell))
    }

    fn decide(&self, run: &mut Run, tell: &mut dyn FnMut(&Snapshot)) -> Option<Decision<Move>> {
        if !run.search.root().is_expanded() {
            self.expand_root(run, tell)?;
        }
        self.tell(run, &[], None, tell);
        let mut is_untested = false;
        loop {
            self.extend_time_if_hard(run);
            run.is_stopped |= self.used(run) >= 1.0;
            if !is_untested {
                run.search.set_effort(self.share(run));
            }
            match run.search.next() {
                Next::Work(job) if !self.options.verify && run.search.phase() == Phase::Verify => {
                    // VERIFY is switched off: the choice of SELECT stands.
                    run.search.abandon(job.id).expect("is out");
                    run.search.set_effort(1.0);
                    is_untested = true;
                }
                Next::Work(job) => {
                    let depth = run.depth_at(job.path.len());
                    let answer = self
                        .answer_by_root_search(run, &job)
                        .or_else(|| self.answer_by_probes(run, &job, &[], depth));
                    match answer {
                        Some(children) => {
                            if let Err(error) = run.search.complete(job.id, children) {
                                // In a release build the game goes on with what is known.
                                debug_assert!(false, "probes answer what was asked: {error}");
                                run.give_up(job.id);
                                continue;
                            }
                            run.deepest = run.deepest.max(job.path.len() as u32 + 1);
                            run.note();
                            self.tell(run, &[], None, tell);
                            self.divide_among_phases(run, job.purpose);
                        }
                        None => run.give_up(job.id),
                    }
                }
                Next::Wait => unreachable!("no job is out"),
                Next::Done(decision) => {
                    run.note();
                    is_untested = false;
                    let is_broken_off = run.is_stopped || decision.reason == Reason::MemoryFull;
                    if is_broken_off && run.decided.is_some() {
                        return run.restore_decided();
                    }
                    run.decided = None;
                    if self.budget.may_save_time && is_clear(&run.search, decision) {
                        return Some(decision);
                    }
                    if run.is_too_shallow {
                        if !self.restart_deeper(run, decision, tell) {
                            return Some(decision);
                        }
                        continue;
                    }
                    if !self.lower_min_act(run, decision) && !self.try_deeper_probes(run, decision)
                    {
                        return Some(decision);
                    }
                }
            }
        }
    }

    /// Answers a job by probes of a depth, and counts whether they were made for the root.
    fn answer_by_probes(
        &self,
        run: &mut Run,
        job: &Job<Move>,
        only: &[Move],
        depth: u32,
    ) -> Option<Vec<bstar::Child<Move>>> {
        let before = run.prober.nodes;
        let position = self.position_after(&job.path);
        let answer = run.prober.answer(&position, job, only, depth);
        let nodes = run.prober.nodes - before;
        if !job.path.is_empty() {
            run.nodes_below_root += nodes;
        } else if nodes > 0 {
            run.root_probe_depth = run.root_probe_depth.max(depth);
        }
        answer
    }

    /// The share of the whole budget that is used, 0 to 1.
    fn used(&self, run: &Run) -> f64 {
        let is_deep = self.budget.depth.is_some_and(|depth| run.deepest >= depth);
        if self.watch.should_stop() || run.is_stopped || is_deep {
            return 1.0;
        }
        let nodes = self
            .budget
            .nodes
            .map_or(0.0, |nodes| run.prober.nodes as f64 / nodes.max(1) as f64);
        let time = self.time_used() / run.wanted_time_share;
        let expansions = self.budget.expansions.map_or(0.0, |expansions| {
            f64::from(run.search.expansions()) / f64::from(expansions.max(1))
        });
        nodes.max(time).max(expansions).min(1.0)
    }

    /// The share that is used of the budget this search can have, 0 to 1.
    fn share(&self, run: &Run) -> f64 {
        let used = self.used(run);
        if used >= 1.0 {
            return 1.0;
        }
        if run.is_too_shallow {
            return self.shallow_tree_share(used);
        }
        (used - run.used_at_start) / (1.0 - run.used_at_start)
    }

    /// Expands the root. Probes get deeper step by step, so that a move is known soon and the depth
    /// fits the budget.
    fn expand_root(&self, run: &mut Run, tell: &mut dyn FnMut(&Snapshot)) -> Option<()> {
        let Next::Work(job) = run.search.next() else {
            return None;
        };
        let position = self.game.position();
        let mut found = self.first_root_search(run, tell);
        let mut costs = vec![0];
        let deepest = if found.is_some() {
            0
        } else {
            MAX_PROBE_DEPTH_PLIES
        };
        for depth in 1..=deepest {
            let before = run.prober.nodes;
            let Some(children) = self.answer_by_probes(run, &job, self.only, depth) else {
                break;
            };
            self.set_root_value_from(run, &children);
            run.depth = depth;
            run.deepest = 1;
            self.tell(run, &children, None, tell);
            let is_decided = self.is_decided(depth, &children);
            found = Some(children);
            costs.push(run.prober.nodes - before);
            run.root_cost = Some(run.prober.nodes - before);
            if is_decided || self.is_deep_enough(run, depth, &costs) {
                break;
            }
        }
        let depth = run.depth as i32
            + if self.options.probe_depth == 0 {
                self.options.depth_change
            } else {
                0
            };
        run.depth = depth.clamp(1, MAX_PROBE_DEPTH_PLIES as i32) as u32;
        if let Some(children) = &found {
            self.set_root_value_from(run, children);
        }
        let children = found.or_else(|| {
            // Not even one ply was searched. Any move will do, and all count as draws.
            run.is_stopped = true;
            let draw = bstar::Span::exact(SCALE.draw);
            let child = |mv: Move| {
                let child = bstar::Child::new(mv, run.prober.key(&position.after(mv))).real(draw);
                match position.side_to_move() {
                    Color::White => child.max_bound(draw),
                    Color::Black => child.min_bound(draw),
                }
            };
            let children: Vec<_> = self.root_moves().into_iter().map(child).collect();
            Some(children).filter(|children| !children.is_empty())
        })?;
        run.search
            .complete(job.id, children)
            .expect("probes answer what was asked");
        run.deepest = 1;
        run.note();
        self.divide_among_phases(run, Purpose::Expand);
        Some(())
    }

    /// Sets the value of the root to that of its best move.
    fn set_root_value_from(&self, run: &mut Run, children: &[bstar::Child<Move>]) {
        let mover = self.game.position().side_to_move();
        let real = |child| worth(child, mover).unwrap_or(Points::DRAW);
        let best = children.iter().map(real).max().unwrap_or(Points::DRAW);
        self.set_root_value(run, best);
    }

    fn set_root_value(&self, run: &mut Run, best: Points) {
        let mover = self.game.position().side_to_move();
        run.prober.root_values[mover as usize] = best;
        run.prober.root_values[!mover as usize] = best.for_other_side();
    }

    /// Whether there is nothing to decide: a move mates, or only one is legal. An analysis without
    /// limits goes on, because its user wants to know the value.
    fn is_decided(&self, depth: u32, children: &[bstar::Child<Move>]) -> bool {
        let position = self.game.position();
        let win = match position.side_to_move() {
            Color::White => bstar::Outcome::MaxWins,
            Color::Black => bstar::Outcome::MinWins,
        };
        let is_forced = depth >= DEFAULT_PROBE_DEPTH_PLIES && position.legal_moves().len() == 1;
        children.iter().any(|child| child.outcome == Some(win))
            || (is_forced && self.budget != SearchBudget::default())
    }

    /// The whole budget in nodes, at so many nodes a second; `None` if only expansions or depth are
    /// limited.
    fn budget_in_nodes(&self, speed: f64) -> Option<u64> {
        match (self.budget.nodes, self.budget.time) {
            (Some(nodes), _) => Some(nodes),
            (None, Some(time)) => Some((time.as_secs_f64() * speed) as u64),
            (None, None) if self.budget.expansions.is_some() || self.budget.depth.is_some() => None,
            (None, None) => Some(ASSUMED_ENDLESS_NODES),
        }
    }

    /// The nodes per second so far.
    fn speed(&self, run: &Run) -> f64 {
        run.prober.nodes as f64 / self.started.elapsed().as_secs_f64().max(1e-4)
    }

    fn is_deep_enough(&self, run: &Run, depth: u32, costs: &[u64]) -> bool {
        if self.options.probe_depth > 0 {
            return depth >= self.options.probe_depth;
        }
        if self.budget.depth.is_some() && depth >= DEFAULT_PROBE_DEPTH_PLIES {
            return true;
        }
        let Some(budget) = self.budget_in_nodes(self.speed(run)) else {
            return depth >= DEFAULT_PROBE_DEPTH_PLIES;
        };
        let cost = costs[costs.len() - 1];
        let growth = if depth < 2 {
            3.0
        } else {
            (cost as f64 / costs[costs.len() - 2].max(1) as f64).clamp(1.5, 4.0)
        };
        cost as f64 * growth * self.expansion_room(budget) > budget as f64
    }

    /// For how many expansions as expensive as the root's the budget should have room. A short
    /// search needs deep enough probes more than it needs many of them.
    fn expansion_room(&self, budget: u64) -> f64 {
        const MIN_ROOM_EXPANSIONS: f64 = 4.0;
        let part = (budget as f64 / FULL_ROOM_NODES).min(1.0).powf(2.0 / 3.0);
        (f64::from(self.options.root_cost_expansions) * part).max(MIN_ROOM_EXPANSIONS)
    }

    /// Divides what is left among the phases, by the cost of an expansion so far.
    fn divide_among_phases(&self, run: &mut Run, purpose: Purpose) {
        if purpose != Purpose::Expand || self.budget.expansions.is_some() {
            return;
        }
        let done = run.search.expansions().max(1);
        let used = self.share(run).max(1e-9);
        if self.budget.nodes.is_none() && self.budget.time.is_none() {
            return;
        }
        let all = (f64::from(done) / used).clamp(1.0, 1e6) as u32;
        run.search
            .set_limits(Some(limits_of(all)))
            .expect("the paper's division makes sense");
    }

    /// Lowers MinAct, so that the search also tries what is less likely. Returns false if the
    /// budget is used up or nothing is left to find. Without memory for another expansion nothing
    /// can be found.
    fn lower_min_act(&self, run: &mut Run, decision: Decision<Move>) -> bool {
        let is_open = !matches!(
            decision.reason,
            Reason::Forced | Reason::Settled | Reason::MemoryFull
        );
        let has_root_search = self.budget.may_save_time && run.root_search_depth() > 0;
        let is_enough = has_root_search && !has_spent_its_budget(run, decision);
        let may = self.options.use_whole_budget && !is_enough;
        if !is_open || !may || self.used(run) >= 1.0 || run.min_act < MIN_ACT_FLOOR_PROBABILITY {
            return false;
        }
        run.min_act /= 2.0;
        let stopping = Stopping::MinAct {
            start: run.min_act,
            end: run.min_act,
        };
        run.search
            .resume(stopping)
            .expect("a smaller probability makes sense");
        true
    }

    /// Starts a search with deeper probes when this one has nothing left to find. The decision so
    /// far stands until the deeper search has decided too.
    fn try_deeper_probes(&self, run: &mut Run, decision: Decision<Move>) -> bool {
        // The first tree could not be folded, so a second one would have no memory.
        let is_full = decision.reason == Reason::MemoryFull;
        let is_solved = matches!(decision.reason, Reason::Forced | Reason::Settled)
            || is_mate_by_mover(decision.real, self.game.position());
        let is_counted = self.budget.expansions.is_some() || self.budget.depth.is_some();
        let may_deepen = self.options.use_whole_budget && self.options.probe_depth == 0;
        let is_deepest = run.depth >= MAX_RETRY_PROBE_DEPTH_PLIES;
        let used = self.used(run);
        // Another root search must be able to go deeper than the first one.
        let is_late =
            used >= 1.0 || (self.has_root_search() && used > SECOND_SEARCH_MAX_USED_SHARE);
        if is_full || is_solved || is_counted || !may_deepen || is_deepest || is_late {
            return false;
        }
        run.used_at_start = used;
        run.set_aside(self.new_search(), decision);
        let Next::Work(job) = run.search.next() else {
            unreachable!("a new search wants its root")
        };
        let before = run.prober.nodes;
        let answer = self
            .first_root_search(run, &mut |_| {})
            .or_else(|| self.answer_by_probes(run, &job, self.only, run.depth));
        match answer {
            Some(children) => {
                run.root_cost = Some(run.prober.nodes - before);
                self.set_root_value_from(run, &children);
                run.search
                    .complete(job.id, children)
                    .expect("probes answer what was asked");
                run.note();
                self.divide_among_phases(run, Purpose::Expand);
                true
            }
            None => {
                run.restore_decided();
                run.is_stopped = true;
                false
            }
        }
    }

    fn position_after(&self, path: &[Move]) -> Position {
        path.iter()
            .fold(self.game.position().clone(), |position, &mv| {
                position.after(mv)
            })
    }

    fn tell(
        &self,
        run: &Run,
        found: &[bstar::Child<Move>],
        decision: Option<Decision<Move>>,
        tell: &mut dyn FnMut(&Snapshot),
    ) {
        let snapshot = Snapshot {
            game: self.game,
            search: &run.search,
            records: &run.prober.records,
            probed_root: found,
            events: &run.log.events,
            forgotten: run.log.forgotten,
            bytes: run.bytes(),
            decision,
            depth: run.deepest,
            probe_depth: run.depth,
            nodes: run.prober.nodes,
            expansions: run.search.expansions(),
            deeper: None,
        };
        match &run.decided {
            // A deeper search that has not decided is only an attachment to the snapshot.
            Some(decided) => tell(&Snapshot {
                search: &decided.search,
                records: &decided.records,
                probed_root: &[],
                events: &decided.log.events,
                forgotten: decided.log.forgotten,
                depth: decided.deepest,
                probe_depth: decided.depth,
                expansions: decided.search.expansions(),
                deeper: Some(DeeperSearch {
                    search: &run.search,
                    events: &run.log.events,
                    forgotten: run.log.forgotten,
                    probe_depth: run.depth,
                }),
                ..snapshot
            }),
            None => tell(&snapshot),
        }
    }
}

/// After a root search, its move is refuted only when it falls this far below the second-best one,
/// a twentieth of a game.
const REFUTED_MARGIN_POINTS: u32 = 500;

/// A move this far above all others is clearly best: a tenth of a game.
const CLEAR_MARGIN_POINTS: Points = Points(1_000);

/// Whether a search decided only because a phase had used up its budget.
fn has_spent_its_budget(run: &Run, decision: Decision<Move>) -> bool {
    let mut selected = run.log.events.iter().rev();
    let selected = selected.find_map(|logged| match logged.event {
        Event::SelectEnded { why, .. } => Some(why),
        _ => None,
    });
    decision.reason == Reason::EffortSpent || selected == Some(Selected::EffortSpent)
}

/// Whether the move decided on stands far above all others.
fn is_clear(search: &Search<Move>, decision: Decision<Move>) -> bool {
    most_of_others(search, decision.best)
        .is_some_and(|other| decision.real.min() >= other + CLEAR_MARGIN_POINTS.0)
}

/// The highest value that any other move of the root can have.
fn most_of_others(search: &Search<Move>, best: Move) -> Option<bstar::Value> {
    let others = search.root().moves().filter(|&(mv, _)| mv != best);
    others.map(|(_, node)| node.real().max()).max()
}

/// The value of a root move for the mover, at its lower end; for Black that is the mirrored lower
/// end.
fn worth(child: &bstar::Child<Move>, mover: Color) -> Option<Points> {
    child.real.map(|real| Points(real.min()).for_white(mover))
}

/// MinAct at the start of SELECT (docs/search.md, section 5).
const MIN_ACT_START_PROBABILITY: f64 = 0.15;
/// MinAct at the end of SELECT.
const MIN_ACT_END_PROBABILITY: f64 = 0.4;
/// SELECT ignores chances below this probability, however much budget is left.
const MIN_ACT_FLOOR_PROBABILITY: f64 = 0.002;

/// How likely a leaf is to reach the target (docs/search.md, section 3).
///
/// The paper distributes the chances evenly between the real value and the optimistic one. But the
/// real value says little about whether a threat works: a sacrifice seems lost, and every quiet
/// threat would come first. So only the distance of the optimistic value beyond the target counts.
fn chance_of_hope(_real: f64, hope: f64, target: f64) -> f64 {
    /// This many points beyond the target would give an even chance. It is the whole scale, because
    /// optimistic values are often wrong.
    const EVEN_CHANCE_POINTS: f64 = 10_000.0;
    (hope - target) / (hope - target + EVEN_CHANCE_POINTS)
}

struct Run<'a> {
    search: Search<Move>,
    prober: Prober<'a>,
    /// Searches the root.
    root_searcher: &'a mut Searcher,
    root_effort: RootEffort,
    root_stability: Option<RootStability>,
    log: EventLog,
    /// The bytes that everything here may take.
    memory: Option<usize>,
    /// How many positions there were when memory was last checked.
    positions: usize,
    /// The depth of the probes.
    depth: u32,
    /// How deep root moves were probed at most, in any of the searches.
    root_probe_depth: u32,
    /// The nodes of all searches that answered jobs about other positions than the root.
    nodes_below_root: u64,
    /// What the first root search found.
    root_search: Option<RootSearchResult>,
    /// The move that the tree preferred to that of the root search, if it did.
    proposal: Option<Proposal>,
    /// The share of the planned time that this search wants. It is less than 1 if the root search
    /// took less than its share.
    wanted_time_share: f64,
    deepest: u32,
    min_act: f64,
    /// The share of the whole budget that was used when this search began.
    used_at_start: f64,
    /// The search that has decided, while a deeper one runs.
    decided: Option<DecidedSearch>,
    /// The expansions of other searches than this one.
    other_expansions: u32,
    /// The nodes that the root of this search cost, if it was probed.
    root_cost: Option<u64>,
    /// The costs of the earlier search, if this one goes on in its tree.
    previous_costs: Option<CostModel>,
    /// How many expanded positions the reused tree had.
    reused_positions: usize,
    /// Whether the probes of the reused tree are shallower than those of a new search would be.
    is_too_shallow: bool,
    is_stopped: bool,
}

/// A search that has decided.
struct DecidedSearch {
    search: Search<Move>,
    records: ProbeRecords,
    log: EventLog,
    depth: u32,
    deepest: u32,
    root_cost: Option<u64>,
    decision: Decision<Move>,
}

impl Run<'_> {
    /// Puts the search that has decided aside, and begins another one with deeper probes.
    fn set_aside(&mut self, search: Search<Move>, decision: Decision<Move>) {
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
    fn restore_decided(&mut self) -> Option<Decision<Move>> {
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
    fn root_search_depth(&self) -> u32 {
        self.root_search
            .as_ref()
            .map_or(0, |root_search| root_search.depth)
    }

    /// The depth of the probes at this distance from the root.
    ///
    /// Values found at different distances are compared, and the side that moves last seems better
    /// off than it is. So all lines end with a move of the same side as those of the root search.
    fn depth_at(&self, distance: usize) -> u32 {
        let is_even =
            (self.root_search_depth() as usize + self.depth as usize + distance).is_multiple_of(2);
        if self.root_search_depth() == 0 || is_even {
            self.depth
        } else {
            self.depth + 1
        }
    }

    /// A job cannot be answered: the search ends with what it knows.
    fn give_up(&mut self, job: JobId) {
        self.search.abandon(job).expect("is out");
        self.search.set_effort(1.0);
        self.is_stopped = true;
    }

    fn note(&mut self) {
        self.make_room();
        let nodes = self.prober.nodes;
        for event in self.search.take_events() {
            self.log.note(LoggedEvent { event, nodes });
        }
    }
}

/// The paper's division of 225 expansions among the phases, in proportion.
fn limits_of(expansions: u32) -> ExpansionLimits {
    let paper = ExpansionLimits::default();
    let part = |of: u32| {
        (u64::from(of) * u64::from(expansions)).div_ceil(u64::from(paper.expansions)) as u32
    };
    ExpansionLimits {
        expansions,
        first_verify: part(paper.first_verify),
        least_verify: part(paper.least_verify),
        ..paper
    }
}

fn side(position: &Position) -> Side {
    match position.side_to_move() {
        Color::White => Side::Max,
        Color::Black => Side::Min,
    }
}
