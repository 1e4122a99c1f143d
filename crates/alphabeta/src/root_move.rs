//! A move of the root.

use bstar_board::Move;
use bstar_board::score::ScoreBound;

use crate::refutation::Remembered;
use crate::value::{INFINITE, Value};
use crate::variation::Variation;

/// A move of the root and what is known of it.
#[derive(Clone)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// The value in the current window; minus infinity if the move was not the best so far.
    pub value: Value,
    /// The value when the move was last the best.
    pub known: Value,
    pub bound: ScoreBound,
    pub line: Variation,
    /// The line that followed it, also when it failed.
    pub refutation: Remembered,
    /// Nodes spent below it in this search.
    pub nodes: u64,
    pub seldepth: usize,
}

impl RootMove {
    pub fn new(mv: Move) -> Self {
        let mut line = Variation::new();
        line.push(mv);
        Self {
            mv,
            value: -INFINITE,
            known: -INFINITE,
            bound: ScoreBound::Exact,
            line,
            refutation: Remembered::new(),
            nodes: 0,
            seldepth: 0,
        }
    }
}
