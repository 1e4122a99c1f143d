//! The choices that nobody has proved right. Each is small and can be exchanged. The defaults are
//! those of the 1996 paper.

use crate::error::ConfigError;
use crate::job::Kind;
use crate::value::{MAX_VALUE, Scale, Value};

/// How likely a leaf is to reach a target between its real value and its bound (docs/search.md,
/// section 3).
#[derive(Clone, Copy, Debug, Default)]
pub enum Distribution {
    /// Every value between them is equally likely.
    #[default]
    Uniform,
    /// A rule of your own. It gets the real value, the bound above it and the target between them,
    /// all as the Forcer sees them. It must not fall when the first or the second rises.
    Custom(fn(f64, f64, f64) -> f64),
}

impl Distribution {
    /// The probability that a leaf reaches `target`. All values are as the Forcer sees them.
    ///
    /// ```
    /// # use bstar::Distribution;
    /// assert_eq!(Distribution::Uniform.probability(20, 100, 30.0), 0.875);
    /// ```
    #[inline]
    pub fn probability(self, real: Value, hope: Value, target: f64) -> f64 {
        let (real, hope) = (f64::from(real), f64::from(hope));
        if real >= target {
            return 1.0;
        }
        if hope <= target {
            return 0.0;
        }
        match self {
            Distribution::Uniform => (hope - target) / (hope - real),
            Distribution::Custom(probability) => {
                let probability = probability(real, hope, target);
                // NaN must not enter the tree.
                if probability.is_nan() {
                    0.0
                } else {
                    probability.clamp(0.0, 1.0)
                }
            }
        }
    }
}

impl Distribution {
    /// The same for a value that may also fall short of the real one: half of the distribution lies
    /// on either side of it. The three values are the bound below, the real value and the bound
    /// above.
    pub(crate) fn probability_of_whole(self, [fear, real, hope]: [Value; 3], target: f64) -> f64 {
        if f64::from(fear) >= target {
            1.0
        } else if target <= f64::from(real) {
            1.0 - self.probability(-real, -fear, -target) / 2.0
        } else {
            self.probability(real, hope, target) / 2.0
        }
    }
}

/// What leads the search to the position to expand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guide {
    /// Probabilities, read off at the leaves and backed up.
    #[default]
    Probability,
    /// Hope alone, as before 1996: the distribution is read off the backed-up values wherever the
    /// search stands. This is for measuring what probabilities are worth.
    Hope,
    /// Whole distributions, after Palay (1983). That of a leaf reaches from one bound to the other,
    /// with half of it on either side of the real value. Where a side chooses, the value is the
    /// largest or the smallest of the children's. These are taken as independent, so real values
    /// are not certain either.
    ///
    /// Such a distribution can be backed up point by point: the largest of several values is below
    /// a target if all are. The search only ever asks for the point at its target, so only that is
    /// worked out. Findings must be exact ([`Asking::Exactly`]).
    Distributions,
}

/// Which of the Obstructor's replies are independent of each other (docs/search.md, section 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Independence {
    /// Replies that are met by the same best answer form one reply group, and only the best of a
    /// group counts.
    #[default]
    ReplyGroups,
    /// All of them are.
    All,
}

/// How a subtree that has had much attention makes way for a slightly worse one that has had little
/// (docs/search.md, section 8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dithering {
    /// It does not make way.
    Off,
    /// A subtree with n expansions has its probability multiplied by 1 − strength · n / (n +
    /// halfway).
    Discount {
        /// The part of a probability that unlimited attention takes away.
        strength: f64,
        /// The number of expansions that takes away half of that.
        halfway: f64,
    },
}

impl Default for Dithering {
    /// The paper gives no numbers. With these a subtree of 20 expansions makes way for a fresh one
    /// that is nine tenths as likely.
    fn default() -> Dithering {
        Dithering::Discount {
            strength: 0.2,
            halfway: 20.0,
        }
    }
}

impl Dithering {
    pub(crate) fn factor(self, attention: u32) -> f64 {
        match self {
            Dithering::Off => 1.0,
            Dithering::Discount { strength, halfway } => {
                let n = f64::from(attention);
                1.0 - strength * n / (n + halfway)
            }
        }
    }
}

/// When a phase may end before its effort is spent (docs/search.md, section 5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stopping {
    /// When nothing is left with a probability of at least MinAct. MinAct rises from `start` to
    /// `end` as effort is used up.
    MinAct {
        /// At the beginning.
        start: f64,
        /// When all effort is used up.
        end: f64,
    },
    /// Only when nothing has any probability left at all.
    Separation,
}

impl Default for Stopping {
    /// The paper's 0.15. The paper does not say how far it rises.
    fn default() -> Stopping {
        Stopping::MinAct {
            start: 0.15,
            end: 0.4,
        }
    }
}

impl Stopping {
    /// MinAct when this part of all effort has been used.
    pub(crate) fn min_act(self, used: f64) -> f64 {
        match self {
            Stopping::MinAct { start, end } => start + (end - start) * used,
            Stopping::Separation => f64::MIN_POSITIVE,
        }
    }
}

/// How many expansions each phase may use (docs/search.md, section 5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpansionLimits {
    /// In all.
    pub expansions: u32,
    /// The part of them that the first SELECT may use.
    pub first_select: f64,
    /// How many the first VERIFY may use.
    pub first_verify: u32,
    /// The part of what is left that each later phase may use.
    pub later: f64,
    /// What a VERIFY always gets, even beyond the limit.
    pub least_verify: u32,
}

impl Default for ExpansionLimits {
    fn default() -> ExpansionLimits {
        ExpansionLimits::of(225)
    }
}

impl ExpansionLimits {
    /// The paper's division of this many expansions.
    pub fn of(expansions: u32) -> ExpansionLimits {
        ExpansionLimits {
            expansions,
            first_select: 0.4,
            first_verify: 50,
            later: 0.5,
            least_verify: 15,
        }
    }
}

/// How precisely an expansion asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asking {
    /// For exact values.
    #[default]
    Exactly,
    /// Only for what is likely to matter: which move is best and what it is worth, and how far
    /// bounds go beyond the target. If more precision turns out to matter, further jobs ask for it,
    /// so the search is the same. The prober must have an opinion about every bound.
    AsNeeded,
    /// The same. And of the root's moves, too, it is first asked only which is the best. This is
    /// for probers that can tell this much more cheaply, or see much further, than what each move
    /// is worth.
    BestFirst,
}

/// What a bound of a [`Kind`] is worth at a distance from the root (docs/search.md, section 6).
///
/// It gets the real value and the bound as the hoping side sees them, and the distance in moves.
/// Its result is clamped to the range between the two values. It must not fall when either of them
/// rises.
pub type Discount = fn(kind: Kind, real: Value, bound: Value, distance: u32) -> Value;

/// All settings of a search.
///
/// ```
/// use bstar::{Config, Dithering, ExpansionLimits};
/// let patient = Config {
///     limits: Some(ExpansionLimits::of(1_000)),
///     dithering: Dithering::Off,
///     ..Config::default()
/// };
/// assert!(patient.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// What certain results are worth.
    pub scale: Scale,
    /// How likely a leaf is to reach the target.
    pub distribution: Distribution,
    /// What leads to the position to expand.
    pub guide: Guide,
    /// Which replies are independent.
    pub independence: Independence,
    /// How attention is spread.
    pub dithering: Dithering,
    /// When a phase ends.
    pub stopping: Stopping,
    /// When effort ends. With `None`, only [`Search::set_effort`](crate::Search::set_effort) says
    /// so.
    pub limits: Option<ExpansionLimits>,
    /// How precisely expansions ask.
    pub asking: Asking,
    /// The points by which a move must be better than another for the difference to count. The
    /// selected move is refuted when it is worth less than the second-best by this margin. A move
    /// that cannot hope for this much more than the best is no contender. The paper has one point,
    /// and a smaller margin is refused. Where values are noisy, a larger margin keeps a
    /// well-founded choice from falling by noise.
    pub margin: u32,
    /// What bounds are worth far from the root.
    pub discount: Discount,
    /// How many bytes the graph may take. With `None` there is no limit.
    ///
    /// When an expansion would need more, the positions that matter least are *folded* until a
    /// quarter is free. They forget their moves, keep their values, and are expanded again if they
    /// come to matter. So a search can go on for longer than memory lasts.
    ///
    /// It is not the same search as one with more memory: positions that were folded and expanded
    /// again have fresh findings. A search that would need far more memory than it has may not end
    /// before its effort does.
    pub memory: Option<usize>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            scale: Scale::default(),
            distribution: Distribution::default(),
            guide: Guide::default(),
            independence: Independence::default(),
            dithering: Dithering::default(),
            stopping: Stopping::default(),
            limits: Some(ExpansionLimits::default()),
            asking: Asking::default(),
            margin: 1,
            discount: |_, _, bound, _| bound,
            memory: None,
        }
    }
}

impl Config {
    /// The rules of the paper's worked example (docs/search.md, section 12): no dithering, no reply
    /// groups, no limit of effort, and MinAct always the same.
    pub fn plain(min_act: f64) -> Config {
        Config {
            dithering: Dithering::Off,
            independence: Independence::All,
            stopping: Stopping::MinAct {
                start: min_act,
                end: min_act,
            },
            limits: None,
            ..Config::default()
        }
    }

    /// Whether the settings make sense.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Scale { loss, draw, win } = self.scale;
        if !(-MAX_VALUE <= loss && loss < draw && draw < win && win <= MAX_VALUE) {
            return Err(ConfigError::Scale);
        }
        if self.guide == Guide::Distributions && self.asking != Asking::Exactly {
            return Err(ConfigError::Asking);
        }
        // Without a margin two equal moves would take turns for ever: each is refuted by the other.
        within("the margin", self.margin.into(), 1.0, u32::MAX.into())?;
        if let Dithering::Discount { strength, halfway } = self.dithering {
            within("dithering's strength", strength, 0.0, 1.0)?;
            within("dithering's halfway point", halfway, 1e-6, 1e9)?;
        }
        if let Stopping::MinAct { start, end } = self.stopping {
            within("MinAct", start, 0.0, 1.0)?;
            within("MinAct's end", end, start, 1.0)?;
        }
        if let Some(limits) = self.limits {
            within(
                "the share of the first SELECT",
                limits.first_select,
                0.0,
                1.0,
            )?;
            within("the share of later phases", limits.later, 0.0, 1.0)?;
        }
        Ok(())
    }
}

/// NaN is within no limits.
fn within(name: &'static str, value: f64, min: f64, max: f64) -> Result<(), ConfigError> {
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(ConfigError::OutOfRange {
            name,
            value,
            min,
            max,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_leaf_of_figure_16() {
        let probability = Distribution::Uniform.probability(20, 250, 100.0);
        assert_eq!(format!("{probability:.3}"), "0.652");
        assert_eq!(Distribution::Uniform.probability(20, 250, 20.0), 1.0);
        assert_eq!(Distribution::Uniform.probability(20, 250, 250.0), 0.0);
    }

    #[test]
    fn a_whole_distribution_has_half_on_either_side() {
        let whole = |target| Distribution::Uniform.probability_of_whole([0, 20, 120], target);
        let probabilities = [0.0, 10.0, 20.0, 70.0, 120.0].map(whole);
        assert_eq!(probabilities, [1.0, 0.75, 0.5, 0.25, 0.0]);
        let exact = |target| Distribution::Uniform.probability_of_whole([7; 3], target);
        assert_eq!((exact(7.0), exact(7.5)), (1.0, 0.0));
        let config = Config {
            guide: Guide::Distributions,
            asking: Asking::AsNeeded,
            ..Config::default()
        };
        assert_eq!(config.check(), Err(ConfigError::Asking));
    }

    #[test]
    fn numbers_that_make_no_sense_are_named() {
        assert!(Config::default().check().is_ok());
        assert!(Config::plain(0.15).check().is_ok());
        let error = Config::plain(f64::NAN).check().unwrap_err();
        assert!(error.to_string().starts_with("MinAct is NaN"), "{error}");
        let scale = Scale {
            loss: 0,
            draw: 0,
            win: 1,
        };
        assert_eq!(
            Config {
                scale,
                ..Config::default()
            }
            .check(),
            Err(ConfigError::Scale)
        );
    }

    #[test]
    fn without_a_margin_two_equal_moves_would_take_turns_for_ever() {
        let none = Config {
            margin: 0,
            ..Config::default()
        };
        let error = none.check().unwrap_err().to_string();
        assert!(
            error.starts_with("the margin is 0, but must lie between 1 and"),
            "{error}"
        );
    }

    #[test]
    fn dithering_takes_no_more_than_its_strength() {
        let dithering = Dithering::Discount {
            strength: 0.2,
            halfway: 20.0,
        };
        assert_eq!(dithering.factor(0), 1.0);
        assert_eq!(dithering.factor(20), 0.9);
        assert!(dithering.factor(u32::MAX) > 0.8 - 1e-6);
    }
}
