//! Our own tables: a folder of them, and what they know of a position.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use bstar_board::{CastlingSide, Color, Piece, Position};
use bstar_kit::files::FileError;
use bstar_kit::stop::Stop;

use crate::ending::{Ending, MAX_MEN};
use crate::file::PackedTable;
use crate::placement::Placement;
use crate::solve::solve;
use crate::table::{MakeError, Table, TableError};
use crate::value::{Known, TableValue};

/// The tables of a folder, made by [`make`](crate::make).
///
/// All files are read and their checksums verified when the folder is opened. A table is unpacked
/// when the first position of its ending is asked for; then it takes two bytes a slot. Threads may
/// share the tables.
#[derive(Debug)]
pub struct OwnTables {
    volumes: Vec<Volume>,
    /// For each way the men can be divided between White and Black: which table, and whether Black
    /// is the stronger side. They are in the order of their keys.
    by_material: Vec<(u32, usize, bool)>,
}

/// Where tables are kept unless another folder is named: `bstar/tables` in the user's folder for
/// data. That is `$XDG_DATA_HOME`, or `%LOCALAPPDATA%`, or `~/.local/share`. There is none if the
/// system names none of them.
pub fn default_folder() -> Option<PathBuf> {
    let named = |variable: &str| {
        let value = std::env::var_os(variable).map(PathBuf::from);
        value.filter(|path| path.is_absolute())
    };
    let data = named("XDG_DATA_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| Some(named("HOME")?.join(".local/share")))?;
    Some(data.join("bstar").join("tables"))
}

#[derive(Debug)]
struct Volume {
    ending: Ending,
    path: PathBuf,
    /// How long the file is.
    bytes: usize,
    /// What was read, until it is unpacked.
    packed: Mutex<Option<PackedTable>>,
    table: OnceLock<Result<Table, Unusable>>,
}

/// Why a table cannot be unpacked.
#[derive(Debug)]
enum Unusable {
    Damaged(String),
    /// There is no memory for this many slots.
    TooLarge(usize),
}

impl Volume {
    fn table(&self) -> Result<&Table, TableError> {
        let found = self.table.get_or_init(|| {
            let packed = self.packed.lock().ok().and_then(|mut packed| packed.take());
            match packed.map(|packed| packed.unpack()) {
                Some(Ok(table)) => Ok(table),
                Some(Err(TableError::Memory { slots, .. })) => Err(Unusable::TooLarge(slots)),
                Some(Err(TableError::Damaged { fault, .. })) => Err(Unusable::Damaged(fault)),
                Some(Err(error)) => Err(Unusable::Damaged(error.to_string())),
                None => Err(Unusable::Damaged("it cannot be unpacked".to_owned())),
            }
        });
        found.as_ref().map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: &Unusable) -> TableError {
        match fault {
            Unusable::Damaged(fault) => TableError::Damaged {
                path: self.path.clone(),
                fault: fault.clone(),
            },
            Unusable::TooLarge(slots) => TableError::Memory {
                ending: self.ending.clone(),
                slots: *slots,
            },
        }
    }
}

/// How many men of each kind each side has, as a number. More than three of a kind do not occur.
fn material_key(mut count: impl FnMut(Color, Piece) -> u32) -> u32 {
    let kinds = [
        Piece::Pawn,
        Piece::Knight,
        Piece::Bishop,
        Piece::Rook,
        Piece::Queen,
    ];
    let mut key = 0;
    for color in [Color::White, Color::Black] {
        for kind in kinds {
            key = key << 2 | count(color, kind);
        }
    }
    key
}

impl OwnTables {
    /// Reads all tables of a folder. A file that is damaged, or was made by another version, is
    /// refused by name. Other files are passed over.
    pub fn open(folder: &Path) -> Result<OwnTables, TableError> {
        std::fs::read_dir(folder).map_err(|source| FileError::Read {
            path: folder.to_owned(),
            source,
        })?;
        let mut volumes = Vec::new();
        for ending in Ending::all_known() {
            if let Some(packed) = PackedTable::read(folder, &ending)? {
                volumes.push(Volume {
                    ending,
                    path: packed.path().to_owned(),
                    bytes: packed.len(),
                    packed: Mutex::new(Some(packed)),
                    table: OnceLock::new(),
                });
            }
        }
        Ok(OwnTables::of(volumes))
    }

    /// Reads all tables of a folder for a search. There must be some.
    pub fn open_for_search(folder: &Path) -> Result<OwnTables, TableError> {
        let tables = OwnTables::open(folder)?;
        match tables.volumes.is_empty() {
            true => Err(TableError::Nothing {
                folder: folder.to_owned(),
            }),
            false => Ok(tables),
        }
    }

    /// Makes these tables, and those to which they lead, without a folder.
    pub fn made(endings: &[Ending], threads: usize, stop: &Stop) -> Result<OwnTables, MakeError> {
        let mut tables: Vec<(Ending, Table)> = Vec::new();
        for ending in Ending::with_all_they_lead_to(endings) {
            let find = |wanted: &Ending| {
                let found = tables.iter().find(|(ending, _)| ending == wanted);
                found.map(|(_, table)| table)
            };
            let table = solve(&ending, find, threads, stop, &mut |_| ())?;
            tables.push((ending, table));
        }
        Ok(OwnTables::from_tables(tables))
    }

    /// Tables that are in memory.
    pub(crate) fn from_tables(tables: Vec<(Ending, Table)>) -> OwnTables {
        let volumes = tables.into_iter().map(|(ending, table)| Volume {
            ending,
            path: PathBuf::new(),
            bytes: 0,
            packed: Mutex::new(None),
            table: OnceLock::from(Ok(table)),
        });
        OwnTables::of(volumes.collect())
    }

    fn of(volumes: Vec<Volume>) -> OwnTables {
        let mut by_material = Vec::new();
        for (number, volume) in volumes.iter().enumerate() {
            let men = volume.ending.men();
            for is_turned in [false, true] {
                let key = material_key(|color, kind| {
                    let color = if is_turned { !color } else { color };
                    men.iter().filter(|man| **man == (color, kind)).count() as u32
                });
                if !is_turned || !volume.ending.is_even() {
                    by_material.push((key, number, is_turned));
                }
            }
        }
        by_material.sort_unstable();
        OwnTables {
            volumes,
            by_material,
        }
    }

    pub fn endings(&self) -> impl Iterator<Item = &Ending> {
        self.volumes.iter().map(|volume| &volume.ending)
    }

    /// Why the first table that was asked for and cannot be unpacked cannot, if there is one.
    pub fn failure(&self) -> Option<String> {
        self.volumes.iter().find_map(|volume| {
            let fault = volume.table.get()?.as_ref().err()?;
            Some(volume.error(fault).to_string())
        })
    }

    /// How long the file of an ending is, in bytes.
    pub fn file_bytes(&self, ending: &Ending) -> Option<usize> {
        self.volume(ending).map(|volume| volume.bytes)
    }

    /// The tables that are unpacked.
    #[cfg(test)]
    pub(crate) fn into_tables(self) -> Vec<(Ending, Table)> {
        let volumes = self.volumes.into_iter();
        let unpacked = volumes.filter_map(|volume| {
            let table = volume.table.into_inner()?.ok()?;
            Some((volume.ending, table))
        });
        unpacked.collect()
    }

    fn volume(&self, ending: &Ending) -> Option<&Volume> {
        self.volumes.iter().find(|volume| volume.ending == *ending)
    }

    /// The table of an ending, if it is there.
    pub(crate) fn table(&self, ending: &Ending) -> Result<Option<&Table>, TableError> {
        self.volume(ending).map(Volume::table).transpose()
    }

    /// What is known of a position. It is nothing if there is no table for it, or a side may still
    /// castle. Bare kings need no table.
    ///
    /// It is also nothing if the table cannot be unpacked, though its checksum was right: only a
    /// file that somebody has made up is like that.
    pub fn value(&self, position: &Position) -> Option<TableValue> {
        if position.occupied().len() == 2 {
            return Some(TableValue::DRAW);
        }
        let (mate, zeroing) = self.known(position)?;
        TableValue::new(mate, zeroing, position.halfmove_clock())
    }

    /// The two distances of a position, whatever its count to fifty moves.
    pub(crate) fn known(&self, position: &Position) -> Option<(Known, Known)> {
        if position.occupied().len() as usize > MAX_MEN || may_castle(position) {
            return None;
        }
        let key = material_key(|color, kind| position.men(color, kind).len());
        let found = self.by_material.binary_search_by_key(&key, |entry| entry.0);
        let (_, number, is_turned) = self.by_material[found.ok()?];
        let table = self.volumes[number].table().ok()?;
        let index = table.index();
        let placement = Placement::of(position, index.men(), is_turned)?;
        let slot = index.slot(&placement);
        Some((table.mate(slot), table.zeroing(slot)))
    }
}

pub(crate) fn may_castle(position: &Position) -> bool {
    [Color::White, Color::Black].into_iter().any(|color| {
        let mut sides = [CastlingSide::Short, CastlingSide::Long].into_iter();
        sides.any(|side| position.castling_rook(color, side).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;
    use bstar_board::fen;

    fn three_men() -> &'static OwnTables {
        static TABLES: OnceLock<OwnTables> = OnceLock::new();
        TABLES.get_or_init(|| OwnTables::made(&Ending::all(3), 2, &Stop::new()).unwrap())
    }

    fn value(text: &str) -> TableValue {
        let position = fen::parse(text).unwrap();
        three_men().value(&position).unwrap()
    }

    #[test]
    fn textbook_positions() {
        use Outcome::{Draw, Loss, Win};
        for (text, outcome, mate, zeroing) in [
            // Mated, stalemate, mate in one.
            ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Loss, Some(0), Some(0)),
            ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Draw, None, None),
            ("k7/2Q5/1K6/8/8/8/8/8 w - - 0 1", Win, Some(1), Some(1)),
            // The longest rook ending, from both sides of the board.
            ("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", Win, Some(31), Some(31)),
            ("k7/1r6/2K5/8/8/8/8/8 b - - 0 1", Win, Some(31), Some(31)),
            // The rook is lost.
            ("8/8/8/8/8/8/kR6/7K b - - 0 1", Draw, None, None),
            // The opposition.
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Draw, None, None),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Loss, Some(28), Some(4)),
            // Nobody mates with a knight, and bare kings need no table.
            ("8/8/8/8/8/2k5/1N6/K7 w - - 0 1", Draw, None, None),
            ("8/8/8/8/8/2k5/8/K7 w - - 0 1", Draw, None, None),
        ] {
            let expected = TableValue {
                outcome,
                plies_to_mate: mate,
                plies_to_zeroing: zeroing,
            };
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn the_count_to_fifty_moves_runs() {
        let rook = |clock| value(&format!("8/8/8/8/8/2k5/1R6/K7 w - - {clock} 80"));
        assert_eq!(rook(69).outcome, Outcome::Win);
        assert_eq!(rook(70).outcome, Outcome::Draw);
        assert_eq!(rook(70).plies_to_mate, Some(31));
        let mated = value("k7/1Q6/1K6/8/8/8/8/8 b - - 100 90");
        assert_eq!(mated.outcome, Outcome::Loss);
    }

    #[test]
    fn what_no_table_knows_has_no_value() {
        for text in [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/4K1QR w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            let position = fen::parse(text).unwrap();
            assert_eq!(three_men().value(&position), None, "{text}");
        }
    }

    #[test]
    fn the_folder_for_data_is_that_of_the_user() {
        let folder = default_folder();
        assert!(folder.is_none_or(|folder| folder.ends_with("bstar/tables")));
    }
}
