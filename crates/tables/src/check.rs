//! Checking tables: every position against its moves, and against another's tables.
//!
//! Nothing here uses what the tables were made with, except the numbers of slots. The moves are
//! those of the board, and the values of the positions they lead to are asked for as everybody asks
//! for them.
//!
//! If every value fits the values of the positions to which the moves lead, all values are right.
//! A win in *n* half moves then has a move to a loss in *n* − 1, and so on down to a mate that is
//! on the board. A loss in *n* has only moves to wins in at most *n* − 1. And a position that is
//! really won in *n* cannot be called a draw: one of its moves leads to a real loss in *n* − 1,
//! which by the same argument is called a loss, and then the draw would not fit.

use std::ops::{ControlFlow, Range};

use bstar_board::{Position, fen};
use bstar_kit::stop::Stop;
use bstar_kit::workers::work;
use thiserror::Error;

use crate::ending::Ending;
use crate::known::is_zeroing;
use crate::outcome::Outcome;
use crate::own::OwnTables;
use crate::syzygy::{NoJudgement, Syzygy};
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
        missing: Ending,
    },
    /// The judge does not know a position.
    #[error("{fen}: {source}")]
    Judge { fen: String, source: NoJudgement },
}

/// What came of checking a table.
#[derive(Clone, Debug)]
pub struct CheckedTable {
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
    judge: Option<&Syzygy>,
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
    judge: Option<&'a Syzygy>,
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
            let judged = judge.judge(&position).map_err(|source| {
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
            let next_zeroing = match (is_zeroing(position, mv), next_mate.outcome()?) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve;

    fn syzygy() -> Syzygy {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
        Syzygy::open(folder).unwrap()
    }

    fn three_men() -> OwnTables {
        OwnTables::made(&Ending::all(3), 2, &Stop::new()).unwrap()
    }

    #[test]
    fn every_position_of_three_men_fits_its_moves_and_syzygy() {
        let tables = three_men();
        let judge = syzygy();
        for ending in Ending::all(3) {
            let mut done = 0;
            let report = &mut |slots| done = slots;
            let checked = check(&tables, &ending, Some(&judge), 2, &Stop::new(), report).unwrap();
            assert_eq!(checked.faults, [""; 0]);
            assert_eq!((checked.unfitting, checked.misjudged), (0, 0));
            assert!(checked.is_complete && checked.positions > 40_000);
            assert_eq!(done, crate::slots_of(&ending));
        }
    }

    #[test]
    fn wrong_values_are_found() {
        use crate::file::{path_of, write};
        use crate::index::SlotIndex;
        use crate::value::{UNUSED, win_in};
        let ending: Ending = "KRK".parse().unwrap();
        let tables = three_men();
        let table = tables.table(&ending).unwrap().unwrap();
        let [mates, zeroings] = table.bytes().map(<[u8]>::to_vec);
        let used = |wanted: fn(Known) -> bool| {
            (0..mates.len())
                .find(|slot| wanted(table.mate(*slot)))
                .unwrap()
        };
        let a_draw = used(|known| known == Known::Draw);
        let unused = used(|known| known == Known::Unused);
        let a_win = used(|known| matches!(known, Known::Win(plies) if plies > 9));
        let judge = syzygy();
        for (slot, byte, unfitting, misjudged) in [
            (a_draw, win_in(1), true, true),
            (unused, win_in(1), true, false),
            (a_win, win_in(7), true, false),
            (a_win, UNUSED, true, true),
        ] {
            let (mut mates, mut zeroings) = (mates.clone(), zeroings.clone());
            (mates[slot], zeroings[slot]) = (byte, byte);
            let wrong = Table::from_parts(SlotIndex::new(&ending), mates, zeroings);
            let folder = tempfile::tempdir().unwrap();
            write(&path_of(folder.path(), &ending), &ending, &wrong, 1).unwrap();
            let wrong = OwnTables::open(folder.path()).unwrap();
            let report = &mut |_| ();
            let checked = check(&wrong, &ending, Some(&judge), 2, &Stop::new(), report).unwrap();
            assert_eq!(checked.unfitting > 0, unfitting, "{checked:?}");
            assert_eq!(checked.misjudged > 0, misjudged, "{checked:?}");
            assert!(!checked.faults.is_empty());
        }
    }

    #[test]
    fn what_is_missing_is_named_and_what_is_stopped_is_not_complete() {
        let tables = three_men();
        let ending: Ending = "KQKR".parse().unwrap();
        let report = &mut |_| ();
        let error = check(&tables, &ending, None, 1, &Stop::new(), report).unwrap_err();
        assert!(error.to_string().contains("the table of KQKR is not there"));
        let stop = Stop::new();
        stop.set();
        let queen: Ending = "KQK".parse().unwrap();
        let checked = check(&tables, &queen, None, 1, &stop, report).unwrap();
        assert!(!checked.is_complete);
        let rook_only = tempfile::tempdir().unwrap();
        let rook = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy/KRvK.rtbw");
        std::fs::copy(rook, rook_only.path().join("KRvK.rtbw")).unwrap();
        let judge = Syzygy::open(rook_only.path().to_str().unwrap()).unwrap();
        let error = check(&tables, &queen, Some(&judge), 1, &Stop::new(), report).unwrap_err();
        assert!(
            error.to_string().contains("the Syzygy files say nothing"),
            "{error}"
        );
    }

    /// Four men with pawns that can be captured en passant. Endings after a promotion are taken for
    /// draws here, because making them takes minutes; those after a capture are real.
    #[test]
    fn captures_en_passant_fit_their_moves() {
        use crate::index::SlotIndex;
        use crate::value::DRAW;
        let ending: Ending = "KPKP".parse().unwrap();
        let stop = Stop::new();
        let mut all = three_men().into_tables();
        for name in ["KQKP", "KRKP", "KBKP", "KNKP"] {
            let ending: Ending = name.parse().unwrap();
            let index = SlotIndex::new(&ending);
            let draws = vec![DRAW; index.slots()];
            let table = Table::from_parts(index, draws.clone(), draws);
            all.push((ending, table));
        }
        let find = |wanted: &Ending| {
            let found = all.iter().find(|(ending, _)| ending == wanted);
            found.map(|(_, table)| table)
        };
        let table = solve(&ending, find, 2, &stop, &mut |_| ()).unwrap();
        all.push((ending.clone(), table));
        let tables = OwnTables::from_tables(all);
        let table = tables.table(&ending).unwrap().unwrap();
        let slots = table.index().slots();
        let checker = Checker {
            tables: &tables,
            table,
            judge: None,
        };
        // Those with the right to capture come last. Of the others every hundredth block is enough.
        let with_right = slots - 7 * 3612..slots;
        let blocks = (0..slots - 1000)
            .step_by(100_000)
            .map(|from| from..from + 1000);
        let mut positions = 0;
        for range in blocks.chain([with_right]) {
            let part = checker.check(range).unwrap();
            assert_eq!(part.faults, [""; 0]);
            positions += part.positions;
        }
        assert!(positions > 50_000, "{positions}");
        // The right to capture can decide: it wins the pawn that would queen first.
        let value = |text: &str| tables.value(&fen::parse(text).unwrap()).unwrap().outcome;
        let with_right = value("8/8/8/8/3pP3/8/8/K1k5 b - e3 0 1");
        let without = value("8/8/8/8/3pP3/8/8/K1k5 b - - 0 1");
        assert!(with_right >= without);
    }
}
