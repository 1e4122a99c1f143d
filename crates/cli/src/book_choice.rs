//! The options `OwnBook`, `BookFile`, `BestBookMove` and `BookDepth`: whether moves of a book are
//! played, and of which.
//!
//! A graphical interface sends them in any order. So each keeps what it was told: a book may be
//! loaded while it is not used, and `OwnBook` may be true before there is one.

use std::fmt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use bstar_board::{Move, san};
use bstar_book::{Book, BookMove, MoveChoice};
use bstar_kit::random::Random;
use bstar_uci::SearchTask;

/// The default of `BookDepth`.
const DEFAULT_DEPTH_MOVES: usize = 255;

/// What the four options say together.
pub struct BookChoice {
    pub is_used: bool,
    pub choice: MoveChoice,
    /// The last move of the game for which the book is used.
    pub depth_moves: usize,
    /// The book and its file.
    book: Option<(String, Book)>,
    random: Random,
}

impl Default for BookChoice {
    /// No book. Which moves will be drawn is different in every run of the program.
    fn default() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = now.map_or(0, |now| now.as_nanos() as u64);
        Self {
            is_used: false,
            choice: MoveChoice::Weighted,
            depth_moves: DEFAULT_DEPTH_MOVES,
            book: None,
            random: Random::new(seed, std::process::id().into()),
        }
    }
}

impl BookChoice {
    /// Takes a book, or none if no file is named. Returns what there is to say; if the file cannot
    /// be read, the book before stays.
    pub fn load(&mut self, file: &str) -> Result<Option<String>, String> {
        self.book = match file.trim() {
            "" => None,
            file => {
                let book = Book::load_plain(Path::new(file));
                let book = book.map_err(|error| format!("{error}; {self}"))?;
                Some((file.to_owned(), book))
            }
        };
        Ok(self.remark())
    }

    /// What is used, if that is worth telling.
    pub fn remark(&self) -> Option<String> {
        (self.is_used || self.book.is_some()).then(|| self.to_string())
    }

    /// A move of the book, and what there is to say about it. There is none for an analysis, while
    /// pondering, or where a mate is searched for: there nobody wants to know what is usual.
    pub fn answer(&mut self, task: &SearchTask) -> Option<(Move, String)> {
        let position = task.game.position();
        let is_for_play = task.effort.is_finite() && task.effort.mate_wanted().is_none();
        let is_early = usize::from(position.fullmove_number()) <= self.depth_moves;
        if !self.is_used || !is_for_play || !is_early {
            return None;
        }
        let (_, book) = self.book.as_ref()?;
        let mut moves = book.moves(position).moves;
        let is_allowed = |known: &BookMove| task.only.is_empty() || task.only.contains(&known.mv);
        moves.retain(is_allowed);
        let BookMove {
            mv, weight, share, ..
        } = self.choice.choose(&moves, &mut self.random)?;
        let words = format!(
            "book move {}: weight {weight}, {:.0}% of all in this position",
            san::write(position, mv),
            100.0 * share
        );
        Some((mv, words))
    }
}

/// What is used, in words.
impl fmt::Display for BookChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_used, &self.book) {
            (true, Some((file, book))) => {
                write!(f, "playing from the book {file} ({} moves)", book.size())
            }
            (true, None) => f.write_str("there is no book until BookFile names one"),
            (false, Some((file, book))) => write!(
                f,
                "the book {file} ({} moves) is for when OwnBook is true",
                book.size()
            ),
            (false, None) => f.write_str("there is no book"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Game, pgn};
    use bstar_book::{BookMaker, BookPlan};
    use bstar_kit::effort::Effort;

    fn with_book() -> BookChoice {
        let mut maker = BookMaker::new(BookPlan {
            least_games: 1,
            ..BookPlan::default()
        });
        for game in pgn::read("1. e4 1-0\n\n1. e4 1-0\n\n1. d4 1-0\n").unwrap() {
            maker.add(&game).unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some book.bin");
        std::fs::write(&path, maker.finish().bytes).unwrap();
        let mut choice = BookChoice::default();
        let said = choice.load(path.to_str().unwrap()).unwrap().unwrap();
        assert!(said.contains("is for when OwnBook is true"), "{said}");
        choice.is_used = true;
        choice.choice = MoveChoice::Best;
        choice
    }

    /// What it says to a `go` with an effort and with search moves.
    fn asked(choice: &mut BookChoice, effort: Effort, only: &[&str]) -> Option<String> {
        let task = SearchTask {
            game: Game::default(),
            only: only.iter().map(|word| word.parse().unwrap()).collect(),
            effort,
        };
        choice.answer(&task).map(|(mv, _)| mv.to_string())
    }

    #[test]
    fn the_book_answers_where_a_move_is_wanted_and_nowhere_else() {
        let mut choice = with_book();
        let effort = Effort::nodes(1);
        assert_eq!(asked(&mut choice, effort, &[]).unwrap(), "e2e4");
        for effort in [
            Effort::until_stopped(),
            effort.pondering(),
            Effort::until_mate(3),
            effort.or(Effort::until_mate(3)),
        ] {
            assert_eq!(asked(&mut choice, effort, &[]), None);
        }
        assert_eq!(asked(&mut choice, effort, &["g1f3"]), None);
        assert_eq!(asked(&mut choice, effort, &["d2d4"]).unwrap(), "d2d4");
        choice.is_used = false;
        assert_eq!(asked(&mut choice, Effort::nodes(1), &[]), None);
    }

    #[test]
    fn a_bad_file_is_named_and_the_book_before_stays() {
        let mut choice = with_book();
        let error = choice.load("/no/such.bin").unwrap_err();
        assert!(error.starts_with("cannot read /no/such.bin: "), "{error}");
        assert!(error.contains("; playing from the book "), "{error}");
        assert!(asked(&mut choice, Effort::nodes(1), &[]).is_some());
        choice.load("").unwrap();
        assert_eq!(asked(&mut choice, Effort::nodes(1), &[]), None);
        let error = choice.load("/no/such.bin").unwrap_err();
        assert!(
            error.ends_with("there is no book until BookFile names one"),
            "{error}"
        );
    }

    #[test]
    fn only_so_many_moves_are_from_the_book() {
        let mut choice = with_book();
        choice.depth_moves = 0;
        assert_eq!(asked(&mut choice, Effort::nodes(1), &[]), None);
    }
}
