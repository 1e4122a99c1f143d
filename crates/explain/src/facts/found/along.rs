//! What a line leads to.

use bstar_board::{Color, Game, Move, Outcome, Piece, Position};

use super::forced::is_forced;
use super::node_path::NodePath;
use crate::facts::claims::{Balance, Claim, Fact, LineStart};
use bstar_concepts::ground::exchange::{has_something_to_win, is_at_rest, is_kept};

/// The longest mate that is claimed, in moves of the mating side. Of longer ones only the search's
/// own value is told.
const MAX_MATE_MOVES: u32 = 4;
/// The most half moves of a line that count. Further on a line is a guess.
const MAX_LINE_PLIES: usize = 11;
/// The most that may be lost again, in centipawns, before a gain counts as given back.
const NEGLIGIBLE_LOSS_CENTIPAWNS: i32 = 50;

impl<'a> NodePath<'a> {
    /// A line from this node.
    pub fn along(self, begins: LineStart, moves: &'a [Move]) -> Continuation<'a> {
        Continuation {
            place: self,
            begins,
            moves,
        }
    }

    /// The last move mates.
    pub fn checkmate(self) -> Option<Claim> {
        let position = self.position();
        let is_mate = position.in_check() && !position.has_legal_move();
        is_mate.then(|| self.claim(!position.side_to_move(), Fact::Checkmate))
    }
}

/// A line from a node, about which something is claimed.
#[derive(Clone, Copy)]
pub(crate) struct Continuation<'a> {
    pub place: NodePath<'a>,
    pub begins: LineStart,
    pub moves: &'a [Move],
}

impl Continuation<'_> {
    /// The positions along the line, the first one included, as far as it is legal.
    fn positions(self) -> Vec<Position> {
        let place = self.place.position();
        let start = match self.begins {
            LineStart::Move => place,
            LineStart::Pass => match place.pass() {
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
            .claim_along(side, self.begins, &self.moves[..length], fact)
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
        let is_short = (1..=MAX_MATE_MOVES).contains(&moves);
        (is_mate && is_short && is_forced(&positions[0], side, moves, line))
            .then(|| self.claim(side, length, Fact::MateIn { moves }))
    }

    /// Along the line this side gains something, and keeps it to the end. If something is left to
    /// save there, a move that saves it is added to the line.
    pub fn gains(self, side: Color) -> Option<Claim> {
        let positions = self.positions();
        if positions.len() > 1 && positions.len() <= MAX_LINE_PLIES {
            let last = &positions[positions.len() - 1];
            if let Some(saving) = saving_move(last, side) {
                let mut moves = self.moves[..positions.len() - 1].to_vec();
                moves.push(saving);
                let longer = Continuation {
                    moves: &moves,
                    ..self
                };
                return longer.gains_by_its_end(side);
            }
        }
        self.gains_by_its_end(side)
    }

    fn gains_by_its_end(self, side: Color) -> Option<Claim> {
        let positions = self.positions();
        let start = positions.first()?;
        let rests: Vec<(usize, Balance)> = (1..positions.len().min(MAX_LINE_PLIES + 1))
            .filter(|length| is_kept(&positions[*length], side))
            .map(|length| {
                let balance = Balance::between(start, &positions[length], side);
                (length, balance)
            })
            .collect();
        let is_kept = |worth: i32, later: &[(usize, Balance)]| {
            later
                .iter()
                .all(|(_, balance)| balance.worth() + NEGLIGIBLE_LOSS_CENTIPAWNS >= worth)
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
        // The earlier gain is the surer one. A line is told further on only for twice as much.
        let first = kept
            .iter()
            .position(|(_, balance)| 2 * balance.worth() >= most)?;
        let (length, balance) = self.played_out(&positions, &kept[first..])?;
        Some(self.claim(side, length, Fact::Gains { balance }))
    }

    /// The first of these places at rest. If the line goes on there by capturing, the place where
    /// it ends.
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
        const MAX_TRADE_PLIES: usize = 5;
        let positions = self.positions();
        let start = positions.first()?;
        let lost = |now: &Position, color: Color, kind: Piece| {
            start.men(color, kind).len() as i32 - now.men(color, kind).len() as i32
        };
        let is_trade = |now: &Position| {
            let is_even = |kind: &Piece| lost(now, side, *kind) == lost(now, !side, *kind);
            Piece::ALL.iter().all(is_even) && lost(now, side, piece) >= 1 && is_at_rest(now)
        };
        let length =
            (1..positions.len().min(MAX_TRADE_PLIES + 1)).find(|at| is_trade(&positions[*at]))?;
        Some(self.claim(side, length, Fact::Trades { piece }))
    }

    /// The line ends in a draw by the rules, or in a position that was there before.
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

/// A quiet move after which the other side has nothing to win, for a side that is to move and whose
/// men are in danger.
fn saving_move(position: &Position, side: Color) -> Option<Move> {
    let is_in_danger = position.side_to_move() == side
        && !position.in_check()
        && !has_something_to_win(position)
        && !is_kept(position, side);
    let saves = |mv: &&Move| position.is_quiet(**mv) && is_kept(&position.after(**mv), side);
    let moves = position.legal_moves();
    moves.iter().filter(|_| is_in_danger).find(saves).copied()
}
