//! What a search is asked for, and who watches it.

use bstar_board::{Game, Move};
use bstar_kit::effort::Effort;

use crate::thinker::Processors;
use bstar_thought::{SearchReport, Snapshot};

/// A position to search, how much, and what for.
///
/// ```
/// use bstar_board::Game;
/// use bstar_engine::{Engine, Settings, Task};
/// use bstar_kit::effort::Effort;
/// use bstar_kit::stop::Stop;
///
/// let mut engine = Engine::new(Settings { hash_mib: 4, ..Settings::default() }).unwrap();
/// let (game, stop) = (Game::default(), Stop::new());
/// let effort = Effort::nodes(2_000);
/// let only = ["e2e4".parse().unwrap(), "a2a4".parse().unwrap()];
/// let played = engine.run(&Task::play(&game, effort).only(&only), &stop, &mut ());
/// assert!(only.contains(&played.best.unwrap()));
/// let thought = engine.run(&Task::explain(&game, effort), &stop, &mut ());
/// assert!(thought.decision.is_some() && thought.search.root().moves().count() == 20);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, P> {
    /// The position, and the game that led to it.
    pub game: &'a Game,
    /// Only these moves; all if there are none.
    pub only: &'a [Move],
    pub effort: Effort,
    /// [`Play`] or [`Explain`].
    pub purpose: P,
}

/// To choose a move: [`Settings`](crate::Settings) choose the search, and a tree may be reused.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Play;

/// To explain the choice: always by B\*, without an earlier tree, and everything is kept. In an
/// engine set up for alpha-beta the table has all the memory already. The tree's half then comes on
/// top.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Explain {
    pub(crate) root_search_percent: Option<u32>,
    pub(crate) tree_bytes: Option<usize>,
    pub(crate) processors: Option<Processors>,
}

/// Takes in what a search finds while it runs. `()` takes in nothing.
pub trait Observer {
    /// One of the best moves of a search that [plays](Play).
    fn report(&mut self, _report: &SearchReport) {}

    /// How a search of B\* stands. One that plays shows this just before it reports what it made of
    /// it.
    fn see(&mut self, _snapshot: &Snapshot) {}
}

impl Observer for () {}

/// An observer that takes in reports only.
pub struct OnReport<F: FnMut(&SearchReport)>(pub F);

impl<F: FnMut(&SearchReport)> Observer for OnReport<F> {
    fn report(&mut self, report: &SearchReport) {
        (self.0)(report);
    }
}

/// An observer that takes in snapshots only.
pub struct OnSnapshot<F: FnMut(&Snapshot)>(pub F);

impl<F: FnMut(&Snapshot)> Observer for OnSnapshot<F> {
    fn see(&mut self, snapshot: &Snapshot) {
        (self.0)(snapshot);
    }
}

impl<'a> Task<'a, Play> {
    pub fn play(game: &'a Game, effort: Effort) -> Self {
        Task::new(game, effort, Play)
    }
}

impl<'a> Task<'a, Explain> {
    pub fn explain(game: &'a Game, effort: Effort) -> Self {
        Task::new(game, effort, Explain::default())
    }

    /// Gives the deep search of the root this share of the effort. The settings say otherwise how
    /// much.
    pub fn root_search(mut self, percent: u32) -> Self {
        self.purpose.root_search_percent = Some(percent);
        self
    }

    /// Limits the bytes of the tree, of the records of its probes, and of its event log. Otherwise
    /// they have the tree's part of the engine's memory.
    pub fn within(mut self, bytes: usize) -> Self {
        self.purpose.tree_bytes = Some(bytes);
        self
    }

    /// Searches as if these processors made the probes.
    pub fn simulating(mut self, processors: Option<Processors>) -> Self {
        self.purpose.processors = processors;
        self
    }
}

impl<'a, P> Task<'a, P> {
    fn new(game: &'a Game, effort: Effort, purpose: P) -> Self {
        Task {
            game,
            only: &[],
            effort,
            purpose,
        }
    }

    /// The same with only these moves; with all if there are none.
    pub fn only(self, moves: &'a [Move]) -> Self {
        Task {
            only: moves,
            ..self
        }
    }
}
