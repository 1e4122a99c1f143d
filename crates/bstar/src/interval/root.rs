//! At the root: whether it is proved which choice is best, and what to work on if it is not.

use super::config::{Alternatives, Aspiration, Commitment, Criterion, IntervalConfig, Strategy};
use super::descent::most_optimistic;
use super::tree::Node;
use crate::random::SplitMix64;
use crate::value::{Side, Value};

/// The leading choices at the root. Values are as the side that searches sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootLeaders {
    /// The most optimistic choice (BESTNODE).
    pub best: usize,
    /// The most optimistic of the others (ALTERN).
    pub rival: usize,
    /// The best lower end of all (MAXPESS), and the upper end of the rival.
    pub lower: Value,
    pub upper: Value,
}

impl RootLeaders {
    /// There must be two choices or more.
    pub fn of(side: Side, arcs: &[Node]) -> RootLeaders {
        let best = most_optimistic(side, arcs);
        // The choices before and after the best are two slices. The rival is the most optimistic of
        // both.
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
        RootLeaders {
            best,
            rival,
            lower: lower.unwrap_or(arcs[best].fear(side)),
            upper: arcs[rival].hope(side),
        }
    }

    /// Whether the best choice is proved.
    pub fn is_separated(&self, side: Side, arcs: &[Node]) -> bool {
        arcs[self.best].fear(side) >= self.upper
    }

    /// Whether the most optimistic choice also has the best lower end.
    pub fn best_is_safest(&self, side: Side, arcs: &[Node]) -> bool {
        arcs[self.best].fear(side) == self.lower
    }
}

/// What the search tries to do when it leaves the root (STRATEGY and ASPIR).
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

    /// Whether there is still something to do, and a possibility of doing it.
    pub fn goes_on(&self, side: Side, arcs: &[Node], leaders: &RootLeaders) -> bool {
        let ends = |arc: usize| {
            (
                f64::from(arcs[arc].fear(side)),
                f64::from(arcs[arc].hope(side)),
            )
        };
        match *self {
            Pursuit::Prove { arc, aspiration } => {
                let is_most_optimistic = arcs[arc].hope(side) == arcs[leaders.best].hope(side);
                is_most_optimistic && ends(arc).0 < aspiration
            }
            Pursuit::Disprove { arc, aspiration } => {
                let (lower, upper) = ends(arc);
                arc != leaders.best && lower < aspiration && upper > aspiration
            }
        }
    }
}

/// Chooses between the strategies, and remembers what some of them need.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    config: IntervalConfig,
    disproved_last: bool,
    random: SplitMix64,
}

impl Chooser {
    pub fn new(config: IntervalConfig) -> Chooser {
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

    /// Whether the search stays with a pursuit.
    pub fn keeps(
        &self,
        pursuit: &Pursuit,
        side: Side,
        arcs: &[Node],
        leaders: &RootLeaders,
    ) -> bool {
        self.config.commitment == Commitment::UntilProof && pursuit.goes_on(side, arcs, leaders)
    }

    pub fn choose(&mut self, side: Side, arcs: &[Node], leaders: &RootLeaders) -> Pursuit {
        let disprove =
            leaders.best_is_safest(side, arcs) && self.wants_to_disprove(side, arcs, leaders);
        self.disproved_last = disprove;
        let (lower, upper) = (f64::from(leaders.lower), f64::from(leaders.upper));
        let aspiration = match (self.config.aspiration, disprove) {
            (Aspiration::Limit, true) => lower,
            (Aspiration::Limit, false) => upper,
            (Aspiration::Middle, _) => f64::midpoint(lower, upper),
        };
        if disprove {
            let arc = leaders.rival;
            Pursuit::Disprove { arc, aspiration }
        } else {
            let arc = leaders.best;
            Pursuit::Prove { arc, aspiration }
        }
    }

    fn wants_to_disprove(&mut self, side: Side, arcs: &[Node], leaders: &RootLeaders) -> bool {
        match self.config.strategy {
            Strategy::BestFirst => false,
            Strategy::Tied => leaders.upper == arcs[leaders.best].hope(side),
            Strategy::Alternation => !self.disproved_last,
            Strategy::Random { .. } => self.coin(),
            Strategy::Weighing {
                alternatives,
                criterion,
            } => {
                let rest = weigh_rest(side, arcs, leaders, alternatives, criterion);
                rest < weight(side, &arcs[leaders.best], criterion)
            }
        }
    }

    fn coin(&mut self) -> bool {
        self.random.next() & 1 == 1
    }
}

/// The choices that could still overtake the best one.
fn others<'a>(
    side: Side,
    arcs: &'a [Node],
    leaders: &RootLeaders,
) -> impl Iterator<Item = &'a Node> {
    let (best, lower) = (leaders.best, leaders.lower);
    arcs.iter()
        .enumerate()
        .filter(move |(number, arc)| *number != best && arc.hope(side) > lower)
        .map(|(_, arc)| arc)
}

fn weigh_rest(
    side: Side,
    arcs: &[Node],
    leaders: &RootLeaders,
    alternatives: Alternatives,
    criterion: Criterion,
) -> f64 {
    let weigh = |arc: &Node| weight(side, arc, criterion);
    let rival = weigh(&arcs[leaders.rival]);
    match alternatives {
        Alternatives::One => rival,
        Alternatives::Two => {
            let third = arcs
                .iter()
                .enumerate()
                .filter(|(number, arc)| {
                    *number != leaders.best
                        && *number != leaders.rival
                        && arc.hope(side) > leaders.lower
                })
                .max_by_key(|(_, arc)| arc.hope(side));
            rival + third.map_or(0.0, |(_, arc)| weigh(arc))
        }
        Alternatives::All => others(side, arcs, leaders).map(weigh).sum(),
    }
}

fn weight(side: Side, arc: &Node, criterion: Criterion) -> f64 {
    let depth = f64::from(arc.hope_from(side));
    // A choice whose value is known has range 0.
    let range = f64::from(arc.range());
    match criterion {
        Criterion::Depth => depth * depth,
        Criterion::Range => 1.0 / range,
        Criterion::DepthOverRange => depth * depth / range,
    }
}
