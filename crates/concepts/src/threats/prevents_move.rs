//! **Prevents a move**: the opponent would answer at least two other moves of the side with a
//! certain move, neither a capture nor a promotion, or would play it if the side passed. Then that
//! move would be legal and the exchange on its square would cost nothing; after the move (no
//! capture, no check, no castling) it is illegal, or what goes there is lost.
//!
//! Squares: from where and to where the opponent wanted to move. Castling goes to the rook's
//! square.

use bstar_board::{Move, Piece, Position, Square};

use crate::finders::naming::the_one_on;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const PREVENTS_MOVE: Concept = Concept {
    name: "prevents-move",
    themes: &["prophylaxis", "restricts"],
    class: IdeaClass::Denial,
    find,
    check,
    say,
};

/// At least this many other moves must be answered in the same way.
const MIN_TIMES: usize = 2;

fn find(scene: &Scene) -> Vec<Finding> {
    let is_calm = scene.before.is_quiet(scene.mv)
        && !scene.before.is_castling(scene.mv)
        && !scene.after.in_check();
    let Some(passed) = scene.before.pass().ok().filter(|_| is_calm) else {
        return Vec::new();
    };
    let times = |wish: &Move| scene.wishes.iter().filter(|other| *other == wish).count();
    let is_prevented = |wish: &&Move| {
        (times(wish) >= MIN_TIMES || scene.plan == Some(**wish))
            && passed.is_legal(**wish)
            && passed.is_quiet(**wish)
            && gain(&passed, **wish) > -MIN_GAIN_CENTIPAWNS
            && is_bad(&scene.after, **wish)
    };
    let prevented = scene.wishes.iter().chain(&scene.plan).filter(is_prevented);
    prevented
        .max_by_key(|wish| times(wish))
        .map(|wish| Finding::on([wish.from, wish.to]))
        .into_iter()
        .collect()
}

fn is_bad(position: &Position, mv: Move) -> bool {
    !position.is_legal(mv) || gain(position, mv) <= -MIN_GAIN_CENTIPAWNS
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [from, to] = exactly(squares, "a move has two squares")?;
    let is_calm = scene.before.captured(scene.mv).is_none()
        && scene.mv.promotion.is_none()
        && !scene.before.is_castling(scene.mv)
        && !scene.after.in_check();
    ensure(is_calm, "the move does more than prevent")?;
    let passed = scene.before.pass().map_err(|_| "the side is in check")?;
    let Some(wish) = move_between(&passed, *from, *to) else {
        return Err("the move was not legal before");
    };
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    if passed.captured(wish).is_some() || plain::exchange::gain(&passed, wish) <= -least {
        return Err("the move was no good before");
    }
    match move_between(&scene.after, *from, *to) {
        Some(now) if plain::exchange::gain(&scene.after, now) > -least => {
            Err("the move is still good")
        }
        _ => Ok(()),
    }
}

/// The legal move between two squares that promotes nothing.
fn move_between(position: &Position, from: Square, to: Square) -> Option<Move> {
    let moves = position.legal_moves();
    let is_it = |mv: &&Move| (mv.from, mv.to) == (from, to) && mv.promotion.is_none();
    moves.iter().find(is_it).copied()
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [from, to] = squares else {
        return String::new();
    };
    let own = scene.before.color_on(*from);
    if own.is_some() && own == scene.before.color_on(*to) {
        return "It prevents castling.".to_owned();
    }
    let who = the_one_on(&scene.before, *from);
    match move_between(&scene.after, *from, *to) {
        Some(_) if scene.before.piece_on(*from) == Some(Piece::Pawn) => {
            format!("It keeps {who} from going to {to}: it would be lost there.")
        }
        Some(_) => format!("It takes the square {to} from {who}."),
        None => format!("It stops {who} from going to {to}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{refuses, said, scene};

    const PIN: &str = "rnbqkb1r/ppp2ppp/3p1n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 1";

    fn told(text: &str, mv: &str, wishes: &[&str]) -> Vec<String> {
        let mut scene = scene(text, mv);
        let passed = scene.before.pass().unwrap();
        let parse = |word: &&str| bstar_board::san::parse(&passed, word).unwrap();
        scene.wishes = wishes.iter().map(parse).collect();
        said(&PREVENTS_MOVE, &scene)
    }

    #[test]
    fn a_wish_is_denied() {
        assert_eq!(
            told(PIN, "h3", &["Bg4", "Be7", "Bg4"]),
            ["It takes the square g4 from the bishop on c8."]
        );
        let pawn = "4k3/pp6/8/8/P7/8/1P6/4K3 w - - 0 1";
        assert_eq!(
            told(pawn, "a5", &["a5", "a5"]),
            ["It stops the pawn on a7 from going to a5."]
        );
        let lost = "4k3/1p6/p7/8/8/8/P1P5/4K1B1 w - - 0 1";
        assert!(
            told(lost, "a4", &["b5", "b5"]).is_empty(),
            "the pawn on a6 holds b5"
        );
    }

    #[test]
    fn nothing_is_denied() {
        // Desired only once; still possible; never possible.
        assert!(told(PIN, "h3", &["Bg4", "Be7"]).is_empty());
        assert!(told(PIN, "a3", &["Bg4", "Bg4"]).is_empty());
        assert!(told(PIN, "h3", &["Bh3", "Bh3"]).is_empty());
        for squares in ["", "c8", "c8 f5", "g4 c8", "c8 g4 g4", "f6 g4"] {
            let is_refused = refuses(&PREVENTS_MOVE, PIN, "h3", squares);
            assert_eq!(is_refused, squares != "f6 g4", "{squares}");
        }
    }
}
