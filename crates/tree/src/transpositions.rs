//! Positions that were reached in another way before.
//!
//! Every way to a position has a node of its own, and grows by itself. But a position that is
//! visited for the first time, and is known by another way, need not be looked at again: what came
//! of all visits there is a better value than a look could give. The longer a tree grows, the more
//! of its leaves are such positions.
//!
//! Values depend a little on how a position was reached: by repetitions, and by the counter of
//! fifty moves. Only first values are taken from here, and visits correct them.

/// What is known of a position. The value is the average of its visits.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    visits: u32,
    value: f32,
}

/// The positions of a tree, by their keys.
pub(crate) struct Transpositions {
    /// Two to some power of them. Those without visits are empty.
    entries: Box<[Entry]>,
}

/// An entry makes way for another position if that has one visit for so many of its own.
const VISITS_FOR_ONE: u32 = 4;

impl Transpositions {
    /// Nothing is known yet. It takes so many bytes at most, but there is one entry at least.
    pub fn new(most_bytes: usize) -> Transpositions {
        let count = 1 << (most_bytes / size_of::<Entry>()).max(1).ilog2();
        Transpositions {
            entries: vec![Entry::default(); count].into_boxed_slice(),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// What the side to move may expect, if the position is known.
    #[inline]
    pub fn value(&self, key: u64) -> Option<f32> {
        let entry = &self.entries[self.place(key)];
        (entry.key == key && entry.visits > 0).then_some(entry.value)
    }

    /// Notes what came of a position's visits, unless more is known of it by another way, or of
    /// another position that has its place.
    #[inline]
    pub fn note(&mut self, key: u64, visits: u32, value: f32) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let makes_way = match entry.key == key {
            true => entry.visits <= visits,
            false => entry.visits / VISITS_FOR_ONE <= visits,
        };
        if makes_way {
            *entry = Entry { key, visits, value };
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_visited_most_is_known() {
        let mut known = Transpositions::new(1 << 10);
        assert_eq!((known.bytes(), known.value(7)), (1 << 10, None));
        known.note(7, 10, 0.6);
        known.note(7, 9, 0.1);
        assert_eq!(known.value(7), Some(0.6));
        known.note(7, 10, 0.7);
        assert_eq!(known.value(7), Some(0.7));
        known.clear();
        assert_eq!(known.value(7), None);
    }

    #[test]
    fn positions_in_one_place_make_way_for_those_that_count() {
        let mut known = Transpositions::new(0);
        assert_eq!(known.entries.len(), 1);
        known.note(1, 40, 0.2);
        known.note(2, 9, 0.3);
        assert_eq!((known.value(1), known.value(2)), (Some(0.2), None));
        known.note(2, 10, 0.3);
        assert_eq!((known.value(1), known.value(2)), (None, Some(0.3)));
    }

    #[test]
    fn an_empty_entry_is_no_position() {
        assert_eq!(Transpositions::new(64).value(0), None);
    }
}
