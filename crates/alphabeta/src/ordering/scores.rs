//! How promising a move is before it is searched.

use bstar_board::{Color, EXCHANGE_VALUES, Move, Piece, Position};

use crate::history::{ByPlaced, BySquares, Experience, Placed};
use crate::techniques::Techniques;

/// How well quiet moves did so far. The tables are found once for all moves of a node.
pub(super) struct QuietScores<'e> {
    side: Color,
    by_squares: Option<&'e BySquares>,
    /// Experience after what was moved one and two plies before.
    after: [Option<&'e ByPlaced>; 2],
}

impl<'e> QuietScores<'e> {
    #[inline]
    pub fn new(
        side: Color,
        before: &[Option<Placed>; 2],
        experience: &'e Experience,
        techniques: &Techniques,
    ) -> Self {
        Self {
            side,
            by_squares: techniques.history.then(|| experience.quiet(side)),
            after: before.map(|before| {
                before
                    .filter(|_| techniques.continuation_history)
                    .map(|before| experience.after(before))
            }),
        }
    }

    #[inline]
    pub fn of(&self, piece: Piece, mv: Move) -> i32 {
        let placed = Placed::new(self.side, piece, mv);
        let by_squares = self.by_squares.map_or(0, |table| {
            i32::from(table[mv.from as usize][mv.to as usize])
        });
        let [one, two] = self
            .after
            .map(|after| after.map_or(0, |table| i32::from(table[placed.index()])));
        by_squares + one + two
    }
}

pub(super) fn noisy_score(
    position: &Position,
    piece: Piece,
    mv: Move,
    experience: &Experience,
) -> i32 {
    let victim = position.captured(mv);
    let promotion = match mv.promotion {
        Some(Piece::Queen) => 900,
        Some(_) => -2_000,
        None => 0,
    };
    let (gain, learned) = victim.map_or((0, 0), |victim| {
        let placed = Placed::new(position.side_to_move(), piece, mv);
        let learned = experience.capture(placed, victim);
        (EXCHANGE_VALUES[victim as usize], learned)
    });
    16 * (gain + promotion) + learned
}
