//! What a line leads to.

use bstar_board::{Color, Game, Move, Outcome, Piece, Position};

use super::Place;
use super::exchange::{has_something_to_win, is_at_rest};
use super::forced::is_forced;
use crate::claims::{Balance, Claim, Fact, Turn};

/// Mates further away are told as the search tells them.
const SHORT_MATE: u32 = 4;
/// Further on a line is a guess.
const FAR: usize = 11;
/// Centipawns that may be lost again without a gain being called given back.
const SLACK: i32 = 50;

impl Place<'_> {
    /// The last move mates.
    pub fn checkmate(self) -> Option<Claim> {
        let position = self.position();
        let is_mate = position.in_check() && !position.has_legal_move();
        is_mate.then(|| self.claim(!position.side_to_move(), Fact::Checkmate))
    }
}

/// What a line is claimed to begin with.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub place: Place<'a>,
    pub turn: Turn,
    pub moves: &'a [Move],
}

impl Line<'_> {
    /// The positions along the line, the first one included, as far as it is legal.
    fn positions(self) -> Vec<Position> {
        let place = self.place.position();
        let start = match self.turn {
            Turn::Moves => place,
            Turn::Passes => match place.pass() {
                Ok(passed) => passed,
                Err(_) => return Vec::new(),
            },
        };
        let mut positions = vec![start];
        for mv in self.moves {
            let now = &positions[positions.len() - 1];
            if !now.is_legal(*mv) {
                break;
            }
            let next = now.after(*mv);
            positions.push(next);
        }
        positions
    }

    fn claim(self, side: Color, length: usize, fact: Fact) -> Claim {
        self.place
            .claim_along(side, self.turn, &self.moves[..length], fact)
    }

    /// The line can be played.
    pub fn goes_on(self, side: Color) -> Option<Claim> {
        let length = self.positions().len().checked_sub(1).filter(|n| *n > 0)?;
        Some(self.claim(side, length, Fact::GoesOn))
    }

    /// The line ends in mate by this side, and the mate is forced.
    pub fn mate(self, side: Color) -> Option<Claim> {
        let positions = self.positions();
        let last = positions.last()?;
        let is_mate = last.in_check() && !last.has_legal_move() && last.side_to_move() != side;
        let length = positions.len() - 1;
        let own = |position: &&Position| position.side_to_move() == side;
        let moves = positions[..length].iter().filter(own).count() as u32;
        let line = &self.moves[..length];
        let is_short = (1..=SHORT_MATE).contains(&moves);
        (is_mate && is_short && is_forced(&positions[0], side, moves, line))
            .then(|| self.claim(side, length, Fact::MateIn { moves }))
    }

    /// Along the line this side gains something, and keeps it to the end.
    pub fn gains(self, side: Color) -> Option<Claim> {
        let positions = self.positions();
        let start = positions.first()?;
        let rests: Vec<(usize, Balance)> = (1..positions.len().min(FAR + 1))
            .filter(|length| is_at_rest(&positions[*length]))
            .map(|length| {
                let balance = Balance::between(start, &positions[length], side);
                (length, balance)
            })
            .collect();
        let is_kept = |worth: i32, later: &[(usize, Balance)]| {
            later
                .iter()
                .all(|(_, balance)| balance.worth() + SLACK >= worth)
        };
        let kept: Vec<(usize, Balance)> = rests
            .iter()
            .enumerate()
            .filter(|(i, (_, balance))| {
                balance.is_gain() && is_kept(balance.worth(), &rests[i + 1..])
            })
            .map(|(_, rest)| *rest)
            .collect();
        let most = kept.iter().map(|(_, balance)| balance.worth()).max()?;
        // The earlier, the surer: only for twice as much a line is told further on.
        let first = kept
            .iter()
            .position(|(_, balance)| 2 * balance.worth() >= most)?;
        let (length, balance) = self.played_out(&positions, &kept[first..])?;
        Some(self.claim(side, length, Fact::Gains { balance }))
    }

    /// The first of some places at rest, or a later one if the line goes on there by capturing.
    fn played_out(
        self,
        positions: &[Position],
        rests: &[(usize, Balance)],
    ) -> Option<(usize, Balance)> {
        let (mut chosen, rest) = rests.split_first()?;
        for next in rest {
            let is_exchange =
                (chosen.0..next.0).all(|at| positions[at].captured(self.moves[at]).is_some());
            if !is_exchange {
                break;
            }
            chosen = next;
        }
        Some(*chosen)
    }

    /// Along the line this side makes a queen.
    pub fn queens(self, side: Color) -> Option<Claim> {
        let positions = self.positions();
        let start = positions.first()?;
        let played = &self.moves[..positions.len() - 1];
        let mut promotions = played
            .iter()
            .enumerate()
            .filter(|(_, mv)| mv.promotion.is_some());
        let (at, mv) = promotions.next()?;
        let next = promotions.next().map_or(played.len(), |(at, _)| at);
        let is_own_queen =
            positions[at].side_to_move() == side && mv.promotion == Some(Piece::Queen);
        let rest = (at + 1..=next).find(|length| !has_something_to_win(&positions[*length]))?;
        let balance = Balance::between(start, &positions[rest], side);
        (is_own_queen && balance.of(Piece::Queen) >= 1).then(|| {
            let besides = balance.without_promotion();
            self.claim(side, rest, Fact::Queens { besides })
        })
    }

    /// Within a few moves men of one kind are traded, and nothing else happens.
    pub fn trades(self, side: Color, piece: Piece) -> Option<Claim> {
        const SOON: usize = 5;
        let positions = self.positions();
        let start = positions.first()?;
        let lost = |now: &Position, color: Color, kind: Piece| {
            start.men(color, kind).len() as i32 - now.men(color, kind).len() as i32
        };
        let is_trade = |now: &Position| {
            let is_even = |kind: &Piece| lost(now, side, *kind) == lost(now, !side, *kind);
            Piece::ALL.iter().all(is_even) && lost(now, side, piece) >= 1 && is_at_rest(now)
        };
        let length = (1..positions.len().min(SOON + 1)).find(|at| is_trade(&positions[*at]))?;
        Some(self.claim(side, length, Fact::Trades { piece }))
    }

    /// The line ends in a draw by the rules, or where it came from.
    pub fn drawn(self, game: &Game) -> Option<Claim> {
        let mut replay = game.clone();
        for mv in self.place.path.iter().chain(self.moves) {
            replay.play(*mv).ok()?;
        }
        let how = match replay.outcome() {
            Some(Outcome::Checkmate { .. }) => return None,
            Some(how) => how,
            None if replay.occurrences() >= 2 => Outcome::Threefold,
            None => return None,
        };
        let side = game.position().side_to_move();
        Some(self.claim(side, self.moves.len(), Fact::Drawn { how }))
    }
}
