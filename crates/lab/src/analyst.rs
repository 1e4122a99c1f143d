//! Our own engine, asked about one position after the other.
//!
//! The experiments that look into a search, and do not only take its move, need more than a [player](crate::player) tells: the line, the tree.

use bstar_board::{Game, Move, Position};
use bstar_engine::thinker::Thought;
use bstar_engine::{Answer, Engine, EngineError, Limits, Settings, Signals};

use crate::parallel::Stop;

/// An engine that ends its search early when it is asked to stop.
pub(crate) struct Analyst {
    engine: Engine,
    stop: Stop,
}

impl Analyst {
    /// Sets the engine up.
    pub fn start(settings: Settings, stop: &Stop) -> Result<Analyst, EngineError> {
        Ok(Analyst {
            engine: Engine::new(settings)?,
            stop: stop.clone(),
        })
    }

    /// From now on with other settings.
    pub fn configure(&mut self, settings: Settings) -> Result<(), EngineError> {
        self.engine.configure(settings)
    }

    /// Forgets all earlier searches.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// Searches within limits. Nothing comes back if it was stopped.
    pub fn search(&mut self, game: &Game, limits: &Limits) -> Option<Answer> {
        let signals = Signals::new();
        let stop = &self.stop;
        let answer = self.engine.search(game, limits, &signals, &mut |_| {
            if stop.is_set() {
                signals.stop();
            }
        });
        (!stop.is_set()).then_some(answer)
    }

    /// Thinks by B* within limits, and keeps the tree. Nothing comes back if it was stopped.
    pub fn think(&mut self, game: &Game, limits: &Limits) -> Option<Thought> {
        let signals = Signals::new();
        let stop = &self.stop;
        let thought = self.engine.think(game, limits, &signals, &mut |_| {
            if stop.is_set() {
                signals.stop();
            }
        });
        (!stop.is_set()).then_some(thought)
    }
}

/// So many nodes, and no other limit.
pub(crate) fn by_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// A move that leaves the other side little choice: a capture, a check, a promotion.
pub(crate) fn is_forcing(position: &Position, mv: Move) -> bool {
    !position.is_quiet(mv) || position.after(mv).in_check()
}
