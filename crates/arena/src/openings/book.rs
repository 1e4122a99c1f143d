//! A list of openings.

use std::path::{Path, PathBuf};

use bstar_board::pgn::{self, GameRecord};
use bstar_board::{Game, Position};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::kind::{OpeningKind, UnknownKind, kind_of};
use crate::positions::{NumberedPosition, PositionsError, parse_positions};
use bstar_kit::files::{FileError, is_named, read_text};

/// A beginning of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// What it is called.
    pub name: String,
    /// Its start and moves.
    pub game: Game,
    /// Its kind: the one the file names, or else that of the position after it.
    pub kind: OpeningKind,
}

/// Openings for a match, at least one.
#[derive(Clone, Debug)]
pub struct Book {
    openings: Vec<Opening>,
}

/// Why a file is not a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not good EPD.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// It is not good PGN.
    #[error("{path}: {error}", path = .path.display())]
    Pgn {
        path: PathBuf,
        /// What is wrong where.
        error: pgn::PgnError,
    },
    /// An opening in which the game is already over.
    #[error("{path}: in the opening {name} the game is already over ({outcome})", path = .path.display())]
    Over {
        path: PathBuf,
        /// Which opening.
        name: String,
        outcome: bstar_board::Outcome,
    },
    /// A kind that does not exist.
    #[error("{path}, {place}: {error}", path = .path.display())]
    Kind {
        path: PathBuf,
        /// Which line or game of it.
        place: String,
        error: UnknownKind,
    },
    /// Nothing in it.
    #[error("{path} has no openings in it", path = .path.display())]
    Empty { path: PathBuf },
}

/// The openings that come with the program.
const BUILT_IN: &str = include_str!("../../../../data/openings.epd");

impl Book {
    /// One opening.
    pub fn only(opening: Opening) -> Book {
        Book {
            openings: vec![opening],
        }
    }

    /// The openings that come with the program.
    pub fn built_in() -> Book {
        let positions = parse_positions(BUILT_IN).expect("the built-in openings are good EPD");
        Book {
            openings: from_positions(positions).expect("the built-in openings name no kinds"),
        }
    }

    /// Reads a book. It is PGN if its name ends in `.pgn`, packed or not, or it begins with a
    /// tag, else EPD.
    ///
    /// The name of an opening is `id` in EPD and the tag `Opening` in PGN. Its [`OpeningKind`] is
    /// the operation `kind` or the tag `Kind`. Without that it is computed from the position.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        let text = read_text(path)?;
        let openings = if is_named(path, "pgn")
            || text
                .trim_start_matches('\u{feff}')
                .trim_start()
                .starts_with('[')
        {
            let games = pgn::read(&text).map_err(|error| BookError::Pgn {
                path: path.to_owned(),
                error,
            })?;
            from_games(games)
        } else {
            let positions = parse_positions(&text).map_err(|error| PositionsError::Epd {
                path: path.to_owned(),
                error,
            })?;
            from_positions(positions)
        };
        let openings = openings.map_err(|(place, error)| BookError::Kind {
            path: path.to_owned(),
            place,
            error,
        })?;
        if openings.is_empty() {
            return Err(BookError::Empty {
                path: path.to_owned(),
            });
        }
        for opening in &openings {
            if let Some(outcome) = opening.game.outcome() {
                return Err(BookError::Over {
                    path: path.to_owned(),
                    name: opening.name.clone(),
                    outcome,
                });
            }
        }
        Ok(Book { openings })
    }

    /// How many openings there are.
    pub fn size(&self) -> usize {
        self.openings.len()
    }

    /// An opening by its number. After the last comes the first again.
    pub fn opening(&self, number: usize) -> &Opening {
        &self.openings[number % self.openings.len()]
    }

    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    pub(crate) fn openings_mut(&mut self) -> &mut [Opening] {
        &mut self.openings
    }

    /// A number that changes with the openings and their order (FNV-1a over the position keys).
    pub fn digest(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let keys = self.openings.iter().flat_map(|opening| opening.game.keys());
        for byte in keys.flat_map(|key| key.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{hash:016x}")
    }
}

/// A kind that does not exist, and where it stands.
type Misnamed = (String, UnknownKind);

fn from_positions(positions: Vec<NumberedPosition>) -> Result<Vec<Opening>, Misnamed> {
    positions
        .into_iter()
        .map(|NumberedPosition { line, epd }| {
            let place = format!("line {line}");
            let kind = kind(epd.operand("kind"), &epd.position, &place)?;
            Ok(Opening {
                name: epd.id.unwrap_or(place),
                game: Game::new(epd.position),
                kind,
            })
        })
        .collect()
}

fn from_games(games: Vec<GameRecord>) -> Result<Vec<Opening>, Misnamed> {
    (1..)
        .zip(games)
        .map(|(number, record)| {
            let place = format!("game {number}");
            let game = record
                .main_line()
                .expect("a record that was read has only legal moves");
            let kind = kind(record.tag("Kind"), game.position(), &place)?;
            let name = record.tag("Opening").filter(|name| *name != "?");
            Ok(Opening {
                name: name.map_or(place, str::to_owned),
                game,
                kind,
            })
        })
        .collect()
}

fn kind(said: Option<&str>, position: &Position, place: &str) -> Result<OpeningKind, Misnamed> {
    match said {
        Some(word) => word.parse().map_err(|error| (place.to_owned(), error)),
        None => Ok(kind_of(position)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(name: &str, text: &str) -> Result<Book, BookError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Book::load(&path)
    }

    #[test]
    fn the_built_in_book_is_good() {
        let book = Book::built_in();
        assert!(
            book.openings()
                .iter()
                .all(|opening| opening.game.outcome().is_none())
        );
    }

    #[test]
    fn books_of_positions_and_of_games() {
        let positions =
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"king's pawn\";\n";
        assert_eq!(
            load("b.epd", positions).unwrap().opening(0).name,
            "king's pawn"
        );
        let games = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"y\"]\n\n1. d4 *\n";
        let book = load("b.txt", games).unwrap();
        assert_eq!(book.size(), 2);
        assert_eq!(book.opening(2).game.moves().len(), 3);
    }

    #[test]
    fn useless_books_are_refused() {
        assert!(matches!(
            load("b.epd", "# nothing\n"),
            Err(BookError::Empty { .. })
        ));
        let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - id \"late\";\n";
        let error = load("b.epd", mate).unwrap_err().to_string();
        assert!(
            error.contains("late the game is already over (checkmate)"),
            "{error}"
        );
        let error = load("b.epd", "nonsense\n").unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }

    #[test]
    fn the_digest_sees_order() {
        let book = load("b.pgn", "1. e4 *\n\n1. d4 *\n").unwrap();
        let mut turned = book.clone();
        turned.openings_mut().reverse();
        assert_ne!(book.digest(), turned.digest());
    }

    #[test]
    fn kinds_are_read_or_computed() {
        let games = "[Opening \"Scotch\"]\n[Kind \"closed\"]\n\n1. e4 e5 2. d4 exd4 3. Qxd4 *\n\n1. e4 e5 2. d4 exd4 3. Qxd4 *\n";
        let book = load("b.pgn", games).unwrap();
        let shown: Vec<_> = book
            .openings()
            .iter()
            .map(|opening| (opening.name.as_str(), opening.kind))
            .collect();
        assert_eq!(
            shown,
            [
                ("Scotch", OpeningKind::Closed),
                ("game 2", OpeningKind::Open)
            ]
        );
        let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let book = load("b.epd", &format!("{position} kind \"open\";\n{position}\n")).unwrap();
        assert_eq!(book.opening(0).kind, OpeningKind::Open);
        assert_eq!(book.opening(1).kind, OpeningKind::Closed);
    }

    #[test]
    fn a_kind_that_does_not_exist_is_named_with_its_place() {
        let error = load("b.pgn", "1. e4 *\n\n[Kind \"ajar\"]\n\n1. d4 *\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("game 2: `ajar` is no kind"), "{error}");
        let error = load("b.epd", "# x\n4k3/8/8/8/8/8/4P3/4K3 w - - kind wide;\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("line 2: `wide` is no kind"), "{error}");
    }

    /// Twelve openings, four of each kind, and the kinds are those of our rule.
    #[test]
    fn the_openings_for_the_papers_match() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/paper-openings.pgn");
        let book = Book::load(&path).unwrap();
        assert_eq!(book.size(), 12);
        for kind in OpeningKind::ALL {
            let of_it = book
                .openings()
                .iter()
                .filter(|opening| opening.kind == kind);
            assert_eq!(of_it.count(), 4, "{kind}");
        }
        for opening in book.openings() {
            assert_eq!(
                kind_of(opening.game.position()),
                opening.kind,
                "{}",
                opening.name
            );
            assert_eq!(opening.game.moves().len(), 16, "{}", opening.name);
        }
    }
}
