use proptest::prelude::*;

use super::*;

const KINGS_AND_PAWN: &str = "4k3/8/8/8/8/8/P7/4K3";

/// Three men. For White they are features 8, 324 and 764; for Black 432, 764 and 324.
fn by_hand() -> Weights {
    let mut weights = Weights::zero(32, 1);
    let mut set = |feature: usize, neuron: usize, weight| {
        weights.feature_weights[feature * 32 + neuron] = weight;
    };
    set(8, 0, 100); // own pawn a2
    set(324, 0, 50); // own king e1
    set(764, 0, -20); // other king e8
    set(432, 0, 300); // other pawn a7
    set(8, 1, -5);
    weights.feature_biases[0] = 10;
    weights.output_weights[0] = 64; // the mover's
    weights.output_weights[1] = 127;
    weights.output_weights[32] = -3; // the other's
    weights.output_biases[0] = 1000;
    weights
}

fn value(weights: &Weights, turn: &str) -> i32 {
    let position = fen::parse(&format!("{KINGS_AND_PAWN} {turn} - - 0 1")).unwrap();
    let values = Kernel::available().into_iter().map(|kernel| {
        let network = Network::new(weights).unwrap().with_kernel(kernel);
        network.evaluate_afresh(&position)
    });
    let values: Vec<i32> = values.collect();
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    values[0]
}

#[test]
fn a_network_worked_out_by_hand() {
    let mut weights = by_hand();
    // White's row is 10 + 100 + 50 - 20 = 140 and -5. Black's is 10 + 300 + 50 - 20 = 340, clipped
    // to 255, and 0. White to move: 140² · 64 - 255² · 3 = 1,059,325; / 255 = 4154; + 1000 = 5154;
    // · 400 / 16,320 = 126.3
    assert_eq!(value(&weights, "w"), 126);
    // Black to move: 255² · 64 - 140² · 3 = 4,102,800; / 255 = 16,089; + 1000 = 17,089;
    // · 400 / 16,320 = 418.8
    assert_eq!(value(&weights, "b"), 418);
    weights.scale = 100;
    assert_eq!(value(&weights, "b"), 104);
}

#[test]
fn divisions_go_towards_zero() {
    let mut weights = by_hand();
    weights.output_biases[0] = -30_000;
    // (4154 - 30,000) · 400 / 16,320 = -633.5
    assert_eq!(value(&weights, "w"), -633);
    // 140² · 64 - 255² · 127 = -7,003,775; / 255 = -27,465.8; + 27,506 = 41 and not 40;
    // · 400 / 16,320 = 1.005
    weights.output_weights[32] = -127;
    weights.output_biases[0] = 27_506;
    assert_eq!(value(&weights, "w"), 1);
}

#[test]
fn the_largest_network_at_its_most_extreme_does_not_overflow() {
    for sign in [1, -1] {
        let mut weights = Weights::zero(MAX_HIDDEN, 1);
        weights.feature_weights.fill(MAX_FEATURE_WEIGHT);
        weights.feature_biases.fill(MAX_FEATURE_WEIGHT);
        weights.output_weights.fill(sign * MAX_OUTPUT_WEIGHT);
        // 4096 · 255² · 127 / 255 · 400 / (255 · 64). The sum is sixteen times as large as 32 bits
        // hold.
        assert_eq!(value(&weights, "w"), i32::from(sign) * 3_251_200);
        let start = Position::start();
        let network = Network::new(&weights).unwrap();
        assert_eq!(network.evaluate_afresh(&start), i32::from(sign) * 3_251_200);

        weights.scale = MAX_SCALE;
        weights.output_biases[0] = if sign == 1 { i32::MAX } else { i32::MIN };
        let network = Network::new(&weights).unwrap();
        let expected = by_definition(&weights, &start);
        assert_eq!(i64::from(network.evaluate_afresh(&start)), expected);
    }
}

#[test]
fn features_are_numbered_without_gaps_from_both_sides() {
    for view in Color::ALL {
        let mut seen = [false; INPUTS];
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in Square::ALL {
                    let man = Man {
                        color,
                        piece,
                        square,
                    };
                    seen[feature(view, man)] = true;
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}

#[test]
fn buckets_by_the_number_of_men() {
    assert_eq!([2, 5, 6, 31, 32].map(|men| bucket(8, men)), [0, 0, 1, 7, 7]);
    assert_eq!([2, 17, 18, 32].map(|men| bucket(2, men)), [0, 0, 1, 1]);
    assert_eq!([0, 2, 32, 64].map(|men| bucket(1, men)), [0; 4]);
    assert_eq!([0, 1, 33, 64].map(|men| bucket(8, men)), [0, 0, 7, 7]);
}

/// Because of this limit the sums of the largest weights fit.
#[test]
fn positions_have_at_most_32_men() {
    assert!(fen::parse("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1").is_err());
}

#[test]
fn threads_may_share_a_network() {
    fn shared<T: Send + Sync>() {}
    shared::<Network>();
}

fn magnitude() -> impl Strategy<Value = Magnitude> {
    prop_oneof![Just(Magnitude::Mild), Just(Magnitude::Extreme)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_kernel_gives_what_the_definition_says(
        seed: u64,
        lanes in 1_usize..=8,
        buckets in 1_usize..=MAX_BUCKETS,
        magnitude in magnitude(),
    ) {
        let weights = made_up(seed, lanes * HIDDEN_STEP, buckets, magnitude);
        for kernel in Kernel::available() {
            let network = Network::new(&weights).unwrap().with_kernel(kernel);
            for (position, _) in random_game(seed).iter().step_by(20) {
                let value = i64::from(network.evaluate_afresh(position));
                prop_assert_eq!(value, by_definition(&weights, position), "{:?}", kernel);
            }
        }
    }

    /// The rows cover the full range of 16 bits, which no network's rows do.
    #[test]
    fn kernels_weigh_any_row_alike(seed: u64, lanes in 1_usize..=MAX_HIDDEN / HIDDEN_STEP) {
        let mut random = Random::new(seed);
        let mut row = |mut number: Box<dyn FnMut(&mut Random) -> i16>, lanes: usize| {
            let numbers: Vec<i16> = (0..lanes * HIDDEN_STEP).map(|_| number(&mut random)).collect();
            Lane::pack(&numbers)
        };
        let [mover, other] = [(); 2].map(|()| row(Box::new(|random| random.0.next() as i16 >> random.below(9)), lanes));
        let weights = row(Box::new(|random| random.within(MAX_OUTPUT_WEIGHT)), 2 * lanes);
        let expected = Kernel::PORTABLE.weigh(&mover, &other, &weights);
        for kernel in Kernel::available() {
            prop_assert_eq!(kernel.weigh(&mover, &other, &weights), expected, "{:?}", kernel);
        }
    }
}
