//! Going on in the tree of an earlier search (docs/search.md, section 10).
//!
//! When the game goes on, the part of the tree under the moves played stays, with the records of
//! its probes ([`ReusedTree`]). The next search goes on in it, unless it begins with a root search:
//! that sees further than any probes of the tree. The game itself tells whether it goes on from
//! where the tree began. The engine keeps its trees in a [`TreeCache`].

#[cfg(test)]
mod tests;

use bstar::{Key, Search, Stopping, Value};
use bstar_board::{Game, Move};
use bstar_thought::scale::mover_points;
use bstar_thought::{CostModel, Points, ProbeRecords, Thought};

use super::Thinker;
use super::identity::Naming;
use super::rules::{MIN_ACT_END_PROBABILITY, MIN_ACT_START_PROBABILITY, limits_of};
use super::run::Run;

/// A tree that a search left, and the game that led to its root.
#[derive(Clone)]
pub(crate) struct ReusedTree {
    game: Game,
    naming: Naming,
    search: Search<Move>,
    records: ProbeRecords,
    probe_depth: u32,
    cost_model: CostModel,
}

/// A root with probes one ply deeper costs about this many times as much.
const COST_FACTOR_PER_PLY: f64 = 3.0;
/// A tree is given up only for probes that cost this many times as much again.
const REUSE_WORTH_FACTOR: f64 = 2.0;
impl ReusedTree {
    /// The tree of a search about the position of this game; none if it found no move.
    pub fn of(game: &Game, thought: Thought) -> Option<ReusedTree> {
        thought.decision?;
        Some(ReusedTree {
            naming: Naming::for_root(game.position()),
            game: game.clone(),
            probe_depth: thought.probe_depth,
            cost_model: thought.cost_model,
            search: thought.search,
            records: thought.records,
        })
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        self.search.bytes() + self.records.bytes()
    }

    /// Shrinks it to `bytes` bytes, as far as possible.
    pub fn shrink(&mut self, bytes: usize) {
        let taken = self.bytes();
        if taken > bytes {
            let share = self.search.bytes() as f64 / taken as f64;
            self.search
                .set_memory(Some((bytes as f64 * share) as usize));
            self.records.follow(&self.search);
        }
    }

    /// How deep the moves of its root were probed at most.
    fn deepest_root_probe(&self) -> u32 {
        let moves = self.search.root().moves();
        let records = moves.filter_map(|(_, node)| self.records.get(node.key()));
        let deepest = records.map(|record| record.depth).max();
        deepest.unwrap_or(0).max(self.probe_depth)
    }

    /// Whether a game is this one with more moves.
    fn leads_to(&self, game: &Game) -> bool {
        game.moves().len() > self.game.moves().len()
            && game.moves().starts_with(self.game.moves())
            && game.start() == self.game.start()
    }

    /// The part of it under the moves played since. There is none if the game does not follow from
    /// its own, or if the moves of the position reached are not known.
    pub fn follow(mut self, game: &Game) -> Option<ReusedTree> {
        if !self.leads_to(game) || Naming::for_root(game.position()) != self.naming {
            return None;
        }
        self.search.abandon_all();
        for &mv in &game.moves()[self.game.moves().len()..] {
            self.game.play(mv).ok()?;
            self.search.take_events().for_each(drop);
            let drawn = seen_twice(&self.game, self.naming);
            self.search.advance(mv, drawn).ok()?;
        }
        let root = self.search.root();
        let is_whole = root.is_expanded()
            && root.key() == self.naming.key(game.position())
            && root.moves().len() == game.position().legal_moves().len();
        self.records.follow(&self.search);
        is_whole.then_some(self)
    }
}

/// Positions of the game that occurred twice, without the present one.
pub(super) fn seen_twice(game: &Game, naming: Naming) -> Vec<Key> {
    let keys = game.keys();
    let root = game.position().key();
    // The clock is part of the keys, so no position of the tree is one of the game.
    if naming.key(game.position()) != Key(root) {
        return Vec::new();
    }
    let twice = |key: &u64| *key != root && keys.iter().filter(|other| *other == key).count() >= 2;
    keys.iter().copied().filter(twice).map(Key).collect()
}

impl Thinker<'_> {
    /// Replaces the new tree by a reused one, if that is useful.
    pub(super) fn adopt_tree(&self, run: &mut Run, reused: ReusedTree) {
        let is_too_shallow = self.are_probes_too_shallow(reused.cost_model);
        if self.effort.depth_limit().is_some() || self.plan.has_root_search() || is_too_shallow {
            return;
        }
        run.tree.probe_depth = reused.probe_depth;
        run.root_probe_depth = reused.deepest_root_probe();
        run.tree.search = reused.search;
        run.tree.records.replace(reused.records);
        run.previous_costs = Some(reused.cost_model);
        run.reused_positions = expanded(&run.tree.search);
        let deepest = run.tree.search.nodes().map(|node| node.distance()).max();
        run.tree.deepest = deepest.unwrap_or(1);
        run.tree
            .search
            .set_limits(self.effort.expansion_limit().map(limits_of))
            .expect("the paper's division makes sense");
        run.tree
            .search
            .resume(Stopping::MinAct {
                start: MIN_ACT_START_PROBABILITY,
                end: MIN_ACT_END_PROBABILITY,
            })
            .expect("these probabilities make sense");
        let position = self.game.position();
        let best =
            best(&run.tree.search).map_or(Points::DRAW, |(_, real)| mover_points(real, position));
        self.set_root_value(run, best.clamp(Points::LOSS, Points::WIN));
        run.note();
    }

    /// Whether a new search would have deeper probes.
    fn are_probes_too_shallow(&self, cost_model: CostModel) -> bool {
        if self.options.probe_depth > 0 {
            return false;
        }
        let Some(budget) = self.budget_in_nodes(cost_model.speed) else {
            return false;
        };
        cost_model.root * COST_FACTOR_PER_PLY * REUSE_WORTH_FACTOR * self.expansion_room(budget)
            <= budget as f64
    }
}

/// The best move of a tree, and the lower end of its value.
fn best(search: &Search<Move>) -> Option<(Move, Value)> {
    let moves = search.root().moves();
    let reals = moves.map(|(mv, node)| (mv, node.real().min()));
    reals.max_by_key(|(_, real)| *real)
}

/// How many positions of a tree are expanded.
fn expanded(search: &Search<Move>) -> usize {
    search.nodes().filter(|node| node.is_expanded()).count()
}

/// The trees an engine keeps. One is that of its last search. After pondering there is also the
/// tree with all replies, in case an unexpected one is played.
#[derive(Default)]
pub(crate) struct TreeCache {
    trees: Vec<ReusedTree>,
}

impl TreeCache {
    pub fn put(&mut self, reused: Option<ReusedTree>) {
        self.trees.extend(reused);
    }

    /// Takes the tree for the position of a game, if there is one, and forgets the others.
    pub fn take_for(&mut self, game: &Game) -> Option<ReusedTree> {
        let mut trees = std::mem::take(&mut self.trees);
        trees.sort_by_key(|reused| reused.game.moves().len());
        trees
            .into_iter()
            .rev()
            .find_map(|reused| reused.follow(game))
    }

    /// The bytes they take.
    pub fn bytes(&self) -> usize {
        self.trees.iter().map(ReusedTree::bytes).sum()
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.trees.clear();
    }

    /// The moves of the first tree that are expanded.
    #[cfg(test)]
    pub fn replies(&self) -> Vec<Move> {
        let moves = self.trees[0].search.root().moves();
        moves
            .filter(|(_, node)| node.is_expanded())
            .map(|(mv, _)| mv)
            .collect()
    }
}
