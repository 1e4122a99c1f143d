//! Thinking on the opponent's time with a tree (docs/search.md, section 10).
//!
//! The interface asks about the position after the reply it expects. The engine first searches the
//! position before that reply, to a decision about the reply, and keeps that tree. Then it searches
//! the position after the expected reply. If that reply is played, the second search goes on, now
//! on our clock. If another one is played, the first tree still knows something about it.

use std::time::{Duration, Instant};

use bstar_alphabeta::Watch;
use bstar_board::Game;

use super::Engine;
use super::by_bstar::searchers;
use crate::thinker::{ReusedTree, Thinker};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;

/// A search on the opponent's time may take the time planned for our own move, divided by this.
const OPPONENT_TIME_DIVISOR: u32 = 4;

/// Stops a search on the opponent's time as soon as the opponent has moved, or at its end.
pub(super) struct UntilReply<'s> {
    pub(super) stop: &'s Stop,
    pub(super) end: Instant,
}

impl Watch for UntilReply<'_> {
    fn should_stop(&self) -> bool {
        is_replied(self.stop) || Instant::now() >= self.end
    }
}

/// Whether the opponent has moved.
pub(super) fn is_replied(stop: &Stop) -> bool {
    stop.is_set() || stop.is_ponder_hit()
}

impl Engine {
    /// Searches the position before the expected reply, if a time is planned, and returns the tree
    /// under that reply. The whole tree goes into the cache.
    pub(super) fn think_about_reply(
        &mut self,
        game: &Game,
        planned: Option<Duration>,
        effort: &Effort,
        stop: &Stop,
    ) -> Option<ReusedTree> {
        let before = before_last_move(game)?;
        let reused = self.tree_cache.take_for(&before);
        let tree = match planned {
            Some(planned) => {
                let time = planned / OPPONENT_TIME_DIVISOR;
                let watch = UntilReply {
                    stop,
                    end: Instant::now() + time,
                };
                let effort = match effort.node_limit() {
                    Some(nodes) => Effort::time(time).or(Effort::nodes(nodes)),
                    None => Effort::time(time),
                };
                self.think_for_opponent(&before, reused, effort, &watch)
            }
            None => reused,
        };
        let tree = tree.map(|mut tree| {
            // The other half of the memory is for the tree under the reply.
            tree.shrink(self.settings.tree_bytes() / 2);
            tree
        });
        let under_reply = tree.clone().and_then(|tree| tree.follow(game));
        self.tree_cache.put(tree);
        under_reply
    }

    fn think_for_opponent(
        &mut self,
        game: &Game,
        reused: Option<ReusedTree>,
        effort: Effort,
        watch: &UntilReply,
    ) -> Option<ReusedTree> {
        let thinker = Thinker::new(game, &[], self.settings.options, effort, watch)
            .within(self.settings.tree_bytes());
        let (searchers, _) = searchers(&mut self.pool, self.settings.techniques);
        ReusedTree::of(game, thinker.think_from(reused, searchers, &mut |_| {}))
    }
}

/// The game without its last move.
pub(super) fn before_last_move(game: &Game) -> Option<Game> {
    let (_, earlier) = game.moves().split_last()?;
    let mut before = Game::new(game.start().clone());
    for &mv in earlier {
        before.play(mv).ok()?;
    }
    Some(before)
}

#[cfg(test)]
mod tests {
    use bstar_board::Move;
    use bstar_thought::{SearchReport, SearchResult};

    use super::*;
    use crate::testing::{MIDDLEGAME, game, nodes, on_a_clock, search, settings};
    use crate::{OnReport, Task};

    fn engine() -> Engine {
        Engine::new(settings()).unwrap()
    }

    fn after(game: &Game, mv: Move) -> Game {
        let mut game = game.clone();
        game.play(mv).unwrap();
        game
    }

    /// Ponders until the nodes are used up.
    fn ponder(
        engine: &mut Engine,
        game: &Game,
        effort: Effort,
        stop: &Stop,
    ) -> (SearchResult, Vec<SearchReport>) {
        let mut reports = Vec::new();
        let mut keep = OnReport(|report: &SearchReport| reports.push(report.clone()));
        let task = Task::play(game, effort.pondering());
        let result = engine.run(&task, stop, &mut keep);
        (result, reports)
    }

    /// The engine that made a move, the game after that move, and the reply it expects.
    fn moved() -> (Engine, Game, Move) {
        let mut engine = engine();
        let game = game(MIDDLEGAME);
        let result = search(&mut engine, &game, nodes(100_000));
        let game = after(&game, result.best.unwrap());
        (engine, game, result.ponder.unwrap())
    }

    /// Reports are only about the position that was asked about. The next search goes on in what
    /// was found about another reply.
    #[test]
    fn what_lies_under_the_reply_that_was_not_expected_is_kept() {
        let (mut engine, moved, expected) = moved();
        let asked = after(&moved, expected);
        let (result, reports) = ponder(&mut engine, &asked, nodes(100_000), &Stop::new());
        assert!(asked.position().is_legal(result.best.unwrap()));
        assert!(!reports.is_empty());
        for report in reports {
            assert!(asked.position().is_legal(report.line[0]), "{report:?}");
        }
        let known = engine.tree_cache.replies();
        let other = known.iter().find(|&&mv| mv != expected);
        let surprise = after(&moved, *other.expect("there is more than one good reply"));
        let result = search(&mut engine, &surprise, nodes(100_000));
        assert!(result.tree.unwrap().reused_positions > 0);
    }

    #[test]
    fn the_answer_to_the_expected_reply_goes_on_in_its_tree() {
        let (mut engine, moved, expected) = moved();
        let asked = after(&moved, expected);
        let (result, _) = ponder(&mut engine, &asked, nodes(100_000), &Stop::new());
        assert!(result.tree.unwrap().reused_positions > 0);
        // The next search goes on in that tree too, by both moves.
        let next = after(&asked, result.best.unwrap());
        let next = after(&next, result.ponder.unwrap());
        let result = search(&mut engine, &next, nodes(100_000));
        assert!(result.tree.unwrap().reused_positions > 0);
    }

    #[test]
    fn a_reply_that_comes_at_once_leaves_the_whole_budget_for_the_answer() {
        for (effort, is_on_a_clock) in [(nodes(100_000), false), (on_a_clock(100_000), true)] {
            let (mut engine, game, expected) = moved();
            let asked = after(&game, expected);
            let stop = Stop::new();
            stop.ponder_hit();
            let (result, _) = ponder(&mut engine, &asked, effort, &stop);
            // On a clock a search may end by itself and save the rest.
            let least = if is_on_a_clock { 50_000 } else { 80_000 };
            assert!(result.nodes > least, "{}", result.nodes);
            assert!(is_on_a_clock || result.tree.unwrap().reused_positions > 0);
        }
    }

    #[test]
    fn the_opponents_move_is_thought_about_until_it_is_made_or_time_is_up() {
        type Word = fn(&Stop);
        let words: [(Word, bool); 3] =
            [(|_| {}, false), (Stop::set, true), (Stop::ponder_hit, true)];
        for (say, is_over) in words {
            let stop = Stop::new();
            let now = Instant::now();
            let mut watch = UntilReply {
                stop: &stop,
                end: now + Duration::from_secs(3_600),
            };
            say(&stop);
            assert_eq!(watch.should_stop(), is_over);
            watch.end = now;
            assert!(watch.should_stop());
        }
    }

    #[test]
    fn a_new_game_forgets_what_was_thought_ahead() {
        let (mut engine, moved, expected) = moved();
        let asked = after(&moved, expected);
        let search_again = |engine: &mut Engine| search(engine, &asked, nodes(100_000));
        ponder(&mut engine, &asked, nodes(100_000), &Stop::new());
        assert!(search_again(&mut engine).tree.unwrap().reused_positions > 0);
        ponder(&mut engine, &asked, nodes(100_000), &Stop::new());
        engine.clear();
        assert_eq!(search_again(&mut engine).tree.unwrap().reused_positions, 0);
    }
}
