//! What a search does, in which order, and who decides.
//!
//! - [`Tree`](Plan::Tree): the tree grows from probes and decides. This is the paper's way.
//! - [`Explain`](Plan::Explain): a deep search of the root, a glance at its nearest rivals, and a
//!   tree to read. The deep search decides.
//! - [`Play`](Plan::Play): a deep search of the root, as long as alpha-beta would take. Where its
//!   choice is contested, a small tree. If the tree prefers another move, a second deep search of
//!   the two decides.
//!
//! This is the only place that asks whether a clock runs.

use super::BstarOptions;
use bstar_kit::effort::Effort;

/// The stages of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Plan {
    /// The tree alone.
    Tree {
        /// Whether it may end, and save the rest for later, when one move is clearly best.
        saves_time: bool,
    },
    /// A deep search, and a tree to read.
    Explain {
        /// The share of the budget for the deep search.
        root_share: f64,
    },
    /// A deep search, and a tree that may propose another move.
    Play {
        /// The share of the time for the deep search where a tree follows it.
        root_share: f64,
    },
}

/// What limits a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// A chess clock: time that is saved now can be used later.
    Clock,
    /// Anything else: all of it can be used.
    Fixed,
}

/// On a clock, the default share of the time for the deep search where a tree follows it. The
/// tree's move is as good as the one it replaces, and time is worth more to a deep search.
const PLAY_ROOT_SEARCH_PERCENT: u32 = 95;

impl Pace {
    pub fn of(effort: &Effort) -> Pace {
        match effort.running_clock() {
            Some(_) => Pace::Clock,
            None => Pace::Fixed,
        }
    }
}

impl Plan {
    pub fn of(options: &BstarOptions, effort: &Effort, pace: Pace) -> Plan {
        let is_limited = effort.node_limit().is_some() || effort.time_limit().is_some();
        let is_shallow = options.probe_depth > 0 || effort.depth_limit().is_some();
        let usual = match pace {
            Pace::Clock => PLAY_ROOT_SEARCH_PERCENT,
            Pace::Fixed => 0,
        };
        let percent = options.root_search_percent.unwrap_or(usual);
        let root_share = f64::from(percent) / 100.0;
        if percent == 0 || !is_limited || is_shallow || !options.as_needed {
            return Plan::Tree {
                saves_time: pace == Pace::Clock,
            };
        }
        match pace {
            Pace::Clock => Plan::Play { root_share },
            Pace::Fixed => Plan::Explain { root_share },
        }
    }

    /// Whether it begins with a deep search of the root.
    pub fn has_root_search(self) -> bool {
        !matches!(self, Plan::Tree { .. })
    }

    /// Whether a tree that has decided is at its end, however much of the budget is left.
    pub fn ends_with_decision(self) -> bool {
        matches!(self, Plan::Play { .. })
    }

    /// Whether the search ends when one move is clearly best.
    pub fn ends_when_clear(self) -> bool {
        self == Plan::Tree { saves_time: true }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_an_explanation_and_the_papers_way_have_plans_of_their_own() {
        let usual = BstarOptions::default();
        let explaining = BstarOptions {
            root_search_percent: Some(80),
            ..usual
        };
        let by_tree = BstarOptions {
            root_search_percent: Some(0),
            ..usual
        };
        let second = Effort::time(Duration::from_secs(1));
        let shallow = second.or(Effort::depth(3));
        let tree = |saves_time| Plan::Tree { saves_time };
        for (options, effort, pace, plan) in [
            (usual, second, Pace::Clock, Plan::Play { root_share: 0.95 }),
            (usual, second, Pace::Fixed, tree(false)),
            (
                explaining,
                second,
                Pace::Fixed,
                Plan::Explain { root_share: 0.8 },
            ),
            (
                explaining,
                second,
                Pace::Clock,
                Plan::Play { root_share: 0.8 },
            ),
            (by_tree, second, Pace::Clock, tree(true)),
            (explaining, shallow, Pace::Fixed, tree(false)),
            (
                explaining,
                Effort::until_stopped(),
                Pace::Fixed,
                tree(false),
            ),
        ] {
            assert_eq!(Plan::of(&options, &effort, pace), plan);
        }
    }
}
