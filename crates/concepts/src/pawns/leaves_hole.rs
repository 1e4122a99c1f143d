//! **Leaves a hole**: a pawn moves, and now no pawn of its side can ever guard an empty square on
//! the third or fourth rank of the b- to g-files again: on the files beside it no pawn stands
//! behind it any more, where before one did. (Nor does one stand behind it on the file of a square
//! on the third rank, to fill it.) A knight or bishop of the opponent can go there at once without
//! loss. Or the square is on the fourth rank of the c- to f-files and a knight can come there in
//! two moves by way of a square that is free of its own men and that no pawn guards.
//!
//! Squares: the hole, then the piece that can use it.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const LEAVES_HOLE: Concept = Concept {
    name: "leaves-hole",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let side = scene.side;
    let is_pawn = scene.before.men(side, Piece::Pawn).has(scene.mv.from);
    if !is_pawn || scene.mv.promotion.is_some() {
        return Vec::new();
    }
    let beside = scene.mv.from.file().adjacent() & !File::A.bitboard() & !File::H.bitboard();
    let holes = beside.into_iter().filter(|square| {
        [3, 4].contains(&Scene::rank(side, *square))
            && !scene.after.occupied().has(*square)
            && !can_be_filled(&scene.after, side, *square)
            && can_be_held(&scene.before, side, *square)
            && !can_be_held(&scene.after, side, *square)
    });
    let with_user = holes.filter_map(|hole| Some((hole, user(&scene.after, side, hole)?)));
    // The hole that is furthest up the board, and nearest to the middle.
    let best = with_user.max_by_key(|(hole, _)| {
        let from_edge = (hole.file() as usize).min(7 - hole.file() as usize);
        (Scene::rank(side, *hole), from_edge)
    });
    let finding = best.map(|(hole, user)| Finding::on([hole, user]));
    finding.into_iter().collect()
}

fn can_be_held(position: &Position, side: Color, square: Square) -> bool {
    let pawns = position.men(side, Piece::Pawn) & square.file().adjacent();
    pawns
        .into_iter()
        .any(|pawn| Scene::rank(side, pawn) < Scene::rank(side, square))
}

/// Whether a square on the third rank has a pawn behind it.
fn can_be_filled(position: &Position, side: Color, square: Square) -> bool {
    let second = Rank::Second.relative_to(side);
    let behind = Square::new(square.file(), second);
    Scene::rank(side, square) == 3 && position.men(side, Piece::Pawn).has(behind)
}

/// The piece that uses a hole of `side`: one that can go there, or a knight two moves away.
fn user(position: &Position, side: Color, hole: Square) -> Option<Square> {
    let knights = position.men(!side, Piece::Knight);
    let bishops = position.men(!side, Piece::Bishop);
    let mut near = None;
    position.for_each_move(knights | bishops, hole.bitboard(), |_, mv| {
        if near.is_none() && gain(position, mv) > -MIN_GAIN_CENTIPAWNS {
            near = Some(mv.from);
        }
    });
    let free = !position.side(!side) & !attacks::pawns(position.men(side, Piece::Pawn), side);
    let ways: BitBoard = attacks::knight(hole) & free;
    let comes = |knight: &Square| !(attacks::knight(*knight) & ways).is_empty();
    let is_central = Scene::rank(side, hole) == 4 && (File::C..=File::F).contains(&hole.file());
    let far = knights.into_iter().filter(|_| is_central).find(comes);
    near.or(far)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [hole, user] = exactly(squares, "it is about a hole and a piece")?;
    let (side, before, after) = (scene.side, &scene.before, &scene.after);
    let is_pawn = plain::men::is_man(before, scene.mv.from, side, Piece::Pawn)
        && plain::men::is_man(after, scene.mv.to, side, Piece::Pawn);
    ensure(is_pawn, "no pawn has just moved")?;
    let rank = plain::men::rank_for(side, *hole);
    let is_inside = (1..7).contains(&(hole.file() as i32)) && (rank == 3 || rank == 4);
    if !is_inside || after.piece_on(*hole).is_some() {
        return Err("there can be no hole");
    }
    let behind = plain::men::step_for(side, *hole, 0, -1);
    let is_pawn = |at: Square| plain::men::is_man(after, at, side, Piece::Pawn);
    if rank == 3 && behind.is_some_and(is_pawn) {
        return Err("a pawn can fill it");
    }
    let could = plain::pawns::can_be_held_by_pawn(before, side, *hole);
    if !could || plain::pawns::can_be_held_by_pawn(after, side, *hole) {
        return Err("its pawns guard it as before");
    }
    match can_use(after, side, *user, *hole) {
        true => Ok(()),
        false => Err("the piece cannot use it"),
    }
}

fn can_use(position: &Position, side: Color, user: Square, hole: Square) -> bool {
    if position.color_on(user) != Some(!side) {
        return false;
    }
    let attacks = |from: Square, to: Square| plain::geometry::attacks(position, from, to);
    let jumps = |from: Square, to: Square| {
        let files = (from.file() as i32 - to.file() as i32).abs();
        files * (from.rank() as i32 - to.rank() as i32).abs() == 2
    };
    let goes = plain::replies::move_between(position, user, hole).is_some_and(|mv| {
        plain::exchange::gain(position, mv) > -plain::exchange::MIN_GAIN_CENTIPAWNS
    });
    let is_central =
        plain::men::rank_for(side, hole) == 4 && (2..=5).contains(&(hole.file() as i32));
    match position.piece_on(user) {
        Some(Piece::Bishop) => goes,
        Some(Piece::Knight) if !is_central => goes,
        Some(Piece::Knight) => {
            goes || Square::ALL.into_iter().any(|by_way| {
                attacks(user, by_way)
                    && jumps(by_way, hole)
                    && position.color_on(by_way) != Some(!side)
                    && !plain::pawns::is_held_by_pawn(position, side, by_way)
            })
        }
        _ => false,
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let (hole, user) = match squares {
        [hole, user] => (*hole, *user),
        _ => (scene.mv.to, scene.mv.to),
    };
    format!(
        "It leaves a hole on\u{a0}{hole}, which no pawn can guard any more and {} can use.",
        the_one_on(&scene.after, user)
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn gives up a square.
        r1bqk1nr/pp1pppbp/2n3p1/2p5/2P5/2N3P1/PP1PPPBP/R1BQK1NR w KQkq - 0 1
        e4: It leaves a hole on d4, which no pawn can guard any more and the knight on c6 can use.
        r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 1
        e5: It leaves a hole on d5, which no pawn can guard any more and the knight on c3 can use.
        # No hole.
        # The c-pawn can still guard d4; another square is held; nobody can use it.
        rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        e4: -
        r1bqk1nr/pp1pppbp/2n3p1/2p5/2P5/2N3P1/PP1PPPBP/R1BQK1NR w KQkq - 0 1
        d3: -
        e3: -
        e4 not: d4, d4 g8, c6 d4, d4 g7 c6, f4 c6
        4k3/pp1ppp1p/6p1/2p5/2P5/6P1/PP1PPP1P/4K3 w - - 0 1
        e4: -
    ";
    LEAVES_HOLE.holds(cases);
}
