//! At the root: is it proved which choice is best, and if not, what to work on?

use super::descent::most_optimistic;
use super::tree::Node;
use super::{Alternatives, Aspiration, Commitment, Config, Criterion, Strategy};
use crate::{Side, SplitMix64, Value};

/// What can be said of the root's choices. Values are as the side that searches sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The most optimistic choice (BESTNODE).
    pub best: usize,
    /// The most optimistic of the others (ALTERN).
    pub rival: usize,
    /// The best lower end of all (MAXPESS), and the upper end of the rival.
    pub lower: Value,
    pub upper: Value,
}

impl Standing {
    /// Of two choices or more.
    pub fn of(side: Side, arcs: &[Node]) -> Standing {
        let best = most_optimistic(side, arcs);
        // Two halves without the best: what is most optimistic in either, and of both.
        let (before, after) = (&arcs[..best], &arcs[best + 1..]);
        let rival = match (before.is_empty(), after.is_empty()) {
            (_, true) => most_optimistic(side, before),
            (true, _) => best + 1 + most_optimistic(side, after),
            _ => {
                let one = most_optimistic(side, before);
                let other = best + 1 + most_optimistic(side, after);
                let pair = [arcs[one], arcs[other]];
                [one, other][most_optimistic(side, &pair)]
            }
        };
        let lower = arcs.iter().map(|arc| arc.fear(side)).max();
        Standing {
            best,
            rival,
            lower: lower.unwrap_or(arcs[best].fear(side)),
            upper: arcs[rival].hope(side),
        }
    }

    /// Is the best choice proved?
    pub fn is_separated(&self, side: Side, arcs: &[Node]) -> bool {
        arcs[self.best].fear(side) >= self.upper
    }

    /// Does the most optimistic choice also have the best lower end?
    pub fn best_is_safest(&self, side: Side, arcs: &[Node]) -> bool {
        arcs[self.best].fear(side) == self.lower
    }
}

/// What the search is after when it leaves the root (STRATEGY and ASPIR).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pursuit {
    /// PROVEBEST: raise the lower end of this choice.
    Prove { arc: usize, aspiration: f64 },
    /// DISPROVEREST: bring the upper end of this choice down.
    Disprove { arc: usize, aspiration: f64 },
}

impl Pursuit {
    pub fn arc(&self) -> usize {
        match *self {
            Pursuit::Prove { arc, .. } | Pursuit::Disprove { arc, .. } => arc,
        }
    }

    /// Is there still something to do, and hope of doing it?
    pub fn goes_on(&self, side: Side, arcs: &[Node], standing: &Standing) -> bool {
        let ends = |arc: usize| {
            (
                f64::from(arcs[arc].fear(side)),
                f64::from(arcs[arc].hope(side)),
            )
        };
        match *self {
            Pursuit::Prove { arc, aspiration } => {
                let is_most_optimistic = arcs[arc].hope(side) == arcs[standing.best].hope(side);
                is_most_optimistic && ends(arc).0 < aspiration
            }
            Pursuit::Disprove { arc, aspiration } => {
                let (lower, upper) = ends(arc);
                arc != standing.best && lower < aspiration && upper > aspiration
            }
        }
    }
}

/// Chooses between the strategies, and remembers what some of them need to.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    config: Config,
    disproved_last: bool,
    random: SplitMix64,
}

impl Chooser {
    pub fn new(config: Config) -> Chooser {
        let seed = match config.strategy {
            Strategy::Random { seed } => seed,
            _ => 0,
        };
        Chooser {
            config,
            disproved_last: true,
            random: SplitMix64::new(seed),
        }
    }

    /// Whether a pursuit that goes on is still bound to.
    pub fn keeps(&self, pursuit: &Pursuit, side: Side, arcs: &[Node], standing: &Standing) -> bool {
        self.config.commitment == Commitment::UntilProof && pursuit.goes_on(side, arcs, standing)
    }

    pub fn choose(&mut self, side: Side, arcs: &[Node], standing: &Standing) -> Pursuit {
        let disprove =
            standing.best_is_safest(side, arcs) && self.wants_to_disprove(side, arcs, standing);
        self.disproved_last = disprove;
        let (lower, upper) = (f64::from(standing.lower), f64::from(standing.upper));
        let aspiration = match (self.config.aspiration, disprove) {
            (Aspiration::Limit, true) => lower,
            (Aspiration::Limit, false) => upper,
            (Aspiration::Middle, _) => f64::midpoint(lower, upper),
        };
        if disprove {
            let arc = standing.rival;
            Pursuit::Disprove { arc, aspiration }
        } else {
            let arc = standing.best;
            Pursuit::Prove { arc, aspiration }
        }
    }

    fn wants_to_disprove(&mut self, side: Side, arcs: &[Node], standing: &Standing) -> bool {
        match self.config.strategy {
            Strategy::BestFirst => false,
            Strategy::Tied => standing.upper == arcs[standing.best].hope(side),
            Strategy::Alternation => !self.disproved_last,
            Strategy::Random { .. } => self.coin(),
            Strategy::Weighing {
                alternatives,
                criterion,
            } => {
                let rest = weigh_rest(side, arcs, standing, alternatives, criterion);
                rest < weight(side, &arcs[standing.best], criterion)
            }
        }
    }

    fn coin(&mut self) -> bool {
        self.random.next() & 1 == 1
    }
}

/// The choices that could still overtake the best one.
fn others<'a>(side: Side, arcs: &'a [Node], standing: &Standing) -> impl Iterator<Item = &'a Node> {
    let (best, lower) = (standing.best, standing.lower);
    arcs.iter()
        .enumerate()
        .filter(move |(number, arc)| *number != best && arc.hope(side) > lower)
        .map(|(_, arc)| arc)
}

fn weigh_rest(
    side: Side,
    arcs: &[Node],
    standing: &Standing,
    alternatives: Alternatives,
    criterion: Criterion,
) -> f64 {
    let weigh = |arc: &Node| weight(side, arc, criterion);
    let rival = weigh(&arcs[standing.rival]);
    match alternatives {
        Alternatives::One => rival,
        Alternatives::Two => {
            let third = arcs
                .iter()
                .enumerate()
                .filter(|(number, arc)| {
                    *number != standing.best
                        && *number != standing.rival
                        && arc.hope(side) > standing.lower
                })
                .max_by_key(|(_, arc)| arc.hope(side));
            rival + third.map_or(0.0, |(_, arc)| weigh(arc))
        }
        Alternatives::All => others(side, arcs, standing).map(weigh).sum(),
    }
}

fn weight(side: Side, arc: &Node, criterion: Criterion) -> f64 {
    let depth = f64::from(arc.hope_from(side));
    // A choice whose value is known has nothing left to look into.
    let range = f64::from(arc.range());
    match criterion {
        Criterion::Depth => depth * depth,
        Criterion::Range => 1.0 / range,
        Criterion::DepthOverRange => depth * depth / range,
    }
}
