use std::pin::Pin;
use std::sync::Mutex;

use super::*;
use bstar_alphabeta::{Centipawns, NeverStop, Techniques, TranspositionTable};
use bstar_eval::Evaluation;
use bstar_kit::questions::Asked;

fn searchers(count: usize) -> Vec<Searcher> {
    let table = Arc::new(TranspositionTable::new(1).unwrap());
    let searcher = || Searcher::new(Arc::clone(&table), Techniques::all(), &Evaluation::Terms);
    (0..count).map(|_| searcher()).collect()
}

fn shared() -> Shared<'static> {
    Shared {
        watch: &NeverStop,
        keys: [Position::start().key()].into(),
        nodes: Arc::default(),
    }
}

fn question() -> Question {
    Question {
        position: Position::start(),
        depth: 2,
        alpha: -Centipawns::MATE,
        beta: Centipawns::MATE,
        order: 0,
        node_limit: u64::MAX,
    }
}

#[test]
fn where_the_system_allows_no_threads_the_calling_one_answers() {
    let mut searchers = searchers(4);
    let (own, others) = searchers.split_first_mut().unwrap();
    let refuse: Hire = Box::new(|_| false);
    let hands = Hands::several(own, others, shared(), Arc::default(), refuse);
    for _ in 0..3 {
        assert!(hands.wait_for(hands.answer(question())).is_some());
    }
    assert_eq!(hands.refused(), 3);
    assert!(!hands.has_idle() && hands.nodes() > 0);
}

#[test]
fn threads_are_started_as_they_are_needed_and_end_with_their_employer() {
    let mut searchers = searchers(4);
    let (own, others) = searchers.split_first_mut().unwrap();
    let (requests, hired) = (Arc::new(Queue::default()), Cell::new(0));
    // Nobody answers before all are asked.
    let gate = Mutex::new(());
    std::thread::scope(|scope| {
        let (queue, shared) = (Arc::clone(&requests), shared());
        let for_others = shared.clone();
        let (hired, gate) = (&hired, &gate);
        let hire: Hire = Box::new(move |searcher| {
            let (queue, shared) = (Arc::clone(&queue), for_others.clone());
            hired.set(hired.get() + 1);
            scope.spawn(move || {
                drop(gate.lock());
                work(searcher, &queue, shared);
            });
            true
        });
        let hands = Hands::several(own, others, shared, requests, hire);
        let closed = gate.lock().unwrap();
        let mut context = Context::from_waker(Waker::noop());
        let mut first = Box::pin(hands.answer(question()));
        assert!(first.as_mut().poll(&mut context).is_pending());
        assert_eq!(hired.get(), 1);
        let mut rest = futures::future::join_all((0..9).map(|_| hands.answer(question())));
        assert!(Pin::new(&mut rest).poll(&mut context).is_pending());
        assert_eq!((hired.get(), hands.refused()), (3, 0));
        assert!(!hands.has_idle());
        drop(closed);
        assert!(hands.wait_for(first).is_some());
        assert!(hands.wait_for(rest).iter().all(Option::is_some));
        assert!(hands.has_idle());
    });
}

/// Other machines that answer nothing until they are told to give up.
#[derive(Default)]
struct Silent(RefCell<Vec<Asked>>);

impl Series for Silent {
    fn room(&self) -> usize {
        2
    }

    fn ask(&self, asked: Asked) {
        self.0.borrow_mut().push(asked);
    }

    fn give_up(&self) {
        self.0.borrow_mut().clear();
    }
}

/// Stops when it is asked for the third time.
#[derive(Default)]
struct ThirdTime(AtomicU64);

impl Watch for ThirdTime {
    fn should_stop(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 2
    }
}

#[test]
fn who_waits_for_other_machines_can_be_stopped() {
    let mut searchers = searchers(1);
    let watch = ThirdTime::default();
    let shared = Shared {
        watch: &watch,
        ..shared()
    };
    let hands = Hands::far(&mut searchers[0], shared, Box::new(Silent::default()));
    assert!(hands.has_idle() && !hands.is_alone());
    assert!(hands.wait_for(hands.answer(question())).is_none());
}

/// Other machines that are there, and drop every other question.
#[derive(Default)]
struct Forgetful(Cell<usize>);

impl Series for Forgetful {
    fn room(&self) -> usize {
        2
    }

    fn ask(&self, asked: Asked) {
        self.0.set(self.0.get() + 1);
        if self.0.get().is_multiple_of(2) {
            let answer = r#"{"value":17,"line":"e2e4","nodes":1000000}"#.to_owned();
            asked.answer.send(answer).unwrap();
        }
    }

    fn give_up(&self) {}
}

#[test]
fn what_other_machines_forget_is_answered_here() {
    let mut searchers = searchers(1);
    let series = Box::new(Forgetful::default());
    let hands = Hands::far(&mut searchers[0], shared(), series);
    let all = futures::future::join_all((0..4).map(|_| hands.answer(question())));
    let found: Vec<u64> = hands
        .wait_for(all)
        .iter()
        .map(|probe| probe.as_ref().unwrap().nodes)
        .collect();
    assert!(found[0] < 1_000_000 && found[2] < 1_000_000);
    assert_eq!([found[1], found[3]], [1_000_000; 2]);
    assert_eq!(hands.nodes(), found.iter().sum::<u64>());
}
