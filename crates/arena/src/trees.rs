//! What the trees of B* searches were like.
//!
//! How strong B* is depends on how many positions it can expand, how deep its probes are, and how
//! evenly they share the effort. A [`TreeSummary`] has these numbers of one search.
//! [`TreeSummaries`] collects many and tells what a [typical](TypicalTree) one was like. It leaves
//! out searches that ended by themselves: they show how easy the positions were, and not what the
//! effort bought. Only what is told of the root ([`RootEffort`]) is about all of them.

use std::cmp::Ordering;
use std::fmt;

use bstar_thought::{ProposalJudgement, ReplyRank, TreeFacts};
use serde::{Deserialize, Serialize, Serializer};

use crate::root_effort::{RootEffort, SearchEffort};

/// What the tree of a B* search was like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeSummary {
    /// How many positions were expanded. If the search began anew with deeper probes, this is the
    /// sum.
    pub expansions: u32,
    /// How many expanded positions were reused from the search before.
    #[serde(default)]
    pub kept: usize,
    /// How deep probes were in the search that decided.
    pub probe_depth: u32,
    /// How deep root moves were probed at most, in plies after the root move; root searches count.
    /// Journals of earlier versions do not have it.
    #[serde(default)]
    pub root_probe_depth: Option<u32>,
    /// The share of all nodes that went into answers about other positions than the root, 0 to 1.
    /// Journals of earlier versions do not have it.
    #[serde(default)]
    pub share_below_root: Option<f64>,
    /// The part of all nodes that the largest probe took.
    pub largest_probe: f64,
    /// Whether the search ended by itself, before its effort was used up.
    pub ended_early: bool,
    /// Whether the tree preferred another move than the search of the root before it.
    #[serde(default)]
    pub proposed: bool,
    /// Whether a second search of the root confirmed that, so that the move was played.
    #[serde(default)]
    pub confirmed: bool,
    /// Where the opponent's last move stood among the replies that were thought about on its time,
    /// from 1; 0 if it was not among them. `null` if none were thought about.
    #[serde(default)]
    pub reply: Option<usize>,
}

impl From<TreeFacts> for TreeSummary {
    fn from(facts: TreeFacts) -> TreeSummary {
        TreeSummary {
            expansions: facts.expansions,
            kept: facts.reused_positions,
            probe_depth: facts.probe_depth,
            root_probe_depth: Some(facts.root_probe_depth),
            // So few digits come back from a journal as they were.
            share_below_root: Some((1e6 * facts.share_below_root).round() / 1e6),
            largest_probe: facts.largest_probe,
            ended_early: facts.ended_early,
            // Without a clock nobody is asked.
            proposed: facts
                .proposal
                .is_some_and(|proposal| proposal.judgement != ProposalJudgement::NotAsked),
            confirmed: facts
                .proposal
                .is_some_and(|proposal| proposal.judgement == ProposalJudgement::Confirmed),
            reply: facts.reply.map(|ReplyRank(rank)| rank.unwrap_or(0)),
        }
    }
}

impl TreeSummary {
    /// How the search divided its effort, if that is known.
    pub fn effort(&self) -> Option<SearchEffort> {
        Some(SearchEffort {
            share_below_root: self.share_below_root?,
            root_lead: self.root_probe_depth?.saturating_sub(self.probe_depth),
        })
    }
}

/// What the trees of B* searches that used all their effort were like. All numbers are medians,
/// except the count, what was reused, and what is told of the root.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypicalTree {
    /// How many such searches there were.
    pub searches: usize,
    /// Expansions.
    pub expansions: u32,
    /// The depth of probes.
    pub probe_depth: u32,
    /// The part of all nodes that the largest probe took.
    pub largest_probe: f64,
    /// The part of them that began with positions of the search before.
    pub continued: f64,
    /// How many expanded positions were reused, on average over all of them.
    pub kept: f64,
    /// How all searches divided their effort, also those that ended early; `null` if all are from a
    /// journal of an earlier version.
    pub root: Option<RootEffort>,
}

impl fmt::Display for TypicalTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} searches used all their effort; median of expansions {}, of probe depth {}, of the largest probe's share of the nodes {:.2} %",
            self.searches,
            self.expansions,
            self.probe_depth,
            100.0 * self.largest_probe
        )?;
        if self.continued > 0.0 {
            write!(
                f,
                "; {:.0} % went on in a kept tree, {:.1} expansions kept on average",
                100.0 * self.continued,
                self.kept
            )?;
        }
        match &self.root {
            Some(root) => write!(f, "; {root}"),
            None => Ok(()),
        }
    }
}

/// How often trees preferred another move than the search of the root before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposals {
    /// Searches.
    pub searches: u64,
    /// How many of their trees preferred another move.
    pub proposed: u64,
    /// How many of these a second search of the root confirmed.
    pub confirmed: u64,
}

impl Proposals {
    /// Counts a search.
    pub fn add(&mut self, tree: &TreeSummary) {
        self.searches += 1;
        self.proposed += u64::from(tree.proposed);
        self.confirmed += u64::from(tree.confirmed);
    }
}

impl fmt::Display for Proposals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "in {} of {} searches the tree preferred another move than the root search; a second search confirmed {}",
            self.proposed, self.searches, self.confirmed
        )
    }
}

/// How often the opponent's move was among the replies that were thought about on its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replies {
    /// Moves before which several replies were thought about.
    pub moves: u64,
    /// How often the reply was the first of them.
    pub first: u64,
    /// How often it was among the first two.
    pub first_two: u64,
    /// How often it was among the first three.
    pub first_three: u64,
}

impl Replies {
    /// Counts a search.
    pub fn add(&mut self, tree: &TreeSummary) {
        let Some(rank) = tree.reply else { return };
        self.moves += 1;
        self.first += u64::from(rank == 1);
        self.first_two += u64::from((1..=2).contains(&rank));
        self.first_three += u64::from((1..=3).contains(&rank));
    }
}

impl fmt::Display for Replies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.moves.max(1) as f64;
        write!(
            f,
            "of {} replies that it thought ahead about, the first was played in {:.1} %, one of the first two in {:.1} %, one of the first three in {:.1} %",
            self.moves,
            share(self.first),
            share(self.first_two),
            share(self.first_three)
        )
    }
}

/// The trees of many searches. They are serialised as their [typical](Self::typical) tree.
///
/// ```
/// use bstar_arena::trees::{TreeSummary, TreeSummaries};
///
/// let with = |expansions, ended_early| TreeSummary {
///     expansions,
///     ended_early,
///     ..TreeSummary::default()
/// };
/// let mut trees = TreeSummaries::default();
/// for expansions in [90, 10, 70] {
///     trees.add(with(expansions, false));
/// }
/// trees.add(with(1, true));
/// let typical = trees.typical().unwrap();
/// assert_eq!((typical.searches, typical.expansions), (3, 70));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeSummaries {
    used_up: Vec<TreeSummary>,
    ended_early: Vec<TreeSummary>,
}

impl TreeSummaries {
    /// Adds a tree.
    pub fn add(&mut self, tree: TreeSummary) {
        if tree.ended_early {
            self.ended_early.push(tree);
        } else {
            self.used_up.push(tree);
        }
    }

    /// Is nothing typical?
    pub fn is_empty(&self) -> bool {
        self.used_up.is_empty()
    }

    /// How all searches divided their effort between the root and the tree below it. Nothing is
    /// known of those from journals of earlier versions.
    pub fn root_effort(&self) -> Option<RootEffort> {
        let all = self.used_up.iter().chain(&self.ended_early);
        RootEffort::of(&all.filter_map(TreeSummary::effort).collect::<Vec<_>>())
    }

    /// The medians.
    pub fn typical(&self) -> Option<TypicalTree> {
        let trees = &self.used_up;
        Some(TypicalTree {
            searches: trees.len(),
            expansions: median(trees, |tree| tree.expansions, u32::cmp)?,
            probe_depth: median(trees, |tree| tree.probe_depth, u32::cmp)?,
            largest_probe: median(trees, |tree| tree.largest_probe, f64::total_cmp)?,
            continued: mean(trees, |tree| f64::from(u8::from(tree.kept > 0))),
            kept: mean(trees, |tree| tree.kept as f64),
            root: self.root_effort(),
        })
    }
}

impl Serialize for TreeSummaries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.typical().serialize(serializer)
    }
}

fn mean(trees: &[TreeSummary], value: impl Fn(&TreeSummary) -> f64) -> f64 {
    trees.iter().map(value).sum::<f64>() / trees.len() as f64
}

/// The middle value; of an even number of values, the higher of the two in the middle.
pub fn median<A, T: Copy>(
    things: &[A],
    value: impl Fn(&A) -> T,
    order: impl FnMut(&T, &T) -> Ordering,
) -> Option<T> {
    let mut values: Vec<T> = things.iter().map(value).collect();
    values.sort_by(order);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_typical_of_searches_that_ended_early() {
        let mut trees = TreeSummaries::default();
        trees.add(TreeSummary {
            ended_early: true,
            share_below_root: Some(0.5),
            root_probe_depth: Some(1),
            ..TreeSummary::default()
        });
        assert!(trees.is_empty());
        assert_eq!(trees.root_effort().unwrap().searches, 1);
        assert_eq!(serde_json::to_string(&trees).unwrap(), "null");
    }

    #[test]
    fn the_proposals_of_all_searches_count() {
        let mut proposals = Proposals::default();
        for (ended_early, proposed, confirmed) in [
            (true, false, false),
            (true, true, false),
            (false, true, true),
        ] {
            proposals.add(&TreeSummary {
                ended_early,
                proposed,
                confirmed,
                ..TreeSummary::default()
            });
        }
        assert_eq!(
            proposals.to_string(),
            "in 2 of 3 searches the tree preferred another move than the root search; a second search confirmed 1"
        );
    }

    #[test]
    fn replies_are_counted_by_their_rank() {
        let mut replies = Replies::default();
        for reply in [None, Some(1), Some(1), Some(2), Some(3), Some(0)] {
            replies.add(&TreeSummary {
                reply,
                ..TreeSummary::default()
            });
        }
        assert_eq!(
            replies.to_string(),
            "of 5 replies that it thought ahead about, the first was played in 40.0 %, one of the first two in 60.0 %, one of the first three in 80.0 %"
        );
    }

    /// Where no second search was made, none can have refused.
    #[test]
    fn only_what_a_second_search_judged_is_a_proposal() {
        use bstar_thought::Proposal;
        let moves = bstar_board::Position::start().legal_moves();
        let proposed = |judgement| {
            let summary = TreeSummary::from(TreeFacts {
                expansions: 1,
                reused_positions: 0,
                probe_depth: 1,
                root_probe_depth: 1,
                share_below_root: 0.5,
                largest_probe: 0.5,
                ended_early: false,
                proposal: Some(Proposal {
                    root_search_move: moves[0],
                    tree_move: moves[1],
                    judgement,
                }),
                how_sure: None,
                reply: None,
            });
            (summary.proposed, summary.confirmed)
        };
        assert_eq!(proposed(ProposalJudgement::Confirmed), (true, true));
        assert_eq!(proposed(ProposalJudgement::Refused), (true, false));
        assert_eq!(proposed(ProposalJudgement::NotAsked), (false, false));
    }
}
