//! How B* searches, and which of its parts can be switched off.

use thiserror::Error;

use super::optimism::Rules;

/// How B* searches. Each part can be switched off, for experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BstarOptions {
    /// The depth of the probes in plies; 0 for a depth that fits the budget.
    pub probe_depth: u32,
    /// Added to the depth that fits the budget.
    pub depth_change: i32,
    /// The probes with an extra move are this many plies shallower.
    pub threat_reduction: u32,
    /// How many expansions as expensive as the root's the budget should have room for. The depth of
    /// probes follows from it. A small budget has room for fewer. Other expansions are far cheaper
    /// than the root's.
    pub root_cost_expansions: u32,
    /// The share of the budget, in percent, for the first root search. By default it is half on a
    /// clock and nothing otherwise.
    pub root_search_percent: Option<u32>,
    /// Which kinds of optimism are on.
    pub rules: Rules,
    /// Whether VERIFY tests the choice of SELECT.
    pub verify: bool,
    /// Whether probabilities guide the search, or optimistic values alone.
    pub probabilities: bool,
    /// Whether replies with the same answer count once.
    pub reply_groups: bool,
    /// Whether attention is spread (docs/search.md, section 8).
    pub dithering: bool,
    /// Whether probes find out no more than the search needs.
    pub as_needed: bool,
    /// Whether the budget that is left after a decision is used for what is less likely.
    pub use_whole_budget: bool,
    /// Whether the next search of the game goes on in the tree under the moves played.
    pub reuse_tree: bool,
}

impl Default for BstarOptions {
    fn default() -> BstarOptions {
        BstarOptions {
            probe_depth: 0,
            depth_change: 0,
            threat_reduction: 1,
            root_cost_expansions: 40,
            root_search_percent: None,
            rules: Rules::ALL,
            verify: true,
            probabilities: true,
            reply_groups: true,
            dithering: true,
            as_needed: true,
            use_whole_budget: true,
            reuse_tree: true,
        }
    }
}

/// No part of the search has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected one of {}", BstarOptions::PARTS.join(", "))]
pub struct UnknownPart;

impl BstarOptions {
    /// The names of the parts that can be switched off.
    pub const PARTS: [&'static str; 14] = [
        "verify",
        "probabilities",
        "reply-groups",
        "dithering",
        "checks",
        "mate-threats",
        "hit-and-run",
        "moved-twice",
        "exposed-king",
        "pins",
        "discount",
        "as-needed",
        "use-it-all",
        "keep",
    ];

    /// Switches a part off, to measure what it is worth.
    pub fn switch_off(&mut self, part: &str) -> Result<(), UnknownPart> {
        let part = match part {
            "verify" => &mut self.verify,
            "probabilities" => &mut self.probabilities,
            "reply-groups" => &mut self.reply_groups,
            "dithering" => &mut self.dithering,
            "checks" => &mut self.rules.checks,
            "mate-threats" => &mut self.rules.mate_threats,
            "hit-and-run" => &mut self.rules.hit_and_run,
            "moved-twice" => &mut self.rules.moved_twice,
            "exposed-king" => &mut self.rules.exposed_king,
            "pins" => &mut self.rules.pins,
            "discount" => &mut self.rules.discount,
            "as-needed" => &mut self.as_needed,
            "use-it-all" => &mut self.use_whole_budget,
            "keep" => &mut self.reuse_tree,
            _ => return Err(UnknownPart),
        };
        *part = false;
        Ok(())
    }
}
