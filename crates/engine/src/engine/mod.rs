//! The engine: its settings, its memory, and which search it starts.
//!
//! `by_tables` answers where endgame tables know all moves. `by_bstar` runs a search of B*,
//! `by_alphabeta` one of alpha-beta, at full or at limited strength. On the opponent's time B*
//! thinks about several replies: by deep searches where its plan has them (`thinking_ahead`), by
//! its tree otherwise (`pondering`). `pacing` decides which snapshots of B* are worth a report.

mod by_alphabeta;
mod by_bstar;
mod by_tables;
mod pacing;
mod pondering;
#[cfg(test)]
mod tests;
mod thinking_ahead;

use std::sync::Arc;

use bstar_alphabeta::{Pool, PoolError, TableError};
use bstar_board::score::Score;
use bstar_tables::Tables;

use crate::clock::{GiveWay, Timekeeper};
use crate::settings::{EngineError, SearchKind, Settings};
use crate::task::{Explain, Observer, Play, Task};
use crate::thinker::TreeCache;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::{SearchResult, Thought};
use thinking_ahead::LikelyReplies;

/// What a task is for. It decides what comes of the search.
pub trait Purpose: Sized {
    type Outcome;

    /// Has an engine do a task with this purpose, as [`Engine::run`] does.
    fn run(
        task: &Task<Self>,
        engine: &mut Engine,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Self::Outcome;
}

impl Purpose for Play {
    type Outcome = SearchResult;

    fn run(
        task: &Task<Play>,
        engine: &mut Engine,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        engine.play(task, stop, observer)
    }
}

impl Purpose for Explain {
    type Outcome = Thought;

    fn run(
        task: &Task<Explain>,
        engine: &mut Engine,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Thought {
        engine.explain(task, stop, observer)
    }
}

/// A chess engine: settings, a table, searchers, and the trees that searches left.
pub struct Engine {
    settings: Settings,
    pool: Pool,
    tree_cache: TreeCache,
    likely_replies: Option<LikelyReplies>,
    give_way: Option<GiveWay>,
}

impl Engine {
    /// Makes an engine with these settings.
    pub fn new(settings: Settings) -> Result<Self, EngineError> {
        settings.check()?;
        let (table, beside) = division(&settings);
        let mut pool = Pool::new(
            table,
            beside,
            settings.threads,
            settings.techniques,
            settings.evaluation.clone(),
        )
        .map_err(|error| out_of_memory(error, &settings))?;
        pool.set_endings(&endings_of(&settings));
        Ok(Self {
            settings,
            pool,
            tree_cache: TreeCache::default(),
            likely_replies: None,
            give_way: None,
        })
    }

    /// Shares the processor with others: its searches call this about every thousand nodes, and
    /// may be made to wait there. Every thread of a search calls it.
    pub fn share_processor(&mut self, give_way: impl Fn() + Send + Sync + 'static) {
        self.give_way = Some(Arc::new(give_way));
    }

    fn timekeeper<'s>(&self, effort: &Effort, stop: &'s Stop) -> Timekeeper<'s> {
        Timekeeper::new(effort, self.settings.move_overhead, stop)
            .giving_way(self.give_way.as_ref())
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The size of its transposition table.
    pub fn table_bytes(&self) -> usize {
        self.pool.table_bytes()
    }

    /// Changes the settings. If that is not possible, everything stays as it was.
    pub fn configure(&mut self, settings: Settings) -> Result<(), EngineError> {
        settings.check()?;
        let refused = |error| out_of_memory(error, &settings);
        self.pool.check_threads(settings.threads).map_err(refused)?;
        // Another search may leave the table another part of the same memory.
        if settings.hash_mib != self.settings.hash_mib
            || settings.table_bytes() != self.settings.table_bytes()
        {
            let (table, beside) = division(&settings);
            self.pool
                .resize_table(table, beside)
                .map_err(|error| refused(error.into()))?;
        }
        self.pool.set_threads(settings.threads);
        self.pool.set_techniques(settings.techniques);
        self.pool.set_evaluation(&settings.evaluation);
        self.pool.set_endings(&endings_of(&settings));
        if settings != self.settings {
            self.tree_cache.clear();
            self.likely_replies = None;
        }
        self.settings = settings;
        Ok(())
    }

    /// Forgets everything learned: a new game begins.
    pub fn clear(&mut self) {
        self.pool.clear();
        self.tree_cache.clear();
        self.likely_replies = None;
    }

    /// Searches a position until its effort is used up or it is stopped. The result depends on the
    /// purpose: [`Play`] gives a [`SearchResult`], [`Explain`](crate::task::Explain) a
    /// [`Thought`].
    pub fn run<P: Purpose>(
        &mut self,
        task: &Task<P>,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> P::Outcome {
        P::run(task, self, stop, observer)
    }

    pub(crate) fn play(
        &mut self,
        task: &Task<Play>,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        if let Some(known) = self.play_by_tables(task, stop, observer) {
            return known;
        }
        match (self.settings.strength, self.settings.search) {
            (Some(elo), _) => self.play_at_strength(task, elo, stop, observer),
            (None, SearchKind::AlphaBeta) => {
                self.play_by_alphabeta(task, self.settings.multi_pv, stop, observer)
            }
            (None, SearchKind::Bstar) => self.play_by_bstar(task, stop, observer),
        }
    }
}

/// Whether the mate that was asked for is found. The score is computed only if one was asked for.
fn is_mate_found(effort: &Effort, score: impl FnOnce() -> Option<Score>) -> bool {
    let Some(wanted) = effort.mate_wanted() else {
        return false;
    };
    matches!(score(), Some(Score::Mate(moves)) if moves > 0 && moves.unsigned_abs() <= wanted)
}

/// The tables in which searches look endings up. With limited strength there are none.
fn endings_of(settings: &Settings) -> Tables {
    match settings.strength {
        Some(_) => Tables::default(),
        None => settings.endings.clone(),
    }
}

/// The bytes of the table, and the bytes that must be free beside it.
fn division(settings: &Settings) -> (usize, usize) {
    let table = settings.table_bytes();
    (table, settings.hash_bytes() - table)
}

/// A size above what the machine has is reported as the user asked for it, in MiB of all memory.
fn out_of_memory(error: PoolError, settings: &Settings) -> EngineError {
    let mib = settings.hash_mib;
    match error {
        PoolError::Table(TableError::OutOfMemory { .. }) => {
            EngineError::Table(TableError::OutOfMemory { mib })
        }
        PoolError::Table(error @ TableError::TooSmall) => EngineError::Table(error),
        PoolError::Threads { threads } => EngineError::ThreadMemory { threads },
    }
}
