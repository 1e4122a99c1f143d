//! The experiments of the results page.

use bstar::interval::Commitment;

use super::cost::Limits;
use super::experiment::Experiment;
use super::tree::Recipe;

/// So many readings are looked at more closely.
pub(super) const NEAREST: usize = 8;

/// Ways to read what the paper leaves open. Fewer trees than the paper's do for a comparison of readings.
pub(super) fn readings() -> Vec<Experiment> {
    let mut readings = Vec::new();
    let mut add = |recipe, commitment| {
        readings.push(Experiment {
            trees: 2,
            recipe,
            commitment,
            ..Experiment::default()
        });
    };
    for draws in 2..=10 {
        for (proviso, closing) in [(true, false), (true, true), (false, false), (false, true)] {
            for commitment in [Commitment::UntilProof, Commitment::UntilChange] {
                let recipe = Recipe {
                    draws,
                    proviso,
                    closing,
                    ..Recipe::default()
                };
                add(recipe, commitment);
            }
        }
    }
    for draws in [2, 3] {
        for growth in [0.05, 0.1, 0.2] {
            let recipe = Recipe {
                draws,
                invalid: 1.0,
                growth,
                ..Recipe::default()
            };
            add(recipe, Commitment::UntilProof);
        }
    }
    readings
}

/// Trees that the paper's limits would not do for. The first is drawn.
pub(super) fn hard_trees() -> Vec<Experiment> {
    let names = [
        "BF",
        "T",
        "2DL",
        "2DRL",
        "2DM",
        "2DRM",
        "3DL",
        "3DM",
        "ADM",
        "Alternate",
        "Random",
        "DB",
        "CP",
    ];
    let hard = |draws, proviso, closing, commitment| Experiment {
        trees: 2,
        recipe: Recipe {
            draws,
            proviso,
            closing,
            ..Recipe::default()
        },
        limits: Limits {
            nodes: 500_000,
            depth: 10_000,
        },
        commitment,
        searchers: names.iter().filter_map(|name| name.parse().ok()).collect(),
        ..Experiment::default()
    };
    let (until_change, until_proof) = (Commitment::UntilChange, Commitment::UntilProof);
    vec![
        hard(8, false, true, until_change),
        hard(6, false, true, until_change),
        hard(10, false, true, until_change),
        hard(5, false, false, until_change),
        hard(6, true, true, until_change),
        hard(6, true, true, until_proof),
        hard(8, true, true, until_proof),
    ]
}
