//! Compares the move generator with known counts of move sequences.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bstar_board::epd::{self, Epd};
use bstar_board::perft;

/// Compares every depth up to `deepest` that the file gives, and returns how many there were.
fn check(file: &str, deepest: u32) -> usize {
    let epds = epd::read(&crate::common::data(file)).unwrap();
    let next = AtomicUsize::new(0);
    let compared = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(epd) = epds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    compared.fetch_add(check_position(epd, deepest), Ordering::Relaxed);
                }
            });
        }
    });
    compared.into_inner()
}

fn check_position(epd: &Epd, deepest: u32) -> usize {
    let mut compared = 0;
    for depth in 1..=deepest {
        let Some(count) = epd.operand(&format!("D{depth}")) else {
            continue;
        };
        let expected: u64 = count.parse().unwrap();
        let fen = bstar_board::fen::write(&epd.position);
        assert_eq!(perft(&epd.position, depth), expected, "{fen} depth {depth}");
        compared += 1;
    }
    compared
}

#[test]
fn chess_to_depth_4() {
    assert!(check("perft.epd", 4) >= 4 * 100);
}

#[test]
fn chess960_to_depth_3() {
    assert!(check("perft-chess960.epd", 3) >= 3 * 900);
}
