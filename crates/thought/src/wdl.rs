//! Chances of win, draw and loss, as they came out in the engine's own games.

use bstar_board::score::{Centipawns, Score};

use bstar_eval::Evaluation;

/// How a score turns into chances: `win = 1 / (1 + exp((middle - score) / spread))`, and the same
/// for a loss with the score negated. Both numbers depend on how much material is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The score, in centipawns, at which half of the games are won: in an endgame, and what the
    /// middlegame adds to it.
    pub middle: [f64; 2],
    /// How slowly the chances change around that score, in the same form.
    pub spread: [f64; 2],
}

impl WdlModel {
    /// For scores of the hand-written terms, fitted by `bstar-lab wdl` on games played with them.
    pub const TERMS: Self = Self {
        middle: [265.0, -208.0],
        spread: [94.0, 84.0],
    };

    /// For scores of the network that comes with the program, fitted the same way.
    pub const NETWORK: Self = Self {
        middle: [258.0, -205.0],
        spread: [86.0, 90.0],
    };

    /// The model for an evaluation. A network from elsewhere is assumed to mean the same by a pawn
    /// as our own.
    pub fn of(evaluation: &Evaluation) -> Self {
        match evaluation {
            Evaluation::Terms => Self::TERMS,
            Evaluation::Network(_) => Self::NETWORK,
        }
    }

    /// The chances of a win and of a loss for a score. `phase` is the share of the pieces still on
    /// the board, 0 to 1.
    pub fn chances(&self, centipawns: Centipawns, phase: f64) -> (f64, f64) {
        let centipawns = f64::from(centipawns.0);
        let at = |pair: [f64; 2]| pair[0] + pair[1] * phase;
        let (middle, spread) = (at(self.middle), at(self.spread));
        let chance = |score: f64| 1.0 / (1.0 + ((middle - score) / spread).exp());
        (chance(centipawns), chance(-centipawns))
    }

    /// The expected score of a game, 0 to 1.
    pub fn expected(&self, centipawns: Centipawns, phase: f64) -> f64 {
        let (win, loss) = self.chances(centipawns, phase);
        (1.0 + win - loss) / 2.0
    }

    /// Chances of win, draw and loss in thousandths. They add up to 1000. `phase` is the share of
    /// the pieces still on the board, 0 to 1.
    pub fn win_draw_loss(&self, score: Score, phase: f64) -> [u32; 3] {
        match score {
            Score::Mate(moves) if moves > 0 => [1000, 0, 0],
            Score::Mate(_) => [0, 0, 1000],
            Score::Centipawns(centipawns) => {
                let (win, loss) = self.chances(centipawns, phase);
                let win = (win * 1000.0).round() as u32;
                let loss = ((loss * 1000.0).round() as u32).min(1000 - win);
                [win, 1000 - win - loss, loss]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODELS: [WdlModel; 2] = [WdlModel::TERMS, WdlModel::NETWORK];

    #[test]
    fn chances_add_up_and_are_fair() {
        for model in MODELS {
            for centipawns in (-2_000..=2_000).step_by(50) {
                for phase in [0.0, 0.5, 1.0] {
                    let score = |cp| model.win_draw_loss(Score::Centipawns(Centipawns(cp)), phase);
                    let [win, draw, loss] = score(centipawns);
                    assert_eq!(win + draw + loss, 1000);
                    let mirrored = score(-centipawns);
                    assert!(mirrored[2].abs_diff(win) <= 1 && mirrored[0].abs_diff(loss) <= 1);
                }
            }
            assert_eq!(model.win_draw_loss(Score::Mate(3), 1.0), [1000, 0, 0]);
            assert_eq!(model.win_draw_loss(Score::Mate(0), 1.0), [0, 0, 1000]);
        }
    }

    #[test]
    fn more_is_better() {
        for model in MODELS {
            let wins: Vec<u32> = (-500..=500)
                .step_by(100)
                .map(|cp| model.win_draw_loss(Score::Centipawns(Centipawns(cp)), 0.5)[0])
                .collect();
            assert!(wins.is_sorted());
        }
    }
}
