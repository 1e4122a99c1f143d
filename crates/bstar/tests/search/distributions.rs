//! Whole distributions, after Palay, compared with what they are at a target, worked out by hand.

use bstar::{
    Child, Class, Config, Guide, Independence, Key, Next, Phase, Quantity, Search, Side, Span,
    Target,
};

/// The bounds of a position, as Max sees them.
fn bounds(key: u64) -> [i32; 3] {
    match key {
        // After Max's two moves.
        1 => [0, 20, 100],
        2 => [0, 10, 40],
        // Min's answers to the first, and to the second.
        10 => [0, 20, 60],
        11 => [20, 40, 100],
        20 => [0, 10, 40],
        _ => [0, 12, 40],
    }
}

fn children(key: u64) -> [u64; 2] {
    match key {
        0 => [1, 2],
        other => [10 * other, 10 * other + 1],
    }
}

fn grown(guide: Guide, expansions: usize) -> Search<u64> {
    let config = Config {
        guide,
        independence: Independence::All,
        ..Config::plain(0.01)
    };
    let mut search = Search::new(Key(0), Class::default(), Side::Max, config).unwrap();
    for _ in 0..expansions {
        let Next::Work(job) = search.next() else {
            panic!("there is more to expand")
        };
        let findings = children(job.key.0).map(|child| {
            let [low, real, high] = bounds(child);
            job.asks_about(child)
                .fold(Child::new(child, Key(child)), |told, ask| {
                    match ask.quantity {
                        Quantity::Real => told.real(Span::exact(real)),
                        Quantity::MaxBound => told.max_bound(Span::exact(high)),
                        Quantity::MinBound => told.min_bound(Span::exact(low)),
                    }
                })
        });
        search.complete(job.id, findings.to_vec()).unwrap();
    }
    search
}

fn chance(search: &Search<u64>, key: u64, target: f64) -> f64 {
    let target = Target {
        phase: Phase::Select,
        value: target,
    };
    let known = search.probabilities(target).of(Key(key)).unwrap();
    known.known().expect("all findings are exact")
}

#[test]
fn a_real_value_is_only_the_middle_of_a_distribution() {
    let whole = grown(Guide::Distributions, 1);
    let single = grown(Guide::Probability, 1);
    // 40 of the 80 points between 20 and 100 lie beyond 60: half of half a distribution.
    assert_eq!(chance(&whole, 1, 60.0), 0.25);
    assert_eq!(chance(&single, 1, 60.0), 0.5);
    // With one probability, what is expected is certain. With a distribution it is only as likely
    // as not.
    assert_eq!(chance(&single, 1, 20.0), 1.0);
}

#[test]
fn the_smallest_of_several_values_is_beyond_a_target_if_all_are() {
    let mut search = grown(Guide::Distributions, 2);
    // Min's answers: 20 of 20 to 60 beyond 40 is a quarter. The other is beyond 40 as likely as
    // not, or certainly so if nothing is known of how far it may fall.
    let product = chance(&search, 10, 40.0) * chance(&search, 11, 40.0);
    assert_eq!(chance(&search, 1, 40.0), product);
    assert!(matches!(search.next(), Next::Work(_)));
}
