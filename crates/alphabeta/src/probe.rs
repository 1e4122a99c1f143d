//! Probes: the value of a position, at a depth, in a window.

use bstar_board::score::{Centipawns, ScoreBound};
use bstar_board::{Move, Position};

use crate::board_keys;
use crate::node::NodeQuery;
use crate::searcher::{Searcher, Watch};
use crate::techniques::Techniques;
use crate::variation::Variation;

/// The answer to a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The value for the side to move.
    pub value: Centipawns,
    /// Whether that is the value, or only a bound of it.
    pub bound: ScoreBound,
    /// The line of best play, as far as the window allows. Outside the window it is at most a first
    /// move.
    pub line: Variation,
    /// The nodes it took.
    pub nodes: u64,
}

impl Searcher {
    /// Searches a position to a fixed depth in the window from `alpha` to `beta`.
    ///
    /// `keys` are those of the game that led to the position, its own last. Positions that stood on
    /// the board twice are draws. The answer depends only on the arguments and on the table.
    /// Nothing is allocated. Returns `None` if the watch stopped it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use bstar_alphabeta::{NeverStop, Searcher, Techniques, TranspositionTable};
    /// use bstar_board::fen;
    /// use bstar_board::score::Centipawns;
    /// use bstar_eval::Evaluation;
    ///
    /// let table = Arc::new(TranspositionTable::new(1).unwrap());
    /// let mut searcher = Searcher::new(table, Techniques::all(), &Evaluation::Terms);
    /// let position = fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
    /// let (keys, mate) = ([position.key()], Centipawns::MATE);
    /// let probe = searcher.probe(&position, &keys, 2, -mate, mate, &NeverStop).unwrap();
    /// assert_eq!(probe.value, mate - Centipawns(1)); // mate in one ply
    /// ```
    pub fn probe(
        &mut self,
        position: &Position,
        keys: &[u64],
        depth: u32,
        alpha: Centipawns,
        beta: Centipawns,
        watch: &dyn Watch,
    ) -> Option<Probe> {
        let (Centipawns(alpha), Centipawns(beta)) = (alpha, beta);
        let before = self.techniques;
        // History from earlier probes must not change the answer.
        self.techniques = Techniques {
            continuation_history: false,
            correction_history: false,
            ..before
        };
        self.experience.clear_small();
        self.begin(position, keys, u64::MAX);
        let first = if before.iterative_deepening { 1 } else { depth };
        let mut value = 0;
        for depth in first..=depth {
            self.root_depth = depth as i32;
            let ask = NodeQuery {
                alpha,
                beta,
                depth: depth as i32,
                ply: 0,
                cut_expected: false,
            };
            value = self.node(position, ask, watch);
            if self.stopped {
                break;
            }
        }
        if first > depth {
            value = self.quiescence(position, alpha, beta, 0, 0, watch);
        }
        self.techniques = before;
        if self.stopped {
            return None;
        }
        let mut line = self.lines[0].clone();
        if line.is_empty() {
            line.extend(self.known_move(position));
        }
        Some(Probe {
            value: Centipawns(value),
            bound: ScoreBound::of(value, alpha, beta),
            line,
            nodes: self.nodes,
        })
    }

    /// The best move the table knows in a position, or the one that refuted the move before.
    pub fn known_move(&self, position: &Position) -> Option<Move> {
        self.recall(board_keys::table(position), 0)
            .and_then(|known| known.mv)
            .filter(|mv| position.is_legal(*mv))
    }
}
