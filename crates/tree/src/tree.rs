//! The tree: what it holds, and how it is made to grow.

use std::sync::Arc;

use bstar_board::{Game, Move, Position};
use bstar_eval::prior::Prior;
use bstar_tables::Tables;

use crate::arena::{Arena, ROOT};
use crate::node::NodeIndex;
use crate::options::TreeOptions;
use crate::proof::Proof;
use crate::second_opinion::{Adviser, SecondOpinion};
use crate::sight::Sight;
use crate::transpositions::Transpositions;

/// A tree of positions below the position of a game.
///
/// ```
/// use std::sync::Arc;
/// use bstar_alphabeta::{Searcher, Techniques, TranspositionTable};
/// use bstar_board::Game;
/// use bstar_engine::Captures;
/// use bstar_eval::{Evaluation, prior::Prior};
/// use bstar_tables::Tables;
/// use bstar_tree::{Tree, TreeOptions};
///
/// let prior = Arc::new(Prior::made_up(64, 1));
/// let mut tree = Tree::new(prior, TreeOptions::default(), Tables::default(), 1 << 20);
/// tree.begin(&Game::default(), &[]);
/// let table = Arc::new(TranspositionTable::new(1).unwrap());
/// let mut searcher = Searcher::new(table, Techniques::all(), &Evaluation::Terms);
/// tree.grow(100, &mut Captures(&mut searcher), &mut || false);
/// assert_eq!(tree.visits(), 100);
/// assert_eq!(tree.root_moves().len(), 20);
/// ```
pub struct Tree {
    pub(crate) arena: Arena,
    pub(crate) options: TreeOptions,
    pub(crate) sight: Sight,
    pub(crate) transpositions: Transpositions,
    pub(crate) endings: Tables,
    /// Where the game began, and its position now.
    pub(crate) start: Position,
    pub(crate) root: Position,
    /// The keys of the game's positions, the root last, and then those of the path of a visit.
    pub(crate) keys: Vec<u64>,
    pub(crate) root_index: usize,
    /// The moves that are considered at the root; all if empty.
    pub(crate) only: Vec<Move>,
    /// The nodes of a visit, from the root to the leaf.
    pub(crate) path: Vec<NodeIndex>,
    /// Whether there was no memory when some was wanted.
    pub(crate) is_full: bool,
    /// The chance of a draw as the prior sees it at the root.
    pub(crate) root_draw: f32,
    /// The lengths of all visits since the tree was begun or kept, and how many those were.
    pub(crate) depth_sum: u64,
    pub(crate) grown: u64,
    pub(crate) deepest: usize,
}

/// Why a tree stopped growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grown {
    /// All visits were made.
    Visited,
    /// The caller wanted it.
    Stopped,
    /// There is nothing left to find out: the root is proven.
    Proven,
}

/// One part in so many of the memory is for what the prior saw lately.
const SIGHT_SHARE: usize = 16;

/// And one part in so many for values of positions that may be reached in another way.
const TRANSPOSITIONS_SHARE: usize = 16;

/// The caller is asked whether to stop every so many visits.
const VISITS_BETWEEN_STOP_CHECKS: u64 = 32;

impl Tree {
    /// A tree of the start position. It takes so many bytes at most.
    pub fn new(prior: Arc<Prior>, options: TreeOptions, endings: Tables, bytes: usize) -> Tree {
        let root = Position::start();
        let sight = Sight::new(prior, bytes / SIGHT_SHARE);
        let transpositions = Transpositions::new(bytes / TRANSPOSITIONS_SHARE);
        let beside = sight.bytes() + transpositions.bytes();
        Tree {
            arena: Arena::new(bytes.saturating_sub(beside)),
            options,
            sight,
            transpositions,
            endings,
            keys: vec![root.key()],
            start: root.clone(),
            root,
            root_index: 0,
            only: Vec::new(),
            path: Vec::new(),
            is_full: false,
            root_draw: 0.0,
            depth_sum: 0,
            grown: 0,
            deepest: 0,
        }
    }

    /// Makes so many visits, unless the root is proven before. `should_stop` is asked every few of
    /// them.
    pub fn grow(
        &mut self,
        visits: u64,
        adviser: &mut impl Adviser,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Grown {
        self.keys.truncate(self.root_index + 1);
        let mut second = SecondOpinion::new(adviser, &self.root, &self.keys);
        for number in 1..=visits {
            if self.arena.node(ROOT).is_proven() {
                return Grown::Proven;
            }
            self.visit(&mut second);
            self.grown += 1;
            if number % VISITS_BETWEEN_STOP_CHECKS == 0 && should_stop() {
                return Grown::Stopped;
            }
        }
        match self.proof() {
            Some(_) => Grown::Proven,
            None => Grown::Visited,
        }
    }

    /// How often the root was visited, by this tree and those it was kept from.
    pub fn visits(&self) -> u64 {
        u64::from(self.arena.node(ROOT).visits)
    }

    /// What is proven of the root.
    pub fn proof(&self) -> Option<Proof> {
        self.arena.node(ROOT).proof()
    }

    /// How far visits went on average, in plies, since the last [`Tree::begin`].
    pub fn average_depth(&self) -> f64 {
        self.depth_sum as f64 / self.grown.max(1) as f64
    }

    /// How far the longest visit went, in plies, since the last [`Tree::begin`].
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// The bytes that its nodes and edges take.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// How full it is, in thousandths.
    pub fn permille_full(&self) -> u32 {
        if self.is_full {
            return 1000;
        }
        (self.bytes() as u128 * 1000 / self.arena.most_bytes().max(1) as u128).min(1000) as u32
    }

    /// Considers a game's position from now on, or only these moves of it. What is known of it
    /// already is kept; see `keep`. Returns how many visits those were.
    pub fn begin(&mut self, game: &Game, only: &[Move]) -> u64 {
        if !self.keep(game, only) {
            self.arena = Arena::new(self.arena.most_bytes());
        }
        self.start = game.start().clone();
        self.root = game.position().clone();
        self.keys.clear();
        self.keys.extend_from_slice(game.keys());
        self.root_index = self.keys.len() - 1;
        self.only = only.to_vec();
        self.is_full = false;
        self.root_draw = self
            .sight
            .foresee(&self.root, self.keys[self.root_index])
            .draw;
        self.depth_sum = 0;
        self.grown = 0;
        self.deepest = 0;
        self.visits()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.arena = Arena::new(self.arena.most_bytes());
        self.transpositions.clear();
    }
}
