//! The variants of the search: those of the columns in the 1978 paper's Table I, and what came
//! later.

use super::error::NameError;

/// How the search chooses between PROVEBEST and DISPROVEREST whenever it is at the root.
///
/// Whatever it says, DISPROVEREST is chosen only where the most optimistic choice also has the best
/// lower bound. Against another choice's better lower bound it cannot succeed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strategy {
    /// PROVEBEST always. This is a best-first search that stops at a proof.
    BestFirst,
    /// T: DISPROVEREST only when another choice is as optimistic as the best.
    Tied,
    /// 2, 3 and A with D, R or both: what is known of the best choice is weighed against what is
    /// known of its alternatives.
    Weighing {
        /// How many alternatives are weighed.
        alternatives: Alternatives,
        /// By what.
        criterion: Criterion,
    },
    /// The two strategies in turn.
    Alternation,
    /// One or the other at random, with equal probability.
    Random {
        /// The same seed makes the same choices.
        seed: u64,
    },
}

/// How many alternatives to the best choice are weighed. Those that can no longer be best are never
/// among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternatives {
    /// 2: the best and one alternative.
    One,
    /// 3: the best and two.
    Two,
    /// A: all of them.
    All,
}

/// What alternatives are weighed by. DISPROVEREST is chosen if they weigh less, together, than the
/// best choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// D: the square of the depth from which the optimistic bound came. It favours what has not
    /// been searched deeply.
    Depth,
    /// R: one over the range. It favours what is uncertain.
    Range,
    /// DR: the square of the depth over the range.
    DepthOverRange,
}

/// Which value a strategy tries to prove (ASPIR).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspiration {
    /// L: PROVEBEST tries to prove the best upper bound of the others, DISPROVEREST the best lower
    /// bound.
    Limit,
    /// M: both strategies try to prove the middle of these.
    Middle,
}

/// How long a strategy lasts before the choice is made anew.
///
/// The paper's text has both. Its step 5 goes back to the root whenever one of the root's children
/// has changed. Then the aspiration makes no difference, because a value that is proved has
/// changed. Its BESTALT and ASPIR speak for staying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commitment {
    /// Until something changes at the root.
    UntilChange,
    /// Until the aspiration is reached, or can no longer be.
    UntilProof,
}

/// How the move to follow is chosen below the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Descent {
    /// The most optimistic move of the side that chooses. Of equals it is the one with the smallest
    /// range.
    Optimistic,
    /// Disprove-Best (Anema 2025). Where the most optimistic choice at the root is not the one with
    /// the best lower bound, the search goes down from the root by effort, that is, by how far
    /// bounds still have to move. Elsewhere it goes as [`Optimistic`](Self::Optimistic), after a
    /// [`Strategy`].
    Effort {
        /// The weight of a move's failing beside that of its succeeding; about 2 / width.
        ratio: f64,
    },
    /// Our own rule. At the root a value is named that is to separate the best choice from all
    /// others. The search goes where the cheapest proof of that seems to lie. This takes the place
    /// of [`Strategy`], [`Aspiration`] and [`Commitment`].
    CheapestProof {
        /// How much harder it is to move the bounds of a narrow range than those of a wide one. It
        /// works as if every range had this many more values, none of them on the wanted side.
        stiffness: f32,
    },
}

/// What becomes of a position's own bounds when its children are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// Bounds are valid, so they only ever narrow. Where deeper bounds contradict them altogether,
    /// the deeper ones are believed.
    Narrowing,
    /// X: bounds may be wrong. Those of the children replace them.
    Replacing,
}

/// All settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalConfig {
    /// How strategies are chosen.
    pub strategy: Strategy,
    /// What they try to prove.
    pub aspiration: Aspiration,
    /// How long they last.
    pub commitment: Commitment,
    /// How moves are chosen below the root.
    pub descent: Descent,
    /// What becomes of bounds.
    pub backup: Backup,
}

impl Default for IntervalConfig {
    /// The best search of the paper, ADM.
    fn default() -> IntervalConfig {
        IntervalConfig {
            strategy: Strategy::Weighing {
                alternatives: Alternatives::All,
                criterion: Criterion::Depth,
            },
            aspiration: Aspiration::Middle,
            commitment: Commitment::UntilChange,
            descent: Descent::Optimistic,
            backup: Backup::Narrowing,
        }
    }
}

impl IntervalConfig {
    /// A search by the name of its column in Table I: `BF`, `T`, or `2`, `3` or `A` with `D`, `R`
    /// or `DR`, then `L` or `M`, perhaps with an `X` at the end. There are also `Alternate`,
    /// `Random` (with seed 0), `DB` for Disprove-Best with the ratio for width 5, and `CP` for our
    /// own rule, the cheapest proof.
    ///
    /// ```
    /// use bstar::interval::{Aspiration, IntervalConfig};
    /// assert_eq!(IntervalConfig::named("2DRL")?.aspiration, Aspiration::Limit);
    /// assert!(IntervalConfig::named("4DM").is_err());
    /// # Ok::<(), bstar::interval::NameError>(())
    /// ```
    pub fn named(name: &str) -> Result<IntervalConfig, NameError> {
        let unknown = || NameError {
            name: name.to_owned(),
        };
        let plain = |strategy| IntervalConfig {
            strategy,
            ..IntervalConfig::default()
        };
        match name {
            "BF" => return Ok(plain(Strategy::BestFirst)),
            "T" => return Ok(plain(Strategy::Tied)),
            "Alternate" => return Ok(plain(Strategy::Alternation)),
            "Random" => return Ok(plain(Strategy::Random { seed: 0 })),
            "DB" => return Ok(IntervalConfig::disprove_best(5)),
            "CP" => return Ok(IntervalConfig::cheapest_proof()),
            _ => {}
        }
        let (rest, backup) = match name.strip_suffix('X') {
            Some(rest) => (rest, Backup::Replacing),
            None => (name, Backup::Narrowing),
        };
        let (rest, aspiration) = if let Some(rest) = rest.strip_suffix('L') {
            (rest, Aspiration::Limit)
        } else if let Some(rest) = rest.strip_suffix('M') {
            (rest, Aspiration::Middle)
        } else {
            return Err(unknown());
        };
        let mut letters = rest.chars();
        let alternatives = match letters.next() {
            Some('2') => Alternatives::One,
            Some('3') => Alternatives::Two,
            Some('A') => Alternatives::All,
            _ => return Err(unknown()),
        };
        let criterion = match letters.as_str() {
            "D" => Criterion::Depth,
            "R" => Criterion::Range,
            "DR" => Criterion::DepthOverRange,
            _ => return Err(unknown()),
        };
        Ok(IntervalConfig {
            strategy: Strategy::Weighing {
                alternatives,
                criterion,
            },
            aspiration,
            backup,
            ..IntervalConfig::default()
        })
    }

    /// Disprove-Best for trees of about this width. Where it does not descend by effort, it is
    /// 2DRM.
    pub fn disprove_best(width: usize) -> IntervalConfig {
        let ratio = 2.0 / width.max(1) as f64;
        IntervalConfig {
            strategy: Strategy::Weighing {
                alternatives: Alternatives::One,
                criterion: Criterion::DepthOverRange,
            },
            descent: Descent::Effort { ratio },
            ..IntervalConfig::default()
        }
    }

    /// Our own rule, the cheapest proof.
    pub fn cheapest_proof() -> IntervalConfig {
        IntervalConfig {
            descent: Descent::CheapestProof { stiffness: 10.0 },
            ..IntervalConfig::default()
        }
    }
}
