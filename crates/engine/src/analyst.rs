//! The engine, asked about one position after the other.
//!
//! Some users need more of a search than its move: the line, the score, the tree. An [`Analyst`]
//! gives them that, and [`analyse_all`] runs several at a time.

use std::ops::ControlFlow;

use crate::engine::Purpose;
use crate::{Engine, EngineError, Settings, Task};
use bstar_board::Position;
use bstar_board::score::Score;
use bstar_thought::{WdlModel, phase};

use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};

/// An engine that ends its search early when a stop flag is set.
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

    /// Shares the processor with others, as [`Engine::share_processor`] says.
    pub fn share_processor(&mut self, give_way: impl Fn() + Send + Sync + 'static) {
        self.engine.share_processor(give_way);
    }

    /// The expected score of the side to move, in ten-thousandths of a point.
    ///
    /// It comes from the rounded chances that the engine reports, so it is a multiple of five.
    pub fn expected_score(&self, position: &Position, score: Score) -> u32 {
        let model = WdlModel::of(&self.engine.settings().evaluation);
        let [win, draw, _] = model.win_draw_loss(score, phase(position));
        5 * (2 * win + draw)
    }

    pub fn settings(&self) -> &Settings {
        self.engine.settings()
    }

    pub fn configure(&mut self, settings: Settings) -> Result<(), EngineError> {
        self.engine.configure(settings)
    }

    /// Forgets all earlier searches.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// Does a task, as [`Engine::run`] does. Returns `None` if it was stopped.
    pub fn run<P: Purpose>(&mut self, task: &Task<P>) -> Option<P::Outcome> {
        let outcome = self.engine.run(task, &self.stop, &mut ());
        (!self.stop.is_set()).then_some(outcome)
    }
}

/// Has analysts work on the numbers below `count`, several at a time. `take` gets the results in
/// the order of the numbers. It ends at the first number that was stopped (then `work_on` returns
/// `None`) or failed.
pub fn analyse_all<R: Send>(
    settings: &Settings,
    jobs: usize,
    count: usize,
    stop: &Stop,
    work_on: impl Fn(&mut Analyst, usize) -> Result<Option<R>, EngineError> + Sync,
    mut take: impl FnMut(R),
) -> Result<(), EngineError> {
    let here = stop.child();
    let mut order = InOrder::from(0);
    let mut failure = None;
    let hire = || {
        let mut analyst = Analyst::start(settings.clone(), &here);
        let work_on = &work_on;
        move |number: usize| {
            let found = match &mut analyst {
                Ok(analyst) => work_on(analyst, number),
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
