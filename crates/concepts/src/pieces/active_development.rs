//! **Active development**: a knight or bishop leaves its first rank for a square from which it
//! attacks at least two squares of the opponent's half that no pawn of the opponent guards, and a
//! bishop has at least six safe squares there. It is not lost, captures nothing, and no pawn of
//! the opponent can attack it with its next move without being lost itself.
//!
//! Squares: where it stands.

use bstar_board::{Color, Piece, Rank, Square, attacks};

use crate::finders::pawns::can_be_chased;
use crate::finders::pieces::{is_mover_lost, moved, reach, safe_squares};
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

/// Squares of the opponent's half that it must attack.
const MIN_AHEAD: usize = 2;
/// Safe squares that a bishop must have.
const MIN_BISHOP_SQUARES: usize = 6;

pub(crate) const ACTIVE_DEVELOPMENT: Concept = Concept {
    name: "active-development",
    themes: &["activity"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, square) = (scene.side, scene.mv.to);
    let is_minor = |piece: &Piece| matches!(piece, Piece::Knight | Piece::Bishop);
    let Some(piece) = moved(scene).filter(is_minor) else {
        return Vec::new();
    };
    let leaves_home = Scene::rank(side, scene.mv.from) == 1 && Scene::rank(side, square) > 1;
    let enemy_pawns = attacks::pawns(scene.after.men(!side, Piece::Pawn), !side);
    let half = match side {
        Color::White => [Rank::Fifth, Rank::Sixth, Rank::Seventh, Rank::Eighth],
        Color::Black => [Rank::First, Rank::Second, Rank::Third, Rank::Fourth],
    };
    let ahead = reach(&scene.after, square) & !enemy_pawns;
    let ahead = ahead
        .into_iter()
        .filter(|at| half.contains(&at.rank()))
        .count();
    let is_wide = piece == Piece::Knight
        || safe_squares(&scene.after, square).len() as usize >= MIN_BISHOP_SQUARES;
    let is_active = leaves_home
        && scene.before.is_quiet(scene.mv)
        && ahead >= MIN_AHEAD
        && is_wide
        && !is_mover_lost(scene)
        && !can_be_chased(&scene.after, square);
    Finding::if_so(is_active, [square])
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one piece")?;
    let (side, after) = (scene.side, &scene.after);
    let piece = men::moved(&scene.before, scene.mv, after);
    let is_minor = matches!(piece, Some(Piece::Knight | Piece::Bishop));
    if !is_minor || *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no knight or bishop has just moved there");
    }
    if men::rank_for(side, scene.mv.from) != 1 || men::rank_for(side, *square) == 1 {
        return Err("it does not leave its first rank");
    }
    let is_free =
        |at: &Square| men::rank_for(side, *at) >= 5 && !pawns::is_held_by_pawn(after, !side, *at);
    if men::reach(after, *square)
        .iter()
        .filter(|at| is_free(at))
        .count()
        < MIN_AHEAD
    {
        return Err("it attacks too little of the other half");
    }
    if piece == Some(Piece::Bishop) && men::count_safe_squares(after, *square) < MIN_BISHOP_SQUARES
    {
        return Err("the bishop has too few squares");
    }
    ensure(!exchange::is_lost(after, *square), "it can be taken there")?;
    ensure(!pawns::can_be_chased(after, *square), "a pawn can chase it")
}

fn say(scene: &Scene, _: &[Square]) -> String {
    format!(
        "The {} comes out to an active square, on\u{a0}{}.",
        man(scene.man()),
        scene.mv.to
    )
}

#[test]
fn cases() {
    let cases = "
        # A bishop comes out.
        rnbqkb1r/pp2pppp/2p2n2/8/P1pP4/2N2N2/1P2PPPP/R1BQKB1R b KQkq - 0 5
        Bf5: The bishop comes out to an active square, on f5.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Nf3: The knight comes out to an active square, on f3.
        # Not active.
        # It is shut in; a pawn chases it; it has been out already.
        rnbqkb1r/pp2pppp/2p2n2/8/P1pP4/2N2N2/1P2PPPP/R1BQKB1R b KQkq - 0 5
        Bd7: -
        rnbqkbnr/pp1p1ppp/2p5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Bd3: -
        rnbqkb1r/pp2pppp/2p2n2/8/P1pP4/2N2N2/1P2PPPP/R1BQKB1R b KQkq - 0 5
        Nd5: -
        Bf5 not: c8, f5 f5, e6
    ";
    ACTIVE_DEVELOPMENT.holds(cases);
}
