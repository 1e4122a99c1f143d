//! All the randomness the tests need.

use bstar::SplitMix64;

#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next() % n as u64) as usize
    }

    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    pub fn chance(&mut self, of: f64) -> bool {
        self.unit() < of
    }

    pub fn unit(&mut self) -> f64 {
        (self.0.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
