//! What probing cost.

use std::time::Duration;

/// What probing cost, in nodes. From that follows how deep probes can be, without trying.
#[derive(Clone, Copy, Debug, Default)]
pub struct CostModel {
    /// The cost of the root, with probes as deep as the tree's.
    pub root: f64,
    /// The mean cost of an expansion.
    expansion: f64,
    pub speed: f64,
}

impl CostModel {
    /// The costs in a search. If the root was reused, its cost is assumed to have changed as that
    /// of the other expansions did. Too few of them tell nothing.
    pub fn of(spent: Spent, root: Option<u64>, before: Option<CostModel>) -> CostModel {
        const MIN_EXPANSIONS_TO_JUDGE_COST: u32 = 5;
        let expansion = spent.nodes.max(1) as f64 / f64::from(spent.expansions.max(1));
        let root = match (root, before) {
            (Some(root), _) => root as f64,
            (None, Some(before)) if spent.expansions < MIN_EXPANSIONS_TO_JUDGE_COST => {
                return before;
            }
            (None, Some(before)) => before.root * expansion / before.expansion,
            (None, None) => expansion,
        };
        CostModel {
            root,
            expansion,
            speed: spent.nodes.max(1) as f64 / spent.time.as_secs_f64().max(1e-4),
        }
    }
}

/// What a search has used.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    pub nodes: u64,
    pub expansions: u32,
    pub time: Duration,
}
