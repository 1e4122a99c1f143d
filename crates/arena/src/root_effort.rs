//! How B* searches divided their effort between the root and the tree below it.
//!
//! A search that only probes the moves of the root deeper and deeper is alpha-beta by another name.
//! Two numbers tell whether there was a tree worth the name: the share of the nodes that went below
//! the root, and the *root lead*: how many plies deeper root moves were probed than the leaves.

use std::fmt;

use serde::Serialize;

/// A longer root lead than this, in plies, means that the root was searched ahead of the tree.
pub const MAX_TREE_LEAD_PLIES: u32 = 2;

/// How one search divided its effort.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchEffort {
    /// The share of its nodes that went below the root, 0 to 1.
    pub share_below_root: f64,
    /// How many plies deeper root moves were probed than the leaves.
    pub root_lead: u32,
}

/// How B* searches divided their effort between the root and the tree below it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RootEffort {
    /// How many searches there were. Those that ended early count too.
    pub searches: usize,
    /// The share of a search's nodes that went into answers about other positions than the root, on
    /// average, 0 to 1.
    pub share_below_root: f64,
    /// By how many plies root moves were probed deeper than the leaves, at most.
    pub largest_lead: u32,
    /// In how many searches that was more than two plies.
    pub long_leads: usize,
}

impl RootEffort {
    /// The effort of many searches; nothing, if there are none.
    pub fn of(searches: &[SearchEffort]) -> Option<RootEffort> {
        let leads = || searches.iter().map(|search| search.root_lead);
        let mut shares: Vec<f64> = searches
            .iter()
            .map(|search| search.share_below_root)
            .collect();
        // They are added in one order: the games of a match do not always end in the same one.
        shares.sort_by(f64::total_cmp);
        Some(RootEffort {
            searches: searches.len(),
            share_below_root: shares.iter().sum::<f64>() / shares.len() as f64,
            largest_lead: leads().max()?,
            long_leads: leads().filter(|lead| *lead > MAX_TREE_LEAD_PLIES).count(),
        })
    }
}

impl fmt::Display for RootEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "in all {} searches {:.1} % of the nodes went below the root on average, and root moves were probed at most {} deeper than the leaves",
            self.searches,
            100.0 * self.share_below_root,
            match self.largest_lead {
                1 => "1 ply".to_owned(),
                plies => format!("{plies} plies"),
            }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_a_mean_and_the_lead_the_largest() {
        let search = |(share_below_root, root_lead)| SearchEffort {
            share_below_root,
            root_lead,
        };
        let mut searches = [(0.9, 0), (0.5, 2), (0.1, 6), (0.5, 0)].map(search);
        let effort = RootEffort::of(&searches).unwrap();
        assert_eq!((effort.searches, effort.share_below_root), (4, 0.5));
        assert_eq!((effort.largest_lead, effort.long_leads), (6, 1));
        assert_eq!(
            effort.to_string(),
            "in all 4 searches 50.0 % of the nodes went below the root on average, and root moves were probed at most 6 plies deeper than the leaves"
        );
        searches.reverse();
        assert_eq!(RootEffort::of(&searches), Some(effort));
        assert_eq!(RootEffort::of(&[]), None);
    }
}
