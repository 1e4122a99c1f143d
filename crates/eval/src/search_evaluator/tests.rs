use std::sync::Arc;

use bstar_board::fen;

use super::*;
use crate::network::{Network, Weights};

fn evaluator_of(weights: &Weights) -> (SearchEvaluator, Arc<Network>) {
    let network = Arc::new(Network::new(weights).unwrap());
    let evaluator = SearchEvaluator::new(&Evaluation::Network(Arc::clone(&network)), 4);
    (evaluator, network)
}

fn value(evaluator: &mut SearchEvaluator, text: &str) -> i32 {
    let position = fen::parse(text).unwrap();
    evaluator.begin(&position);
    evaluator.evaluate(&position)
}

/// A network that says the same of every position.
fn constant(value: i32) -> Weights {
    let mut weights = Weights::zero(32, 1);
    weights.scale = 1;
    weights.output_biases[0] = value * 255 * 64;
    weights
}

#[test]
fn what_a_network_says_fades_towards_fifty_moves() {
    let (mut evaluator, network) = evaluator_of(&Weights::plausible(3, 32, 1));
    let board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let fresh = value(&mut evaluator, &format!("{board} 0 1"));
    let position = fen::parse(&format!("{board} 0 1")).unwrap();
    assert_eq!(fresh, network.evaluate_afresh(&position));
    assert_eq!(
        value(&mut evaluator, &format!("{board} 55 60")),
        fresh * 165 / 220
    );
}

#[test]
fn known_endings_are_known_to_a_network_too() {
    let (mut evaluator, _) = evaluator_of(&constant(777));
    let mut terms = Evaluator::new();
    for text in [
        "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
        "k7/2K5/8/3B4/8/3N4/8/8 b - - 30 1",
        "6k1/8/7P/7K/8/8/8/8 w - - 0 1",
        "8/2K5/8/2k5/2P5/8/8/8 w - - 0 1",
    ] {
        let position = fen::parse(text).unwrap();
        assert_eq!(
            value(&mut evaluator, text),
            terms.evaluate(&position),
            "{text}"
        );
    }
    assert_eq!(
        value(&mut evaluator, "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1"),
        777
    );
}

/// This holds for any weights and any half-move clock.
#[test]
fn no_network_reaches_the_scores_of_mates() {
    let mut weights = Weights::zero(32, 1);
    weights.scale = crate::network::MAX_SCALE;
    for (bias, limit) in [(i32::MAX, MAX_EVALUATION), (i32::MIN, -MAX_EVALUATION)] {
        weights.output_biases[0] = bias;
        let (mut evaluator, _) = evaluator_of(&weights);
        for clock in [0, 99] {
            let text = format!("4k3/pppp4/8/8/8/8/PPPP4/R3K3 b - - {clock} 60");
            assert_eq!(value(&mut evaluator, &text), limit);
        }
    }
}
