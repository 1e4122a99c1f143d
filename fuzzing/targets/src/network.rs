//! The file of a network. A whole one has fifty thousand bytes, far more than trial can find.
//! So the bytes of this target are mostly changes to a file that is right.

use std::sync::LazyLock;

use bstar_board::{Position, fen};
use bstar_eval::network::{Kernel, Network, Weights};

use crate::bytes::Decisions;

/// The smallest network there can be.
static SMALL: LazyLock<Weights> = LazyLock::new(|| Weights::plausible(1, 32, 1));
static SMALL_FILE: LazyLock<Vec<u8>> = LazyLock::new(|| SMALL.write());
static POSITIONS: LazyLock<[Position; 2]> = LazyLock::new(|| {
    let few_men = fen::parse("8/2k5/8/8/3P4/8/4K3/8 b - - 0 1").expect("is a position");
    [Position::start(), few_men]
});

/// Reads a file. The first byte says how it comes about.
pub fn file(bytes: &[u8]) {
    let mut decisions = Decisions(bytes);
    match decisions.byte() % 3 {
        0 => judge(decisions.0),
        1 => judge(&damaged(decisions)),
        _ => {
            let weights = other_numbers(decisions);
            let read = Weights::read(&weights.write());
            assert_eq!(read.is_ok(), weights.check().is_ok());
            if let Ok(read) = read {
                assert_eq!(read, weights);
                use_up(&weights);
            }
        }
    }
}

/// A file in which bytes were changed, and which may be cut off or go on.
fn damaged(mut decisions: Decisions<'_>) -> Vec<u8> {
    let mut file = SMALL_FILE.clone();
    let length = file.len();
    match decisions.byte() {
        0 => file.truncate(usize::from(decisions.byte()) * length / 255),
        1 => file.extend([decisions.byte(), decisions.byte()]),
        _ => {}
    }
    while let Some(low) = decisions.next() {
        // Mostly in the header, where every byte has a meaning.
        let at = match decisions.byte() {
            high @ 0..64 => usize::from(low) + 256 * usize::from(high) * 3,
            _ => usize::from(low) % 48,
        };
        let byte = decisions.byte();
        if let Some(changed) = file.get_mut(at) {
            *changed = byte;
        }
    }
    file
}

/// Other numbers at a few places, and lists that are too long or too short.
fn other_numbers(mut decisions: Decisions<'_>) -> Weights {
    let mut weights = SMALL.clone();
    while let Some(what) = decisions.next() {
        let number = i16::from_le_bytes([decisions.byte(), decisions.byte()]);
        let list = match what % 5 {
            0 => &mut weights.feature_weights,
            1 => &mut weights.feature_biases,
            2 => &mut weights.output_weights,
            3 => {
                weights.scale = i32::from(number);
                continue;
            }
            _ => {
                weights.output_biases[0] = i32::from(number) << 16;
                continue;
            }
        };
        let at = usize::from(decisions.byte()) * list.len() / 256;
        list[at] = number;
    }
    weights
}

fn judge(file: &[u8]) {
    match Weights::read(file) {
        Ok(weights) => {
            assert!(weights.check().is_ok());
            assert_eq!(weights.write(), file, "a file has only one form");
            use_up(&weights);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// All kernels give the same value, without overflow.
fn use_up(weights: &Weights) {
    for position in POSITIONS.iter() {
        let values = Kernel::available().into_iter().map(|kernel| {
            let network = Network::new(weights).expect("was checked");
            network.with_kernel(kernel).evaluate_afresh(position)
        });
        let values: Vec<i32> = values.collect();
        assert!(
            values.windows(2).all(|pair| pair[0] == pair[1]),
            "{values:?}"
        );
    }
}
