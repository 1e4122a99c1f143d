//! **Moves again**: in the opening a knight, bishop or queen that has left its first rank moves
//! once more while at least three knights and bishops of its side stand at home. It captures
//! nothing, gives no check, could not be won where it stood, and threatens to win nothing where it
//! goes.
//!
//! Squares: where it stands, then the knights and bishops at home.

use bstar_board::{Piece, Square};

use crate::finders::replies::{minor_pieces_at_home, threatens_anything};
use crate::grammar::list;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

/// With fewer knights and bishops at home the opening is over.
const MIN_AT_HOME: usize = 3;

pub(crate) const MOVES_AGAIN: Concept = Concept {
    name: "moves-again",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let at_home = minor_pieces_at_home(&scene.after, side);
    let is_developed = matches!(scene.man(), Piece::Knight | Piece::Bishop | Piece::Queen)
        && scene.before.is_quiet(scene.mv)
        && Scene::rank(side, from) > 1
        && !at_home.has(to);
    if !is_developed || (at_home.len() as usize) < MIN_AT_HOME || scene.after.in_check() {
        return Vec::new();
    }
    let had_to = match scene.before.pass() {
        Ok(passed) => loses_on(&passed, from) >= MIN_GAIN_CENTIPAWNS,
        Err(_) => true,
    };
    match had_to || threatens_anything(&scene.after, to) {
        true => Vec::new(),
        false => vec![Finding::on([to].into_iter().chain(at_home))],
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let Some((to, waiting)) = squares.split_first() else {
        return Err("it is about a piece and those at home");
    };
    let (side, from) = (scene.side, scene.mv.from);
    let is_piece = matches!(
        scene.after.piece_on(*to),
        Some(Piece::Knight | Piece::Bishop | Piece::Queen)
    );
    let is_again = *to == scene.mv.to
        && is_piece
        && scene.before.is_quiet(scene.mv)
        && scene.before.color_on(*to).is_none()
        && plain::men::rank_for(side, from) > 1;
    ensure(is_again, "no developed piece has just moved there")?;
    let at_home = plain::men::minor_pieces_at_home(&scene.after, side);
    if waiting.len() < 3 || at_home != waiting || at_home.contains(to) {
        return Err("others stand at home");
    }
    let had_to = match scene.before.pass() {
        Ok(passed) => {
            let lost = plain::exchange::best_capture(&passed, from).unwrap_or(0);
            lost >= plain::exchange::MIN_GAIN_CENTIPAWNS
        }
        Err(_) => true,
    };
    ensure(!had_to, "it had to move")?;
    let threatens = |target: Square| plain::replies::threatens(&scene.after, *to, target);
    match scene.after.in_check() || Square::ALL.into_iter().any(threatens) {
        true => Err("it threatens something"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().skip(1).map(Square::to_string).collect();
    format!(
        "It moves the {} once more while the pieces on\u{a0}{} still wait at home.",
        man(scene.man()),
        list(&names)
    )
}

#[test]
fn cases() {
    let cases = "
        # A piece moves a second time.
        rnbqkb1r/pppp1ppp/5n2/4p3/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 1
        Nh4: It moves the knight once more while the pieces on b1, c1 and f1 still wait at home.
        rnbqkb1r/pppppppp/5n2/8/3P4/2P5/PP2PPPP/RNBQKBNR b KQkq - 0 1
        Ne4: It moves the knight once more while the pieces on b8, c8 and f8 still wait at home.
        # It may move.
        # It takes something; it is developed only now; it had to leave.
        rnbqkb1r/pppp1ppp/5n2/4p3/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 1
        Nxe5: -
        Nc3: -
        Nh4 not: h4, h4 b1 c1, h4 c1 b1 f1, f3 b1 c1 f1
        rnbqkb1r/pppppppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
        Nd5: -
    ";
    MOVES_AGAIN.holds(cases);
}
