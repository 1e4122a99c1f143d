//! Checks what is said of endings: by tables, and by trying every move.

use std::collections::HashMap;

use bstar_board::{Color, File, Move, Piece, Position, Rank, Square};
use bstar_tables::{Outcome, TableRules, Tables};

use super::{Checked, Flaw, Scene, require};
use crate::facts::claims::ending::EndingFact;
use crate::facts::outcome_for;

/// The most positions that are tried for one claim.
const MAX_POSITIONS: usize = 100_000;

impl Scene<'_> {
    pub(super) fn ending(&self, tables: &Tables, fact: EndingFact) -> Checked {
        let result = self.result(tables, &self.place)?;
        if fact != EndingFact::OnlyKeeps
            && !matches!(fact, EndingFact::Comes { .. } | EndingFact::FiftyMoves)
        {
            self.is_turn_of(&self.place, !self.side)?;
        }
        match fact {
            EndingFact::Comes { to } => require(result == to, Flaw::NotSo("the result is another")),
            EndingFact::OnlyKeeps => self.only_keeps(tables),
            EndingFact::Opposition { otherwise } => {
                self.kings_face()?;
                self.turn_matters(tables, result, otherwise)
            }
            EndingFact::Zugzwang { otherwise } => self.turn_matters(tables, result, otherwise),
            EndingFact::KeySquare { pawn } => self.key_square(tables, result, pawn),
            EndingFact::Runs { pawn } => self.runs(pawn),
            EndingFact::Catches { pawn } => {
                self.is_man(pawn, !self.side, Piece::Pawn)?;
                let is_caught = is_caught(&self.place, pawn, self.side);
                require(is_caught, Flaw::NotSo("the pawn is not caught"))
            }
            EndingFact::Wins { square, moves: 0 } => self.has_taken(square),
            EndingFact::Wins { square, moves } => self.wins(square, moves),
            EndingFact::Promotes => self.promotes(),
            EndingFact::HoldsCorner { corner } => self.holds_corner(result, corner),
            EndingFact::Blocks { pawn } => {
                self.is_man(pawn, !self.side, Piece::Pawn)?;
                let ahead = ahead(pawn, !self.side);
                let is_before = ahead == Some(self.place.king(self.side));
                require(is_before, Flaw::NotSo("the king is not before the pawn"))?;
                require(result == Outcome::Draw, Flaw::NotSo("it is no draw"))
            }
            EndingFact::FiftyMoves => {
                let rules = TableRules {
                    fifty_moves: false,
                    ..tables.rules()
                };
                let without = tables.clone().with_rules(rules);
                let better = self.result(&without, &self.place)? > result;
                require(better, Flaw::NotSo("the rule makes no difference"))
            }
        }
    }

    fn result(&self, tables: &Tables, position: &Position) -> Result<Outcome, Flaw> {
        outcome_for(tables, position, self.side).ok_or(Flaw::NotSo("no table knows the position"))
    }

    fn is_man(&self, square: Square, color: Color, piece: Piece) -> Checked {
        let is_man = self.place.piece_on(square) == Some(piece)
            && self.place.color_on(square) == Some(color);
        require(is_man, Flaw::WrongMan(square))
    }

    fn only_keeps(&self, tables: &Tables) -> Checked {
        self.is_turn_of(&self.place, self.side)?;
        let result = self.result(tables, &self.place)?;
        let mut keeping = Vec::new();
        for mv in self.place.legal_moves() {
            if self.result(tables, &self.place.after(mv))? == result {
                keeping.push(mv);
            }
        }
        let is_it = keeping.len() == 1 && self.claim.line.first() == keeping.first();
        require(is_it, Flaw::OtherMoves(keeping.len()))
    }

    /// With side to move instead, side would get less.
    fn turn_matters(&self, tables: &Tables, result: Outcome, otherwise: Outcome) -> Checked {
        let turned = self.place.pass().map_err(|_| Flaw::CannotPass)?;
        let is_so = otherwise < result && self.result(tables, &turned)? == otherwise;
        require(is_so, Flaw::NotSo("the turn makes no such difference"))
    }

    fn kings_face(&self) -> Checked {
        let place = &self.place;
        let men = place.pieces(Piece::King).len() + place.pieces(Piece::Pawn).len();
        require(
            men == place.occupied().len(),
            Flaw::NotSo("it is no pawn ending"),
        )?;
        let [one, other] = [Color::White, Color::Black].map(|color| place.king(color));
        let files = other.file() as i32 - one.file() as i32;
        let ranks = other.rank() as i32 - one.rank() as i32;
        let steps = files.abs().max(ranks.abs());
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let is_odd = matches!(steps, 2 | 4 | 6);
        let flaw = Flaw::NotSo("the kings do not face each other");
        require(is_line && is_odd, flaw.clone())?;
        for step in 1..steps {
            let at = |from: i32, way: i32| (from + step * way.signum()) as usize;
            let file = File::index(at(one.file() as i32, files));
            let rank = Rank::index(at(one.rank() as i32, ranks));
            let is_empty = place.piece_on(Square::new(file, rank)).is_none();
            require(is_empty, flaw.clone())?;
        }
        Ok(())
    }

    fn key_square(&self, tables: &Tables, result: Outcome, pawn: Square) -> Checked {
        self.is_man(pawn, self.side, Piece::Pawn)?;
        require(
            self.place.occupied().len() == 3,
            Flaw::NotSo("there are other men"),
        )?;
        let king = self.place.king(self.side);
        let up = |square: Square| 1 + square.rank().relative_to(self.side) as i32;
        let beside = (king.file() as i32 - pawn.file() as i32).abs();
        let (height, ahead) = (up(pawn), up(king) - up(pawn));
        let is_key = beside <= 1
            && (1..=6).contains(&(pawn.file() as i32))
            && (ahead == 2 && height <= 6 || ahead == 1 && (5..=6).contains(&height));
        require(is_key, Flaw::NotSo("the king is on no key square"))?;
        let turned = self.place.pass().map_err(|_| Flaw::CannotPass)?;
        let is_won = result == Outcome::Win && self.result(tables, &turned)? == Outcome::Win;
        require(is_won, Flaw::NotSo("it is not won whoever is to move"))
    }

    /// Step by step: all positions that the opponent can reach while the pawn runs.
    fn runs(&self, pawn: Square) -> Checked {
        self.is_man(pawn, self.side, Piece::Pawn)?;
        let pieces =
            self.place.side(!self.side).len() - self.place.men(!self.side, Piece::Pawn).len();
        require(pieces == 1, Flaw::NotSo("the opponent has a piece"))?;
        let stopped = Flaw::NotSo("the pawn is stopped");
        let (mut at, mut positions) = (pawn, vec![self.place.clone()]);
        loop {
            let mut next = HashMap::new();
            let mut to = None;
            for position in &positions {
                require(position.has_legal_move(), stopped.clone())?;
                for mv in position.legal_moves() {
                    require(mv.to != at, stopped.clone())?;
                    let after = position.after(mv);
                    let step = step(&after, at).ok_or(stopped.clone())?;
                    require(*to.get_or_insert(step.to) == step.to, stopped.clone())?;
                    let after = after.after(step);
                    next.insert(after.key(), after);
                }
            }
            at = to.ok_or(stopped.clone())?;
            require(next.len() <= MAX_POSITIONS, stopped.clone())?;
            positions = next.into_values().collect();
            if at.rank() == Rank::Eighth.relative_to(self.side) {
                let is_taken = |position: &Position| {
                    let moves = position.legal_moves();
                    moves.iter().any(|mv| mv.to == at)
                };
                return require(!positions.iter().any(is_taken), stopped);
            }
        }
    }

    fn has_taken(&self, square: Square) -> Checked {
        let Some((before, mv)) = &self.last else {
            return Err(Flaw::Shape("the last move"));
        };
        let is_there = mv.to == square && before.captured(*mv).is_some();
        require(is_there, Flaw::WrongMan(square))
    }

    fn promotes(&self) -> Checked {
        let Some((before, mv)) = &self.last else {
            return Err(Flaw::Shape("the last move"));
        };
        let is_pawn = before.piece_on(mv.from) == Some(Piece::Pawn);
        let is_last = mv.to.rank() == Rank::Eighth.relative_to(self.side);
        require(is_pawn && is_last, Flaw::NotSo("no pawn promotes"))?;
        let answers = self.place.legal_moves();
        let is_taken = answers.iter().any(|answer| answer.to == mv.to);
        require(!is_taken, Flaw::CanBeTaken(mv.to))
    }

    fn wins(&self, square: Square, moves: u32) -> Checked {
        let is_man = self.place.color_on(square) == Some(!self.side)
            && self.place.piece_on(square) != Some(Piece::King);
        require(is_man, Flaw::WrongMan(square))?;
        let mut left = MAX_POSITIONS;
        match is_lost(&self.place, square, moves, &mut left) {
            Some(true) => Ok(()),
            Some(false) => Err(Flaw::NotSo("the man can be saved")),
            None => Err(Flaw::Undecided { moves }),
        }
    }

    fn holds_corner(&self, result: Outcome, corner: Square) -> Checked {
        let place = &self.place;
        let count = |color, piece| place.men(color, piece).len();
        let all = place.side(!self.side).len();
        let bishops = place.men(!self.side, Piece::Bishop);
        let is_ending = place.side(self.side).len() == 1
            && count(!self.side, Piece::Pawn) == 1
            && (all == 2 || all == 3 && bishops.len() == 1);
        require(is_ending, Flaw::NotSo("it is another ending"))?;
        let pawn = place.men(!self.side, Piece::Pawn).into_iter().next();
        let is_goal = pawn.is_some_and(|pawn| {
            pawn.file() == corner.file() && corner.rank() == Rank::Eighth.relative_to(!self.side)
        });
        let is_corner = is_goal && matches!(corner.file(), File::A | File::H);
        require(is_corner, Flaw::NotSo("the pawn promotes elsewhere"))?;
        let color = |square: Square| (square.file() as i32 + square.rank() as i32) % 2;
        let guards = bishops.into_iter().any(|one| color(one) == color(corner));
        require(!guards, Flaw::NotSo("the bishop guards the corner"))?;
        let king = place.king(self.side);
        let files = (king.file() as i32 - corner.file() as i32).abs();
        let ranks = (king.rank() as i32 - corner.rank() as i32).abs();
        require(files.max(ranks) <= 1, Flaw::NotSo("the king is elsewhere"))?;
        require(result == Outcome::Draw, Flaw::NotSo("it is no draw"))
    }
}

fn ahead(square: Square, side: Color) -> Option<Square> {
    let up = if side == Color::White { 1 } else { -1 };
    square.try_offset(0, up)
}

/// The longest step of a pawn straight ahead, to a queen on the last rank.
fn step(position: &Position, pawn: Square) -> Option<Move> {
    let moves = position.legal_moves();
    let steps = moves.iter().copied().filter(|mv| {
        mv.from == pawn
            && mv.to.file() == pawn.file()
            && matches!(mv.promotion, None | Some(Piece::Queen))
    });
    steps.max_by_key(|mv| (mv.to.rank() as i32 - pawn.rank() as i32).abs())
}

/// Whether a pawn whose turn it is, and that runs, is caught by the king of a side.
fn is_caught(position: &Position, pawn: Square, side: Color) -> bool {
    let Some(step) = step(position, pawn) else {
        return true;
    };
    let after = position.after(step);
    let king = after.king(side);
    let own = after.legal_moves();
    let mut moves = own.iter().filter(|mv| mv.from == king);
    if moves.clone().any(|mv| mv.to == step.to) {
        return true;
    }
    step.promotion.is_none() && moves.any(|mv| is_caught(&after.after(*mv), step.to, side))
}

/// Whether the other side can force the capture of the piece on the square within `moves` moves of
/// its own. The piece's side is to move. `None` if the check takes too long.
fn is_lost(position: &Position, man: Square, moves: u32, left: &mut usize) -> Option<bool> {
    if moves == 0 || !position.has_legal_move() {
        return Some(false);
    }
    for mv in position.legal_moves() {
        *left = left.checked_sub(1)?;
        let now = if mv.from == man { mv.to } else { man };
        if mv.from == man && mv.promotion.is_some() {
            return Some(false);
        }
        let after = position.after(mv);
        let answers = after.legal_moves();
        let mut is_taken = answers.iter().any(|answer| answer.to == now);
        for answer in answers.iter() {
            if is_taken {
                break;
            }
            is_taken = is_lost(&after.after(*answer), now, moves - 1, left)?;
        }
        if !is_taken {
            return Some(false);
        }
    }
    Some(true)
}
