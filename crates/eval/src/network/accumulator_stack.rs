//! The accumulators of the line a search stands on, no more of them than are wanted.

use std::sync::Arc;

use bstar_board::{Move, Position};

use super::accumulators::Accumulators;
use super::features::BoardChange;
use super::learned::Network;

/// The accumulators of every position from the root to where the search stands.
///
/// A move that is entered is only noted. When a value is wanted, the accumulators are brought up to date from the nearest position
/// before it that has them: positions that the search leaves again without a value, because a table knew better, cost next to
/// nothing. Handing over the turn changes no man and is not entered at all.
///
/// ```
/// use std::sync::Arc;
/// use bstar_board::{Position, notation};
/// use bstar_eval::network::{Network, AccumulatorStack, Weights};
///
/// let network = Arc::new(Network::new(&Weights::zero(32, 1)).unwrap());
/// let start = Position::start();
/// let mut stack = AccumulatorStack::new(Arc::clone(&network), 8);
/// stack.begin(&start);
///
/// let e4 = notation::parse(&start, "e2e4").unwrap();
/// stack.enter(&start, e4);
/// let position = start.after(e4);
/// assert_eq!(stack.evaluate(&position), network.evaluate_afresh(&position));
/// stack.leave();
/// assert_eq!(stack.evaluate(&start), network.evaluate_afresh(&start));
/// ```
pub struct AccumulatorStack {
    network: Arc<Network>,
    /// One for the root and one for each move that can follow.
    plies: Box<[Ply]>,
    /// How many moves have been entered.
    depth: usize,
}

struct Ply {
    accumulators: Accumulators,
    /// The move that led here, until it has been followed. The root has none.
    pending: Option<BoardChange>,
}

impl AccumulatorStack {
    /// For lines of at most so many moves, from the empty board: [`AccumulatorStack::begin`] first.
    pub fn new(network: Arc<Network>, max_plies: usize) -> Self {
        let plies = (0..=max_plies).map(|_| Ply {
            accumulators: Accumulators::new(&network),
            pending: None,
        });
        Self {
            plies: plies.collect(),
            network,
            depth: 0,
        }
    }

    /// A search begins here. All moves are forgotten.
    pub fn begin(&mut self, root: &Position) {
        self.depth = 0;
        self.plies[0].accumulators.refresh(&self.network, root);
    }

    /// A legal move is played in the position the stack stands on.
    ///
    /// # Panics
    /// If the line becomes longer than it may, perhaps also if the move is not legal.
    #[inline]
    pub fn enter(&mut self, position: &Position, mv: Move) {
        self.depth += 1;
        self.plies[self.depth].pending = Some(BoardChange::of(position, mv));
    }

    /// The last move is taken back.
    ///
    /// # Panics
    /// If there was none.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The network's value for the side to move of the position the stack stands on.
    ///
    /// Of the position only the turn and the number of men are looked at; the men themselves are those of the moves entered.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.catch_up();
        let accumulators = &self.plies[self.depth].accumulators;
        let men = position.occupied().len();
        self.network
            .evaluate(accumulators, position.side_to_move(), men)
    }

    /// Follows the moves that are pending, from the nearest position that has its accumulators.
    #[inline]
    fn catch_up(&mut self) {
        let mut known = self.depth;
        while known > 0 && self.plies[known].pending.is_some() {
            known -= 1;
        }
        let mut line = &mut self.plies[known..=self.depth];
        while let [parent, rest @ ..] = line {
            if let Some(child) = rest.first_mut()
                && let Some(change) = child.pending.take()
            {
                child
                    .accumulators
                    .update(&self.network, &parent.accumulators, change);
            }
            line = rest;
        }
    }
}
