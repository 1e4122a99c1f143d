//! Tests closest to the code. The others are in `tests/search/interval.rs`.

use super::tree::Node;

#[test]
fn a_node_and_a_position_of_twice_its_size_fit_into_64_bytes() {
    assert!(size_of::<Node>() <= 32, "{}", size_of::<Node>());
}
