//! **Denies a square**: a pawn moves straight ahead, is not lost, and guards a square of its own
//! half that no pawn of its side guarded before. If the side had passed, a knight, bishop or queen
//! of the opponent could have gone there without loss; now it would be lost there.
//!
//! Squares: where the pawn stands, then the piece, then the square.

use bstar_board::{Move, Piece, Position, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::finders::pawns::{is_safe, pushed};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const DENIES_SQUARE: Concept = Concept {
    name: "denies-square",
    themes: &["prophylaxis", "restricts"],
    class: IdeaClass::Denial,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let Some(square) = pushed(scene).filter(|square| is_safe(after, *square)) else {
        return Vec::new();
    };
    let Ok(passed) = scene.before.pass() else {
        return Vec::new();
    };
    let held = attacks::pawns(scene.before.men(side, Piece::Pawn), side);
    let mut fresh = attacks::pawn(square, side) & !held & !after.occupied();
    fresh = fresh
        .into_iter()
        .filter(|at| Scene::rank(side, *at) <= 4)
        .collect();
    let mut denied: Option<(Piece, Move)> = None;
    passed.for_each_move(passed.side(!side), fresh, |piece, mv| {
        let is_piece = matches!(piece, Piece::Knight | Piece::Bishop | Piece::Queen);
        let is_cheaper = denied.is_none_or(|(other, _)| piece < other);
        if is_piece
            && is_cheaper
            && costs(&passed, mv) == Some(false)
            && costs(after, mv) == Some(true)
        {
            denied = Some((piece, mv));
        }
    });
    denied
        .map(|(_, mv)| Finding::on([square, mv.from, mv.to]))
        .into_iter()
        .collect()
}

/// Whether a quiet move loses what moves. None if it is not legal.
fn costs(position: &Position, mv: Move) -> Option<bool> {
    position
        .is_legal(mv)
        .then(|| gain(position, mv) <= -MIN_GAIN_CENTIPAWNS)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, piece, denied] = exactly(squares, "a pawn, a piece and a square")?;
    let (side, before, after) = (scene.side, &scene.before, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let is_fresh = plain::geometry::attacks(after, *square, *denied)
        && !plain::pawns::is_held_by_pawn(before, side, *denied)
        && after.piece_on(*denied).is_none();
    if !is_fresh || plain::men::rank_for(side, *denied) > 4 {
        return Err("the pawn takes no such square");
    }
    let kinds = [Piece::Knight, Piece::Bishop, Piece::Queen];
    let is_piece = |kind: &Piece| plain::men::is_man(after, *piece, !side, *kind);
    ensure(kinds.iter().any(is_piece), "no piece wants to go there")?;
    let passed = before.pass().map_err(|_| "it is check")?;
    let loses = |position: &Position| {
        let mv = plain::replies::move_between(position, *piece, *denied)?;
        Some(plain::exchange::gain(position, mv) <= -plain::exchange::MIN_GAIN_CENTIPAWNS)
    };
    if loses(&passed) != Some(false) || loses(after) != Some(true) {
        return Err("the square is not taken from it");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let piece = squares.get(1).copied().unwrap_or(scene.mv.to);
    let denied = squares.get(2).copied().unwrap_or(piece);
    format!(
        "It takes {denied} from {}.",
        the_one_on(&scene.after, piece)
    )
}

#[test]
fn cases() {
    let cases = "
        # A bishop is kept out.
        r1bqkb1r/ppp2ppp/2np1n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 5
        h3: It takes g4 from the knight on f6.
        r1bqkb1r/ppp2ppp/2np4/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 5
        h3: It takes g4 from the bishop on c8.
        # Nothing is kept out.
        r1bqkb1r/ppp2ppp/2np1n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 5
        a4: -
        h4: -
        h3 not: h3, h3 f6, h3 f6 g5, h3 c6 g4, g4 f6 h3
        r2qkb1r/ppp2ppp/2npn3/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 5
        h3: -
    ";
    DENIES_SQUARE.holds(cases);
}
