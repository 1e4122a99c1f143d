//! Several searchers on one table: lazy SMP.
//!
//! Every thread searches the same root by itself, and reads the findings of the others from the
//! table. The result is that of the first thread.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bstar_eval::Evaluation;
use bstar_tables::Tables;
use thiserror::Error;

use crate::deepening::{Iteration, RootResult, RootTask};
use crate::searcher::{Searcher, Watch};
use crate::table::{TableError, TranspositionTable};
use crate::techniques::Techniques;
use bstar_kit::effort::Effort;
use bstar_kit::memory::is_available;

/// Why a pool cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PoolError {
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is not that much memory for what the searchers learn.
    #[error("there is not enough memory for {threads} threads")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
}

/// What a searcher takes besides the table, roughly.
const SEARCHER_BYTES: usize = 2 << 20;

/// The table and the searchers of an engine.
pub struct Pool {
    table: Arc<TranspositionTable>,
    searchers: Vec<Searcher>,
    /// Other searchers, for probes. Their history must not disturb the others. They are made when
    /// they are first wanted.
    probers: Vec<Searcher>,
    techniques: Techniques,
    evaluation: Evaluation,
    endings: Tables,
}

/// What a search of the pool found.
pub struct PoolResult {
    /// What the first thread found; none if the root has no move to search.
    pub root: Option<RootResult>,
    /// The nodes of all threads.
    pub nodes: u64,
    /// How many threads the system refused. The others did the search without them.
    pub refused_threads: usize,
}

/// Stops the helpers when the first thread has finished, and the first when all threads together
/// have searched enough.
struct SharedStop<'w> {
    watch: &'w dyn Watch,
    finished: AtomicBool,
    counts: Vec<Arc<AtomicU64>>,
    nodes: u64,
}

impl SharedStop<'_> {
    fn total(&self) -> u64 {
        self.counts
            .iter()
            .map(|count| count.load(Ordering::Relaxed))
            .sum()
    }
}

/// Ends the helpers when the first thread has finished, even by a panic: the scope waits for them,
/// and they have no limit of their own.
struct FinishOnDrop<'s>(&'s AtomicBool);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Watch for SharedStop<'_> {
    fn should_stop(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
            || self.watch.should_stop()
            || (self.nodes != u64::MAX && self.total() >= self.nodes)
    }
}

impl Pool {
    /// A pool with a table of `bytes` bytes and a searcher for each of `threads` threads. `beside`
    /// is the number of bytes that the caller will need for itself. They must be free too.
    pub fn new(
        bytes: usize,
        beside: usize,
        threads: usize,
        techniques: Techniques,
        evaluation: Evaluation,
    ) -> Result<Self, PoolError> {
        let mut table = TranspositionTable::empty();
        table.resize(bytes, beside)?;
        let mut pool = Self {
            table: Arc::new(table),
            searchers: Vec::new(),
            probers: Vec::new(),
            techniques,
            evaluation,
            endings: Tables::default(),
        };
        pool.check_threads(threads)?;
        pool.set_threads(threads);
        Ok(pool)
    }

    /// All searchers, others for probes, and the table they share: one prober for the calling
    /// thread, and, if there are several threads, one for each. The table ages, so that entries of
    /// earlier searches make way.
    pub fn team_and_probers(&mut self) -> (Team<'_>, &mut [Searcher], &TranspositionTable) {
        self.table.grow_older();
        let probers = probers_for(self.searchers.len());
        self.probers.truncate(probers);
        while self.probers.len() < probers {
            let prober = self.new_searcher();
            self.probers.push(prober);
        }
        (Team(&mut self.searchers), &mut self.probers, &self.table)
    }

    /// The size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// How full the table is, in thousandths.
    pub fn permille_full(&self) -> u32 {
        self.table.permille_full()
    }

    /// Changes the size of the table, in bytes, and empties it. On failure the old table stays.
    /// `beside` is the number of bytes that must be free besides.
    pub fn resize_table(&mut self, bytes: usize, beside: usize) -> Result<(), TableError> {
        self.with_table(|table| table.resize(bytes, beside))
    }

    /// Fails if there is not enough memory for the searchers of this number of threads. Searchers
    /// for probes count too, though they are made later: too late to report a lack of memory.
    pub fn check_threads(&self, threads: usize) -> Result<(), PoolError> {
        let there = self.searchers.len() + self.probers.len();
        let more = searchers_for(threads).saturating_sub(there);
        match more == 0 || is_available(more.saturating_mul(SEARCHER_BYTES)) {
            true => Ok(()),
            false => Err(PoolError::Threads { threads }),
        }
    }

    /// Changes the number of searchers. [Check](Pool::check_threads) it first.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        self.searchers.truncate(threads);
        while self.searchers.len() < threads {
            let searcher = self.new_searcher();
            self.searchers.push(searcher);
        }
    }

    fn new_searcher(&self) -> Searcher {
        let table = Arc::clone(&self.table);
        let mut searcher = Searcher::new(table, self.techniques, &self.evaluation);
        searcher.set_endings(&self.endings);
        searcher
    }

    /// Looks endings up in these tables. If they are others than before, everything is forgotten.
    pub fn set_endings(&mut self, endings: &Tables) {
        if *endings == self.endings {
            return;
        }
        self.endings = endings.clone();
        for searcher in self.searchers.iter_mut().chain(&mut self.probers) {
            searcher.set_endings(endings);
        }
        self.clear();
    }

    /// Uses other techniques from now on.
    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques;
        for searcher in &mut self.searchers {
            searcher.set_techniques(techniques);
        }
    }

    /// Changes the evaluation. If it is another one, everything is forgotten, because values of two
    /// evaluations cannot be compared.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) {
        if *evaluation == self.evaluation {
            return;
        }
        self.evaluation = evaluation.clone();
        for searcher in self.searchers.iter_mut().chain(&mut self.probers) {
            searcher.set_evaluation(evaluation);
        }
        self.with_table(TranspositionTable::clear);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for searcher in self.searchers.iter_mut().chain(&mut self.probers) {
            searcher.clear();
        }
        self.with_table(TranspositionTable::clear);
    }

    /// Changes the table while no searcher shares it.
    fn with_table<T>(&mut self, change: impl FnOnce(&mut TranspositionTable) -> T) -> T {
        let spare = Arc::new(TranspositionTable::empty());
        for searcher in self.searchers.iter_mut().chain(&mut self.probers) {
            searcher.table = Arc::clone(&spare);
        }
        let table = Arc::get_mut(&mut self.table).expect("only the searchers share the table");
        let result = change(table);
        for searcher in self.searchers.iter_mut().chain(&mut self.probers) {
            searcher.table = Arc::clone(&self.table);
        }
        result
    }

    /// Searches with all threads that the system allows; the calling one is the first. `report` is
    /// told of its iterations, with the nodes of all.
    pub fn think(
        &mut self,
        task: &RootTask,
        watch: &dyn Watch,
        report: &mut dyn FnMut(&Iteration, &TranspositionTable) -> ControlFlow<()>,
    ) -> PoolResult {
        self.table.grow_older();
        let table = &self.table;
        let mut team = Team(&mut self.searchers);
        team.think(task, watch, &mut |news| report(news, table))
    }
}

/// The number of searchers that make probes for this number of threads: the calling thread's, and
/// one for each thread if there are several.
fn probers_for(threads: usize) -> usize {
    if threads > 1 {
        threads.saturating_add(1)
    } else {
        1
    }
}

/// The most searchers that this number of threads may need.
fn searchers_for(threads: usize) -> usize {
    threads.saturating_add(probers_for(threads))
}

/// Searchers on one table that search a root together. There is at least one.
pub struct Team<'a>(&'a mut [Searcher]);

impl<'a> Team<'a> {
    /// A searcher alone.
    pub fn of_one(searcher: &'a mut Searcher) -> Team<'a> {
        Team(std::slice::from_mut(searcher))
    }

    /// Searches with all threads that the system allows; the calling one is the first. `report` is
    /// told of its iterations, with the nodes of all.
    pub fn think(
        &mut self,
        task: &RootTask,
        watch: &dyn Watch,
        report: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
    ) -> PoolResult {
        let (first, helpers) = self.0.split_first_mut().expect("a team has a searcher");
        if helpers.is_empty() {
            return PoolResult {
                root: first.think(task, watch, report),
                nodes: first.nodes(),
                refused_threads: 0,
            };
        }
        helpers.iter_mut().for_each(Searcher::forget_nodes);
        let counts = std::iter::once(&*first)
            .chain(&*helpers)
            .map(|searcher| Arc::clone(&searcher.published))
            .collect();
        let shared = SharedStop {
            watch,
            finished: AtomicBool::new(false),
            counts,
            nodes: task
                .effort
                .without_expansions()
                .node_limit()
                .unwrap_or(u64::MAX),
        };
        // All count their nodes together, and helpers go as deep as they come.
        let endless = RootTask {
            effort: Effort::until_stopped(),
            ..task.clone()
        };
        let (root, refused_threads) = std::thread::scope(|scope| {
            let _finish = FinishOnDrop(&shared.finished);
            let wanted = helpers.len();
            let mut running = 0;
            for (index, helper) in helpers.iter_mut().enumerate() {
                let (shared, task) = (&shared, &endless);
                let first_depth = 1 + (index as u32 + 1) % 3;
                let help = move || {
                    let go_on = &mut |_: &Iteration| ControlFlow::Continue(());
                    helper.think_from(first_depth, task, shared, go_on)
                };
                // A system that refuses one thread refuses the next too.
                if std::thread::Builder::new()
                    .spawn_scoped(scope, help)
                    .is_err()
                {
                    break;
                }
                running += 1;
            }
            let depth = task.effort.depth_limit();
            let task = RootTask {
                effort: depth.map_or_else(Effort::until_stopped, Effort::depth),
                ..endless.clone()
            };
            let root = first.think(&task, &shared, &mut |news| {
                let mut news = news.clone();
                news.nodes = news.nodes.max(shared.total());
                report(&news)
            });
            (root, wanted - running)
        });
        PoolResult {
            root,
            nodes: self.0.iter().map(Searcher::nodes).sum(),
            refused_threads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searchers_for_probes_count_before_they_are_made() {
        let techniques = Techniques::all();
        let mut pool = Pool::new(1 << 20, 0, 3, techniques, Evaluation::Terms).unwrap();
        let searchers = |pool: &Pool| pool.searchers.len() + pool.probers.len();
        assert_eq!(searchers(&pool), 3);
        pool.team_and_probers();
        assert_eq!(searchers(&pool), searchers_for(3));
        pool.set_threads(1);
        pool.team_and_probers();
        assert_eq!(searchers(&pool), searchers_for(1));
        // A number of threads that does not fit is refused, however large.
        let refused = pool.check_threads(usize::MAX);
        let threads = usize::MAX;
        assert_eq!(refused, Err(PoolError::Threads { threads }));
        pool.check_threads(2).unwrap();
    }
}
