use bstar_board::{Position, fen};

use crate::feature::{self, COUNT, GROUPS};
use crate::{Evaluator, FULL_PHASE, Term, WEIGHTS, phase, terms, trace};

const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/5k2/4b3/8/3PP3/4BK2/8/8 w - - 30 1",
];

/// The same position with colours exchanged.
fn mirrored(text: &str) -> Position {
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |s: &str| -> String {
        s.chars()
            .map(|c| {
                if c.is_lowercase() {
                    c.to_ascii_uppercase()
                } else {
                    c.to_ascii_lowercase()
                }
            })
            .collect()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let rights = swap(fields[2]);
    fen::parse(&format!(
        "{} {side} {rights} - {} {}",
        rows.join("/"),
        fields[4],
        fields[5]
    ))
    .unwrap()
}

#[test]
fn colours_are_treated_alike() {
    let mut evaluator = Evaluator::new();
    for text in POSITIONS {
        let position = fen::parse(text).unwrap();
        assert_eq!(
            evaluator.evaluate(&position),
            evaluator.evaluate(&mirrored(text)),
            "{text}"
        );
    }
}

#[test]
fn memory_never_changes_the_answer() {
    let mut used = Evaluator::new();
    for _ in 0..2 {
        for text in POSITIONS {
            let position = fen::parse(text).unwrap();
            assert_eq!(
                used.evaluate(&position),
                Evaluator::new().evaluate(&position)
            );
        }
    }
}

#[test]
fn the_trace_gives_the_same_value() {
    for text in POSITIONS {
        let position = fen::parse(text).unwrap();
        let trace = trace(&position).unwrap();
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(feature, count) in &trace.counts {
            let weight = WEIGHTS[usize::from(feature)];
            middlegame += f32::from(count) * weight.middlegame() as f32;
            endgame += f32::from(count) * weight.endgame() as f32;
        }
        let white = middlegame * trace.middlegame_share + endgame * trace.endgame_share;
        let fade = (220.0 - f32::from(position.halfmove_clock())) / 220.0;
        let sign = if position.side_to_move() == bstar_board::Color::White {
            1.0
        } else {
            -1.0
        };
        let value = Evaluator::new().evaluate(&position) as f32;
        assert!(
            (white * fade * sign - value).abs() <= 2.0,
            "{text}: {value} against {}",
            white * fade * sign
        );
    }
}

#[test]
fn the_named_terms_add_up() {
    for text in POSITIONS {
        let position = fen::parse(text).unwrap();
        let terms = terms(&position);
        if terms.scale_percent < 100 || position.halfmove_clock() > 0 {
            continue;
        }
        let sum: i32 = terms.values.iter().map(|v| v.white - v.black).sum();
        // Each term is rounded by itself.
        assert!(
            (sum - terms.total).abs() <= Term::ALL.len() as i32,
            "{text}"
        );
    }
}

#[test]
fn every_feature_belongs_to_one_group() {
    let mut next = 0;
    for group in GROUPS {
        assert_eq!(group.at(0), next);
        next = group.end();
    }
    assert_eq!(next, COUNT);
    assert_eq!(feature::TEMPO.end(), COUNT);
}

#[test]
fn the_phase_runs_from_all_pieces_to_none() {
    assert_eq!(phase(&Position::start()), FULL_PHASE);
    assert_eq!(
        phase(&fen::parse("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").unwrap()),
        0
    );
}

#[test]
fn an_advantage_fades_towards_fifty_moves() {
    let mut evaluator = Evaluator::new();
    let fresh = fen::parse("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1").unwrap();
    let stale = fen::parse("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 90 80").unwrap();
    assert!(evaluator.evaluate(&stale) < evaluator.evaluate(&fresh) * 2 / 3);
}
