//! How much less deeply a late move is searched.

/// 1024 × the natural logarithm of 0 (taken as 0), 1, 2, … 63. It is written out, so that every
/// machine searches the same tree.
#[rustfmt::skip]
const LOGARITHM: [i32; 64] = [
    0, 0, 710, 1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773,
    2839, 2901, 2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516,
    3549, 3580, 3611, 3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943,
    3964, 3985, 4006, 4026, 4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
];

/// Depths and move numbers beyond the table count as its last entry.
fn logarithm(n: usize) -> i32 {
    LOGARITHM[n.min(LOGARITHM.len() - 1)]
}

/// The reduction, in 1024ths of a ply, for the `number`th quiet move of a node at this depth.
pub(crate) fn quiet(depth: i32, number: usize) -> i32 {
    1000 + product(depth, number) * 100 / 215
}

/// The same for captures and promotions.
pub(crate) fn noisy(depth: i32, number: usize) -> i32 {
    200 + product(depth, number) * 100 / 350
}

fn product(depth: i32, number: usize) -> i32 {
    logarithm(depth.max(0) as usize) * logarithm(number) / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_logarithm() {
        for (n, &entry) in LOGARITHM.iter().enumerate().skip(1) {
            let exact = 1024.0 * (n as f64).ln();
            assert!((f64::from(entry) - exact).abs() < 0.51, "{n}");
        }
    }

    #[test]
    fn later_moves_are_reduced_more() {
        assert!(quiet(10, 20) > quiet(10, 5));
        assert!(quiet(10, 20) > noisy(10, 20));
    }
}
