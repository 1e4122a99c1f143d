//! **Rid of the bad bishop**: a bishop of the side is bad: at least four own pawns stand on
//! squares of its colour; one of them, on the d- or e-file, stands right before an enemy pawn, and
//! two of them, on the c- to f-files, have left the second rank. The bishop moves to where it
//! attacks a knight or bishop and could take it in an even exchange, while it is not lost itself;
//! or it takes one and can be taken back, an even exchange; or within four moves of the line it is
//! traded for one.
//!
//! Squares: where the bishop stands after the move (where it is taken, if the line trades it),
//! then the piece it attacks; only the first if it is traded.

use bstar_board::{BitBoard, Color, File, Move, Piece, Position, Square};

use crate::finders::board_facts::colour_of;
use crate::finders::naming::the_one_on;
use crate::finders::pieces::{moved, reach};
use crate::finders::trades::trades;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, is_lost};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const RID_OF_BAD_BISHOP: Concept = Concept {
    name: "rid-of-bad-bishop",
    themes: &["bad-bishop", "trade"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// Own pawns on its colour that make a bishop bad.
const MIN_PAWNS: u32 = 4;
/// Moves of the line that are looked at.
const MOST_PLIES: usize = 4;

fn find(scene: &Scene) -> Vec<Finding> {
    if let Some(finding) = traded(scene) {
        return vec![finding];
    }
    let (side, to) = (scene.side, scene.mv.to);
    let is_offer = moved(scene) == Some(Piece::Bishop)
        && is_bad(&scene.before, side, scene.mv.from)
        && scene.before.is_quiet(scene.mv)
        && !is_lost(&scene.after, to);
    let Some(passed) = scene.after.pass().ok().filter(|_| is_offer) else {
        return Vec::new();
    };
    let minor = passed.pieces(Piece::Knight) | passed.pieces(Piece::Bishop);
    let new = reach(&scene.after, to) & !reach(&scene.before, scene.mv.from);
    let is_even = |other: &Square| {
        let taking = Move {
            from: to,
            to: *other,
            promotion: None,
        };
        passed.is_legal(taking) && gain(&passed, taking).abs() < MIN_GAIN_CENTIPAWNS
    };
    let target = (minor & passed.side(!side) & new).into_iter().find(is_even);
    target
        .map(|other| Finding::on([to, other]))
        .into_iter()
        .collect()
}

/// The trade of a bad bishop in the line.
fn traded(scene: &Scene) -> Option<Finding> {
    let trade = trades(scene).into_iter().find(|trade| {
        let is_bishop = trade.own == Piece::Bishop && trade.is_minor();
        is_bishop && has_bad_bishop_like(&scene.before, scene.side, trade.own_from)
    })?;
    Some(Finding::on([trade.square]).along(trade.plies))
}

/// Whether the side has a bad bishop on the colour of a square.
fn has_bad_bishop_like(position: &Position, side: Color, square: Square) -> bool {
    let bishops = position.men(side, Piece::Bishop) & colour_of(square);
    bishops.into_iter().any(|at| is_bad(position, side, at))
}

fn is_bad(position: &Position, side: Color, bishop: Square) -> bool {
    let pawns: BitBoard = position.men(side, Piece::Pawn) & colour_of(bishop);
    let step = if side == Color::White { 1 } else { -1 };
    let is_stopped = |pawn: Square| {
        let next = pawn.try_offset(0, step);
        [File::D, File::E].contains(&pawn.file())
            && next.is_some_and(|square| position.men(!side, Piece::Pawn).has(square))
    };
    let is_advanced =
        |pawn: &Square| (File::C..=File::F).contains(&pawn.file()) && Scene::rank(side, *pawn) > 2;
    pawns.len() >= MIN_PAWNS
        && pawns.into_iter().any(is_stopped)
        && pawns.into_iter().filter(is_advanced).count() >= 2
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    match squares {
        [square] => is_traded(scene, *square),
        [bishop, other] => is_offered(scene, *bishop, *other),
        _ => Err("a bishop and what it attacks are needed"),
    }
}

fn is_traded(scene: &Scene, square: Square) -> Result<(), &'static str> {
    let moves: Vec<Move> = [scene.mv]
        .into_iter()
        .chain(scene.line.iter().take(MOST_PLIES).copied())
        .collect();
    let found = plain::trades::along(&scene.before, scene.side, &moves);
    let is_it = |trade: &&plain::trades::PlainTrade| {
        trade.square == square && trade.given == Piece::Bishop && trade.is_of_minor_pieces()
    };
    let Some(trade) = found.iter().find(is_it) else {
        return Err("the bishop is not traded there");
    };
    is_hemmed_in(&scene.before, scene.side, trade.given_on)
}

fn is_offered(scene: &Scene, bishop: Square, other: Square) -> Result<(), &'static str> {
    let side = scene.side;
    let is_bishop = plain::men::is_man(&scene.before, scene.mv.from, side, Piece::Bishop);
    if bishop != scene.mv.to || !is_bishop || scene.before.captured(scene.mv).is_some() {
        return Err("no bishop has just moved there");
    }
    is_hemmed_in(&scene.before, side, scene.mv.from)?;
    let is_minor = [Piece::Knight, Piece::Bishop]
        .iter()
        .any(|kind| plain::men::is_man(&scene.after, other, !side, *kind));
    if !is_minor || plain::geometry::attacks(&scene.before, scene.mv.from, other) {
        return Err("it does not attack a knight or bishop anew");
    }
    if plain::exchange::is_lost(&scene.after, bishop) {
        return Err("it can be taken there");
    }
    let passed = scene.after.pass().map_err(|_| "it gives check")?;
    let moves = passed.legal_moves();
    let taking = moves.iter().find(|mv| (mv.from, mv.to) == (bishop, other));
    match taking.map(|mv| plain::exchange::gain(&passed, *mv).abs()) {
        Some(gain) if gain < plain::exchange::MIN_GAIN_CENTIPAWNS => Ok(()),
        _ => Err("it is no even trade"),
    }
}

/// Whether a bishop on the colour of a square has too many pawns on its colour.
fn is_hemmed_in(position: &Position, side: Color, square: Square) -> Result<(), &'static str> {
    let is_same = |at: &Square| plain::standing::is_light(*at) == plain::standing::is_light(square);
    let bishops = plain::men::squares_of(position, side, Piece::Bishop);
    let pawns = plain::men::squares_of(position, side, Piece::Pawn);
    let like: Vec<Square> = pawns.into_iter().filter(is_same).collect();
    let file = |pawn: &Square| pawn.file() as i32;
    let is_fixed = |pawn: &Square| {
        let next = plain::pawns::step(*pawn, 0, plain::pawns::forward(side));
        let is_pawn = |at: Square| plain::men::is_man(position, at, !side, Piece::Pawn);
        [3, 4].contains(&file(pawn)) && next.is_some_and(is_pawn)
    };
    let advanced = like
        .iter()
        .filter(|pawn| (2..=5).contains(&file(pawn)) && plain::men::rank_for(side, **pawn) > 2);
    let is_bad =
        like.len() >= MIN_PAWNS as usize && like.iter().any(is_fixed) && advanced.count() >= 2;
    match bishops.iter().any(is_same) && is_bad {
        true => Ok(()),
        false => Err("the bishop is not bad"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    match squares {
        [_, other] => format!(
            "It offers to trade the bad bishop for {}.",
            the_one_on(&scene.after, *other)
        ),
        _ => "It gets rid of the bad bishop, whose own pawns stand on squares of its colour."
            .to_owned(),
    }
}

#[test]
fn cases() {
    let cases = "
        # The bad bishop goes.
        rnbqk2r/p4ppp/1p2p3/3pP3/3P4/3B1N2/PP3PPP/R2Q1RK1 b kq - 0 1
        Ba6: It offers to trade the bad bishop for the bishop on d3.
        Ba6 Bxa6 Nxa6: It gets rid of the bad bishop, whose own pawns stand on squares of its colour.
        Ba6 not: a6, a6 f3, d3 a6, a6 d3 d3
        r2qk2r/p4ppp/bp2p3/3pP3/3P4/3B1N2/PP3PPP/R2Q1RK1 b kq - 0 1
        Bxd3 Qxd3: It gets rid of the bad bishop, whose own pawns stand on squares of its colour.
        # No bad bishop.
        r2qkb1r/p2b1ppp/1pn1p3/3pP3/3P4/5N2/PP2BPPP/R1BQ1RK1 b kq - 0 1
        Be7: -
        Bc8: -
        r1bqk2r/5p1p/p3p1p1/1p1pP3/3P4/3B1N2/PP3PPP/R2Q1RK1 w kq - 0 1
        Bc2: -
    ";
    RID_OF_BAD_BISHOP.holds(cases);
}
