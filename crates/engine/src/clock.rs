//! How a clock is divided among the moves to come.
//!
//! This is the part of `go wtime` that deals with time (the whole way is told in `lib.rs`):
//!
//! 1. [`Allotment::of`] gives every move an *ideal* time and a *latest* time.
//! 2. [`Timekeeper`] holds both. A search asks it about every thousand nodes whether to stop.
//! 3. Alpha-beta begins no new iteration after the ideal time ([`Timekeeper::is_enough`]). That
//!    time shrinks while the best move stays the same and takes most of the nodes. It grows when
//!    the best move changes or its value falls ([`Stability`]).
//! 4. The deep search of B* does the same. Its tree, where there is one, gets a small share of the
//!    ideal time.
//! 5. Both are broken off at the latest time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bstar_alphabeta::{Iteration, Watch};
use bstar_board::Move;
use bstar_board::score::Centipawns;

use bstar_kit::effort::{Clock, Effort};
use bstar_kit::stop::Stop;

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

/// A time for one move leaves the overhead for the answer, but no more than this part of it.
///
/// A search notices the end of its time a moment after it, and then still has to answer. Without
/// this every answer to `go movetime` would come after its time.
const LARGEST_RESERVE_PART: u32 = 10;

/// How long a search may take that was given this time for its move.
fn searchable(move_time: Duration, overhead: Duration) -> Duration {
    move_time - overhead.min(move_time / LARGEST_RESERVE_PART)
}

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

/// Watches the clock and the stop for a search.
pub(crate) struct Timekeeper<'s> {
    started: Instant,
    stop: &'s Stop,
    ponder: bool,
    /// The search is broken off after this time.
    latest: Option<Duration>,
    ideal: Option<Duration>,
    /// Whether an answer is ready after its ideal time, although the opponent still thinks.
    rehearses: bool,
    /// The search has found what it was asked for.
    enough: AtomicBool,
    give_way: Option<GiveWay>,
}

impl<'s> Timekeeper<'s> {
    pub fn new(effort: &Effort, overhead: Duration, stop: &'s Stop) -> Self {
        let allotted = effort
            .running_clock()
            .map(|clock| Allotment::of(clock, overhead));
        let ideal = allotted.map(|allotted| allotted.ideal);
        let move_time = effort.time_limit().map(|time| searchable(time, overhead));
        let latest = [allotted.map(|allotted| allotted.latest), move_time]
            .into_iter()
            .flatten()
            .min();
        Self {
            started: Instant::now(),
            stop,
            ponder: effort.is_pondering(),
            latest,
            ideal,
            rehearses: false,
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

    /// Makes the ideal time enough on the opponent's time too. Then the answer is ready, and the
    /// rest of that time is for other replies.
    pub fn rehearsing(self) -> Self {
        Self {
            rehearses: true,
            ..self
        }
    }

    /// Ends the search, because it has found what it was asked for.
    pub fn end_search(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// How long the search is meant to take, if anything says so.
    pub fn planned(&self) -> Option<Duration> {
        [self.ideal, self.latest].into_iter().flatten().min()
    }

    /// How long the search has run. Time on the opponent's clock is part of it: after a hit the
    /// answer may be ready.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn clock_runs(&self) -> bool {
        !self.ponder || self.stop.is_ponder_hit()
    }

    /// After an iteration: whether it is time to answer.
    pub fn is_enough(&self, stability: &Stability) -> bool {
        let counts = self.clock_runs() || self.rehearses;
        self.ideal
            .is_some_and(|ideal| counts && self.elapsed() >= ideal.mul_f64(stability.factor()))
    }
}

impl Watch for Timekeeper<'_> {
    fn should_stop(&self) -> bool {
        if let Some(give_way) = &self.give_way {
            give_way();
        }
        self.stop.is_set()
            || self.enough.load(Ordering::Relaxed)
            || (self.clock_runs() && self.latest.is_some_and(|latest| self.elapsed() >= latest))
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
        let effort = Effort::time(Duration::from_millis(1)).pondering();
        let stop = Stop::new();
        let timekeeper = Timekeeper::new(&effort, Duration::ZERO, &stop);
        std::thread::sleep(Duration::from_millis(2));
        assert!(!timekeeper.should_stop());
        stop.ponder_hit();
        assert!(timekeeper.should_stop());
    }

    /// While the opponent thinks, an answer is ready after its ideal time, but is not asked for.
    #[test]
    fn an_answer_is_rehearsed_on_the_opponents_time() {
        let effort = Effort::clock(clock(600, 0, None)).pondering();
        let settled = Stability {
            unchanged: 6,
            share_of_best: 0.95,
            ..Stability::default()
        };
        let stop = Stop::new();
        let new = || Timekeeper::new(&effort, Duration::ZERO, &stop);
        let (endless, rehearsal) = (new(), new().rehearsing());
        assert!(!rehearsal.is_enough(&settled));
        std::thread::sleep(rehearsal.planned().unwrap());
        assert!(rehearsal.is_enough(&settled) && !rehearsal.should_stop());
        assert!(!endless.is_enough(&settled));
        stop.ponder_hit();
        assert!(endless.is_enough(&settled));
    }

    #[test]
    fn a_time_that_was_set_is_the_plan() {
        let stop = Stop::new();
        let movetime = Effort::time(Duration::from_secs(1));
        let timekeeper = Timekeeper::new(&movetime, Duration::ZERO, &stop);
        assert_eq!(timekeeper.planned(), Some(Duration::from_secs(1)));
        assert!(!timekeeper.is_enough(&Stability::default()));
    }

    #[test]
    fn a_time_for_one_move_leaves_time_for_the_answer() {
        let (stop, overhead) = (Stop::new(), Duration::from_millis(10));
        for (given, searched) in [(1_000, 900), (50_000, 45_000), (2_000_000, 1_990_000)] {
            let effort = Effort::time(Duration::from_micros(given));
            let timekeeper = Timekeeper::new(&effort, overhead, &stop);
            assert_eq!(timekeeper.latest, Some(Duration::from_micros(searched)));
            let without = Timekeeper::new(&effort, Duration::ZERO, &stop);
            assert_eq!(without.latest, Some(Duration::from_micros(given)));
        }
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
