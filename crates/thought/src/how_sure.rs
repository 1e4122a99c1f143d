//! How sure a choice is: the chance that another move is better by more than a point, and the 90 %
//! interval of the chosen one.
//!
//! Both were learned from positions from games whose moves a judge with 5,000,000 nodes had
//! compared: `train/how_sure.py` has the whole way, and prints the numbers that stand here. Two
//! numbers say most about the chance: the share of its nodes that the root search spent below the
//! chosen move, and the distance to the next move. The interval narrows with the nodes. It is
//! narrowest where the game is level and many pieces are left, and widest where one side is clearly
//! ahead and has not won.

use bstar::NodeView;
use bstar_board::Move;

use crate::report::{HowSure, ProposalJudgement};
use crate::scale::{Points, mover_points};
use crate::thought::Thought;

/// The log-odds that another move is better are the sum of these numbers times the
/// [`Settledness::terms`].
const WEIGHTS: [f64; 7] = [0.996, -0.201, -2.058, -0.273, 0.238, 0.768, 0.043];
/// The same where the nearest move was weighed. The last one is for its gap.
const WEIGHTS_WITH_GAP: [f64; 8] = [0.273, -0.321, -0.995, -0.301, 0.316, 0.503, 0.157, -1.875];
/// The same for the logarithm of the spread of a longer search's value in log-odds.
const SPREAD_WEIGHTS: [f64; 10] = [
    5.07, -0.434, -0.614, 0.129, 1.989, 0.211, 0.326, -4.597, -0.171, -0.593,
];
/// The same for how much a longer search's value differs on average.
const SHIFT_WEIGHTS: [f64; 5] = [-0.211, 0.027, 0.083, -0.023, 0.249];
/// The 5 % and the 95 % point around that, in spreads.
const INTERVAL_ENDS: [f64; 2] = [-2.435, 1.764];
/// No shorter searches were learned from. They are not sure of anything.
pub const MIN_NODES: u64 = 20_000;
/// No longer ones were learned from. They are as sure as those.
const MAX_NODES: u64 = 1_000_000;
/// The change of the value over two iterations takes three of them.
pub const MIN_DEPTH: u32 = 3;
/// The scale ends before certainty does.
const SCALE_MARGIN: f64 = 0.005;

/// What is known about a choice when a search has ended.
#[derive(Clone, Copy, Debug)]
pub struct Settledness {
    /// The nodes of all root searches.
    pub nodes: u64,
    /// What the chosen move is worth, and the nearest other move that was weighed.
    pub value: Points,
    pub nearest: Option<(Move, Points)>,
    /// How many legal moves there are.
    pub moves: usize,
    /// The share of the nodes of the first root search below its best move.
    pub share_of_best: f64,
    /// Its last iterations with the same best move, after the first of them.
    pub unchanged: u32,
    /// How much its value changed in the last two iterations.
    pub swing: Points,
    /// The share of the pieces that is still on the board.
    pub phase: f64,
}

impl Settledness {
    fn terms(&self) -> [f64; 7] {
        let p = chance(self.value);
        let nodes = self.nodes.min(MAX_NODES) as f64;
        [
            1.0,
            (nodes / 100_000.0).log10(),
            self.share_of_best,
            f64::from(1 + self.unchanged).ln(),
            (self.moves.max(1) as f64).ln(),
            (0.05 + p * (1.0 - p)).ln(),
            (f64::from(self.swing.0.max(0)) / 100.0).sqrt(),
        ]
    }

    /// How sure the choice is, by what was learned.
    pub fn how_sure(&self) -> HowSure {
        let gap = self.nearest.map(|(_, nearest)| {
            let gap = log_odds(self.value) - log_odds(nearest);
            gap.max(0.0).sqrt()
        });
        let log_odds = match gap {
            Some(gap) => sum(&WEIGHTS_WITH_GAP, self.terms()) + WEIGHTS_WITH_GAP[7] * gap,
            None => sum(&WEIGHTS, self.terms()),
        };
        HowSure {
            better: 1.0 / (1.0 + (-log_odds).exp()),
            value: self.value,
            nearest: self.nearest.map(|(mv, _)| mv),
            interval: gap.map(|gap| self.interval(gap)),
        }
    }

    fn interval(&self, gap: f64) -> [Points; 2] {
        let [one, nodes, share, _, moves, openness, swing] = self.terms();
        let p = chance(self.value);
        let spread = [
            one,
            nodes,
            share,
            moves,
            openness,
            swing,
            gap,
            4.0 * p * (1.0 - p),
            p,
            self.phase,
        ];
        let spread = sum(&SPREAD_WEIGHTS, spread).exp();
        let shift = sum(&SHIFT_WEIGHTS, [one, nodes, share, gap, p]);
        let [least, most] = INTERVAL_ENDS.map(|end| {
            let end = log_odds(self.value) + shift + end * spread;
            let chance = 1.0 / (1.0 + (-end).exp());
            Points((chance * f64::from(Points::WIN.0)).round() as i32)
        });
        [least.min(self.value), most.max(self.value)]
    }
}

fn sum<const N: usize>(weights: &[f64], terms: [f64; N]) -> f64 {
    weights.iter().zip(terms).map(|(a, b)| a * b).sum()
}

fn chance(points: Points) -> f64 {
    (f64::from(points.0) / f64::from(Points::WIN.0)).clamp(SCALE_MARGIN, 1.0 - SCALE_MARGIN)
}

fn log_odds(points: Points) -> f64 {
    let p = chance(points);
    (p / (1.0 - p)).ln()
}

impl Thought {
    /// How sure the choice is. None unless a root search of all moves chose it, with 20,000 nodes
    /// at least, and where its value is no estimate: a mate, a proved result, a bound.
    pub fn how_sure(&self) -> Option<HowSure> {
        let decision = self.decision?;
        let stability = self.root_stability?;
        let judgement = self.proposal.map(|proposal| proposal.judgement);
        if judgement == Some(ProposalJudgement::Confirmed) {
            return None;
        }
        let root = self.search.root();
        let moves = self.position.legal_moves().len();
        let is_long_enough =
            self.root_effort.depth >= MIN_DEPTH && self.root_effort.nodes >= MIN_NODES;
        if moves < 2 || root.moves().len() != moves || !is_long_enough {
            return None;
        }
        let (_, chosen) = root.moves().find(|(mv, _)| *mv == decision.best)?;
        let value = self.estimate(&chosen)?;
        let others = root.moves().filter(|(mv, _)| *mv != decision.best);
        let weighed = others.filter_map(|(mv, node)| Some((mv, self.estimate(&node)?)));
        // The first of equals.
        let nearest = weighed.fold(None, |nearest: Option<(Move, Points)>, (mv, points)| {
            nearest
                .filter(|known| known.1 >= points)
                .or(Some((mv, points)))
        });
        let known = Settledness {
            nodes: self.root_effort.nodes,
            value,
            nearest,
            moves,
            share_of_best: stability.share_of_best,
            unchanged: stability.unchanged,
            swing: Points(stability.swing),
            phase: crate::phase(&self.position),
        };
        Some(known.how_sure())
    }

    /// What a root move is told to be worth, if that is an estimate and no bound.
    fn estimate(&self, node: &NodeView<Move>) -> Option<Points> {
        let real = match self.is_tree_overruled() {
            true => node.own_real(),
            false => node.real(),
        };
        let points = mover_points(real.known()?, &self.position);
        let is_mate = points.is_mate() || points.for_other_side().is_mate();
        (!node.is_settled() && !is_mate).then_some(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Settledness {
        let position = bstar_board::Position::start();
        Settledness {
            nodes: 100_000,
            value: Points(5_000),
            nearest: Some((position.legal_moves()[0], Points(4_900))),
            moves: 30,
            share_of_best: 0.5,
            unchanged: 3,
            swing: Points(100),
            phase: 0.7,
        }
    }

    #[test]
    fn what_is_settled_is_surer() {
        let better = |it: Settledness| it.how_sure().better;
        let usual = better(known());
        assert!((0.2..0.5).contains(&usual), "{usual}");
        let position = bstar_board::Position::start();
        let mv = position.legal_moves()[0];
        let surer = [
            Settledness {
                nodes: 1_000_000,
                ..known()
            },
            Settledness {
                share_of_best: 0.95,
                ..known()
            },
            Settledness {
                unchanged: 12,
                ..known()
            },
            Settledness {
                nearest: Some((mv, Points(3_000))),
                ..known()
            },
            Settledness {
                swing: Points(0),
                ..known()
            },
            Settledness {
                moves: 3,
                ..known()
            },
        ];
        for it in surer {
            assert!(better(it) < usual, "{it:?}");
        }
        // Beyond what was learned from nothing changes.
        let longer = |nodes| better(Settledness { nodes, ..known() });
        assert_eq!(longer(1_000_000), longer(1_000_000_000));
        let decided = better(Settledness {
            value: Points(9_900),
            nearest: None,
            share_of_best: 0.9,
            ..known()
        });
        assert!(decided < 0.2, "{decided}");
    }

    #[test]
    fn intervals_hold_the_value_and_narrow_with_the_nodes() {
        let width = |it: Settledness| {
            let [least, most] = it.how_sure().interval.unwrap();
            assert!(Points::LOSS <= least && least <= it.value, "{it:?}");
            assert!(it.value <= most && most <= Points::WIN, "{it:?}");
            (most - least).0
        };
        let usual = width(known());
        assert!((800..3_000).contains(&usual), "{usual}");
        let longer = Settledness {
            nodes: 1_000_000,
            ..known()
        };
        let wilder = Settledness {
            swing: Points(1_500),
            ..known()
        };
        assert!(width(longer) < usual && usual < width(wilder));
        for value in [0, 1, 300, 9_700, 9_999, 10_000].map(Points) {
            width(Settledness { value, ..known() });
        }
        let unweighed = Settledness {
            nearest: None,
            ..known()
        };
        assert_eq!(unweighed.how_sure().interval, None);
    }
}
