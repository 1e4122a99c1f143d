//! **Unblocks a pawn**: a piece leaves the square in front of a pawn of its own side on the c- to
//! f-files, so that the pawn can move. It stood still only because of that piece: now its next
//! move is legal if the opponent passes, and the pawn is not lost after it. The piece captures
//! nothing and is not lost.
//!
//! Squares: where the piece stands, then the pawn.

use bstar_board::{Color, File, Piece, Square};

use crate::finders::pawns::is_safe;
use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const UNBLOCKS_PAWN: Concept = Concept {
    name: "unblocks-pawn",
    themes: &["clears-square"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, square) = (scene.side, scene.mv.from, scene.mv.to);
    let is_piece = moved(scene).is_some_and(|piece| piece != Piece::Pawn);
    let back = if side == Color::White { -1 } else { 1 };
    let pawn = from.try_offset(0, back).filter(|pawn| {
        scene.after.men(side, Piece::Pawn).has(*pawn) && (File::C..=File::F).contains(&pawn.file())
    });
    let (Some(pawn), Ok(passed)) = (pawn, scene.after.pass()) else {
        return Vec::new();
    };
    if !is_piece || !scene.before.is_quiet(scene.mv) || is_mover_lost(scene) {
        return Vec::new();
    }
    let mut can_go = false;
    passed.for_each_move(pawn.bitboard(), !passed.occupied(), |_, mv| {
        can_go |= mv.promotion.is_none() && is_safe(&passed.after(mv), mv.to);
    });
    Finding::if_so(can_go, [square, pawn])
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn] = exactly(squares, "it is about a piece and a pawn")?;
    let is_piece =
        men::moved(&scene.before, scene.mv, &scene.after).is_some_and(|piece| piece != Piece::Pawn);
    if !is_piece || *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no piece has just moved there");
    }
    let front = pawns::step(*pawn, 0, pawns::forward(scene.side));
    let is_inner = (2..=5).contains(&(pawn.file() as i32));
    if !pawns::is_pawn(&scene.after, scene.side, *pawn) || front != Some(scene.mv.from) || !is_inner
    {
        return Err("it did not stand in front of such a pawn");
    }
    if exchange::is_lost(&scene.after, *square) {
        return Err("it can be taken there");
    }
    let passed = scene.after.pass().map_err(|_| "the opponent is in check")?;
    let goes = |mv: &bstar_board::Move| {
        mv.from == *pawn
            && pawns::is_push(&passed, *mv)
            && !exchange::is_lost(&passed.after(*mv), mv.to)
    };
    match passed.legal_moves().iter().any(goes) {
        true => Ok(()),
        false => Err("the pawn cannot well move"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let file = squares
        .last()
        .map_or('?', |pawn| char::from(b'a' + pawn.file() as u8));
    format!("The {} makes way for the {file}-pawn.", man(scene.man()))
}

#[test]
fn cases() {
    let cases = "
        # A knight makes way.
        r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N5/PP2BPPP/R1BQNRK1 b - - 0 9
        Nd7: The knight makes way for the f-pawn.
        rnbqkbnr/pppp1ppp/8/4p3/8/3BP3/PPPP1PPP/RNBQK1NR w KQkq - 0 3
        Bc4: The bishop makes way for the d-pawn.
        # No pawn is freed.
        # Behind it stands no pawn; the pawn would be lost.
        r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N5/PP2BPPP/R1BQNRK1 b - - 0 9
        Nexd5: -
        Bd7: -
        a5: -
        Nd7 not: d7, d7 e5, f7 d7, d7 g7
    ";
    UNBLOCKS_PAWN.holds(cases);
}
