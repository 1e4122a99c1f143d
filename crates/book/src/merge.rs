//! Making one book of several.

use crate::entry::Entry;
use crate::file::Book;
use crate::make::scaled;

/// What is done about a position that several books know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlap {
    /// The weights of a move are added.
    #[default]
    Add,
    /// Only the first of the books counts.
    First,
}

/// The entries of all books as one book has them.
///
/// Where a sum of weights does not fit into 16 bits, all weights of the position become smaller.
/// The learned value of a move is taken from the first book that knows the move.
pub fn merge(books: &[Book], overlap: Overlap) -> Vec<u8> {
    let mut rows: Vec<_> = books.iter().map(|book| book.entries().peekable()).collect();
    let mut merged = Vec::new();
    while let Some(key) = rows
        .iter_mut()
        .filter_map(|row| row.peek().map(|entry| entry.key))
        .min()
    {
        let mut here: Vec<(Entry, u64)> = Vec::new();
        for row in &mut rows {
            let is_taken = overlap == Overlap::Add || here.is_empty();
            while let Some(entry) = row.next_if(|entry| entry.key == key) {
                let known = here.iter_mut().find(|(known, _)| known.code == entry.code);
                match known {
                    _ if !is_taken => {}
                    Some((_, weight)) => *weight += u64::from(entry.weight),
                    None => here.push((entry, u64::from(entry.weight))),
                }
            }
        }
        let sums: Vec<u64> = here.iter().map(|(_, weight)| *weight).collect();
        let entries = here.into_iter().zip(scaled(&sums));
        merged.extend(entries.map(|((entry, _), weight)| Entry { weight, ..entry }));
    }
    Book::write(merged)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    fn book(entries: &[(u64, u16, u16)]) -> Book {
        let entries = entries.iter().map(|(key, code, weight)| Entry {
            key: *key,
            code: *code,
            weight: *weight,
            learn: 0,
        });
        Book::from_bytes(Book::write(entries.collect())).unwrap()
    }

    fn listed(bytes: Vec<u8>) -> Vec<(u64, u16, u16)> {
        let book = Book::from_bytes(bytes).unwrap();
        book.entries()
            .map(|entry| (entry.key, entry.code, entry.weight))
            .collect()
    }

    #[test]
    fn weights_are_added_or_the_first_book_counts() {
        let one = book(&[(1, 7, 10), (2, 7, 60_000)]);
        let two = book(&[(1, 8, 4), (2, 7, 60_000), (2, 8, 2), (3, 9, 1)]);
        let books = [one, two];
        assert_eq!(
            listed(merge(&books, Overlap::Add)),
            [(1, 7, 10), (1, 8, 4), (2, 7, 65_535), (2, 8, 1), (3, 9, 1)]
        );
        assert_eq!(
            listed(merge(&books, Overlap::First)),
            [(1, 7, 10), (2, 7, 60_000), (3, 9, 1)]
        );
    }

    type Entries = Vec<(u64, u16, u16)>;

    fn some_entries() -> impl Strategy<Value = Entries> {
        prop::collection::vec((0u64..6, 0u16..4, 0u16..500), 1..20)
    }

    proptest! {
        #[test]
        fn the_sum_is_that_of_a_plain_count(one in some_entries(), two in some_entries()) {
            let mut counts: BTreeMap<(u64, u16), u16> = BTreeMap::new();
            for (key, code, weight) in one.iter().chain(&two) {
                *counts.entry((*key, *code)).or_default() += weight;
            }
            let mut found = listed(merge(&[book(&one), book(&two)], Overlap::Add));
            found.sort_unstable();
            let slow: Entries = counts.into_iter().map(|((key, code), weight)| (key, code, weight)).collect();
            prop_assert_eq!(found, slow);
        }
    }
}
