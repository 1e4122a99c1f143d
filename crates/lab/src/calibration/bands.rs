//! Cases sorted into bands, and how often they happened there.

use bstar_arena::stats::DEVIATIONS_FOR_95_PERCENT;
use serde::Serialize;

use super::case::Case;

/// Where the bands of what was said end, as probabilities.
pub const SAID_EDGES: [f64; 9] = [0.0, 0.01, 0.02, 0.05, 0.10, 0.20, 0.35, 0.50, 1.0];
/// Where the bands of the gap end, in points of a hundred. The last band has no end.
pub const GAP_EDGES: [f64; 10] = [0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 15.0, 30.0, f64::INFINITY];

/// The cases of one band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Band {
    /// The lower end of the band.
    pub from: f64,
    /// Its upper end, which belongs to the next band; `null` if it has none.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub to: f64,
    /// How many cases.
    pub cases: usize,
    /// The mean of what was said, 0 to 1.
    pub said: f64,
    /// The share that happened, 0 to 1.
    pub happened: f64,
    /// The 95 % interval of this share, after Wilson.
    pub interval: [f64; 2],
}

/// Sorts cases into bands by a number. A number below the first edge belongs to the first band, one
/// at or above the last edge to the last. Bands without cases are left out.
pub fn bands(cases: &[Case], edges: &[f64], number: impl Fn(&Case) -> Option<f64>) -> Vec<Band> {
    let last = edges.len().saturating_sub(2);
    let band_of = |number: f64| {
        let above = edges.iter().filter(|edge| number >= **edge).count();
        above.saturating_sub(1).min(last)
    };
    let ends = edges.windows(2).enumerate();
    let of_band = ends.filter_map(|(band, ends)| {
        let is_here = |case: &&Case| number(case).is_some_and(|number| band_of(number) == band);
        let here: Vec<&Case> = cases.iter().filter(is_here).collect();
        let happened = here.iter().filter(|case| case.happened).count();
        let count = here.len() as f64;
        (!here.is_empty()).then(|| Band {
            from: ends[0],
            to: ends[1],
            cases: here.len(),
            said: here.iter().map(|case| case.said).sum::<f64>() / count,
            happened: happened as f64 / count,
            interval: wilson(happened, here.len()),
        })
    });
    of_band.collect()
}

/// The 95 % interval of a share of `count` cases, after Wilson (1927). `count` must not be 0.
pub fn wilson(happened: usize, count: usize) -> [f64; 2] {
    let (n, z) = (count as f64, DEVIATIONS_FOR_95_PERCENT);
    let share = happened as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let ends = [middle - half, middle + half];
    ends.map(|end| (end / (1.0 + z * z / n)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(said: f64, happened: bool) -> Case {
        Case {
            said,
            happened,
            gap: None,
        }
    }

    #[test]
    fn an_edge_belongs_to_the_band_above_it() {
        let said = [
            0.0, 0.009_999, 0.01, 0.02, 0.049, 0.05, 0.1, 0.2, 0.35, 0.499, 0.5, 1.0,
        ];
        let cases = said.map(|said| case(said, false));
        let found = bands(&cases, &SAID_EDGES, |case| Some(case.said));
        let counts: Vec<(f64, usize)> = found.iter().map(|band| (band.from, band.cases)).collect();
        let expected = [
            (0.0, 2),
            (0.01, 1),
            (0.02, 2),
            (0.05, 1),
            (0.10, 1),
            (0.20, 1),
            (0.35, 2),
            (0.50, 2),
        ];
        assert_eq!(counts, expected);
    }

    #[test]
    fn a_band_tells_what_was_said_and_what_happened() {
        let cases = [case(0.2, true), case(0.3, false), case(0.9, true)];
        let found = bands(&cases, &SAID_EDGES, |case| Some(case.said));
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].said, found[0].happened), (0.25, 0.5));
        assert_eq!(
            (found[1].from, found[1].to, found[1].happened),
            (0.5, 1.0, 1.0)
        );
    }

    #[test]
    fn gaps_beyond_the_edges_have_a_band() {
        let cases = [-3.0, 0.4, 30.0, 99.0].map(|gap| Case {
            gap: Some(gap),
            ..case(0.0, false)
        });
        let found = bands(&cases, &GAP_EDGES, |case| case.gap);
        let counts: Vec<(f64, usize)> = found.iter().map(|band| (band.from, band.cases)).collect();
        assert_eq!(counts, [(0.0, 2), (30.0, 2)]);
        assert!(bands(&cases, &GAP_EDGES, |_| None).is_empty());
    }

    /// The example of Brown, Cai and DasGupta's review, and both ends.
    #[test]
    fn intervals_are_wilsons() {
        let [low, high] = wilson(10, 20);
        assert!((low - 0.2993).abs() < 1e-4 && (high - 0.7007).abs() < 1e-4);
        let [low, high] = wilson(0, 10);
        assert!(low == 0.0 && (high - 0.2775).abs() < 1e-4, "{high}");
        let [low, high] = wilson(10, 10);
        assert!(high > 1.0 - 1e-9 && (low - 0.7225).abs() < 1e-4, "{low}");
    }
}
