//! Which of the moves of a book is played.

use bstar_kit::random::Random;

use crate::file::BookMove;

/// How a move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveChoice {
    /// The heaviest; of equal ones, the first.
    Best,
    /// Any, each as often as it weighs.
    #[default]
    Weighted,
}

impl MoveChoice {
    /// Chooses one of the moves. `None` if there are none, or if they all weigh nothing.
    pub fn choose(self, moves: &[BookMove], random: &mut Random) -> Option<BookMove> {
        match self {
            MoveChoice::Best => {
                let heaviest = moves.iter().map(|known| known.weight).max()?;
                let is_best = |known: &&BookMove| known.weight == heaviest && heaviest > 0;
                moves.iter().find(is_best).copied()
            }
            MoveChoice::Weighted => {
                let total: usize = moves.iter().map(|known| usize::from(known.weight)).sum();
                if total == 0 {
                    return None;
                }
                let mut drawn = random.below(total);
                moves
                    .iter()
                    .find(|known| match drawn.checked_sub(usize::from(known.weight)) {
                        Some(rest) => {
                            drawn = rest;
                            false
                        }
                        None => true,
                    })
                    .copied()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(weights: [u16; 3]) -> Vec<BookMove> {
        let words = ["e2e4", "d2d4", "c2c4"];
        words
            .into_iter()
            .zip(weights)
            .map(|(word, weight)| BookMove {
                mv: word.parse().unwrap(),
                weight,
                share: 0.0,
                learn: 0,
            })
            .collect()
    }

    #[test]
    fn each_move_is_drawn_as_often_as_it_weighs() {
        let known = moves([1, 0, 3]);
        let mut random = Random::new(1, 0);
        let mut counts = [0; 3];
        for _ in 0..4_000 {
            let drawn = MoveChoice::Weighted.choose(&known, &mut random).unwrap();
            let place = known.iter().position(|other| other.mv == drawn.mv).unwrap();
            counts[place] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((900..1_100).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn the_best_is_the_heaviest_and_nothing_is_played_that_weighs_nothing() {
        let mut random = Random::new(1, 0);
        let best = MoveChoice::Best.choose(&moves([2, 5, 5]), &mut random);
        assert_eq!(best.unwrap().mv.to_string(), "d2d4");
        for choice in [MoveChoice::Best, MoveChoice::Weighted] {
            assert_eq!(choice.choose(&moves([0, 0, 0]), &mut random), None);
            assert_eq!(choice.choose(&[], &mut random), None);
        }
    }
}
