//! **Heads for an outpost**: a knight moves to where its next move can take it to an outpost that
//! it could not reach in one move before: a square on its fifth or sixth rank (or on the fourth of
//! the c- to f-files) that a pawn of its own side holds, where none of its own men stands, and
//! that no pawn of the opponent can challenge, now or later. On the fifth and sixth ranks of the
//! b- to g-files it is enough that another man of its side holds it. The knight is not lost where
//! it stands, and does not capture.
//!
//! Squares: where it stands, then the outpost.

use bstar_board::{BitBoard, File, Piece, Square, attacks};

use crate::finders::pawns::{is_held_for_good, is_out_of_reach};
use crate::finders::pieces::{attackers, is_mover_lost, moved};
use crate::ground::plain::{exchange, geometry, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const HEADS_FOR_OUTPOST: Concept = Concept {
    name: "heads-for-outpost",
    themes: &["outpost", "reroute", "activity"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (from, square) = (scene.mv.from, scene.mv.to);
    let is_knight = moved(scene) == Some(Piece::Knight);
    if !is_knight || !scene.before.is_quiet(scene.mv) || is_mover_lost(scene) {
        return Vec::new();
    }
    let reach = |at: Square| attacks::of(Piece::Knight, scene.side, at, BitBoard::EMPTY);
    let anew = reach(square) & !reach(from) & !scene.after.side(scene.side) & !from.bitboard();
    let posts = anew.into_iter().filter(|post| is_post(scene, *post));
    let highest = posts.max_by_key(|post| (Scene::rank(scene.side, *post), *post as usize));
    highest
        .into_iter()
        .map(|post| Finding::on([square, post]))
        .collect()
}

fn is_post(scene: &Scene, post: Square) -> bool {
    let (position, side) = (&scene.after, scene.side);
    let rank = Scene::rank(side, post);
    let is_central = (File::C..=File::F).contains(&post.file());
    let is_far = (5..=6).contains(&rank) || rank == 4 && is_central;
    let others = attackers(position, side, post) & !scene.mv.to.bitboard();
    let is_hole = (5..=6).contains(&rank)
        && (File::B..=File::G).contains(&post.file())
        && !others.is_empty()
        && is_out_of_reach(position, side, post);
    is_hole || is_far && is_held_for_good(position, side, post)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, post] = exactly(squares, "it is about a knight and a square")?;
    let is_knight = men::moved(&scene.before, scene.mv, &scene.after) == Some(Piece::Knight);
    if !is_knight || *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no knight has just moved there");
    }
    let is_near = geometry::attacks(&scene.after, *square, *post)
        && !geometry::attacks(&scene.before, scene.mv.from, *post)
        && scene.after.color_on(*post) != Some(scene.side)
        && *post != scene.mv.from;
    ensure(is_near, "the knight does not come nearer to it")?;
    let (rank, file) = (men::rank_for(scene.side, *post), post.file() as i32);
    if !([5, 6].contains(&rank) || rank == 4 && (2..=5).contains(&file)) {
        return Err("it is not far enough");
    }
    let is_other = |by: &Square| by != square;
    let is_guarded = men::attackers(&scene.after, scene.side, *post)
        .iter()
        .any(is_other);
    let is_hole = rank >= 5 && (1..=6).contains(&file) && is_guarded;
    match is_hole {
        true => pawns::is_out_of_reach(&scene.after, scene.side, *post)?,
        false => pawns::is_held_for_good(&scene.after, scene.side, *post)?,
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("the knight can be taken"),
        false => Ok(()),
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let post = squares.last().map(Square::to_string).unwrap_or_default();
    format!("The knight heads for\u{a0}{post}, where no pawn could drive it away.")
}

#[test]
fn cases() {
    let cases = "
        # A knight comes near a hole.
        r2q1rk1/pp2bppp/2npb3/4p3/4P3/4B3/PPPQNPPP/R4RK1 w - - 0 1
        Nc3: The knight heads for d5, where no pawn could drive it away.
        r2q1rk1/pp3ppp/3pbn2/2p1p3/2P1P3/2N1B3/PP1Q1PPP/R4RK1 b - - 0 1
        Nd7: -
        r2q1rk1/pp1n1ppp/3pb3/2p1p3/2P1P3/2N1B3/PP1Q1PPP/R4RK1 b - - 0 1
        Nf6: -
        r2q1rk1/pp2nppp/3pb3/2p1p3/2P1P3/2N1B3/PP1Q1PPP/R4RK1 b - - 0 1
        Nc6: The knight heads for d4, where no pawn could drive it away.
        r1bqrbk1/p4pp1/2p2n1p/3p4/8/2N1B1P1/PP2PPBP/2RQ1RK1 w - - 0 1
        Na4: The knight heads for c5, where no pawn could drive it away.
        # No outpost ahead.
        r2q1rk1/pp2bppp/2npb3/4p3/4P3/4B3/PPPQNPPP/R4RK1 w - - 0 1
        Nc1: -
        c3: -
        Nc3 not: c3, c3 e2, d5 c3, c3 b5
        r2q1rk1/ppp1bppp/2npb3/4p3/4P3/4B3/PPPQNPPP/R4RK1 w - - 0 1
        Nc3: -
    ";
    HEADS_FOR_OUTPOST.holds(cases);
}
