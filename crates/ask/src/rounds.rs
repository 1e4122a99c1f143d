//! A search of B\* in two rounds, for the eye.
//!
//! A deep search of the root finds the better move, and while it runs there is no tree to see. So a
//! tree without one comes first, for a small part of the time. Then comes the search that counts:
//! the deep one, with a tree that grows from it and takes the place of the first.

use std::time::Duration;

use bstar_board::Game;
use bstar_engine::task::Explain;
use bstar_engine::{Engine, OnSnapshot, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::{DeeperSearch, Points, RootMoveValues, Snapshot, Thought};

use crate::listener::Listener;

/// The part of the time that the first round may take, and the most.
const FIRST_ROUND_TIME_SHARE: f64 = 0.15;
const MAX_FIRST_ROUND: Duration = Duration::from_millis(1_500);
/// With less time left there is no second round.
const MIN_SECOND_ROUND: Duration = Duration::from_millis(20);
/// The second round counts if its deep search went more plies than this beyond the probes of the
/// first, or found a win.
const MIN_DEEPER_PLIES: u32 = 2;
/// The part of the tree's memory for the tree and the records of the first round. They stay until
/// the second is over.
const FIRST_ROUND_MEMORY_SHARE: f64 = 0.25;

/// What to search, and for how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InRounds<'a> {
    /// The position, and the game that led to it.
    pub game: &'a Game,
    pub time: Duration,
}

impl InRounds<'_> {
    /// Searches in two rounds. Of the engine's settings, the share of the root search is for the
    /// second one; if that is none, there is one round.
    pub fn run(self, engine: &mut Engine, stop: &Stop, listener: &mut dyn Listener) -> Thought {
        if engine.settings().options.root_search_percent.unwrap_or(0) == 0 {
            let mut hear = OnSnapshot(|news| listener.hear(news));
            return engine.run(&self.task(self.time), stop, &mut hear);
        }
        let memory = engine.settings().tree_bytes();
        let time = self.time.mul_f64(FIRST_ROUND_TIME_SHARE);
        let time = time.min(MAX_FIRST_ROUND);
        let task = self
            .task(time)
            .root_search(0)
            .within((memory as f64 * FIRST_ROUND_MEMORY_SHARE) as usize);
        let mut hear = OnSnapshot(|news| listener.hear(news));
        let first = engine.run(&task, stop, &mut hear);
        let left = self.time.saturating_sub(first.time);
        if stop.is_set() || first.is_certain() || left < MIN_SECOND_ROUND {
            return first;
        }
        let task = self.task(left).within(memory.saturating_sub(first.bytes()));
        let mut second = SecondRound {
            first: &first,
            is_tree_seen: false,
            counts: false,
        };
        let mut hear = OnSnapshot(|news| second.hear(news, listener));
        let mut thought = engine.run(&task, stop, &mut hear);
        if !second.counts {
            return first;
        }
        thought.time += first.time;
        thought.nodes += first.nodes;
        thought.probes += first.probes;
        thought
    }

    fn task(&self, time: Duration) -> Task<'_, Explain> {
        Task::explain(self.game, Effort::time(time))
    }
}

/// What is known of the second round while it runs.
struct SecondRound<'a> {
    first: &'a Thought,
    is_tree_seen: bool,
    /// Whether it counts beside the first. Where many share the processor, or somebody stops it, it
    /// may find little.
    counts: bool,
}

impl SecondRound<'_> {
    fn hear(&mut self, news: &Snapshot, listener: &mut dyn Listener) {
        let news = Snapshot {
            nodes: news.nodes + self.first.nodes,
            ..*news
        };
        let has_tree = news.probed_root.is_empty();
        self.counts |= !has_tree && is_beyond(&news, self.first);
        // A tree that will not count is not shown.
        if has_tree && !self.counts {
            return;
        }
        if has_tree && !std::mem::replace(&mut self.is_tree_seen, true) {
            listener.see_second_tree(&beside(self.first, &news));
        }
        listener.hear(&news);
    }
}

/// Whether a deep search of the root knows more than an earlier tree.
fn is_beyond(news: &Snapshot, first: &Thought) -> bool {
    let is_won = |best: RootMoveValues| Points(best.real.min()).is_mate();
    news.probe_depth + 1 > first.root_probe_depth + MIN_DEEPER_PLIES
        || news.best().is_some_and(is_won)
}

/// The first tree, with the second one beside it.
fn beside<'a>(first: &'a Thought, second: &Snapshot<'a>) -> Snapshot<'a> {
    Snapshot {
        search: &first.search,
        records: &first.records,
        events: &first.events,
        forgotten: first.forgotten,
        decision: None,
        probe_depth: first.probe_depth,
        expansions: first.expansions,
        deeper: Some(DeeperSearch {
            search: second.search,
            events: second.events,
            forgotten: second.forgotten,
            probe_depth: second.probe_depth,
        }),
        ..*second
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bstar_board::fen;
    use bstar_engine::Settings;

    use super::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    enum Round {
        #[default]
        First,
        Last,
    }

    /// What of a search was heard.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum News {
        /// The root's moves, probed to this depth.
        Root(u32),
        /// A tree with this many expansions.
        Tree(Round, u32),
        /// A tree, and another that begins beside it.
        Beside,
        /// The end of a round.
        Decision(Round),
    }

    #[derive(Default)]
    struct Heard {
        heard: Vec<News>,
        round: Round,
        ways_given: Arc<AtomicUsize>,
        /// Stops the search when the root is searched so deep.
        stop_at: Option<(u32, Stop)>,
        /// How long others take their turn when the first tree is seen.
        delay: Duration,
        /// The same, when the deep search of the last round has begun.
        late_delay: Duration,
    }

    impl Listener for Heard {
        fn see_second_tree(&mut self, both: &Snapshot) {
            assert!(both.deeper.is_some());
            self.heard.push(News::Beside);
        }

        fn hear(&mut self, news: &Snapshot) {
            let round = self.round;
            let heard = match news {
                Snapshot {
                    decision: Some(_), ..
                } => News::Decision(round),
                _ if !news.probed_root.is_empty() => News::Root(news.probe_depth),
                _ => News::Tree(round, news.expansions),
            };
            if let (News::Root(depth), Some((deep, stop))) = (heard, &self.stop_at)
                && depth >= *deep
            {
                stop.set();
            }
            if matches!(heard, News::Tree(Round::First, _)) {
                std::thread::sleep(self.delay);
            }
            if heard == News::Root(0) && round == Round::Last {
                std::thread::sleep(self.late_delay);
            }
            if news.decision.is_some() {
                self.round = Round::Last;
            }
            self.heard.push(heard);
        }
    }

    const QUIET: &str = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 10";

    fn think(text: &str, milliseconds: u64, listener: &mut Heard, stop: &Stop) -> Thought {
        let settings = Settings {
            hash_mib: 8,
            ..Settings::for_explaining()
        };
        let mut engine = Engine::new(settings).unwrap();
        let ways_given = Arc::clone(&listener.ways_given);
        engine.share_processor(move || {
            ways_given.fetch_add(1, Ordering::Relaxed);
        });
        let rounds = InRounds {
            game: &Game::new(fen::parse(text).unwrap()),
            time: Duration::from_millis(milliseconds),
        };
        rounds.run(&mut engine, stop, listener)
    }

    #[test]
    fn a_tree_is_seen_at_once_and_the_deep_search_decides() {
        let mut listener = Heard::default();
        let thought = think(QUIET, 600, &mut listener, &Stop::new());
        assert!(thought.root_effort.depth > 6 && thought.how_sure().is_some());
        assert!(
            thought.time >= Duration::from_millis(400),
            "both rounds count"
        );
        let heard = listener.heard;
        let first_tree = heard
            .iter()
            .position(|it| matches!(it, News::Tree(Round::First, _)));
        let deep = heard.iter().position(|it| matches!(it, News::Root(7..)));
        let beside = heard.iter().position(|it| *it == News::Beside);
        assert!(first_tree < deep && deep < beside, "{heard:?}");
        assert_eq!(heard.iter().filter(|it| **it == News::Beside).count(), 1);
        assert_eq!(heard.last(), Some(&News::Decision(Round::Last)));
        let last_tree = heard
            .iter()
            .position(|it| matches!(it, News::Tree(Round::Last, _)));
        assert!(beside < last_tree, "{heard:?}");
        // A deep search takes no long breath: there are far more ways given than news.
        assert!(listener.ways_given.load(Ordering::Relaxed) > 2 * heard.len());
    }

    #[test]
    fn a_search_that_is_stopped_in_its_deep_part_has_its_move() {
        let stop = Stop::new();
        let mut listener = Heard {
            stop_at: Some((11, stop.clone())),
            ..Heard::default()
        };
        let thought = think(QUIET, 10_000, &mut listener, &stop);
        assert!(thought.decision.is_some() && thought.root_effort.depth >= 12);
        assert!(thought.time < Duration::from_secs(8));
    }

    #[test]
    fn a_second_tree_is_seen_only_if_it_counts() {
        // Others take the processor away as soon as the deep search has begun.
        let starved = Heard {
            late_delay: Duration::from_millis(1_000),
            ..Heard::default()
        };
        for (mut listener, counts) in [(starved, false), (Heard::default(), true)] {
            let thought = think(QUIET, 1_000, &mut listener, &Stop::new());
            let heard = listener.heard;
            let is_second = |news: &News| {
                matches!(news, News::Beside | News::Tree(Round::Last, _))
                    || *news == News::Decision(Round::Last)
            };
            assert_eq!(thought.root_effort.searches > 0, counts, "{heard:?}");
            assert_eq!(heard.iter().any(is_second), counts, "{heard:?}");
        }
    }

    #[test]
    fn without_time_for_a_second_round_the_first_counts() {
        // Others take the processor away until the time is nearly over.
        let mut listener = Heard {
            delay: Duration::from_millis(300),
            ..Heard::default()
        };
        let thought = think(QUIET, 300, &mut listener, &Stop::new());
        assert!(thought.decision.is_some() && thought.root_effort.searches == 0);
    }

    #[test]
    fn what_is_certain_after_the_first_round_needs_no_second() {
        let mut listener = Heard::default();
        let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let thought = think(mate, 60_000, &mut listener, &Stop::new());
        assert!(thought.is_certain() && thought.root_effort.searches == 0);
    }
}
