//! Random numbers that are the same on every machine and in every year: an experiment is named by
//! its seed.

use bstar::SplitMix64;

/// The random numbers of one stream of a seed.
#[derive(Clone, Debug)]
pub struct Random {
    generator: SplitMix64,
}

impl Random {
    /// The stream number `stream` of a seed. Different streams have nothing to do with each other.
    pub fn new(seed: u64, stream: u64) -> Random {
        let of_seed = SplitMix64::new(seed).next();
        let of_stream = of_seed ^ stream.wrapping_mul(0xd134_2543_de82_ef95);
        Random {
            generator: SplitMix64::new(SplitMix64::new(of_stream).next()),
        }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.generator.next()
    }

    /// A number below `bound`, which must not be 0. The bias of the multiplication is far too small
    /// to matter here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// Puts things into a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Experiments of earlier years are named by their seeds.
    #[test]
    fn the_numbers_of_a_stream_never_change() {
        let mut random = Random::new(7, 3);
        let first = [random.bits(), random.bits()];
        assert_eq!(
            first,
            [14_174_332_285_101_100_143, 17_010_603_890_118_341_607]
        );
    }

    #[test]
    fn streams_differ_and_repeat() {
        let draw = |seed, stream| Random::new(seed, stream).bits();
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
    }

    #[test]
    fn a_shuffle_keeps_everything() {
        let mut things: Vec<u32> = (0..50).collect();
        Random::new(3, 0).shuffle(&mut things);
        assert_ne!(things, (0..50).collect::<Vec<_>>());
        things.sort_unstable();
        assert_eq!(things, (0..50).collect::<Vec<_>>());
    }
}
