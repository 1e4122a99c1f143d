//! The engine: its settings, its memory, and which search it starts.
//!
//! `by_tables` answers where endgame tables know all moves. `by_bstar` runs a search of B*,
//! `by_alphabeta` one of alpha-beta, at full or at limited strength. `in_rounds` is for those who
//! watch B*. On the opponent's time B* thinks about several replies: by deep searches where its
//! plan has them (`thinking_ahead`), by its tree otherwise (`pondering`). `pacing` decides which
//! snapshots of B* are worth a report.

mod by_alphabeta;
mod by_bstar;
mod by_tables;
mod in_rounds;
mod pacing;
mod pondering;
#[cfg(test)]
mod tests;
mod thinking_ahead;

pub use in_rounds::{Audience, Round};

use std::sync::Arc;

use bstar_alphabeta::{Pool, PoolError, TableError};
use bstar_board::Game;
use bstar_tables::Tables;

use crate::clock::{GiveWay, Timekeeper};
use crate::limits::SearchLimits;
use crate::settings::{EngineError, SearchKind, Settings};
use crate::thinker::TreeCache;
use bstar_kit::signals::Signals;
use bstar_thought::{SearchReport, SearchResult, Snapshot};
use thinking_ahead::LikelyReplies;

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

    fn timekeeper<'s>(&self, limits: &SearchLimits, signals: &'s Signals) -> Timekeeper<'s> {
        Timekeeper::new(limits, self.settings.move_overhead, signals)
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

    /// Searches a position until a limit is reached or the engine is stopped.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        self.search_with_snapshots(game, limits, signals, &mut |found, _| report(found))
    }

    /// Does the same, and hands over with every report of B* the snapshot it was made from.
    pub fn search_with_snapshots(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport, Option<&Snapshot>),
    ) -> SearchResult {
        let mut alone = |found: &SearchReport| report(found, None);
        if let Some(known) = self.search_by_tables(game, limits, signals, &mut alone) {
            return known;
        }
        match (self.settings.strength, self.settings.search) {
            (Some(elo), _) => self.search_at_strength(game, limits, elo, signals, &mut alone),
            (None, SearchKind::AlphaBeta) => {
                self.search_by_alphabeta(game, limits, self.settings.multi_pv, signals, &mut alone)
            }
            (None, SearchKind::Bstar) => self.search_by_bstar(game, limits, signals, report),
        }
    }
}

/// Where its searches look endings up. Who plays less well knows no tables.
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
