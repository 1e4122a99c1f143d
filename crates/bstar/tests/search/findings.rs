//! What a search does not accept, and that it changes nothing.

use bstar::{
    Asking, Child, Class, Config, FindingError, Job, JobId, Key, Next, Of, Outcome, Purpose,
    Quantity, Scale, Search, Side, Span,
};

use crate::common::game::{Answers, Game};
use crate::common::random::Random;

fn new_search(config: Config) -> Search<char> {
    Search::new(Key(0), Class::default(), Side::Max, config).expect("sensible settings")
}

fn job(search: &mut Search<char>) -> Job<char> {
    match search.next() {
        Next::Work(job) => job,
        other => panic!("{other:?} instead of work"),
    }
}

fn child(name: char, real: i32) -> Child<char> {
    Child::new(name, Key(name as u64))
        .real(Span::exact(real))
        .max_bound(Span::exact(real + 50))
}

/// The findings are refused with this error, and the search is what it was.
fn refused(search: &mut Search<char>, job: JobId, children: Vec<Child<char>>) -> FindingError {
    let before = format!("{search:?}");
    let error = search
        .complete(job, children)
        .expect_err("must not be accepted");
    assert_eq!(format!("{search:?}"), before, "{error}");
    error
}

#[test]
fn findings_that_make_no_sense_are_refused() {
    let scale = Scale {
        loss: -1000,
        draw: 0,
        win: 1000,
    };
    let mut search = new_search(Config {
        scale,
        ..Config::default()
    });
    let root = job(&mut search).id;
    assert_eq!(refused(&mut search, root, vec![]), FindingError::NoMoves);
    let twice = vec![child('a', 1), child('b', 2), child('a', 3)];
    assert_eq!(
        refused(&mut search, root, twice),
        FindingError::DuplicateMove { child: 2 }
    );
    let silent = vec![child('a', 1), Child::new('b', Key(2))];
    assert_eq!(
        refused(&mut search, root, silent),
        FindingError::MissingReal { child: 1 }
    );
    for value in [1000, -1000, i32::MAX, i32::MIN] {
        let finding = Span::exact(value);
        let wild = vec![child('a', 1), Child::new('b', Key(2)).real(finding)];
        assert_eq!(
            refused(&mut search, root, wild),
            FindingError::OutOfScale { child: 1, finding }
        );
        let hope = vec![child('a', 1).max_bound(finding), child('b', 2)];
        assert_eq!(
            refused(&mut search, root, hope),
            FindingError::OutOfScale { child: 0, finding }
        );
    }
    let finding = Span::exact(1001);
    let beyond = vec![Child::new('a', Key(1)).over(Outcome::Score(1001))];
    assert_eq!(
        refused(&mut search, root, beyond),
        FindingError::OutOfScale { child: 0, finding }
    );
    let vague = vec![
        Child::new('a', Key(1))
            .real(Span::at_most(20))
            .max_bound(Span::exact(30)),
    ];
    assert_eq!(
        refused(&mut search, root, vague),
        FindingError::NotAnswered { child: 0 }
    );
    let back_to_the_root = vec![child('a', 1), Child::new('b', Key(0)).real(Span::exact(2))];
    assert_eq!(
        refused(&mut search, root, back_to_the_root),
        FindingError::WrongSide {
            child: 1,
            key: Key(0)
        }
    );
    search
        .complete(root, vec![child('a', 1), child('b', 2)])
        .expect("nothing wrong with these");
}

/// The cycle would not be found, and working out probabilities would never end.
#[test]
fn a_class_that_was_left_is_not_entered_again() {
    let mut search = new_search(Config::default());
    let root = job(&mut search).id;
    let open = |mv, key: u64, class| {
        Child::new(mv, Key(key))
            .class(Class(class))
            .real(Span::exact(0))
            .min_bound(Span::exact(-50))
            .max_bound(Span::exact(50))
    };
    search
        .complete(root, vec![open('a', 1, 0), open('b', 2, 0)])
        .unwrap();
    // a leads into another class, and from there nothing leads back to a's.
    let mut is_refused = false;
    for _ in 0..40 {
        let Next::Work(work) = search.next() else {
            break;
        };
        let findings = match work.key.0 {
            1 => vec![open('c', 3, 1), open('d', 5, 0)],
            3 => vec![open('e', 1, 0)],
            n => vec![open('f', 100 + 2 * n, 0), open('g', 101 + 2 * n, 0)],
        };
        let expected = FindingError::WrongClass {
            child: 0,
            key: Key(1),
        };
        if work.purpose == Purpose::Expand && work.key == Key(3) {
            assert_eq!(refused(&mut search, work.id, findings), expected);
            is_refused = true;
            break;
        }
        let asked = |child: &Child<char>| work.asks_about(child.mv).next().is_some();
        let findings = findings.into_iter().filter(asked).collect();
        search.complete(work.id, findings).unwrap();
    }
    assert!(is_refused, "never got that far");
}

#[test]
fn a_job_comes_back_once() {
    let mut search = new_search(Config::default());
    let root = job(&mut search).id;
    search
        .complete(root, vec![child('a', 1), child('b', 2)])
        .unwrap();
    assert_eq!(
        refused(&mut search, root, vec![child('a', 1), child('b', 2)]),
        FindingError::NotOut(root)
    );
    assert_eq!(search.abandon(root), Err(FindingError::NotOut(root)));
    let next = job(&mut search).id;
    search.abandon(next).unwrap();
    assert_eq!(
        refused(&mut search, next, vec![child('c', 1)]),
        FindingError::NotOut(next)
    );

    let mut other = new_search(Config::default());
    assert_eq!(
        refused(&mut other, root, vec![child('a', 1)]),
        FindingError::NeverHandedOut(root)
    );
    assert_eq!(other.abandon(root), Err(FindingError::NeverHandedOut(root)));
}

#[test]
fn only_what_was_asked_is_answered() {
    let mut random = Random::new(5);
    let (mut bounds, mut sharpened) = (0, 0);
    for number in 0..400 {
        // With exact values, the bounds of a whole subtree are asked for when a phase begins.
        // Otherwise only what matters is.
        let config = Config {
            asking: [Asking::Exactly, Asking::AsNeeded][number % 2],
            ..Config::default()
        };
        let game = Game::random(&mut random, false);
        let mut search = game.search(config);
        while let Next::Work(job) = search.next() {
            let found = game.findings(&job, Answers::AsAsked);
            if job.purpose != Purpose::Expand {
                bounds += usize::from(job.purpose == Purpose::Bounds);
                sharpened += usize::from(job.purpose == Purpose::Sharpen);
                let before = format!("{search:?}");
                let asked = found.len();
                let mut more = found.clone();
                more.push(Child::new(usize::MAX, Key(u64::MAX)).real(Span::exact(0)));
                let error = search.complete(job.id, more).unwrap_err();
                assert_eq!(
                    error,
                    FindingError::WrongMoves {
                        asked,
                        told: asked + 1
                    }
                );
                let mut others = found.clone();
                others[0].mv = usize::MAX;
                assert_eq!(
                    search.complete(job.id, others).unwrap_err(),
                    FindingError::UnknownMove { child: 0 }
                );
                assert!(job.asks.iter().all(|ask| matches!(ask.of, Of::Move(_))));
                assert_eq!(format!("{search:?}"), before);
            }
            search.complete(job.id, found).unwrap();
        }
    }
    assert!(
        bounds > 50 && sharpened > 50,
        "{bounds} and {sharpened} are too few to tell"
    );
}

#[test]
fn a_bound_on_the_wrong_side_is_moved_to_the_real_value() {
    let mut search = new_search(Config::default());
    let root = job(&mut search).id;
    let burden = Child::new('a', Key(1))
        .real(Span::exact(20))
        .max_bound(Span::exact(5));
    search.complete(root, vec![burden, child('b', 1)]).unwrap();
    let (_, node) = search.root().moves().next().unwrap();
    assert_eq!(node.opt(), Some(Span::exact(20)));
}

#[test]
fn effort_that_is_not_a_number_is_no_news() {
    let mut search = new_search(Config::default());
    let root = job(&mut search).id;
    search
        .complete(root, vec![child('a', 1), child('b', 2)])
        .unwrap();
    search.set_effort(f64::NAN);
    assert!(matches!(search.next(), Next::Work(_)));
    search.set_effort(f64::INFINITY);
    assert!(matches!(search.next(), Next::Done(decision) if decision.best == 'b'));
}

/// The target of VERIFY lies a margin below the second-best move, and that may be lost.
#[test]
fn no_question_reaches_beyond_the_scale() {
    let mut search = new_search(Config {
        asking: Asking::AsNeeded,
        margin: 6,
        ..Config::default()
    });
    let root = job(&mut search).id;
    let lost = Child::new('b', Key('b' as u64)).over(Outcome::MinWins);
    search
        .complete(root, vec![child('a', 1), lost])
        .expect("makes sense");
    let reply = job(&mut search);
    assert_eq!(reply.path, ['a']);
    let answered = reply
        .asks_about('c')
        .fold(
            Child::new('c', Key('c' as u64)),
            |answered, ask| match ask.quantity {
                Quantity::Real => answered.real(Span::exact(1)),
                Quantity::MaxBound => answered.max_bound(ask.precision.answer(9)),
                Quantity::MinBound => answered.min_bound(ask.precision.answer(-9)),
            },
        );
    assert!(answered.min_bound.is_some(), "nothing to answer: {reply:?}");
    search
        .complete(reply.id, vec![answered])
        .expect("the least precise answer is an answer");
}
