//! **Regroups**: a knight moves, without capturing and not to its loss, to where its next move can
//! take it to a good square that it could not reach in one move before. Good squares are the c- to
//! f-files of its fourth to sixth rank and the b- and g-files of the fifth and sixth. No pawn of
//! the opponent guards that square or can attack it with its next move without being lost itself,
//! no man of its own side stands there, and no man of the opponent attacks it unless another one
//! of its side guards it. The knight neither stood nor stands on the good squares, and it does not
//! come from the b- or g-file of its first rank.
//!
//! Squares: where the knight stands, then the square it can go on to.

use bstar_board::{Color, File, Piece, Square, attacks};

use crate::finders::pawns::can_be_chased;
use crate::finders::pieces::{attackers, is_mover_lost, moved};
use crate::ground::plain::{exchange, geometry, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const REGROUPS: Concept = Concept {
    name: "regroups",
    themes: &["reroute", "activity"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to, after) = (scene.side, scene.mv.from, scene.mv.to, &scene.after);
    let is_home = Scene::rank(side, from) == 1 && [File::B, File::G].contains(&from.file());
    let is_quiet = scene.before.captured(scene.mv).is_none();
    let stays = !is_good(side, from) && !is_good(side, to);
    if moved(scene) != Some(Piece::Knight) || is_home || !is_quiet || !stays {
        return Vec::new();
    }
    let posts = attacks::knight(to) & !attacks::knight(from) & !after.side(side) & !from.bitboard();
    let is_post = |post: &Square| {
        let others = attackers(after, side, *post) & !to.bitboard();
        let is_held = attackers(after, !side, *post).is_empty() || !others.is_empty();
        is_good(side, *post) && is_held && !is_pawn_near(scene, *post)
    };
    let best = posts
        .into_iter()
        .filter(is_post)
        .max_by_key(|post| (Scene::rank(side, *post), post.file() as usize));
    match best {
        Some(post) if !is_mover_lost(scene) => vec![Finding::on([to, post])],
        _ => Vec::new(),
    }
}

fn is_good(side: Color, square: Square) -> bool {
    let rank = Scene::rank(side, square);
    let (file, is_far) = (square.file(), (5..=6).contains(&rank));
    (4..=6).contains(&rank) && (File::C..=File::F).contains(&file)
        || is_far && [File::B, File::G].contains(&file)
}

/// Whether a pawn of the opponent guards a square, or can attack it with its next move.
fn is_pawn_near(scene: &Scene, square: Square) -> bool {
    let pawns = scene.after.men(!scene.side, Piece::Pawn);
    attacks::pawns(pawns, !scene.side).has(square) || can_be_chased(&scene.after, square)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, post] = exactly(squares, "a knight and a square")?;
    let (side, from, after) = (scene.side, scene.mv.from, &scene.after);
    let is_knight = men::moved(&scene.before, scene.mv, after) == Some(Piece::Knight);
    if !is_knight || *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no knight has just moved there");
    }
    if men::rank_for(side, from) == 1 && [1, 6].contains(&(from.file() as i32)) {
        return Err("it is merely developed");
    }
    let is_fine = |at: Square| {
        let (rank, file) = (men::rank_for(side, at), at.file() as i32);
        [4, 5, 6].contains(&rank) && [2, 3, 4, 5].contains(&file)
            || [5, 6].contains(&rank) && [1, 6].contains(&file)
    };
    if is_fine(from) || is_fine(*square) || !is_fine(*post) {
        return Err("the squares are not such");
    }
    let is_near = geometry::attacks(after, *square, *post)
        && !geometry::attacks(&scene.before, from, *post)
        && after.color_on(*post) != Some(side)
        && *post != from;
    ensure(is_near, "the knight does not come nearer to it")?;
    if pawns::is_held_by_pawn(after, !side, *post) || pawns::can_be_chased(after, *post) {
        return Err("a pawn can guard the square");
    }
    let is_other = |by: &Square| by != square;
    let is_held = men::attackers(after, side, *post).iter().any(is_other);
    if !is_held && !men::attackers(after, !side, *post).is_empty() {
        return Err("it would be attacked there and not guarded");
    }
    match exchange::is_lost(after, *square) {
        true => Err("the knight can be taken"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let post = squares.last().copied().unwrap_or(scene.mv.to);
    format!(
        "From {} the knight can go on to\u{a0}{post}, where no pawn attacks it.",
        scene.mv.to
    )
}

#[test]
fn cases() {
    let cases = "
        # A knight changes its place.
        rnbqr1k1/pp3pbp/3p1np1/2pP4/4P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1
        Nd2: From d2 the knight can go on to c4, where no pawn attacks it.
        # Nothing is regrouped.
        # The pawn comes to b5; from home; to a good square at once.
        rnbqr1k1/1p3pbp/p2p1np1/2pP4/4P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1
        Nd2: -
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Nc3: -
        rnbqr1k1/pp3pbp/3p1np1/2pP4/4P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1
        Nd4: -
        Nd2 not: d2, d2 f3, d2 b3, c4 d2, d2 c4 c4
    ";
    REGROUPS.holds(cases);
}
