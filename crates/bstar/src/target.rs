//! Where the target lies (docs/search.md, section 4).

use crate::value::{Span, Value};

/// The `opt` of a root move must be known better before a target can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenOpt {
    /// The number of the move.
    pub number: usize,
    /// Only how far its `opt` goes beyond this value matters.
    pub beyond: Value,
}

/// The first target of SELECT: half-way between `best_real` and the hope of the rival.
///
/// `opts` has the optimistic value of every root move, and `best` is the number of the best move
/// among them. All values are as the Player sees them. The rival's hope is the second-highest of
/// `opts`, the best move's included. If no target above `best_real` comes of that, it is the
/// highest of the others. `None` means that no other move hopes for more than `best_real`: the best
/// move is separated, and there is nothing to aim at.
///
/// Where bounds leave it open which value counts, the error names the move to ask about.
///
/// ```
/// use bstar::{OpenOpt, Span, select_target};
///
/// // The root of the 1996 paper's worked example: A is worth 20, and A, B and C hope for these.
/// let opts = [100, 40, 25].map(Span::exact);
/// assert_eq!(select_target(20, 0, &opts), Ok(Some(30.0)));
///
/// // The best move has no hope of its own: the highest hope of the others counts.
/// assert_eq!(select_target(20, 0, &[20, 100].map(Span::exact)), Ok(Some(60.0)));
/// assert_eq!(select_target(20, 0, &[100, 20].map(Span::exact)), Ok(None));
///
/// // Of the second move it is only known that it hopes for 30 to 50.
/// let opts = [Span::exact(100), Span::between(30, 50), Span::exact(25)];
/// assert_eq!(select_target(20, 0, &opts), Err(OpenOpt { number: 1, beyond: 30 }));
/// ```
pub fn select_target(best_real: Value, best: usize, opts: &[Span]) -> Result<Option<f64>, OpenOpt> {
    let all: Vec<usize> = (0..opts.len()).collect();
    let others: Vec<usize> = all.iter().copied().filter(|&i| i != best).collect();
    if others.is_empty() {
        return Ok(None);
    }
    let real = f64::from(best_real);
    let halfway = |opt: Value| Some((f64::from(opt) + real) / 2.0).filter(|&target| target > real);
    // The second value is only worked out where the first will not do: it may not be known.
    match halfway(nth_highest(opts, &all, 1)?) {
        Some(target) => Ok(Some(target)),
        None => Ok(halfway(nth_highest(opts, &others, 0)?)),
    }
}

/// The targets of SELECT from the first one on, each half as far above `best_real` as the one
/// before. The last is less than a point above it.
pub(crate) fn falling_targets(first: f64, best_real: Value) -> Vec<f64> {
    let real = f64::from(best_real);
    let mut targets = vec![first];
    let mut target = first;
    while target - real >= 1.0 {
        target = f64::midpoint(target, real);
        targets.push(target);
    }
    targets
}

/// The target of VERIFY: a margin below the second-best move. The paper's margin is one point.
pub(crate) fn verify_target(second_real: Value, margin: u32) -> f64 {
    f64::from(second_real) - f64::from(margin)
}

/// The highest `opt` of some moves (n = 0), or the second-highest (n = 1).
fn nth_highest(opts: &[Span], moves: &[usize], n: usize) -> Result<Value, OpenOpt> {
    let nth = |end: fn(Span) -> Value| {
        let mut ends: Vec<Value> = moves.iter().map(|&i| end(opts[i])).collect();
        ends.sort_unstable_by(|a, b| b.cmp(a));
        ends[n]
    };
    let (least, most) = (nth(Span::min), nth(Span::max));
    if least == most {
        return Ok(least);
    }
    let open = moves
        .iter()
        .copied()
        .filter(|&i| !opts[i].is_exact() && opts[i].max() > least);
    let widest = open
        .max_by_key(|&i| opts[i].max())
        .expect("an open value is what leaves it open");
    Err(OpenOpt {
        number: widest,
        beyond: least,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_target_of_the_papers_figure_20() {
        let opts = [5_000, -70].map(Span::exact);
        assert_eq!(select_target(-2_764, 0, &opts), Ok(Some(-1_417.0)));
    }

    #[test]
    fn one_move_alone_has_no_target() {
        assert_eq!(select_target(0, 0, &[Span::exact(10)]), Ok(None));
    }

    #[test]
    fn targets_halve_their_distance_until_it_is_less_than_a_point() {
        assert_eq!(falling_targets(24.0, 20), [24.0, 22.0, 21.0, 20.5]);
        assert_eq!(falling_targets(20.5, 20), [20.5]);
    }

    #[test]
    fn the_target_of_verify_lies_a_margin_below_the_second_best() {
        assert_eq!(verify_target(18, 1), 17.0);
    }
}
