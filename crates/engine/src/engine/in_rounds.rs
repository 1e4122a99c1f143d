//! A search of B* in two rounds, for whoever watches it.
//!
//! A deep search of the root finds the better move, and while it runs there is no tree to see. So a
//! tree without one comes first, for a small part of the time. Then comes the search that counts:
//! the deep one, with a tree that grows from it and takes the place of the first.

use std::time::Duration;

use bstar_alphabeta::Watch;
use bstar_board::{Game, Move};
use bstar_kit::signals::Signals;

use super::Engine;
use super::by_bstar::searchers;
use crate::clock::Timekeeper;
use crate::limits::SearchLimits;
use crate::thinker::{BstarOptions, DeeperSearch, SearchBudget, Snapshot, Thinker, Thought};

/// The part of the time that the first round may take, and the most.
const FIRST_ROUND_TIME_SHARE: f64 = 0.15;
const MAX_FIRST_ROUND: Duration = Duration::from_millis(1_500);
/// The part of the tree's memory that its tree may take. It stays until the second round is over.
const FIRST_ROUND_MEMORY_SHARE: f64 = 0.25;

/// Somebody who watches a search, and shares the processor with it.
pub trait Audience: Sync {
    /// Takes in how the search stands.
    fn hear(&self, news: &Snapshot);

    /// Lets others have their turn. This is called often, also in the midst of a deep search.
    fn give_way(&self);
}

/// Asks the clock, and lets others have their turn.
struct SharingWatch<'a> {
    timekeeper: &'a Timekeeper<'a>,
    audience: &'a dyn Audience,
}

impl Watch for SharingWatch<'_> {
    fn should_stop(&self) -> bool {
        self.audience.give_way();
        self.timekeeper.should_stop()
    }
}

/// One of the rounds.
struct Round {
    options: BstarOptions,
    time: Duration,
    /// The bytes that its tree may take.
    memory: usize,
}

impl Engine {
    /// Searches for so long, in two rounds. If `only` has any moves, it considers only those. Of
    /// the settings, the share of the root search is for the second round. If there shall be none,
    /// there is one round.
    pub fn think_in_rounds(
        &mut self,
        game: &Game,
        only: &[Move],
        time: Duration,
        signals: &Signals,
        audience: &dyn Audience,
    ) -> Thought {
        let options = self.settings.options;
        let memory = self.settings.tree_bytes();
        let whole = Round {
            options,
            time,
            memory,
        };
        if options.root_search_percent.unwrap_or(0) == 0 {
            return self.round(&whole, game, only, signals, audience, None);
        }
        let first = Round {
            options: BstarOptions {
                root_search_percent: Some(0),
                ..options
            },
            time: time.mul_f64(FIRST_ROUND_TIME_SHARE).min(MAX_FIRST_ROUND),
            memory: (memory as f64 * FIRST_ROUND_MEMORY_SHARE) as usize,
        };
        let first = self.round(&first, game, only, signals, audience, None);
        if signals.is_stopped() || first.is_certain() {
            return first;
        }
        let second = Round {
            time: time.saturating_sub(first.time),
            memory: memory.saturating_sub(first.bytes()),
            ..whole
        };
        let mut second = self.round(&second, game, only, signals, audience, Some(&first));
        if second.decision.is_none() {
            return first;
        }
        second.time += first.time;
        second
    }

    fn round(
        &mut self,
        round: &Round,
        game: &Game,
        only: &[Move],
        signals: &Signals,
        audience: &dyn Audience,
        before: Option<&Thought>,
    ) -> Thought {
        let limits = SearchLimits {
            move_time: Some(round.time),
            ..SearchLimits::default()
        };
        let timekeeper = Timekeeper::new(&limits, self.settings.move_overhead, signals).punctual();
        let watch = SharingWatch {
            timekeeper: &timekeeper,
            audience,
        };
        let budget = SearchBudget {
            time: timekeeper.planned(),
            ..SearchBudget::default()
        };
        let thinker = Thinker::new(game, only, round.options, budget, &watch).within(round.memory);
        let (searchers, _) = searchers(&mut self.pool, self.settings.techniques);
        let mut stands = before;
        thinker.think(searchers, &mut |news| {
            let news = Snapshot {
                nodes: news.nodes + before.map_or(0, |before| before.nodes),
                // That the first round has decided is not the end.
                decision: news.decision.filter(|_| before.is_some()),
                ..*news
            };
            let has_tree = news.probed_root.is_empty();
            if let Some(first) = stands.take_if(|_| has_tree) {
                audience.hear(&beside(first, &news));
            }
            audience.hear(&news);
            audience.give_way();
        })
    }
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
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bstar_board::fen;

    use super::*;
    use crate::settings::Settings;

    /// What of a search was heard.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Heard {
        /// The root's moves, probed to this depth.
        Root(u32),
        /// A tree with so many expansions.
        Tree(u32),
        /// A tree, and another that begins beside it.
        Beside,
        /// The end.
        Decision,
    }

    #[derive(Default)]
    struct Listener {
        heard: Mutex<Vec<Heard>>,
        ways_given: AtomicUsize,
        /// Stops the search when its deep search is so deep.
        stop_at: Option<(u32, Signals)>,
    }

    impl Audience for Listener {
        fn hear(&self, news: &Snapshot) {
            let heard = match news {
                Snapshot {
                    decision: Some(_), ..
                } => Heard::Decision,
                Snapshot {
                    deeper: Some(_), ..
                } => Heard::Beside,
                _ if !news.probed_root.is_empty() => Heard::Root(news.probe_depth),
                _ => Heard::Tree(news.expansions),
            };
            if let (Heard::Root(depth), Some((deep, signals))) = (heard, &self.stop_at)
                && depth >= *deep
            {
                signals.stop();
            }
            self.heard.lock().unwrap().push(heard);
        }

        fn give_way(&self) {
            self.ways_given.fetch_add(1, Ordering::Relaxed);
        }
    }

    const QUIET: &str = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 10";

    fn think(text: &str, milliseconds: u64, listener: &Listener, signals: &Signals) -> Thought {
        let settings = Settings {
            hash_mib: 8,
            ..Settings::for_explaining()
        };
        let mut engine = Engine::new(settings).unwrap();
        let game = Game::new(fen::parse(text).unwrap());
        let time = Duration::from_millis(milliseconds);
        engine.think_in_rounds(&game, &[], time, signals, listener)
    }

    #[test]
    fn a_tree_is_seen_at_once_and_the_deep_search_decides() {
        let listener = Listener::default();
        let thought = think(QUIET, 600, &listener, &Signals::new());
        assert!(thought.root_effort.depth > 6 && thought.how_sure().is_some());
        assert!(
            thought.time >= Duration::from_millis(400),
            "both rounds count"
        );
        let heard = listener.heard.into_inner().unwrap();
        let first_tree = heard.iter().position(|it| matches!(it, Heard::Tree(_)));
        let deep = heard.iter().position(|it| matches!(it, Heard::Root(7..)));
        let beside = heard.iter().position(|it| *it == Heard::Beside);
        assert!(first_tree < deep && deep < beside, "{heard:?}");
        assert_eq!(heard.iter().filter(|it| **it == Heard::Beside).count(), 1);
        let decisions = heard.iter().filter(|it| **it == Heard::Decision).count();
        assert_eq!((decisions, heard.last()), (1, Some(&Heard::Decision)));
        // A deep search takes no long breath: there are far more ways given than news.
        assert!(listener.ways_given.into_inner() > 2 * heard.len());
    }

    #[test]
    fn a_search_that_is_stopped_in_its_deep_part_has_its_move() {
        let signals = Signals::new();
        let listener = Listener {
            stop_at: Some((7, signals.clone())),
            ..Listener::default()
        };
        let thought = think(QUIET, 60_000, &listener, &signals);
        assert!(thought.decision.is_some() && thought.root_effort.depth >= 7);
    }

    #[test]
    fn what_is_certain_after_the_first_round_needs_no_second() {
        let listener = Listener::default();
        let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let thought = think(mate, 60_000, &listener, &Signals::new());
        assert!(thought.is_certain() && thought.root_effort.searches == 0);
    }
}
