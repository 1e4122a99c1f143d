//! The sums of the features on the board, from both points of view.

use bstar_board::{Color, Piece, Position};

use super::features::{BoardChange, Man};
use super::kernel::Lane;
use super::learned::Network;

/// A board has no more squares for men.
const MAX_MEN: usize = 64;

/// The first layer of a network for one position.
///
/// A search allocates them once for each ply and then overwrites them. [`Accumulators::update`]
/// computes a child's from its parent's and leaves the parent's unchanged, so that nothing has to
/// be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulators {
    /// White's row, then Black's.
    rows: Box<[Lane]>,
}

impl Accumulators {
    /// The accumulators of an empty board.
    pub fn new(network: &Network) -> Self {
        Self {
            rows: [&*network.feature_biases, &*network.feature_biases]
                .concat()
                .into_boxed_slice(),
        }
    }

    /// Adds up all men of a position.
    ///
    /// # Panics
    /// Panics if these accumulators belong to a network of another width.
    pub fn refresh(&mut self, network: &Network, position: &Position) {
        for view in Color::ALL {
            let mut rows = [&*network.feature_biases; MAX_MEN];
            let mut men = 0;
            for color in Color::ALL {
                for piece in Piece::ALL {
                    for square in position.men(color, piece) {
                        let man = Man {
                            color,
                            piece,
                            square,
                        };
                        rows[men] = network.row(view, man);
                        men += 1;
                    }
                }
            }
            let total = self.view_mut(view);
            network
                .kernel
                .sum(total, &network.feature_biases, &rows[..men]);
        }
    }

    /// Computes these from the accumulators of the position before, by what has changed.
    ///
    /// # Panics
    /// Panics if either belong to a network of another width.
    #[inline]
    pub fn update(&mut self, network: &Network, parent: &Accumulators, change: BoardChange) {
        let kernel = network.kernel;
        for view in Color::ALL {
            let (child, parent) = (self.view_mut(view), parent.view(view));
            let row = |man| network.row(view, man);
            match change {
                BoardChange::Step { gone, come } => {
                    kernel.update(child, parent, [row(come)], [row(gone)]);
                }
                BoardChange::Capture { gone, come } => {
                    kernel.update(child, parent, [row(come)], gone.map(row));
                }
                BoardChange::Castling { gone, come } => {
                    kernel.update(child, parent, come.map(row), gone.map(row));
                }
            }
        }
    }

    /// The row of one point of view.
    #[inline]
    pub(super) fn view(&self, view: Color) -> &[Lane] {
        let width = self.rows.len() / 2;
        &self.rows[view as usize * width..][..width]
    }

    #[inline]
    fn view_mut(&mut self, view: Color) -> &mut [Lane] {
        let width = self.rows.len() / 2;
        &mut self.rows[view as usize * width..][..width]
    }
}
