//! Compares the network of the program with the values of the trainer.
//!
//! `data/network-reference.tsv` has positions with the values that the trainer computed, in whole
//! numbers, from the file `data/network.nn`. If one of the two files is missing, the other must be
//! missing too.

use std::path::{Path, PathBuf};

use bstar_training::network_check::{Network, network_values, read_reference};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(name)
}

#[test]
fn the_engine_computes_what_the_trainer_did() {
    let (file, reference) = (data("network.nn"), data("network-reference.tsv"));
    if !file.exists() {
        // Without a trained network there is nothing to compare, and nothing may claim that there
        // is.
        assert!(
            !reference.exists(),
            "data/network-reference.tsv has values of a network that is not there"
        );
        assert_eq!(
            bstar_engine::Evaluation::embedded(),
            None,
            "the program has a network that is not in data/network.nn"
        );
        eprintln!("skipped: there is no data/network.nn yet");
        return;
    }
    let network = Network::load(&file).unwrap();
    if let Some(embedded) = bstar_engine::Evaluation::embedded() {
        assert_eq!(
            *embedded, network,
            "the program was built with another network"
        );
    }
    let references = read_reference(&reference).unwrap();
    assert!(
        references.len() >= 1_000,
        "only {} positions",
        references.len()
    );
    for valued in network_values(&network, &references) {
        assert!(valued.expected.is_some(), "no value: {}", valued.fen);
        assert!(valued.is_as_expected(), "{valued:?}");
    }
}
