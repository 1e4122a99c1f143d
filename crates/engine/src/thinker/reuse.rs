//! Going on in the tree of an earlier search (docs/search.md, section 10).
//!
//! When the game goes on, the part of the tree under the moves played stays, with the records of
//! its probes ([`ReusedTree`]). The next search goes on in it. A search that begins with a root
//! search does so only if one move stands far above the others in the tree. The game itself tells
//! whether it goes on from where the tree began. The engine keeps its trees in a [`TreeCache`].

use bstar::{Decision, Key, Search, Stopping, Value};
use bstar_board::{Game, Move};

use super::Thinker;
use super::effort::limits_of;
use super::going_on::{CLEAR_MARGIN_POINTS, most_of_others};
use super::identity::Naming;
use super::memory::ProbeRecords;
use super::rules::{MIN_ACT_END_PROBABILITY, MIN_ACT_START_PROBABILITY};
use super::run::Run;
use super::scale::Points;
use super::thought::{Snapshot, Thought, mover_points};

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

/// What probing cost, in nodes. From that follows how deep probes can be, without trying.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CostModel {
    /// The cost of the root, with probes as deep as the tree's.
    root: f64,
    /// The mean cost of an expansion.
    expansion: f64,
    /// Nodes per second.
    speed: f64,
}

impl CostModel {
    /// The costs in a search. If the root was reused, its cost is assumed to have changed as that
    /// of the other expansions did. Too few of them tell nothing.
    pub(super) fn of(thought: &Thought, root: Option<u64>, before: Option<CostModel>) -> CostModel {
        const MIN_EXPANSIONS_TO_JUDGE_COST: u32 = 5;
        let expansion = thought.nodes.max(1) as f64 / f64::from(thought.all_expansions.max(1));
        let root = match (root, before) {
            (Some(root), _) => root as f64,
            (None, Some(before)) if thought.all_expansions < MIN_EXPANSIONS_TO_JUDGE_COST => {
                return before;
            }
            (None, Some(before)) => before.root * expansion / before.expansion,
            (None, None) => expansion,
        };
        CostModel {
            root,
            expansion,
            speed: thought.nodes.max(1) as f64 / thought.time.as_secs_f64().max(1e-4),
        }
    }
}

/// A root with probes one ply deeper costs about this many times as much.
const COST_FACTOR_PER_PLY: f64 = 3.0;
/// A tree is given up only for probes that cost this many times as much again.
const REUSE_WORTH_FACTOR: f64 = 2.0;
/// The share of the budget in which a tree of too shallow probes may show that one move is clearly
/// best.
const SHALLOW_TREE_BUDGET_SHARE: f64 = 0.125;

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

    /// Shrinks it to so many bytes, as far as possible.
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
        let is_too_shallow =
            self.are_probes_too_shallow(reused.cost_model) || self.has_root_search();
        let may_be_clear = self.budget.may_save_time && is_clear_already(&reused.search);
        if self.budget.depth.is_some() || (is_too_shallow && !may_be_clear) {
            return;
        }
        run.depth = reused.probe_depth;
        run.root_probe_depth = reused.deepest_root_probe();
        run.is_too_shallow = is_too_shallow;
        run.search = reused.search;
        run.prober.records = reused.records;
        run.previous_costs = Some(reused.cost_model);
        run.reused_positions = expanded(&run.search);
        let deepest = run.search.nodes().map(|node| node.distance()).max();
        run.deepest = deepest.unwrap_or(1);
        run.search
            .set_limits(self.budget.expansions.map(limits_of))
            .expect("the paper's division makes sense");
        run.search
            .resume(Stopping::MinAct {
                start: MIN_ACT_START_PROBABILITY,
                end: MIN_ACT_END_PROBABILITY,
            })
            .expect("these probabilities make sense");
        let position = self.game.position();
        let best = best(&run.search).map_or(Points::DRAW, |(_, real)| mover_points(real, position));
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

    /// The share that is used of the budget for a tree of too shallow probes.
    pub(super) fn shallow_tree_share(&self, used: f64) -> f64 {
        (used / SHALLOW_TREE_BUDGET_SHARE).min(1.0)
    }

    /// Replaces the reused tree by a new search with deeper probes, unless no budget is left.
    pub(super) fn restart_deeper(
        &self,
        run: &mut Run,
        decision: Decision<Move>,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> bool {
        run.is_too_shallow = false;
        if self.used(run) >= 1.0 {
            return false;
        }
        let depth = run.depth;
        run.used_at_start = self.used(run);
        run.set_aside(self.new_search(), decision);
        run.depth = 0;
        let is_expanded = self.expand_root(run, tell).is_some();
        if is_expanded && (run.depth > depth || self.has_root_search()) {
            (run.decided, run.previous_costs, run.reused_positions) = (None, None, 0);
            self.tell(run, &[], None, tell);
            return true;
        }
        run.restore_decided();
        run.is_stopped = true;
        false
    }
}

/// Whether one move of the root already stands far above the others.
fn is_clear_already(search: &Search<Move>) -> bool {
    best(search).is_some_and(|(best, real)| {
        most_of_others(search, best).is_none_or(|other| real >= other + CLEAR_MARGIN_POINTS.0)
    })
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
    /// Adds a tree.
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bstar_board::notation;

    use super::*;
    use crate::testing::{self, MIDDLEGAME, nodes, on_a_clock, search, settings};
    use crate::{Engine, SearchKind, SearchLimits, SearchResult, Settings, Signals};

    const KINGS: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

    fn engine() -> Engine {
        Engine::new(settings()).unwrap()
    }

    fn game(text: &str, words: &[&str]) -> Game {
        let mut game = testing::game(text);
        for word in words {
            let mv = notation::parse(game.position(), word).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn reused(result: &SearchResult) -> usize {
        result.tree.expect("B* has a tree").reused_positions
    }

    /// Searches, and returns the game after the move it chose and the reply it expects.
    fn move_and_reply(engine: &mut Engine, game: &Game) -> Game {
        let result = search(engine, game, &nodes(60_000));
        let mut next = game.clone();
        next.play(result.best.unwrap()).unwrap();
        next.play(result.ponder.unwrap()).unwrap();
        next
    }

    #[test]
    fn a_search_goes_on_in_the_tree_of_the_one_before() {
        let mut engine = engine();
        let mut game = game(MIDDLEGAME, &[]);
        let mut all = 0;
        for _ in 0..4 {
            game = move_and_reply(&mut engine, &game);
            let result = search(&mut engine, &game.clone(), &nodes(60_000));
            all += reused(&result);
            let best = result.best.unwrap();
            assert!(game.position().is_legal(best));
            game.play(best).unwrap();
            // The other side searches too, after one move only.
            all += reused(&search(&mut engine, &game, &nodes(60_000)));
        }
        assert!(all > 20, "{all}");
    }

    /// Under the moves played, everything that was expanded is there, unchanged.
    #[test]
    fn what_is_kept_is_what_was_found() {
        let before = game(MIDDLEGAME, &[]);
        let thought = engine().think(&before, &nodes(100_000), &Signals::new(), &mut |_| {});
        let line = thought.line();
        let after = Game::clone(&before);
        let after = line[..2].iter().fold(after, |mut game, &mv| {
            game.play(mv).unwrap();
            game
        });
        let is_expanded: HashMap<Key, bool> = thought
            .search
            .nodes()
            .map(|node| (node.key(), node.is_expanded()))
            .collect();
        let all = expanded(&thought.search);
        let depth = thought.probe_depth;
        let reused = ReusedTree::of(&before, thought)
            .unwrap()
            .follow(&after)
            .unwrap();
        let left = expanded(&reused.search);
        assert!(0 < left && left < all, "{left} of {all}");
        for node in reused.search.nodes() {
            assert_eq!(is_expanded[&node.key()], node.is_expanded());
        }
        assert!((left..=reused.search.len()).contains(&reused.records.len()));
        assert_eq!(reused.probe_depth, depth);
        let thought = engine().think(&before, &nodes(100_000), &Signals::new(), &mut |_| {});
        let nowhere = game(MIDDLEGAME, &["a2a3", "h7h6"]);
        assert!(
            ReusedTree::of(&before, thought)
                .unwrap()
                .follow(&nowhere)
                .is_none()
        );
    }

    #[test]
    fn only_a_game_that_goes_on_finds_the_tree_again() {
        let first = game(MIDDLEGAME, &[]);
        type Change = fn(&mut Engine, Game) -> Game;
        let changes: [(&str, Change); 8] = [
            ("nothing", |_, next| next),
            ("a new game", |engine, next| {
                engine.clear();
                next
            }),
            ("other settings", |engine, next| {
                let other = Settings {
                    hash_mib: 5,
                    ..settings()
                };
                engine.configure(other).unwrap();
                next
            }),
            ("another search and back", |engine, next| {
                for search in [SearchKind::AlphaBeta, SearchKind::Bstar] {
                    let other = Settings {
                        search,
                        ..settings()
                    };
                    engine.configure(other).unwrap();
                }
                next
            }),
            ("a position out of nowhere", |engine, next| {
                search(engine, &Game::default(), &nodes(1_000));
                next
            }),
            ("the position alone", |_, next| {
                Game::new(next.position().clone())
            }),
            ("the same again", |_, next| {
                let moves = &next.moves()[..next.moves().len() - 2];
                moves
                    .iter()
                    .fold(Game::new(next.start().clone()), |mut game, &mv| {
                        game.play(mv).unwrap();
                        game
                    })
            }),
            ("only some moves", |engine, next| {
                let limits = SearchLimits {
                    search_moves: vec![next.moves()[0]],
                    ..nodes(60_000)
                };
                search(engine, &Game::new(next.start().clone()), &limits);
                next
            }),
        ];
        for (name, change) in changes {
            let mut engine = engine();
            let next = move_and_reply(&mut engine, &first);
            let next = change(&mut engine, next);
            let reused = reused(&search(&mut engine, &next, &nodes(60_000)));
            assert_eq!(reused > 0, name == "nothing", "{name}: {reused} reused");
        }
        // Setting the same settings again changes nothing.
        let mut engine = engine();
        let next = move_and_reply(&mut engine, &first);
        engine.configure(settings()).unwrap();
        assert!(reused(&search(&mut engine, &next, &nodes(60_000))) > 0);
    }

    #[test]
    fn keeping_can_be_switched_off() {
        let mut settings = settings();
        settings.options.switch_off("keep").unwrap();
        let mut engine = Engine::new(settings).unwrap();
        let next = move_and_reply(&mut engine, &game(MIDDLEGAME, &[]));
        assert_eq!(reused(&search(&mut engine, &next, &nodes(60_000))), 0);
    }

    /// Many shallow probes.
    fn think(game: &Game) -> Thought {
        let mut settings = settings();
        settings.expansions = 400;
        settings.options.probe_depth = 1;
        let mut engine = Engine::new(settings).unwrap();
        engine.think(game, &SearchLimits::default(), &Signals::new(), &mut |_| {})
    }

    fn went_on(game: &Game, words: &[&str]) -> Game {
        words.iter().fold(game.clone(), |mut game, word| {
            game.play(notation::parse(game.position(), word).unwrap())
                .unwrap();
            game
        })
    }

    /// Positions get other keys where the fifty-move counter becomes part of the key.
    #[test]
    fn names_that_change_end_a_tree() {
        for (clock, is_reused) in [(20, true), (58, false), (70, true)] {
            let text = KINGS.replace(" 0 1", &format!(" {clock} 60"));
            let before = game(&text, &[]);
            let after = went_on(&before, &["a1b1", "a7b7"]);
            let reused = ReusedTree::of(&before, think(&before))
                .unwrap()
                .follow(&after);
            assert_eq!(reused.is_some(), is_reused, "{clock}");
        }
    }

    /// Moves that lead back to the root, all of them in the tree.
    fn round_trip(thought: &Thought) -> Option<[Move; 4]> {
        let root = thought.search.root();
        for (first, a) in root.moves() {
            for (second, b) in a.moves() {
                for (third, c) in b.moves() {
                    let mut moves = c.moves();
                    if let Some((last, _)) = moves.find(|(_, to)| to.key() == root.key()) {
                        return Some([first, second, third, last]);
                    }
                }
            }
        }
        None
    }

    /// The tree's root was on the board twice, or once. Two moves later that position is in the
    /// tree. It is a draw only if it was there twice.
    #[test]
    fn a_repetition_is_seen_in_a_kept_tree() {
        let once = game("8/2k5/p1p1p1p1/P1P1P1P1/1B6/4K3/8/6n1 w - - 0 1", &[]);
        let thought = think(&once);
        let trip = round_trip(&thought).expect("pieces go to and fro");
        let play = |game: &Game, moves: &[Move]| {
            moves.iter().fold(game.clone(), |mut game, &mv| {
                game.play(mv).unwrap();
                game
            })
        };
        let twice = play(&once, &trip);
        let tree = ReusedTree::of(&once, thought).unwrap();
        for (before, is_drawn) in [(once, false), (twice, true)] {
            let mut reused = tree.clone();
            reused.game = before.clone();
            let after = play(&before, &trip[..2]);
            let reused = reused.follow(&after).unwrap();
            let start = reused.search.find(reused.naming.key(before.position()));
            let start = start.expect("the trip leads back there");
            assert_eq!(start.is_settled(), is_drawn);
            let real = mover_points(start.real().min(), after.position());
            assert!(!is_drawn || real == Points::DRAW, "{real:?}");
        }
    }

    /// A tree of very shallow probes does not hold a long search back. But it suffices for a move
    /// that is clearly best.
    #[test]
    fn probes_that_are_too_short_have_no_say_where_the_choice_is_hard() {
        let first = game(MIDDLEGAME, &[]);
        let mut engine = engine();
        let quick = search(&mut engine, &first, &nodes(20_000));
        let mut next = first.clone();
        next.play(quick.best.unwrap()).unwrap();
        next.play(quick.ponder.unwrap()).unwrap();
        let long = search(&mut engine, &next, &nodes(1_000_000)).tree.unwrap();
        assert_eq!(long.reused_positions, 0);
        assert!(long.probe_depth > quick.tree.unwrap().probe_depth);
    }

    #[test]
    fn a_recapture_that_was_foreseen_is_played_at_once() {
        let first = game("5k2/p7/1p2p2p/4q3/P4p2/1PP2Q2/3r2PP/5RK1 w - - 0 27", &[]);
        let mut foreseeing = engine();
        let result = search(&mut foreseeing, &first, &on_a_clock(200_000));
        let mut next = first.clone();
        next.play(result.best.unwrap()).unwrap();
        next.play(notation::parse(next.position(), "e5f4").unwrap())
            .unwrap();
        let foreseen = search(&mut foreseeing, &next, &on_a_clock(200_000));
        let surprised = search(&mut engine(), &next, &on_a_clock(200_000));
        let recapture = notation::parse(next.position(), "f1f4").unwrap();
        assert_eq!(
            (foreseen.best, surprised.best),
            (Some(recapture), Some(recapture))
        );
        assert!(reused(&foreseen) > 0 && foreseen.tree.unwrap().ended_early);
        let (less, more) = (foreseen.nodes, surprised.nodes);
        assert!(
            less < 2_000 && (2_000..60_000).contains(&more),
            "{less} and {more}"
        );
    }
}
