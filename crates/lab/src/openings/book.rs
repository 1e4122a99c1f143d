//! A list of openings.

use std::path::{Path, PathBuf};

use bstar_board::{Game, pgn};
use thiserror::Error;

use crate::files::{FileError, read_text};
use crate::positions::{PositionsError, parse_positions};

/// A beginning of a game.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What it is called.
    pub name: String,
    /// Its start and moves.
    pub game: Game,
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
        /// Which file.
        path: PathBuf,
        /// What is wrong where.
        error: pgn::PgnError,
    },
    /// An opening in which the game is already over.
    #[error("{path}: in the opening {name} the game is already over ({outcome})", path = .path.display())]
    Over {
        /// Which file.
        path: PathBuf,
        /// Which opening.
        name: String,
        /// How.
        outcome: bstar_board::Outcome,
    },
    /// Nothing in it.
    #[error("{path} has no openings in it", path = .path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
}

/// The openings that come with the program.
const BUILT_IN: &str = include_str!("../../../../data/openings.epd");

impl Book {
    /// The openings that come with the program.
    pub fn built_in() -> Book {
        let positions = parse_positions(BUILT_IN).expect("the built-in openings are good EPD");
        Book {
            openings: from_positions(positions),
        }
    }

    /// Reads a book: PGN if its name ends so or it begins with a tag, else EPD.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        let text = read_text(path)?;
        let named_pgn = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let openings = if named_pgn
            || text
                .trim_start_matches('\u{feff}')
                .trim_start()
                .starts_with('[')
        {
            from_games(&text).map_err(|error| BookError::Pgn {
                path: path.to_owned(),
                error,
            })?
        } else {
            let positions = parse_positions(&text).map_err(|error| PositionsError::Epd {
                path: path.to_owned(),
                error,
            })?;
            from_positions(positions)
        };
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

    /// An opening by its number; after the last comes the first again.
    pub fn opening(&self, number: usize) -> &Opening {
        &self.openings[number % self.openings.len()]
    }

    /// All openings.
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

fn from_positions(positions: Vec<crate::positions::Numbered>) -> Vec<Opening> {
    positions
        .into_iter()
        .map(|numbered| Opening {
            name: numbered
                .epd
                .id
                .unwrap_or_else(|| format!("line {}", numbered.line)),
            game: Game::new(numbered.epd.position),
        })
        .collect()
}

fn from_games(text: &str) -> Result<Vec<Opening>, pgn::PgnError> {
    let games = pgn::read(text)?;
    Ok((1..)
        .zip(games)
        .map(|(number, record)| Opening {
            name: format!("game {number}"),
            game: record
                .main_line()
                .expect("a record that was read has only legal moves"),
        })
        .collect())
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
}
