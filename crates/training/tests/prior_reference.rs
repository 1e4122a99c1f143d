//! Compares the prior of the repository with the numbers of the trainer.
//!
//! `data/prior-reference.tsv` has positions with the numbers that the trainer computed, whole to
//! the last digit, from the file `data/learned.prior`.

use std::path::{Path, PathBuf};

use bstar_training::prior_check::{Prior, opinions, read_prior_reference};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(name)
}

#[test]
fn the_engine_computes_what_the_trainer_did() {
    let prior = Prior::load(&data("learned.prior")).unwrap();
    let references = read_prior_reference(&data("prior-reference.tsv")).unwrap();
    assert!(references.len() >= 500, "only {}", references.len());
    for (reference, opinion) in references.iter().zip(opinions(&prior, &references)) {
        assert_eq!(
            reference.weights.len(),
            reference.position.legal_moves().len()
        );
        assert_eq!(opinion.is_as_expected, Some(true), "{}", opinion.fen);
    }
}
