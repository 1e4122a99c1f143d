use std::sync::Arc;

use proptest::prelude::*;

use super::*;

/// What a search can do next.
#[derive(Clone, Copy, Debug)]
enum SearchStep {
    Enter,
    Leave,
    /// Makes a null move.
    Pass,
    Ask,
}

fn steps() -> impl Strategy<Value = Vec<SearchStep>> {
    let step = prop_oneof![
        5 => Just(SearchStep::Enter),
        2 => Just(SearchStep::Leave),
        1 => Just(SearchStep::Pass),
        3 => Just(SearchStep::Ask),
    ];
    prop::collection::vec(step, 1..200)
}

/// A position of the line, and whether a move or a null move led to it.
struct LineStep {
    position: Position,
    by_move: bool,
}

const MAX_PLIES: usize = 40;

/// Goes up and down lines as a search does, and compares every value.
fn wander(
    stack: &mut AccumulatorStack,
    network: &Network,
    random: &mut Random,
    steps: &[SearchStep],
) {
    let root = random_game(random.0.next());
    let Some((root, _)) = root.get(random.below(root.len().max(1))) else {
        return;
    };
    stack.begin(root);
    let mut line = vec![LineStep {
        position: root.clone(),
        by_move: false,
    }];
    for step in steps {
        let here = &line.last().unwrap().position;
        match step {
            SearchStep::Enter => {
                let moves = here.legal_moves();
                if line.len() > MAX_PLIES || moves.is_empty() {
                    continue;
                }
                let mv = moves[random.below(moves.len())];
                stack.enter(here, mv);
                line.push(LineStep {
                    position: here.after(mv),
                    by_move: true,
                });
            }
            SearchStep::Pass => {
                if let Ok(position) = here.pass() {
                    line.push(LineStep {
                        position,
                        by_move: false,
                    });
                }
            }
            SearchStep::Leave if line.len() > 1 => {
                if line.pop().is_some_and(|last| last.by_move) {
                    stack.leave();
                }
            }
            SearchStep::Leave => {}
            SearchStep::Ask => assert_eq!(
                stack.evaluate(here),
                network.evaluate_afresh(here),
                "{}",
                fen::write(here)
            ),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// It does not matter which values were asked for before. A second search does not depend on
    /// the first.
    #[test]
    fn a_value_does_not_depend_on_the_way(seed: u64, first in steps(), second in steps()) {
        let network = Arc::new(Network::new(&made_up(seed, 32, 3, Magnitude::Mild)).unwrap());
        let mut stack = AccumulatorStack::new(Arc::clone(&network), MAX_PLIES);
        let mut random = Random::new(seed);
        wander(&mut stack, &network, &mut random, &first);
        wander(&mut stack, &network, &mut random, &second);
    }
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_line_that_is_too_long_is_noticed() {
    let network = Arc::new(Network::new(&Weights::zero(32, 1)).unwrap());
    let mut stack = AccumulatorStack::new(network, 1);
    let start = Position::start();
    stack.begin(&start);
    let first = start.legal_moves()[0];
    let next = start.after(first);
    stack.enter(&start, first);
    stack.enter(&next, next.legal_moves()[0]);
}
