//! How an engine is set up.

use std::time::Duration;

use bstar_alphabeta::{TableError, Techniques};
use bstar_eval::Evaluation;
use bstar_tables::Tables;
use thiserror::Error;

use crate::strength::{MAX_ELO, MIN_ELO};
use crate::thinker::{BstarOptions, MAX_PROBE_DEPTH_PLIES};

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How much memory a search may take, in MiB. That is the transposition table and, where a
    /// tree grows, everything that grows with it. See [`table_bytes`](Settings::table_bytes).
    pub hash_mib: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many best moves are reported.
    pub multi_pv: usize,
    /// The time lost between the engine's answer and the press of the clock.
    pub move_overhead: Duration,
    /// Play about as well as this Elo, by alpha-beta.
    pub strength: Option<u16>,
    /// The techniques of the alpha-beta search that are switched on.
    pub techniques: Techniques,
    pub evaluation: Evaluation,
    /// Which search chooses the move.
    pub search: SearchKind,
    /// How B* searches.
    pub options: BstarOptions,
    /// How many expansions B* may use in any search that has an end; 0 for as many as its
    /// [effort](bstar_kit::effort::Effort) allows.
    pub expansions: u32,
    /// Where endings are looked up.
    pub endings: Tables,
}

/// A way to choose a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchKind {
    /// B*, with alpha-beta as its prober.
    #[default]
    Bstar,
    /// Alpha-beta alone.
    AlphaBeta,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_mib: 2 * DEFAULT_TABLE_MIB,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            strength: None,
            techniques: Techniques::all(),
            evaluation: Evaluation::default(),
            search: SearchKind::default(),
            options: BstarOptions::default(),
            expansions: 0,
            endings: Tables::default(),
        }
    }
}

/// By default both searches have a table of this size, so that they can be compared. B* has as much
/// again for its tree.
const DEFAULT_TABLE_MIB: usize = 64;

/// The share of the effort that goes into the root search where the choice is explained.
const EXPLAINING_ROOT_SEARCH_PERCENT: u32 = 80;

impl Settings {
    /// The default settings of a search.
    ///
    /// ```
    /// use bstar_engine::{SearchKind, Settings};
    /// let (one, other) = (Settings::of(SearchKind::Bstar), Settings::of(SearchKind::AlphaBeta));
    /// assert_eq!(one, Settings::default());
    /// assert_eq!(one.table_bytes(), other.table_bytes());
    /// ```
    pub fn of(search: SearchKind) -> Settings {
        let usual = Settings::default();
        Settings {
            search,
            hash_mib: match search {
                SearchKind::Bstar => usual.hash_mib,
                SearchKind::AlphaBeta => DEFAULT_TABLE_MIB,
            },
            ..usual
        }
    }

    /// The settings of B* where its choice is explained. A tree of shallow probes alone would often
    /// explain a move that is not the best, so it grows from a deep search of the root.
    pub fn for_explaining() -> Settings {
        let usual = Settings::of(SearchKind::Bstar);
        Settings {
            options: BstarOptions {
                root_search_percent: Some(EXPLAINING_ROOT_SEARCH_PERCENT),
                ..usual.options
            },
            ..usual
        }
    }

    /// The size of the transposition table. Alpha-beta gives it all memory. With B* half of the
    /// memory is for the tree.
    pub fn table_bytes(&self) -> usize {
        match self.search {
            SearchKind::Bstar => self.hash_bytes() - self.tree_bytes(),
            SearchKind::AlphaBeta => self.hash_bytes(),
        }
    }

    /// The memory for the tree: of B*, with the records of its probes and its event log.
    pub fn tree_bytes(&self) -> usize {
        self.hash_bytes() / 2
    }

    pub(crate) fn hash_bytes(&self) -> usize {
        self.hash_mib.saturating_mul(1 << 20)
    }

    /// An engine has at most this many threads.
    pub const MAX_THREADS: usize = 512;
    /// An engine reports at most this many best moves: no position has more.
    pub const MAX_LINES: usize = 218;
    /// The probes of B* can be set to at most this depth.
    pub const MAX_PROBE_DEPTH_PLIES: u32 = MAX_PROBE_DEPTH_PLIES;

    pub(crate) fn check(&self) -> Result<(), EngineError> {
        let Self {
            threads, multi_pv, ..
        } = *self;
        if !(1..=Self::MAX_THREADS).contains(&threads) {
            return Err(EngineError::Threads { threads });
        }
        if !(1..=Self::MAX_LINES).contains(&multi_pv) {
            return Err(EngineError::Lines { lines: multi_pv });
        }
        match self.strength {
            Some(elo) if !(MIN_ELO..=MAX_ELO).contains(&elo) => Err(EngineError::Strength { elo }),
            _ => Ok(()),
        }
    }
}

/// Why an engine cannot be set up like this.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The table does not fit into memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The number of threads is out of range.
    #[error(
        "{threads} threads cannot be had: choose 1 to {}",
        Settings::MAX_THREADS
    )]
    Threads {
        /// The number asked for.
        threads: usize,
    },
    /// There is not enough memory for the threads.
    #[error("there is not enough memory for {threads} threads")]
    ThreadMemory {
        /// The number asked for.
        threads: usize,
    },
    /// The number of lines is out of range.
    #[error("{lines} lines cannot be shown: choose 1 to {}", Settings::MAX_LINES)]
    Lines {
        /// The number asked for.
        lines: usize,
    },
    /// The Elo is out of range.
    #[error("an Elo of {elo} cannot be imitated: choose {MIN_ELO} to {MAX_ELO}")]
    Strength {
        /// The Elo asked for.
        elo: u16,
    },
}
