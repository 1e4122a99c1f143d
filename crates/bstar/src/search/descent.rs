//! The path from the root to the position to expand (docs/search.md, section 5).
//!
//! Where the Forcer is to move, the path goes to the likeliest child. Where the Obstructor is to
//! move, it goes to the child with the best real value for the Obstructor. Three kinds of positions
//! are not entered: those that are on the path already, those whose result is certain, and those
//! for which a job is out. Then the next best is tried, from the end of the path backwards.

use std::collections::HashSet;

use super::Search;
use super::doubt::Doubt;
use crate::graph::NodeId;
use crate::value::{Probability, Side};

/// What a descent came to.
pub(super) enum DescentEnd {
    /// A position to expand, the path to it, and the probability by which its first move was
    /// chosen.
    Leaf { path: Vec<NodeId>, worth: f64 },
    /// Jobs are out for all positions it would have chosen.
    AllOut,
    /// There is nothing to choose.
    Nothing,
}

/// A position on the path, and those of its moves that can still be tried.
struct Fork {
    untried: Vec<usize>,
    /// Whether some move failed only because of where the path came from.
    depends_on_path: bool,
}

impl<M: Copy + PartialEq> Search<M> {
    /// Descends from the end of `path` by one of its `likely` moves, the likeliest first.
    pub(super) fn descend(
        &mut self,
        path: Vec<NodeId>,
        likely: &mut Vec<usize>,
    ) -> Result<DescentEnd, Doubt> {
        let start = *path.last().expect("a path begins with the root");
        let mut is_any_out = false;
        // Positions with nothing to expand below them, whatever the path to them.
        let mut barren = HashSet::new();
        while !likely.is_empty() {
            let i = self.likeliest(start, likely)?;
            likely.retain(|&other| other != i);
            let child = self.graph.child(start, i);
            let worth = self.probability_of(child).max;
            let mut longer = path.clone();
            longer.push(child);
            if let Some(path) = self.descend_from(longer, &mut barren, &mut is_any_out)? {
                return Ok(DescentEnd::Leaf { path, worth });
            }
        }
        Ok(if is_any_out {
            DescentEnd::AllOut
        } else {
            DescentEnd::Nothing
        })
    }

    fn descend_from(
        &mut self,
        mut path: Vec<NodeId>,
        barren: &mut HashSet<NodeId>,
        is_any_out: &mut bool,
    ) -> Result<Option<Vec<NodeId>>, Doubt> {
        let base = path.len();
        let mut forks: Vec<Fork> = Vec::new();
        loop {
            let n = path[path.len() - 1];
            if !self.graph.is_expanded(n) {
                if !self.graph.is_job_out(n) {
                    return Ok(Some(path));
                }
                *is_any_out = true;
                barren.insert(n);
            } else {
                if forks.len() + base == path.len() {
                    let fork = self.fork(n, &path, barren)?;
                    forks.push(fork);
                }
                let fork = forks.last_mut().expect("was just pushed");
                if !fork.untried.is_empty() {
                    let untried = std::mem::take(&mut fork.untried);
                    let i = if self.graph.side(n) == self.forcer() {
                        self.likeliest(n, &untried)?
                    } else {
                        self.best_real(n, &untried, !self.forcer())?
                    };
                    let fork = forks.last_mut().expect("is still there");
                    fork.untried = untried;
                    fork.untried.retain(|&other| other != i);
                    path.push(self.graph.child(n, i));
                    continue;
                }
                let fork = forks.pop().expect("is still there");
                match forks.last_mut() {
                    Some(above) if fork.depends_on_path => above.depends_on_path = true,
                    _ if fork.depends_on_path => {}
                    _ => {
                        barren.insert(n);
                    }
                }
            }
            path.pop();
            if path.len() < base {
                return Ok(None);
            }
        }
    }

    fn fork(
        &mut self,
        n: NodeId,
        path: &[NodeId],
        barren: &HashSet<NodeId>,
    ) -> Result<Fork, Doubt> {
        let mut fork = Fork {
            untried: Vec::new(),
            depends_on_path: false,
        };
        for i in self.worth_trying(n)? {
            let child = self.graph.child(n, i);
            if path.contains(&child) {
                fork.depends_on_path = true;
            } else if !self.graph.is_settled(child) && !barren.contains(&child) {
                fork.untried.push(i);
            }
        }
        Ok(fork)
    }

    /// The moves of `n` that are in contention. A Forcer's move is if it is likely enough; where
    /// none is, all with any probability are. An Obstructor's move is unless it fails already.
    fn worth_trying(&mut self, n: NodeId) -> Result<Vec<usize>, Doubt> {
        if self.graph.side(n) == self.forcer() {
            let min_act = self.min_act();
            let likely = self.likely_children(n, min_act)?;
            return if likely.is_empty() {
                self.likely_children(n, f64::MIN_POSITIVE)
            } else {
                Ok(likely)
            };
        }
        let mut resisting = Vec::new();
        for i in 0..self.graph.child_count(n) {
            if self.probability_of(self.graph.child(n, i)).min < 1.0 {
                resisting.push(i);
            }
        }
        Ok(resisting)
    }

    pub(super) fn probability_of(&mut self, n: NodeId) -> Probability {
        let aim = self.aim.expect("a target was set");
        self.rules.probability(&mut self.graph, &aim, n)
    }

    /// The move of `n` with the highest probability, after dithering; the first listed of equals.
    fn likeliest(&mut self, n: NodeId, among: &[usize]) -> Result<usize, Doubt> {
        let mut probabilities = Vec::with_capacity(among.len());
        for &i in among {
            let child = self.graph.child(n, i);
            let factor = self.config.dithering.factor(self.graph.attention(child));
            let Probability { min, max } = self.probability_of(child);
            probabilities.push(Probability {
                min: min * factor,
                max: max * factor,
            });
        }
        let mut best = 0;
        for at in 1..among.len() {
            if probabilities[at].min > probabilities[best].min {
                best = at;
            }
        }
        let mut doubts = Vec::new();
        for at in 0..among.len() {
            let is_beaten = if at < best {
                probabilities[at].max < probabilities[best].min
            } else {
                probabilities[at].max <= probabilities[best].min
            };
            if at != best && !is_beaten {
                let open = if probabilities[at].is_exact() {
                    best
                } else {
                    at
                };
                doubts.push(Doubt::Probability(self.graph.child(n, among[open])));
            }
        }
        self.settle(doubts)?;
        Ok(among[best])
    }

    /// The move of `n` with the best real value for `side`. Of equals it is the one that leaves a
    /// repetition soonest, then the first listed.
    pub(super) fn best_real(
        &mut self,
        n: NodeId,
        among: &[usize],
        side: Side,
    ) -> Result<usize, Doubt> {
        let component = self.graph.component(n);
        let child = |at: usize| self.graph.child(n, among[at]);
        let real = |at: usize| self.graph.values(child(at)).seen_by(side).real;
        let way_out = |at: usize| match component {
            Some(_) if self.graph.component(child(at)) == component => {
                self.graph.way_out(child(at))
            }
            _ => 0,
        };
        let mut best = 0;
        for at in 1..among.len() {
            let (new, old) = (real(at).min(), real(best).min());
            if new > old || (new == old && way_out(at) < way_out(best)) {
                best = at;
            }
        }
        let mut doubts = Vec::new();
        for at in 0..among.len() {
            let (most, least) = (real(at).max(), real(best).min());
            let is_beaten =
                most < least || (most == least && (way_out(at), at) >= (way_out(best), best));
            if at != best && !is_beaten {
                let open = if real(at).is_exact() { best } else { at };
                doubts.push(Doubt::Real(child(open)));
            }
        }
        self.settle(doubts)?;
        Ok(among[best])
    }
}
