//! Why a side gets what it gets, in an ending that tables know.

use bstar_board::{Color, File, Move, Outcome as Rule, Piece, Position, Rank, Square, attacks};
use bstar_tables::{Outcome, Tables};

use super::node_path::NodePath;
use crate::facts::claims::{Claim, EndingFact, Fact, LineStart};
use crate::facts::outcome_for;

/// The finder looks for a piece that the other side can win within this number of its moves.
const MAX_WINNING_MOVES: u32 = 3;
/// The limit of positions for the search for a lost piece.
const MAX_POSITIONS: usize = 1_000;
/// The longest line to a queen that is reported, in plies.
const MAX_QUEENING_PLIES: usize = 18;

/// A place in an ending: side has just moved there.
#[derive(Clone, Copy)]
pub(crate) struct Ending<'a> {
    pub tables: &'a Tables,
    pub at: NodePath<'a>,
}

impl Ending<'_> {
    /// What may explain the result of the side that made the last move, the most telling first.
    pub fn merits(self) -> Vec<Claim> {
        let now = self.at.position();
        let side = !now.side_to_move();
        let Some(result) = outcome_for(self.tables, &now, side) else {
            return Vec::new();
        };
        let is_win = result == Outcome::Win;
        let mut found = Vec::new();
        found.extend(self.at.checkmate());
        if !found.is_empty() {
            return found;
        }
        found.extend(self.over(&now, side).filter(|_| !now.is_dead()));
        found.extend(self.has_taken(side));
        found.extend(self.promotes(&now, side));
        if is_win {
            found.extend(self.runs(&now, side));
        }
        let otherwise = self.turned(&now, side).filter(|other| *other < result);
        if let Some(otherwise) = otherwise.filter(|_| is_facing(&now)) {
            found.push(self.claim(side, &[], EndingFact::Opposition { otherwise }));
        }
        if is_win {
            found.extend(self.key_square(&now, side));
        } else {
            found.extend(self.stalemate_trap(&now, side));
            found.extend(self.catches(&now, side));
            found.extend(self.holds_corner(&now, side));
        }
        found.extend(self.wins(&now, side));
        if is_win {
            found.extend(self.queens(&now, side));
        }
        if let Some(otherwise) = otherwise {
            found.push(self.claim(side, &[], EndingFact::Zugzwang { otherwise }));
        }
        found.extend(self.blocks(&now, side, result));
        found
    }

    /// What holds for a side whatever its next move is.
    pub fn standing(self, side: Color) -> Vec<Claim> {
        let now = self.at.position();
        let mut found: Vec<Claim> = self.over(&now, side).into_iter().collect();
        if outcome_for(self.tables, &now, side) == Some(Outcome::Draw) {
            let mut rules = self.tables.rules();
            rules.fifty_moves = false;
            let without = self.tables.clone().with_rules(rules);
            let other = outcome_for(&without, &now, !side);
            if found.is_empty() && other == Some(Outcome::Win) {
                found.push(self.claim(!side, &[], EndingFact::FiftyMoves));
            }
        }
        found
    }

    fn claim(self, side: Color, line: &[Move], fact: EndingFact) -> Claim {
        self.at
            .claim_along(side, LineStart::Move, line, Fact::Ending(fact))
    }

    /// The game is over, and drawn.
    fn over(self, now: &Position, side: Color) -> Option<Claim> {
        let how = if !now.has_legal_move() && !now.in_check() {
            Rule::Stalemate
        } else if now.is_dead() {
            Rule::DeadPosition
        } else if now.has_legal_move() && now.halfmove_clock() >= 100 {
            Rule::FiftyMoves
        } else {
            return None;
        };
        Some(self.at.claim(side, Fact::Drawn { how }))
    }

    fn has_taken(self, side: Color) -> Option<Claim> {
        let (before, mv) = self.at.last()?;
        before.captured(mv)?;
        let (square, moves) = (mv.to, 0);
        Some(self.claim(side, &[], EndingFact::Wins { square, moves }))
    }

    fn promotes(self, now: &Position, side: Color) -> Option<Claim> {
        let (_, mv) = self.at.last()?;
        let answers = now.legal_moves();
        let is_safe = mv.promotion.is_some() && !answers.iter().any(|answer| answer.to == mv.to);
        is_safe.then(|| self.claim(side, &[], EndingFact::Promotes))
    }

    /// What side would get if it were its turn.
    fn turned(self, now: &Position, side: Color) -> Option<Outcome> {
        let turned = now.pass().ok()?;
        outcome_for(self.tables, &turned, side)
    }

    fn runs(self, now: &Position, side: Color) -> Option<Claim> {
        let others = now.side(!side) & !now.men(!side, Piece::Pawn);
        if others.len() != 1 {
            return None;
        }
        let pawns = now.men(side, Piece::Pawn).into_iter();
        pawns.into_iter().find_map(|pawn| {
            let line = running(now, pawn, side)?;
            Some(self.claim(side, &line, EndingFact::Runs { pawn }))
        })
    }

    fn key_square(self, now: &Position, side: Color) -> Option<Claim> {
        let pawn = now.men(side, Piece::Pawn).into_iter().next()?;
        let (_, last) = self.at.last()?;
        let king = now.king(side);
        let is_pair = now.occupied().len() == 3 && last.to == king;
        let keys = |square: Square| key_squares(pawn, side).contains(&square);
        let is_new = is_pair && keys(king) && !keys(last.from);
        let turned = now.pass().ok()?;
        let is_won = outcome_for(self.tables, &turned, side) == Some(Outcome::Win);
        (is_new && is_won).then(|| self.claim(side, &[], EndingFact::KeySquare { pawn }))
    }

    /// The opponent could take something, but that is stalemate.
    fn stalemate_trap(self, now: &Position, side: Color) -> Option<Claim> {
        let is_trap = |mv: &&Move| {
            let after = now.after(**mv);
            now.captured(**mv).is_some() && !after.has_legal_move() && !after.in_check()
        };
        let moves = now.legal_moves();
        let taking = moves.iter().find(is_trap)?;
        let how = Rule::Stalemate;
        let fact = Fact::Drawn { how };
        Some(self.at.claim_along(side, LineStart::Move, &[*taking], fact))
    }

    fn catches(self, now: &Position, side: Color) -> Option<Claim> {
        let (_, last) = self.at.last()?;
        let king = now.king(side);
        let pawns = now.men(!side, Piece::Pawn);
        let is_race = now.side(!side).len() == 2 && pawns.len() == 1 && last.to == king;
        let pawn = pawns.into_iter().next().filter(|_| is_race)?;
        let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(!side));
        let steps =
            distance(pawn, goal) - u32::from(pawn.rank() == Rank::Second.relative_to(!side));
        let is_inside = distance(king, goal) <= steps;
        // Where the other king helps its pawn, more matters than the race.
        let helper = now.king(!side);
        let is_far = distance(helper, goal) > 3 && distance(helper, pawn) > 2;
        let is_open = attacks::between(pawn, goal) & now.occupied();
        (is_inside && is_far && is_open.is_empty())
            .then(|| self.claim(side, &[], EndingFact::Catches { pawn }))
    }

    fn holds_corner(self, now: &Position, side: Color) -> Option<Claim> {
        let pawn = now.men(!side, Piece::Pawn).into_iter().next()?;
        let corner = Square::new(pawn.file(), Rank::Eighth.relative_to(!side));
        let all = now.side(!side).len();
        let bishops = now.men(!side, Piece::Bishop);
        let guards = bishops.into_iter().any(|bishop| {
            let steps = |one: Square| one.file() as usize + one.rank() as usize;
            steps(bishop) % 2 == steps(corner) % 2
        });
        let is_ending = now.side(side).len() == 1
            && now.men(!side, Piece::Pawn).len() == 1
            && (all == 2 || all == 3 && bishops.len() == 1 && !guards);
        let is_edge = matches!(pawn.file(), File::A | File::H);
        let is_there = is_edge && distance(now.king(side), corner) <= 1;
        (is_ending && is_there).then(|| self.claim(side, &[], EndingFact::HoldsCorner { corner }))
    }

    /// A man of the opponent is lost, whatever they do.
    fn wins(self, now: &Position, side: Color) -> Option<Claim> {
        let men = now.side(!side) & !now.pieces(Piece::King);
        let square = men.into_iter().next().filter(|_| men.len() == 1)?;
        let mut left = MAX_POSITIONS;
        (1..=MAX_WINNING_MOVES).find_map(|moves| {
            let line = self.losing(now, square, moves, &mut left)?;
            Some(self.claim(side, &line, EndingFact::Wins { square, moves }))
        })
    }

    /// The longest line in which the other side wins the piece on the square within `moves` of its
    /// own moves; `None` if it cannot. The piece's side is to move. Only moves that keep the result
    /// are tried.
    fn losing(
        self,
        now: &Position,
        man: Square,
        moves: u32,
        left: &mut usize,
    ) -> Option<Vec<Move>> {
        let rest = moves.checked_sub(1)?;
        let side = !now.side_to_move();
        let result = outcome_for(self.tables, now, side)?;
        let mut longest = Vec::new();
        for mv in now.legal_moves() {
            *left = left.checked_sub(1)?;
            if mv.from == man && mv.promotion.is_some() {
                return None;
            }
            let man = if mv.from == man { mv.to } else { man };
            let after = now.after(mv);
            let answers = after.legal_moves();
            let taking = answers.iter().copied().find(|answer| answer.to == man);
            let line = match taking {
                Some(taking) => vec![mv, taking],
                None => answers.iter().find_map(|answer| {
                    *left = left.checked_sub(1)?;
                    let next = after.after(*answer);
                    let is_kept = outcome_for(self.tables, &next, side) == Some(result);
                    let rest = match is_kept && rest > 0 {
                        true => self.losing(&next, man, rest, left)?,
                        false => return None,
                    };
                    Some([vec![mv, *answer], rest].concat())
                })?,
            };
            if line.len() > longest.len() {
                longest = line;
            }
        }
        Some(longest).filter(|line| !line.is_empty())
    }

    /// The tables' line makes a queen that cannot be taken.
    fn queens(self, now: &Position, side: Color) -> Option<Claim> {
        now.men(side, Piece::Pawn).into_iter().next()?;
        let line = self.tables.line(now, MAX_QUEENING_PLIES);
        let at = line.iter().position(|mv| mv.promotion.is_some())?;
        if line[at].promotion != Some(Piece::Queen) {
            return None;
        }
        self.at.along(LineStart::Move, &line[..=at]).queens(side)
    }

    fn blocks(self, now: &Position, side: Color, result: Outcome) -> Option<Claim> {
        let (_, last) = self.at.last()?;
        let (king, back) = (now.king(side), if side == Color::White { 1 } else { -1 });
        let pawn = king.try_offset(0, back)?;
        let is_pawn = now.men(!side, Piece::Pawn).has(pawn);
        let is_new = last.to == king && result == Outcome::Draw;
        (is_pawn && is_new).then(|| self.claim(side, &[], EndingFact::Blocks { pawn }))
    }
}

/// Whether the kings of a pawn ending stand on one line with an odd number of empty squares
/// between.
fn is_facing(now: &Position) -> bool {
    let men = now.pieces(Piece::King) | now.pieces(Piece::Pawn);
    let [one, other] = Color::ALL.map(|color| now.king(color));
    let between = attacks::between(one, other);
    let is_empty = (between & now.occupied()).is_empty();
    men == now.occupied() && is_empty && matches!(between.len(), 1 | 3 | 5)
}

fn key_squares(pawn: Square, side: Color) -> Vec<Square> {
    let steps: &[i8] = match pawn.rank().relative_to(side) {
        Rank::Second | Rank::Third | Rank::Fourth => &[2],
        Rank::Fifth | Rank::Sixth => &[1, 2],
        _ => &[],
    };
    if matches!(pawn.file(), File::A | File::H) {
        return Vec::new();
    }
    let up = if side == Color::White { 1 } else { -1 };
    let ahead = steps
        .iter()
        .flat_map(|step| [-1, 0, 1].map(|beside| pawn.try_offset(beside, step * up)));
    ahead.flatten().collect()
}

fn distance(one: Square, other: Square) -> u32 {
    let files = (one.file() as i32 - other.file() as i32).unsigned_abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).unsigned_abs();
    files.max(ranks)
}

/// How a pawn that waits for the opponent's move gets through by its own moves, whatever they do;
/// `None` if it does not. The opponent's king goes towards it.
fn running(now: &Position, pawn: Square, side: Color) -> Option<Vec<Move>> {
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(side));
    let mut shown: Option<(u32, Vec<Move>)> = None;
    for mv in now.legal_moves() {
        if mv.to == pawn {
            return None;
        }
        let after = now.after(mv);
        let steps = after.legal_moves();
        let is_step = |step: &&Move| {
            step.from == pawn
                && step.to.file() == pawn.file()
                && matches!(step.promotion, None | Some(Piece::Queen))
        };
        let step = steps
            .iter()
            .filter(is_step)
            .max_by_key(|step| distance(step.to, pawn))?;
        let next = after.after(*step);
        let mut line = vec![mv, *step];
        if step.to == goal {
            let replies = next.legal_moves();
            if replies.iter().any(|reply| reply.to == goal) {
                return None;
            }
        } else {
            line.extend(running(&next, step.to, side)?);
        }
        let gap = distance(next.king(!side), goal);
        if shown.as_ref().is_none_or(|(nearest, _)| gap < *nearest) {
            shown = Some((gap, line));
        }
    }
    shown.map(|(_, line)| line)
}
