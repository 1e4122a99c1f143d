//! **Clears a square**: a man leaves its square, without capturing, and in the line of best play
//! another man of its side goes there, or a pawn steps over it, within the next two own moves and
//! without capturing or castling. A pawn that leaves its second rank counts only if it makes room
//! for a bishop on the b- or g-file. **Clears a line**: a piece (no pawn) leaves a file, rank or
//! diagonal where it blocked a bishop, rook or queen of its side, which gains at least three
//! squares there, one of them in the opponent's half, or now attacks a man of the opponent, or
//! guards one of its side that the opponent attacks.
//!
//! Squares: where the man that moved stands; then the square it left and where the other man comes
//! from, or the bishop, rook or queen alone.

use bstar_board::{File, Move, Piece, Position, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::finders::pieces::{
    attackers, file_name, is_mover_lost, is_opened, line_name, moved, reach, sliders,
};
use crate::ground::plain::{exchange, geometry, men};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene};

/// Half moves of the line in which the square must be used.
const MAX_PLIES: usize = 4;

pub(crate) const CLEARS_SQUARE: Concept = Concept {
    name: "clears-square",
    themes: &["clears-square"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let Some(piece) = moved(scene) else {
        return Vec::new();
    };
    let used = use_of_square(scene)
        .map(|(index, by)| Finding::on([scene.mv.to, scene.mv.from, by.from]).along(index + 1));
    let opened = opened_slider(scene)
        .filter(|_| piece != Piece::Pawn && !is_mover_lost(scene))
        .map(|slider| Finding::on([scene.mv.to, slider]));
    used.or(opened).into_iter().collect()
}

/// The move of the line that uses the square left, and where it is in the line.
fn use_of_square(scene: &Scene) -> Option<(usize, Move)> {
    if !scene.before.is_quiet(scene.mv) {
        return None;
    }
    let mut stands = scene.mv.to;
    let mut now = scene.after.clone();
    for (index, mv) in scene.line.iter().take(MAX_PLIES).enumerate() {
        let is_own = index % 2 == 1;
        if is_own && mv.from == stands {
            stands = mv.to;
        } else if is_own && now.is_quiet(*mv) && !now.is_castling(*mv) {
            let steps_over = now.men(scene.side, Piece::Pawn).has(mv.from)
                && attacks::between(mv.from, mv.to).has(scene.mv.from);
            let is_used = mv.to == scene.mv.from || steps_over;
            if is_used && is_telling(scene, now.piece_on(mv.from)) {
                return Some((index, *mv));
            }
        }
        now = now.after(*mv);
    }
    None
}

/// Whether it is worth telling that a man uses the square: after a first pawn move only where a
/// bishop comes to the flank.
fn is_telling(scene: &Scene, user: Option<Piece>) -> bool {
    let left = scene.mv.from;
    let is_first_step = scene.man() == Piece::Pawn && Scene::rank(scene.side, left) == 2;
    let is_flank = [File::B, File::G].contains(&left.file());
    !is_first_step || is_flank && user == Some(Piece::Bishop)
}

/// A bishop, rook or queen that the man which moved has stood in the way of; a bishop or rook
/// rather than a queen.
fn opened_slider(scene: &Scene) -> Option<Square> {
    let (from, square) = (scene.mv.from, scene.mv.to);
    let behind = sliders(&scene.after, scene.side) & !square.bitboard();
    behind
        .into_iter()
        .filter(|slider| reach(&scene.before, *slider).has(from))
        .filter(|slider| !attacks::line(*slider, from).has(square))
        .filter(|slider| {
            is_opened(&scene.before, &scene.after, *slider, from)
                || uncovered(scene, *slider).is_some()
        })
        .min_by_key(|slider| scene.after.piece_on(*slider))
}

/// What a bishop, rook or queen attacks or guards now that the man which moved has covered.
fn uncovered(scene: &Scene, slider: Square) -> Option<Square> {
    let (after, side) = (&scene.after, scene.side);
    let fresh = reach(after, slider) - reach(&scene.before, slider);
    let beyond = fresh & attacks::line(slider, scene.mv.from);
    let matters = |at: &Square| match after.color_on(*at) {
        Some(color) if color == side => !attackers(after, !side, *at).is_empty(),
        Some(_) => after.piece_on(*at) != Some(Piece::King),
        None => false,
    };
    beyond.into_iter().find(matters)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if squares.first() != Some(&scene.mv.to) || piece.is_none() {
        return Err("nothing has just moved there");
    }
    match squares {
        [_, slider] if piece != Some(Piece::Pawn) => check_line(scene, *slider),
        [_, left, from] => check_use(scene, *left, *from),
        _ => Err("it is about a square or a line"),
    }
}

fn check_line(scene: &Scene, slider: Square) -> Result<(), &'static str> {
    let (left, square) = (scene.mv.from, scene.mv.to);
    let kinds = [Piece::Bishop, Piece::Rook, Piece::Queen];
    let is_slider = |kind: &Piece| men::is_man(&scene.after, slider, scene.side, *kind);
    if slider == square || !kinds.iter().any(is_slider) {
        return Err("no bishop, rook or queen stands there");
    }
    let (way, there) = (men::step(slider, left), men::step(slider, square));
    let is_on_line = way.is_some() && (there == way || there == way.map(|(x, y)| (-x, -y)));
    if is_on_line || !geometry::attacks(&scene.before, slider, left) {
        return Err("it stood in no line of that piece");
    }
    let is_free = men::is_opened(&scene.before, &scene.after, slider, left);
    if !is_free && !shows(scene, slider) {
        return Err("it opens no line for that piece");
    }
    match exchange::is_lost(&scene.after, square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

/// Whether the piece now attacks a man of the opponent, or guards one that he attacks, behind the
/// man that has moved.
fn shows(scene: &Scene, slider: Square) -> bool {
    let (after, side) = (&scene.after, scene.side);
    let Some((dx, dy)) = men::step(slider, scene.mv.from) else {
        return false;
    };
    let last = men::walk(after, slider, dx, dy).last().copied();
    last.is_some_and(|at| {
        let is_new = !geometry::attacks(&scene.before, slider, at);
        let matters = match after.color_on(at) {
            Some(color) if color == side => !men::attackers(after, !side, at).is_empty(),
            Some(_) => after.piece_on(at) != Some(Piece::King),
            None => false,
        };
        is_new && matters
    })
}

fn check_use(scene: &Scene, left: Square, from: Square) -> Result<(), &'static str> {
    if left != scene.mv.from || scene.before.captured(scene.mv).is_some() {
        return Err("it did not quietly leave that square");
    }
    let is_first_step =
        scene.before.piece_on(left) == Some(Piece::Pawn) && men::rank_for(scene.side, left) == 2;
    let is_telling = |user: Option<Piece>| {
        let is_flank = [1, 6].contains(&(left.file() as i32));
        !is_first_step || user == Some(Piece::Bishop) && is_flank
    };
    let mut stands = scene.mv.to;
    let mut now = scene.after.clone();
    for mv in scene.line.iter().take(MAX_PLIES) {
        let is_own = now.side_to_move() == scene.side;
        if is_own && mv.from == stands {
            stands = mv.to;
        } else if is_own
            && mv.from == from
            && uses(&now, *mv, left)
            && is_telling(now.piece_on(from))
        {
            return Ok(());
        }
        now = now.after(*mv);
    }
    Err("nothing uses the square")
}

fn uses(position: &Position, mv: Move, square: Square) -> bool {
    let is_pawn = position.piece_on(mv.from) == Some(Piece::Pawn);
    let way = geometry::between(mv.from, mv.to);
    let is_over = is_pawn && way.is_some_and(|(way, _)| way.contains(&square));
    let is_quiet = position.captured(mv).is_none()
        && position.color_on(mv.to).is_none()
        && mv.promotion.is_none();
    is_quiet && (mv.to == square || is_over)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    if let [_, slider] = squares {
        let name = scene.after.piece_on(*slider).map_or("rook", man);
        let line = line_name(*slider, scene.mv.from);
        return match uncovered(scene, *slider) {
            Some(at) if !is_opened(&scene.before, &scene.after, *slider, scene.mv.from) => {
                let does = match scene.after.color_on(at) == Some(scene.side) {
                    true => "guards",
                    false => "attacks",
                };
                let what = the_one_on(&scene.after, at);
                format!("It makes way for the {name} on\u{a0}{slider}, which now {does} {what}.")
            }
            _ => format!("It clears {line} for the {name} on\u{a0}{slider}."),
        };
    }
    let by = use_of_square(scene);
    let user = by.and_then(|(index, mv)| scene.after_line(index).piece_on(mv.from));
    match user.unwrap_or(Piece::Pawn) {
        Piece::Pawn => format!("It makes way for the {}-pawn.", file_name(scene.mv.from)),
        piece => format!("It clears {} for the {}.", scene.mv.from, man(piece)),
    }
}

#[test]
fn cases() {
    let cases = "
        # A square is used.
        r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BPP1N2/PP1N1PPP/R1BQ1RK1 w - - 0 1
        Re1 h6 Nf1: It clears f1 for the knight.
        Ne1 h6 f4: It makes way for the f-pawn.
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        g3 d5 Bg2: It clears g2 for the bishop.
        e3 d5 Be2: -
        r4rk1/pp3ppp/4pn2/8/8/2N2NP1/PP3PBP/R4RK1 w - - 0 1
        Ng5: It clears the diagonal h1-a8 for the bishop on g2.
        r4rk1/pp3ppp/4pn2/8/4P3/2N2NP1/PP3PBP/R4RK1 w - - 0 1
        Nd4: It makes way for the bishop on g2, which now guards the pawn on e4.
        # Nothing is cleared.
        # The same piece comes back; nothing goes there; the pawn on e4 still blocks the bishop.
        r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BPP1N2/PP1N1PPP/R1BQ1RK1 w - - 0 1
        Re1 h6 Rf1: -
        Re1 h6 a4: -
        Re1 h6 Nf1 not: e1, e1 g1, e1 f1 f3, f1 e1 d2, e1 f1 d2 d2
        r4rk1/pp3ppp/4p3/8/4P3/2N2NP1/PP3PBP/R4RK1 w - - 0 1
        Nd4: -
    ";
    CLEARS_SQUARE.holds(cases);
}
