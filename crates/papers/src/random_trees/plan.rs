//! The experiments of the results page.

use bstar::interval::Commitment;

use super::cost::TreeLimits;
use super::experiment::TreeExperiment;
use super::tree::Recipe;

/// How many of the nearest readings are made again with all trees.
pub(super) const NEAREST_READINGS: usize = 8;

/// Ways to read what the paper leaves open. To compare readings, fewer trees than the paper's are
/// enough.
pub(super) fn readings() -> Vec<TreeExperiment> {
    let mut readings = Vec::new();
    let mut add = |recipe, commitment| {
        readings.push(TreeExperiment {
            trees: 2,
            recipe,
            commitment,
            ..TreeExperiment::default()
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

/// Trees that need higher limits than the paper's. The first experiment is drawn.
pub(super) fn hard_trees() -> Vec<TreeExperiment> {
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
    let hard = |draws, proviso, closing, commitment| TreeExperiment {
        trees: 2,
        recipe: Recipe {
            draws,
            proviso,
            closing,
            ..Recipe::default()
        },
        limits: TreeLimits {
            nodes: 500_000,
            depth: 10_000,
        },
        commitment,
        searches: names.iter().filter_map(|name| name.parse().ok()).collect(),
        ..TreeExperiment::default()
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
