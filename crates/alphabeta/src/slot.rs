//! One entry of the transposition table, shared by threads without locks.
//!
//! A slot has two words. The first is the key mixed with the second. If two threads write a slot at
//! the same time, its words are of different entries. Then it fits neither key and is ignored.
//! `tests/loom` tries every order in which two threads can write while a third one reads.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// An entry and the key of its position.
#[derive(Default)]
pub(crate) struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// What was stored with this key. 0 is nothing.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let (data, is_same) = self.look(key);
        (is_same && data != 0).then_some(data)
    }

    /// The entry, and whether it fits this key. If it does not, it may be half of one and half of
    /// another.
    #[inline]
    pub fn look(&self, key: u64) -> (u64, bool) {
        let data = self.data();
        (data, self.mixed.load(Ordering::Relaxed) ^ data == key)
    }

    /// The entry of whatever position.
    #[inline]
    pub fn data(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    /// Replaces the entry.
    #[inline]
    pub fn set(&self, key: u64, data: u64) {
        self.data.store(data, Ordering::Relaxed);
        self.mixed.store(key ^ data, Ordering::Relaxed);
    }
}
