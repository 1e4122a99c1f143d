//! How B* searches, and which of its parts can be switched off.

use thiserror::Error;

use super::optimism::Rules;

/// How B* searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BstarOptions {
    /// The depth of the probes; 0 for one that fits the effort.
    pub probe_depth: u32,
    /// Added to the depth that fits the effort.
    pub depth_change: i32,
    /// By how much the probes with an extra move are shallower.
    pub threat_reduction: u32,
    /// For how many expansions as dear as the root's there should be room, if the depth is to fit the effort; in small efforts it is fewer. The others are far cheaper.
    pub root_cost_expansions: u32,
    /// The part of the effort, in percent, that goes into a first look at the root; if nothing is said, a good part on a clock and none otherwise.
    pub root_search_percent: Option<u32>,
    /// Which kinds of optimism there are.
    pub rules: Rules,
    /// Whether the choice is put to the test.
    pub verify: bool,
    /// Whether probabilities guide the search, or hope alone.
    pub probabilities: bool,
    /// Whether replies with the same answer count once.
    pub reply_groups: bool,
    /// Whether attention is spread.
    pub dithering: bool,
    /// Whether probes find out no more than is needed.
    pub as_needed: bool,
    /// Whether effort that is left when the search has decided is used to look for what is less likely.
    pub use_whole_budget: bool,
    /// Whether what lies under the moves played is kept for the next search of the game.
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

/// A part of the search that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected one of {}", BstarOptions::PARTS.join(", "))]
pub struct UnknownPart;

impl BstarOptions {
    /// What can be switched off.
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
