use std::sync::Arc;

use proptest::prelude::*;

use super::*;

/// What a search might do next.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Enter,
    Leave,
    /// Hand over the turn, as a search does that wants to know whether it can afford to.
    Pass,
    Ask,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        5 => Just(Deed::Enter),
        2 => Just(Deed::Leave),
        1 => Just(Deed::Pass),
        3 => Just(Deed::Ask),
    ];
    prop::collection::vec(deed, 1..200)
}

/// A position of the line, and whether a move led to it or a pass.
struct Place {
    position: Position,
    by_move: bool,
}

const LONGEST: usize = 40;

/// Wanders about as a search does, up and down, and compares at every question.
fn wander(stack: &mut Stack, network: &Network, random: &mut Random, deeds: &[Deed]) {
    let root = random_game(random.0.next());
    let Some((root, _)) = root.get(random.below(root.len().max(1))) else {
        return;
    };
    stack.begin(root);
    let mut line = vec![Place {
        position: root.clone(),
        by_move: false,
    }];
    for deed in deeds {
        let here = &line.last().unwrap().position;
        match deed {
            Deed::Enter => {
                let moves = here.legal_moves();
                if line.len() > LONGEST || moves.is_empty() {
                    continue;
                }
                let mv = moves[random.below(moves.len())];
                stack.enter(here, mv);
                line.push(Place {
                    position: here.after(mv),
                    by_move: true,
                });
            }
            Deed::Pass => {
                if let Ok(position) = here.pass() {
                    line.push(Place {
                        position,
                        by_move: false,
                    });
                }
            }
            Deed::Leave if line.len() > 1 => {
                if line.pop().is_some_and(|place| place.by_move) {
                    stack.leave();
                }
            }
            Deed::Leave => {}
            Deed::Ask => assert_eq!(
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

    /// Whatever was asked before and whatever was not; and a second search does not see the first.
    #[test]
    fn a_value_does_not_depend_on_the_way(seed: u64, first in deeds(), second in deeds()) {
        let network = Arc::new(Network::new(&made_up(seed, 32, 3, Taste::Mild)).unwrap());
        let mut stack = Stack::new(Arc::clone(&network), LONGEST);
        let mut random = Random::new(seed);
        wander(&mut stack, &network, &mut random, &first);
        wander(&mut stack, &network, &mut random, &second);
    }
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_line_that_is_too_long_is_noticed() {
    let network = Arc::new(Network::new(&Weights::zero(32, 1)).unwrap());
    let mut stack = Stack::new(network, 1);
    let start = Position::start();
    stack.begin(&start);
    let first = start.legal_moves()[0];
    let next = start.after(first);
    stack.enter(&start, first);
    stack.enter(&next, next.legal_moves()[0]);
}
