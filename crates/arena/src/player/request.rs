//! A request for a move, and its limit.

use std::time::Duration;

use bstar_board::{Color, Move};
use serde::{Deserialize, Serialize};

/// A request for a move within a limit.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    pub budget: Budget,
    /// The moves to choose from; empty means all.
    pub only: Vec<Move>,
    /// After this long without an answer the player counts as stalled.
    pub patience: Duration,
}

impl MoveRequest {
    /// A request for a search of `nodes` nodes, however long it takes. It allows all moves.
    pub fn by_nodes(nodes: u64) -> MoveRequest {
        const AS_LONG_AS_IT_TAKES: Duration = Duration::from_secs(3600);
        MoveRequest::new(Budget::Nodes(nodes), AS_LONG_AS_IT_TAKES)
    }

    /// A request that allows all moves.
    pub fn new(budget: Budget, patience: Duration) -> MoveRequest {
        MoveRequest {
            budget,
            only: Vec::new(),
            patience,
        }
    }
}

/// The limit of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Budget {
    /// Chess clocks: what is left to White and to Black.
    Clock {
        /// White's clock.
        white: Remaining,
        /// Black's clock.
        black: Remaining,
    },
    /// A number of nodes.
    Nodes(u64),
    /// A fixed time.
    MoveTime(Duration),
    /// A fixed depth.
    Depth(u32),
}

impl Budget {
    /// The rest of a limit after the mover has used the time `gone`. A rest is never zero.
    pub(super) fn less(self, gone: Duration, mover: Color) -> Budget {
        const MIN_LEFT: Duration = Duration::from_millis(1);
        let rest = |time: Duration| time.saturating_sub(gone).max(MIN_LEFT);
        match self {
            Budget::Clock {
                mut white,
                mut black,
            } => {
                let own = match mover {
                    Color::White => &mut white,
                    Color::Black => &mut black,
                };
                own.time = rest(own.time);
                Budget::Clock { white, black }
            }
            Budget::MoveTime(time) => Budget::MoveTime(rest(time)),
            other @ (Budget::Nodes(_) | Budget::Depth(_)) => other,
        }
    }

    /// This limit times a factor. Depth cannot be multiplied: instead of a depth, the result has
    /// the nodes that the search used, times the factor.
    pub fn times(self, factor: u32, nodes_used: u64) -> Budget {
        match self {
            Budget::Nodes(nodes) => Budget::Nodes(nodes.saturating_mul(u64::from(factor))),
            Budget::MoveTime(time) => Budget::MoveTime(time.saturating_mul(factor)),
            Budget::Depth(_) => Budget::Nodes(nodes_used.max(1).saturating_mul(u64::from(factor))),
            clock @ Budget::Clock { .. } => clock,
        }
    }
}

/// One side of a chess clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remaining {
    pub time: Duration,
    /// What every move adds.
    pub increment: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_is_gone_is_taken_from_the_own_clock() {
        let ms = Duration::from_millis;
        let side = |time| Remaining {
            time: ms(time),
            increment: ms(5),
        };
        let both = |white, black| Budget::Clock {
            white: side(white),
            black: side(black),
        };
        assert_eq!(both(100, 90).less(ms(30), Color::Black), both(100, 60));
        assert_eq!(both(20, 90).less(ms(30), Color::White), both(1, 90));
        assert_eq!(
            Budget::Nodes(7).less(ms(30), Color::White),
            Budget::Nodes(7)
        );
        assert_eq!(
            Budget::MoveTime(ms(50)).less(ms(30), Color::White),
            Budget::MoveTime(ms(20))
        );
    }

    #[test]
    fn a_longer_search_of_a_fixed_depth_is_counted_in_nodes() {
        assert_eq!(Budget::Depth(6).times(10, 500), Budget::Nodes(5000));
        assert_eq!(Budget::Nodes(7).times(10, 500), Budget::Nodes(70));
    }
}
