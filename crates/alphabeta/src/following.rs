//! Lines that another search goes, and what the positions at their ends are worth.
//!
//! A tree that chooses by itself where it goes needs values of positions, one here and the next
//! there, on lines that begin alike. [`Searcher::set_out`] says where they begin. Then the searcher
//! goes with every move ([`Searcher::follow`], [`Searcher::step_back`]), so that the network's
//! hidden layer need not be computed again for what stays as it is.

use bstar_board::{Move, Position};

use crate::searcher::{NeverStop, Searcher};
use crate::techniques::Techniques;
use crate::value::{Centipawns, INFINITE, MAX_PLY};

impl Searcher {
    /// Lines may have so many plies. The rest is for quiescence.
    pub const MAX_FOLLOWED_PLIES: usize = MAX_PLY / 2;

    /// Lines begin here from now on. `keys` are those of the game that led here, the position's own
    /// last.
    pub fn set_out(&mut self, root: &Position, keys: &[u64]) {
        // What probes taught before must not change the order of moves.
        self.experience.clear_small();
        self.begin(root, keys, u64::MAX);
    }

    /// A move of the line is played in `position`, and leads to `child`.
    #[inline]
    pub fn follow(&mut self, position: &Position, mv: Move, child: &Position) {
        self.enter(position, mv, child);
    }

    /// The last move of the line is taken back.
    #[inline]
    pub fn step_back(&mut self) {
        self.leave();
    }

    /// The evaluation of the position at the end of the line, as it stands.
    #[inline]
    pub fn value_as_it_stands(&mut self, position: &Position) -> Centipawns {
        Centipawns(self.evaluate(position))
    }

    /// The value of the position at the end of the line once it is quiet. It depends on nothing
    /// but the position and the line.
    pub fn value_once_quiet(&mut self, position: &Position) -> Centipawns {
        let before = self.techniques;
        self.techniques = Techniques {
            transposition_table: false,
            continuation_history: false,
            correction_history: false,
            ..before
        };
        let value = self.quiescence(position, -INFINITE, INFINITE, 0, 0, &NeverStop);
        self.techniques = before;
        Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bstar_board::fen;
    use bstar_eval::Evaluation;
    use proptest::prelude::*;

    use super::*;
    use crate::TranspositionTable;

    fn searcher() -> Searcher {
        let table = Arc::new(TranspositionTable::new(1).unwrap());
        Searcher::new(
            table,
            Techniques::all(),
            &Evaluation::named("network").unwrap(),
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]
        /// Wherever a line goes and turns back, its end is worth what it is worth alone.
        #[test]
        fn how_a_position_was_reached_does_not_matter(steps in prop::collection::vec(any::<u16>(), 1..80)) {
            let root = fen::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
            let mut searcher = searcher();
            searcher.set_out(&root, &[root.key()]);
            let mut line = vec![root];
            for step in steps {
                let here = line.last().unwrap().clone();
                let moves = here.legal_moves();
                if line.len() > 1 && (step % 3 == 0 || moves.is_empty()) {
                    searcher.step_back();
                    line.pop();
                } else if let Some(mv) = moves.get(usize::from(step / 3) % moves.len().max(1)) {
                    let child = here.after(*mv);
                    searcher.follow(&here, *mv, &child);
                    line.push(child);
                }
                let end = line.last().unwrap();
                let mut afresh = self::searcher();
                afresh.set_out(end, &[end.key()]);
                prop_assert_eq!(searcher.value_as_it_stands(end), afresh.value_as_it_stands(end));
            }
        }
    }

    #[test]
    fn what_hangs_is_taken_first() {
        let position = fen::parse("6k1/5ppp/8/3q4/8/2N5/5PPP/6K1 w - - 0 1").unwrap();
        let mut searcher = searcher();
        searcher.set_out(&position, &[position.key()]);
        let now = searcher.value_as_it_stands(&position);
        let quiet = searcher.value_once_quiet(&position);
        assert!(quiet - now > Centipawns(500), "{now:?} {quiet:?}");
        // Quiescence comes back to where it began.
        assert_eq!(searcher.value_as_it_stands(&position), now);
    }

    #[test]
    fn long_lines_leave_room_for_captures() {
        let mut position = fen::parse("6k1/5ppp/8/3q4/8/2N5/5PPP/6K1 w - - 0 1").unwrap();
        let mut searcher = searcher();
        searcher.set_out(&position, &[position.key()]);
        let moves = ["g1f1", "g8f8", "f1g1", "f8g8"];
        for word in moves.iter().cycle().take(Searcher::MAX_FOLLOWED_PLIES) {
            let mv = bstar_board::notation::parse(&position, word).unwrap();
            let child = position.after(mv);
            searcher.follow(&position, mv, &child);
            position = child;
        }
        assert_ne!(searcher.value_once_quiet(&position), Centipawns(0));
    }
}
