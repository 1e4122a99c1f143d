//! The sums of the features on the board, from both points of view.

use bstar_board::{Color, Piece, Position};

use super::features::{BoardChange, Man};
use super::kernel::Lane;
use super::learned::Network;

/// As many men as a board can hold.
const MAX_MEN: usize = 64;

/// The first layer of a network for one position.
///
/// They are made once for each ply of a search and then written over: [`Accumulators::update`] makes a child's from its parent's and leaves
/// the parent's as they are, so that nothing has to be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulators {
    /// White's row, then Black's.
    rows: Box<[Lane]>,
}

impl Accumulators {
    /// Those of an empty board.
    pub fn new(network: &Network) -> Self {
        Self {
            rows: [&*network.feature_biases, &*network.feature_biases]
                .concat()
                .into_boxed_slice(),
        }
    }

    /// Adds up a position from nothing.
    ///
    /// # Panics
    /// If these are the accumulators of a network of another width.
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

    /// Makes these from the accumulators of the position before, by what has changed.
    ///
    /// # Panics
    /// If either are the accumulators of a network of another width.
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
