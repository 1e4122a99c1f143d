//! The scale of B*: ten-thousandths of expected score (docs/search.md, section 2).
//!
//! 0 is a game lost by White, 5,000 a draw, 10,000 a game won. An evaluation is converted into what
//! such positions scored in the engine's own games ([`WdlModel`], fitted by `bstar-lab wdl`). A
//! pawn means much in an equal position and little in a won one, and a search that compares hopes
//! and fears must know that. The ends of the scale are reserved for mates, the nearest furthest
//! out.

use std::ops::{Add, Sub};

use bstar::{Scale, Span, Value};
use bstar_board::score::{Centipawns, Score};
use bstar_board::{Color, Position};

use crate::wdl::WdlModel;

/// Ten-thousandths of expected score: what B* counts in.
///
/// The library counts in plain numbers, because it knows nothing of chess. They become `Points`
/// where they leave it, and plain numbers again where they are handed to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Points(pub bstar::Value);

impl Points {
    pub const LOSS: Self = Self(0);
    pub const DRAW: Self = Self(DRAW_POINTS);
    pub const WIN: Self = Self(WIN_POINTS);

    /// Mates that take longer are not told apart.
    pub const MOST_PLIES_TO_MATE: u32 = 57;

    /// Whether this value means that the side mates.
    pub fn is_mate(self) -> bool {
        self >= Self(WIN_POINTS - 1 - Self::MOST_PLIES_TO_MATE as bstar::Value)
    }

    /// The same value for the other side.
    pub fn for_other_side(self) -> Self {
        Self(WIN_POINTS - self.0)
    }

    /// Converts points for `side` into points for White, and back.
    pub fn for_white(self, side: Color) -> Self {
        match side {
            Color::White => self,
            Color::Black => self.for_other_side(),
        }
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// The values of certain results, as the library wants them.
pub const SCALE: Scale = Scale {
    loss: Points::LOSS.0,
    draw: DRAW_POINTS,
    win: WIN_POINTS,
};

const WIN_POINTS: bstar::Value = 10_000;
const DRAW_POINTS: bstar::Value = 5_000;
/// Estimates without a mate lie between this and its mirror image.
const MAX_ESTIMATE_POINTS: bstar::Value = 9_900;
/// Points above what the model can tell apart: a queen ahead is better than a rook ahead, though
/// both win.
const MAX_TAIL_POINTS: bstar::Value = 40;
/// The score from which on those points are added.
const TAIL_FROM_CENTIPAWNS: i32 = 600;
/// Each of them stands for this many centipawns.
const TAIL_CENTIPAWNS_PER_POINT: i32 = 60;

/// Converts centipawns into points and back, for positions of one game phase.
#[derive(Clone, Copy, Debug)]
pub struct Converter {
    model: WdlModel,
    phase: f64,
}

impl Converter {
    /// A converter for positions of this phase, the share of the pieces still on the board, by this
    /// model.
    pub fn new(model: WdlModel, phase: f64) -> Converter {
        Converter { model, phase }
    }

    /// What a value for a side is worth to that side.
    pub fn points(self, value: Centipawns) -> Points {
        let Centipawns(mate) = Centipawns::MATE;
        if value.is_mate() {
            let plies = (mate - value.0.abs()).clamp(0, Points::MOST_PLIES_TO_MATE as i32);
            return Points(if value.0 > 0 {
                WIN_POINTS - 1 - plies
            } else {
                1 + plies
            });
        }
        let expected = self.model.expected(value, self.phase);
        let room = f64::from(2 * (MAX_ESTIMATE_POINTS - DRAW_POINTS));
        let base = f64::from(WIN_POINTS - MAX_ESTIMATE_POINTS) + room * expected;
        let beyond = value.0.abs() - TAIL_FROM_CENTIPAWNS;
        let tail = (beyond / TAIL_CENTIPAWNS_PER_POINT).clamp(0, MAX_TAIL_POINTS);
        Points(base.round() as bstar::Value + tail * value.0.signum())
    }

    /// The window in which a search finds exactly what is worth `from` to `up_to`. A value at its
    /// lower end or below is worth less. One at its upper end or above is worth more. The window is
    /// never empty.
    pub fn window(self, from: Points, up_to: Points) -> (Centipawns, Centipawns) {
        let alpha = self.least(from).0 - 1;
        let beta = self.least(Points(up_to.0.saturating_add(1))).0;
        (Centipawns(alpha), Centipawns(beta.max(alpha + 1)))
    }

    /// The lowest value worth at least `points`; above every value if there is none.
    fn least(self, points: Points) -> Centipawns {
        let Centipawns(mate) = Centipawns::MATE;
        self.least_between(-mate - 1, mate + 1, points)
    }

    /// The same between two ends.
    fn least_between(self, mut low: i32, mut high: i32, points: Points) -> Centipawns {
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.points(Centipawns(middle)) < points {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Centipawns(low)
    }

    /// The score nearest to a draw that is worth this much: the conversion back.
    pub fn score(self, points: Points) -> Score {
        let Centipawns(mate) = Centipawns::MATE;
        let mirrored = points.for_other_side();
        if points.is_mate() {
            return Centipawns(mate - (WIN_POINTS - 1 - points.0)).into();
        }
        if mirrored.is_mate() {
            return Centipawns(-mate + (points.0 - 1).max(0)).into();
        }
        // Beyond some thousands all scores are worth the same, so the lowest is taken.
        let least = |points| self.least_between(0, 10_000, points);
        Score::Centipawns(if points < Points::DRAW {
            -least(mirrored)
        } else {
            least(points)
        })
    }
}

/// The expected score that points stand for, 0 to 1.
///
/// Estimates lie between 100 and 9,900 points. Points beyond stand for large material and for
/// mates, and count as won or lost. Targets lie between points, so they are no whole numbers.
///
/// ```
/// use bstar_thought::scale::expected_score;
/// assert_eq!(expected_score(5_000.0), 0.5);
/// assert_eq!(expected_score(9_990.0), 1.0);
/// ```
pub fn expected_score(points: f64) -> f64 {
    let least = f64::from(WIN_POINTS - MAX_ESTIMATE_POINTS);
    let most = f64::from(MAX_ESTIMATE_POINTS);
    ((points - least) / (most - least)).clamp(0.0, 1.0)
}

/// Converts a span of points for `side` into one for White, and back.
pub fn span_for_white(span: Span, side: Color) -> Span {
    let end = |value| Points(value).for_white(side).0;
    Span::between(end(span.min()), end(span.max()))
}

/// Nothing is known but the ends of the scale.
pub const UNKNOWN: Span = Span::between(SCALE.loss, SCALE.win);

/// Converts the library's value into points for the mover. The library counts for the Player: for
/// Black it has negated the points of White.
pub fn mover_points(real: Value, position: &Position) -> Points {
    match position.side_to_move() {
        Color::White => Points(real),
        Color::Black => Points(real + SCALE.win),
    }
}

/// Whether a value means that the side to move mates.
pub fn is_mate_by_mover(real: Span, position: &Position) -> bool {
    mover_points(real.min(), position).is_mate()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: i32 = Centipawns::MATE.0;

    #[test]
    fn more_is_never_worth_less_and_both_sides_agree() {
        for phase in [0.0, 0.3, 1.0] {
            let converter = Converter::new(WdlModel::NETWORK, phase);
            let points: Vec<Points> = (-5_000..=5_000)
                .map(|value| converter.points(Centipawns(value)))
                .collect();
            assert!(points.is_sorted());
            assert!(
                points
                    .iter()
                    .zip(points.iter().rev())
                    .all(|(a, b)| (a.0 + b.0 - WIN_POINTS).abs() <= 1)
            );
            let points = |value| converter.points(Centipawns(value));
            assert_eq!(points(0), Points::DRAW);
            assert!(points(MATE - 30) > points(5_000));
            assert!(points(MATE - 1) > points(MATE - 3));
            assert!(points(MATE - 1) < Points::WIN && points(-MATE) > Points::LOSS);
        }
    }

    #[test]
    fn scores_come_back() {
        let converter = Converter::new(WdlModel::NETWORK, 0.6);
        for value in [-900, -300, -20, 0, 35, 250, 700] {
            let Score::Centipawns(Centipawns(back)) =
                converter.score(converter.points(Centipawns(value)))
            else {
                panic!("no mate")
            };
            assert!((back - value).abs() <= 60, "{value} came back as {back}");
        }
        assert_eq!(
            converter.score(converter.points(Centipawns(MATE - 5))),
            Score::Mate(3)
        );
        assert_eq!(
            converter.score(converter.points(Centipawns(-MATE + 4))),
            Score::Mate(-2)
        );
    }

    #[test]
    fn points_stand_for_the_expected_score_that_they_were_made_from() {
        for phase in [0.0, 0.5, 1.0] {
            let converter = Converter::new(WdlModel::NETWORK, phase);
            for value in (-TAIL_FROM_CENTIPAWNS..=TAIL_FROM_CENTIPAWNS).step_by(50) {
                let expected = WdlModel::NETWORK.expected(Centipawns(value), phase);
                let Points(points) = converter.points(Centipawns(value));
                let back = expected_score(f64::from(points));
                assert!(
                    (back - expected).abs() < 1e-4,
                    "{value}: {back} of {expected}"
                );
            }
        }
        let Points(mate) = Converter::new(WdlModel::NETWORK, 1.0).points(Centipawns(MATE - 40));
        assert_eq!(expected_score(f64::from(mate)), 1.0);
        assert_eq!(expected_score(f64::from(WIN_POINTS - mate)), 0.0);
    }

    /// What a search in the window says about a value also holds for its points.
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
                let (Centipawns(alpha), Centipawns(beta)) =
                    converter.window(Points(from), Points(up_to));
                assert!(alpha < beta);
                let values = (-MATE..=MATE).step_by(7).chain([alpha, alpha + 1, beta]);
                for value in values.filter(|value| value.abs() <= MATE) {
                    let Points(points) = converter.points(Centipawns(value));
                    assert_eq!(value <= alpha, points < from, "{value} from {from}");
                    if value >= beta {
                        assert!(points > up_to, "{value} up to {up_to}");
                    }
                }
            }
        }
    }
}
