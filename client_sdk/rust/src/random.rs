//! Random numbers for bots.

/// Random numbers that are the same again from the same seed (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, of all 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` − 1.
    ///
    /// The high half of the product with a number of 64 bits: uneven by less than `bound` / 2⁶⁴.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[allow(clippy::cast_possible_truncation)] // the result is below `bound`, a usize
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// One of several, none of none.
    pub fn choose<'a, T>(&mut self, several: &'a [T]) -> Option<&'a T> {
        if several.is_empty() { None } else { several.get(self.below(several.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The numbers are those that the method's authors publish for the seed 1234567.
    #[test]
    fn follows_its_method() {
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next_u64());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    /// Every number below a bound is drawn, and none at or above it.
    #[test]
    fn stays_below_its_bound() {
        let mut random = Random::new(0);
        let mut drawn = [0; 6];
        for _ in 0..600 {
            drawn[random.below(6)] += 1;
        }
        assert!(drawn.iter().all(|&times| times > 60), "{drawn:?}");
    }

    /// Nothing is chosen of nothing.
    #[test]
    fn chooses() {
        let mut random = Random::new(0);
        assert_eq!(random.choose::<u8>(&[]), None);
        assert_eq!(random.choose(&[7]), Some(&7));
    }
}
