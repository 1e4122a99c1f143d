//! **Opens a line**: a pawn move takes the pawn off a file, rank or diagonal where it blocked a
//! bishop, rook or queen of its side, which gains at least three squares there, one of them in the
//! opponent's half. Or the move leads to an exchange of pawns that does this: in the line of best
//! play, within four half moves, each side has lost one pawn and nothing else, the pawn that moved
//! took part, and a bishop, rook or queen that has not moved gains as much, because the pawn of
//! either side that blocked it is gone.
//!
//! Squares: where the pawn stands after the move, then the bishop, rook or queen.

use bstar_board::{Color, Piece, Position, Square, attacks};

use crate::finders::pieces::{is_opened, line_name, moved, reach, sliders};
use crate::ground::plain::men;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// Half moves of the line in which pawns may be exchanged.
const MAX_PLIES: usize = 4;

pub(crate) const OPENS_LINE: Concept = Concept {
    name: "opens-line",
    themes: &["opens-line", "clears-square"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// A line that is opened: for whom, the square where it was blocked, and after how many half moves
/// of the line.
struct Opened {
    slider: Square,
    gate: Square,
    plies: usize,
}

fn find(scene: &Scene) -> Vec<Finding> {
    if moved(scene) != Some(Piece::Pawn) {
        return Vec::new();
    }
    let best = opened_lines(scene)
        .into_iter()
        .min_by_key(|opened| (opened.plies, scene.after.piece_on(opened.slider)));
    best.into_iter()
        .map(|opened| Finding::on([scene.mv.to, opened.slider]).along(opened.plies))
        .collect()
}

/// The lines that the move opens at once, or else by the exchange of pawns that follows.
fn opened_lines(scene: &Scene) -> Vec<Opened> {
    let at_once = opened_at_once(scene);
    if !at_once.is_empty() {
        return at_once;
    }
    let mut now = scene.after.clone();
    let mut has_taken_part = scene.before.captured(scene.mv).is_some();
    let mut still = sliders(&scene.before, scene.side);
    for (index, mv) in scene.line.iter().take(MAX_PLIES).enumerate() {
        has_taken_part |=
            mv.to == scene.mv.to || mv.from == scene.mv.to && now.captured(*mv).is_some();
        still &= !(mv.from.bitboard() | mv.to.bitboard());
        now = now.after(*mv);
        if has_taken_part && is_pawn_exchange(&scene.before, &now) {
            let pawns = (scene.before.pieces(Piece::Pawn), now.pieces(Piece::Pawn));
            let gone = pawns.0 & !pawns.1;
            let gates = |slider: Square| {
                (reach(&scene.before, slider) & gone)
                    .into_iter()
                    .map(move |gate| (slider, gate))
            };
            let found: Vec<Opened> = still
                .into_iter()
                .flat_map(gates)
                .filter(|(slider, gate)| is_opened(&scene.before, &now, *slider, *gate))
                .map(|(slider, gate)| Opened {
                    slider,
                    gate,
                    plies: index + 1,
                })
                .collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

fn opened_at_once(scene: &Scene) -> Vec<Opened> {
    let (gate, square) = (scene.mv.from, scene.mv.to);
    sliders(&scene.after, scene.side)
        .into_iter()
        .filter(|slider| reach(&scene.before, *slider).has(gate))
        .filter(|slider| !attacks::line(*slider, gate).has(square))
        .filter(|slider| is_opened(&scene.before, &scene.after, *slider, gate))
        .map(|slider| Opened {
            slider,
            gate,
            plies: 0,
        })
        .collect()
}

/// Whether each side has lost one pawn and nothing else.
fn is_pawn_exchange(before: &Position, now: &Position) -> bool {
    let lost = |side: Color, piece: Piece| {
        before.men(side, piece).len() as i32 - now.men(side, piece).len() as i32
    };
    [Color::White, Color::Black].into_iter().all(|side| {
        Piece::ALL
            .into_iter()
            .all(|piece| lost(side, piece) == i32::from(piece == Piece::Pawn))
    })
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, slider] = exactly(squares, "it is about a pawn and a piece")?;
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if *square != scene.mv.to || piece != Some(Piece::Pawn) {
        return Err("no pawn has just moved there");
    }
    let kinds = [Piece::Bishop, Piece::Rook, Piece::Queen];
    let is_slider = |kind: &Piece| men::is_man(&scene.before, *slider, scene.side, *kind);
    if !kinds.iter().any(is_slider) {
        return Err("no bishop, rook or queen stands there");
    }
    let left = scene.mv.from;
    let (way, there) = (men::step(*slider, left), men::step(*slider, *square));
    let is_on_line = way.is_some() && (there == way || there == way.map(|(x, y)| (-x, -y)));
    if !is_on_line && men::is_opened(&scene.before, &scene.after, *slider, left) {
        return Ok(());
    }
    check_exchange(scene, *slider)
}

fn check_exchange(scene: &Scene, slider: Square) -> Result<(), &'static str> {
    let mut now = scene.after.clone();
    let mut has_taken_part = scene.before.captured(scene.mv).is_some();
    for mv in scene.line.iter().take(MAX_PLIES) {
        if mv.from == slider || mv.to == slider {
            return Err("that piece does not stay there");
        }
        let is_taking = now.captured(*mv).is_some();
        has_taken_part |= mv.to == scene.mv.to || mv.from == scene.mv.to && is_taking;
        now = now.after(*mv);
        if !has_taken_part || !has_one_pawn_less(&scene.before, &now) {
            continue;
        }
        let is_gate = |gate: Square| {
            scene.before.piece_on(gate) == Some(Piece::Pawn)
                && now.piece_on(gate) != Some(Piece::Pawn)
                && men::is_opened(&scene.before, &now, slider, gate)
        };
        if Square::ALL.into_iter().any(is_gate) {
            return Ok(());
        }
    }
    Err("it opens no line for that piece")
}

fn has_one_pawn_less(before: &Position, now: &Position) -> bool {
    let count = |position: &Position, side: Color, kind: Piece| {
        let squares = Square::ALL.into_iter();
        squares
            .filter(|at| men::is_man(position, *at, side, kind))
            .count()
    };
    let is_right = |side: Color, kind: Piece| {
        let missing = usize::from(kind == Piece::Pawn);
        count(before, side, kind) == count(now, side, kind) + missing
    };
    let sides = [Color::White, Color::Black];
    sides
        .iter()
        .all(|side| Piece::ALL.iter().all(|kind| is_right(*side, *kind)))
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let slider = squares.get(1).copied().unwrap_or(scene.mv.to);
    let lines = opened_lines(scene);
    let opened = lines.iter().find(|opened| opened.slider == slider);
    let line = line_name(slider, opened.map_or(scene.mv.from, |opened| opened.gate));
    let name = scene.after.piece_on(slider).map_or("rook", man);
    match opened.is_some_and(|opened| opened.plies > 0) {
        true => format!("The exchange of pawns opens {line} for the {name} on\u{a0}{slider}."),
        false => format!("It opens {line} for the {name} on\u{a0}{slider}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A pawn makes way.
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        e4: It opens the diagonal f1-a6 for the bishop on f1.
        r4rk1/pp3ppp/2p1pn2/3p4/1P1P4/4PN2/P4PPP/1R3RK1 w - - 0 1
        b5 h6 bxc6 bxc6: The exchange of pawns opens the b-file for the rook on b1.
        # No line.
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        a4: -
        c3: -
        e4 not: e4, e4 h1, e4 g1, e2 f1, e4 f1 f1
        r4rk1/pp3ppp/2p1pn2/3p4/1P1P4/4PN2/P4PPP/1R3RK1 w - - 0 1
        b5 h6 a4 a6: -
    ";
    OPENS_LINE.holds(cases);
}
