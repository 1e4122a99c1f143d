//! Many jobs out at once: how often the decision is another one, and how many expansions more it
//! takes.

use std::collections::VecDeque;

use bstar::{Class, Config, Job, Key, Next, Search, Side};

use crate::common::endless::Endless;

/// The decision and the number of expansions with `most` jobs out at once. They come back in the
/// order they went out.
fn run(seed: u64, most: usize) -> (usize, u32) {
    let mut tree = Endless::new(seed);
    let mut search = Search::new(Key(0), Class::default(), Side::Max, Config::default()).unwrap();
    let mut out: VecDeque<Job<usize>> = VecDeque::new();
    loop {
        if out.len() < most {
            match search.next() {
                Next::Work(job) => {
                    out.push_back(job);
                    continue;
                }
                Next::Wait => {}
                Next::Done(decision) => return (decision.best, search.expansions()),
            }
        }
        let job = out.pop_front().expect("a search does not wait for nothing");
        let found = tree.answer(&job);
        search.complete(job.id, found).unwrap();
    }
}

#[test]
fn many_jobs_at_once_come_to_the_same_decision() {
    let trees = 1_000;
    let alone: Vec<(usize, u32)> = (0..trees).map(|seed| run(seed, 1)).collect();
    let total: u32 = alone.iter().map(|(_, expansions)| expansions).sum();
    println!("1 job at once: {total} expansions");
    for most in [4, 64] {
        let together: Vec<(usize, u32)> = (0..trees).map(|seed| run(seed, most)).collect();
        let same = alone
            .iter()
            .zip(&together)
            .filter(|(a, b)| a.0 == b.0)
            .count();
        let more: u32 = together.iter().map(|(_, expansions)| expansions).sum();
        println!(
            "{most} jobs at once: {same} of {trees} decisions the same, {:.2} times the expansions",
            f64::from(more) / f64::from(total)
        );
        assert!(
            same * 100 >= trees as usize * 95,
            "{same} of {trees} with {most} jobs at once"
        );
    }
}
