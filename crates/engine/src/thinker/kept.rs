//! What is kept from one search for the next.
//!
//! When the game goes on, the part of the tree under the moves played stays, with all that probes found there ([`Kept`]), and the next search goes on in it
//! (search.md, section 10). Whether the game really goes on from where the tree began is seen from the game itself. The engine keeps its trees on a
//! [`Shelf`].

use std::collections::HashMap;

use bstar::{Decision, Key, Search, Stopping};
use bstar_board::{Game, Move};

use super::identity::Naming;
use super::prober::Record;
use super::scale::SCALE;
use super::thought::{News, Thought, mover_points};
use super::{END, Run, START, Thinker, limits_of};

/// A tree that a search left, and the game that led to its root.
#[derive(Clone)]
pub(crate) struct Kept {
    game: Game,
    naming: Naming,
    search: Search<Move>,
    records: HashMap<Key, Record>,
    probe_depth: u32,
    prices: Prices,
}

/// What probing cost, in nodes: by that it is known how deep probes may be without trying.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prices {
    /// The root, with probes of the depth the tree has.
    root: f64,
    /// An expansion, on average.
    expansion: f64,
    /// How many nodes a second has.
    speed: f64,
}

impl Prices {
    /// What it cost in a search. Where the root was there already, it would have become dearer or cheaper as the others did, if there were enough of them to tell.
    pub(super) fn of(thought: &Thought, root: Option<u64>, before: Option<Prices>) -> Prices {
        const ENOUGH: u32 = 5;
        let expansion = thought.nodes.max(1) as f64 / f64::from(thought.all_expansions.max(1));
        let root = match (root, before) {
            (Some(root), _) => root as f64,
            (None, Some(before)) if thought.all_expansions < ENOUGH => return before,
            (None, Some(before)) => before.root * expansion / before.expansion,
            (None, None) => expansion,
        };
        Prices {
            root,
            expansion,
            speed: thought.nodes.max(1) as f64 / thought.time.as_secs_f64().max(1e-4),
        }
    }
}

/// A root of probes one ply deeper costs about so many times as much.
const GROWTH: f64 = 3.0;
/// A tree is worth more than a new one of probes a little deeper.
const PATIENCE: f64 = 2.0;
/// The part of all effort in which a tree of probes that are too short may show that one move is clearly best.
const FIRST_SHARE: f64 = 0.125;

impl Kept {
    /// The tree of a search about the position of this game; nothing if it found no move.
    pub fn of(game: &Game, thought: Thought) -> Option<Kept> {
        thought.decision?;
        Some(Kept {
            naming: Naming::for_root(game.position()),
            game: game.clone(),
            probe_depth: thought.probe_depth,
            prices: thought.prices,
            search: thought.search,
            records: thought.records,
        })
    }

    /// Whether a game is this one with some moves more.
    fn leads_to(&self, game: &Game) -> bool {
        game.moves().len() > self.game.moves().len()
            && game.moves().starts_with(self.game.moves())
            && game.start() == self.game.start()
    }

    /// What of it lies under the moves played since. Nothing, if the game does not follow from its own or the moves of the position reached are not known.
    pub fn follow(mut self, game: &Game) -> Option<Kept> {
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
        let search = &self.search;
        self.records.retain(|&key, _| search.find(key).is_some());
        is_whole.then_some(self)
    }
}

/// Positions of the game that have occurred twice; not the one it stands at.
pub(super) fn seen_twice(game: &Game, naming: Naming) -> Vec<Key> {
    let keys = game.keys();
    let root = game.position().key();
    // With the clock in the names no position of the tree is one of the game.
    if naming.key(game.position()) != Key(root) {
        return Vec::new();
    }
    let twice = |key: &u64| *key != root && keys.iter().filter(|other| *other == key).count() >= 2;
    keys.iter().copied().filter(twice).map(Key).collect()
}

impl Thinker<'_> {
    /// Puts a kept tree in the place of the new one, if it is of use.
    pub(super) fn take_over(&self, run: &mut Run, kept: Kept) {
        let is_short = self.are_too_short(kept.prices);
        if (is_short && !self.effort.is_saved) || self.effort.depth.is_some() {
            return;
        }
        run.search = kept.search;
        run.prober.records = kept.records;
        run.depth = kept.probe_depth;
        run.before = Some(kept.prices);
        run.is_short = is_short;
        run.kept = expanded(&run.search);
        let deepest = run.search.nodes().map(|node| node.distance()).max();
        run.deepest = deepest.unwrap_or(1);
        run.search
            .set_limits(self.effort.expansions.map(limits_of))
            .expect("the paper's division makes sense");
        run.search
            .resume(Stopping::MinAct {
                start: START,
                end: END,
            })
            .expect("these probabilities make sense");
        let position = self.game.position();
        let reals = run.search.root().moves().map(|(_, node)| node.real().min());
        let best = reals
            .max()
            .map_or(SCALE.draw, |real| mover_points(real, position));
        self.set_par(run, best.clamp(SCALE.loss, SCALE.win));
        run.note();
    }

    /// Whether a new search would have deeper probes.
    fn are_too_short(&self, prices: Prices) -> bool {
        if self.manner.probe_depth > 0 {
            return false;
        }
        let effort = match (self.effort.nodes, self.effort.time) {
            (Some(nodes), _) => nodes,
            (None, Some(time)) => (time.as_secs_f64() * prices.speed) as u64,
            (None, None) if self.effort.expansions.is_some() => return false,
            (None, None) => super::LONG,
        };
        prices.root * GROWTH * PATIENCE * self.room(effort) <= effort as f64
    }

    /// What has been used of the effort a tree of probes that are too short can have.
    pub(super) fn first_share(&self, used: f64) -> f64 {
        (used / FIRST_SHARE).min(1.0)
    }

    /// The search with longer probes that the effort allows takes the place of the kept one, unless there is no time for it.
    pub(super) fn begin_longer(
        &self,
        run: &mut Run,
        decision: Decision<Move>,
        tell: &mut dyn FnMut(&News),
    ) -> bool {
        run.is_short = false;
        if self.used(run) >= 1.0 {
            return false;
        }
        let depth = run.depth;
        run.begun = self.used(run);
        run.set_aside(self.new_search(), decision);
        run.depth = 0;
        if self.expand_root(run, tell).is_some() && run.depth > depth {
            (run.aside, run.before, run.kept) = (None, None, 0);
            self.tell(run, &[], None, tell);
            return true;
        }
        run.take_up();
        run.is_stopped = true;
        false
    }
}

/// How many positions of a tree are expanded.
fn expanded(search: &Search<Move>) -> usize {
    search.nodes().filter(|node| node.is_expanded()).count()
}

/// The trees an engine keeps: that of its last search; after thinking ahead also the one that holds all replies, for when another one than the expected is played.
#[derive(Default)]
pub(crate) struct Shelf {
    trees: Vec<Kept>,
}

impl Shelf {
    /// Puts a tree there.
    pub fn put(&mut self, kept: Option<Kept>) {
        self.trees.extend(kept);
    }

    /// Takes out the tree for the position of a game, if there is one; the others are forgotten.
    pub fn take_for(&mut self, game: &Game) -> Option<Kept> {
        let mut trees = std::mem::take(&mut self.trees);
        trees.sort_by_key(|kept| kept.game.moves().len());
        trees.into_iter().rev().find_map(|kept| kept.follow(game))
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.trees.clear();
    }
}
