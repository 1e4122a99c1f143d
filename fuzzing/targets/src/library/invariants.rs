//! What always holds of a search, whatever it was told.

use std::collections::BTreeSet;

use bstar::{Key, Search};

/// Panics if the graph is not what it should be, or if something remembered is not what would be
/// worked out anew.
pub fn check(search: &mut Search<u8>) {
    let keys: Vec<Key> = search.nodes().map(|node| node.key()).collect();
    assert_eq!(keys.len(), search.len());
    let different: BTreeSet<Key> = keys.iter().copied().collect();
    assert_eq!(different.len(), keys.len(), "a position is there twice");
    for (at, node) in search.nodes().enumerate() {
        assert_eq!(
            search.find(node.key()).map(|found| found.key()),
            Some(node.key())
        );
        assert!(node.real().min() <= node.real().max());
        assert!(
            at == 0 || node.parent_count() > 0,
            "{:?} cannot be reached",
            node.key()
        );
        assert!(!(node.is_expanded() && node.is_folded()));
        assert_eq!(node.is_expanded(), node.moves().len() > 0);
        let proven = node.proven();
        assert!(proven.min() <= node.real().max() && node.real().min() <= proven.max());
        for (_, child) in node.moves() {
            assert_ne!(child.side(), node.side());
        }
        if node.is_expanded() && !node.repeats() {
            check_backup(search, node);
        }
    }
    check_line(search);
    if let Some(target) = search.target() {
        let mut anew = search.probabilities(target);
        for key in keys {
            assert_eq!(
                search.probability(key),
                anew.of(key),
                "probability of {key:?}"
            );
        }
    }
}

/// The value of a position is that of the best move for the side that moves.
fn check_backup(search: &Search<u8>, node: bstar::NodeView<'_, u8>) {
    let is_players = node.side() == search.player();
    let best = |value: fn(bstar::Span) -> i32| {
        let values = node.moves().map(|(_, child)| value(child.real()));
        if is_players {
            values.max()
        } else {
            values.min()
        }
    };
    let expected = (best(bstar::Span::min), best(bstar::Span::max));
    let found = (Some(node.real().min()), Some(node.real().max()));
    assert_eq!(found, expected, "the value of {:?}", node.key());
}

/// The line of best play can be played.
fn check_line(search: &Search<u8>) {
    let mut at = search.root();
    for mv in search.line() {
        let next = at.moves().find(|(known, _)| *known == mv);
        at = next.expect("the line consists of moves").1;
    }
}
