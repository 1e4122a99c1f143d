//! The evaluation as a search uses it.

use bstar_board::{Color, Move, Position};

use crate::endgame;
use crate::evaluation::Evaluation;
use crate::evaluator::{Evaluator, MAX_EVALUATION, towards_fifty_moves};
use crate::network::AccumulatorStack;

/// Evaluates the position a search stands on, by the terms or by a network.
///
/// A network needs to know which moves led there. So the search tells where it
/// [begins](SearchEvaluator::begin), and which moves it [enters](SearchEvaluator::enter) and
/// [leaves](SearchEvaluator::leave) again. It does not tell of a null move, because that changes no
/// man. The value does not depend on how the position was reached.
///
/// ```
/// use bstar_board::{Position, notation};
/// use bstar_eval::{Evaluation, SearchEvaluator};
///
/// let start = Position::start();
/// let mut judge = SearchEvaluator::new(&Evaluation::Terms, 8);
/// judge.begin(&start);
/// let e4 = notation::parse(&start, "e2e4").unwrap();
/// judge.enter(&start, e4);
/// assert!(judge.evaluate(&start.after(e4)) < 0);
/// judge.leave();
/// ```
pub struct SearchEvaluator(Method);

enum Method {
    Terms(Evaluator),
    Network(AccumulatorStack),
}

impl SearchEvaluator {
    /// Prepares for lines of at most `max_line_plies` moves.
    pub fn new(evaluation: &Evaluation, max_line_plies: usize) -> Self {
        Self(match evaluation {
            Evaluation::Terms => Method::Terms(Evaluator::new()),
            Evaluation::Network(network) => {
                Method::Network(AccumulatorStack::new(network.clone(), max_line_plies))
            }
        })
    }

    /// A search begins here.
    pub fn begin(&mut self, root: &Position) {
        if let Method::Network(stack) = &mut self.0 {
            stack.begin(root);
        }
    }

    /// A legal move is played in the position the search stands on.
    #[inline]
    pub fn enter(&mut self, position: &Position, mv: Move) {
        if let Method::Network(stack) = &mut self.0 {
            stack.enter(position, mv);
        }
    }

    /// The last move is taken back.
    #[inline]
    pub fn leave(&mut self) {
        if let Method::Network(stack) = &mut self.0 {
            stack.leave();
        }
    }

    /// The value, in centipawns for the side to move, of the position the search stands on.
    ///
    /// Some rules hold for a network too: known endings have their known values, and an advantage
    /// fades towards the fifty-move rule.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        match &mut self.0 {
            Method::Terms(evaluator) => evaluator.evaluate(position),
            Method::Network(stack) => by_network(stack, position),
        }
    }
}

fn by_network(stack: &mut AccumulatorStack, position: &Position) -> i32 {
    let value = match (endgame::known(position), position.side_to_move()) {
        (Some(white), Color::White) => white,
        (Some(white), Color::Black) => -white,
        (None, _) => {
            // The clamp keeps the fade from overflowing, whatever the network says.
            let value = stack
                .evaluate(position)
                .clamp(-MAX_UNFADED_CENTIPAWNS, MAX_UNFADED_CENTIPAWNS);
            towards_fifty_moves(position, value)
        }
    };
    value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// A network's value is clamped to this before it fades. It is so large that even the longest fade
/// leaves more than [`MAX_EVALUATION`].
const MAX_UNFADED_CENTIPAWNS: i32 = 4 * MAX_EVALUATION;

#[cfg(test)]
mod tests;
