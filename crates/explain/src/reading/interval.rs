//! The 90 % interval of the chosen move.
//!
//! How far would a longer search move the value? That was learned from searches of positions from
//! games, and of the chosen moves with ten times as many nodes: `train/intervals.py` has the whole
//! way, and prints the numbers that stand here. The change is measured in log-odds. Its spread
//! depends on the nodes, on how open the game is, and on how much the value changed last.

use super::facts::Reading;
use bstar_engine::thinker::how_sure::HowSure;

/// The interval in which a search ten times as long puts the value of the chosen move, nine times
/// out of ten. In ten-thousandths for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Its lower end.
    pub least: i32,
    /// Its upper end.
    pub most: i32,
}

/// The logarithm of the spread is the sum of these numbers times the [`terms`].
const SPREAD_WEIGHTS: [f64; 4] = [-0.133, -2.028, -0.435, 0.084];
/// The 5 % and the 95 % point, in spreads.
const INTERVAL_ENDS: [f64; 2] = [-2.676, 1.197];
/// No longer searches were learned from. The interval gets no narrower beyond.
const MAX_NODES: u64 = 300_000;
/// The change of the value over two iterations takes three of them.
const MIN_DEPTH: u32 = 3;
/// The scale ends before certainty does.
const SCALE_MARGIN: f64 = 0.005;

impl Reading<'_> {
    /// The interval of the chosen move. None if the search was not like those that were learned
    /// from (most of its effort a search of all moves of the root), if another search judged the
    /// move, or if its value is not an estimate.
    pub fn interval(&self) -> Option<Interval> {
        let best = self.best().filter(|_| !self.is_judged())?;
        let stability = self.thought.root_stability?;
        let effort = self.thought.root_effort;
        let is_whole = self.moves.len() == self.position().legal_moves().len();
        let is_deep = effort.depth >= MIN_DEPTH && 2 * effort.nodes >= self.thought.nodes;
        if !is_whole || !is_deep {
            return None;
        }
        let is_estimate = best.certainty.is_none()
            && !matches!(best.score, None | Some(bstar_engine::Score::Mate(_)));
        let likely = best.likely.exact().filter(|_| is_estimate)?;
        Some(Interval::around(
            likely,
            self.thought.nodes,
            stability.swing,
        ))
    }
}

impl Reading<'_> {
    /// How sure the choice is. None if another search judged the move, or nothing was learned about
    /// such searches ([`Thought::how_sure`](bstar_engine::thinker::Thought::how_sure)).
    pub fn how_sure(&self) -> Option<HowSure> {
        self.thought.how_sure().filter(|_| !self.is_judged())
    }
}

impl Interval {
    /// The interval around a value, after a search of so many nodes, whose value changed by so much
    /// in its last two iterations.
    fn around(likely: i32, nodes: u64, swing: i32) -> Interval {
        let p = (f64::from(likely) / 10_000.0).clamp(SCALE_MARGIN, 1.0 - SCALE_MARGIN);
        let terms = terms(p, nodes, swing);
        let spread: f64 = SPREAD_WEIGHTS.iter().zip(terms).map(|(a, b)| a * b).sum();
        let log_odds = (p / (1.0 - p)).ln();
        let [least, most] = INTERVAL_ENDS.map(|end| {
            let end = log_odds + end * spread.exp();
            (10_000.0 / (1.0 + (-end).exp())).round() as i32
        });
        Interval {
            least: least.min(likely),
            most: most.max(likely),
        }
    }
}

fn terms(p: f64, nodes: u64, swing: i32) -> [f64; 4] {
    [
        1.0,
        4.0 * p * (1.0 - p),
        (nodes.clamp(1, MAX_NODES) as f64 / 100_000.0).log10(),
        (f64::from(swing.max(0)) / 100.0).sqrt(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{game, think};

    #[test]
    fn longer_searches_have_narrower_intervals_and_wild_ones_wider() {
        let width = |likely, nodes, swing| {
            let interval = Interval::around(likely, nodes, swing);
            assert!((0..=likely).contains(&interval.least), "{interval:?}");
            assert!((likely..=10_000).contains(&interval.most), "{interval:?}");
            interval.most - interval.least
        };
        for likely in [1_000, 4_000, 5_000, 8_000] {
            assert!(width(likely, 1_000_000, 100) < width(likely, 10_000, 100));
            assert!(width(likely, 100_000, 0) < width(likely, 100_000, 2_000));
        }
        for likely in [0, 1, 9_999, 10_000] {
            width(likely, 100_000, 100);
        }
    }

    #[test]
    fn a_tree_alone_has_none() {
        let game = game("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
        let thought = think(&game);
        assert_eq!(Reading::new(&game, &thought).interval(), None);
    }
}
