//! What is found has the right name, is true, and stops being true when it is tampered with.

use bstar_board::{Game, Move, Piece, Square, fen, san};

use super::{Continuation, NodePath};
use crate::facts::claims::check::check;
use crate::facts::claims::{Balance, Claim, Fact, LineStart};
use crate::tests::read_position;
use crate::write::words::phrases::phrase;

/// What is found about a move, in words, with those found along a line.
fn told(text: &str, moves: &str) -> Vec<String> {
    let game = Game::new(fen::parse(text).unwrap());
    let mut position = game.position().clone();
    let mut line = Vec::new();
    for word in moves.split_whitespace() {
        let mv = san::parse(&position, word).unwrap();
        position = position.after(mv);
        line.push(mv);
    }
    let claims = everything(&game, &line);
    for claim in &claims {
        assert_eq!(check(&game, claim), Ok(()), "{text} {moves}");
    }
    let words = |claim: &Claim| phrase(game.position(), claim).replace('\u{a0}', " ");
    claims.iter().map(words).collect()
}

/// Every claim about the first move of a line and about the line.
fn everything(game: &Game, line: &[Move]) -> Vec<Claim> {
    let root = game.position();
    let here = NodePath { root, path: &[] };
    let after = NodePath {
        root,
        path: &line[..1],
    };
    let (us, whole) = (
        root.side_to_move(),
        Continuation {
            place: here,
            begins: LineStart::Move,
            moves: line,
        },
    );
    let mut claims = after.motifs();
    claims.extend(
        [
            after.checkmate(),
            after.offers(),
            after.attacks(),
            after.only_move(),
            here.stops_mate(line[0]),
            here.saves(line[0]),
            line.get(1).and_then(|reply| after.hangs(*reply)),
            whole.mate(us),
            whole.mate(!us),
            whole.queens(us),
            whole.gains(us),
            whole.gains(!us),
            whole.trades(us, Piece::Queen),
            whole.drawn(game),
        ]
        .into_iter()
        .flatten(),
    );
    claims
}

#[test]
fn textbook_positions_are_named() {
    // A position, then moves and what must be among the things that are told of them. In the last
    // position White is three pawns down, and wins one back.
    let cases = "
        q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1
        Nc7+ Kd8 Nxa8: The knight forks king and queen.
        Nc7+ Kd8 Nxa8: It wins the queen: 1. Nc7+ Kd8 2. Nxa8.
        4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1
        Bb5: It pins the knight on c6 to the king.
        3qk3/8/5n2/8/8/8/8/2B1K3 w - - 0 1
        Bg5: It pins the knight on f6 to the queen on d8.
        q7/8/8/k7/8/8/7R/4K3 w - - 0 1
        Ra2+: The rook skewers king and queen.
        6k1/5p2/6p1/8/2B5/6Q1/8/4K3 w - - 0 1
        Qxg6+: The pawn on f7 is pinned and cannot take on g6.
        4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1
        Nc5+: It is a discovered check from the rook on e2.
        Nf6+: It is double check.
        3qk3/8/8/8/3N4/8/3R4/4K3 w - - 0 1
        Nb5: It uncovers an attack by the rook on d2 on the queen on d8.
        6k1/8/8/8/8/1P6/b1PK4/7R w - - 0 1
        Ra1: The bishop on a2 is trapped: it is attacked and has no safe square.
        6k1/8/8/8/8/8/1r3PPP/6K1 w - - 0 1
        h3: It stops 1... Rb1#.
        k7/8/8/3p4/4N3/8/8/K7 w - - 0 1
        Nf6: It brings the attacked knight to safety.
        k7/8/8/3p4/4N3/3B4/8/K7 w - - 0 1
        Nf6: It brings the attacked knight to safety.
        k7/8/8/r3N3/1P6/4B3/8/1K6 w - - 0 1
        Bc5: It blocks the attack on the knight on e5.
        k7/8/8/r3N3/8/8/8/1K1R4 w - - 0 1
        Re1: It protects the knight on e5.
        1r6/8/8/1N2k3/8/8/8/K6B w - - 0 1
        Nc3: It brings the attacked knight to safety.
        8/P6k/8/8/8/8/8/K7 w - - 0 1
        a8=Q: It makes a queen: 1. a8=Q.
        3qk3/8/8/8/8/8/8/3QK3 w - - 0 1
        Qxd8+ Kxd8: It trades queens: 1. Qxd8+ Kxd8.
        7k/8/6K1/8/8/5Q2/8/8 w - - 0 1
        Qf7: It is a draw by stalemate: 1. Qf7.
        4k3/8/8/8/8/8/8/4K2R w K - 0 1
        O-O: It castles.
        4k3/8/4n3/8/8/8/3R4/3K4 w - - 0 1
        Re2: It pins the knight on e6 to the king.
        k7/8/4n3/8/8/8/3R4/3K4 w - - 0 1
        Re2: It attacks the knight on e6.
        k7/pp6/8/8/8/8/p7/K7 w - - 0 1
        Kxa2: It wins back a pawn.
    ";
    let mut text = "";
    for case in cases.lines().map(str::trim).filter(|case| !case.is_empty()) {
        let Some((moves, expected)) = case.split_once(": ") else {
            text = case;
            continue;
        };
        let words = told(text, moves);
        let is_told = words.iter().any(|sentence| sentence == expected);
        assert!(is_told, "{text} {moves}: {expected}\n{words:#?}");
    }
}

#[test]
fn what_is_not_so_is_not_found() {
    let fork = told("q2bk3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+");
    assert!(
        !fork.iter().any(|words| words.contains("forks")),
        "{fork:?}"
    );
    let pin = told("4k3/8/p1n5/8/8/8/8/4KB2 w - - 0 1", "Bb5");
    assert!(!pin.iter().any(|words| words.contains("pins")), "{pin:?}");
    // A rook takes a guarded knight: nothing is won until the recapture has been counted.
    let taken = "k7/3p4/4n3/8/8/8/4R3/4K3 w - - 0 1";
    let gain = told(taken, "Rxe6");
    assert!(!gain.iter().any(|words| words.contains("wins")), "{gain:?}");
    let back = told(taken, "Rxe6 dxe6 Kd2");
    assert!(
        !back.iter().any(|words| words.contains("a knight")),
        "{back:?}"
    );
}

const POSITIONS: [&str; 6] = [
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/ppp5/8/PPP5/8/8/7k/5K2 w - - 0 1",
    "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Every claim that is told about every legal move of some searched positions.
fn claims() -> Vec<(Game, Claim)> {
    let mut claims = Vec::new();
    for text in POSITIONS {
        let reading = read_position(text);
        let (paragraphs, audit) = reading.audited();
        assert!(audit.refused.is_empty(), "{text}: {:?}", audit.refused);
        let mut sentences = paragraphs.concat();
        for known in &reading.moves {
            let (told, audit) = reading.asked(known.mv).audited().unwrap();
            assert!(audit.refused.is_empty(), "{text}: {:?}", audit.refused);
            sentences.extend(told);
        }
        let told = sentences.into_iter().flat_map(|sentence| sentence.claims);
        claims.extend(told.map(|claim| (reading.game.clone(), claim)));
    }
    claims
}

#[test]
fn what_is_told_is_true_and_what_is_tampered_with_is_caught() {
    let claims = claims();
    assert!(claims.len() > 100, "{}", claims.len());
    let kinds: std::collections::BTreeSet<&str> =
        claims.iter().map(|(_, claim)| claim.kind()).collect();
    assert!(kinds.len() >= 10, "{kinds:?}");
    for (game, claim) in &claims {
        assert_eq!(check(game, claim), Ok(()));
        for wrong in tampered(claim) {
            assert!(check(game, &wrong).is_err(), "{wrong:?}");
        }
    }
}

/// The same claim with one thing changed so that it cannot be true.
fn tampered(claim: &Claim) -> Vec<Claim> {
    let mut wrong = Vec::new();
    let is_of_both = matches!(
        claim.fact,
        Fact::Drawn { .. } | Fact::Trades { .. } | Fact::OnlyMove | Fact::GoesOn
    );
    if !is_of_both {
        wrong.push(Claim {
            side: !claim.side,
            ..claim.clone()
        });
    }
    // A king that stays where it is.
    let still = Move {
        from: Square::E4,
        to: Square::E4,
        promotion: None,
    };
    wrong.push(Claim {
        path: vec![still],
        ..claim.clone()
    });
    let mut line = claim.line.clone();
    line.push(still);
    wrong.push(Claim {
        line,
        ..claim.clone()
    });
    let other = |fact: Fact| Claim {
        fact,
        ..claim.clone()
    };
    let more = |balance: Balance| {
        let mut men = balance.0;
        men[0] += 1;
        Balance(men)
    };
    match &claim.fact {
        Fact::Gains { balance } => wrong.push(other(Fact::Gains {
            balance: more(*balance),
        })),
        Fact::Queens { besides } => wrong.push(other(Fact::Queens {
            besides: more(*besides),
        })),
        Fact::MateIn { .. } => wrong.push(other(Fact::MateIn { moves: 0 })),
        Fact::Fork { by, targets } => {
            let mut targets = targets.clone();
            targets.push(*by);
            wrong.push(other(Fact::Fork { by: *by, targets }));
        }
        Fact::Pin { by, pinned, behind } => wrong.push(other(Fact::Pin {
            by: *by,
            pinned: *behind,
            behind: *pinned,
        })),
        _ => {}
    }
    wrong
}
