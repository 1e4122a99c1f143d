//! Small searches that play on where a line of the tree ends.
//!
//! The lines of the tree come from short probes, and end where the probes ended. Before it is told
//! that a line wins something, somebody has to look whether that is still so a few moves later.

use std::cell::RefCell;
use std::collections::HashMap;

use bstar_board::{Game, Move, Position};
use bstar_engine::{Engine, Score, SearchKind, SearchLimits, Settings, Signals};

/// Each look has this share of the nodes of the search that is told about.
const SHARE_OF_NODES: u64 = 50;
/// At least and at most so many nodes for a look.
const MIN_NODES: u64 = 5_000;
const MAX_NODES: u64 = 10_000;

/// Searches positions where lines end. It answers the same question with the same line every time.
pub(crate) struct Referee {
    nodes: u64,
    engine: RefCell<Option<Engine>>,
    known: RefCell<HashMap<u64, Continued>>,
}

/// How a game goes on.
#[derive(Clone, Debug)]
pub(crate) struct Continued {
    /// For the side to move.
    pub score: Option<Score>,
    /// Best play.
    pub line: Vec<Move>,
}

impl Referee {
    /// A referee about a search of so many nodes.
    pub fn after(nodes: u64) -> Referee {
        Referee {
            nodes: (nodes / SHARE_OF_NODES).clamp(MIN_NODES, MAX_NODES),
            engine: RefCell::new(None),
            known: RefCell::new(HashMap::new()),
        }
    }

    /// How the game goes on from a position. None if nobody can tell.
    pub fn continued(&self, position: &Position) -> Option<Continued> {
        if let Some(known) = self.known.borrow().get(&position.key()) {
            return Some(known.clone());
        }
        let mut engine = self.engine.borrow_mut();
        if engine.is_none() {
            let settings = Settings {
                hash_mib: 1,
                ..Settings::of(SearchKind::AlphaBeta)
            };
            *engine = Engine::new(settings).ok();
        }
        let engine = engine.as_mut()?;
        // No look helps another: the order of the questions does not matter.
        engine.clear();
        let limits = SearchLimits {
            nodes: Some(self.nodes),
            ..SearchLimits::default()
        };
        let game = Game::new(position.clone());
        let found = engine.search(&game, &limits, &Signals::new(), &mut |_| {});
        let continued = Continued {
            score: found.score,
            line: found.line,
        };
        let mut known = self.known.borrow_mut();
        known.insert(position.key(), continued.clone());
        Some(continued)
    }
}
