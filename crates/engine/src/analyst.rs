//! Our own engine, asked about one position after the other.
//!
//! The experiments that look into a search, and do not only take its move, need more than a
//! [player](bstar_arena::player) tells: the line, the tree.

use std::ops::ControlFlow;

use crate::thinker::Thought;
use crate::{Answer, Engine, EngineError, Limits, Score, Settings, Signals, WdlModel, phase};
use bstar_board::{Game, Position};

use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};

/// An engine that ends its search early when it is asked to stop.
pub struct Analyst {
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

    /// The expected score of the side to move, in ten-thousandths of a point.
    ///
    /// It comes from the rounded chances that the engine reports, so it is a multiple of five.
    pub fn expected_score(&self, position: &Position, score: Score) -> u32 {
        let model = WdlModel::of(&self.engine.settings().evaluation);
        let [win, draw, _] = model.win_draw_loss(score, phase(position));
        5 * (2 * win + draw)
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

/// Has analysts look at things by their numbers, below `count`, several at a time. `take` gets what
/// they found in the order of the numbers, until one was stopped (then he found nothing) or could
/// not do it.
pub fn analyse_all<R: Send>(
    settings: &Settings,
    jobs: usize,
    count: usize,
    stop: &Stop,
    look: impl Fn(&mut Analyst, usize) -> Result<Option<R>, EngineError> + Sync,
    mut take: impl FnMut(R),
) -> Result<(), EngineError> {
    let here = stop.child();
    let mut order = InOrder::from(0);
    let mut failure = None;
    let hire = || {
        let mut analyst = Analyst::start(settings.clone(), &here);
        let look = &look;
        move |number: usize| {
            let found = match &mut analyst {
                Ok(analyst) => look(analyst, number),
                Err(error) => Err(error.clone()),
            };
            (number, found)
        }
    };
    work(jobs, 0..count, &here, hire, |(number, found)| {
        for found in order.put(number, found) {
            match found {
                Ok(Some(found)) => take(found),
                Ok(None) => return ControlFlow::Break(()),
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    failure.map_or(Ok(()), Err)
}

/// So many nodes, and no other limit.
pub fn by_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}
