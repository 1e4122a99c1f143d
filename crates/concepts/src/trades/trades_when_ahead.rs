//! **Trades when ahead**: the side is ahead by a pawn or more, and within four moves of the line
//! an even trade of pieces happens in which the piece that moved takes part: the move begins it,
//! or it happens on its square, or the piece itself is traded. After it the side is still ahead,
//! and the position is at rest.
//!
//! Squares: where the piece stands that moved, then where the trade happens.

use bstar_board::{Move, Piece, Square};

use crate::finders::board_facts::lead;
use crate::finders::trades::{Trade, trades};
use crate::grammar::side;
use crate::ground::exchange::is_at_rest;
use crate::ground::plain;
use crate::ground::plain::trades::PlainTrade;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const TRADES_WHEN_AHEAD: Concept = Concept {
    name: "trades-when-ahead",
    themes: &["trade"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// What a side must be ahead by, in centipawns.
const LEAD_CENTIPAWNS: i32 = 100;
/// Moves of the line that are looked at.
const MOST_PLIES: usize = 4;

fn find(scene: &Scene) -> Vec<Finding> {
    let castles = scene.before.is_castling(scene.mv);
    if castles || lead(&scene.before, scene.side) < LEAD_CENTIPAWNS {
        return Vec::new();
    }
    let takes_part = |trade: &Trade| {
        trade.plies == 1 && scene.before.captured(scene.mv).is_some()
            || [trade.square, trade.own_from].contains(&scene.mv.to)
    };
    let is_good = |trade: &Trade| {
        let end = scene.after_line(trade.plies);
        trade.is_even() && lead(&end, scene.side) >= LEAD_CENTIPAWNS && is_at_rest(&end)
    };
    trades(scene)
        .into_iter()
        .filter(takes_part)
        .find(is_good)
        .map(|trade| Finding::on([scene.mv.to, trade.square]).along(trade.plies))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [moved, square] = exactly(squares, "a trade is on one square")?;
    if *moved != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    if plain::standing::lead(&scene.before, scene.side) < LEAD_CENTIPAWNS {
        return Err("the side is not ahead");
    }
    match good_trade(scene, *square) {
        Some(_) => Ok(()),
        None => Err("there is no such trade"),
    }
}

/// The trade on a square that keeps the lead.
fn good_trade(scene: &Scene, square: Square) -> Option<PlainTrade> {
    let moves: Vec<Move> = [scene.mv]
        .into_iter()
        .chain(scene.line.iter().take(MOST_PLIES).copied())
        .collect();
    let found = plain::trades::along(&scene.before, scene.side, &moves);
    found.into_iter().find(|trade| {
        let end = scene.after_line(trade.moves.saturating_sub(1));
        let takes_part =
            trade.moves == 2 || trade.square == scene.mv.to || trade.given_on == scene.mv.to;
        trade.square == square
            && takes_part
            && trade.is_even()
            && plain::standing::lead(&end, scene.side) >= LEAD_CENTIPAWNS
            && plain::exchange::is_at_rest(&end)
    })
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.last().copied().unwrap_or(scene.mv.to);
    let name = match good_trade(scene, square).map(|trade| (trade.given, trade.got)) {
        Some((one, other)) if one == other => format!("{}s", man(one)),
        Some((one, other)) => format!("a {} for a {}", man(one), man(other)),
        None => format!("{}s", man(Piece::Queen)),
    };
    format!(
        "It leads to a trade of {name}, which suits {}, who is ahead in material.",
        side(scene.side)
    )
}

#[test]
fn cases() {
    let cases = "
        # A trade while ahead.
        3rk3/5ppp/8/8/8/8/P3KPPP/R7 w - - 0 1
        Rd1 Rxd1 Kxd1 Kd7: It leads to a trade of rooks, which suits White, who is ahead in material.
        3rk3/5ppp/8/8/8/8/P3KPPP/3R4 w - - 0 1
        Rxd8+ Kxd8: It leads to a trade of rooks, which suits White, who is ahead in material.
        # No trade.
        # Nothing is traded; the side is not ahead; the line does not go so far.
        3rk3/5ppp/8/8/8/8/P3KPPP/R7 w - - 0 1
        Rd1 Ra8 a4 Rb8: -
        Rd1: -
        Rd1 Rxd1 Kxd1 not: d1, d1 d8, d8 d1, d1 d1 d1
        3rk3/p4ppp/8/8/8/8/P3KPPP/R7 w - - 0 1
        Rd1 Rxd1 Kxd1: -
    ";
    TRADES_WHEN_AHEAD.holds(cases);
}
