//! The table of one ending, found by working backwards from its ends.

use bstar_kit::stop::Stop;

use crate::ending::Ending;
use crate::index::SlotIndex;
use crate::retro::{Exits, Metric, Retrograde};
use crate::table::{Distance, MakeError, MakeStage, Table, TableError, affordable_threads};
use crate::value::FIFTY_MOVES_PLIES;

/// Finds the values of all positions of an ending. `find` gives the tables of those to which it
/// leads.
pub(crate) fn solve<'a>(
    ending: &Ending,
    find: impl Fn(&Ending) -> Option<&'a Table>,
    threads: usize,
    stop: &Stop,
    report: &mut dyn FnMut(MakeStage),
) -> Result<Table, MakeError> {
    let index = SlotIndex::new(ending);
    let no_memory = || TableError::Memory {
        ending: ending.clone(),
        slots: index.slots(),
    };
    let threads = affordable_threads(threads, index.slots()).ok_or_else(no_memory)?;
    let exits = Exits::new(ending, find)?;
    let mut distances = |metric: Metric, distance: Distance| {
        let retrograde = Retrograde {
            index: &index,
            exits: &exits,
            metric,
            threads,
            stop,
        };
        let solved = retrograde.solve(&mut |plies| report(MakeStage { distance, plies }))?;
        solved.ok_or_else(|| MakeError::from(no_memory()))
    };
    let mates = distances(Metric::Mate, Distance::Mate)?;
    let zeroings = distances(Metric::Zeroing(&mates), Distance::Zeroing)?;
    let table = Table::from_parts(index, mates, zeroings);
    agrees_with_itself(&table, ending)?;
    Ok(table)
}

/// Both distances say the same about who wins, and every win is within fifty moves.
fn agrees_with_itself(table: &Table, ending: &Ending) -> Result<(), MakeError> {
    for slot in 0..table.index().slots() {
        let (mate, zeroing) = (table.mate(slot), table.zeroing(slot));
        let is_longer = zeroing.plies() > mate.plies();
        if mate.outcome() != zeroing.outcome() || is_longer {
            let ending = ending.clone();
            return Err(MakeError::Contradiction { ending, slot });
        }
        if zeroing.plies() > Some(FIFTY_MOVES_PLIES) {
            let ending = ending.clone();
            return Err(MakeError::FiftyMoves { ending });
        }
    }
    Ok(())
}
