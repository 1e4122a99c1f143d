//! The transposition table: what is already known of positions.
//!
//! Threads share it without locks: [`Slot`] says how.

use std::sync::atomic::{AtomicU8, Ordering};

use bstar_board::{Move, Piece, Square};
use thiserror::Error;

use bstar_board::score::ScoreBound;
use bstar_kit::memory::is_available;

use crate::memory::available_mib;
use crate::slot::Slot;
use crate::value::{MATE_BOUND, Value};

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// A table needs at least one MiB.
    #[error("a hash table of 0 MiB is too small: the least is 1 MiB")]
    TooSmall,
    /// There is not that much memory.
    #[error("there is not enough memory for a hash table of {mib} MiB")]
    OutOfMemory {
        /// The size that was asked for.
        mib: usize,
    },
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub mv: Option<Move>,
    pub value: Value,
    /// The static evaluation, unless the side to move was in check.
    pub evaluation: Option<Value>,
    pub depth: i32,
    pub bound: ScoreBound,
    /// Whether it was once part of a principal variation.
    pub on_line: bool,
}

impl TableEntry {
    /// Whether the remembered value settles a window.
    pub fn settles(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            ScoreBound::Exact => true,
            ScoreBound::Lower => self.value >= beta,
            ScoreBound::Upper => self.value <= alpha,
        }
    }
}

const MIB: usize = 1 << 20;
const SLOTS_PER_BUCKET: usize = 4;
const NO_EVALUATION: i16 = i16::MIN;
/// Depths are stored from this one upwards. Quiescence uses the lowest.
const MIN_STORED_DEPTH_PLIES: i32 = -2;
const AGES: u8 = 32;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS_PER_BUCKET]);

/// A transposition table of a fixed size.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of exactly `mib` MiB.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let mut table = Self::empty();
        let bytes = mib.checked_mul(MIB);
        table.resize(bytes.ok_or(TableError::OutOfMemory { mib })?, 0)?;
        Ok(table)
    }

    /// A table that holds nothing and takes no memory. Nothing may be read from it.
    pub(crate) fn empty() -> Self {
        Self {
            buckets: Vec::new(),
            age: AtomicU8::new(0),
        }
    }

    /// Changes the size, in bytes, and empties the table. `beside` is the number of bytes that the
    /// caller will need for itself. If there is not enough memory for both, the old table stays.
    pub fn resize(&mut self, bytes: usize, beside: usize) -> Result<(), TableError> {
        let count = bytes / size_of::<Bucket>();
        if count == 0 {
            return Err(TableError::TooSmall);
        }
        let mib = bytes.saturating_add(beside) / MIB;
        let out_of_memory = TableError::OutOfMemory { mib };
        if available_mib().is_some_and(|available| mib > available + self.bytes() / MIB) {
            return Err(out_of_memory);
        }
        let mut buckets = Vec::new();
        if buckets.try_reserve_exact(count).is_err() || !is_available(beside) {
            return Err(out_of_memory);
        }
        // The old memory is freed before the new one is touched, so both are never in use at once.
        self.buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        self.buckets = buckets;
        self.age = AtomicU8::new(0);
        Ok(())
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for entry in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *entry = Slot::default();
        }
        *self.age.get_mut() = 0;
    }

    /// Ages the table when a new search begins: entries of older searches are overwritten first.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub fn permille_full(&self) -> u32 {
        let sample = self.buckets.len().min(250);
        let age = self.age.load(Ordering::Relaxed);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|entry| {
                let data = entry.data();
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample * SLOTS_PER_BUCKET)) as u32
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Asks the processor to fetch the entry of a position that is needed soon. Waiting for that
    /// took a tenth of all time.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: fetching into the cache reads nothing and cannot fault, and the address is
            // that of a bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of a position. `ply` is its distance from the root, from which mates are counted.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let slots = self.bucket(key).0.iter();
        slots
            .filter_map(|slot| slot.get(key))
            .next()
            .map(|data| unpack(data, ply))
    }

    /// Stores what was found out about a position.
    pub(crate) fn store(&self, key: u64, ply: usize, mut known: TableEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for entry in &bucket.0 {
            let (data, same) = entry.look(key);
            if data == 0 || same {
                if same && data != 0 {
                    if known.mv.is_none() {
                        known.mv = unpack_move(data as u16);
                    }
                    // A much deeper entry of this search is worth more than a shallow bound.
                    let old_depth = depth_of(data);
                    if known.bound != ScoreBound::Exact
                        && age_of(data) == age
                        && known.depth + 4 <= old_depth
                    {
                        return;
                    }
                }
                victim = entry;
                break;
            }
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = depth_of(data) - 8 * years;
            if worth < least {
                least = worth;
                victim = entry;
            }
        }
        victim.set(key, pack(known, ply, age));
    }
}

// A slot's data, from the lowest bit: move 16, value 16, evaluation 16, depth 8, bound 2, on line
// 1, age 5.

fn pack(known: TableEntry, ply: usize, age: u8) -> u64 {
    let value = to_node(known.value, ply) as i16 as u16;
    let evaluation = known.evaluation.map_or(NO_EVALUATION, |v| v as i16) as u16;
    let depth = (known.depth - MIN_STORED_DEPTH_PLIES).clamp(0, 255) as u64;
    u64::from(pack_move(known.mv))
        | u64::from(value) << 16
        | u64::from(evaluation) << 32
        | depth << 48
        | (known.bound as u64) << 56
        | u64::from(known.on_line) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64, ply: usize) -> TableEntry {
    let evaluation = (data >> 32) as i16;
    TableEntry {
        mv: unpack_move(data as u16),
        value: from_node(Value::from((data >> 16) as i16), ply),
        evaluation: (evaluation != NO_EVALUATION).then_some(Value::from(evaluation)),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => ScoreBound::Upper,
            2 => ScoreBound::Lower,
            _ => ScoreBound::Exact,
        },
        on_line: data >> 58 & 1 != 0,
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32 + MIN_STORED_DEPTH_PLIES
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// Mates are stored by their distance from the position, not from the root.
fn to_node(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value + ply as Value
    } else if value <= -MATE_BOUND {
        value - ply as Value
    } else {
        value
    }
}

fn from_node(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value - ply as Value
    } else if value <= -MATE_BOUND {
        value + ply as Value
    } else {
        value
    }
}

fn pack_move(mv: Option<Move>) -> u16 {
    mv.map_or(0, |mv| {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
    })
}

fn unpack_move(bits: u16) -> Option<Move> {
    (bits != 0).then(|| Move {
        from: Square::index(usize::from(bits & 63)),
        to: Square::index(usize::from(bits >> 6 & 63)),
        promotion: match bits >> 12 & 7 {
            0 => None,
            piece => Piece::try_index(usize::from(piece)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: Value) -> TableEntry {
        TableEntry {
            mv: "e7e8q".parse().ok(),
            value,
            evaluation: Some(-17),
            depth: 9,
            bound: ScoreBound::Lower,
            on_line: true,
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(42, 3, known(55));
        assert_eq!(table.get(42, 3), Some(known(55)));
        assert_eq!(table.get(43, 3), None);
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(7, 5, known(crate::value::MATE - 9));
        assert_eq!(table.get(7, 2).unwrap().value, crate::value::MATE - 6);
    }

    #[test]
    fn the_size_is_honoured_exactly() {
        assert_eq!(size_of::<Bucket>(), 64);
        let mut table = TranspositionTable::new(3).unwrap();
        assert_eq!(table.buckets.len() * size_of::<Bucket>(), 3 << 20);
        table.resize(MIB / 2, 0).unwrap();
        assert_eq!(table.bytes(), MIB / 2);
    }

    #[test]
    fn a_size_that_cannot_be_had_leaves_the_old_table() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(42, 0, known(1));
        assert_eq!(table.resize(0, 0), Err(TableError::TooSmall));
        for (bytes, beside) in [
            (1_000_000_000 * MIB, 0),
            (usize::MAX, 0),
            (usize::MAX, usize::MAX),
        ] {
            assert!(table.resize(bytes, beside).is_err());
        }
        #[cfg(target_os = "linux")]
        assert_eq!(
            table.resize(MIB, 1_000_000_000 * MIB),
            Err(TableError::OutOfMemory { mib: 1_000_000_001 }),
            "the table could be had, what is needed beside it could not"
        );
        assert!(table.get(42, 0).is_some());
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = TranspositionTable::new(1).unwrap();
        // Keys that fall into one bucket: only their lowest bits differ.
        for key in 1..=4u64 {
            table.store(
                key,
                0,
                TableEntry {
                    depth: key as i32,
                    ..known(0)
                },
            );
        }
        table.store(5, 0, known(0));
        assert_eq!(table.get(1, 0), None);
        assert!(table.get(4, 0).is_some());
    }

    #[test]
    fn a_shallow_bound_does_not_wipe_out_a_deep_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(
            1,
            0,
            TableEntry {
                depth: 12,
                ..known(80)
            },
        );
        table.store(
            1,
            0,
            TableEntry {
                depth: 1,
                ..known(10)
            },
        );
        assert_eq!(table.get(1, 0).unwrap().value, 80);
    }
}
