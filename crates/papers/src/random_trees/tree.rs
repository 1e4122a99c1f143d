//! Trees made of random numbers (appendix A of the 1978 paper). They are the same for every search
//! and in every order of searching.
//!
//! A tree is named by its range, its width, a number and a seed. A position is named by the path to
//! it. The bounds of a position's children are drawn from a generator that depends only on these
//! names and on the position's own first bounds. So it does not matter when a search asks for them,
//! or whether it does.
//!
//! The paper does not say how two bounds are drawn. A [`Recipe`] is one way to read it.

use bstar::{Side, Span, SplitMix64};
use serde::{Deserialize, Serialize};

/// How the bounds of children are drawn from the bounds of their parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// The number of uniform draws. The smallest and the largest are the bounds. Two draws make
    /// narrow children and easy trees; more make wider children and harder trees.
    pub draws: u32,
    /// Whether one child must keep the parent's lower bound, and one the upper. The paper has this
    /// rule.
    pub proviso: bool,
    /// Whether a range of at most 2 is closed to its middle. This is the rule of the paper's last
    /// experiment, and Palay's.
    pub closing: bool,
    /// The part of all positions that have invalid bounds, 0 to 1.
    pub invalid: f64,
    /// How far the children of such a position may exceed its range, as a part of that range. Half
    /// of it lies on either side.
    pub growth: f64,
}

impl Default for Recipe {
    /// The recipe that comes nearest to the paper's results. It differs from the paper's words in
    /// one thing: the paper has the proviso.
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

/// A tree without an end. Where the bounds have met, a search need not go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomTree {
    /// The number of children of every position.
    pub width: u32,
    /// The number of values at the root.
    pub range: u32,
    /// How bounds are drawn.
    pub recipe: Recipe,
    name: u64,
}

/// A position in such a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreePosition {
    /// The path as a number. Its last bit says which side chooses.
    name: u64,
    /// The first bounds. The bounds of the children depend on them, whatever a search has found out
    /// since.
    low: i32,
    high: i32,
}

impl TreePosition {
    /// The side that chooses here.
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

    /// The root. Max chooses there.
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
        // These numbers come from a generator of their own. So the positions with valid bounds are
        // the same as in a tree without invalid ones.
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

/// Scales a random number of 32 bits down to one below a bound.
fn scaled(bits: u32, bound: u32) -> u32 {
    ((u64::from(bits) * u64::from(bound)) >> 32) as u32
}

/// The smallest and the largest of `draws` draws from `low` to `high`.
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
