//! What a search remembers: positions, and moves that were good.

use super::evaluation::Value;
use bstar_board::score::ScoreBound;
use bstar_board::{Color, Move, Position, Square};

/// What was found about a position (Table 1 of the paper). The lock is the whole key.
#[derive(Clone, Copy)]
pub(super) struct TableEntry {
    pub mv: Option<Move>,
    pub value: Value,
    pub bound: ScoreBound,
    /// How many plies were searched below the position.
    pub height: u32,
}

/// Positions by their keys. Each has one possible place, which is checked once.
pub(super) struct TranspositionTable {
    places: Vec<Option<(u64, TableEntry)>>,
    /// How often an entry was written.
    pub stores: u64,
    /// How often a write replaced another position.
    pub driven_out: u64,
}

impl TranspositionTable {
    pub fn new(entries: usize) -> TranspositionTable {
        TranspositionTable {
            places: vec![None; entries.max(1)],
            stores: 0,
            driven_out: 0,
        }
    }

    fn place(&self, key: u64) -> usize {
        // The high bits of the product use any number of entries evenly.
        ((u128::from(key) * self.places.len() as u128) >> 64) as usize
    }

    pub fn find(&self, key: u64) -> Option<TableEntry> {
        match self.places[self.place(key)] {
            Some((lock, known)) if lock == key => Some(known),
            _ => None,
        }
    }

    /// Writes an entry, unless a deeper one of the same position is there. An entry of another
    /// position is replaced (Fig. 7).
    pub fn store(&mut self, key: u64, known: TableEntry) {
        let place = self.place(key);
        if let Some((lock, before)) = self.places[place] {
            if lock != key {
                self.driven_out += 1;
            } else if before.height > known.height {
                return;
            }
        }
        self.stores += 1;
        self.places[place] = Some((key, known));
    }
}

/// How often a move was best. Moves are counted by side, from-square and to-square.
pub(super) struct History {
    counts: Vec<u32>,
}

impl History {
    pub fn new() -> History {
        History {
            counts: vec![0; Color::NUM * Square::NUM * Square::NUM],
        }
    }

    fn place(side: Color, mv: Move) -> usize {
        (side as usize * Square::NUM + mv.from as usize) * Square::NUM + mv.to as usize
    }

    pub fn of(&self, side: Color, mv: Move) -> u32 {
        self.counts[History::place(side, mv)]
    }

    pub fn count_best(&mut self, position: &Position, mv: Move) {
        let count = &mut self.counts[History::place(position.side_to_move(), mv)];
        *count = count.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(height: u32, value: Value) -> TableEntry {
        TableEntry {
            mv: None,
            value,
            bound: ScoreBound::Exact,
            height,
        }
    }

    #[test]
    fn more_about_the_same_position_stays_and_others_give_way() {
        let mut table = TranspositionTable::new(1);
        table.store(1, known(3, 30));
        table.store(1, known(2, 20));
        assert_eq!(table.find(1).map(|found| found.value), Some(30));
        table.store(1, known(3, 31));
        assert_eq!(table.find(1).map(|found| found.value), Some(31));
        table.store(2, known(1, 10));
        assert!(table.find(1).is_none());
        assert_eq!(table.find(2).map(|found| found.value), Some(10));
        assert_eq!((table.stores, table.driven_out), (3, 1));
    }

    #[test]
    fn all_places_are_used() {
        let table = TranspositionTable::new(3);
        let places = [0, u64::MAX / 2, u64::MAX].map(|key| table.place(key));
        assert_eq!(places, [0, 1, 2]);
    }
}
