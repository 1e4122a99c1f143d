//! Positions of endings, won, drawn and lost, that are hard to play.
//!
//! The men are put anywhere. Of several such positions the hardest is kept: the win that takes
//! longest, or the draw that the fewest moves hold.

use bstar_board::{Position, fen};
use bstar_kit::random::Random;
use bstar_tables::{Outcome, Tables};
use thiserror::Error;

/// What a position is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
    /// Nobody wins, but not every move holds the draw.
    Drawn,
    /// The side to move wins, but only if it wastes no move: the count to fifty moves is nearly
    /// over.
    JustWon,
    /// The side to move would win, but the count to fifty moves leaves too little time.
    TooLate,
}

impl EndingKind {
    /// All of them, in the order in which they take turns.
    pub const ALL: [EndingKind; 5] = [
        EndingKind::Won,
        EndingKind::Lost,
        EndingKind::Drawn,
        EndingKind::JustWon,
        EndingKind::TooLate,
    ];

    /// What it is called in a file.
    pub fn name(self) -> &'static str {
        match self {
            EndingKind::Won => "won",
            EndingKind::Lost => "lost",
            EndingKind::Drawn => "drawn",
            EndingKind::JustWon => "just won",
            EndingKind::TooLate => "too late",
        }
    }
}

/// Which positions are wanted.
#[derive(Clone, Copy, Debug)]
pub struct EndingsPlan {
    /// How many.
    pub count: usize,
    /// How many men are on the board.
    pub men: u32,
    /// Which ones.
    pub seed: u64,
}

/// A position that was drawn.
#[derive(Clone, Debug)]
pub struct DrawnEnding {
    /// The position.
    pub position: Position,
    /// What it is good for.
    pub kind: EndingKind,
}

/// The tables do not know such positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tables know no {} endings of {men} men", kind.name())]
pub struct NotEnough {
    /// What was wanted.
    pub kind: EndingKind,
    /// The men that were wanted.
    pub men: u32,
}

/// Of so many positions the hardest is kept.
const CANDIDATES: usize = 12;
/// After so many that do not fit it is given up.
const MOST_TRIALS: usize = 20_000;

impl EndingsPlan {
    /// Draws the positions; the kinds take turns.
    pub fn draw(&self, tables: &Tables) -> Result<Vec<DrawnEnding>, NotEnough> {
        let mut drawn: Vec<DrawnEnding> = Vec::new();
        for number in 0..self.count {
            let kind = EndingKind::ALL[number % EndingKind::ALL.len()];
            let mut random = Random::new(self.seed, number as u64);
            let position = self.one(tables, kind, &mut random);
            let position = position.ok_or(NotEnough {
                kind,
                men: self.men,
            })?;
            drawn.push(DrawnEnding { position, kind });
        }
        Ok(drawn)
    }

    fn one(&self, tables: &Tables, kind: EndingKind, random: &mut Random) -> Option<Position> {
        let mut hardest: Option<(u32, Position)> = None;
        let mut found = 0;
        for _ in 0..MOST_TRIALS {
            let Some(position) = self.anywhere(random) else {
                continue;
            };
            let Some((hardness, position)) = fitting(tables, kind, &position) else {
                continue;
            };
            if hardest.as_ref().is_none_or(|(most, _)| hardness > *most) {
                hardest = Some((hardness, position));
            }
            found += 1;
            if found == CANDIDATES {
                break;
            }
        }
        hardest.map(|(_, position)| position)
    }

    /// Men of any kind on any squares, if that is a legal position.
    fn anywhere(&self, random: &mut Random) -> Option<Position> {
        let mut board = [b'1'; 64];
        let mut put = |man: u8, random: &mut Random| {
            loop {
                let square = random.below(64);
                let may_stand = !man.eq_ignore_ascii_case(&b'p') || (8..56).contains(&square);
                if board[square] == b'1' && may_stand {
                    board[square] = man;
                    return;
                }
            }
        };
        put(b'K', random);
        put(b'k', random);
        for _ in 2..self.men {
            put(b"QRBNPqrbnp"[random.below(10)], random);
        }
        let ranks: Vec<String> = board.chunks(8).map(rank_text).collect();
        let side = if random.below(2) == 0 { 'w' } else { 'b' };
        fen::parse(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
    }
}

/// A rank as a FEN writes it: empty squares are counted.
fn rank_text(rank: &[u8]) -> String {
    let mut text = String::new();
    for squares in rank.chunk_by(|one, next| *one == b'1' && *next == b'1') {
        match squares {
            [b'1', ..] => text.push_str(&squares.len().to_string()),
            men => text.extend(men.iter().map(|man| char::from(*man))),
        }
    }
    text
}

/// How hard a position is to play, and the position with its count to fifty moves, if it is of the
/// kind that is wanted.
fn fitting(tables: &Tables, kind: EndingKind, position: &Position) -> Option<(u32, Position)> {
    if position.is_dead() || !position.has_legal_move() || position.in_check() {
        return None;
    }
    let known = tables.known(position)?;
    let plies = known.plies_to_zeroing.unwrap_or(0);
    let at = |clock: u32| with_clock(position, clock).map(|position| (plies, position));
    // Who is about to capture or to promote has nothing to show.
    let is_long = plies >= 6;
    match (kind, known.outcome) {
        (EndingKind::Won, Outcome::Win) | (EndingKind::Lost, Outcome::Loss) if is_long => at(0),
        // Syzygy's distances may be one too many, and then it is not certain that it is won.
        (EndingKind::JustWon, Outcome::Win) if is_long => [100, 99].into_iter().find_map(|last| {
            let (hardness, late) = at(u32::checked_sub(last, plies)?)?;
            let is_won = tables.known(&late)?.outcome == Outcome::Win;
            is_won.then_some((hardness, late))
        }),
        (EndingKind::TooLate, Outcome::Win) if is_long => {
            let (hardness, late) = at(102u32.checked_sub(plies)?)?;
            let is_drawn = tables.known(&late)?.outcome == Outcome::Draw;
            is_drawn.then_some((hardness, late))
        }
        (EndingKind::Drawn, Outcome::Draw) => {
            let moves = tables.moves(position)?;
            let lost = moves
                .iter()
                .filter(|known| known.known.outcome == Outcome::Loss);
            let lost = lost.count();
            let share = 100 * lost / moves.len();
            (lost > 0).then(|| (share as u32, position.clone()))
        }
        _ => None,
    }
}

/// The same position after so many moves without a capture or pawn move; none if a pawn can be
/// captured en passant.
fn with_clock(position: &Position, clock: u32) -> Option<Position> {
    let text = fen::write(position);
    let mut fields: Vec<&str> = text.split(' ').collect();
    let (count, number) = (clock.to_string(), (1 + clock / 2 + 1).to_string());
    if fields.get(3) != Some(&"-") {
        return None;
    }
    fields[4] = &count;
    fields[5] = &number;
    fen::parse(&fields.join(" ")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_tables::Syzygy;

    fn tables() -> Tables {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
        Tables::default().with_syzygy(Some(Syzygy::open(folder).unwrap()))
    }

    #[test]
    fn the_kinds_take_turns_and_are_what_they_say() {
        let plan = EndingsPlan {
            count: 20,
            men: 3,
            seed: 1,
        };
        let tables = tables();
        let drawn = plan.draw(&tables).unwrap();
        assert_eq!(drawn.len(), 20);
        for (number, ending) in drawn.iter().enumerate() {
            assert_eq!(ending.kind, EndingKind::ALL[number % 5]);
            let outcome = tables.known(&ending.position).unwrap().outcome;
            let clock = ending.position.halfmove_clock();
            match ending.kind {
                EndingKind::Won => assert_eq!((outcome, clock), (Outcome::Win, 0)),
                EndingKind::Lost => assert_eq!((outcome, clock), (Outcome::Loss, 0)),
                EndingKind::Drawn => assert_eq!((outcome, clock), (Outcome::Draw, 0)),
                EndingKind::JustWon => assert!(outcome == Outcome::Win && clock > 50),
                EndingKind::TooLate => assert!(outcome == Outcome::Draw && clock > 50),
            }
        }
        let again = plan.draw(&tables).unwrap();
        assert!(
            drawn
                .iter()
                .zip(&again)
                .all(|(a, b)| a.position == b.position)
        );
    }

    #[test]
    fn what_tables_do_not_know_cannot_be_drawn() {
        let plan = EndingsPlan {
            count: 1,
            men: 5,
            seed: 1,
        };
        let refused = plan.draw(&tables()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the tables know no won endings of 5 men"
        );
    }
}
