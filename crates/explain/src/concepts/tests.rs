//! What holds for all concepts.

use std::collections::HashSet;
use std::path::Path;

use bstar_board::{BitBoard, epd};

use super::testing::scenes;
use super::{CONCEPTS, Scene};

/// Scenes from positions of many kinds, every legal move of each.
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

#[test]
#[ignore]
fn dump() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut positions = Vec::new();
    for file in ["middlegames.epd", "bratko-kopec.epd"] {
        let text = std::fs::read_to_string(data.join(file)).unwrap();
        positions.extend(epd::read(&text).unwrap().into_iter().map(|e| e.position));
    }
    let started = std::time::Instant::now();
    let mut n = 0;
    for concept in CONCEPTS {
        let started = std::time::Instant::now();
        let mut all = Vec::new();
        n = 0;
        for p in &positions {
            for s in scenes(p) {
                n += 1;
                for f in (concept.find)(&s) {
                    all.push(format!(
                        "{} {} : {}",
                        bstar_board::fen::write(p),
                        bstar_board::san::write(p, s.mv),
                        (concept.say)(&s, &f.squares)
                    ));
                }
            }
        }
        println!(
            "## {} {} of {} in {:?}",
            concept.name,
            all.len(),
            n,
            started.elapsed()
        );
        let step = (all.len() / 9).max(1);
        for t in all.iter().step_by(step) {
            println!("{t}");
        }
    }
    println!("{n} {:?}", started.elapsed());
}
