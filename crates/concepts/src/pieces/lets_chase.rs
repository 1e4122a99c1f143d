//! **Lets chase**: a piece moves, without capturing, to where a pawn can drive it back at once.
//! The pawn moves without capturing and newly threatens to win the piece, and leaves nothing to be
//! won. The piece then has no capture that does not lose something, and each of its moves that
//! does not lose it leads to a rank further back; there is at least one. An early queen is told as
//! such.
//!
//! Squares: where the piece stands, then from where and to where the pawn goes.

use bstar_board::{Piece, Position, Square, color_name};

use crate::finders::naming::reply;
use crate::finders::replies::drivers;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, loses_on};
use crate::ground::plain;
use crate::names::man;
use crate::pieces::early_queen::is_early;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const LETS_CHASE: Concept = Concept {
    name: "lets-chase",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let square = scene.mv.to;
    let is_piece = !matches!(scene.man(), Piece::King | Piece::Pawn)
        && scene.before.is_quiet(scene.mv)
        && !is_early(scene);
    if !is_piece || loses_on(&scene.after, square) >= MIN_GAIN_CENTIPAWNS {
        return Vec::new();
    }
    let pawns = scene.after.men(!scene.side, Piece::Pawn);
    let chase = drivers(&scene.after, square)
        .into_iter()
        .filter(|mv| pawns.has(mv.from))
        .find(|mv| must_retreat(&scene.after.after(*mv), square));
    let finding = chase.map(|mv| Finding::on([square, mv.from, mv.to]));
    finding.into_iter().collect()
}

/// Whether the piece on a square, whose turn it is, can only go back.
fn must_retreat(position: &Position, square: Square) -> bool {
    let side = position.side_to_move();
    let (mut retreats, mut others) = (0, 0);
    position.for_each_move(square.bitboard(), !position.side(side), |_, mv| {
        let is_safe = gain(position, mv) > -MIN_GAIN_CENTIPAWNS;
        let goes_back = Scene::rank(side, mv.to) < Scene::rank(side, square);
        match goes_back && position.is_quiet(mv) {
            true => retreats += usize::from(is_safe),
            false => others += usize::from(is_safe),
        }
    });
    retreats > 0 && others == 0
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, from, to] = exactly(squares, "it is about a piece and a reply")?;
    let is_piece = matches!(
        scene.after.piece_on(*square),
        Some(Piece::Knight | Piece::Bishop | Piece::Rook | Piece::Queen)
    );
    let is_moved = *square == scene.mv.to && !scene.before.is_castling(scene.mv);
    if !is_piece || !is_moved || !scene.before.is_quiet(scene.mv) {
        return Err("no piece has just gone there");
    }
    let lost = plain::exchange::best_capture(&scene.after, *square).unwrap_or(0);
    if lost >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("it is lost there");
    }
    if !plain::men::is_man(&scene.after, *from, !scene.side, Piece::Pawn) {
        return Err("the reply is no pawn's");
    }
    let then = plain::replies::drives(&scene.after, *from, *to, *square)?;
    let moves = then.legal_moves();
    let rank = |at: Square| plain::men::rank_for(scene.side, at);
    let safe: Vec<bool> = moves
        .iter()
        .filter(|mv| mv.from == *square)
        .filter(|mv| plain::exchange::gain(&then, **mv) > -plain::exchange::MIN_GAIN_CENTIPAWNS)
        .map(|mv| then.captured(*mv).is_none() && rank(mv.to) < rank(*square))
        .collect();
    match !safe.is_empty() && safe.iter().all(|goes_back| *goes_back) {
        true => Ok(()),
        false => Err("it need not go back"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let name = match squares {
        [_, from, to] => reply(scene, *from, *to),
        _ => String::new(),
    };
    format!(
        "It lets {} drive the {} back at once with {name}.",
        color_name(!scene.side),
        man(scene.man())
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn drives it back.
        r1bq1rk1/pppnbppp/4pn2/3p4/3P4/2N1PN2/PPPBBPPP/R2Q1RK1 w - - 0 1
        Nb5: It lets Black drive the knight back at once with a6.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/2P5/PP1P1PPP/RNBQKBNR b KQkq - 0 2
        Bc5: It lets White drive the bishop back at once with b4.
        # Nothing to chase.
        # After a6 it takes on c6; no pawn can attack it; it stays on its rank.
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3
        Bb5: -
        r1bq1rk1/pppnbppp/4pn2/3p4/3P4/2N1PN2/PPPBBPPP/R2Q1RK1 w - - 0 1
        Rc1: -
        Ne5: -
        Nb5 not: b5, b5 a7 a6 a5, b5 b7 b6, c3 c7 c6
    ";
    LETS_CHASE.holds(cases);
}
