//! **Activity**: a knight, bishop, rook or queen that had few safe squares gets clearly more. Safe
//! squares are those it attacks, without those of its own side and those that a cheaper man of the
//! opponent attacks. It had at most four, and either at most two or no more than any other knight,
//! bishop, rook and queen of its side; now it has at least three more and at least twice as many.
//! It captures nothing and is not lost. A knight from the b- or g-file, a bishop from the c- or
//! f-file or a queen from any file of its first rank is merely developed and does not count.
//!
//! Squares: where it stands.

use bstar_board::{File, Piece, Position, Square};

use crate::finders::pieces::{is_mover_lost, moved, safe_squares};
use crate::ground::plain::{exchange, men};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// A piece with more safe squares is not badly placed.
const MAX_BEFORE: usize = 4;
/// A piece with so few is badly placed, even if another has fewer.
const FEW: usize = 2;
/// Safe squares that it must gain.
const MIN_GAIN: usize = 3;
const KINDS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

pub(crate) const ACTIVITY: Concept = Concept {
    name: "activity",
    themes: &["activity"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, square) = (scene.side, scene.mv.from, scene.mv.to);
    let Some(piece) = moved(scene).filter(|piece| KINDS.contains(piece)) else {
        return Vec::new();
    };
    let home: &[File] = match piece {
        Piece::Knight => &[File::B, File::G],
        Piece::Bishop => &[File::C, File::F],
        Piece::Queen => &File::ALL,
        _ => &[],
    };
    let is_development = Scene::rank(side, from) == 1 && home.contains(&from.file());
    if is_development || !scene.before.is_quiet(scene.mv) {
        return Vec::new();
    }
    let had = safe_squares(&scene.before, from).len() as usize;
    let has = safe_squares(&scene.after, square).len() as usize;
    let is_gain = had <= MAX_BEFORE && has >= had + MIN_GAIN && has >= 2 * had;
    if !is_gain || !(had <= FEW || is_worst(&scene.before, from)) {
        return Vec::new();
    }
    match is_mover_lost(scene) {
        true => Vec::new(),
        false => vec![Finding::on([square])],
    }
}

/// Whether no other piece of the side has fewer safe squares.
fn is_worst(position: &Position, square: Square) -> bool {
    let side = position.side_to_move();
    let had = safe_squares(position, square).len();
    KINDS
        .iter()
        .flat_map(|kind| position.men(side, *kind))
        .all(|other| safe_squares(position, other).len() >= had)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one piece")?;
    let (side, from) = (scene.side, scene.mv.from);
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    let is_home = match piece {
        Some(Piece::Knight) => [1, 6].contains(&(from.file() as i32)),
        Some(Piece::Bishop) => [2, 5].contains(&(from.file() as i32)),
        Some(Piece::Queen) => true,
        Some(Piece::Rook) => false,
        _ => return Err("no piece has just moved there"),
    };
    if *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no piece has just moved there");
    }
    if is_home && men::rank_for(side, from) == 1 {
        return Err("it is merely developed");
    }
    let had = men::count_safe_squares(&scene.before, from);
    let has = men::count_safe_squares(&scene.after, *square);
    if had > MAX_BEFORE || has < had + MIN_GAIN || has < 2 * had {
        return Err("it does not gain enough squares");
    }
    let has_fewer = |at: Square| {
        let is_piece = |kind: &Piece| men::is_man(&scene.before, at, side, *kind);
        KINDS.iter().any(is_piece) && men::count_safe_squares(&scene.before, at) < had
    };
    if had > FEW && Square::ALL.into_iter().any(has_fewer) {
        return Err("another piece is placed worse");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    let (piece, from, to) = (man(scene.man()), scene.mv.from, scene.mv.to);
    match is_worst(&scene.before, from) {
        true => format!(
            "It improves the worst placed piece: the {piece} gets more squares on\u{a0}{to}."
        ),
        false => format!(
            "The {piece} had little to do on\u{a0}{from} and gets more squares on\u{a0}{to}."
        ),
    }
}

#[test]
fn cases() {
    let cases = "
        # A badly placed piece gets squares.
        6k1/5ppp/8/8/8/8/PP4PP/R4RKN w - - 0 1
        Nf2: It improves the worst placed piece: the knight gets more squares on f2.
        6k1/5ppp/8/8/8/8/PP1P2PP/R1B2RKN w - - 0 1
        Nf2: The knight had little to do on h1 and gets more squares on f2.
        # No activity.
        # Few more squares; a piece that stood well; the pawn on h4 takes it; mere development.
        6k1/5ppp/8/8/8/8/PP4PP/R4RKN w - - 0 1
        Rf4: -
        Nf2 not: h1, f2 f2, g3
        r1b2rk1/1p3ppp/2p1pn2/p2p4/N2P4/4P3/PP2BPPP/2R2RK1 w - - 0 1
        Nc5: -
        6k1/5ppp/8/8/7p/8/PP4PP/R4RKN w - - 0 1
        Ng3: -
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        Nf3: -
        Nf3 not: f3
    ";
    ACTIVITY.holds(cases);
}
