//! **Bishop pair**: one of three. A knight moves to where it attacks, anew, a bishop of an
//! opponent who has two, and could take it in an exchange that costs nothing, while it is not lost
//! itself. Or a knight is traded for such a bishop by the move or within four moves of the line.
//! Or a bishop of a side that has two is attacked by a knight that could take it, and moves to
//! where no knight attacks it and it is not lost. Two bishops stand on squares of both colours.
//!
//! Squares: the knight and the bishop it attacks; or where the trade happens; or the bishop and
//! the knight it leaves.

use bstar_board::{BitBoard, Color, Move, Piece, Position, Square, attacks};

use crate::finders::pieces::{moved, reach};
use crate::finders::trades::trades;
use crate::grammar::numbered;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, is_lost};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const BISHOP_PAIR: Concept = Concept {
    name: "bishop-pair",
    themes: &["bishop-pair"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// Moves of the line that are looked at.
const MOST_PLIES: usize = 4;

fn find(scene: &Scene) -> Vec<Finding> {
    let found = traded(scene)
        .or_else(|| attacked(scene))
        .or_else(|| kept(scene));
    found.into_iter().collect()
}

fn has_pair(position: &Position, side: Color) -> bool {
    let bishops = position.men(side, Piece::Bishop);
    let is_on = |colour: BitBoard| !(bishops & colour).is_empty();
    is_on(BitBoard::LIGHT_SQUARES) && is_on(BitBoard::DARK_SQUARES)
}

fn traded(scene: &Scene) -> Option<Finding> {
    let is_it = has_pair(&scene.before, !scene.side);
    let trade = trades(scene)
        .into_iter()
        .filter(|_| is_it)
        .find(|trade| (trade.own, trade.theirs) == (Piece::Knight, Piece::Bishop))?;
    Some(Finding::on([trade.square]).along(trade.plies))
}

fn attacked(scene: &Scene) -> Option<Finding> {
    let (enemy, to) = (!scene.side, scene.mv.to);
    let is_knight = moved(scene) == Some(Piece::Knight) && !is_lost(&scene.after, to);
    if !is_knight || !has_pair(&scene.after, enemy) {
        return None;
    }
    let passed = scene.after.pass().ok()?;
    let new = attacks::knight(to) & !attacks::knight(scene.mv.from);
    let is_cheap = |bishop: &Square| {
        let taking = Move {
            from: to,
            to: *bishop,
            promotion: None,
        };
        passed.is_legal(taking) && gain(&passed, taking) > -MIN_GAIN_CENTIPAWNS
    };
    let bishop = (new & scene.after.men(enemy, Piece::Bishop))
        .into_iter()
        .find(is_cheap)?;
    Some(Finding::on([to, bishop]))
}

fn kept(scene: &Scene) -> Option<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let knights = scene.before.men(!side, Piece::Knight);
    let is_bishop_move = moved(scene) == Some(Piece::Bishop)
        && scene.before.is_quiet(scene.mv)
        && has_pair(&scene.before, side)
        && (attacks::knight(to) & knights).is_empty()
        && !is_lost(&scene.after, to);
    let passed = scene.before.pass().ok().filter(|_| is_bishop_move)?;
    let takes = |knight: &Square| {
        let taking = Move {
            from: *knight,
            to: from,
            promotion: None,
        };
        reach(&passed, *knight).has(from) && passed.is_legal(taking)
    };
    let knight = knights.into_iter().find(takes)?;
    Some(Finding::on([to, knight]))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    match squares {
        [square] => is_traded(scene, *square),
        [moved, _] if *moved != scene.mv.to => Err("nothing has just moved there"),
        [knight, bishop] if scene.after.piece_on(*knight) == Some(Piece::Knight) => {
            is_attacked(scene, *knight, *bishop)
        }
        [bishop, knight] => is_kept(scene, *bishop, *knight),
        _ => Err("a bishop and a knight are needed"),
    }
}

/// Whether a side has bishops on both colours.
fn has_two(position: &Position, side: Color) -> Result<(), &'static str> {
    let bishops = plain::men::squares_of(position, side, Piece::Bishop);
    let light = bishops.iter().filter(|at| plain::standing::is_light(**at));
    let light = light.count();
    match light > 0 && light < bishops.len() {
        true => Ok(()),
        false => Err("there are no two bishops"),
    }
}

fn is_traded(scene: &Scene, square: Square) -> Result<(), &'static str> {
    has_two(&scene.before, !scene.side)?;
    let moves: Vec<Move> = [scene.mv]
        .into_iter()
        .chain(scene.line.iter().take(MOST_PLIES).copied())
        .collect();
    let found = plain::trades::along(&scene.before, scene.side, &moves);
    let is_it = |trade: &plain::trades::PlainTrade| {
        trade.square == square && trade.given == Piece::Knight && trade.got == Piece::Bishop
    };
    match found.iter().any(is_it) {
        true => Ok(()),
        false => Err("no knight is traded for a bishop there"),
    }
}

fn is_attacked(scene: &Scene, knight: Square, bishop: Square) -> Result<(), &'static str> {
    has_two(&scene.after, !scene.side)?;
    let is_knight = plain::men::is_man(&scene.before, scene.mv.from, scene.side, Piece::Knight);
    let is_new = plain::geometry::attacks(&scene.after, knight, bishop)
        && !plain::geometry::attacks(&scene.before, scene.mv.from, bishop);
    let is_bishop = plain::men::is_man(&scene.after, bishop, !scene.side, Piece::Bishop);
    if !is_knight || !is_new || !is_bishop {
        return Err("it does not attack a bishop anew");
    }
    if plain::exchange::is_lost(&scene.after, knight) {
        return Err("it can be taken there");
    }
    let passed = scene.after.pass().map_err(|_| "it gives check")?;
    let moves = passed.legal_moves();
    let taking = moves.iter().find(|mv| (mv.from, mv.to) == (knight, bishop));
    let gain = taking.map(|mv| plain::exchange::gain(&passed, *mv));
    match gain.is_some_and(|gain| gain > -plain::exchange::MIN_GAIN_CENTIPAWNS) {
        true => Ok(()),
        false => Err("it cannot take the bishop"),
    }
}

fn is_kept(scene: &Scene, bishop: Square, knight: Square) -> Result<(), &'static str> {
    has_two(&scene.before, scene.side)?;
    let is_bishop = plain::men::is_man(&scene.before, scene.mv.from, scene.side, Piece::Bishop);
    let is_knight = plain::men::is_man(&scene.before, knight, !scene.side, Piece::Knight);
    if !is_bishop || !is_knight || scene.before.captured(scene.mv).is_some() {
        return Err("no bishop leaves a knight");
    }
    let passed = scene.before.pass().map_err(|_| "it was in check")?;
    let moves = passed.legal_moves();
    if !moves
        .iter()
        .any(|mv| (mv.from, mv.to) == (knight, scene.mv.from))
    {
        return Err("the knight could not take it");
    }
    let enemies = plain::men::attackers(&scene.after, !scene.side, bishop);
    let is_hit = enemies
        .iter()
        .any(|by| scene.after.piece_on(*by) == Some(Piece::Knight));
    match is_hit || plain::exchange::is_lost(&scene.after, bishop) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    match (squares, scene.man()) {
        ([_, bishop], Piece::Knight) => format!(
            "It attacks the bishop on\u{a0}{bishop}: the knight can be traded for one of the two \
             bishops."
        ),
        ([_, knight], _) => format!(
            "The bishop gets away from the knight on\u{a0}{knight}, and the two bishops stay \
             together."
        ),
        _ if scene.before.captured(scene.mv) == Some(Piece::Bishop) => {
            "It trades a knight for one of the two bishops.".to_owned()
        }
        _ => {
            let plies = traded(scene).map_or(0, |trade| trade.plies);
            let line = &scene.line[..plies.min(scene.line.len())];
            format!(
                "It leads to the trade of a knight for one of the two bishops: {}.",
                numbered(&scene.after, line)
            )
        }
    }
}

#[test]
fn cases() {
    let cases = "
        # Knights and bishops.
        r2qkb1r/ppp2ppp/2np1n2/4p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 1
        Na5: It attacks the bishop on c4: the knight can be traded for one of the two bishops.
        # the knight still attacks it
        r2qkb1r/ppp2ppp/3p1n2/n3p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1
        Bb3: -
        Bb5+: The bishop gets away from the knight on a5, and the two bishops stay together.
        r1bqk2r/ppp2ppp/3p1n2/n3p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 1
        Nxc4 dxc4: It trades a knight for one of the two bishops.
        Qe7 Qe2 Nxc4 dxc4: It leads to the trade of a knight for one of the two bishops: 2. Qe2 Nxc4 3. dxc4.
        # No pair.
        r2qkb1r/ppp2ppp/2np1n2/4p3/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R b KQkq - 0 1
        Na5: -
        r2qkb1r/ppp2ppp/2np1n2/4p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 1
        Nd4: -
        Be7: -
        Na5 not: a5, a5 c1, c4 a5, a5 c4 c4
    ";
    BISHOP_PAIR.holds(cases);
}
