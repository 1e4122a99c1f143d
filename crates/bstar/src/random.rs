//! Random numbers that are the same on every machine.

/// The generator SplitMix64 (Steele, Lea and Flood, 2014).
///
/// It is small and fast, and the same seed gives the same numbers everywhere and always. That is
/// why searches, tests and experiments of this project use it. It is no good for secrets.
///
/// ```
/// use bstar::SplitMix64;
/// let mut random = SplitMix64::new(1_234_567);
/// assert_eq!(random.next(), 6_457_827_717_110_365_317);
/// assert_eq!(random.next(), 3_203_168_211_198_807_973);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// What is added to the state for each number.
    pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Begins with this state.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(SplitMix64::STEP);
        SplitMix64::mix(self.state)
    }

    /// Mixes the bits of a number: the last step of the generator, by itself.
    ///
    /// Different numbers stay different, and neighbours end up far apart. So it serves as a hash.
    ///
    /// ```
    /// use bstar::SplitMix64;
    /// let seed = 7_u64;
    /// let by_hand = SplitMix64::mix(seed.wrapping_add(SplitMix64::STEP));
    /// assert_eq!(by_hand, SplitMix64::new(seed).next());
    /// ```
    pub const fn mix(z: u64) -> u64 {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
