//! Win, draw and loss, as they came out in the engine's own games.

/// How a score turns into chances: `win = 1 / (1 + exp((middle - score) / spread))`, and the same for a loss with the
/// score turned round. Both numbers depend on how much material is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The score at which half of the games are won: at the endgame, and what the middlegame adds.
    pub middle: [f64; 2],
    /// How fast the chances change round it, likewise.
    pub spread: [f64; 2],
}

impl WdlModel {
    /// Fitted by `bstar lab wdl` on the games that the evaluation was tuned on.
    pub const FITTED: Self = Self {
        middle: [265.0, -208.0],
        spread: [94.0, 84.0],
    };

    /// The chances of a win and of a loss for a score, with the pieces left as a part of those at the start.
    pub fn chances(&self, centipawns: f64, phase: f64) -> (f64, f64) {
        let at = |pair: [f64; 2]| pair[0] + pair[1] * phase;
        let (middle, spread) = (at(self.middle), at(self.spread));
        let chance = |score: f64| 1.0 / (1.0 + ((middle - score) / spread).exp());
        (chance(centipawns), chance(-centipawns))
    }
}

/// Chances of win, draw and loss in thousandths, which add up to 1000. `phase` is the part of the pieces still on the board,
/// 0 to 1.
pub fn win_draw_loss(score: bstar_alphabeta::Score, phase: f64) -> [u32; 3] {
    match score {
        bstar_alphabeta::Score::Mate(moves) if moves > 0 => [1000, 0, 0],
        bstar_alphabeta::Score::Mate(_) => [0, 0, 1000],
        bstar_alphabeta::Score::Centipawns(centipawns) => {
            let (win, loss) = WdlModel::FITTED.chances(f64::from(centipawns), phase);
            let win = (win * 1000.0).round() as u32;
            let loss = ((loss * 1000.0).round() as u32).min(1000 - win);
            [win, 1000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_alphabeta::Score;

    #[test]
    fn chances_add_up_and_are_fair() {
        for centipawns in (-2_000..=2_000).step_by(50) {
            for phase in [0.0, 0.5, 1.0] {
                let [win, draw, loss] = win_draw_loss(Score::Centipawns(centipawns), phase);
                assert_eq!(win + draw + loss, 1000);
                let mirrored = win_draw_loss(Score::Centipawns(-centipawns), phase);
                assert!(mirrored[2].abs_diff(win) <= 1 && mirrored[0].abs_diff(loss) <= 1);
            }
        }
        assert_eq!(win_draw_loss(Score::Mate(3), 1.0), [1000, 0, 0]);
        assert_eq!(win_draw_loss(Score::Mate(0), 1.0), [0, 0, 1000]);
    }

    #[test]
    fn more_is_better() {
        let wins: Vec<u32> = (-500..=500)
            .step_by(100)
            .map(|cp| win_draw_loss(Score::Centipawns(cp), 0.5)[0])
            .collect();
        assert!(wins.is_sorted());
    }
}
