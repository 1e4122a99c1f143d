//! What holds for all concepts.

use std::collections::HashSet;
use std::path::Path;

use bstar_board::{BitBoard, epd};

use super::testing::scenes;
use super::{CONCEPTS, Scene};

/// Scenes from positions of many kinds: every legal move of each, with a line of chance moves
/// after it.
fn many_scenes() -> Vec<Scene> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let files = ["middlegames.epd", "bratko-kopec.epd", "quiet.epd"];
    let read = |file: &&str| {
        let text = std::fs::read_to_string(data.join(file)).unwrap();
        epd::read(&text).unwrap()
    };
    let positions = files.iter().flat_map(read);
    positions
        .flat_map(|entry| scenes(&entry.position))
        .collect()
}

#[test]
fn names_are_unique() {
    let names: HashSet<&str> = CONCEPTS.iter().map(|concept| concept.name).collect();
    assert_eq!(names.len(), CONCEPTS.len());
}

#[test]
fn what_is_found_is_true_and_said() {
    for scene in many_scenes() {
        for concept in CONCEPTS {
            for finding in (concept.find)(&scene) {
                let checked = (concept.check)(&scene, &finding.squares);
                assert_eq!(checked, Ok(()), "{} {scene:?} {finding:?}", concept.name);
                let text = (concept.say)(&scene, &finding.squares);
                assert!(text.ends_with('.') && !text.contains("man"), "{text}");
            }
        }
    }
}

#[test]
fn checkers_refuse_what_does_not_fit() {
    for scene in many_scenes().iter().step_by(7) {
        for concept in CONCEPTS {
            assert!((concept.check)(scene, &[]).is_err(), "{}", concept.name);
            let everywhere: Vec<_> = BitBoard::FULL.into_iter().collect();
            assert!(
                (concept.check)(scene, &everywhere).is_err(),
                "{}",
                concept.name
            );
        }
    }
}
