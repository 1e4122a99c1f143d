//! Positions of endings, won, drawn and lost, that are hard to play.
//!
//! The men are put anywhere. Of several such positions the hardest is kept: the win that takes
//! longest, or the draw that the fewest moves hold. Where a move is to be found, the first is kept;
//! but the move must not be an obvious one, and the men are chosen before their squares, so that
//! rare endings have their share.

use bstar_board::{Move, Position, fen};
use bstar_kit::random::Random;
use bstar_tables::{Outcome, TableMove, Tables};
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
    /// One move alone wins.
    OnlyWin,
    /// One move alone holds the draw, all others lose.
    OnlyDraw,
}

impl EndingKind {
    /// Those to play from, in the order in which they take turns.
    pub const TO_PLAY: &[EndingKind] = &[
        EndingKind::Won,
        EndingKind::Lost,
        EndingKind::Drawn,
        EndingKind::JustWon,
        EndingKind::TooLate,
    ];
    /// Those to find a move in, in the order in which they take turns.
    pub const TO_SOLVE: &[EndingKind] = &[EndingKind::OnlyWin, EndingKind::OnlyDraw];

    /// What it is called in a file.
    pub fn name(self) -> &'static str {
        match self {
            EndingKind::Won => "won",
            EndingKind::Lost => "lost",
            EndingKind::Drawn => "drawn",
            EndingKind::JustWon => "just won",
            EndingKind::TooLate => "too late",
            EndingKind::OnlyWin => "only one move wins",
            EndingKind::OnlyDraw => "only one move draws",
        }
    }

    /// Is a move to be found, or is the ending to be played?
    fn is_to_solve(self) -> bool {
        EndingKind::TO_SOLVE.contains(&self)
    }
}

/// Which positions are wanted.
#[derive(Clone, Copy, Debug)]
pub struct EndingsPlan {
    /// Of which kinds; they take turns.
    pub kinds: &'static [EndingKind],
    pub count: usize,
    /// How many men are on the board.
    pub men: u32,
    pub seed: u64,
}

/// A position that was drawn.
#[derive(Clone, Debug)]
pub struct DrawnEnding {
    pub position: Position,
    /// What it is good for.
    pub kind: EndingKind,
    /// The only move that keeps what can be had, if there is but one.
    pub only_move: Option<Move>,
}

/// The tables do not know such positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tables know no endings of {men} men of the kind `{}`", kind.name())]
pub struct NotEnough {
    /// What was wanted.
    pub kind: EndingKind,
    /// The men that were wanted.
    pub men: u32,
}

/// Number of candidates for a position to play from. The hardest is kept.
const CANDIDATES: usize = 12;
/// Limit of random positions tried for one to play from.
const MOST_TRIALS: usize = 20_000;
/// The limit where a move is to be found: such positions are rare.
const MOST_TRIALS_TO_SOLVE: usize = 200_000;
/// Positions tried with the same pieces where a move is to be found.
const TRIALS_WITH_THE_SAME_MEN: usize = 1_000;
/// With fewer moves there is little to find.
const MIN_MOVES_TO_SOLVE: usize = 5;
/// Minimum distance to the next capture or pawn move: a nearer one leaves nothing to show.
const MIN_PLIES: u32 = 6;

impl EndingsPlan {
    /// Draws the positions; the kinds take turns.
    pub fn draw(&self, tables: &Tables) -> Result<Vec<DrawnEnding>, NotEnough> {
        let mut drawn: Vec<DrawnEnding> = Vec::new();
        for number in 0..self.count {
            let kind = self.kinds[number % self.kinds.len()];
            let mut random = Random::new(self.seed, number as u64);
            let position = self.one(tables, kind, &mut random);
            let position = position.ok_or(NotEnough {
                kind,
                men: self.men,
            })?;
            let moves = tables.moves(&position).unwrap_or_default();
            drawn.push(DrawnEnding {
                only_move: only_move(&moves).map(|known| known.mv),
                position,
                kind,
            });
        }
        Ok(drawn)
    }

    fn one(&self, tables: &Tables, kind: EndingKind, random: &mut Random) -> Option<Position> {
        let mut hardest: Option<(u32, Position)> = None;
        let mut found = 0;
        let (most_trials, candidates) = match kind.is_to_solve() {
            true => (MOST_TRIALS_TO_SOLVE, 1),
            false => (MOST_TRIALS, CANDIDATES),
        };
        let mut men = Vec::new();
        for trial in 0..most_trials {
            if kind.is_to_solve() && trial % TRIALS_WITH_THE_SAME_MEN == 0 {
                men = (2..self.men).map(|_| any_man(random)).collect();
            }
            let Some(position) = self.anywhere(&men, random) else {
                continue;
            };
            let Some((hardness, position)) = fitting(tables, kind, &position) else {
                continue;
            };
            if hardest.as_ref().is_none_or(|(most, _)| hardness > *most) {
                hardest = Some((hardness, position));
            }
            found += 1;
            if found == candidates {
                break;
            }
        }
        hardest.map(|(_, position)| position)
    }

    /// Kings and these men on any squares, if that is a legal position. Men that are not named are
    /// of any kind.
    fn anywhere(&self, men: &[u8], random: &mut Random) -> Option<Position> {
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
        for number in 0..self.men as usize - 2 {
            let named = men.get(number).copied();
            put(named.unwrap_or_else(|| any_man(random)), random);
        }
        let ranks: Vec<String> = board.chunks(8).map(rank_text).collect();
        let side = if random.below(2) == 0 { 'w' } else { 'b' };
        fen::parse(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
    }
}

/// Any man but a king, as a FEN writes it.
fn any_man(random: &mut Random) -> u8 {
    b"QRBNPqrbnp"[random.below(10)]
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
    let is_long = plies >= MIN_PLIES;
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
        (EndingKind::OnlyWin, Outcome::Win) if is_long => {
            let moves = tables.moves(position)?;
            is_to_find(position, &moves).then(|| (plies, position.clone()))
        }
        (EndingKind::OnlyDraw, Outcome::Draw) => {
            let moves = tables.moves(position)?;
            // The others lose, and the best of them does so slowly.
            let second = moves.get(1)?.known.plies_to_zeroing?;
            let is_to_find = second >= MIN_PLIES && is_to_find(position, &moves);
            is_to_find.then(|| (second, position.clone()))
        }
        _ => None,
    }
}

/// Whether one of several moves alone keeps what can be had, and is not an obvious one: it does not
/// capture, promote or give check, and no man has to be saved from capture.
fn is_to_find(position: &Position, moves: &[TableMove]) -> bool {
    let Some(only) = only_move(moves).filter(|_| moves.len() >= MIN_MOVES_TO_SOLVE) else {
        return false;
    };
    let is_calm = position.is_quiet(only.mv) && !position.after(only.mv).in_check();
    let nothing_hangs = position.pass().is_ok_and(|passed| {
        let mut replies = passed.legal_moves().into_iter();
        replies.all(|reply| passed.captured(reply).is_none())
    });
    is_calm && nothing_hangs
}

/// The first of some moves, the best of which are first, if no other comes to as much.
fn only_move(moves: &[TableMove]) -> Option<&TableMove> {
    match moves {
        [first, second, ..] if second.known.outcome == first.known.outcome => None,
        moves => moves.first(),
    }
}

/// The same position, `clock` half moves after the last capture or pawn move; `None` if a pawn can
/// be captured en passant.
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
            kinds: EndingKind::TO_PLAY,
            count: 20,
            men: 3,
            seed: 1,
        };
        let tables = tables();
        let drawn = plan.draw(&tables).unwrap();
        assert_eq!(drawn.len(), 20);
        for (number, ending) in drawn.iter().enumerate() {
            assert_eq!(ending.kind, EndingKind::TO_PLAY[number % 5]);
            let outcome = tables.known(&ending.position).unwrap().outcome;
            let clock = ending.position.halfmove_clock();
            match ending.kind {
                EndingKind::Won => assert_eq!((outcome, clock), (Outcome::Win, 0)),
                EndingKind::Lost => assert_eq!((outcome, clock), (Outcome::Loss, 0)),
                EndingKind::Drawn => assert_eq!((outcome, clock), (Outcome::Draw, 0)),
                EndingKind::JustWon => assert!(outcome == Outcome::Win && clock > 50),
                EndingKind::TooLate => assert!(outcome == Outcome::Draw && clock > 50),
                EndingKind::OnlyWin | EndingKind::OnlyDraw => panic!("not to be played"),
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
    fn one_move_alone_keeps_what_can_be_had() {
        let plan = EndingsPlan {
            kinds: EndingKind::TO_SOLVE,
            count: 8,
            men: 3,
            seed: 1,
        };
        let tables = tables();
        for (number, ending) in plan.draw(&tables).unwrap().iter().enumerate() {
            let (wanted, others) = match number % 2 {
                0 => (Outcome::Win, &[Outcome::Draw, Outcome::Loss][..]),
                _ => (Outcome::Draw, &[Outcome::Loss][..]),
            };
            let position = &ending.position;
            assert!(position.count_legal_moves() >= MIN_MOVES_TO_SOLVE);
            for mv in position.legal_moves() {
                let after = position.after(mv);
                // The outcome for the side that moved.
                let outcome = match tables.known(&after).map(|known| known.outcome) {
                    Some(Outcome::Win) => Outcome::Loss,
                    Some(Outcome::Loss) => Outcome::Win,
                    // Bare kings are in no table.
                    Some(Outcome::Draw) | None => Outcome::Draw,
                };
                match ending.only_move == Some(mv) {
                    true => assert_eq!(outcome, wanted),
                    false => assert!(others.contains(&outcome)),
                }
            }
        }
    }

    #[test]
    fn what_tables_do_not_know_cannot_be_drawn() {
        let plan = EndingsPlan {
            kinds: EndingKind::TO_PLAY,
            count: 1,
            men: 5,
            seed: 1,
        };
        let refused = plan.draw(&tables()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the tables know no endings of 5 men of the kind `won`"
        );
    }
}
