use std::collections::HashSet;

use bstar_board::{BitBoard, Color, File, Move, Piece, Position, Square, attacks, fen};
use proptest::prelude::*;

use super::limits::{BUCKETS, HEAD_HIDDEN, HEAD_OUTPUTS, INPUTS, MOVES};
use super::*;
use crate::network::Kernel;

/// A position of a game of random moves.
fn position(choices: &[u8]) -> Position {
    let mut position = Position::start();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.after(moves[usize::from(*choice) % moves.len()]);
    }
    position
}

/// The inputs, square by square, as `docs/prior.md` says.
fn slow_inputs(position: &Position) -> Vec<u16> {
    let us = position.side_to_move();
    let upright = |square: Square| match us {
        Color::White => square as usize,
        Color::Black => square as usize ^ 56,
    };
    let mirrored = upright(position.king(us)) % 8 < 4;
    let attacks_square = |color: Color, square: Square| {
        Square::ALL.into_iter().any(|from| {
            position.color_on(from) == Some(color)
                && attacks::of(
                    position.piece_on(from).unwrap(),
                    color,
                    from,
                    position.occupied(),
                )
                .has(square)
        })
    };
    let mut list = Vec::new();
    for square in position.occupied() {
        let color = position.color_on(square).unwrap();
        let place = upright(square) ^ if mirrored { 7 } else { 0 };
        let whose = usize::from(color != us);
        let kind = position.piece_on(square).unwrap() as usize;
        let state = usize::from(attacks_square(!color, square))
            + 2 * usize::from(attacks_square(color, square));
        list.push((state * 768 + (whose * 6 + kind) * 64 + place) as u16);
    }
    list.sort_unstable();
    list
}

/// The rows of a move, as `docs/prior.md` says.
fn slow_rows(position: &Position, mv: Move) -> [usize; 3] {
    let us = position.side_to_move();
    let mirrored = if position.king(us).file() < File::E {
        7
    } else {
        0
    };
    let turned = |square: Square| match us {
        Color::White => square as usize ^ mirrored,
        Color::Black => square as usize ^ 56 ^ mirrored,
    };
    let number = move_number(position, mv);
    let loses = usize::from(number >= 1880);
    let kind = position.piece_on(mv.from).unwrap() as usize;
    let captured = match position.color_on(mv.to) {
        Some(color) if color != us => position.piece_on(mv.to).unwrap() as usize + 1,
        _ => 0,
    };
    // The feature of the man that moves has its state.
    let features = slow_inputs(position);
    let man = |feature: &&u16| usize::from(**feature) % 768 == kind * 64 + turned(mv.from);
    let state = usize::from(*features.iter().find(man).unwrap()) / 768;
    let arrived = mv.promotion.unwrap_or(position.piece_on(mv.from).unwrap());
    let occupied = position.occupied() ^ mv.from.bitboard();
    let check =
        arrived != Piece::King && attacks::of(arrived, us, mv.to, occupied).has(position.king(!us));
    [
        number,
        3760 + loses * 384 + kind * 64 + turned(mv.to),
        4528 + ((kind * 6 + captured) * 2 + loses) * 8 + state * 2 + usize::from(check),
    ]
}

/// The arithmetic of `docs/prior.md`, number by number.
fn slow_answer(
    weights: &PriorWeights,
    position: &Position,
    moves: &[[usize; 3]],
) -> ([i64; HEAD_OUTPUTS], Vec<i64>) {
    let pairs = weights.pairs();
    let inputs = slow_inputs(position);
    let clipped = |at: usize| {
        let rows = inputs
            .iter()
            .map(|input| i64::from(weights.inputs[usize::from(*input) * 2 * pairs + at]));
        (i64::from(weights.input_biases[at]) + rows.sum::<i64>()).clamp(0, 255)
    };
    let hidden: Vec<i64> = (0..pairs)
        .map(|at| (clipped(at) * clipped(at + pairs)) >> 9)
        .collect();
    let dot = |numbers: &[i64], row: &[i8]| -> i64 {
        numbers
            .iter()
            .zip(row)
            .map(|(n, w)| n * i64::from(*w))
            .sum()
    };
    let bucket = ((inputs.len() - 2) * BUCKETS / 31).min(BUCKETS - 1);
    let layer: Vec<i64> = (bucket * HEAD_HIDDEN..)
        .take(HEAD_HIDDEN)
        .map(|row| {
            let sum = i64::from(weights.first_biases[row])
                + dot(&hidden, &weights.first[row * pairs..][..pairs]);
            (sum >> 6).clamp(0, 127)
        })
        .collect();
    let outputs = std::array::from_fn(|output| {
        let row = bucket * HEAD_OUTPUTS + output;
        i64::from(weights.second_biases[row])
            + dot(&layer, &weights.second[row * HEAD_HIDDEN..][..HEAD_HIDDEN])
    });
    let logits = moves
        .iter()
        .map(|rows| {
            let of_row = |row: &usize| {
                i64::from(weights.move_biases[*row])
                    + dot(&hidden, &weights.moves[row * pairs..][..pairs])
            };
            rows.iter().map(of_row).sum()
        })
        .collect();
    (outputs, logits)
}

proptest! {
    #[test]
    fn inputs_are_those_of_the_document(choices in prop::collection::vec(any::<u8>(), 0..120)) {
        let position = position(&choices);
        let slow = slow_inputs(&position);
        let list = inputs(&position);
        prop_assert_eq!(&list[..slow.len()], &slow[..]);
        prop_assert!(list[slow.len()..].iter().all(|input| *input == NO_INPUT));
    }

    #[test]
    fn all_kernels_do_the_arithmetic_of_the_document(
        choices in prop::collection::vec(any::<u8>(), 0..120),
        seed in any::<u64>(),
        pairs in prop::sample::select(vec![64_usize, 128, 192]),
    ) {
        let position = position(&choices);
        let moves: Vec<[usize; 3]> = position.legal_moves().iter().map(|mv| slow_rows(&position, *mv)).collect();
        let weights = PriorWeights::made_up(pairs, seed);
        let (outputs, logits) = slow_answer(&weights, &position, &moves);
        for kernel in Kernel::available() {
            let prior = Prior::new(&weights).unwrap().with_kernel(kernel);
            let mut impression = Impression::new(&prior);
            impression.look(&prior, &position, &mut Sums::new(&prior));
            prop_assert_eq!(prior.outputs(&impression).map(i64::from), outputs);
            let weighed: Vec<i64> = moves.iter().map(|rows| i64::from(prior.weight(&impression, *rows))).collect();
            prop_assert_eq!(&weighed, &logits);
            let mut reals = Vec::new();
            prior.weigh_moves(&impression, &position, &position.legal_moves(), &mut reals);
            let expected: Vec<f32> = logits.iter().map(|logit| *logit as f32 / ONE as f32).collect();
            prop_assert_eq!(reals, expected);
        }
    }

    #[test]
    fn rows_of_moves_are_those_of_the_document(choices in prop::collection::vec(any::<u8>(), 0..200)) {
        let position = position(&choices);
        for mv in position.legal_moves() {
            prop_assert_eq!(move_rows(&position, mv), slow_rows(&position, mv));
        }
    }

    #[test]
    fn every_move_of_a_position_has_a_number_of_its_own(choices in prop::collection::vec(any::<u8>(), 0..200)) {
        let position = position(&choices);
        let moves = position.legal_moves();
        let numbers: HashSet<usize> = moves.iter().map(|mv| move_number(&position, *mv)).collect();
        prop_assert_eq!(numbers.len(), moves.len());
        prop_assert!(numbers.iter().all(|number| *number < MOVES));
        for mv in moves {
            let loses = move_number(&position, mv) >= MOVES / 2;
            prop_assert_eq!(loses, !position.exchange_gains(mv, 0));
        }
    }
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let mut weights = PriorWeights::zero(64);
    weights.input_biases.fill(992);
    weights.moves.fill(127);
    weights.first.fill(-127);
    weights.second.fill(127);
    let position = Position::start();
    let (outputs, logits) = slow_answer(&weights, &position, &[[0, MOVES - 1, MOVE_ROWS - 1]]);
    for kernel in Kernel::available() {
        let prior = Prior::new(&weights).unwrap().with_kernel(kernel);
        let mut impression = Impression::new(&prior);
        impression.look(&prior, &position, &mut Sums::new(&prior));
        assert_eq!(prior.outputs(&impression).map(i64::from), outputs);
        assert_eq!(
            i64::from(prior.weight(&impression, [0, MOVES - 1, MOVE_ROWS - 1])),
            logits[0]
        );
        assert_eq!(logits[0], 3 * 64 * 127 * 127);
    }
}

/// The 1792 steps of queens and knights, then 22 steps for each promotion.
#[test]
fn the_numbers_of_moves_are_those_of_the_document() {
    let number = |text: &str, mv: &str| {
        let position = fen::parse(text).unwrap();
        move_number(
            &position,
            bstar_board::notation::parse(&position, mv).unwrap(),
        )
    };
    let mut steps = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL {
            let ways = attacks::of(Piece::Queen, Color::White, from, BitBoard::EMPTY)
                | attacks::knight(from);
            if ways.has(to) {
                steps.push((from, to));
            }
        }
    }
    assert_eq!(steps.len(), 1792);
    let step = |from, to| steps.iter().position(|pair| *pair == (from, to)).unwrap();
    let quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(number(quiet, "e2e4"), step(Square::E2, Square::E4));
    // Black sees the board upside down.
    let black = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(number(black, "e7e5"), step(Square::E2, Square::E4));
    // With the king on the left, it is mirrored.
    let left = "4k3/8/8/8/8/8/4P3/1K6 w - - 0 1";
    assert_eq!(number(left, "e2e4"), step(Square::D2, Square::D4));
    // Castling is the king's move onto the rook.
    let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(number(castling, "e1g1"), step(Square::E1, Square::H1));
    assert_eq!(number(castling, "e1c1"), step(Square::E1, Square::A1));
    let promotion = "8/P2k4/8/8/8/8/8/6K1 w - - 0 1";
    assert_eq!(number(promotion, "a7a8n"), 1792);
    assert_eq!(number(promotion, "a7a8q"), 1792 + 3 * 22);
    let last = "r7/7P/8/8/3k4/8/8/6K1 w - - 0 1";
    // The rook takes the new queen: that loses material.
    assert_eq!(number(last, "h7h8q"), 1880 + 1792 + 3 * 22 + 21);
}

#[test]
fn moves_that_games_by_chance_seldom_have_get_their_rows() {
    for (text, mv, gives_check) in [
        // The pawn stood between its new square and the king.
        ("8/4P3/8/8/8/8/8/K3k3 w - - 0 1", "e7e8q", true),
        ("8/4P3/8/8/8/8/8/K3k3 w - - 0 1", "e7e8b", false),
        ("8/2P5/8/k7/8/8/8/K7 w - - 0 1", "c7c8n", false),
        // En passant, where a rook can take back along the line that was opened.
        ("4k3/8/8/3pP3/8/8/3r4/K7 w - d6 0 1", "e5d6", false),
        ("8/2k5/8/3pP3/8/8/3r4/K7 w - d6 0 1", "e5d6", true),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", false),
    ] {
        let position = fen::parse(text).unwrap();
        let mv = bstar_board::notation::parse(&position, mv).unwrap();
        let rows = move_rows(&position, mv);
        assert_eq!(rows, slow_rows(&position, mv), "{text}");
        assert_eq!(rows[2] % 2 == 1, gives_check, "{text}");
        assert!(rows[0] < MOVES / 2, "{text}: loses nothing");
    }
}

#[test]
fn a_mirrored_position_without_castling_looks_the_same() {
    let one = fen::parse("2k5/pp3r2/2n5/8/3N4/1P6/P4R2/2K5 w - - 0 1").unwrap();
    let other = fen::parse("5k2/2r3pp/5n2/8/4N3/6P1/2R4P/5K2 w - - 0 1").unwrap();
    assert_eq!(inputs(&one), inputs(&other));
}

#[test]
fn a_file_comes_back_as_it_was_written() {
    let weights = PriorWeights::made_up(128, 7);
    let read = PriorWeights::read(&weights.write()).unwrap();
    assert_eq!(read, weights);
    let prior = Prior::read(&weights.write()).unwrap();
    assert_eq!(prior.checksum(), weights.checksum());
    assert_eq!(prior.pairs(), 128);
}

#[test]
fn bad_files_are_refused_with_the_reason() {
    let good = PriorWeights::made_up(64, 1).write();
    let refused = |bytes: &[u8]| PriorWeights::read(bytes).unwrap_err().to_string();
    assert!(refused(b"").contains("cut off: 0 bytes"));
    assert!(refused(b"BSTARNN1").contains("does not begin with BSTARPR1"));
    assert!(refused(&good[..good.len() - 1]).contains("cut off"));
    assert!(refused(&[&good[..], &[0]].concat()).contains("should end after"));
    let changed = |at: usize, to: u8| {
        let mut bytes = good.clone();
        bytes[at] = to;
        bytes
    };
    assert!(refused(&changed(8, 1)).contains("version 1"));
    assert!(refused(&changed(12, 1)).contains("inputs; this program expects 3072"));
    assert!(refused(&changed(16, 65)).contains("a prior of 65 pairs"));
    assert!(refused(&changed(24, 9)).contains("value's own layer"));
    assert!(refused(&changed(5000, good[5000] ^ 1)).contains("damaged"));
    let mut large = PriorWeights::zero(64);
    large.moves[3] = -128;
    assert!(refused(&large.write()).contains("move weight number 3 is -128"));
    assert_eq!(INPUTS, 3072);
}

#[test]
fn chances_add_up_and_a_spread_is_positive() {
    let prior = Prior::made_up(64, 3);
    let mut impression = Impression::new(&prior);
    impression.look(&prior, &Position::start(), &mut Sums::new(&prior));
    let forecast = prior.forecast(&impression);
    assert!((forecast.win + forecast.draw + forecast.loss - 1.0).abs() < 1e-6);
    assert!(forecast.spread > 0.0 && (0.0..=1.0).contains(&forecast.expected()));
}
