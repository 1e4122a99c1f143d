//! Making openings.
//!
//! A candidate is a row of random moves from the start position. A quick search checks that none of
//! them costs much. The candidate becomes an opening if a longer search finds the position balanced
//! and no earlier opening has it. Candidate `n` depends on the seed and on `n` alone, and they are
//! taken in order. So the book depends on the seed and not on the machine.

use std::collections::HashSet;
use std::ops::ControlFlow;

use bstar_board::epd::Epd;
use bstar_board::{Game, san};

use super::random_walk::{Sanity, random_walk, searched_score};
use crate::player::{Player, PlayerFault, PlayerSpec};
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};

/// What openings are wanted.
#[derive(Clone, Debug)]
pub struct OpeningPlan {
    pub count: usize,
    pub seed: u64,
    /// How many half moves each has.
    pub plies: usize,
    /// How far from balance they may be, in centipawns.
    pub max_score: i32,
    /// The nodes of the search that decides about the balance.
    pub nodes: u64,
    /// How many searches at a time.
    pub jobs: usize,
}

impl Default for OpeningPlan {
    fn default() -> Self {
        OpeningPlan {
            count: 600,
            seed: 1,
            plies: 8,
            max_score: 50,
            nodes: 200_000,
            jobs: 1,
        }
    }
}

/// Which random moves are allowed.
const ALLOWED_MOVES: Sanity = Sanity::Loss {
    most: 30,
    nodes: 3_000,
};

/// The player that judges. Its memory is small because its searches are.
const JUDGE: &str = "alphabeta,Hash=16";

/// The search for openings ends after this many candidates in a row without a new one.
const MAX_FRUITLESS_CANDIDATES: usize = 5_000;

/// Makes openings. `watch` gets the number of openings made so far.
pub fn generate(
    plan: &OpeningPlan,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Vec<Epd>, PlayerFault> {
    let spec: PlayerSpec = JUDGE.parse().expect("a good specification");
    let here = stop.child();
    let mut order = InOrder::from(0);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut fruitless = 0;
    let mut failure = None;
    let new_worker = || {
        let mut judge = spec.start(&here);
        move |number: usize| {
            let result = match &mut judge {
                Ok(judge) => candidate(judge.as_mut(), plan, number),
                Err(fault) => Err(fault.clone()),
            };
            (number, result)
        }
    };
    work(plan.jobs, 0.., &here, new_worker, |(number, result)| {
        for result in order.put(number, result) {
            match result {
                Err(fault) => {
                    failure = Some(fault);
                    return ControlFlow::Break(());
                }
                Ok(Some(game)) if seen.insert(game.position().key()) => {
                    fruitless = 0;
                    openings.push(described(&game, openings.len() + 1));
                    watch(openings.len());
                }
                Ok(_) => fruitless += 1,
            }
            if openings.len() >= plan.count || fruitless > MAX_FRUITLESS_CANDIDATES {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    failure.map_or(Ok(openings), Err)
}

/// The candidate of this number, if it is balanced.
fn candidate(
    judge: &mut dyn Player,
    plan: &OpeningPlan,
    number: usize,
) -> Result<Option<Game>, PlayerFault> {
    let mut random = Random::new(plan.seed, number as u64);
    let Some(game) = random_walk(judge, &mut random, plan.plies, ALLOWED_MOVES)? else {
        return Ok(None);
    };
    judge.new_game(game.start())?;
    let score = searched_score(judge, &game, plan.nodes, Vec::new())?;
    let balanced = score.abs() <= plan.max_score && !game.position().in_check();
    Ok(balanced.then_some(game))
}

fn described(game: &Game, number: usize) -> Epd {
    Epd {
        id: Some(format!("opening {number:03}")),
        comment: Some(san::numbered(game.start(), game.moves()).join(" ")),
        ..Epd::new(game.position().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(jobs: usize) -> Vec<String> {
        let plan = OpeningPlan {
            count: 3,
            plies: 4,
            nodes: 2_000,
            max_score: 80,
            jobs,
            ..OpeningPlan::default()
        };
        let openings = generate(&plan, &Stop::new(), &mut |_| {}).unwrap();
        openings.iter().map(bstar_board::epd::write).collect()
    }

    #[test]
    fn the_seed_alone_decides() {
        let alone = small(1);
        assert_eq!(alone.len(), 3);
        assert_eq!(alone, small(3));
    }
}
