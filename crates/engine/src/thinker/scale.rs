//! The scale of B*: ten-thousandths of expected score, from White's point of view.
//!
//! 0 is a game lost by White, 5,000 a draw, 10,000 a game won. An evaluation is turned into what such positions scored in the engine's own games
//! ([`WdlModel`], fitted by `bstar lab wdl`): a pawn means much in an equal position and little in a won one, which is what
//! a search that compares hopes and fears has to know. The ends of the scale are kept for what a probe proved: mates, the nearest furthest out.

use bstar::{Scale, Value as Points};
use bstar_alphabeta::{MATE, MAX_PLY, Score, Value};
use bstar_board::Color;

use crate::wdl::WdlModel;

/// What certain results are worth.
pub const SCALE: Scale = Scale {
    loss: 0,
    draw: DRAW_POINTS,
    win: WIN_POINTS,
};

const WIN_POINTS: Points = 10_000;
const DRAW_POINTS: Points = 5_000;
/// Estimates without a mate lie between this and its mirror image.
const MAX_ESTIMATE_POINTS: Points = 9_900;
/// Room above what the model can tell apart: a queen ahead is better than a rook ahead, though both win.
const MAX_TAIL_POINTS: Points = 40;
/// The score from which on the tail counts, and how many centipawns a point of it is.
const TAIL_FROM_CENTIPAWNS: Value = 600;
const TAIL_CENTIPAWNS_PER_POINT: Value = 60;

/// Turns values for the side to move into points for White, for positions with so much material.
#[derive(Clone, Copy, Debug)]
pub struct Converter {
    model: WdlModel,
    phase: f64,
}

impl Converter {
    /// For positions of this phase, the part of the pieces still on the board, by what scores have come to.
    pub fn new(model: WdlModel, phase: f64) -> Converter {
        Converter { model, phase }
    }

    /// What a value for `side` is worth to that side.
    pub fn points(self, value: Value) -> Points {
        let mate_bound = MATE - MAX_PLY as Value - 1;
        if value.abs() >= mate_bound {
            let plies = (MATE - value.abs()).clamp(0, 57);
            return if value > 0 {
                WIN_POINTS - 1 - plies
            } else {
                1 + plies
            };
        }
        let expected = self.model.expected(f64::from(value), self.phase);
        let room = f64::from(2 * (MAX_ESTIMATE_POINTS - DRAW_POINTS));
        let base = f64::from(WIN_POINTS - MAX_ESTIMATE_POINTS) + room * expected;
        let tail = ((value.abs() - TAIL_FROM_CENTIPAWNS) / TAIL_CENTIPAWNS_PER_POINT)
            .clamp(0, MAX_TAIL_POINTS);
        base.round() as Points + tail * value.signum()
    }

    /// The window in which a search finds out what is worth from `from` to `up_to` exactly: a value at its lower end or below is worth less, one at its upper end or
    /// above more. It is never empty.
    pub fn window(self, from: Points, up_to: Points) -> (Value, Value) {
        let alpha = self.least(from) - 1;
        (alpha, self.least(up_to.saturating_add(1)).max(alpha + 1))
    }

    /// The least value worth so much; more than every value if there is none.
    fn least(self, points: Points) -> Value {
        let (mut low, mut high) = (-MATE - 1, MATE + 1);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.points(middle) < points {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The other way round: the score nearest to a draw that is worth this much.
    pub fn score(self, points: Points) -> Score {
        if mates(points) {
            return Score::from(MATE - (WIN_POINTS - 1 - points));
        }
        if mates(WIN_POINTS - points) {
            return Score::from(-MATE + (points - 1).max(0));
        }
        if points < DRAW_POINTS {
            let Score::Centipawns(mirrored) = self.score(WIN_POINTS - points) else {
                unreachable!("mates were told apart above")
            };
            return Score::Centipawns(-mirrored);
        }
        // The least that is worth so much: beyond some thousands all is the same.
        let (mut low, mut high): (Value, Value) = (0, 10_000);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.points(middle) < points {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Score::Centipawns(low)
    }
}

/// Whether so many points mean that one mates.
pub fn mates(points: Points) -> bool {
    points >= WIN_POINTS - 58
}

/// Points for `side`, as White sees them; and back.
pub fn for_white(points: Points, side: Color) -> Points {
    match side {
        Color::White => points,
        Color::Black => WIN_POINTS - points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_never_worth_less_and_both_sides_agree() {
        for phase in [0.0, 0.3, 1.0] {
            let converter = Converter::new(WdlModel::NETWORK, phase);
            let points: Vec<Points> = (-5_000..=5_000)
                .map(|value| converter.points(value))
                .collect();
            assert!(points.is_sorted());
            assert!(
                points
                    .iter()
                    .zip(points.iter().rev())
                    .all(|(a, b)| (a + b - WIN_POINTS).abs() <= 1)
            );
            assert_eq!(converter.points(0), DRAW_POINTS);
            assert!(converter.points(MATE - 30) > converter.points(5_000));
            assert!(converter.points(MATE - 1) > converter.points(MATE - 3));
            assert!(converter.points(MATE - 1) < WIN_POINTS && converter.points(-MATE) > 0);
        }
    }

    #[test]
    fn scores_come_back() {
        let converter = Converter::new(WdlModel::NETWORK, 0.6);
        for value in [-900, -300, -20, 0, 35, 250, 700] {
            let Score::Centipawns(back) = converter.score(converter.points(value)) else {
                panic!("no mate")
            };
            assert!((back - value).abs() <= 60, "{value} came back as {back}");
        }
        assert_eq!(converter.score(converter.points(MATE - 5)), Score::Mate(3));
        assert_eq!(
            converter.score(converter.points(-MATE + 4)),
            Score::Mate(-2)
        );
    }

    /// What a search in the window says of a value is true of its points.
    #[test]
    fn windows_part_what_is_wanted_from_what_is_not() {
        for phase in [0.0, 0.4, 1.0] {
            let converter = Converter::new(WdlModel::NETWORK, phase);
            for (from, up_to) in [
                (SCALE.loss, SCALE.win),
                (5_000, SCALE.win),
                (4_000, 6_500),
                (7_001, 7_000),
                (9_950, 9_949),
                (1, 0),
            ] {
                let (alpha, beta) = converter.window(from, up_to);
                assert!(alpha < beta);
                let values = (-MATE..=MATE).step_by(7).chain([alpha, alpha + 1, beta]);
                for value in values.filter(|value| value.abs() <= MATE) {
                    let points = converter.points(value);
                    assert_eq!(value <= alpha, points < from, "{value} from {from}");
                    if value >= beta {
                        assert!(points > up_to, "{value} up to {up_to}");
                    }
                }
            }
        }
    }
}
