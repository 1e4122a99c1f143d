//! Who makes the probes: the calling thread, or several others beside it.
//!
//! A question waits for its answer as a future. Where there is only the calling thread, it searches
//! as soon as it is asked, and nothing ever waits: one thread always does the same in the same
//! order. Otherwise the questions go into a queue. Threads are started as they are needed, so a
//! search that makes no probes starts none.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

use bstar_alphabeta::{Probe, Searcher, Watch};
use bstar_board::{Move, Position};
use bstar_tables::Tables;
use bstar_thought::WdlModel;
use futures::channel::oneshot;
use futures::executor::block_on;

use super::queue::{Question, Queue, Request};
use super::simulation::{Processors, Simulation};

/// What all who make probes share.
#[derive(Clone)]
pub struct Shared<'a> {
    pub watch: &'a dyn Watch,
    /// The keys of the game up to the root. A probe puts its own on top.
    pub keys: Arc<[u64]>,
    /// The nodes of all searches.
    pub nodes: Arc<AtomicU64>,
}

impl Shared<'_> {
    /// Whether a question is not to be answered any more.
    fn is_too_late(&self, question: &Question) -> bool {
        let used = self.nodes.load(Ordering::Relaxed);
        used >= question.node_limit || self.watch.should_stop()
    }

    fn answer(&self, searcher: &mut Searcher, question: &Question) -> Option<Probe> {
        if self.is_too_late(question) {
            return None;
        }
        let Question {
            position,
            depth,
            alpha,
            beta,
            ..
        } = question;
        let keys: Vec<u64> = self.keys.iter().copied().chain([position.key()]).collect();
        let probe = searcher.probe(position, &keys, *depth, *alpha, *beta, self.watch);
        self.nodes.fetch_add(searcher.nodes(), Ordering::Relaxed);
        probe
    }
}

/// What a thread does that makes probes: it answers until nobody can ask any more.
pub fn work(searcher: &mut Searcher, requests: &Queue, shared: Shared) {
    while let Some(Request { question, answer }) = requests.take() {
        if !answer.is_canceled() {
            let found = shared.answer(searcher, &question);
            // Nobody wants it any more if its job was dropped meanwhile.
            let _ = answer.send(found);
        }
    }
}

/// Starts a thread that makes probes. Returns whether the system allowed it.
pub type Hire<'a> = Box<dyn Fn(&'a mut Searcher) -> bool + 'a>;

/// Those who make probes.
pub struct Hands<'a> {
    /// The calling thread's.
    own: RefCell<&'a mut Searcher>,
    helpers: Helpers<'a>,
    shared: Shared<'a>,
}

/// Who else makes probes.
enum Helpers<'a> {
    Nobody,
    Others(Others<'a>),
    /// The calling thread plays their part.
    Simulated(Simulation, OpenQuestions),
}

struct Others<'a> {
    requests: Arc<Queue>,
    hire: Hire<'a>,
    /// The searchers of threads that are not started yet.
    waiting: RefCell<Vec<&'a mut Searcher>>,
    started: Cell<usize>,
    refused: Cell<usize>,
    open: OpenQuestions,
}

impl<'a> Hands<'a> {
    /// The calling thread alone.
    pub fn alone(own: &'a mut Searcher, shared: Shared<'a>) -> Hands<'a> {
        Hands {
            own: RefCell::new(own),
            helpers: Helpers::Nobody,
            shared,
        }
    }

    /// The calling thread, in place of processors that are not there.
    pub fn simulated(
        own: &'a mut Searcher,
        shared: Shared<'a>,
        processors: Processors,
    ) -> Hands<'a> {
        let simulation = Simulation::new(processors);
        Hands {
            own: RefCell::new(own),
            helpers: Helpers::Simulated(simulation, OpenQuestions::default()),
            shared,
        }
    }

    /// One thread for each of these searchers, and the calling one only if the system allows none.
    pub fn several(
        own: &'a mut Searcher,
        searchers: &'a mut [Searcher],
        shared: Shared<'a>,
        requests: Arc<Queue>,
        hire: Hire<'a>,
    ) -> Hands<'a> {
        let others = Others {
            requests,
            hire,
            waiting: RefCell::new(searchers.iter_mut().collect()),
            started: Cell::new(0),
            refused: Cell::new(0),
            open: OpenQuestions::default(),
        };
        Hands {
            own: RefCell::new(own),
            helpers: Helpers::Others(others),
            shared,
        }
    }

    /// Whether only the calling thread makes probes.
    pub fn is_alone(&self) -> bool {
        match &self.helpers {
            Helpers::Nobody => true,
            Helpers::Others(_) => false,
            Helpers::Simulated(simulation, _) => simulation.count() == 1,
        }
    }

    /// Whether somebody has nothing to do.
    pub fn has_idle(&self) -> bool {
        match &self.helpers {
            Helpers::Nobody => false,
            Helpers::Others(others) => {
                others.open.count() < others.started.get() + others.waiting.borrow().len()
            }
            Helpers::Simulated(simulation, open) => open.count() < simulation.count(),
        }
    }

    /// How many threads the system refused.
    pub fn refused(&self) -> usize {
        match &self.helpers {
            Helpers::Others(others) => others.refused.get(),
            Helpers::Nobody | Helpers::Simulated(..) => 0,
        }
    }

    /// The time by the clock of a simulation.
    pub fn simulated_time(&self) -> Option<u64> {
        match &self.helpers {
            Helpers::Simulated(simulation, _) => Some(simulation.now()),
            Helpers::Nobody | Helpers::Others(_) => None,
        }
    }

    /// Waits for something that needs answers.
    pub fn wait_for<T>(&self, future: impl Future<Output = T>) -> T {
        match &self.helpers {
            Helpers::Nobody | Helpers::Others(_) => block_on(future),
            Helpers::Simulated(simulation, _) => {
                poll_until_ready(future, Waker::noop(), || simulation.advance())
            }
        }
    }

    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    pub fn add_nodes(&self, nodes: u64) {
        self.shared.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The model that turns scores into chances.
    pub fn model(&self) -> WdlModel {
        WdlModel::of(self.own.borrow().evaluation())
    }

    /// The tables in which endings are looked up.
    pub fn endings(&self) -> Tables {
        self.own.borrow().endings().clone()
    }

    /// The move that the table knows in a position.
    pub fn known_move(&self, position: &Position) -> Option<Move> {
        self.own.borrow().known_move(position)
    }

    /// Finds the answer, or has it found. `None` if the search was stopped.
    pub async fn answer(&self, question: Question) -> Option<Probe> {
        match &self.helpers {
            Helpers::Others(others) if others.are_there() => {
                let (answer, found) = oneshot::channel();
                let _open = others.open.another();
                others.requests.put(Request { question, answer });
                // There is no answer only if a thread has panicked.
                found.await.ok().flatten()
            }
            Helpers::Nobody | Helpers::Others(_) => self.answer_alone(&question),
            Helpers::Simulated(simulation, open) => {
                let found = self.answer_alone(&question)?;
                let _open = open.another();
                simulation.search(question.order, found.nodes).await.ok()?;
                Some(found)
            }
        }
    }

    fn answer_alone(&self, question: &Question) -> Option<Probe> {
        let mut searcher = self.own.borrow_mut();
        self.shared.answer(&mut searcher, question)
    }
}

/// Polls a future until it is ready, and does something between.
fn poll_until_ready<T>(
    future: impl Future<Output = T>,
    waker: &Waker,
    mut between: impl FnMut(),
) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = Context::from_waker(waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(found) => return found,
            Poll::Pending => between(),
        }
    }
}

impl Others<'_> {
    /// Starts another thread if all are busy. Returns whether there are any.
    fn are_there(&self) -> bool {
        let mut waiting = self.waiting.borrow_mut();
        if self.open.count() >= self.started.get()
            && let Some(searcher) = waiting.pop()
        {
            if (self.hire)(searcher) {
                self.started.set(self.started.get() + 1);
            } else {
                // A system that refuses one thread refuses the next too.
                self.refused.set(1 + waiting.len());
                waiting.clear();
            }
        }
        self.started.get() > 0
    }
}

impl Drop for Others<'_> {
    fn drop(&mut self) {
        self.requests.close();
    }
}

/// How many questions are not answered yet.
#[derive(Default)]
struct OpenQuestions(Cell<usize>);

impl OpenQuestions {
    fn count(&self) -> usize {
        self.0.get()
    }

    fn another(&self) -> OpenQuestion<'_> {
        self.0.set(self.0.get() + 1);
        OpenQuestion(&self.0)
    }
}

/// Counts a question as long as it is open: until it is answered, or nobody waits for it.
struct OpenQuestion<'o>(&'o Cell<usize>);

impl Drop for OpenQuestion<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

#[cfg(test)]
mod tests;
