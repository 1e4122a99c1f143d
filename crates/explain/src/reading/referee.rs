//! Small searches that play on where a line of the tree ends.
//!
//! The lines of the tree come from short probes, and end where the probes ended. Before it is told
//! that a line wins something, somebody has to look whether that is still so a few moves later.

use std::cell::RefCell;
use std::collections::HashMap;

use bstar_board::{Game, Move, Position};
use bstar_engine::{
    Engine, GiveWay, Score, ScoreBound, SearchKind, SearchLimits, Settings, Signals,
};

/// Nodes for playing on. More of them find hardly more.
const NODES: u64 = 20_000;
/// Nodes for what a side would do if it were its turn.
const PLAN_NODES: u64 = 5_000;
/// The first iteration whose line counts.
const MIN_DEPTH: u32 = 3;

/// Searches positions where lines end. It answers the same question with the same line every time.
#[derive(Default)]
pub(crate) struct Referee {
    engine: RefCell<Option<Engine>>,
    /// By the position's key and the nodes.
    known: RefCell<HashMap<(u64, u64), Continued>>,
    /// Lets other searches have their turn on the processor.
    pub give_way: Option<GiveWay>,
}

/// How a game goes on.
#[derive(Clone, Debug)]
pub(crate) struct Continued {
    /// For the side to move.
    pub score: Option<Score>,
    /// Best play as one iteration after the other saw it, the deepest last.
    pub lines: Vec<Vec<Move>>,
}

impl Referee {
    /// How the game goes on from a position. None if nobody can tell.
    pub fn continued(&self, position: &Position) -> Option<Continued> {
        self.looked_up(position, NODES)
    }

    /// What the side to move would play.
    pub fn plan(&self, position: &Position) -> Option<Move> {
        self.plans(position).first().copied()
    }

    /// What the side to move would play, and what would follow.
    pub fn plans(&self, position: &Position) -> Vec<Move> {
        let continued = self.looked_up(position, PLAN_NODES);
        let line = continued.and_then(|mut continued| continued.lines.pop());
        line.unwrap_or_default()
    }

    fn looked_up(&self, position: &Position, nodes: u64) -> Option<Continued> {
        let question = (position.key(), nodes);
        if let Some(known) = self.known.borrow().get(&question) {
            return Some(known.clone());
        }
        let continued = self.search(position, nodes)?;
        let mut known = self.known.borrow_mut();
        known.insert(question, continued.clone());
        Some(continued)
    }

    fn search(&self, position: &Position, nodes: u64) -> Option<Continued> {
        let mut engine = self.engine.borrow_mut();
        if engine.is_none() {
            let settings = Settings {
                hash_mib: 1,
                ..Settings::of(SearchKind::AlphaBeta)
            };
            *engine = Engine::new(settings).ok();
            if let (Some(engine), Some(give_way)) = (engine.as_mut(), self.give_way.clone()) {
                engine.share_processor(move || give_way());
            }
        }
        let engine = engine.as_mut()?;
        // No look helps another: the order of the questions does not matter.
        engine.clear();
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        let game = Game::new(position.clone());
        let mut lines = Vec::new();
        let found = engine.search(&game, &limits, &Signals::new(), &mut |report| {
            if report.depth >= MIN_DEPTH && report.bound == ScoreBound::Exact {
                lines.push(report.line.clone());
            }
        });
        if lines.is_empty() {
            lines.push(found.line);
        }
        Some(Continued {
            score: found.score,
            lines,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use crate::Reading;
    use crate::tests::{game, think};

    /// On a server others wait for the processor while sentences are written.
    #[test]
    fn searches_for_sentences_let_others_have_their_turn() {
        let game = game("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9");
        let thought = think(&game);
        let turns = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&turns);
        let give_way = Arc::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        let reading = Reading::new(&game, &thought).sharing_processor(Some(give_way));
        let alone = Reading::new(&game, &thought);
        assert_eq!(reading.story(), alone.story());
        assert!(turns.load(Ordering::Relaxed) > 0);
    }
}
