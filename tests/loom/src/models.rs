//! The models.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use loom::thread;

use crate::share::CoreShares;
use crate::slot::Slot;
use crate::stop::{Signal, Stop};

/// The bound of the models that are too large to be gone through whole.
const MAX_INTERRUPTIONS: usize = 3;

fn bounded(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(MAX_INTERRUPTIONS);
    builder.check(model);
}

/// How often a listener heard each signal.
#[derive(Clone, Default)]
struct SignalCounts {
    stops: Arc<AtomicUsize>,
    hits: Arc<AtomicUsize>,
}

impl SignalCounts {
    fn listen(&self, stop: &Stop) {
        let heard = self.clone();
        stop.listen(move |signal| {
            let count = match signal {
                Signal::Stop => &heard.stops,
                Signal::PonderHit => &heard.hits,
            };
            count.fetch_add(1, Ordering::Relaxed);
        });
    }

    fn counts(&self) -> (usize, usize) {
        let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (count(&self.stops), count(&self.hits))
    }
}

#[test]
fn a_listener_that_comes_while_stop_is_said_hears_it_once() {
    loom::model(|| {
        let (stop, heard) = (Stop::new(), SignalCounts::default());
        let other = stop.clone();
        let giver = thread::spawn(move || other.set());
        heard.listen(&stop);
        giver.join().unwrap();
        assert_eq!(heard.counts(), (1, 0));
    });
}

#[test]
fn what_two_threads_say_at_once_is_heard_once() {
    loom::model(|| {
        let (stop, heard) = (Stop::new(), SignalCounts::default());
        heard.listen(&stop);
        let givers = [(); 2].map(|()| {
            let other = stop.clone();
            thread::spawn(move || {
                other.ponder_hit();
                other.set();
            })
        });
        for giver in givers {
            giver.join().unwrap();
        }
        assert_eq!(heard.counts(), (1, 1));
    });
}

#[test]
fn who_waits_is_woken() {
    loom::model(|| {
        let stop = Stop::new();
        let other = stop.clone();
        let giver = thread::spawn(move || {
            other.ponder_hit();
            other.set();
        });
        stop.wait_until(|| stop.is_set());
        assert!(stop.is_ponder_hit(), "it was said before");
        giver.join().unwrap();
    });
}

#[test]
fn a_parent_and_the_search_itself_stop_at_once_and_it_is_heard_once() {
    loom::model(|| {
        let (parent, heard) = (Stop::new(), SignalCounts::default());
        let stop = parent.child();
        let other = stop.clone();
        let by_parent = thread::spawn(move || parent.set());
        let by_itself = thread::spawn(move || other.set());
        heard.listen(&stop);
        by_parent.join().unwrap();
        by_itself.join().unwrap();
        assert!(stop.is_set());
        assert_eq!(heard.counts(), (1, 0));
    });
}

/// Nobody waits for ever, and the pass is there again at the end.
#[test]
fn three_searches_share_one_core() {
    bounded(|| {
        let share = CoreShares::new(1, 3);
        let searches = [(); 2].map(|()| {
            let mut turn = share.enter().expect("there is room");
            thread::spawn(move || turn.give_way())
        });
        let mut own = share.enter().expect("there is room");
        own.give_way();
        own.give_way();
        own.rest();
        for search in searches {
            search.join().unwrap();
        }
        assert_eq!(share.running(), 1);
        // With the only pass lost this would never return.
        own.give_way();
    });
}

/// A visitor may leave at any time, also with a pass in hand.
#[test]
fn a_search_that_ends_leaves_its_core_to_the_next() {
    loom::model(|| {
        let share = CoreShares::new(1, 2);
        let mut leaving = share.enter().expect("there is room");
        let mut staying = share.enter().expect("there is room");
        let other = thread::spawn(move || {
            leaving.give_way();
            drop(leaving);
        });
        staying.give_way();
        staying.give_way();
        // It would not stay on the core while it waits for something else.
        staying.rest();
        other.join().unwrap();
        assert_eq!(share.running(), 1);
    });
}

#[test]
fn no_more_come_in_than_there_is_room_for() {
    loom::model(|| {
        let share = CoreShares::new(1, 1);
        let other = share.clone();
        let rival = thread::spawn(move || other.enter().ok());
        let own = share.enter().ok();
        let rival = rival.join().unwrap();
        assert!(own.is_some() != rival.is_some(), "one of the two comes in");
        drop((own, rival));
        assert_eq!(share.running(), 0);
    });
}

/// Two writers of different positions and a reader: whoever finds an entry finds a whole one, of
/// the position asked for. The words may be seen in any order that relaxed access allows.
#[test]
fn what_a_slot_gives_for_a_key_was_stored_with_it() {
    const ENTRIES: [(u64, u64); 2] = [
        (0x9e37_79b9_7f4a_7c15, 0x0123_4567_89ab_cdef),
        (0xbf58_476d_1ce4_e5b9, 0xfedc_ba98_0042_0001),
    ];
    loom::model(|| {
        let slot = Arc::new(Slot::default());
        let writers = ENTRIES.map(|(key, data)| {
            let slot = slot.clone();
            thread::spawn(move || slot.set(key, data))
        });
        for (key, data) in ENTRIES {
            assert!(slot.get(key).is_none_or(|found| found == data));
        }
        for writer in writers {
            writer.join().unwrap();
        }
        let found = ENTRIES.map(|(key, _)| slot.get(key));
        assert!(found.iter().flatten().count() <= 1);
    });
}
