//! **Minority attack**: a pawn of the a- or b-file moves straight ahead to its fourth or fifth
//! rank. Its side has no pawn on the c-file, the opponent has one there that has not gone beyond
//! his third rank and that the pawn has not passed, and on the a- to c-files the side has one pawn
//! less than the opponent. If it is the a-pawn, it has a b-pawn to support, on its fourth rank or
//! further, that has not passed the c-pawn either. Neither king stands on the a- to d-files,
//! unless it is an ending. The pawn is not lost. The same holds mirrored for the h- to e-files.
//!
//! Squares: where the pawn stands, then the opponent's pawn on the c- or f-file.

use bstar_board::{BitBoard, Color, File, Piece, Square};

use crate::finders::pawns::{ahead, is_ending, is_safe, number, pushed, wing};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const MINORITY_ATTACK: Concept = Concept {
    name: "minority-attack",
    themes: &["majority", "lever"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// The files of the attack: rim, next to it, and the half-open one.
fn attack_files(file: File) -> Option<[File; 3]> {
    match file {
        File::A | File::B => Some([File::A, File::B, File::C]),
        File::G | File::H => Some([File::H, File::G, File::F]),
        _ => None,
    }
}

fn find(scene: &Scene) -> Vec<Finding> {
    let target = pushed(scene).and_then(|square| Some((square, target(scene, square)?)));
    let found = target.filter(|(square, _)| is_safe(&scene.after, *square));
    found
        .map(|(square, target)| Finding::on([square, target]))
        .into_iter()
        .collect()
}

/// The pawn that the attack aims at.
fn target(scene: &Scene, square: Square) -> Option<Square> {
    let (side, after) = (scene.side, &scene.after);
    let [rim, next, open] = attack_files(square.file())?;
    let wing = rim.bitboard() | next.bitboard() | open.bitboard();
    let (own, other) = (after.men(side, Piece::Pawn), after.men(!side, Piece::Pawn));
    let attacker = match square.file() == rim {
        true => (own & next.bitboard())
            .next_square()
            .filter(|pawn| Scene::rank(side, *pawn) >= 4)?,
        false => square,
    };
    let region = |from: Square| open.bitboard() & ahead(side, from);
    let mut targets = (other & region(square) & region(attacker)).into_iter();
    let target = targets.find(|pawn| Scene::rank(!side, *pawn) <= 3)?;
    let kings: BitBoard = [Color::White, Color::Black]
        .into_iter()
        .map(|color| after.king(color))
        .collect();
    let is_attack = (4..=5).contains(&Scene::rank(side, square))
        && (own & open.bitboard()).is_empty()
        && (own & wing).len() + 1 == (other & wing).len()
        && ((kings & (wing | open.adjacent())).is_empty() || is_ending(after));
    is_attack.then_some(target)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, target] = exactly(squares, "a minority attack is a pawn and its target")?;
    let (side, after) = (scene.side, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let rank = |at: Square| plain::men::rank_for(side, at);
    let (file, open) = (square.file() as i32, target.file() as i32);
    let files = match (file, open) {
        (0 | 1, 2) => [0, 1, 2],
        (6 | 7, 5) => [7, 6, 5],
        _ => return Err("it is on other files"),
    };
    let count = |color: Color| {
        let on_file = |file: &i32| plain::pawns::pawns_on_file(after, color, *file).len();
        files.iter().map(on_file).sum::<usize>()
    };
    let is_open = plain::pawns::pawns_on_file(after, side, open).is_empty();
    if !is_open || count(side) + 1 != count(!side) || ![4, 5].contains(&rank(*square)) {
        return Err("no minority attacks");
    }
    if plain::men::rank_for(!side, *target) > 3 {
        return Err("the target has come too far");
    }
    let aims = |pawn: &Square| rank(*target) > rank(*pawn);
    let neighbours = plain::pawns::pawns_on_file(after, side, files[1]);
    // Of several b-pawns the one on the lowest rank counts.
    let first = neighbours.iter().min_by_key(|pawn| pawn.rank());
    let has_attacker = file == files[1] || first.is_some_and(|pawn| aims(pawn) && rank(*pawn) >= 4);
    if !plain::pawns::is_pawn(after, !side, *target) || !aims(square) || !has_attacker {
        return Err("it does not aim at that pawn");
    }
    let is_on_wing = |color: Color| (after.king(color).file() as i32 - files[0]).abs() <= 3;
    if (is_on_wing(side) || is_on_wing(!side)) && !plain::pawns::is_ending(after) {
        return Err("a king stands on that wing");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    let target = squares.get(1).copied().unwrap_or(square);
    let files = attack_files(square.file()).unwrap_or([square.file(); 3]);
    let count = |side: Color| {
        let pawns = scene.after.men(side, Piece::Pawn);
        let is_there = |pawn: &Square| files.contains(&pawn.file());
        number(pawns.into_iter().filter(is_there).count())
    };
    format!(
        "It is a minority attack on the {}, {} against {}, aimed at the pawn on\u{a0}{target}.",
        wing(square.file()),
        count(scene.side),
        count(!scene.side)
    )
}

#[test]
fn cases() {
    let cases = "
        # Two pawns against three.
        r1bqrnk1/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 0 1
        b4: It is a minority attack on the queenside, two against three, aimed at the pawn on c6.
        1k1r3r/ppp2ppp/8/8/8/8/PPP3PP/1K1R3R w - - 0 1
        g4: It is a minority attack on the kingside, two against three, aimed at the pawn on f7.
        # No minority attack.
        # Not far enough; three against three; the opponent's king is there.
        r1bqrnk1/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 0 1
        b3: -
        b4 not: b4, c6 b4, b4 d5, b4 c6 d5, a2 c6
        r1bqrnk1/1p2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 0 1
        b4: -
        1kbqrn1r/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 0 1
        b4: -
        b4 not: b4 c6
    ";
    MINORITY_ATTACK.holds(cases);
}
