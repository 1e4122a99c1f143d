//! Why a side gets what it gets in an ending that tables know: of the move that is right, and of
//! the answer to a move that is wrong.

use bstar_board::{Move, Outcome as Rule, Piece, Position};

use bstar_tables::Outcome;

use super::grammar::{numbered, side};
use super::material::man;
use crate::facts::claims::{Claim, EndingFact, Fact, position_after};

/// The sentence for a claim about an ending, about the move it credits.
pub(crate) fn in_ending(root: &Position, claim: &Claim, fact: EndingFact) -> String {
    let place = position_after(root, &claim.path);
    let (own, other) = (side(claim.side), side(!claim.side));
    let line = numbered(&place, &claim.line);
    let whole = with_last(root, claim);
    match fact {
        EndingFact::Comes { .. } | EndingFact::OnlyKeeps | EndingFact::FiftyMoves => String::new(),
        EndingFact::Opposition { otherwise } => {
            let (before, last) = before_last(root, claim);
            let is_king = last
                .iter()
                .any(|mv| before.piece_on(mv.from) == Some(Piece::King));
            let begin = match is_king {
                true => "It takes".to_owned(),
                false => format!("{own} has"),
            };
            let (what, turned) = (opposition(&place), turned(own, other, otherwise));
            format!(
                "{begin} the {what}: the kings face each other, and {other} has to give way. \
                 {turned}"
            )
        }
        EndingFact::Zugzwang { otherwise } => {
            let begin = match claim.path.is_empty() {
                true => format!("{other} is in zugzwang."),
                false => format!("It puts {other} in zugzwang."),
            };
            format!("{begin} {}", turned(own, other, otherwise))
        }
        EndingFact::KeySquare { pawn } => format!(
            "The king reaches {}, a key square of the pawn on\u{a0}{pawn}: from there {own} wins, \
             whoever is to move.",
            place.king(claim.side)
        ),
        EndingFact::Runs { .. } => {
            format!("The pawn runs, and {other}'s king cannot catch it: {whole}.")
        }
        EndingFact::Catches { pawn } => format!(
            "{own}'s king is in the square of the pawn on\u{a0}{pawn}: if the pawn runs, it is caught."
        ),
        EndingFact::Wins { moves: 0, .. } => format!("It takes the {}.", taken(root, claim)),
        EndingFact::Wins { square, .. } => {
            let what = place.piece_on(square).unwrap_or(Piece::Pawn);
            format!("The {} on\u{a0}{square} is lost: {line}.", man(what))
        }
        EndingFact::Promotes => "The pawn promotes.".to_owned(),
        EndingFact::HoldsCorner { corner } => match has_bishop(&place) {
            true => format!(
                "{own}'s king holds the corner: the bishop does not guard {corner}, where the pawn \
                 would promote."
            ),
            false => format!(
                "{own}'s king holds the corner in front of the rook pawn, and cannot be driven \
                 away."
            ),
        },
        EndingFact::Blocks { pawn } => {
            format!("The king gets in front of the pawn on\u{a0}{pawn}.")
        }
    }
}

/// What is wrong with a move, by a claim about the position after the answer to it: the end of a
/// sentence.
pub(crate) fn refutation(root: &Position, claim: &Claim) -> String {
    let place = position_after(root, &claim.path);
    let (own, other) = (side(claim.side), side(!claim.side));
    let (before, answer) = before_last(root, claim);
    let reply = numbered(&before, answer);
    let line = with_last(root, claim);
    match &claim.fact {
        Fact::Ending(EndingFact::Opposition { .. }) => {
            format!("{own} takes the {} with {reply}", opposition(&place))
        }
        Fact::Ending(EndingFact::Zugzwang { .. }) => {
            format!("after {reply} {other} is in zugzwang")
        }
        Fact::Ending(EndingFact::KeySquare { pawn }) => {
            format!("{reply} brings the king to a key square of the pawn on\u{a0}{pawn}")
        }
        Fact::Ending(EndingFact::Runs { .. }) => {
            format!("{other}'s king cannot catch the pawn, which runs through with {line}")
        }
        Fact::Ending(EndingFact::Catches { .. }) => {
            format!("with {reply} {own}'s king is in the square of the pawn and catches it")
        }
        Fact::Ending(EndingFact::Wins { moves: 0, .. }) => {
            format!("{reply} takes the {}", taken(root, claim))
        }
        Fact::Ending(EndingFact::Wins { square, .. }) => {
            let what = place.piece_on(*square).unwrap_or(Piece::Pawn);
            format!("{own} wins the {} with {line}", man(what))
        }
        Fact::Ending(EndingFact::Promotes) => {
            let kind = answer.first().and_then(|mv| mv.promotion);
            let a = match kind {
                Some(piece) if piece != Piece::Queen => format!("a {}", man(piece)),
                _ => "a queen".to_owned(),
            };
            format!("{own} makes {a} with {reply}")
        }
        Fact::Ending(EndingFact::HoldsCorner { corner }) => match has_bishop(&place) {
            true => format!(
                "the bishop does not guard {corner}, and {own}'s king holds that corner with \
                 {reply}"
            ),
            false => format!("{own}'s king holds the corner in front of the pawn with {reply}"),
        },
        Fact::Ending(EndingFact::Blocks { .. }) => {
            format!("{own}'s king gets in front of the pawn with {reply}")
        }
        Fact::Ending(EndingFact::FiftyMoves) => {
            "fifty moves without a capture or pawn move are over before the win".to_owned()
        }
        Fact::Drawn {
            how: Rule::Stalemate,
        } => match (claim.path.len(), claim.line.is_empty()) {
            (1, _) => "it is stalemate".to_owned(),
            (_, true) => format!("{reply} is stalemate"),
            (_, false) => format!("after {line} it is stalemate"),
        },
        Fact::Drawn {
            how: Rule::DeadPosition,
        } => "nobody can give mate any more".to_owned(),
        Fact::Drawn { how } => format!("the game is drawn by {how}"),
        Fact::Queens { .. } => format!("{own}'s pawn goes through with {line}"),
        Fact::Checkmate => format!("{reply} is mate"),
        _ => format!("the answer is {reply}"),
    }
}

/// Whether the words of a refutation end with the answer alone, so that more can be said of it.
pub(crate) fn ends_with_answer(claim: &Claim) -> bool {
    let is_of_answer = claim.path.len() == 2 && claim.line.is_empty();
    is_of_answer
        && !matches!(
            claim.fact,
            Fact::Ending(EndingFact::FiftyMoves | EndingFact::Wins { .. }) | Fact::Checkmate
        )
}

/// What would be if it were the other's turn.
fn turned(own: &str, other: &str, otherwise: Outcome) -> String {
    match otherwise {
        Outcome::Loss => format!("With {own} to move {other} would win."),
        _ => format!("With {own} to move it would be a draw."),
    }
}

/// The position before the last move of the path, and that move.
fn before_last<'a>(root: &Position, claim: &'a Claim) -> (Position, &'a [Move]) {
    let at = claim.path.len().saturating_sub(1);
    (position_after(root, &claim.path[..at]), &claim.path[at..])
}

/// The line of a claim with the move before it.
pub(super) fn with_last(root: &Position, claim: &Claim) -> String {
    let (before, last) = before_last(root, claim);
    let whole: Vec<Move> = last.iter().chain(&claim.line).copied().collect();
    numbered(&before, &whole)
}

/// The man that the last move of the path took.
fn taken(root: &Position, claim: &Claim) -> &'static str {
    let (before, last) = before_last(root, claim);
    let piece = last.first().and_then(|mv| before.captured(*mv));
    man(piece.unwrap_or(Piece::Pawn))
}

fn has_bishop(place: &Position) -> bool {
    !place.pieces(Piece::Bishop).is_empty()
}

fn opposition(place: &Position) -> &'static str {
    let [white, black] = bstar_board::Color::ALL.map(|color| place.king(color));
    let is_diagonal = white.file() != black.file() && white.rank() != black.rank();
    let files = (white.file() as i32 - black.file() as i32).abs();
    let ranks = (white.rank() as i32 - black.rank() as i32).abs();
    match (is_diagonal, files.max(ranks)) {
        (true, _) => "diagonal opposition",
        (false, 2) => "opposition",
        (false, _) => "distant opposition",
    }
}
