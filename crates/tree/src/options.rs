//! How a tree is grown.

use std::fmt;

/// How a tree is grown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeOptions {
    /// How much a move's prior counts beside its value: `c` of PUCT, where values lie between 0
    /// and 1.
    pub exploration: f32,
    /// After so many visits of a position the prior begins to count for more: `c` is multiplied by
    /// `1 + ln((visits + base) / base)`.
    pub exploration_base: f32,
    /// A move that was not visited has the value of its position less this.
    pub first_play_reduction: f32,
    /// Above 1 the prior's probabilities become more alike, below 1 less.
    pub temperature: f32,
    /// The same for the moves of the root.
    pub root_temperature: f32,
    /// How much alpha-beta's evaluation counts in the value of a leaf, 0 to 1. The rest is the
    /// prior's.
    pub evaluation_share: f32,
    /// From this spread on captures are searched before a leaf is evaluated.
    pub noisy_spread: f32,
    /// Whether all moves of the root are equally likely. This shows what a prior is worth below the
    /// root only.
    pub root_uniform: bool,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions {
            exploration: 0.6,
            exploration_base: 20_000.0,
            first_play_reduction: 0.1,
            temperature: 1.0,
            root_temperature: 1.3,
            evaluation_share: 0.5,
            noisy_spread: 0.06,
            root_uniform: false,
        }
    }
}

/// As players write it.
impl fmt::Display for TreeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = match self.root_uniform {
            true => "uniform",
            false => "prior",
        };
        write!(
            f,
            "c={},base={},reduction={},temperature={},root-temperature={},evaluation-share={},noisy={},root={root}",
            self.exploration,
            self.exploration_base,
            self.first_play_reduction,
            self.temperature,
            self.root_temperature,
            self.evaluation_share,
            self.noisy_spread
        )
    }
}

impl TreeOptions {
    /// How much the prior counts in a position with so many visits.
    #[inline]
    pub(crate) fn exploration_at(&self, visits: u32) -> f32 {
        let base = self.exploration_base;
        self.exploration * (1.0 + ((visits as f32 + base) / base).ln())
    }

    /// The temperature at the root or below it.
    pub(crate) fn temperature_at(&self, is_root: bool) -> f32 {
        match is_root {
            true => self.root_temperature,
            false => self.temperature,
        }
    }
}
