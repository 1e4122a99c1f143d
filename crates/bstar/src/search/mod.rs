//! The search itself: what to look at next, and when it has seen enough.
//!
//! [`Search::next`] moves through the two phases until it needs to know something, and hands that out as a job; [`intake`] takes findings in. [`select`] and
//! [`verify`] are the phases, [`descent`] finds the position to expand, [`doubt`] what to sharpen when bounds leave a decision open, [`memory`] makes room when there is
//! none left, and [`view`] is how others look at the tree.

mod descent;
mod doubt;
mod intake;
mod memory;
mod select;
mod verify;
mod view;

use std::collections::{HashMap, HashSet, VecDeque};

use crate::event::{Decision, Event, Phase, Reason, Target};
use crate::graph::{Bound, Graph, Moved, NodeId};
use crate::probability::{Aim, ProbabilityRules};
use crate::{
    AdvanceError, Ask, Asking, Class, Config, ConfigError, Job, JobId, Key, Of, Precision, Purpose,
    Quantity, Side, Span,
};
use doubt::Doubt;

pub use view::{NodeView, Probabilities};

/// What a search wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Next<M> {
    /// Something is to be found out.
    Work(Job<M>),
    /// Nothing useful is left to hand out until a job comes back.
    Wait,
    /// The search has ended.
    Done(Decision<M>),
}

/// A search for the best move in one position.
///
/// It looks at nothing itself. Ask it what it wants with [`next`](Self::next), find that out, and tell it with
/// [`complete`](Self::complete).
#[derive(Clone, Debug)]
pub struct Search<M> {
    config: Config,
    rules: ProbabilityRules,
    graph: Graph<M>,
    player: Side,
    phase: Phase,
    /// Counts phases, so that a finding knows whether it is late.
    phase_number: u32,
    /// The number of the first phase since the root moved.
    first_phase: u32,
    /// How many phases this search had before the present one.
    earlier_phases: u32,
    aim: Option<Aim>,
    target: Option<Target>,
    aims: u32,
    out: HashMap<JobId, JobOut<M>>,
    next_job: u32,
    /// Positions whose moves may lack the Forcer's bound.
    wanted: VecDeque<NodeId>,
    /// Expansions handed out and not abandoned: in all, and in this phase.
    expansions: u32,
    phase_expansions: u32,
    allowance: Option<u32>,
    told_effort: f64,
    /// Whether findings had to be turned away because memory was full.
    is_full: bool,
    /// The root move VERIFY holds.
    selected: usize,
    best: Option<(usize, Span)>,
    reply: Option<(usize, Span)>,
    events: VecDeque<Event<M>>,
    decision: Option<Decision<M>>,
    /// Positions that have occurred twice in the game.
    drawn: HashSet<u64>,
}

/// A job that is out.
#[derive(Clone, Debug)]
struct JobOut<M> {
    /// `None` once its position was freed.
    node: Option<NodeId>,
    purpose: Purpose,
    phase_number: u32,
    asks: Vec<Ask<M>>,
    /// The positions on the way, the job's own included.
    path: Vec<NodeId>,
}

impl<M: PartialEq> JobOut<M> {
    /// Whether it asks about this very move.
    fn asks_about(&self, mv: &M) -> bool {
        self.asks
            .iter()
            .any(|ask| matches!(&ask.of, Of::Move(asked) if asked == mv))
    }
}

/// What a step of a phase came to.
enum Step<M> {
    Hand(Job<M>),
    Wait,
    Again,
}

impl<M: Copy + PartialEq> Search<M> {
    /// A search for `player`, who is to move in the position `key`. The game must not be over there.
    pub fn new(
        key: Key,
        class: Class,
        player: Side,
        config: Config,
    ) -> Result<Search<M>, ConfigError> {
        config.check()?;
        let mut search = Search {
            rules: ProbabilityRules::from(&config),
            graph: Graph::new(key.0, class, player, config.scale, config.discount),
            config,
            player,
            phase: Phase::Select,
            phase_number: 0,
            first_phase: 1,
            earlier_phases: 0,
            aim: None,
            target: None,
            aims: 0,
            out: HashMap::new(),
            next_job: 1,
            wanted: VecDeque::new(),
            expansions: 0,
            phase_expansions: 0,
            allowance: None,
            told_effort: 0.0,
            is_full: false,
            selected: 0,
            best: None,
            reply: None,
            events: VecDeque::new(),
            decision: None,
            drawn: HashSet::new(),
        };
        search.begin();
        Ok(search)
    }

    /// What to do next. Several jobs may be out at once: ask again before the last has come back.
    ///
    /// A search can end with jobs still out. Bring them home or [abandon](Self::abandon) them: a position somebody is looking at is passed over,
    /// also by the search that begins when the root moves on.
    #[expect(
        clippy::should_implement_trait,
        reason = "not an iterator: what comes next depends on what it is told"
    )]
    pub fn next(&mut self) -> Next<M> {
        loop {
            if let Some(decision) = self.decision {
                return Next::Done(decision);
            }
            let step = self.step().unwrap_or_else(|doubt| self.sharpen(doubt));
            match step {
                Step::Hand(job) => return Next::Work(job),
                Step::Wait => return Next::Wait,
                Step::Again => {}
            }
        }
    }

    fn step(&mut self) -> Result<Step<M>, Doubt> {
        let root = NodeId::ROOT;
        if !self.graph.is_expanded(root) {
            return Ok(if self.graph.is_job_out(root) {
                Step::Wait
            } else {
                self.hand_expansion(vec![root], 1.0)
            });
        }
        if self.graph.child_count(root) == 1 {
            self.decide(0, Reason::Forced);
            return Ok(Step::Again);
        }
        if self.told_effort >= 1.0 {
            return Ok(self.break_off(Reason::EffortSpent));
        }
        if self.is_full {
            return Ok(self.break_off(Reason::MemoryFull));
        }
        if let Some(job) = self.next_bounds_job() {
            return Ok(Step::Hand(job));
        }
        let is_waited_for = |out: &JobOut<M>| {
            out.purpose == Purpose::Bounds && out.phase_number == self.phase_number
        };
        if self.out.values().any(is_waited_for) {
            return Ok(Step::Wait);
        }
        match self.phase {
            Phase::Select => self.select(),
            Phase::Verify => self.verify(),
        }
    }

    /// Ends the search with what is known now.
    fn break_off(&mut self, reason: Reason) -> Step<M> {
        let chosen = if self.phase == Phase::Verify && !self.is_refuted() {
            self.selected
        } else {
            self.best_for_now()
        };
        self.decide(chosen, reason);
        Step::Again
    }

    /// Whether VERIFY has brought the selected move down to its target.
    fn is_refuted(&self) -> bool {
        let selected = self.graph.child(NodeId::ROOT, self.selected);
        let real = self.graph.values(selected).seen_by(self.player).real;
        self.target
            .is_some_and(|target| f64::from(real.max()) <= target.value)
    }

    /// Says how much of all effort has been used: 0 for none, 1 for all. The search never asks what time it is. What is not a number is
    /// taken for no news.
    pub fn set_effort(&mut self, used: f64) {
        if !used.is_nan() {
            self.told_effort = used.clamp(0.0, 1.0);
        }
    }

    /// What has happened since this was last asked, in order.
    pub fn take_events(&mut self) -> impl Iterator<Item = Event<M>> + '_ {
        self.events.drain(..)
    }

    /// Whose search it is.
    pub fn player(&self) -> Side {
        self.player
    }

    /// The phase it is in.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The current target. There is none before the root is expanded, and none while a phase begins. When the search has ended, it is the last one of
    /// VERIFY: what the Opponent tried to reach.
    pub fn target(&self) -> Option<Target> {
        self.target
    }

    /// How many expansions were handed out since the root moved.
    pub fn expansions(&self) -> u32 {
        self.expansions
    }

    /// How many jobs are out.
    pub fn jobs_out(&self) -> usize {
        self.out.len()
    }

    /// How many positions the graph holds.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Never: the root is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How much memory the graph takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Replaces the limits of effort, for this position and those after it.
    pub fn set_limits(
        &mut self,
        limits: Option<crate::ExpansionLimits>,
    ) -> Result<(), ConfigError> {
        let config = Config {
            limits,
            ..self.config
        };
        config.check()?;
        self.config = config;
        self.allowance = self.allowance();
        Ok(())
    }

    /// Positions that have occurred twice in the game before the root: whoever reaches one has a draw.
    ///
    /// Say so before the search begins; for what is already in the graph say it with [`advance`](Self::advance).
    pub fn set_drawn(&mut self, keys: impl IntoIterator<Item = Key>) {
        self.drawn = keys.into_iter().map(|key| key.0).collect();
    }

    /// The game went on by this move: the position after it is the root, the other side the Player, and a new search begins with the part of the
    /// graph that lies under the move. The rest is freed. `drawn` are the positions that have occurred twice in the game by now.
    ///
    /// If the position after the move was expanded before, its moves and what was found about them are there, and nobody is asked for them again: the new search begins
    /// where the old one left off, with all its effort before it.
    ///
    /// ```
    /// use bstar::{Child, Class, Config, Key, Next, Outcome, Purpose, Search, Side, Span};
    ///
    /// let mut search = Search::new(Key(0), Class::default(), Side::Max, Config::default())?;
    /// let open = |name: char, real| {
    ///     let child = Child::new(name, Key(u64::from(name))).real(Span::exact(real));
    ///     child.min_bound(Span::exact(real - 40)).max_bound(Span::exact(real + 40))
    /// };
    /// // Max has two moves, and his search looks at the replies to the better one.
    /// let Next::Work(root) = search.next() else { unreachable!() };
    /// search.complete(root.id, vec![open('a', 10), open('b', 5)])?;
    /// let Next::Work(job) = search.next() else { unreachable!() };
    /// assert_eq!(job.path, ['a']);
    /// search.complete(job.id, vec![open('c', 8), open('d', 12)])?;
    ///
    /// // He plays it. Now Min searches, and his moves are known already.
    /// search.advance('a', [])?;
    /// assert_eq!(search.player(), Side::Min);
    /// assert_eq!(search.expansions(), 0);
    /// let Next::Work(job) = search.next() else { unreachable!() };
    /// assert_eq!((job.path.len(), job.purpose), (0, Purpose::Bounds), "not what his moves are, only what he can hope for");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(
        &mut self,
        mv: M,
        drawn: impl IntoIterator<Item = Key>,
    ) -> Result<(), AdvanceError> {
        let (_, root) = self
            .graph
            .moves(NodeId::ROOT)
            .find(|(known, _)| *known == mv)
            .ok_or(AdvanceError::UnknownMove)?;
        if self.graph.is_finished(root) {
            return Err(AdvanceError::GameOver);
        }
        let before = (self.graph.len(), std::mem::take(&mut self.drawn));
        self.set_drawn(drawn);
        if !self.drawn.is_subset(&before.1) {
            self.graph.distrust_folded(root);
        }
        let moved = self.graph.keep(root, &self.drawn);
        self.follow(&moved);
        self.player = !self.player;
        self.expansions = 0;
        self.told_effort = 0.0;
        self.best = None;
        self.selected = 0;
        self.first_phase = self.phase_number + 1;
        self.events.push_back(Event::Advanced {
            by: mv,
            kept: self.graph.len(),
            freed: before.0 - self.graph.len(),
        });
        self.begin();
        Ok(())
    }

    /// Nodes have moved, or were freed. The search goes on with those that are left.
    fn follow(&mut self, moved: &Moved) {
        for out in self.out.values_mut() {
            out.node = out.node.and_then(|n| moved.find(n));
            out.path = out.path.iter().filter_map(|&n| moved.find(n)).collect();
        }
        self.wanted = self.wanted.iter().filter_map(|&n| moved.find(n)).collect();
        // A position may be left although the one it was asked about from is not: nobody waits for that answer any more.
        self.graph.forget_sharpening();
        for out in self.out.values() {
            let Some(n) = out.node.filter(|_| out.purpose == Purpose::Sharpen) else {
                continue;
            };
            for at in 0..self.graph.child_count(n) {
                if out.asks_about(&self.graph.move_at(n, at)) {
                    self.graph.set_sharpening(self.graph.child(n, at), true);
                }
            }
        }
    }

    fn begin(&mut self) {
        self.decision = None;
        self.is_full = false;
        self.enter(Phase::Select, 0);
        self.events.push_back(Event::SelectBegan);
        self.collect_wanted(NodeId::ROOT);
    }

    /// Goes on after the end with other ideas of when to stop: the tree and what was learnt stay, and SELECT begins again.
    ///
    /// For who has effort left when the search thinks it is done.
    pub fn resume(&mut self, stopping: crate::Stopping) -> Result<(), ConfigError> {
        let config = Config {
            stopping,
            ..self.config
        };
        config.check()?;
        self.config = config;
        self.is_full = false;
        if self.decision.is_some() {
            self.decision = None;
            self.enter(Phase::Select, self.earlier_phases + 1);
            self.events.push_back(Event::SelectBegan);
            self.collect_wanted(NodeId::ROOT);
        }
        Ok(())
    }

    fn enter(&mut self, phase: Phase, earlier_phases: u32) {
        self.phase = phase;
        self.phase_number += 1;
        self.earlier_phases = earlier_phases;
        self.phase_expansions = 0;
        self.allowance = self.allowance();
        self.aim = None;
        self.target = None;
        self.wanted.clear();
        self.reply = None;
    }

    /// How many expansions the phase may use that begins now (paper section 3.11).
    fn allowance(&self) -> Option<u32> {
        let limits = self.config.limits?;
        let before = self.expansions.saturating_sub(self.phase_expansions);
        let left = limits.expansions.saturating_sub(before);
        let share = |of: u32, part: f64| (f64::from(of) * part) as u32;
        Some(match (self.phase, self.earlier_phases) {
            (Phase::Select, 0) => share(limits.expansions, limits.first_select),
            (Phase::Verify, 1) => limits.first_verify.max(limits.least_verify),
            (Phase::Select, _) => share(left, limits.later),
            (Phase::Verify, _) => share(left, limits.later).max(limits.least_verify),
        })
    }

    fn is_effort_spent(&self) -> bool {
        self.allowance
            .is_some_and(|allowance| self.phase_expansions >= allowance)
    }

    /// Whether expansions of this phase are still out.
    fn is_phase_out(&self) -> bool {
        self.out
            .values()
            .any(|out| out.purpose == Purpose::Expand && out.phase_number == self.phase_number)
    }

    fn min_act(&self) -> f64 {
        let counted = self.config.limits.map_or(0.0, |limits| {
            if limits.expansions == 0 {
                1.0
            } else {
                f64::from(self.expansions) / f64::from(limits.expansions)
            }
        });
        self.config
            .stopping
            .min_act(self.told_effort.max(counted).min(1.0))
            .max(f64::MIN_POSITIVE)
    }

    /// Whose optimism counts in this phase.
    fn forcer(&self) -> Side {
        match self.phase {
            Phase::Select => self.player,
            Phase::Verify => !self.player,
        }
    }

    fn set_target(&mut self, value: f64) {
        let forcer = self.forcer();
        let target = if forcer == self.player { value } else { -value };
        if self.aim.is_none_or(|aim| aim.target != target) {
            self.aims += 1;
            self.aim = Some(Aim {
                forcer,
                target,
                number: self.aims,
            });
            self.target = Some(Target {
                phase: self.phase,
                value,
            });
        }
    }

    fn decide(&mut self, chosen: usize, reason: Reason) {
        let n = self.graph.child(NodeId::ROOT, chosen);
        let real = self.graph.values(n).seen_by(self.player).real;
        let decision = Decision {
            best: self.graph.move_at(NodeId::ROOT, chosen),
            real,
            reason,
        };
        self.decision = Some(decision);
        self.events.push_back(Event::Done(decision));
    }

    /// The best root move as far as is known, without asking for more.
    fn best_for_now(&self) -> usize {
        let real = |i| {
            self.graph
                .values(self.graph.child(NodeId::ROOT, i))
                .seen_by(self.player)
                .real
                .min()
        };
        (0..self.graph.child_count(NodeId::ROOT))
            .rev()
            .max_by_key(|&i| real(i))
            .unwrap_or(0)
    }

    /// Takes note of positions at or below `n` where the Forcer is to move and some move lacks his bound, parents first.
    fn collect_wanted(&mut self, n: NodeId) {
        if self.config.asking != Asking::Exactly {
            // What nobody asked for is open, and is asked for when it matters.
            return;
        }
        let bound = Bound::hoped_by(self.forcer());
        let mut seen = HashSet::from([n]);
        let mut queue = VecDeque::from([n]);
        while let Some(n) = queue.pop_front() {
            if self.graph.side(n) == self.forcer() && self.lacking(n, bound).next().is_some() {
                self.wanted.push_back(n);
            }
            queue.extend(self.graph.inner_children(n).filter(|&c| seen.insert(c)));
        }
    }

    fn lacking(&self, n: NodeId, bound: Bound) -> impl Iterator<Item = M> + '_ {
        let lacks = move |c: NodeId| !self.graph.is_asked(c, bound) && !self.graph.is_finished(c);
        self.graph
            .moves(n)
            .filter(move |&(_, c)| lacks(c))
            .map(|(mv, _)| mv)
    }

    fn next_bounds_job(&mut self) -> Option<Job<M>> {
        let bound = Bound::hoped_by(self.forcer());
        while let Some(n) = self.wanted.pop_front() {
            if self.graph.is_job_out(n) {
                continue;
            }
            let (quantity, precision) = (quantity_of(bound), self.precision_of_hope());
            let asks: Vec<_> = self
                .lacking(n, bound)
                .map(|mv| Ask {
                    of: Of::Move(mv),
                    quantity,
                    precision,
                })
                .collect();
            if !asks.is_empty() {
                let path = self.graph.way_to(n);
                return Some(self.hand_out(Purpose::Bounds, path, asks, 1.0));
            }
        }
        None
    }

    fn hand_expansion(&mut self, path: Vec<NodeId>, worth: f64) -> Step<M> {
        let n = *path.last().expect("a path begins with the root");
        let side = self.graph.side(n);
        let ask = |quantity, precision| Ask {
            of: Of::All,
            quantity,
            precision,
        };
        let mut asks = vec![ask(Quantity::Real, self.precision_of_real(n))];
        let is_open = self.config.asking == Asking::BestFirst && self.aim.is_none();
        if side == self.forcer() && !is_open {
            asks.push(ask(
                quantity_of(Bound::hoped_by(side)),
                self.precision_of_hope(),
            ));
        }
        self.expansions += 1;
        self.phase_expansions += 1;
        Step::Hand(self.hand_out(Purpose::Expand, path, asks, worth))
    }

    /// Back-up needs the best of the moves. The others are asked about when they turn out to matter.
    fn precision_of_real(&self, n: NodeId) -> Precision {
        let is_exact = match self.config.asking {
            Asking::Exactly => true,
            Asking::AsNeeded => self.aim.is_none(),
            Asking::BestFirst => false,
        };
        if is_exact {
            return Precision::Exact;
        }
        let scale = self.graph.scale();
        Precision::Best {
            than: match self.graph.side(n) {
                Side::Max => scale.loss,
                Side::Min => scale.win,
            },
        }
    }

    /// How far a move's hope goes beyond the target. One that does not reach it has no probability, however far it falls short.
    fn precision_of_hope(&self) -> Precision {
        match self.aim {
            Some(aim) if self.config.asking != Asking::Exactly => {
                beyond(aim.forcer, (aim.target.floor() + 1.0) as i32)
            }
            _ => Precision::Exact,
        }
    }

    fn hand_out(
        &mut self,
        purpose: Purpose,
        path: Vec<NodeId>,
        asks: Vec<Ask<M>>,
        worth: f64,
    ) -> Job<M> {
        let n = *path.last().expect("a path begins with the root");
        let id = JobId(self.next_job);
        self.next_job += 1;
        if purpose != Purpose::Sharpen {
            self.graph.set_job_out(n, true);
        }
        let key = Key(self.graph.key(n));
        let moves = self.moves_along(&path);
        self.events.push_back(Event::HandedOut {
            job: id,
            purpose,
            path: moves.clone(),
            key,
            phase: self.phase,
            target: self.target,
        });
        let out = JobOut {
            node: Some(n),
            purpose,
            phase_number: self.phase_number,
            asks: asks.clone(),
            path,
        };
        self.out.insert(id, out);
        Job {
            id,
            purpose,
            path: moves,
            key,
            asks,
            worth,
        }
    }

    fn moves_along(&self, path: &[NodeId]) -> Vec<M> {
        let step = |pair: &[NodeId]| {
            self.graph
                .moves(pair[0])
                .find(|&(_, to)| to == pair[1])
                .map(|(mv, _)| mv)
        };
        path.windows(2).filter_map(step).collect()
    }
}

/// The value if it is at least `x` in the eyes of `side`, else only that it is not.
fn beyond(side: Side, x: i32) -> Precision {
    match side {
        Side::Max => Precision::From(x),
        Side::Min => Precision::UpTo(-x),
    }
}

fn quantity_of(bound: Bound) -> Quantity {
    match bound {
        Bound::Low => Quantity::MinBound,
        Bound::High => Quantity::MaxBound,
    }
}
