//! The accumulators of the line that a search stands on. They are computed only when they are
//! needed.

use std::sync::Arc;

use bstar_board::{Move, Position};

use super::accumulators::Accumulators;
use super::features::BoardChange;
use super::learned::Network;

/// The accumulators of every position from the root to where the search stands.
///
/// [`enter`](AccumulatorStack::enter) only notes a move. When a value is needed, the accumulators
/// are computed from the nearest position before it that has them. So a position that the search
/// leaves without a value, because a table had the answer, costs almost nothing. A null move
/// changes no man and is not entered.
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
    /// The change that led here, until it is applied. The root has none.
    pending: Option<BoardChange>,
}

impl AccumulatorStack {
    /// Prepares for lines of at most `max_plies` moves. Call [`AccumulatorStack::begin`] before
    /// anything else: until then the board is empty.
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

    /// A search begins here. All moves entered before are forgotten.
    pub fn begin(&mut self, root: &Position) {
        self.depth = 0;
        self.plies[0].accumulators.refresh(&self.network, root);
    }

    /// A legal move is played in the position the stack stands on.
    ///
    /// # Panics
    /// Panics if the line becomes too long. It may panic if the move is not legal.
    #[inline]
    pub fn enter(&mut self, position: &Position, mv: Move) {
        self.depth += 1;
        self.plies[self.depth].pending = Some(BoardChange::of(position, mv));
    }

    /// The last move is taken back.
    ///
    /// # Panics
    /// Panics if there was none.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The network's value for the side to move of the position the stack stands on.
    ///
    /// It takes only the side to move and the number of men from `position`. The men themselves
    /// come from the moves entered.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.catch_up();
        let accumulators = &self.plies[self.depth].accumulators;
        let men = position.occupied().len();
        self.network
            .evaluate(accumulators, position.side_to_move(), men)
    }

    /// Applies the pending changes, from the nearest position that has its accumulators.
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
