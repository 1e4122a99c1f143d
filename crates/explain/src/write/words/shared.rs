//! Whether what is told against a move is also true of the best one.
//!
//! This reads a finished answer and shares nothing with the code that wrote it. A claim about one
//! of the two moves is put to the other: the same words with the other move in their place. If the
//! [checker](crate::facts::claims::check) confirms that, or if the other line brings as much, the
//! claim tells nothing between the two.

use bstar_board::score::Score;
use bstar_board::{Color, Move, Position, Square};

use crate::facts::claims::check::check;
use crate::facts::claims::{Balance, Claim, Fact, LineStart};
use crate::facts::{Reading, RootMove};
use crate::tell::choose::SAME_CENTIPAWNS;
use bstar_concepts::ground::plain::exchange::is_at_rest;

impl Reading<'_> {
    /// Whether a claim that is told against `asked` is true of the best move as well; or true of
    /// the move asked about, if it is told of the best one.
    pub(crate) fn is_shared(&self, claim: &Claim, asked: &RootMove, best: &RootMove) -> bool {
        let (one, other) = match subject(claim) == Some(best.mv) {
            true => (best, asked),
            false => (asked, best),
        };
        let put_to_other = put_to(claim, one.mv, other.mv);
        let is_true_of_other = put_to_other.is_some_and(|claim| check(self.game, &claim).is_ok());
        is_true_of_other || self.brings_as_much(claim, other)
    }

    /// Whether the line of a move brings a side as much as a claim says of another line.
    fn brings_as_much(&self, claim: &Claim, other: &RootMove) -> bool {
        if claim.begins == LineStart::Pass {
            return false;
        }
        match (&claim.fact, other.score) {
            (Fact::MateIn { .. } | Fact::Checkmate, Some(Score::Mate(moves))) => {
                (moves > 0) == (claim.side == self.mover())
            }
            (Fact::Gains { balance } | Fact::GainsAtLeast { least: balance }, _) => {
                let brought = brought(self.position(), &other.line.moves, claim.side);
                brought.is_some_and(|worth| worth + SAME_CENTIPAWNS >= balance.worth())
            }
            _ => false,
        }
    }
}

/// What a side has gained, in centipawns, where a line was last at rest.
fn brought(start: &Position, line: &[Move], side: Color) -> Option<i32> {
    let (mut now, mut worth) = (start.clone(), None);
    for mv in line {
        if !now.is_legal(*mv) {
            break;
        }
        now = now.after(*mv);
        if is_at_rest(&now) {
            worth = Some(Balance::between(start, &now, side).worth());
        }
    }
    worth
}

/// The root move that a claim is about.
fn subject(claim: &Claim) -> Option<Move> {
    match &claim.fact {
        Fact::Saves { by, .. } | Fact::StopsMate { by, .. } if claim.path.is_empty() => Some(*by),
        _ => match (claim.path.first(), claim.begins) {
            (Some(mv), _) => Some(*mv),
            (None, LineStart::Move) => claim.line.first().copied(),
            (None, LineStart::Pass) => None,
        },
    }
}

/// The claim with another root move in the place of the one it is about. None if it is not about
/// that move.
fn put_to(claim: &Claim, one: Move, other: Move) -> Option<Claim> {
    if subject(claim) != Some(one) {
        return None;
    }
    let mut claim = claim.clone();
    let there = |square: Square| match square {
        square if square == one.to => other.to,
        square if square == one.from => other.from,
        square => square,
    };
    match claim.path.first_mut() {
        Some(first) => *first = other,
        None => {
            if let (LineStart::Move, Some(first)) = (claim.begins, claim.line.first_mut()) {
                *first = other;
            }
        }
    }
    // Where the claim is about what the move itself does, its squares are those of the other move.
    if claim.path.len() <= 1 {
        match &mut claim.fact {
            Fact::Idea(idea) => idea.squares.iter_mut().for_each(|it| *it = there(*it)),
            Fact::Fork { by, .. } | Fact::Pin { by, .. } => *by = there(*by),
            Fact::Skewer { by, .. } | Fact::Discovery { by, .. } => *by = there(*by),
            Fact::Saves { square, by } => {
                *square = match *square == one.from {
                    true => other.from,
                    false => *square,
                };
                *by = other;
            }
            Fact::StopsMate { by, .. } => *by = other,
            _ => {}
        }
    }
    Some(claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read_position;
    use bstar_board::san;
    use bstar_concepts::{Found, Scene, found};

    /// The word of the vocabulary about a move.
    fn word(reading: &Reading, mv: Move, name: &str) -> Claim {
        let scene = Scene::new(reading.position(), mv, &[]);
        let all: Vec<Found> = found(&scene);
        let it = all.iter().find(|found| found.concept.name == name);
        Claim::of_idea(vec![mv], &scene, it.unwrap())
    }

    #[test]
    fn what_hangs_after_both_moves_is_shared() {
        // The rook hangs, and only Rd1 saves it.
        let reading = read_position("3r2k1/8/8/8/3R4/8/P6P/6K1 w - - 0 1");
        let of = |name: &str| reading.named(name);
        let a3 = of("a3").mv;
        let takes = san::parse(&reading.position().after(a3), "Rxd4").unwrap();
        let hangs = reading.at(&[a3]).hangs(takes).unwrap();
        assert!(check(reading.game, &hangs).is_ok());
        assert!(reading.is_shared(&hangs, of("a3"), of("h3")));
        assert!(!reading.is_shared(&hangs, of("a3"), of("Rxd8+")));
    }

    #[test]
    fn a_gain_that_the_other_line_brings_too_is_shared() {
        // Both rooks can take a knight.
        let reading = read_position("6k1/5ppp/8/n6n/8/8/5PPP/R5KR w - - 0 1");
        let find = |name: &str| reading.named(name);
        let (takes, waits) = (find("Rxa5"), find("g3"));
        let gain = reading
            .whole(&takes.line.moves[..1])
            .gains(reading.mover())
            .unwrap();
        assert!(check(reading.game, &gain).is_ok());
        assert!(!reading.is_shared(&gain, waits, takes));
        let as_good = RootMove {
            mv: waits.mv,
            ..takes.clone()
        };
        assert!(reading.is_shared(&gain, &as_good, takes));
    }

    #[test]
    fn a_word_that_fits_both_moves_is_shared() {
        let reading =
            read_position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
        let find = |name: &str| reading.named(name);
        let (rim, other_rim, good) = (find("Nh3"), find("Na3"), find("Nf3"));
        let claim = word(&reading, rim.mv, "rim-knight");
        assert!(reading.is_shared(&claim, rim, other_rim));
        assert!(!reading.is_shared(&claim, rim, good));
    }
}
