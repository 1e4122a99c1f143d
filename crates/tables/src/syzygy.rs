//! Syzygy's tables, as others made them.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bstar_board::{Color, Piece, Position, Square};
use bstar_kit::input::open_plain;
use shakmaty::{Bitboard, ByColor, ByRole, Chess, PositionError};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{
    AmbiguousWdl, Dtz, MaybeRounded, Metric, ProbeError, SyzygyError, Tablebase, Wdl,
};
use thiserror::Error;

use crate::known::Known;
use crate::outcome::Outcome;
use crate::own::may_castle;

/// A file up to this size is read into memory. Larger ones are left to the system.
const LARGEST_IN_MEMORY_BYTES: u64 = 1 << 20;

/// The first bytes of a file with wins, draws and losses, and of one with distances.
const MAGIC: [(&str, [u8; 4]); 2] = [
    ("rtbw", [0x71, 0xe8, 0x23, 0x5d]),
    ("rtbz", [0xd7, 0x66, 0x0c, 0xa5]),
];

/// Why Syzygy's tables cannot be used.
#[derive(Debug, Error)]
pub enum SyzygyPathError {
    /// A folder cannot be read.
    #[error("cannot read the folder {}: {error}", folder.display())]
    Folder { folder: PathBuf, error: io::Error },
    /// A file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    File { file: PathBuf, error: io::Error },
    /// A file is damaged.
    #[error("{} is damaged: {what}", file.display())]
    Damaged {
        file: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// There is no table in any folder.
    #[error("there are no Syzygy tables (*.rtbw) in {path}")]
    Nothing {
        /// The folders that were looked at.
        path: String,
    },
}

/// Why nothing is known of a position.
#[derive(Debug, Error)]
#[error("the Syzygy files say nothing about it: {0}")]
pub struct NoJudgement(String);

/// Syzygy's tables of some folders.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    files: usize,
    /// What went wrong first when a table was asked.
    failure: OnceLock<String>,
}

impl Syzygy {
    /// Opens the tables of some folders, separated as in `PATH`. Every file is looked at, so that a
    /// damaged one is found now.
    pub fn open(path: &str) -> Result<Syzygy, SyzygyPathError> {
        let mut tables = Tablebase::with_filesystem(Arc::new(Files));
        let mut files = 0;
        for folder in std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()) {
            for file in files_of(&folder)? {
                check(&file)?;
                match tables.add_file(&file) {
                    Ok(()) => files += 1,
                    // Its name is not that of an ending.
                    Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                    Err(error) => return Err(SyzygyPathError::File { file, error }),
                }
            }
        }
        if files == 0 {
            return Err(SyzygyPathError::Nothing {
                path: path.to_owned(),
            });
        }
        Ok(Syzygy {
            tables,
            files,
            failure: OnceLock::new(),
        })
    }

    /// The most men of any table.
    pub fn men(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    pub fn files(&self) -> usize {
        self.files
    }

    /// What went wrong first when a table was asked, if anything did.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// How a game ends whose counter of fifty moves stands at zero. This is quicker than
    /// [`known`](Self::known).
    pub(crate) fn outcome_from_zero(&self, position: &Position, fifty: bool) -> Option<Outcome> {
        let position = chess(position).ok()?;
        let found = self.tables.probe_wdl_after_zeroing(&position);
        Some(outcome(self.noted(found)?, fifty))
    }

    /// How a game ends whose counter of fifty moves stands at zero, by the fifty-move rule. The
    /// error says why that is not known.
    pub fn judge(&self, position: &Position) -> Result<Outcome, NoJudgement> {
        let found = self.tables.probe_wdl_after_zeroing(&chess(position)?);
        let found = found.map_err(|error| NoJudgement(in_words(&error)))?;
        Ok(outcome(found, true))
    }

    /// How the game ends, and how far it is to the next capture or pawn move. Nothing is known
    /// where the tables leave open on which side of the fifty moves it lies.
    pub(crate) fn known(&self, position: &Position, fifty: bool) -> Option<Known> {
        let distance = self.distance(position)?;
        let plies = distance.ignore_rounding().0;
        let clock = u32::from(position.halfmove_clock());
        let outcome = if fifty {
            match AmbiguousWdl::from_dtz_and_halfmoves(distance, clock) {
                AmbiguousWdl::Win => Outcome::Win,
                AmbiguousWdl::Loss => Outcome::Loss,
                AmbiguousWdl::MaybeWin | AmbiguousWdl::MaybeLoss => return None,
                AmbiguousWdl::CursedWin | AmbiguousWdl::BlessedLoss | AmbiguousWdl::Draw => {
                    Outcome::Draw
                }
            }
        } else {
            match plies.signum() {
                1 => Outcome::Win,
                0 => Outcome::Draw,
                _ => Outcome::Loss,
            }
        };
        Some(Known {
            outcome,
            plies_to_mate: None,
            plies_to_zeroing: (plies != 0).then_some(plies.unsigned_abs()),
        })
    }

    fn distance(&self, position: &Position) -> Option<MaybeRounded<Dtz>> {
        self.noted(self.tables.probe_dtz(&chess(position).ok()?))
    }

    /// Notes what goes wrong, except that a table is not there.
    fn noted<T>(&self, found: Result<T, SyzygyError>) -> Option<T> {
        match found {
            Ok(found) => Some(found),
            Err(error @ SyzygyError::ProbeFailed { .. }) => {
                self.failure.get_or_init(|| in_words(&error));
                None
            }
            Err(_) => None,
        }
    }
}

/// An error of the library in words. Its own words for a damaged table have a backtrace in them.
fn in_words(error: &SyzygyError) -> String {
    let SyzygyError::ProbeFailed {
        metric,
        material,
        error,
    } = error
    else {
        return error.to_string();
    };
    let ending = match metric {
        Metric::Wdl => "rtbw",
        Metric::Dtz => "rtbz",
    };
    match **error {
        ProbeError::CorruptedTable { .. } => {
            format!("the Syzygy table {material}.{ending} is damaged")
        }
        ref other => format!("cannot read the Syzygy table {material}.{ending}: {other}"),
    }
}

/// The table files of a folder, in order of their names.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, SyzygyPathError> {
    let failed = |error| SyzygyPathError::Folder {
        folder: folder.to_owned(),
        error,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if magic(&file).is_some() {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn magic(file: &Path) -> Option<[u8; 4]> {
    let extension = file.extension()?.to_str()?;
    MAGIC
        .iter()
        .find(|(name, _)| *name == extension)
        .map(|(_, magic)| *magic)
}

/// Looks whether a file begins and ends as a table does.
fn check(file: &Path) -> Result<(), SyzygyPathError> {
    let damaged = |what| SyzygyPathError::Damaged {
        file: file.to_owned(),
        what,
    };
    let failed = |error| SyzygyPathError::File {
        file: file.to_owned(),
        error,
    };
    let mut start = [0; 4];
    let mut opened = open_plain(file).map_err(failed)?;
    let length = opened.metadata().map_err(failed)?.len();
    if length % 64 != 16 {
        return Err(damaged("a part of it is missing"));
    }
    opened.read_exact(&mut start).map_err(failed)?;
    match Some(start) == magic(file) {
        true => Ok(()),
        false => Err(damaged("it does not begin as such a table does")),
    }
}

fn outcome(wdl: Wdl, fifty: bool) -> Outcome {
    match wdl {
        Wdl::Win => Outcome::Win,
        Wdl::CursedWin if !fifty => Outcome::Win,
        Wdl::Loss => Outcome::Loss,
        Wdl::BlessedLoss if !fifty => Outcome::Loss,
        Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => Outcome::Draw,
    }
}

/// The same position for the library that reads the tables.
fn chess(position: &Position) -> Result<Chess, NoJudgement> {
    let squares = |set: bstar_board::BitBoard| Bitboard(set.0);
    let men = |role| squares(position.pieces(role));
    if may_castle(position) {
        return Err(NoJudgement("a side may castle".to_owned()));
    }
    let board = shakmaty::Board::try_from_bitboards(
        ByRole {
            pawn: men(Piece::Pawn),
            knight: men(Piece::Knight),
            bishop: men(Piece::Bishop),
            rook: men(Piece::Rook),
            queen: men(Piece::Queen),
            king: men(Piece::King),
        },
        ByColor {
            white: squares(position.side(Color::White)),
            black: squares(position.side(Color::Black)),
        },
    )
    .map_err(|error| NoJudgement(error.to_string()))?;
    let setup = shakmaty::Setup {
        board,
        promoted: Bitboard::EMPTY,
        pockets: None,
        turn: match position.side_to_move() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        },
        castling_rights: Bitboard::EMPTY,
        ep_square: position
            .en_passant_square()
            .filter(|_| position.can_capture_en_passant())
            .map(square),
        remaining_checks: None,
        halfmoves: u32::from(position.halfmove_clock()),
        fullmoves: std::num::NonZeroU32::MIN,
    };
    setup
        .position(shakmaty::CastlingMode::Standard)
        // Checks that no game can lead to are positions too.
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| NoJudgement(error.to_string()))
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square as u32)
}

/// The files of this machine. Small ones are held in memory.
struct Files;

enum Opened {
    InMemory(Vec<u8>),
    OnDisk(fs::File),
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        let metadata = fs::metadata(path)?;
        match metadata.is_file() {
            true => Ok(metadata.len()),
            false => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let file = open_plain(path)?;
        Ok(Box::new(
            if file.metadata()?.len() <= LARGEST_IN_MEMORY_BYTES {
                let mut bytes = Vec::new();
                file.take(LARGEST_IN_MEMORY_BYTES).read_to_end(&mut bytes)?;
                Opened::InMemory(bytes)
            } else {
                Opened::OnDisk(file)
            },
        ))
    }
}

impl RandomAccessFile for Opened {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        match self {
            Opened::InMemory(bytes) => {
                let start = usize::try_from(offset)
                    .unwrap_or(usize::MAX)
                    .min(bytes.len());
                let count = buffer.len().min(bytes.len() - start);
                buffer[..count].copy_from_slice(&bytes[start..start + count]);
                Ok(count)
            }
            #[cfg(unix)]
            Opened::OnDisk(file) => std::os::unix::fs::FileExt::read_at(file, buffer, offset),
            #[cfg(windows)]
            Opened::OnDisk(file) => std::os::windows::fs::FileExt::seek_read(file, buffer, offset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");

    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("bstar-syzygy-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn refusal(folder: &Path) -> String {
        match Syzygy::open(folder.to_str().unwrap()) {
            Ok(_) => panic!("should be refused"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn few_men_are_known() {
        let syzygy = Syzygy::open(FOLDER).unwrap();
        assert_eq!((syzygy.men(), syzygy.files()), (4, 12));
        for (text, outcome) in [
            ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Outcome::Win),
            ("8/8/8/8/8/2k5/8/KQ6 b - - 0 1", Outcome::Loss),
            ("8/8/8/8/8/3k4/8/K5N1 w - - 0 1", Outcome::Draw),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Outcome::Draw),
            ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", Outcome::Win),
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Outcome::Win),
        ] {
            let position = fen::parse(text).unwrap();
            let known = syzygy.known(&position, true).unwrap();
            assert_eq!(known.outcome, outcome, "{text}");
            assert_eq!(syzygy.outcome_from_zero(&position, true), Some(outcome));
        }
    }

    #[test]
    fn the_moves_already_made_count() {
        let syzygy = Syzygy::open(FOLDER).unwrap();
        let at = |clock: u32, fifty| {
            let text = format!("8/8/8/3k4/8/8/8/KR6 w - - {clock} 80");
            let known = syzygy.known(&fen::parse(&text).unwrap(), fifty);
            known.map(|known| known.outcome)
        };
        assert_eq!(at(0, true), Some(Outcome::Win));
        assert_eq!(at(90, true), Some(Outcome::Draw));
        assert_eq!(at(90, false), Some(Outcome::Win));
    }

    #[test]
    fn who_may_castle_is_in_no_table() {
        let syzygy = Syzygy::open(FOLDER).unwrap();
        let castles = fen::parse("8/8/8/3k4/8/8/8/R3K3 w Q - 0 1").unwrap();
        assert_eq!(syzygy.known(&castles, true), None);
    }

    #[test]
    fn damaged_files_are_named() {
        let folder = scratch("damaged");
        let file = folder.join("KQvK.rtbw");
        let whole = fs::read(Path::new(FOLDER).join("KQvK.rtbw")).unwrap();
        fs::write(&file, &whole[..whole.len() - 30]).unwrap();
        assert!(refusal(&folder).ends_with("KQvK.rtbw is damaged: a part of it is missing"));
        let mut other = whole.clone();
        other[0] ^= 1;
        fs::write(&file, &other).unwrap();
        assert!(refusal(&folder).contains("KQvK.rtbw is damaged: it does not begin"));
        // A fault inside a file is found when the table is probed.
        let mut inside = whole;
        inside[5..].fill(0xff);
        fs::write(&file, &inside).unwrap();
        let syzygy = Syzygy::open(folder.to_str().unwrap()).unwrap();
        let position = fen::parse("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
        assert_eq!(syzygy.outcome_from_zero(&position, true), None);
        let said = syzygy.failure().unwrap();
        assert_eq!(said, "the Syzygy table KQvK.rtbw is damaged");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn folders_without_tables_are_refused() {
        let folder = scratch("empty");
        assert!(refusal(&folder).starts_with("there are no Syzygy tables"));
        fs::write(folder.join("notes.rtbw"), [0; 16]).unwrap();
        assert!(refusal(&folder).contains("notes.rtbw is damaged"));
        fs::remove_dir_all(&folder).unwrap();
        assert!(refusal(&folder).starts_with("cannot read the folder"));
    }
}
