//! Trees made of random numbers, the same for every search and every order of searching (appendix A of the 1978 paper).
//!
//! A tree is named by its range, its width, a number and a seed; a position by the path that leads to it. The bounds of a position's children are drawn from a generator that knows nothing but these
//! names and the position's own first bounds, so it does not matter when, or whether, anybody looks.
//!
//! The paper does not say how two bounds are drawn. A [`Recipe`] is a reading of it.

use bstar::{Side, Span, SplitMix64};
use serde::{Deserialize, Serialize};

/// How the bounds of children are drawn from their parent's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// So many uniform draws, of which the smallest and the largest count. Two make narrow children and easy trees; the more, the wider and the harder.
    pub draws: u32,
    /// Whether one child must keep the parent's lower bound, and one the upper, as the paper has it.
    pub proviso: bool,
    /// Whether a range of at most 2 is closed to the value in its middle (the paper's last experiment, and Palay's rule).
    pub closing: bool,
    /// The part of all positions whose bounds are not valid.
    pub invalid: f64,
    /// By how much more than their parent's range their children may have, half on either side.
    pub growth: f64,
}

impl Default for Recipe {
    /// What comes nearest to the paper's results, though not to all of its words: it had the proviso.
    fn default() -> Recipe {
        Recipe {
            draws: 4,
            proviso: false,
            closing: false,
            invalid: 0.0,
            growth: 0.0,
        }
    }
}

/// A tree that has no end, though where bounds have met nobody needs to go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomTree {
    /// Children of every position.
    pub width: u32,
    /// How many values there are at the root.
    pub range: u32,
    /// How bounds are drawn.
    pub recipe: Recipe,
    name: u64,
}

/// A position in such a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreePosition {
    /// The path, as a number; the last bit says who chooses.
    name: u64,
    /// Its first bounds: those of its children depend on them, whatever has been found out since.
    low: i32,
    high: i32,
}

impl TreePosition {
    /// Who chooses here.
    pub fn side(self) -> Side {
        if self.name & 1 == 0 {
            Side::Max
        } else {
            Side::Min
        }
    }

    /// A number that no other position of the tree has.
    pub fn key(self) -> u64 {
        self.name
    }

    /// Its bounds.
    pub fn bounds(self) -> Span {
        Span::between(self.low, self.high)
    }
}

impl RandomTree {
    /// The tree of this name.
    pub fn new(seed: u64, range: u32, width: u32, number: u32, recipe: Recipe) -> RandomTree {
        let name = [u64::from(range), u64::from(width), u64::from(number)]
            .into_iter()
            .fold(SplitMix64::mix(seed), |name, part| {
                SplitMix64::mix(name ^ part)
            });
        RandomTree {
            width,
            range,
            recipe,
            name,
        }
    }

    /// Where it begins, with Max to choose.
    pub fn root(&self) -> TreePosition {
        TreePosition {
            name: 0,
            low: 0,
            high: self.range as i32 - 1,
        }
    }

    /// The children of a position.
    pub fn children(&self, place: TreePosition) -> impl Iterator<Item = TreePosition> + use<> {
        let Recipe {
            draws,
            proviso,
            closing,
            invalid,
            growth,
        } = self.recipe;
        let seed = SplitMix64::mix(self.name ^ place.name);
        let mut numbers = SplitMix64::new(seed);
        let (mut low, mut high) = (place.low, place.high);
        // By numbers of its own: where bounds are valid, the tree is the same as one in which all are.
        if invalid > 0.0 && part(&mut SplitMix64::new(SplitMix64::mix(!seed))) < invalid {
            let beyond = (f64::from(high - low) * growth / 2.0).round() as i32;
            (low, high) = (low - beyond, high + beyond);
        }
        let keepers = proviso.then(|| {
            (
                below(&mut numbers, self.width),
                below(&mut numbers, self.width),
            )
        });
        let other_side = !place.name & 1;
        (0..self.width).map(move |number| {
            let path = place
                .name
                .wrapping_add(SplitMix64::STEP.wrapping_mul(u64::from(number) + 1));
            let (child_low, child_high) = drawn(&mut numbers, low, high, draws);
            let mut child = TreePosition {
                name: SplitMix64::mix(path) & !1 | other_side,
                low: child_low,
                high: child_high,
            };
            if let Some((keeps_low, keeps_high)) = keepers {
                if number == keeps_low {
                    child.low = low;
                }
                if number == keeps_high {
                    child.high = high;
                }
            }
            if closing && child.high - child.low <= 2 {
                let middle = child.low + (child.high - child.low) / 2;
                (child.low, child.high) = (middle, middle);
            }
            child
        })
    }
}

/// A random number from 0 up to 1, without 1.
fn part(numbers: &mut SplitMix64) -> f64 {
    (numbers.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// A random number below a bound.
fn below(numbers: &mut SplitMix64, bound: u32) -> u32 {
    scaled(numbers.next() as u32, bound)
}

/// A random number of 32 bits, scaled down below a bound.
fn scaled(bits: u32, bound: u32) -> u32 {
    ((u64::from(bits) * u64::from(bound)) >> 32) as u32
}

/// The smallest and the largest of so many draws from `low` to `high`.
fn drawn(numbers: &mut SplitMix64, low: i32, high: i32, draws: u32) -> (i32, i32) {
    let values = (high - low + 1) as u32;
    let (mut least, mut most) = (u32::MAX, 0);
    // Half of a number is enough for a draw: it has far more bits than there are values.
    for pair in (0..draws).step_by(2) {
        let both = numbers.next();
        for (half, _) in [both as u32, (both >> 32) as u32].iter().zip(pair..draws) {
            let draw = scaled(*half, values);
            least = least.min(draw);
            most = most.max(draw);
        }
    }
    (low + least as i32, low + most as i32)
}
