//! A search of B* in two rounds, for whoever watches it.
//!
//! A deep search of the root finds the better move, and while it runs there is no tree to see. So a
//! tree without one comes first, for a small part of the time. Then comes the search that counts:
//! the deep one, with a tree that grows from it and takes the place of the first.

use std::time::Duration;

use bstar_alphabeta::Watch;
use bstar_board::{Game, Move};
use bstar_kit::signals::Signals;
use bstar_thought::{DeeperSearch, Points, RootMoveValues, Snapshot, Thought};

use super::Engine;
use super::by_bstar::searchers;
use crate::clock::Timekeeper;
use crate::limits::SearchLimits;
use crate::thinker::{BstarOptions, SearchBudget, Thinker};

/// The part of the time that the first round may take, and the most.
const FIRST_ROUND_TIME_SHARE: f64 = 0.15;
const MAX_FIRST_ROUND: Duration = Duration::from_millis(1_500);
/// With less time left there is no second round.
const MIN_SECOND_ROUND: Duration = Duration::from_millis(20);
/// The second round counts if its deep search went more than so many plies beyond the probes of the
/// first, or found a win.
const MIN_DEEPER_PLIES: u32 = 2;
/// The part of the tree's memory for the tree and the records of the first round. They stay until
/// the second is over.
const FIRST_ROUND_MEMORY_SHARE: f64 = 0.25;

/// Which round news come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The one for whoever watches.
    First,
    /// The one that counts.
    Last,
}

/// Somebody who watches a search, and shares the processor with it.
pub trait Audience: Sync {
    /// Takes in how the search stands.
    fn hear(&self, news: &Snapshot, round: Round);

    /// A second tree begins to grow, and will be told of from now on. Here it stands beside the
    /// first.
    fn see_second_tree(&self, both: &Snapshot);

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

/// What a round may do.
struct RoundPlan {
    round: Round,
    options: BstarOptions,
    time: Duration,
    /// The bytes that its tree and its records may take.
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
        let whole = self.whole_round(time);
        let RoundPlan {
            options, memory, ..
        } = whole;
        if options.root_search_percent.unwrap_or(0) == 0 {
            return self.round(&whole, game, only, signals, audience, None).0;
        }
        let first = RoundPlan {
            round: Round::First,
            options: BstarOptions {
                root_search_percent: Some(0),
                ..options
            },
            time: time.mul_f64(FIRST_ROUND_TIME_SHARE).min(MAX_FIRST_ROUND),
            memory: (memory as f64 * FIRST_ROUND_MEMORY_SHARE) as usize,
        };
        let (first, _) = self.round(&first, game, only, signals, audience, None);
        let left = time.saturating_sub(first.time);
        if signals.is_stopped() || first.is_certain() || left < MIN_SECOND_ROUND {
            return first;
        }
        let second = RoundPlan {
            time: left,
            memory: memory.saturating_sub(first.bytes()),
            ..whole
        };
        let (mut second, counts) = self.round(&second, game, only, signals, audience, Some(&first));
        if !counts {
            return first;
        }
        second.time += first.time;
        second.nodes += first.nodes;
        second.probes += first.probes;
        second
    }

    /// Goes on where an earlier search of the same game ended: for so long, in one round. What was
    /// learned is in the table, so that the deep search soon is where it was.
    pub fn think_on(
        &mut self,
        game: &Game,
        only: &[Move],
        time: Duration,
        signals: &Signals,
        audience: &dyn Audience,
    ) -> Thought {
        let whole = self.whole_round(time);
        self.round(&whole, game, only, signals, audience, None).0
    }

    /// One round with everything.
    fn whole_round(&self, time: Duration) -> RoundPlan {
        RoundPlan {
            round: Round::Last,
            options: self.settings.options,
            time,
            memory: self.settings.tree_bytes(),
        }
    }

    /// Searches for a round. Returns what came of it, and whether that counts beside the round
    /// before: where many share the processor, or somebody stops it, little may.
    fn round(
        &mut self,
        plan: &RoundPlan,
        game: &Game,
        only: &[Move],
        signals: &Signals,
        audience: &dyn Audience,
        before: Option<&Thought>,
    ) -> (Thought, bool) {
        let limits = SearchLimits::time(plan.time);
        let timekeeper = Timekeeper::new(&limits, self.settings.move_overhead, signals);
        let watch = SharingWatch {
            timekeeper: &timekeeper,
            audience,
        };
        let budget = SearchBudget {
            time: timekeeper.planned(),
            ..SearchBudget::default()
        };
        let thinker = Thinker::new(game, only, plan.options, budget, &watch).within(plan.memory);
        let (searchers, _) = searchers(&mut self.pool, self.settings.techniques);
        let mut stands = before;
        let mut counts = before.is_none();
        let thought = thinker.think(searchers, &mut |news| {
            let news = Snapshot {
                nodes: news.nodes + before.map_or(0, |before| before.nodes),
                ..*news
            };
            let has_tree = news.probed_root.is_empty();
            counts |= before.is_some_and(|first| !has_tree && is_beyond(&news, first));
            // Of a tree that will not count nobody hears.
            if counts || !has_tree {
                if let Some(first) = stands.take_if(|_| has_tree) {
                    audience.see_second_tree(&beside(first, &news));
                }
                audience.hear(&news, plan.round);
            }
            audience.give_way();
        });
        (thought, counts)
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
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bstar_board::fen;

    use super::*;
    use crate::settings::Settings;

    /// What of a search was heard.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum News {
        /// The root's moves, probed to this depth.
        Root(u32),
        /// A tree with so many expansions.
        Tree(Round, u32),
        /// A tree, and another that begins beside it.
        Beside,
        /// The end of a round.
        Decision(Round),
    }

    #[derive(Default)]
    struct Listener {
        heard: Mutex<Vec<News>>,
        ways_given: AtomicUsize,
        /// Stops the search when the root is searched so deep.
        stop_at: Option<(u32, Signals)>,
        /// How long others take their turn when the first tree is seen.
        delay: Duration,
        /// The same, when the deep search of the last round has begun.
        late_delay: Duration,
    }

    impl Audience for Listener {
        fn see_second_tree(&self, both: &Snapshot) {
            assert!(both.deeper.is_some());
            self.heard.lock().unwrap().push(News::Beside);
        }

        fn hear(&self, news: &Snapshot, round: Round) {
            let heard = match news {
                Snapshot {
                    decision: Some(_), ..
                } => News::Decision(round),
                _ if !news.probed_root.is_empty() => News::Root(news.probe_depth),
                _ => News::Tree(round, news.expansions),
            };
            if let (News::Root(depth), Some((deep, signals))) = (heard, &self.stop_at)
                && depth >= *deep
            {
                signals.stop();
            }
            if matches!(heard, News::Tree(Round::First, _)) {
                std::thread::sleep(self.delay);
            }
            if heard == News::Root(0) && round == Round::Last {
                std::thread::sleep(self.late_delay);
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
        assert!(listener.ways_given.into_inner() > 2 * heard.len());
    }

    #[test]
    fn a_search_that_is_stopped_in_its_deep_part_has_its_move() {
        let signals = Signals::new();
        let listener = Listener {
            stop_at: Some((11, signals.clone())),
            ..Listener::default()
        };
        let thought = think(QUIET, 10_000, &listener, &signals);
        assert!(thought.decision.is_some() && thought.root_effort.depth >= 12);
        assert!(thought.time < Duration::from_secs(8));
    }

    #[test]
    fn a_second_tree_is_seen_only_if_it_counts() {
        // Others take the processor away as soon as the deep search has begun.
        let starved = Listener {
            late_delay: Duration::from_millis(1_000),
            ..Listener::default()
        };
        for (listener, counts) in [(starved, false), (Listener::default(), true)] {
            let thought = think(QUIET, 1_000, &listener, &Signals::new());
            let heard = listener.heard.into_inner().unwrap();
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
        let listener = Listener {
            delay: Duration::from_millis(300),
            ..Listener::default()
        };
        let thought = think(QUIET, 300, &listener, &Signals::new());
        assert!(thought.decision.is_some() && thought.root_effort.searches == 0);
    }

    #[test]
    fn what_is_certain_after_the_first_round_needs_no_second() {
        let listener = Listener::default();
        let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let thought = think(mate, 60_000, &listener, &Signals::new());
        assert!(thought.is_certain() && thought.root_effort.searches == 0);
    }
}
