//! **Outpost**: a knight or bishop moves to a square on its fifth or sixth rank (a knight also on
//! the fourth of the c- to f-files) that a pawn of its own side holds and that no pawn of the
//! opponent can challenge, now or later: on the files beside it no enemy pawn stands on a square
//! from which it could still come to attack it. It is not lost there, and it does not come from
//! such a square.
//!
//! Squares: where it stands.

use bstar_board::{Color, File, Piece, Position, Square};

use crate::finders::pawns::is_held_for_good;
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const OUTPOST: Concept = Concept {
    name: "outpost",
    themes: &["outpost"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, square) = (scene.side, scene.mv.to);
    let is_there = !scene.before.is_castling(scene.mv)
        && is_outpost(&scene.after, side, square)
        && !is_outpost(&scene.before, side, scene.mv.from)
        && !is_lost(&scene.after, square);
    Finding::if_so(is_there, [square])
}

fn is_outpost(position: &Position, side: Color, square: Square) -> bool {
    let rank = Scene::rank(side, square);
    let is_central = (File::C..=File::F).contains(&square.file());
    let is_far = match position.piece_on(square) {
        Some(Piece::Knight) => (5..=6).contains(&rank) || rank == 4 && is_central,
        Some(Piece::Bishop) => (5..=6).contains(&rank),
        _ => false,
    };
    is_far && is_held_for_good(position, side, square)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "an outpost is one square")?;
    if *square != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    stands_on_outpost(&scene.after, scene.side, *square)?;
    if stands_on_outpost(&scene.before, scene.side, scene.mv.from).is_ok() {
        return Err("it stood on an outpost already");
    }
    match plain::exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn stands_on_outpost(position: &Position, side: Color, square: Square) -> Result<(), &'static str> {
    let (file, rank) = (square.file() as i32, plain::men::rank_for(side, square));
    let is_far = match position.piece_on(square) {
        Some(Piece::Knight) => [5, 6].contains(&rank) || rank == 4 && (2..=5).contains(&file),
        Some(Piece::Bishop) => [5, 6].contains(&rank),
        _ => return Err("no knight or bishop stands there"),
    };
    ensure(is_far, "it does not stand far enough")?;
    plain::pawns::is_held_for_good(position, side, square)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    format!(
        "The {} gets an outpost on\u{a0}{square}, held by a pawn, where no pawn can drive it away.",
        man(scene.man())
    )
}

#[test]
fn cases() {
    let cases = "
        # A knight in a hole held by a pawn.
        r2q1rk1/pp2bppp/2npb3/4p3/4P3/2N1B3/PPPQ1PPP/R4RK1 w - - 0 1
        Nd5: The knight gets an outpost on d5, held by a pawn, where no pawn can drive it away.
        r4rk1/ppq1bppp/2n1pn2/8/2p1P3/2P2N2/PPQ2PPP/R1B2RK1 b - - 0 1
        Ne5: -
        r4rk1/ppq1bppp/2n1p3/8/1np1P3/5N2/P1Q2PPP/R1B2RK1 b - - 0 1
        Nd3: The knight gets an outpost on d3, held by a pawn, where no pawn can drive it away.
        # No outpost.
        # A pawn can still come to c6; nobody holds the square; the knight was on one already.
        r2q1rk1/ppp1bppp/2npb3/4p3/4P3/2N1B3/PPPQ1PPP/R4RK1 w - - 0 1
        Nd5: -
        Nd5 not: d5
        r2q1rk1/pp2bppp/2npb3/4p3/8/2N1B3/PPPQ1PPP/R4RK1 w - - 0 1
        Nd5: -
        r2q1rk1/pp2bppp/2npb3/4p3/4P3/2N1B3/PPPQ1PPP/R4RK1 w - - 0 1
        Nb5: -
        Nd5 not: c3, d5 e5, b5
    ";
    OUTPOST.holds(cases);
}
