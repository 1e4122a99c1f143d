//! How a clock is divided among the moves to come.
//!
//! This is the part of `go wtime` that deals with time (the whole way is told in `lib.rs`):
//!
//! 1. [`Allotment::of`] gives every move an *ideal* time and a *latest* time.
//! 2. [`Timekeeper`] holds both. A search asks it about every thousand nodes whether to stop.
//! 3. Alpha-beta begins no new iteration after the ideal time ([`Timekeeper::is_enough`]). That
//!    time shrinks while the best move stays the same and takes most of the nodes. It grows when
//!    the best move changes or its value falls ([`Stability`]).
//! 4. B* plans with the ideal time. It ends earlier when one move is clearly best, and
//!    [extends](Timekeeper::extend) the time when its choice is in doubt.
//! 5. Both are broken off at the latest time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bstar_alphabeta::{Centipawns, Iteration, Watch};
use bstar_board::Move;

use crate::limits::{Clock, SearchLimits};
use bstar_kit::signals::Signals;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allotment {
    pub ideal: Duration,
    pub latest: Duration,
}

/// Without a number of moves to go, the game is assumed to last this many moves more.
const ASSUMED_MOVES_TO_GO: u32 = 24;

/// This much of a clock, but no more than half of it, is never used. A busy machine may let a
/// search wait, and no game should be lost on time for that.
const CLOCK_RESERVE: Duration = Duration::from_millis(120);

impl Allotment {
    /// The share of a clock for the next move.
    pub fn of(clock: Clock, overhead: Duration) -> Self {
        let usable = clock.remaining.saturating_sub(overhead);
        let usable = usable - CLOCK_RESERVE.min(usable / 2);
        let moves = clock.moves_to_go.map_or(ASSUMED_MOVES_TO_GO, |moves| {
            moves.clamp(1, 2 * ASSUMED_MOVES_TO_GO)
        });
        let share = usable / moves + clock.increment * 3 / 4;
        // Leave enough for the next moves, and never risk losing on time.
        let most = if moves == 1 {
            usable * 9 / 10
        } else {
            usable * 4 / 10
        };
        let latest = (share * 4).min(most);
        Self {
            ideal: share.min(most),
            latest,
        }
    }
}

/// What lets other searches have their turn on the processor.
pub(crate) type GiveWay = Arc<dyn Fn() + Send + Sync>;

/// Watches the clock and the signals for a search.
pub(crate) struct Timekeeper<'s> {
    started: Instant,
    signals: &'s Signals,
    ponder: bool,
    /// The search is broken off after this time.
    latest: Option<Duration>,
    ideal: Option<Duration>,
    /// By how many quarters of its ideal time a punctual search was extended; none for other
    /// searches. A punctual search is broken off soon after its ideal time.
    extended: Option<AtomicU32>,
    /// The search has found what it was asked for.
    enough: AtomicBool,
    give_way: Option<GiveWay>,
}

impl<'s> Timekeeper<'s> {
    pub fn new(limits: &SearchLimits, overhead: Duration, signals: &'s Signals) -> Self {
        let (ideal, latest) = if limits.infinite {
            (None, None)
        } else {
            let allotted = limits.clock.map(|clock| Allotment::of(clock, overhead));
            let ideal = allotted.map(|allotted| allotted.ideal);
            let latest = [allotted.map(|allotted| allotted.latest), limits.move_time]
                .into_iter()
                .flatten()
                .min();
            (ideal, latest)
        };
        Self {
            started: Instant::now(),
            signals,
            ponder: limits.ponder,
            latest,
            ideal,
            extended: None,
            enough: AtomicBool::new(false),
            give_way: None,
        }
    }

    /// Calls this as often as the search asks whether to stop.
    pub fn giving_way(self, give_way: Option<&GiveWay>) -> Self {
        Self {
            give_way: give_way.cloned(),
            ..self
        }
    }

    /// Makes the search punctual. It plans its time, and is broken off soon after its ideal time
    /// unless that is extended.
    pub fn punctual(self) -> Self {
        Self {
            extended: Some(AtomicU32::new(0)),
            ..self
        }
    }

    /// Gives a punctual search half of its ideal time more, if the clock allows it. Returns whether
    /// it did.
    pub fn extend(&self) -> bool {
        let extended = self.extended.as_ref().filter(|_| self.can_extend());
        if let Some(extended) = extended {
            extended.fetch_add(2, Ordering::Relaxed);
        }
        extended.is_some()
    }

    fn can_extend(&self) -> bool {
        let plan = self.ideal.map(|ideal| ideal * self.quarters() / 4);
        plan.zip(self.latest)
            .is_some_and(|(plan, latest)| plan < latest)
    }

    /// The planned time, in quarters of the ideal time.
    fn quarters(&self) -> u32 {
        let extended = self.extended.as_ref();
        4 + extended.map_or(0, |extended| extended.load(Ordering::Relaxed))
    }

    /// When the search is broken off, as things are now.
    fn end(&self) -> Option<Duration> {
        let is_punctual = self.extended.is_some();
        let soon = self.ideal.filter(|_| is_punctual);
        let soon = soon.map(|ideal| ideal * (self.quarters() + 1) / 4);
        [self.latest, soon].into_iter().flatten().min()
    }

    /// Whether a root search has used the planned time, or two thirds of all there is. The tree
    /// that follows needs the rest.
    pub fn is_root_search_over(&self) -> bool {
        let most = self.latest.map(|latest| latest * 2 / 3);
        let end = [self.planned(), most].into_iter().flatten().min();
        self.clock_runs() && end.is_some_and(|end| self.elapsed() >= end)
    }

    /// Ends the search, because it has found what it was asked for.
    pub fn end_search(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// How long the search is meant to take, if anything says so.
    pub fn planned(&self) -> Option<Duration> {
        let ideal = self.ideal.map(|ideal| ideal * self.quarters() / 4);
        [ideal, self.latest].into_iter().flatten().min()
    }

    /// How long the search has run. Time on the opponent's clock is part of it: after a hit the
    /// answer may be ready.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn clock_runs(&self) -> bool {
        !self.ponder || self.signals.is_ponder_hit()
    }

    /// After an iteration: whether it is time to answer.
    pub fn is_enough(&self, stability: &Stability) -> bool {
        self.ideal.is_some_and(|ideal| {
            self.clock_runs() && self.elapsed() >= ideal.mul_f64(stability.factor())
        })
    }
}

impl Watch for Timekeeper<'_> {
    fn should_stop(&self) -> bool {
        if let Some(give_way) = &self.give_way {
            give_way();
        }
        self.signals.is_stopped()
            || self.enough.load(Ordering::Relaxed)
            || (self.clock_runs() && self.end().is_some_and(|end| self.elapsed() >= end))
    }
}

/// How settled alpha-beta's choice is, from iteration to iteration.
#[derive(Default)]
pub(crate) struct Stability {
    best: Option<Move>,
    value: Centipawns,
    /// Iterations in a row with the same best move.
    unchanged: u32,
    share_of_best: f64,
    fall: Centipawns,
    /// The values of the last three iterations, the last one first.
    values: [Option<Centipawns>; 3],
}

impl Stability {
    /// Takes a finished iteration into account.
    pub fn note(&mut self, iteration: &Iteration) {
        self.values.rotate_right(1);
        self.values[0] = Some(iteration.value);
        let best = iteration.line.first().copied();
        if best == self.best {
            self.unchanged += 1;
        } else {
            self.unchanged = 0;
            self.best = best;
        }
        self.fall = if iteration.depth > 4 {
            self.value - iteration.value
        } else {
            Centipawns(0)
        };
        self.value = iteration.value;
        self.share_of_best = iteration.share_of_best;
    }

    /// Iterations in a row with the same best move, after the first of them.
    pub fn unchanged(&self) -> u32 {
        self.unchanged
    }

    /// The share of all nodes that were spent below the best move, 0 to 1.
    pub fn share_of_best(&self) -> f64 {
        self.share_of_best
    }

    /// The values of the last three iterations, the last one first.
    pub fn values(&self) -> [Option<Centipawns>; 3] {
        self.values
    }

    /// The ideal time is multiplied by this.
    pub fn factor(&self) -> f64 {
        let by_change = match self.unchanged {
            0 => 1.6,
            1 => 1.2,
            2 => 1.0,
            3 => 0.85,
            _ => 0.75,
        };
        let by_effort = (1.7 - self.share_of_best).clamp(0.6, 1.4);
        let by_fall = 1.0 + f64::from(self.fall.0.clamp(0, 60)) / 100.0;
        by_change * by_effort * by_fall
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn no_move_takes_the_whole_clock() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 10, 11, 50, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = clock(remaining, increment, moves_to_go);
                    let allotted = Allotment::of(clock, overhead);
                    assert!(allotted.ideal <= allotted.latest, "{clock:?}");
                    assert!(
                        allotted.latest <= clock.remaining.saturating_sub(overhead),
                        "{clock:?}"
                    );
                }
            }
        }
    }

    /// This holds even if every fifth move takes its latest time. Without a reserve 31 and 53
    /// milliseconds would be left.
    #[test]
    fn a_long_game_leaves_something_on_the_clock() {
        for (base, increment, least) in [(1_000, 10, 60), (2_000, 20, 120)] {
            let mut now = clock(base, increment, None);
            for number in 0..200 {
                let Allotment { ideal, latest } = Allotment::of(now, Duration::from_millis(10));
                now.remaining -= if number % 5 == 0 { latest } else { ideal };
                assert!(now.remaining.as_millis() >= least, "move {number}: {now:?}");
                now.remaining += now.increment;
            }
        }
    }

    #[test]
    fn what_was_thought_ahead_counts_once_the_move_is_hit() {
        let limits = SearchLimits {
            move_time: Some(Duration::from_millis(1)),
            ponder: true,
            ..SearchLimits::default()
        };
        let signals = Signals::new();
        let timekeeper = Timekeeper::new(&limits, Duration::ZERO, &signals);
        std::thread::sleep(Duration::from_millis(2));
        assert!(!timekeeper.should_stop());
        signals.ponder_hit();
        assert!(timekeeper.should_stop());
    }

    #[test]
    fn a_punctual_search_ends_near_its_ideal_time_or_asks_for_more() {
        let limits = SearchLimits {
            clock: Some(clock(60_000, 0, None)),
            ..SearchLimits::default()
        };
        let signals = Signals::new();
        let usual = Timekeeper::new(&limits, Duration::ZERO, &signals);
        let planned = usual.planned().unwrap();
        let latest = usual.end().unwrap();
        assert!(latest > planned * 2);
        usual.extend();
        assert_eq!(usual.planned(), Some(planned), "it has its own ways");
        let punctual = usual.punctual();
        assert_eq!(punctual.planned(), Some(planned));
        assert!(punctual.end().unwrap() < planned * 2);
        punctual.extend();
        assert_eq!(punctual.planned(), Some(planned * 3 / 2));
        assert!(punctual.end() > punctual.planned());
        for _ in 0..100 {
            punctual.extend();
        }
        assert_eq!(
            (punctual.planned(), punctual.end()),
            (Some(latest), Some(latest))
        );
    }

    /// However often the time is extended, a third of it remains for what follows the root search.
    #[test]
    fn a_root_search_leaves_time_for_what_follows() {
        let limits = SearchLimits {
            clock: Some(clock(600, 0, None)),
            ..SearchLimits::default()
        };
        let signals = Signals::new();
        let timekeeper = Timekeeper::new(&limits, Duration::ZERO, &signals).punctual();
        let latest = timekeeper.latest.unwrap();
        while timekeeper.extend() {}
        assert!(!timekeeper.is_root_search_over());
        std::thread::sleep(latest * 2 / 3);
        assert!(timekeeper.is_root_search_over());
        let on_their_time = SearchLimits {
            ponder: true,
            ..limits
        };
        let ahead = Timekeeper::new(&on_their_time, Duration::ZERO, &signals).punctual();
        std::thread::sleep(latest);
        assert!(!ahead.is_root_search_over());
        signals.ponder_hit();
        assert!(ahead.is_root_search_over());
    }

    #[test]
    fn a_time_that_was_set_is_not_stretched() {
        let signals = Signals::new();
        let movetime = SearchLimits {
            move_time: Some(Duration::from_secs(1)),
            ..SearchLimits::default()
        };
        let punctual = Timekeeper::new(&movetime, Duration::ZERO, &signals).punctual();
        punctual.extend();
        let second = Some(Duration::from_secs(1));
        assert_eq!((punctual.planned(), punctual.end()), (second, second));
    }

    #[test]
    fn a_settled_search_is_shorter() {
        let settled = Stability {
            unchanged: 6,
            share_of_best: 0.95,
            ..Stability::default()
        };
        let torn = Stability {
            unchanged: 0,
            share_of_best: 0.3,
            fall: Centipawns(40),
            ..Stability::default()
        };
        assert!(settled.factor() * 3.0 < torn.factor());
    }
}
