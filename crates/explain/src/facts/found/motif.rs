//! What a move does on the board.

use bstar_board::{BitBoard, Color, File, Move, Piece, Position, Rank, Square, attacks};

use super::node_path::NodePath;
use crate::facts::claims::{Claim, Fact};
use bstar_concepts::ground::exchange::{MIN_GAIN_CENTIPAWNS, best_capture, gain, loses_on, value};

impl NodePath<'_> {
    /// Everything the last move does that has a name.
    pub fn motifs(self) -> Vec<Claim> {
        let Some((before, last)) = self.last() else {
            return Vec::new();
        };
        let after = self.position();
        let made = MoveMade {
            side: before.side_to_move(),
            before,
            last,
            after,
        };
        made.facts()
            .into_iter()
            .map(|fact| self.claim(made.side, fact))
            .collect()
    }
}

/// A move that was made, with the positions before and after it.
struct MoveMade {
    side: Color,
    before: Position,
    last: Move,
    after: Position,
}

impl MoveMade {
    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        if self.after.checkers().len() >= 2 {
            facts.push(Fact::DoubleCheck);
        }
        if self.before.is_castling(self.last) {
            facts.push(Fact::Castles);
            return facts;
        }
        facts.extend(self.discoveries());
        if self.is_safe(self.last.to) {
            facts.extend(self.fork());
            facts.extend(self.skewers());
        }
        facts.extend(self.pinned_guards());
        facts.extend(self.pins());
        facts.extend(self.trapped());
        facts.extend(self.develops());
        facts
    }

    fn theirs(&self) -> BitBoard {
        self.after.side(!self.side)
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        self.after.piece_on(square)
    }

    /// Whether every capture of this man loses something.
    fn is_safe(&self, square: Square) -> bool {
        let mut is_safe = true;
        let all = self.theirs();
        if self.after.side_to_move() == !self.side {
            self.after.for_each_move(all, square.bitboard(), |_, mv| {
                is_safe &= gain(&self.after, mv) < 0
            });
        }
        is_safe
    }

    /// Whether a piece is worth more than its attacker, or unguarded once the men in `gone` have
    /// left.
    fn is_prey(&self, target: Square, hunter: Piece, gone: BitBoard) -> bool {
        let Some(man) = self.piece(target) else {
            return false;
        };
        let occupied = self.after.occupied() & !gone;
        let guards = self.after.attackers(target, occupied) & self.theirs() & !gone;
        match man {
            Piece::Pawn => false,
            Piece::King => true,
            _ => value(man) >= value(hunter) + MIN_GAIN_CENTIPAWNS || guards.is_empty(),
        }
    }

    fn fork(&self) -> Option<Fact> {
        let by = self.last.to;
        let man = self.piece(by)?;
        let reach = attacks::of(man, self.side, by, self.after.occupied());
        let targets: Vec<Square> = (reach & self.theirs())
            .into_iter()
            .filter(|target| self.is_prey(*target, man, by.bitboard()))
            .collect();
        (targets.len() >= 2).then_some(Fact::Fork { by, targets })
    }

    fn skewers(&self) -> Option<Fact> {
        let by = self.last.to;
        let man = self.piece(by).filter(|man| is_slider(*man))?;
        let occupied = self.after.occupied();
        let reach = attacks::of(man, self.side, by, occupied);
        (reach & self.theirs()).into_iter().find_map(|front| {
            let front_man = self.piece(front)?;
            let must_leave =
                front_man == Piece::King || value(front_man) >= value(man) + MIN_GAIN_CENTIPAWNS;
            let through = attacks::of(man, self.side, by, occupied ^ front.bitboard());
            let behind = (through & !reach & self.theirs()).into_iter().next()?;
            let gone = by.bitboard() | front.bitboard();
            let is_prey = self
                .piece(behind)
                .is_some_and(|man| man != Piece::King && value(man) < value(front_man))
                && self.is_prey(behind, man, gone);
            (must_leave && is_prey).then_some(Fact::Skewer { by, front, behind })
        })
    }

    fn pins(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        for by in self.after.side(self.side) {
            for behind in self.theirs() {
                let Some(pinned) = self.pinned(&self.after, by, behind) else {
                    continue;
                };
                let is_new = self.pinned(&self.before, by, behind) != Some(pinned);
                if is_new && self.is_safe(by) {
                    facts.push(Fact::Pin { by, pinned, behind });
                }
            }
        }
        facts
    }

    /// The man between a long-range piece and something more valuable, if it cannot well leave the
    /// line.
    fn pinned(&self, position: &Position, by: Square, behind: Square) -> Option<Square> {
        let is_ours = position.color_on(by) == Some(self.side);
        let pinner = position.piece_on(by).filter(|man| is_slider(*man))?;
        let is_theirs = position.color_on(behind) == Some(!self.side);
        let shielded = position.piece_on(behind)?;
        let between = attacks::between(by, behind) & position.occupied();
        let pinned = between.next_square().filter(|_| between.len() == 1)?;
        let man = position.piece_on(pinned)?;
        let through = attacks::of(
            pinner,
            self.side,
            by,
            position.occupied() ^ pinned.bitboard(),
        );
        let is_pin = is_ours
            && is_theirs
            && position.color_on(pinned) == Some(!self.side)
            && !matches!(man, Piece::Pawn | Piece::King)
            && through.has(behind);
        let takes = attacks::of(man, !self.side, pinned, position.occupied()).has(by);
        let is_bound = shielded == Piece::King
            || (value(shielded) > value(pinner) && value(shielded) > value(man) && !takes);
        (is_pin && is_bound).then_some(pinned)
    }

    /// A man that would take the one that has just moved, if it were not pinned to its king.
    fn pinned_guards(&self) -> Option<Fact> {
        let square = self.last.to;
        let occupied = self.after.occupied();
        let king = self.after.king(!self.side);
        if !(self.after.checkers() & !square.bitboard()).is_empty() {
            return None;
        }
        let guards = self.after.attackers(square, occupied) & self.theirs();
        let pinned_by = |guard: Square| {
            self.after.side(self.side).into_iter().find(|by| {
                let man = self.piece(*by).filter(|man| is_slider(*man));
                let sees_king = man.is_some_and(|man| {
                    attacks::of(man, self.side, *by, occupied ^ guard.bitboard()).has(king)
                });
                sees_king && attacks::between(*by, king) & occupied == guard.bitboard()
            })
        };
        guards
            .into_iter()
            .filter(|guard| *guard != king)
            .find_map(|pinned| {
                let by = pinned_by(pinned)?;
                let mut may_take = false;
                self.after
                    .for_each_move(pinned.bitboard(), square.bitboard(), |_, _| may_take = true);
                (!may_take).then_some(Fact::PinnedGuard { square, pinned, by })
            })
    }

    fn discoveries(&self) -> Vec<Fact> {
        let (from, to) = (self.last.from, self.last.to);
        let (was, is) = (self.before.occupied(), self.after.occupied());
        let mut facts = Vec::new();
        for by in self.after.side(self.side) & self.before.side(self.side) & !to.bitboard() {
            let Some(man) = self.piece(by).filter(|man| is_slider(*man)) else {
                continue;
            };
            let reach = attacks::of(man, self.side, by, is);
            let blocked = attacks::of(man, self.side, by, was);
            for target in reach & self.theirs() & !blocked {
                let way = attacks::between(by, target);
                let is_opened = way & was == from.bitboard() && (way & is).is_empty();
                if is_opened && self.is_prey(target, man, by.bitboard()) {
                    facts.push(Fact::Discovery { by, target });
                }
            }
        }
        facts
    }

    fn trapped(&self) -> Option<Fact> {
        let passed = self.after.pass().ok()?;
        let pieces =
            self.theirs() & !self.after.pieces(Piece::Pawn) & !self.after.pieces(Piece::King);
        let is_lost = |square: &Square| {
            let lost =
                best_capture(&passed, *square).is_some_and(|(gain, _)| gain >= MIN_GAIN_CENTIPAWNS);
            let mut escapes = false;
            self.after
                .for_each_move(square.bitboard(), BitBoard::FULL, |_, mv| {
                    let takes = self.after.captured(mv).map_or(0, value);
                    escapes |= loses_on(&self.after.after(mv), mv.to) - takes < MIN_GAIN_CENTIPAWNS;
                });
            lost && !escapes
        };
        let was_lost = |square: &Square| {
            // A man that hung before is not trapped by this move.
            best_capture(&self.before, *square).is_some_and(|(gain, _)| gain >= MIN_GAIN_CENTIPAWNS)
        };
        pieces
            .into_iter()
            .filter(|square| is_lost(square) && !was_lost(square))
            .max_by_key(|square| self.piece(*square).map_or(0, value))
            .map(|square| Fact::Trapped { square })
    }

    fn develops(&self) -> Option<Fact> {
        let piece = self.before.piece_on(self.last.from)?;
        let home = Rank::First.relative_to(self.side);
        let is_home = match piece {
            Piece::Knight => [File::B, File::G],
            Piece::Bishop => [File::C, File::F],
            _ => return None,
        }
        .contains(&self.last.from.file());
        (is_home && self.last.from.rank() == home && self.last.to.rank() != home)
            .then_some(Fact::Develops { piece })
    }
}

fn is_slider(piece: Piece) -> bool {
    matches!(piece, Piece::Bishop | Piece::Rook | Piece::Queen)
}
