//! Recomputes every claim from the board.
//!
//! Readers of "it wins the exchange" should not have to trust the code that found it. The checker
//! gets a game and a [`Claim`]. It plays out the path and the line and works out afresh what the
//! claim says: by legal moves, by counting men, by trying every defence to a short mate, by walking
//! along lines square by square. It shares only the rules of chess with `found`.
//! The definitions are those of [`Fact`].

mod endings;
mod flaw;
mod mates;
mod motifs;
#[cfg(test)]
mod tests;

use bstar_board::{Color, Game, Move, Outcome, Piece, Position, Square, fen, notation};

use crate::facts::claims::balance::Balance;
use crate::facts::claims::claim::{Claim, Fact, LineStart};
use bstar_concepts::ground::plain::exchange::{
    MIN_GAIN_CENTIPAWNS, best_capture, gain, has_something_to_win, is_at_rest, is_kept,
};
use bstar_concepts::{self as concepts, Idea};
use bstar_tables::Tables;
use mates::MateResult;

pub use flaw::{Falsehood, Flaw};

type Checked = Result<(), Flaw>;

/// Recomputes a claim about the position of a game, from the board alone.
pub fn check(game: &Game, claim: &Claim) -> Result<(), Falsehood> {
    check_with(game, &Tables::default(), claim)
}

/// The same, with tables. Claims about endings need them.
pub fn check_with(game: &Game, tables: &Tables, claim: &Claim) -> Result<(), Falsehood> {
    recompute(game, tables, claim).map_err(|flaw| Falsehood {
        claim: Box::new(claim.clone()),
        flaw,
    })
}

/// A claim, played out.
struct Scene<'a> {
    claim: &'a Claim,
    side: Color,
    /// The position before the last move of the path, and that move.
    last: Option<(Position, Move)>,
    /// The position after the path.
    place: Position,
    /// The position where the line begins.
    start: Position,
    /// The position where the line ends.
    end: Position,
}

fn recompute(game: &Game, tables: &Tables, claim: &Claim) -> Checked {
    let scene = Scene::of(game.position(), claim)?;
    match &claim.fact {
        Fact::GoesOn => scene.goes_on(),
        Fact::Checkmate => scene.checkmate(),
        Fact::MateIn { moves } => scene.mate_in(*moves),
        Fact::Gains { balance } => scene.gains(*balance),
        Fact::GainsAtLeast { least } => scene.gains_at_least(*least),
        Fact::Queens { besides } => scene.queens(*besides),
        Fact::EnPrise { square } => scene.en_prise(*square),
        Fact::Offers { square } => scene.offers(*square),
        Fact::Fork { by, targets } => scene.fork(*by, targets),
        Fact::Pin { by, pinned, behind } => scene.pin(*by, *pinned, *behind),
        Fact::PinnedGuard { square, pinned, by } => scene.pinned_guard(*square, *pinned, *by),
        Fact::Skewer { by, front, behind } => scene.skewer(*by, *front, *behind),
        Fact::Discovery { by, target } => scene.discovery(*by, *target),
        Fact::DoubleCheck => scene.double_check(),
        Fact::Trapped { square } => scene.trapped(*square),
        Fact::OnlyMove => scene.only_move(),
        Fact::StopsMate { moves, by } => scene.stops_mate(*moves, *by),
        Fact::Saves { square, by } => scene.saves(*square, *by),
        Fact::Drawn { how } => drawn(game, claim, *how),
        Fact::Trades { piece } => scene.trades(*piece),
        Fact::Castles => scene.castles(),
        Fact::Develops { piece } => scene.develops(*piece),
        Fact::Idea(idea) => scene.idea(idea),
        Fact::Ending(ending) => scene.ending(tables, *ending),
    }
}

impl<'a> Scene<'a> {
    fn of(root: &Position, claim: &'a Claim) -> Result<Scene<'a>, Flaw> {
        let before = &claim.path[..claim.path.len().saturating_sub(1)];
        let last = match claim.path.last() {
            Some(mv) => Some((played(root, before)?, *mv)),
            None => None,
        };
        let place = played(root, &claim.path)?;
        let start = match claim.begins {
            LineStart::Move => place.clone(),
            LineStart::Pass => place.pass().map_err(|_| Flaw::CannotPass)?,
        };
        let end = played(&start, &claim.line)?;
        Ok(Scene {
            claim,
            side: claim.side,
            last,
            place,
            start,
            end,
        })
    }

    fn goes_on(&self) -> Checked {
        require(!self.claim.line.is_empty(), Flaw::Shape("the line"))?;
        match self.claim.begins {
            LineStart::Move => Ok(()),
            LineStart::Pass => self.is_turn_of(&self.start, self.side),
        }
    }

    fn checkmate(&self) -> Checked {
        let is_mate = self.place.in_check()
            && !self.place.has_legal_move()
            && self.place.side_to_move() != self.side;
        require(is_mate, Flaw::NotCheckmate)
    }

    fn mate_in(&self, moves: u32) -> Checked {
        if self.claim.begins == LineStart::Pass {
            self.is_turn_of(&self.start, self.side)?;
        }
        match mates::within(&self.start, self.side, moves, &self.claim.line) {
            MateResult::Mate => Ok(()),
            MateResult::NoMate => Err(Flaw::Escapes { moves }),
            MateResult::Undecided => Err(Flaw::Undecided { moves }),
        }
    }

    fn gains(&self, claimed: Balance) -> Checked {
        if self.claim.begins == LineStart::Pass {
            self.is_turn_of(&self.start, self.side)?;
        }
        let found = self.tally();
        require(found == claimed, Flaw::Miscounted { claimed, found })?;
        self.is_lasting(found)
    }

    fn gains_at_least(&self, claimed: Balance) -> Checked {
        let (is_move, found) = (self.claim.begins == LineStart::Move, self.tally());
        require(is_move, Flaw::Shape("the line"))?;
        require(
            found.worth() > claimed.worth(),
            Flaw::Miscounted { claimed, found },
        )?;
        self.is_lasting(claimed)
    }

    /// The gain is large enough, and in the position at the end the side keeps it.
    fn is_lasting(&self, gain: Balance) -> Checked {
        let worth = gain.worth();
        require(worth >= MIN_GAIN_CENTIPAWNS, Flaw::NoGain(worth))?;
        require(is_kept(&self.end, self.side), Flaw::NotAtRest)
    }

    fn queens(&self, claimed: Balance) -> Checked {
        let mut position = self.start.clone();
        let mut promotions = Vec::new();
        for mv in &self.claim.line {
            promotions.extend(mv.promotion.map(|piece| (position.side_to_move(), piece)));
            position = position.after(*mv);
        }
        let mut found = self.tally();
        let is_one = promotions == [(self.side, Piece::Queen)];
        let has_queen = is_one && found.of(Piece::Queen) >= 1;
        require(has_queen, Flaw::NoQueen)?;
        found.0[Piece::Queen as usize] -= 1;
        found.0[Piece::Pawn as usize] += 1;
        require(found == claimed, Flaw::Miscounted { claimed, found })?;
        require(!has_something_to_win(&self.end), Flaw::NotAtRest)
    }

    /// What the side gains along the line, capture by capture.
    fn tally(&self) -> Balance {
        let mut men = [0; 5];
        let mut position = self.start.clone();
        for mv in &self.claim.line {
            let sign = match position.side_to_move() == self.side {
                true => 1,
                false => -1,
            };
            if let Some(captured) = position.captured(*mv) {
                men[captured as usize] += sign;
            }
            if let Some(promotion) = mv.promotion {
                men[promotion as usize] += sign;
                men[Piece::Pawn as usize] -= sign;
            }
            position = position.after(*mv);
        }
        Balance(men)
    }

    /// The line's one move, which has to be a capture on the square.
    fn only_capture(&self, square: Square) -> Result<i32, Flaw> {
        let [mv] = self.claim.line[..] else {
            return Err(Flaw::Shape("the line of one capture"));
        };
        let is_capture = mv.to == square && self.start.captured(mv).is_some();
        require(is_capture, Flaw::WrongMan(square))?;
        Ok(gain(&self.start, mv))
    }

    fn en_prise(&self, square: Square) -> Checked {
        self.is_turn_of(&self.start, self.side)?;
        let gain = self.only_capture(square)?;
        require(gain >= MIN_GAIN_CENTIPAWNS, Flaw::NoGain(gain))
    }

    fn offers(&self, square: Square) -> Checked {
        self.is_turn_of(&self.start, !self.side)?;
        let gain = self.only_capture(square)?;
        require(gain >= MIN_GAIN_CENTIPAWNS, Flaw::NoGain(gain))
    }

    fn only_move(&self) -> Checked {
        let moves = self.start.legal_moves();
        let is_it = moves.len() == 1 && self.claim.line.first() == moves.first();
        require(is_it, Flaw::OtherMoves(moves.len()))
    }

    fn stops_mate(&self, moves: u32, by: Move) -> Checked {
        self.threatened()?;
        require(
            (1..=2).contains(&moves),
            Flaw::Shape("a mate in one or two"),
        )?;
        match mates::within(&self.start, !self.side, moves, &self.claim.line) {
            MateResult::Mate => {}
            MateResult::NoMate => return Err(Flaw::Escapes { moves }),
            MateResult::Undecided => return Err(Flaw::Undecided { moves }),
        }
        let after = played(&self.place, &[by])?;
        match mates::within(&after, !self.side, moves, &self.claim.line) {
            MateResult::NoMate => Ok(()),
            MateResult::Mate => Err(Flaw::StillMate { moves }),
            MateResult::Undecided => Err(Flaw::Undecided { moves }),
        }
    }

    fn saves(&self, square: Square, by: Move) -> Checked {
        self.threatened()?;
        let danger = self.only_capture(square)?;
        require(danger >= MIN_GAIN_CENTIPAWNS, Flaw::NoGain(danger))?;
        let after = played(&self.place, &[by])?;
        let now = match by.from == square {
            true => by.to,
            false => square,
        };
        let is_lost = best_capture(&after, now).is_some_and(|gain| gain >= MIN_GAIN_CENTIPAWNS);
        require(!is_lost, Flaw::StillLost(now))
    }

    /// A threat against the side of the claim: it is to move, and passes.
    fn threatened(&self) -> Checked {
        require(
            self.claim.begins == LineStart::Pass,
            Flaw::Shape("the pass"),
        )?;
        self.is_turn_of(&self.place, self.side)
    }

    fn trades(&self, piece: Piece) -> Checked {
        let lost = |side: Color, piece: Piece| {
            let men = |position: &Position| position.men(side, piece).len() as i32;
            men(&self.start) - men(&self.end)
        };
        let is_even = Piece::ALL
            .iter()
            .all(|kind| lost(self.side, *kind) == lost(!self.side, *kind));
        let is_traded = is_even && lost(self.side, piece) >= 1;
        require(is_traded, Flaw::NoTrade(piece))?;
        require(is_at_rest(&self.end), Flaw::NotAtRest)
    }

    fn idea(&self, idea: &Idea) -> Checked {
        let (before, mv) = self.last()?;
        let concept = idea.concept().ok_or(Flaw::NoSuchWord(idea.concept))?;
        let scene = concepts::Scene::new(before, mv, &self.claim.line);
        (concept.check)(&scene, &idea.squares).map_err(Flaw::NotSo)
    }

    fn is_turn_of(&self, position: &Position, side: Color) -> Checked {
        require(position.side_to_move() == side, Flaw::WrongTurn(side))
    }

    /// The last move of the path, made by the side of the claim.
    fn last(&self) -> Result<(&Position, Move), Flaw> {
        let (before, mv) = self.last.as_ref().ok_or(Flaw::Shape("the last move"))?;
        self.is_turn_of(before, self.side)?;
        Ok((before, *mv))
    }
}

/// Whether the game is drawn as claimed. This needs the game: a position alone knows no
/// repetitions.
fn drawn(game: &Game, claim: &Claim, claimed: Outcome) -> Checked {
    let mut replay = game.clone();
    for mv in claim.path.iter().chain(&claim.line) {
        replay.play(*mv).map_err(|error| Flaw::IllegalMove {
            mv: error.mv,
            fen: error.fen,
        })?;
    }
    let is_drawn = match claimed {
        Outcome::Checkmate { .. } => false,
        Outcome::Threefold => replay.occurrences() >= 2,
        _ => replay.outcome() == Some(claimed),
    };
    require(is_drawn, Flaw::NotDrawn { claimed })
}

fn played(start: &Position, moves: &[Move]) -> Result<Position, Flaw> {
    let mut position = start.clone();
    for mv in moves {
        if !position.is_legal(*mv) {
            return Err(Flaw::IllegalMove {
                mv: notation::write(&position, *mv),
                fen: fen::write(&position),
            });
        }
        position = position.after(*mv);
    }
    Ok(position)
}

fn require(holds: bool, flaw: Flaw) -> Checked {
    holds.then_some(()).ok_or(flaw)
}
