//! Checking tables: every position against its moves, and against another's tables.
//!
//! Nothing here uses what the tables were made with, except the numbers of slots. The moves are
//! those of the board, and the values of the positions they lead to are asked for as everybody asks
//! for them.
//!
//! If every value fits the values of the positions to which the moves lead, all values are right. A
//! win in *n* half moves then has a move to a loss in *n* − 1, and so on down to a mate that is on
//! the board. A loss in *n* has only moves to wins in at most *n* − 1. And a position that is really
//! won in *n* cannot be called a draw: one of its moves leads to a real loss in *n* − 1, which by
//! the same argument is called a loss, and then the draw would not fit.

use std::ops::{ControlFlow, Range};

use bstar_board::{Piece, Position, fen};
use bstar_kit::stop::Stop;
use bstar_kit::workers::work;
use thiserror::Error;

use crate::ending::Ending;
use crate::judge::{NoJudgement, SyzygyJudge};
use crate::outcome::Outcome;
use crate::own::OwnTables;
use crate::table::{Table, TableError};
use crate::value::Known;

/// Slots that a thread takes at a time.
const CHUNK_SLOTS: usize = 1 << 12;

/// How many faults are told. All are counted.
const MAX_TOLD: usize = 5;

/// Why a table cannot be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table is not there.
    #[error("{ending} cannot be checked: the table of {missing} is not there")]
    Missing {
        /// What was to be checked.
        ending: Ending,
        /// What is not there.
        missing: Ending,
    },
    /// The judge does not know a position.
    #[error("{fen}: {source}")]
    Judge {
        /// The position.
        fen: String,
        /// Why.
        source: NoJudgement,
    },
}

/// What came of checking a table.
#[derive(Clone, Debug)]
pub struct CheckedTable {
    /// Which table.
    pub ending: Ending,
    /// How many positions were looked at. Mirror images are one position.
    pub positions: u64,
    /// How many do not fit their moves, or are not used though they are legal, or the reverse.
    pub unfitting: u64,
    /// How many the judge judges otherwise.
    pub misjudged: u64,
    /// The first of them, in words.
    pub faults: Vec<String>,
    /// Whether all slots were looked at, and it was not stopped before.
    pub is_complete: bool,
}

/// Checks every position of an ending against its moves and, where there is a judge, against the
/// judge. `report` is told how many slots are done.
pub fn check(
    tables: &OwnTables,
    ending: &Ending,
    judge: Option<&SyzygyJudge>,
    threads: usize,
    stop: &Stop,
    report: &mut dyn FnMut(usize),
) -> Result<CheckedTable, CheckError> {
    let missing = |missing: &Ending| CheckError::Missing {
        ending: ending.clone(),
        missing: missing.clone(),
    };
    let table = tables.table(ending)?.ok_or_else(|| missing(ending))?;
    for next in ending.leads_to() {
        tables.table(&next)?.ok_or_else(|| missing(&next))?;
    }
    let checker = Checker {
        tables,
        table,
        judge,
    };
    let slots = table.index().slots();
    let mut sum = CheckedTable {
        ending: ending.clone(),
        positions: 0,
        unfitting: 0,
        misjudged: 0,
        faults: Vec::new(),
        is_complete: false,
    };
    let mut failure = None;
    let mut done = 0;
    let inner = stop.child();
    let chunks = (0..slots).step_by(CHUNK_SLOTS);
    let chunks = chunks.map(|from| from..(from + CHUNK_SLOTS).min(slots));
    let new_worker = || |chunk: Range<usize>| (chunk.len(), checker.check(chunk));
    work(threads, chunks, &inner, new_worker, |(length, found)| {
        match found {
            Ok(part) => {
                sum.positions += part.positions;
                sum.unfitting += part.unfitting;
                sum.misjudged += part.misjudged;
                let room = MAX_TOLD.saturating_sub(sum.faults.len());
                sum.faults.extend(part.faults.into_iter().take(room));
            }
            Err(error) => {
                failure = Some(error);
                return ControlFlow::Break(());
            }
        }
        done += length;
        report(done);
        ControlFlow::Continue(())
    });
    if let Some(error) = failure {
        return Err(error);
    }
    sum.is_complete = done == slots;
    Ok(sum)
}

/// What was found in some slots.
#[derive(Default)]
struct Part {
    positions: u64,
    unfitting: u64,
    misjudged: u64,
    faults: Vec<String>,
}

struct Checker<'a> {
    tables: &'a OwnTables,
    table: &'a Table,
    judge: Option<&'a SyzygyJudge>,
}

impl Checker<'_> {
    fn check(&self, slots: Range<usize>) -> Result<Part, CheckError> {
        let mut part = Part::default();
        for slot in slots {
            self.check_slot(slot, &mut part)?;
        }
        Ok(part)
    }

    fn check_slot(&self, slot: usize, part: &mut Part) -> Result<(), CheckError> {
        let index = self.table.index();
        let placement = index.possible_placement(slot);
        let found = (self.table.mate(slot), self.table.zeroing(slot));
        // Where the mirror image has another slot, this one is not used.
        let position = placement
            .position(index.men())
            .filter(|position| !placement.en_passant || position.can_capture_en_passant())
            .filter(|_| index.slot(&placement) == slot);
        let Some(position) = position else {
            if found != (Known::Unused, Known::Unused) {
                part.unfitting += 1;
                let words = format!("slot {slot} is no position, and has the values {found:?}");
                part.faults.push(words);
            }
            return Ok(());
        };
        part.positions += 1;
        let expected = self.by_moves(&position);
        if expected != Some(found) {
            part.unfitting += 1;
            let fen = fen::write(&position);
            let words = match expected {
                Some(expected) => format!("{fen}: {found:?}, but by its moves {expected:?}"),
                None => format!("{fen}: a move leads to a position without a value"),
            };
            part.faults.push(words);
        }
        if let Some(judge) = self.judge {
            let judged = judge.outcome(&position).map_err(|source| {
                let fen = fen::write(&position);
                CheckError::Judge { fen, source }
            })?;
            if found.0.outcome() != Some(judged) {
                part.misjudged += 1;
                let fen = fen::write(&position);
                let words = format!("{fen}: {:?}, but Syzygy says {judged:?}", found.0);
                part.faults.push(words);
            }
        }
        Ok(())
    }

    /// The two distances of a position by the values of the positions to which its moves lead.
    fn by_moves(&self, position: &Position) -> Option<(Known, Known)> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let value = match position.in_check() {
                true => Known::Loss(0),
                false => Known::Draw,
            };
            return Some((value, value));
        }
        let mut mate = Known::Loss(0);
        let mut zeroing = Known::Loss(0);
        for mv in moves {
            let after = position.after(mv);
            let (next_mate, next_zeroing) = match after.occupied().len() {
                2 => (Known::Draw, Known::Draw),
                _ => self.tables.known(&after)?,
            };
            let is_pawn = position.piece_on(mv.from) == Some(Piece::Pawn);
            let ends_count = is_pawn || position.captured(mv).is_some();
            let next_zeroing = match (ends_count, next_mate.outcome()?) {
                (false, _) => next_zeroing,
                (true, Outcome::Loss) => Known::Loss(0),
                (true, Outcome::Draw) => Known::Draw,
                (true, Outcome::Win) => Known::Win(0),
            };
            mate = better(mate, one_ply_before(next_mate)?);
            zeroing = better(zeroing, one_ply_before(next_zeroing)?);
        }
        Some((mate, zeroing))
    }
}

/// What a move comes to that leads to a position with this value.
fn one_ply_before(next: Known) -> Option<Known> {
    match next {
        Known::Unused => None,
        Known::Draw => Some(Known::Draw),
        Known::Loss(plies) => Some(Known::Win(plies + 1)),
        Known::Win(plies) => Some(Known::Loss(plies + 1)),
    }
}

/// The value that the side to move would rather have: a short win, a draw, a long loss.
fn better(one: Known, other: Known) -> Known {
    let rank = |known: Known| match known {
        Known::Win(plies) => (2, -i32::from(plies)),
        Known::Draw => (1, 0),
        Known::Loss(plies) => (0, i32::from(plies)),
        Known::Unused => (-1, 0),
    };
    if rank(one) >= rank(other) { one } else { other }
}
