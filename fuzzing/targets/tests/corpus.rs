//! Every file of `fuzzing/corpus`, once: what coverage found, and what once broke something.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use bstar_fuzz_targets::{TARGETS, Target};

/// Fewer would mean that a corpus got lost.
const MIN_FILES: usize = 10;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

fn files(target: Target) -> Vec<PathBuf> {
    let folder = corpus().join(target.name);
    let listed = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = listed.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn run(name: &str) {
    let target = Target::named(name).expect("is a target");
    let files = files(target);
    assert!(files.len() >= MIN_FILES, "only {} files", files.len());
    let mut failed = Vec::new();
    for file in files {
        let bytes = fs::read(&file).unwrap();
        if catch_unwind(|| target.run(&bytes)).is_err() {
            failed.push(file);
        }
    }
    assert!(failed.is_empty(), "{name}: {failed:#?}");
}

macro_rules! corpora {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            run(stringify!($name));
        })*

        #[test]
        fn every_target_has_a_test_and_every_corpus_a_target() {
            let tested = BTreeSet::from([$(stringify!($name)),*]);
            let targets: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(tested, targets);
            for entry in fs::read_dir(corpus()).unwrap() {
                let name = entry.unwrap().file_name();
                let name = name.to_string_lossy();
                assert!(targets.contains(&*name), "nobody reads fuzzing/corpus/{name}");
            }
        }
    };
}

corpora!(fen epd san pgn uci network book datagen script library requests);
