//! What happened in a search, in the order of its events.

use std::collections::HashMap;

use bstar::{Decision, Event, JobId, Phase, Purpose, Reason, Selected, Target};
use bstar_board::Move;
use bstar_thought::Thought;

/// One expansion that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The moves to the position. They are empty for the root.
    pub path: Vec<Move>,
    /// The phase in which it was chosen.
    pub phase: Phase,
}

/// A choice that was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    pub selected: Move,
    /// The reply that was best then, if it is known.
    pub reply: Option<Move>,
}

/// A decision on the way. The search went on after it because there was effort left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterimDecision {
    pub decision: Decision<Move>,
    /// How many expansions had been made.
    pub expansions: usize,
}

/// What happened.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// How many expansions were forgotten for want of memory. They came before all others.
    pub forgotten: usize,
    /// All other expansions.
    pub expansions: Vec<Expansion>,
    /// The choices that were given up.
    pub refutations: Vec<Refutation>,
    /// Decisions, the last one included.
    pub decisions: Vec<InterimDecision>,
    /// Why the last SELECT ended, if one did.
    pub last_select: Option<Selected>,
    pub last_select_target: Option<Target>,
    /// For each move that was put to the test: the last target of VERIFY.
    pub tests: Vec<(Move, Target)>,
}

impl History {
    /// Reads the events of a search.
    pub fn of(thought: &Thought) -> History {
        let mut history = History {
            forgotten: thought.forgotten.expansions,
            ..History::default()
        };
        let mut out: HashMap<JobId, (Purpose, Expansion)> = HashMap::new();
        let mut reply = None;
        for moment in &thought.events {
            match &moment.event {
                Event::HandedOut {
                    job,
                    purpose,
                    path,
                    phase,
                    ..
                } => {
                    let expansion = Expansion {
                        path: path.clone(),
                        phase: *phase,
                    };
                    out.insert(*job, (*purpose, expansion));
                }
                Event::Completed { job, .. } => {
                    if let Some((Purpose::Expand, expansion)) = out.remove(job) {
                        history.expansions.push(expansion);
                    }
                }
                Event::Aimed(target) => history.last_select_target = Some(*target),
                Event::SelectEnded { why, .. } => history.last_select = Some(*why),
                Event::VerifyBegan { selected, target } => {
                    reply = None;
                    history.tests.retain(|(known, _)| known != selected);
                    history.tests.push((*selected, *target));
                }
                Event::NewReply { reply: new, .. } => reply = Some(*new),
                Event::Refuted { selected } => history.refutations.push(Refutation {
                    selected: *selected,
                    reply,
                }),
                Event::Done(decision) => history.decisions.push(InterimDecision {
                    decision: *decision,
                    expansions: history.all_expansions(),
                }),
                Event::SelectBegan
                | Event::Abandoned { .. }
                | Event::Repeats { .. }
                | Event::Folded { .. }
                | Event::Advanced { .. }
                | Event::NewBest { .. } => {}
            }
        }
        history
    }

    /// How many expansions there were, forgotten or not.
    pub fn all_expansions(&self) -> usize {
        self.forgotten + self.expansions.len()
    }

    /// How many expansions were made at or below the position after these moves.
    pub fn spent(&self, path: &[Move]) -> usize {
        self.expansions
            .iter()
            .filter(|expansion| expansion.path.starts_with(path))
            .count()
    }

    /// The replies to a move that VERIFY expanded, each with its number of expansions, in the order
    /// they were first tried.
    pub fn tried_against(&self, selected: Move) -> Vec<(Move, usize)> {
        let mut tried: Vec<(Move, usize)> = Vec::new();
        for expansion in &self.expansions {
            let (Phase::Verify, [first, reply, ..]) = (expansion.phase, &expansion.path[..]) else {
                continue;
            };
            if *first != selected {
                continue;
            }
            match tried.iter_mut().find(|(known, _)| known == reply) {
                Some((_, times)) => *times += 1,
                None => tried.push((*reply, 1)),
            }
        }
        tried
    }

    /// The first decision for the final choice, if it had passed its test then and never changed.
    pub fn passed_early(&self) -> Option<InterimDecision> {
        let (last, earlier) = self.decisions.split_last()?;
        let unchanged = |interim: &&InterimDecision| interim.decision.best == last.decision.best;
        let first = earlier.iter().rev().take_while(unchanged).last()?;
        (first.decision.reason == Reason::Verified).then_some(*first)
    }

    /// How many expanded positions there are at each distance from the root.
    pub fn profile(&self) -> Vec<usize> {
        let mut profile = Vec::new();
        for expansion in &self.expansions {
            let depth = expansion.path.len();
            if profile.len() <= depth {
                profile.resize(depth + 1, 0);
            }
            profile[depth] += 1;
        }
        profile
    }
}
