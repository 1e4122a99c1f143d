//! The search itself: what it wants to know next, and when it knows enough.
//!
//! [`Search::next`] goes through the two phases (docs/search.md, section 5) until it needs to know
//! something, and hands that out as a job. [`intake`] takes the findings in.
//!
//! The phases are [`select`] and [`verify`]. [`descent`] finds the position to expand. [`doubt`]
//! finds out what to ask when bounds leave a decision open. [`jobs`] puts questions into jobs.
//! [`memory`] makes room when there is none left. [`advance`] keeps the tree when the game goes on.
//! [`view`] shows the tree to others.

mod advance;
mod descent;
mod doubt;
mod intake;
mod jobs;
mod memory;
mod select;
mod verify;
mod view;

use std::collections::{HashMap, HashSet, VecDeque};

use crate::error::ConfigError;
use crate::event::{Decision, Event, Phase, Reason, Target};
use crate::graph::{Graph, NodeId};
use crate::job::{Class, Job, JobId, Key, Purpose};
use crate::policy::Config;
use crate::probability::{Aim, ProbabilityRules};
use crate::value::{Side, Span};
use doubt::Doubt;
use jobs::JobOut;

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
/// It finds out nothing by itself. Ask it what it wants with [`next`](Self::next), find that out,
/// and tell it with [`complete`](Self::complete).
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
    /// The root move that VERIFY holds.
    selected: usize,
    best: Option<(usize, Span)>,
    reply: Option<(usize, Span)>,
    events: VecDeque<Event<M>>,
    decision: Option<Decision<M>>,
    /// Positions that have occurred twice in the game.
    drawn: HashSet<u64>,
    /// Whether leaves that are asked about are left alone, in search of others.
    passes_over_asked: bool,
}

/// What a step of a phase came to.
enum Step<M> {
    Hand(Job<M>),
    Wait,
    Again,
}

impl<M: Copy + PartialEq> Search<M> {
    /// A search for `player`, the side to move in the position `key`. The game must not be over
    /// there.
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
            passes_over_asked: false,
        };
        search.begin();
        Ok(search)
    }

    /// What to do next. Several jobs may be out at once: call this again before the last job has
    /// come back.
    ///
    /// A search can end while jobs are out. Complete them or [abandon](Self::abandon) them. As long
    /// as a job is out, its position is passed over, also by the search that begins when the root
    /// moves on.
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

    /// Says what part of all effort has been used: 0 for none, 1 for all. The search reads no clock
    /// by itself. NaN changes nothing.
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

    /// The current target. There is none before the root is expanded, and none while a phase
    /// begins. After the search has ended, it is the last target of VERIFY: what the Opponent tried
    /// to reach.
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

    /// Always false: the root is always there.
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
        limits: Option<crate::policy::ExpansionLimits>,
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

    fn begin(&mut self) {
        self.decision = None;
        self.is_full = false;
        self.enter(Phase::Select, 0);
        self.events.push_back(Event::SelectBegan);
        self.collect_wanted(NodeId::ROOT);
    }

    /// Goes on after the end, with another rule for when to stop. The tree and all findings stay,
    /// and SELECT begins again.
    ///
    /// This is for a caller that has effort left when the search has decided.
    pub fn resume(&mut self, stopping: crate::policy::Stopping) -> Result<(), ConfigError> {
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

    /// How many expansions the phase that begins now may use (docs/search.md, section 5).
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
}
