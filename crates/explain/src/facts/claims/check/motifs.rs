//! Facts that the board shows without a line: forks, pins, skewers, and what the last move did.

use bstar_board::{Color, Piece, Position, Rank, Square};

use super::{Checked, Flaw, Scene, require};
use bstar_concepts::ground::plain::exchange::{MIN_GAIN_CENTIPAWNS, best_capture, gain, worth};
use bstar_concepts::ground::plain::geometry::{attacks, is_guarded, men_between};

impl Scene<'_> {
    pub(super) fn fork(&self, by: Square, targets: &[Square]) -> Checked {
        let (_, last) = self.last()?;
        require(last.to == by, Flaw::OtherMove)?;
        require(targets.len() >= 2, Flaw::Shape("the second target"))?;
        for target in targets {
            self.is_hit(by, *target, &[by])?;
        }
        self.is_safe(by)
    }

    pub(super) fn pin(&self, by: Square, pinned: Square, behind: Square) -> Checked {
        let (before, _) = self.last()?;
        self.is_pin(&self.place, by, pinned, behind)?;
        let was_so = self.is_pin(before, by, pinned, behind).is_ok();
        require(!was_so, Flaw::NotNew)?;
        self.is_safe(by)
    }

    fn is_pin(&self, position: &Position, by: Square, pinned: Square, behind: Square) -> Checked {
        let man = |square| self.other_man(position, square);
        let (pinned_man, man_behind) = (man(pinned)?, man(behind)?);
        let is_piece = !matches!(pinned_man, Piece::Pawn | Piece::King);
        require(is_piece, Flaw::WrongMan(pinned))?;
        let pinner = own_man(position, self.side, by)?;
        let men = men_between(position, by, behind);
        let is_line = men.is_some_and(|men| men == [pinned]);
        let flaw = Flaw::NoLine {
            by,
            middle: pinned,
            end: behind,
        };
        require(is_line, flaw)?;
        if man_behind == Piece::King {
            return Ok(());
        }
        let is_worth_it =
            worth(man_behind) > worth(pinner) && worth(man_behind) > worth(pinned_man);
        require(is_worth_it, Flaw::WrongMan(behind))?;
        require(!attacks(position, pinned, by), Flaw::Free(pinned))
    }

    pub(super) fn pinned_guard(&self, square: Square, pinned: Square, by: Square) -> Checked {
        let (_, last) = self.last()?;
        require(last.to == square, Flaw::OtherMove)?;
        own_man(&self.place, self.side, square)?;
        own_man(&self.place, self.side, by)?;
        self.other_man(&self.place, pinned)?;
        let king = self.place.king(!self.side);
        let men = men_between(&self.place, by, king);
        let is_line = men.is_some_and(|men| men == [pinned]);
        let flaw = Flaw::NoLine {
            by,
            middle: pinned,
            end: king,
        };
        require(is_line, flaw)?;
        let attacks = attacks(&self.place, pinned, square);
        let flaw = Flaw::NoAttack {
            by: pinned,
            target: square,
        };
        require(attacks, flaw)?;
        // With another check there would be another reason why it cannot take.
        let others = self.place.checkers().into_iter().any(|man| man != square);
        let may_take = self
            .place
            .legal_moves()
            .iter()
            .any(|mv| mv.from == pinned && mv.to == square);
        require(!others && !may_take, Flaw::Free(pinned))
    }

    pub(super) fn skewer(&self, by: Square, front: Square, behind: Square) -> Checked {
        let (_, last) = self.last()?;
        require(last.to == by, Flaw::OtherMove)?;
        let attacker = own_man(&self.place, self.side, by)?;
        let man = |square| self.other_man(&self.place, square);
        let (front_man, man_behind) = (man(front)?, man(behind)?);
        let men = men_between(&self.place, by, behind);
        let is_line = men.is_some_and(|men| men == [front]);
        let flaw = Flaw::NoLine {
            by,
            middle: front,
            end: behind,
        };
        require(is_line, flaw)?;
        let must_leave =
            front_man == Piece::King || worth(front_man) >= worth(attacker) + MIN_GAIN_CENTIPAWNS;
        require(
            must_leave && worth(front_man) > worth(man_behind),
            Flaw::WrongMan(front),
        )?;
        self.is_worth_hitting(attacker, behind, &[by, front])?;
        self.is_safe(by)
    }

    pub(super) fn discovery(&self, by: Square, target: Square) -> Checked {
        let (before, last) = self.last()?;
        let men = men_between(before, by, target);
        let was_closed = men.is_some_and(|men| men == [last.from]);
        require(was_closed && last.to != by, Flaw::OtherMove)?;
        self.is_hit(by, target, &[by])
    }

    pub(super) fn double_check(&self) -> Checked {
        let count = self.place.checkers().into_iter().count();
        let is_theirs = self.place.side_to_move() != self.side;
        require(is_theirs && count == 2, Flaw::OtherMove)
    }

    pub(super) fn trapped(&self, square: Square) -> Checked {
        let man = self.other_man(&self.place, square)?;
        let is_piece = !matches!(man, Piece::Pawn | Piece::King);
        require(is_piece, Flaw::WrongMan(square))?;
        require(
            self.place.side_to_move() != self.side,
            Flaw::WrongTurn(!self.side),
        )?;
        let passed = self.place.pass().map_err(|_| Flaw::CannotPass)?;
        let loss = best_capture(&passed, square).unwrap_or(0);
        require(loss >= MIN_GAIN_CENTIPAWNS, Flaw::NoGain(loss))?;
        let moves = self.place.legal_moves();
        let is_lost_everywhere = moves.iter().filter(|mv| mv.from == square).all(|mv| {
            let takes = self.place.captured(*mv).map_or(0, worth);
            let loss = best_capture(&self.place.after(*mv), mv.to).unwrap_or(0);
            loss - takes >= MIN_GAIN_CENTIPAWNS
        });
        require(is_lost_everywhere, Flaw::Free(square))
    }

    pub(super) fn castles(&self) -> Checked {
        let (before, last) = self.last()?;
        require(before.is_castling(last), Flaw::OtherMove)
    }

    pub(super) fn develops(&self, piece: Piece) -> Checked {
        let (before, last) = self.last()?;
        let home = match self.side {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        };
        let files: &[usize] = match piece {
            Piece::Knight => &[1, 6],
            Piece::Bishop => &[2, 5],
            _ => &[],
        };
        let leaves_home = before.piece_on(last.from) == Some(piece)
            && last.from.rank() == home
            && last.to.rank() != home
            && files.contains(&(last.from.file() as usize));
        require(leaves_home, Flaw::OtherMove)
    }

    /// A man worth hitting is attacked.
    fn is_hit(&self, by: Square, target: Square, gone: &[Square]) -> Checked {
        let man = own_man(&self.place, self.side, by)?;
        let flaw = Flaw::NoAttack { by, target };
        require(attacks(&self.place, by, target), flaw)?;
        if self.other_man(&self.place, target)? == Piece::King {
            return Ok(());
        }
        self.is_worth_hitting(man, target, gone)
    }

    /// A piece worth more than its attacker, or without a guard once some men are gone.
    fn is_worth_hitting(&self, attacker: Piece, target: Square, gone: &[Square]) -> Checked {
        let man = self.other_man(&self.place, target)?;
        require(man != Piece::Pawn, Flaw::WrongMan(target))?;
        let is_good = worth(man) >= worth(attacker) + MIN_GAIN_CENTIPAWNS
            || !is_guarded(&self.place, !self.side, target, gone);
        require(is_good, Flaw::Guarded(target))
    }

    /// Every capture of this man loses something.
    fn is_safe(&self, square: Square) -> Checked {
        let moves = self.place.legal_moves();
        let is_taken = moves.iter().any(|mv| {
            mv.to == square && self.place.captured(*mv).is_some() && gain(&self.place, *mv) >= 0
        });
        require(!is_taken, Flaw::CanBeTaken(square))
    }

    fn other_man(&self, position: &Position, square: Square) -> Result<Piece, Flaw> {
        own_man(position, !self.side, square)
    }
}

fn own_man(position: &Position, side: Color, square: Square) -> Result<Piece, Flaw> {
    position
        .piece_on(square)
        .filter(|_| position.color_on(square) == Some(side))
        .ok_or(Flaw::WrongMan(square))
}
