//! Making the tables of a folder.

use std::path::Path;
use std::time::Instant;

use bstar_kit::files::FileError;
use bstar_kit::stop::Stop;

use crate::ending::Ending;
use crate::file::{self, PackedTable};
use crate::index::SlotIndex;
use crate::solve::solve;
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

#[derive(Clone, Debug)]
pub struct MadeTable {
    pub ending: Ending,
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
    let table = solve(ending, find, threads, stop, &mut |stage| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own::OwnTables;

    /// What happened, in words.
    fn made(folder: &Path, names: &[&str]) -> Vec<String> {
        let endings: Vec<Ending> = names.iter().map(|name| name.parse().unwrap()).collect();
        let mut events = Vec::new();
        make(
            folder,
            &endings,
            2,
            &Stop::new(),
            &mut |event| match event {
                MakeEvent::Present(ending) => events.push(format!("{ending} is there")),
                MakeEvent::Refused(error) => events.push(error.to_string()),
                MakeEvent::Made(table) => events.push(format!("{} made", table.ending)),
                MakeEvent::Begun(_) | MakeEvent::Stage(..) => {}
            },
        )
        .unwrap();
        events
    }

    fn files(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_there_is_left_alone_and_what_is_damaged_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("not/there/yet");
        assert_eq!(made(&inside, &["KQK"]), ["KQK made"]);
        assert_eq!(made(&inside, &["KNK", "KQK"]), ["KQK is there", "KNK made"]);
        let path = inside.join("KQK.table");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[500] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let error = OwnTables::open(&inside).unwrap_err().to_string();
        assert!(
            error.contains("KQK.table is damaged: its checksum is wrong"),
            "{error}"
        );
        let events = made(&inside, &["KQK"]);
        assert!(events[0].contains("is damaged"), "{events:?}");
        assert_eq!(events[1], "KQK made");
        assert!(OwnTables::open(&inside).is_ok());
    }

    #[test]
    fn an_interruption_leaves_whole_tables_and_the_next_run_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let stop = Stop::new();
        let pawn: Ending = "KPK".parse().unwrap();
        let result = make(folder.path(), &[pawn], 2, &stop, &mut |event| {
            if let MakeEvent::Stage(ending, stage) = event
                && ending.to_string() == "KBK"
                && stage.plies == 0
            {
                stop.set();
            }
        });
        assert!(matches!(result, Err(MakeError::Interrupted)), "{result:?}");
        assert_eq!(files(folder.path()), ["KQK.table", "KRK.table"]);
        let events = made(folder.path(), &["KPK"]);
        let expected = [
            "KQK is there",
            "KRK is there",
            "KBK made",
            "KNK made",
            "KPK made",
        ];
        assert_eq!(events, expected);
        assert_eq!(files(folder.path()).len(), 5);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let inside = file.path().join("tables");
        let queen: Ending = "KQK".parse().unwrap();
        let result = make(&inside, &[queen], 1, &Stop::new(), &mut |_| ());
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with("cannot write"), "{error}");
        assert!(OwnTables::open(&inside).is_err());
    }
}
