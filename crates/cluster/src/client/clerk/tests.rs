use super::*;
use futures::channel::oneshot::{self, Receiver};

/// A clerk, and those it knows: their subjects, threads, and milliseconds to them and back.
fn clerk(known: &[(&str, usize, u64)]) -> Clerk {
    let mut clerk = Clerk::default();
    clerk.see(&answerers(known, 1));
    clerk
}

fn answerers(known: &[(&str, usize, u64)], last_call: u64) -> Answerers {
    let mut answerers = Answerers::default();
    for &(subject, jobs, milliseconds) in known {
        let known = KnownAnswerer {
            jobs,
            round_trip: Duration::from_millis(milliseconds),
            last_call,
        };
        answerers.known.insert(subject.to_owned(), known);
    }
    answerers
}

fn ask(clerk: &mut Clerk, order: u32, question: &str, now: Instant) -> Receiver<String> {
    let (answer, found) = oneshot::channel();
    let question = question.to_owned();
    let asked = Asked {
        order,
        question,
        answer,
    };
    clerk.ask(asked, now);
    found
}

fn answers(texts: &[&str]) -> Outcome {
    let answers = texts.iter().map(|text| Some((*text).to_owned())).collect();
    Outcome::Answers(Duration::from_micros(500 * texts.len() as u64), answers)
}

#[test]
fn so_many_are_out_that_nobody_waits_for_the_network() {
    // A question takes half a millisecond, until it is known better.
    assert_eq!(clerk(&[]).room(), 0);
    assert_eq!(clerk(&[("a", 1, 0)]).room(), 1);
    assert_eq!(clerk(&[("a", 4, 0), ("b", 1, 0)]).room(), 5);
    assert_eq!(clerk(&[("a", 2, 1)]).room(), 6);
    assert_eq!(clerk(&[("a", 1, 2_000)]).room(), MAX_QUESTIONS_A_THREAD);
    let mut clerk = clerk(&[("a", 1, 2)]);
    assert_eq!(clerk.room(), 5);
    let now = Instant::now();
    let _found = ask(&mut clerk, 0, "q", now);
    let sent = clerk.send(now);
    let took = Duration::from_millis(2);
    let outcome = Outcome::Answers(took, vec![Some(String::new())]);
    clerk.take("a", &sent[0].numbers, outcome, now);
    assert_eq!(clerk.room(), 2);
}

#[test]
fn the_oldest_questions_go_first_and_threads_share_them() {
    let mut clerk = clerk(&[("a", 2, 1), ("b", 1, 1)]);
    let now = Instant::now();
    let names: Vec<String> = (0..12).map(|number| format!("q{number}")).collect();
    let mut found: Vec<_> = (0..12)
        .map(|number| ask(&mut clerk, 12 - number, &names[number as usize], now))
        .collect();
    let sent = clerk.send(now);
    // Three for each of three threads, one batch each; the last three asked are the oldest jobs.
    let shape: Vec<(&str, usize)> = sent
        .iter()
        .map(|batch| (batch.subject.as_str(), batch.numbers.len()))
        .collect();
    assert_eq!(shape, [("a", 3), ("a", 3), ("b", 3)]);
    assert!(sent.iter().all(|batch| batch.informs));
    let mut numbers: Vec<u64> = sent
        .iter()
        .flat_map(|batch| batch.numbers.clone())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (3..12).collect::<Vec<u64>>());
    assert!(clerk.send(now).is_empty());
    for batch in &sent {
        let texts: Vec<String> = batch.questions.iter().map(|q| format!("{q}!")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        clerk.take(&batch.subject, &batch.numbers, answers(&texts), now);
    }
    for (name, found) in names.iter().zip(&mut found).skip(3) {
        assert_eq!(found.try_recv(), Ok(Some(format!("{name}!"))));
    }
    let rest = clerk.send(now);
    assert!(rest.iter().all(|batch| !batch.informs));
    assert_eq!(
        rest.iter().map(|batch| batch.numbers.len()).sum::<usize>(),
        3
    );
}

#[test]
fn what_nobody_wants_is_not_sent() {
    let mut clerk = clerk(&[("a", 8, 0)]);
    let now = Instant::now();
    drop(ask(&mut clerk, 0, "dropped", now));
    let _found = ask(&mut clerk, 1, "wanted", now);
    let sent = clerk.send(now);
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].questions, ["wanted"]);
}

#[test]
fn a_late_question_is_asked_of_another_and_its_first_answer_counts() {
    let mut clerk = clerk(&[("a", 1, 0), ("b", 1, 0)]);
    let mut now = Instant::now();
    let mut found = ask(&mut clerk, 0, "q", now);
    let first = clerk.send(now).remove(0);
    now += MIN_PATIENCE / 2;
    clerk.look_after(now);
    assert!(clerk.send(now).is_empty());
    now += MIN_PATIENCE;
    clerk.look_after(now);
    let second = clerk.send(now).remove(0);
    assert_ne!(first.subject, second.subject);
    assert_eq!(first.numbers, second.numbers);
    // The late one gets no more until it is heard.
    assert_eq!(clerk.room(), 1);
    clerk.take(&first.subject, &first.numbers, answers(&["late"]), now);
    assert_eq!(found.try_recv(), Ok(Some("late".to_owned())));
    assert_eq!(clerk.room(), 2);
    clerk.take(&second.subject, &second.numbers, answers(&["later"]), now);
    assert_eq!((clerk.room(), clerk.open.len()), (2, 0));
}

#[test]
fn a_question_that_nobody_answers_is_dropped_and_nothing_waits_for_ever() {
    let mut clerk = clerk(&[("a", 1, 0), ("b", 1, 0), ("c", 1, 0), ("d", 1, 0)]);
    let mut now = Instant::now();
    let mut found = ask(&mut clerk, 0, "q", now);
    let mut subjects = Vec::new();
    for _ in 0..MAX_TRIES {
        let sent = clerk.send(now);
        subjects.push(sent[0].subject.clone());
        now += MIN_PATIENCE * PATIENCE_GROWTH.pow(MAX_TRIES);
        clerk.look_after(now);
    }
    assert!(found.try_recv().is_err());
    subjects.dedup();
    assert_eq!(subjects.len(), MAX_TRIES as usize);
    // One is left. It has all it can take, and says nothing.
    let mut had = ask(&mut clerk, 0, "had", now);
    let mut waits = ask(&mut clerk, 1, "waits", now);
    assert_eq!(clerk.send(now).len(), 1);
    clerk.look_after(now + MAX_WAIT);
    assert!(waits.try_recv().is_err());
    // Nobody is left who is not late.
    assert!(clerk.send(now).is_empty());
    assert!(had.try_recv().is_err());
}

#[test]
fn who_answers_a_call_is_there_again() {
    let mut clerk = clerk(&[("a", 1, 0)]);
    let now = Instant::now();
    let _found = ask(&mut clerk, 0, "q", now);
    clerk.send(now);
    clerk.look_after(now + MIN_PATIENCE);
    assert_eq!(clerk.room(), 0);
    clerk.see(&answerers(&[("a", 1, 0)], 1));
    assert_eq!(clerk.room(), 0);
    clerk.see(&answerers(&[("a", 1, 0)], 2));
    assert_eq!(clerk.room(), 1);
    clerk.see(&answerers(&[], 2));
    assert_eq!(clerk.room(), 0);
}

#[test]
fn who_does_not_know_the_series_is_told_and_who_is_gone_is_not_asked() {
    let mut clerk = clerk(&[("a", 1, 0)]);
    let now = Instant::now();
    let mut found = ask(&mut clerk, 0, "q", now);
    let first = clerk.send(now).remove(0);
    clerk.take("a", &first.numbers, answers(&["x"]), now);
    assert_eq!(found.try_recv(), Ok(Some("x".to_owned())));
    let mut found = ask(&mut clerk, 0, "q", now);
    let second = clerk.send(now).remove(0);
    assert!(!second.informs);
    clerk.take("a", &second.numbers, Outcome::UnknownSeries, now);
    let third = clerk.send(now).remove(0);
    assert!(third.informs && third.numbers == second.numbers);
    clerk.take("a", &third.numbers, Outcome::Gone, now);
    assert!(clerk.send(now).is_empty());
    assert!(found.try_recv().is_err());
}

#[test]
fn a_question_without_an_answer_is_dropped_and_giving_up_drops_all() {
    let mut clerk = clerk(&[("a", 1, 0)]);
    let now = Instant::now();
    let mut found = ask(&mut clerk, 0, "q", now);
    let sent = clerk.send(now).remove(0);
    let none = Outcome::Answers(Duration::ZERO, vec![None]);
    clerk.take("a", &sent.numbers, none, now);
    assert!(found.try_recv().is_err());
    let mut found = ask(&mut clerk, 0, "q", now);
    let sent = clerk.send(now).remove(0);
    clerk.give_up();
    assert!(found.try_recv().is_err());
    clerk.take("a", &sent.numbers, Outcome::Lost, now);
    assert!(clerk.send(now).is_empty());
}
