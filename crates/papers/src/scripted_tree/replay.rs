//! Runs the search on a script and reports everything it does.
//!
//! The search hands out jobs, and the script answers them. Asking for the next job changes phases
//! and targets, but no values. So the table of an expansion waits until its target is known, and is
//! reported before anything else.

use std::convert::Infallible;

use bstar::{
    Child, Class, Config, Event, Job, Key, Next, Of, Outcome, Phase, Purpose, Quantity, Reason,
    Search, Selected, Side, Span, Target,
};

use super::script::{Mover, Script};

/// A step of the search. Nodes are indices into [`Script::nodes`]; `None` is the root.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayStep {
    /// A node is expanded.
    Expand {
        node: Option<usize>,
        phase: Phase,
        /// The target under which it was chosen. The root has none.
        target: Option<f64>,
    },
    /// The whole tree after a step.
    Table(NodeTable),
    /// VERIFY begins.
    Verify {
        /// The move to verify.
        selected: usize,
        /// The value to which the Opponent tries to bring it down.
        target: f64,
    },
    /// VERIFY refuted the move.
    Refuted { selected: usize },
    /// The end.
    Done {
        /// The best move, as far as is known.
        best: usize,
        /// Why it ended.
        ending: ReplayEnding,
    },
}

/// Why a replay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayEnding {
    /// No reply is likely to bring the move down.
    Verified,
    /// There is only one move.
    Forced,
    /// The script says nothing about the children of the node to expand.
    ScriptEnded { node: usize },
}

/// The event that a table follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAfter {
    /// The expansion of a node.
    Expansion(Option<usize>),
    /// VERIFY began, and the Opponent's bounds were obtained.
    Verify,
    /// SELECT began again, and the Player's bounds were obtained.
    Select,
}

/// Every node that the search knows, in the order in which it met them.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeTable {
    /// The event before it.
    pub after: TableAfter,
    /// The phase it belongs to.
    pub phase: Phase,
    /// The target of the probabilities. There is none where nothing is left to decide.
    pub target: Option<f64>,
    pub rows: Vec<NodeRow>,
}

/// A node and its values. An expanded node has backed-up values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeRow {
    pub node: usize,
    /// The best estimate.
    pub real: i32,
    /// The Player's optimism, if it is known.
    pub opt: Option<i32>,
    /// The Opponent's optimism, if it is known.
    pub pess: Option<i32>,
    /// The probability of reaching the target. In VERIFY only the nodes below the selected move
    /// have one.
    pub probability: Option<f64>,
}

impl Script {
    /// All steps of the search.
    ///
    /// ```
    /// use bstar_papers::scripted_tree::{Script, ReplayStep, example};
    ///
    /// let expansions = |step: &ReplayStep| matches!(step, ReplayStep::Expand { .. });
    /// assert_eq!(example::script().steps().into_iter().filter(expansions).count(), 7);
    /// ```
    pub fn steps(&self) -> Vec<ReplayStep> {
        let mut steps = Vec::new();
        let told: Result<(), Infallible> = replay(self, |step| {
            steps.push(step);
            Ok(())
        });
        match told {
            Ok(()) => steps,
        }
    }
}

/// Searches a scripted tree and reports every step to `tell`, until the end or until `tell` fails.
pub fn replay<E>(script: &Script, tell: impl FnMut(ReplayStep) -> Result<(), E>) -> Result<(), E> {
    let root = Key(script.nodes.len() as u64);
    let config = Config::plain(script.min_act);
    let search = Search::new(root, Class::default(), Side::Max, config)
        .expect("a script has a MinAct between 0 and 1");
    let mut replay = Replay {
        script,
        search,
        tell,
        pending: None,
        target: None,
        selected: None,
        best: None,
    };
    replay.run()
}

struct Replay<'a, F> {
    script: &'a Script,
    search: Search<usize>,
    tell: F,
    /// A table that waits for its target.
    pending: Option<TableAfter>,
    /// The last target, as long as it is valid.
    target: Option<Target>,
    /// The move that VERIFY examines.
    selected: Option<usize>,
    /// The root move with the highest real value.
    best: Option<usize>,
}

impl<E, F: FnMut(ReplayStep) -> Result<(), E>> Replay<'_, F> {
    fn run(&mut self) -> Result<(), E> {
        loop {
            let next = self.search.next();
            let events: Vec<Event<usize>> = self.search.take_events().collect();
            for event in events {
                self.hear(event)?;
            }
            let Next::Work(job) = next else {
                // The search never waits here, because no job is out when it is asked.
                return Ok(());
            };
            let Some(findings) = self.answer(&job) else {
                return Ok(());
            };
            self.search
                .complete(job.id, findings)
                .expect("a checked script answers what is asked");
        }
    }

    fn hear(&mut self, event: Event<usize>) -> Result<(), E> {
        match event {
            Event::SelectBegan => {
                self.target = None;
                self.selected = None;
            }
            Event::Aimed(target) => self.target = Some(target),
            Event::NewBest { best, .. } => self.best = Some(best),
            Event::HandedOut {
                purpose: Purpose::Expand,
                key,
                phase,
                target,
                ..
            } => {
                self.target = target;
                self.tell_table(phase)?;
                self.tell_expansion(self.node(key), phase)?;
            }
            Event::SelectEnded { why, .. } => {
                if why == Selected::Separated {
                    self.target = None;
                }
                self.tell_table(Phase::Select)?;
            }
            Event::VerifyBegan { selected, target } => {
                self.target = Some(target);
                self.selected = Some(selected);
                self.pending = Some(TableAfter::Verify);
                let target = target.value;
                (self.tell)(ReplayStep::Verify { selected, target })?;
            }
            Event::Refuted { selected } => {
                self.tell_table(Phase::Verify)?;
                self.pending = Some(TableAfter::Select);
                (self.tell)(ReplayStep::Refuted { selected })?;
            }
            Event::Done(decision) => {
                let phase = self.selected.map_or(Phase::Select, |_| Phase::Verify);
                self.tell_table(phase)?;
                let ending = match decision.reason {
                    Reason::Forced => ReplayEnding::Forced,
                    Reason::Verified
                    | Reason::Settled
                    | Reason::EffortSpent
                    | Reason::MemoryFull => ReplayEnding::Verified,
                };
                (self.tell)(ReplayStep::Done {
                    best: decision.best,
                    ending,
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The node with this key; `None` for the root.
    fn node(&self, key: Key) -> Option<usize> {
        usize::try_from(key.0)
            .ok()
            .filter(|&node| node < self.script.nodes.len())
    }

    fn tell_expansion(&mut self, node: Option<usize>, phase: Phase) -> Result<(), E> {
        match node {
            Some(node) if self.script.nodes[node].children.is_none() => {
                let best = self.selected.or(self.best);
                (self.tell)(ReplayStep::Done {
                    best: best.expect("the root is expanded first"),
                    ending: ReplayEnding::ScriptEnded { node },
                })
            }
            _ => {
                self.pending = Some(TableAfter::Expansion(node));
                let target = self.target.map(|target| target.value);
                (self.tell)(ReplayStep::Expand {
                    node,
                    phase,
                    target,
                })
            }
        }
    }

    /// Reports the table that waits, if there is one.
    fn tell_table(&mut self, phase: Phase) -> Result<(), E> {
        let Some(after) = self.pending.take() else {
            return Ok(());
        };
        let mut probabilities = self.target.map(|target| self.search.probabilities(target));
        let mut rows = Vec::new();
        for view in self.search.nodes() {
            let Some(node) = self.node(view.key()) else {
                continue;
            };
            let known = |span: Span| span.known().expect("a script has no half-known values");
            let is_concerned = match self.selected {
                Some(selected) if phase == Phase::Verify => self.script.is_below(node, selected),
                _ => true,
            };
            rows.push(NodeRow {
                node,
                real: known(view.real()),
                opt: view.opt().map(known),
                pess: view.pess().map(known),
                probability: probabilities
                    .as_mut()
                    .filter(|_| is_concerned)
                    .and_then(|probabilities| Some(probabilities.of(view.key())?.min)),
            });
        }
        let target = self.target.map(|target| target.value);
        (self.tell)(ReplayStep::Table(NodeTable {
            after,
            phase,
            target,
            rows,
        }))
    }

    /// What the script says about a job's position. `None` if it says nothing.
    fn answer(&self, job: &Job<usize>) -> Option<Vec<Child<usize>>> {
        let moves = self.script.moves(self.node(job.key))?;
        let is_asked = |mv: usize, quantity: Quantity| {
            job.asks.iter().any(|ask| {
                ask.quantity == quantity && (ask.of == Of::All || ask.of == Of::Move(mv))
            })
        };
        let find = |&mv: &usize| {
            let node = &self.script.nodes[mv];
            let child = Child::new(mv, Key(mv as u64));
            if node.is_finished() {
                return child.over(Outcome::Score(node.real));
            }
            let child = if is_asked(mv, Quantity::Real) {
                child.real(Span::exact(node.real))
            } else {
                child
            };
            match (node.mover(), node.bound.map(Span::exact)) {
                (Mover::Player, Some(opt)) if is_asked(mv, Quantity::MaxBound) => {
                    child.max_bound(opt)
                }
                (Mover::Opponent, Some(pess)) if is_asked(mv, Quantity::MinBound) => {
                    child.min_bound(pess)
                }
                _ => child,
            }
        };
        let is_wanted = |mv: &&usize| {
            job.asks
                .iter()
                .any(|ask| ask.of == Of::All || ask.of == Of::Move(**mv))
        };
        Some(moves.iter().filter(is_wanted).map(find).collect())
    }
}
