//! Claims in the language of players.
//!
//! Each phrase is a sentence about `it`: the last move of the claim's path or the first of its
//! line.

use bstar_board::{EXCHANGE_VALUES, Piece, Position, Square};

use super::ending_merits::in_ending;
use super::grammar::{list, numbered, side};
use super::material::man;
use crate::facts::claims::{Balance, Claim, Fact, LineStart, position_after};
use bstar_concepts::{Idea, Scene};

/// A lead of up to this, in centipawns, counts as even.
const EVEN_CENTIPAWNS: i32 = 50;

/// The sentence for a claim, about the move it credits.
pub(crate) fn phrase(root: &Position, claim: &Claim) -> String {
    let board = ClaimOnBoard::of(root, claim);
    let line = board.line();
    match &claim.fact {
        Fact::GoesOn => match claim.begins {
            LineStart::Move => format!("The expected line is {line}."),
            LineStart::Pass => format!("Left alone, {} would go on with {line}.", side(claim.side)),
        },
        Fact::Checkmate => "It is checkmate.".to_owned(),
        Fact::MateIn { moves } if claim.begins == LineStart::Pass => match moves {
            1 => format!("It threatens mate: {line}."),
            n => format!("It threatens mate in {n}: {line}."),
        },
        Fact::MateIn { moves } => format!("It forces mate in {moves}: {line}."),
        Fact::Gains { .. } | Fact::GainsAtLeast { .. } => {
            let (what, wins) = (won(root, claim), board.wins());
            match (claim.begins, claim.line.len()) {
                (LineStart::Pass, _) => format!("It threatens to win {what}: {line}."),
                (LineStart::Move, 1) => format!("It {wins} {what}."),
                (LineStart::Move, _) => format!("It {wins} {what}: {line}."),
            }
        }
        Fact::Queens { besides } => {
            let begin = match (claim.begins, besides.price()) {
                (LineStart::Pass, _) => "It threatens to make a queen".to_owned(),
                (LineStart::Move, _) if claim.line.len() == 1 => "It makes a queen".to_owned(),
                (LineStart::Move, None) => "It brings a pawn through".to_owned(),
                (LineStart::Move, Some(price)) => {
                    let one = if price.contains("pawn") {
                        "another"
                    } else {
                        "a pawn"
                    };
                    format!("It gives up {price} to bring {one} through")
                }
            };
            format!("{begin}: {line}.")
        }
        Fact::EnPrise { square } => match claim.begins {
            LineStart::Pass => format!("It attacks {}.", board.the(*square)),
            LineStart::Move => format!("{} hangs: {line}.", sentence_case(&board.the(*square))),
        },
        Fact::Offers { square } => format!("It offers {}.", board.bare(*square)),
        Fact::Fork { by, targets } => format!(
            "{} forks {}.",
            sentence_case(&board.bare(*by)),
            board.targets(targets)
        ),
        Fact::Pin { pinned, behind, .. } => {
            let to = match board.place.piece_on(*behind) {
                Some(Piece::King) => "the king".to_owned(),
                _ => board.the(*behind),
            };
            format!("It pins {} to {to}.", board.the(*pinned))
        }
        Fact::PinnedGuard { square, pinned, .. } => format!(
            "{} is pinned and cannot take on\u{a0}{square}.",
            sentence_case(&board.the(*pinned))
        ),
        Fact::Skewer { by, front, behind } => format!(
            "{} skewers {}.",
            sentence_case(&board.bare(*by)),
            board.targets(&[*front, *behind])
        ),
        Fact::Discovery { by, target } => match board.place.piece_on(*target) {
            Some(Piece::King) => format!("It is a discovered check from {}.", board.the(*by)),
            _ => format!(
                "It uncovers an attack by {} on {}.",
                board.the(*by),
                board.the(*target)
            ),
        },
        Fact::DoubleCheck => "It is double check.".to_owned(),
        Fact::Trapped { square } => {
            format!(
                "{} is trapped: it is attacked and has no safe square.",
                sentence_case(&board.the(*square))
            )
        }
        Fact::OnlyMove => format!("The only legal answer is {line}."),
        Fact::StopsMate { .. } => format!("It stops {line}."),
        Fact::Saves { square, by } if by.from == *square => {
            format!("It brings {} to safety.", board.the_attacked(*square))
        }
        Fact::Saves { square, by } => {
            let is_between = |from: Square| bstar_board::attacks::between(from, *square).has(by.to);
            match claim.line.first() {
                Some(capture) if capture.from == by.to => {
                    format!("It takes the attacker of {}.", board.the(*square))
                }
                Some(capture) if is_between(capture.from) => {
                    format!("It blocks the attack on {}.", board.the(*square))
                }
                _ => format!("It protects {}.", board.the(*square)),
            }
        }
        Fact::Drawn { how } => format!("It is a draw by {how}: {line}."),
        Fact::Trades { piece } => format!("It trades {}: {line}.", traded(*piece)),
        Fact::Castles => "It castles.".to_owned(),
        Fact::Develops { piece } => format!("It develops the {}.", man(*piece)),
        Fact::Idea(idea) => board.idea(root, idea),
        Fact::Ending(ending) => in_ending(root, claim, *ending),
    }
}

/// What a gain is called: `a pawn`, `at least the exchange`,
/// `a knight (at most two pawns can be won back)`,
/// `the queen for a rook (in the end at least the queen for two rooks)`.
pub(crate) fn won(root: &Position, claim: &Claim) -> String {
    let name = match claim.fact {
        Fact::Gains { balance } => balance.name(),
        Fact::GainsAtLeast { least } => least.name().map(|name| match name.contains(" for ") {
            true => won_for_pawns(root, claim, least)
                .unwrap_or_else(|| won_in_the_end(along(root, claim), &name)),
            false => format!("at least {name}"),
        }),
        _ => None,
    };
    name.unwrap_or_else(|| "something".to_owned())
}

/// What is won along the line, if nothing but pawns may go back for it, and none has in the line.
fn won_for_pawns(root: &Position, claim: &Claim, least: Balance) -> Option<String> {
    let whole = along(root, claim);
    let pawns = whole.of(Piece::Pawn) - least.of(Piece::Pawn);
    // Bishops and knights that are traded later do not matter.
    if pawns <= 0 || whole.less_pawns(pawns).with_minors_as_one() != least.with_minors_as_one() {
        return None;
    }
    let name = whole.name().filter(|name| !name.contains(" for "))?;
    let back = Balance::default().less_pawns(-pawns).name()?;
    Some(format!("{name} (at most {back} can be won back)"))
}

/// What the line shows, and what is left of it in the end if more changes hands.
fn won_in_the_end(whole: Balance, least: &str) -> String {
    match whole.name() {
        Some(name) => format!("{name} (in the end at least {least})"),
        None => format!("in the end at least {least}"),
    }
}

/// What changes hands along the line of a claim.
fn along(root: &Position, claim: &Claim) -> Balance {
    let start = ClaimOnBoard::of(root, claim).start;
    let end = position_after(&start, &claim.line);
    Balance::between(&start, &end, claim.side)
}

fn traded(piece: Piece) -> &'static str {
    match piece {
        Piece::Queen => "queens",
        Piece::Rook => "rooks",
        Piece::Bishop => "bishops",
        Piece::Knight => "knights",
        Piece::Pawn | Piece::King => "pawns",
    }
}

/// A claim, and the positions it is about.
struct ClaimOnBoard<'a> {
    claim: &'a Claim,
    place: Position,
    start: Position,
}

impl<'a> ClaimOnBoard<'a> {
    fn of(root: &Position, claim: &'a Claim) -> ClaimOnBoard<'a> {
        let place = position_after(root, &claim.path);
        let start = match claim.begins {
            LineStart::Move => place.clone(),
            LineStart::Pass => place.pass().unwrap_or_else(|_| place.clone()),
        };
        ClaimOnBoard {
            claim,
            place,
            start,
        }
    }

    /// The line with move numbers.
    fn line(&self) -> String {
        numbered(&self.start, &self.claim.line)
    }

    /// A side that was behind and is not ahead afterwards `wins back`.
    fn wins(&self) -> &'static str {
        let lead = |position: &Position| {
            let all = |color| -> i32 {
                let worth = |piece: Piece| {
                    EXCHANGE_VALUES[piece as usize] * position.men(color, piece).len() as i32
                };
                Piece::ALL.into_iter().map(worth).sum()
            };
            all(self.claim.side) - all(!self.claim.side)
        };
        let end = position_after(&self.start, &self.claim.line);
        match lead(&self.start) < -EVEN_CENTIPAWNS && lead(&end) <= EVEN_CENTIPAWNS {
            true => "wins back",
            false => "wins",
        }
    }

    /// The sentence of a concept about the last move of the path.
    fn idea(&self, root: &Position, idea: &Idea) -> String {
        let split = self.claim.path.split_last();
        let scene = split
            .map(|(mv, before)| Scene::new(&position_after(root, before), *mv, &self.claim.line));
        match (idea.concept(), scene) {
            (Some(concept), Some(scene)) => (concept.say)(&scene, &idea.squares),
            _ => String::new(),
        }
    }

    fn kind(&self, square: Square) -> &'static str {
        self.place.piece_on(square).map_or("man", man)
    }

    /// `the knight on f6`.
    fn the(&self, square: Square) -> String {
        format!("the {}\u{a0}on\u{a0}{square}", self.kind(square))
    }

    /// `the knight`.
    fn bare(&self, square: Square) -> String {
        format!("the {}", self.kind(square))
    }

    fn the_attacked(&self, square: Square) -> String {
        format!("the attacked {}", self.kind(square))
    }

    /// `king and queen`, `both rooks`, `king, queen and rook`.
    fn targets(&self, squares: &[Square]) -> String {
        let mut kinds: Vec<Piece> = squares
            .iter()
            .filter_map(|square| self.place.piece_on(*square))
            .collect();
        kinds.sort_by_key(|piece| std::cmp::Reverse(*piece as usize));
        match kinds[..] {
            [one, other] if one == other => format!("both {}s", man(one)),
            _ => {
                let names: Vec<String> = kinds.iter().map(|kind| man(*kind).to_owned()).collect();
                list(&names)
            }
        }
    }
}

/// The same with a capital letter.
pub(crate) fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The same with a small letter.
pub(crate) fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// What a move that was just named does: `, which gains space: …`, or `: after 10. bxc3 …`.
pub(crate) fn which(what: &str) -> String {
    let what = lowered(what);
    match what.strip_prefix("it ") {
        Some(does) if !does.contains(", which") => format!(", which {does}"),
        _ => format!(": {what}"),
    }
}

/// The line of a claim with its move numbers.
pub(crate) fn line_of(root: &Position, claim: &Claim) -> String {
    ClaimOnBoard::of(root, claim).line()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{game, played};

    #[test]
    fn what_the_line_shows_is_told_before_what_is_left_in_the_end() {
        // The line wins the queen for a rook. More changes hands later.
        let game = game("r2q2k1/8/8/8/8/8/8/3R2K1 w - - 0 1");
        let claim = |least| Claim {
            side: bstar_board::Color::White,
            path: Vec::new(),
            begins: LineStart::Move,
            line: played(game.position(), "Rxd8+ Rxd8"),
            fact: Fact::GainsAtLeast { least },
        };
        for (least, words) in [
            (
                [1, -1, 0, -1, 1],
                "the queen for a rook (in the end at least the queen and a pawn for a rook and a \
                 knight)",
            ),
            ([0, 0, 0, 1, 0], "at least a rook"),
        ] {
            assert_eq!(won(game.position(), &claim(Balance(least))), words);
        }
    }

    #[test]
    fn pawns_that_go_back_are_told_though_a_bishop_is_traded_for_a_knight() {
        let game = game("4k3/4n3/8/5b2/4P3/8/8/4K3 w - - 0 1");
        let claim = Claim {
            side: bstar_board::Color::White,
            path: Vec::new(),
            begins: LineStart::Move,
            line: played(game.position(), "exf5"),
            fact: Fact::GainsAtLeast {
                least: Balance([-2, 1, 0, 0, 0]),
            },
        };
        let words = "a bishop (at most two pawns can be won back)";
        assert_eq!(won(game.position(), &claim), words);
    }
}
