//! **Queen first**: the queen leaves her first rank without capturing, while at least three
//! knights and bishops of her side stand where they began, and the opponent still has a knight or
//! bishop to bring out.
//!
//! Squares: where the queen stands.

use bstar_board::{Color, Piece, Square};

use crate::finders::pieces::moved;
use crate::finders::replies::minor_pieces_at_home;
use crate::ground::plain::men;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

/// Knights and bishops that must be at home.
const MIN_AT_HOME: usize = 3;

pub(crate) const QUEEN_FIRST: Concept = Concept {
    name: "queen-first",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let at_home = |side: Color| minor_pieces_at_home(&scene.after, side).len() as usize;
    let is_out = moved(scene) == Some(Piece::Queen)
        && scene.before.is_quiet(scene.mv)
        && Scene::rank(scene.side, scene.mv.from) == 1
        && Scene::rank(scene.side, scene.mv.to) > 1;
    match is_out && at_home(scene.side) >= MIN_AT_HOME && at_home(!scene.side) >= 1 {
        true => vec![Finding::on([scene.mv.to])],
        false => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about the queen")?;
    let is_queen = men::moved(&scene.before, scene.mv, &scene.after) == Some(Piece::Queen);
    if !is_queen || *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("the queen has not just moved there");
    }
    if men::rank_for(scene.side, scene.mv.from) != 1 || men::rank_for(scene.side, *square) == 1 {
        return Err("the queen does not leave her first rank");
    }
    let is_early = men::minor_pieces_at_home(&scene.after, scene.side).len() >= MIN_AT_HOME
        && !men::minor_pieces_at_home(&scene.after, !scene.side).is_empty();
    ensure(is_early, "the knights and bishops are out")
}

fn say(_: &Scene, _: &[Square]) -> String {
    "It brings the queen out before the knights and bishops.".to_owned()
}

#[test]
fn cases() {
    let cases = "
        # The queen comes out early.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Qh5: It brings the queen out before the knights and bishops.
        Qf3: It brings the queen out before the knights and bishops.
        # Not early.
        Nf3: -
        Qh5 not: d1, h5 h5
        r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5
        Qe2: -
        rnbqkbnr/pppp1ppp/8/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 2
        Qg3: -
    ";
    QUEEN_FIRST.holds(cases);
}
