//! The way from the root to the position to expand (paper section 3.9.3).
//!
//! Where the Forcer moves, the way goes to the likeliest child; where the Obstructor does, to the one with the best real value for him. A position
//! that is already on the way is not entered again, one whose result is certain has nothing to tell, and one that somebody is looking at is
//! passed over: then the next best is tried, from the end of the way backwards.

use std::collections::HashSet;

use super::Search;
use super::doubt::Doubt;
use crate::graph::NodeId;
use crate::{Probability, Side};

/// What a descent came to.
pub(super) enum Found {
    /// A position to expand, the way to it, and the probability by which its first move was chosen.
    Leaf { path: Vec<NodeId>, worth: f64 },
    /// Everything it would have chosen is already out.
    Taken,
    /// There is nothing to choose.
    Nothing,
}

/// A position on the way, and which of its moves can still be tried.
struct Fork {
    untried: Vec<usize>,
    /// Whether some move failed only because of where the way came from.
    depends_on_way: bool,
}

impl<M: Copy + PartialEq> Search<M> {
    /// Descends from the end of `path` by one of its `likely` moves, the likeliest first.
    pub(super) fn descend(
        &mut self,
        path: Vec<NodeId>,
        likely: &mut Vec<usize>,
    ) -> Result<Found, Doubt> {
        let start = *path.last().expect("a path begins with the root");
        let mut is_taken = false;
        // Positions with nothing to give, whatever the way to them.
        let mut barren = HashSet::new();
        while !likely.is_empty() {
            let i = self.likeliest(start, likely)?;
            likely.retain(|&other| other != i);
            let child = self.graph.child(start, i);
            let worth = self.probability_of(child).max;
            let mut way = path.clone();
            way.push(child);
            if let Some(path) = self.descend_from(way, &mut barren, &mut is_taken)? {
                return Ok(Found::Leaf { path, worth });
            }
        }
        Ok(if is_taken {
            Found::Taken
        } else {
            Found::Nothing
        })
    }

    fn descend_from(
        &mut self,
        mut path: Vec<NodeId>,
        barren: &mut HashSet<NodeId>,
        is_taken: &mut bool,
    ) -> Result<Option<Vec<NodeId>>, Doubt> {
        let base = path.len();
        let mut forks: Vec<Fork> = Vec::new();
        loop {
            let n = path[path.len() - 1];
            if !self.graph.is_expanded(n) {
                if !self.graph.is_job_out(n) {
                    return Ok(Some(path));
                }
                *is_taken = true;
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
                    Some(above) if fork.depends_on_way => above.depends_on_way = true,
                    _ if fork.depends_on_way => {}
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
            depends_on_way: false,
        };
        for i in self.worth_trying(n)? {
            let child = self.graph.child(n, i);
            if path.contains(&child) {
                fork.depends_on_way = true;
            } else if !self.graph.is_settled(child) && !barren.contains(&child) {
                fork.untried.push(i);
            }
        }
        Ok(fork)
    }

    /// The moves of `n` that are in contention: the Forcer's if they are likely enough, or, where only many of them together are, if they have any
    /// hope; the Obstructor's if they do not already fail.
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
                return Err(Doubt::Probability(self.graph.child(n, among[open])));
            }
        }
        Ok(among[best])
    }

    /// The move of `n` with the best real value for `side`; of equals the one that gets out of a repetition soonest, then the first listed.
    pub(super) fn best_real(&self, n: NodeId, among: &[usize], side: Side) -> Result<usize, Doubt> {
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
        for at in 0..among.len() {
            let (most, least) = (real(at).max(), real(best).min());
            let is_beaten =
                most < least || (most == least && (way_out(at), at) >= (way_out(best), best));
            if at != best && !is_beaten {
                let open = if real(at).is_exact() { best } else { at };
                return Err(Doubt::Real(child(open)));
            }
        }
        Ok(among[best])
    }
}
