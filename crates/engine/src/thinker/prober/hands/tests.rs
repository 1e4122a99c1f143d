use std::pin::Pin;
use std::sync::Mutex;

use super::*;
use bstar_alphabeta::{NeverStop, Techniques, TranspositionTable};
use bstar_board::score::Centipawns;
use bstar_eval::Evaluation;

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
