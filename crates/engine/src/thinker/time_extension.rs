//! Time extensions: a hard move may take longer than planned.
//!
//! Easy moves leave time on the clock. It goes to moves whose choice was refuted, changed lately,
//! or lost much of its value.

use std::time::Duration;

use bstar::Event;
use bstar_board::Move;

use super::Thinker;
use super::run::Run;
use super::thought::LoggedEvent;
use crate::clock::Timekeeper;

/// From this share of the planned time on, the search checks whether the move is hard.
const EXTENSION_CHECK_TIME_SHARE: f64 = 0.8;
/// Events in this last share of the nodes are recent.
const RECENT_NODES_SHARE: f64 = 0.3;
/// A value that fell by this many points since the start fell by much: a twentieth of a game.
const LARGE_FALL_POINTS: i32 = 500;

impl Thinker<'_> {
    /// The share of the planned time that is used; 0 if no time counts.
    pub(super) fn time_used(&self) -> f64 {
        let is_pondering = self.ponder.is_some_and(|signals| !signals.is_ponder_hit());
        let planned = self.planned().filter(|_| !is_pondering);
        planned.map_or(0.0, |time| {
            self.started.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-6)
        })
    }

    /// The time that is left of the share this search wants, if time counts.
    pub(super) fn time_left(&self, run: &Run) -> Option<Duration> {
        let left = (run.wanted_time_share - self.time_used()).max(0.0);
        self.planned().map(|time| time.mul_f64(left))
    }

    pub(super) fn planned(&self) -> Option<Duration> {
        self.clock.map_or(self.budget.time, Timekeeper::planned)
    }

    /// Extends the time if the plan is nearly over and the move is hard.
    pub(super) fn extend_time_if_hard(&self, run: &mut Run) {
        let Some(clock) = self.clock else { return };
        let before = self.time_used();
        if before < EXTENSION_CHECK_TIME_SHARE || run.is_stopped || !is_hard(run) {
            return;
        }
        clock.extend();
        // The plan is longer now, so the share used at the start is smaller.
        run.used_at_start *= self.time_used() / before;
    }
}

fn is_hard(run: &Run) -> bool {
    match &run.decided {
        // Deeper probes prefer another move, and have not decided yet.
        Some(decided) => best(&run.log.events).is_some_and(|best| best != decided.decision.best),
        None => is_in_doubt(&run.log.events, run.prober.nodes),
    }
}

fn best(events: &[LoggedEvent]) -> Option<Move> {
    events.iter().rev().find_map(|logged| match logged.event {
        Event::NewBest { best, .. } => Some(best),
        _ => None,
    })
}

/// Whether the choice was refuted and not replaced, changed recently, or is worth much less than at
/// first.
fn is_in_doubt(events: &[LoggedEvent], nodes: u64) -> bool {
    let recently = (nodes as f64 * (1.0 - RECENT_NODES_SHARE)) as u64;
    let mut first: Option<i32> = None;
    let mut last = 0;
    let (mut is_refuted, mut has_changed) = (false, false);
    for logged in events {
        match logged.event {
            Event::Refuted { .. } => is_refuted = true,
            Event::Done(_) => is_refuted = false,
            Event::NewBest { real, is_other, .. } => {
                has_changed |= is_other && first.is_some() && logged.nodes >= recently;
                first.get_or_insert(real.min());
                last = real.min();
            }
            _ => {}
        }
    }
    is_refuted || has_changed || first.is_some_and(|first| last <= first - LARGE_FALL_POINTS)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bstar::{Decision, Reason, Span};
    use bstar_board::{Game, Position, fen, notation};

    use super::*;
    use crate::testing::settings;
    use crate::{Clock, Engine, SearchLimits, Settings, Signals};

    fn mv(word: &str) -> Move {
        notation::parse(&Position::start(), word).unwrap()
    }

    fn new_best(word: &str, real: i32, nodes: u64) -> LoggedEvent {
        LoggedEvent {
            event: Event::NewBest {
                best: mv(word),
                real: Span::exact(real),
                is_other: true,
            },
            nodes,
        }
    }

    fn same_best(word: &str, real: i32, nodes: u64) -> LoggedEvent {
        LoggedEvent {
            event: Event::NewBest {
                best: mv(word),
                real: Span::exact(real),
                is_other: false,
            },
            nodes,
        }
    }

    fn logged(event: Event<Move>) -> LoggedEvent {
        LoggedEvent { event, nodes: 500 }
    }

    #[test]
    fn a_choice_is_in_doubt_when_it_changes_falls_or_is_refuted() {
        let begin = || vec![new_best("e2e4", 5_300, 10)];
        assert!(!is_in_doubt(&begin(), 1_000));
        let with = |events: Vec<LoggedEvent>| {
            let all: Vec<LoggedEvent> = begin().into_iter().chain(events).collect();
            is_in_doubt(&all, 1_000)
        };
        assert!(with(vec![new_best("d2d4", 5_310, 800)]));
        assert!(!with(vec![new_best("d2d4", 5_310, 100)]), "long ago");
        assert!(!with(vec![same_best("e2e4", 5_200, 900)]));
        assert!(with(vec![same_best("e2e4", 4_700, 100)]));
        let refuted = logged(Event::Refuted {
            selected: mv("e2e4"),
        });
        let done = logged(Event::Done(Decision {
            best: mv("d2d4"),
            real: Span::exact(5_300),
            reason: Reason::Verified,
        }));
        assert!(with(vec![refuted.clone()]));
        assert!(!with(vec![refuted, done]), "something took its place");
    }

    /// The plan is nearly a tenth of a second, and one move may take four tenths at most.
    #[test]
    fn some_moves_take_longer_than_planned_and_none_too_long() {
        let settings = Settings {
            move_overhead: Duration::ZERO,
            ..settings()
        };
        let limits = SearchLimits {
            clock: Some(Clock {
                remaining: Duration::from_millis(2_400),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..SearchLimits::default()
        };
        let mut times = Vec::new();
        for text in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
            "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
            "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
            "r1bq3r/ppp2pk1/3p1pp1/8/2BbPQ2/2NP2P1/PPP4P/R4R1K b - - 0 1",
            "3q2k1/pb3p1p/4pbp1/2r5/PpN2N2/1P2P2P/5PP1/Q2R2K1 b - - 4 26",
            "r2qr1k1/pb1nbppp/1pn1p3/2ppP3/3P4/2PB1NN1/PP3PPP/R1BQR1K1 w - - 4 12",
        ] {
            let game = Game::new(fen::parse(text).unwrap());
            let mut engine = Engine::new(settings.clone()).unwrap();
            let result = engine.search(&game, &limits, &Signals::new(), &mut |_| {});
            times.push(result.time);
        }
        times.sort();
        assert!(
            times.last() > Some(&Duration::from_millis(140)),
            "{times:?}"
        );
        // The machine may be busy.
        assert!(
            times.last() < Some(&Duration::from_millis(800)),
            "{times:?}"
        );
    }
}
