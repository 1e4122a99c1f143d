//! **Rim knight**: a knight goes, without capturing, to the a- or h-file, where it threatens to
//! win nothing and is not lost. Either it attacks fewer squares that are free of its own men than
//! before, or it leaves its home square and could have gone to the c- or f-file on its third rank
//! without loss. (Where the line takes it on from the rim at once, nothing is found.)
//!
//! Squares: where it stands.

use bstar_board::{File, Move, Piece, Position, Rank, Square, attacks};

use crate::finders::replies::threatens_anything;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const RIM_KNIGHT: Concept = Concept {
    name: "rim-knight",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let square = scene.mv.to;
    let is_there = scene.man() == Piece::Knight
        && scene.before.is_quiet(scene.mv)
        && is_rim(square)
        && (is_less_free(scene) || could_go_inside(scene))
        && !goes_on(scene)
        && loses_on(&scene.after, square) < MIN_GAIN_CENTIPAWNS
        && !scene.after.in_check()
        && !threatens_anything(&scene.after, square);
    Finding::if_so(is_there, [square])
}

fn is_rim(square: Square) -> bool {
    matches!(square.file(), File::A | File::H)
}

fn is_less_free(scene: &Scene) -> bool {
    let free = |position: &Position, square: Square| {
        (attacks::knight(square) & !position.side(scene.side)).len()
    };
    free(&scene.after, scene.mv.to) < free(&scene.before, scene.mv.from)
}

fn could_go_inside(scene: &Scene) -> bool {
    let from = scene.mv.from;
    let file = match from.file() {
        File::B => File::C,
        File::G => File::F,
        _ => return false,
    };
    let inside = Move {
        from,
        to: Square::new(file, Rank::Third.relative_to(scene.side)),
        promotion: None,
    };
    Scene::rank(scene.side, from) == 1
        && scene.before.is_legal(inside)
        && gain(&scene.before, inside) > -MIN_GAIN_CENTIPAWNS
}

/// Whether the line takes it on from the rim at once.
fn goes_on(scene: &Scene) -> bool {
    let next = scene.line.get(1);
    next.is_some_and(|mv| mv.from == scene.mv.to && !is_rim(mv.to))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one knight")?;
    let (side, from) = (scene.side, scene.mv.from);
    let is_moved = *square == scene.mv.to
        && scene.before.captured(scene.mv).is_none()
        && plain::men::is_man(&scene.before, from, side, Piece::Knight)
        && plain::men::is_man(&scene.after, *square, side, Piece::Knight);
    if !is_moved || ![0, 7].contains(&(square.file() as i32)) {
        return Err("no knight has just gone to the rim");
    }
    let lost = plain::exchange::best_capture(&scene.after, *square).unwrap_or(0);
    if lost >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("it is lost there");
    }
    let threatens = |target: Square| plain::replies::threatens(&scene.after, *square, target);
    if scene.after.in_check() || Square::ALL.into_iter().any(threatens) {
        return Err("it threatens something");
    }
    let squares_now = plain::men::open_reach(&scene.after, *square).len();
    if squares_now < plain::men::open_reach(&scene.before, from).len() {
        return Ok(());
    }
    let inward = if square.file() as i32 == 0 { 2 } else { -2 };
    let inside = square.try_offset(inward, 0);
    let is_home = plain::men::rank_for(side, from) == 1 && [1, 6].contains(&(from.file() as i32));
    let could = inside.filter(|_| is_home).is_some_and(|to| {
        let mv = plain::replies::move_between(&scene.before, from, to);
        mv.is_some_and(|mv| {
            plain::exchange::gain(&scene.before, mv) > -plain::exchange::MIN_GAIN_CENTIPAWNS
        })
    });
    ensure(could, "it is as free as before")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    format!("It puts the knight on the rim: from\u{a0}{square} it has little to do.")
}

#[test]
fn cases() {
    let cases = "
        # A knight goes to the rim.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Nh3: It puts the knight on the rim: from h3 it has little to do.
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1
        Nh4: It puts the knight on the rim: from h4 it has little to do.
        # No rim knight.
        # It goes inside; it threatens the bishop; it goes on at once.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Nf3: -
        Nh3 not: h4, h3 h3, g1
        r1b2rk1/ppp2ppp/1b1p1n2/4p3/2B1P1q1/2NP1N2/PPP2PPP/R1B2RK1 w - - 0 1
        Nd5: -
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1
        Nh4 a6 Nf5: -
        Nd2 not: d2
        r1bq1rk1/ppp2pp1/2np1n2/2b1p1p1/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1
        Nh4: -
    ";
    RIM_KNIGHT.holds(cases);
}
