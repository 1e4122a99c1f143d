//! Making the tables of a folder.

use std::path::Path;
use std::time::Instant;

use bstar_kit::files::FileError;
use bstar_kit::stop::Stop;

use crate::ending::Ending;
use crate::file::{self, PackedTable};
use crate::index::SlotIndex;
use crate::table::{MakeError, MakeStage, Table, TableError};

/// What happens while tables are made.
#[derive(Debug)]
pub enum MakeEvent<'a> {
    /// The table is there already, and its checksum is right.
    Present(&'a Ending),
    /// There is a file, but it cannot be used. It is made anew.
    Refused(&'a TableError),
    /// The work on a table begins.
    Begun(&'a Ending),
    /// It goes on.
    Stage(&'a Ending, MakeStage),
    /// A table is made and written.
    Made(&'a MadeTable),
}

/// A table that was made.
#[derive(Clone, Debug)]
pub struct MadeTable {
    /// Which.
    pub ending: Ending,
    /// How many slots it has.
    pub slots: usize,
    /// How long the file is.
    pub bytes: usize,
    /// How long it took.
    pub seconds: f64,
}

/// How many slots the table of an ending has.
pub fn slots_of(ending: &Ending) -> usize {
    SlotIndex::new(ending).slots()
}

/// Makes the tables of these endings, and of those to which they lead, in a folder. The folder is
/// created if it is not there. Tables that are there already are left alone; so work that was
/// interrupted continues with the table it was at.
///
/// Only the tables that are needed for the next one are in memory.
pub fn make(
    folder: &Path,
    endings: &[Ending],
    threads: usize,
    stop: &Stop,
    report: &mut dyn FnMut(MakeEvent),
) -> Result<(), MakeError> {
    std::fs::create_dir_all(folder).map_err(|source| {
        TableError::from(FileError::Write {
            path: folder.to_owned(),
            source,
        })
    })?;
    for ending in Ending::with_all_they_lead_to(endings) {
        if stop.is_set() {
            return Err(MakeError::Interrupted);
        }
        match PackedTable::read(folder, &ending) {
            Ok(Some(_)) => {
                report(MakeEvent::Present(&ending));
                continue;
            }
            Ok(None) => {}
            Err(error @ TableError::File(_)) => return Err(error.into()),
            Err(error) => report(MakeEvent::Refused(&error)),
        }
        report(MakeEvent::Begun(&ending));
        let made = make_one(folder, &ending, threads, stop, report)?;
        report(MakeEvent::Made(&made));
    }
    Ok(())
}

fn make_one(
    folder: &Path,
    ending: &Ending,
    threads: usize,
    stop: &Stop,
    report: &mut dyn FnMut(MakeEvent),
) -> Result<MadeTable, MakeError> {
    let begin = Instant::now();
    let mut needed: Vec<(Ending, Table)> = Vec::new();
    for next in ending.leads_to() {
        if let Some(packed) = PackedTable::read(folder, &next)? {
            needed.push((next, packed.unpack()?));
        }
    }
    let find = |wanted: &Ending| {
        let found = needed.iter().find(|(next, _)| next == wanted);
        found.map(|(_, table)| table)
    };
    let table = Table::make(ending, find, threads, stop, &mut |stage| {
        report(MakeEvent::Stage(ending, stage));
    })?;
    let bytes = file::write(&file::path_of(folder, ending), ending, &table, threads)?;
    Ok(MadeTable {
        ending: ending.clone(),
        slots: table.index().slots(),
        bytes,
        seconds: begin.elapsed().as_secs_f64(),
    })
}
