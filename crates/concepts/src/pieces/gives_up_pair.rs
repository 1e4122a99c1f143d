//! **Gives up the pair**: a side with two bishops, on squares of both colours, takes a knight with
//! one of them. The bishop can be taken back, and the capture wins nothing. The opponent's capture
//! leaves it one bishop.
//!
//! Squares: where the bishop has taken.

use bstar_board::{BitBoard, Piece, Square};

use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, best_capture, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const GIVES_UP_PAIR: Concept = Concept {
    name: "gives-up-pair",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let bishops = scene.before.men(scene.side, Piece::Bishop);
    let is_pair = bishops.len() == 2 && (bishops & BitBoard::LIGHT_SQUARES).len() == 1;
    let is_trade = is_pair
        && bishops.has(scene.mv.from)
        && scene.before.captured(scene.mv) == Some(Piece::Knight)
        && best_capture(&scene.after, scene.mv.to).is_some()
        && gain(&scene.before, scene.mv) < MIN_GAIN_CENTIPAWNS;
    Finding::if_so(is_trade, [scene.mv.to])
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one capture")?;
    let is_bishop = plain::men::is_man(&scene.before, scene.mv.from, scene.side, Piece::Bishop);
    let is_knight = scene.before.captured(scene.mv) == Some(Piece::Knight);
    if *square != scene.mv.to || !is_bishop || !is_knight {
        return Err("no bishop has just taken a knight there");
    }
    let color = |at: &Square| (at.file() as usize + at.rank() as usize) % 2;
    let bishops = plain::men::squares_of(&scene.before, scene.side, Piece::Bishop);
    if bishops.len() != 2 || color(&bishops[0]) == color(&bishops[1]) {
        return Err("there was no pair of bishops");
    }
    if plain::exchange::best_capture(&scene.after, *square).is_none() {
        return Err("it cannot be taken back");
    }
    match plain::exchange::gain(&scene.before, scene.mv) < plain::exchange::MIN_GAIN_CENTIPAWNS {
        true => Ok(()),
        false => Err("the capture wins something"),
    }
}

fn say(_: &Scene, _: &[Square]) -> String {
    "It gives up the pair of bishops for a knight.".to_owned()
}

#[test]
fn cases() {
    let cases = "
        # A bishop takes a knight.
        r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4
        Bxc6: It gives up the pair of bishops for a knight.
        rnbqk2r/pppp1ppp/4pn2/8/1bPP4/P1N5/1P2PPPP/R1BQKBNR b KQkq - 0 4
        Bxc3+: It gives up the pair of bishops for a knight.
        # The pair stays.
        # It has but one bishop; the knight is simply won; a bishop is taken.
        r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RN1QK2R w KQkq - 0 4
        Bxc6: -
        r1bqkbnr/2p2ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4
        Bxc6: -
        r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4
        Ba4: -
        Bxc6 not: b5, c6 c6
        Ba4 not: a4
    ";
    GIVES_UP_PAIR.holds(cases);
}
