//! The games of a match as PGN, in a file that may hold other games too.
//!
//! The journal comes first: a finished game is written there, with its sheet, and only then here.
//! So the journal knows every game of the match. When a match is continued, [`Sheets::reconcile`]
//! makes this file agree with the journal:
//!
//! * A game that was cut off at the end, by a full disk or a crash, is removed.
//! * A finished game that is not here is added from the journal.
//! * A game at the end that the journal does not know is removed. It will be played again.
//!
//! Text that people or other programs wrote into the file is kept.

use std::collections::HashSet;
use std::path::Path;

use bstar_board::pgn::{self, GameRecord};
use bstar_kit::files::{Appender, FileError};

use super::game_summary::JournalGame;

/// The event that all games of all matches have in their head.
pub(super) const EVENT: &str = "bstar match";

/// The PGN file of a match.
pub(super) struct Sheets {
    file: Appender,
    /// Whether a game was added, so that the next one begins where it should.
    is_begun: bool,
}

impl Sheets {
    /// Opens the file, or creates it.
    pub fn open(path: &Path) -> Result<Sheets, FileError> {
        Ok(Sheets {
            file: Appender::open(path)?,
            is_begun: false,
        })
    }

    /// Adds a game. Other matches may add theirs to the same file.
    pub fn add(&mut self, sheet: &str) -> Result<(), FileError> {
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        self.file.in_turn(|file| match is_begun {
            true => file.add(sheet),
            false => {
                let gap = gap_after(&file.content()?);
                file.add(format!("{gap}{sheet}"))
            }
        })
    }

    /// Makes the file agree with the journal. `number` tells which game of the match a record is,
    /// if it is one.
    pub fn reconcile(
        &mut self,
        journal: &[JournalGame],
        number: impl Fn(&GameRecord) -> Option<usize>,
    ) -> Result<(), FileError> {
        self.file.in_turn(|file| {
            let mut bytes = file.content()?;
            let length = bytes.len();
            bytes.truncate(length_without_cut(&bytes));
            bytes.truncate(length_without_unknown(&bytes, journal, &number));
            if bytes.len() < length {
                file.keep(bytes.len() as u64)?;
            }
            let present: HashSet<&str> = sheets(&bytes).filter_map(|(_, sheet)| sheet).collect();
            let mut missing = gap_after(&bytes).to_owned();
            for game in journal {
                match &game.sheet {
                    Some(sheet) if !present.contains(sheet.as_str()) => missing.push_str(sheet),
                    _ => {}
                }
            }
            match missing.trim().is_empty() {
                true => Ok(()),
                false => file.add(missing),
            }
        })
    }
}

/// The line ends needed before the next game: an empty line separates games.
fn gap_after(bytes: &[u8]) -> &'static str {
    match bytes {
        [] | [.., b'\n', b'\n'] | [.., b'\r', b'\n', b'\r', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}

/// The first line of a game of any match.
fn first_line() -> String {
    format!("[Event \"{EVENT}\"]\n")
}

/// Where the games of matches begin, and their sheets. A game that was cut off has none.
fn sheets(bytes: &[u8]) -> impl DoubleEndedIterator<Item = (usize, Option<&str>)> {
    let line = first_line();
    let line = line.as_bytes();
    let mut starts = Vec::new();
    let mut at = 0;
    for part in bytes.split_inclusive(|byte| *byte == b'\n') {
        if part == line {
            starts.push(at);
        }
        at += part.len();
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([at]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| {
        let bytes = &bytes[start..end];
        // The bytes after a game, or the rest of one that was cut off, need not be text.
        let valid = str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let text = str::from_utf8(&bytes[..valid]).unwrap_or_default();
        (start, pgn::whole_games(text).next())
    })
}

/// How long the file is without a game that was cut off at its end.
fn length_without_cut(bytes: &[u8]) -> usize {
    if let Some((start, None)) = sheets(bytes).next_back() {
        return start;
    }
    // Perhaps it was cut off in its first line.
    let start = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    let is_after_a_game = gap_after(&bytes[..start]).is_empty();
    if is_after_a_game && first_line().as_bytes().starts_with(&bytes[start..]) {
        return start;
    }
    bytes.len()
}

/// How long the file is without a game at its end that was finished, but is not in the journal.
///
/// It is only taken for one of this match if it follows directly on a game of the journal. The
/// file may hold other matches of the same players, and their games look the same.
fn length_without_unknown(
    bytes: &[u8],
    journal: &[JournalGame],
    number: &impl Fn(&GameRecord) -> Option<usize>,
) -> usize {
    let number = |sheet: &str| number(pgn::read(sheet).ok()?.first()?);
    let known = |number: usize| journal.iter().find(|game| game.line.number == number);
    let is_known = |sheet: &str| {
        let game = number(sheet).and_then(known);
        game.is_some_and(|game| game.sheet.as_deref().is_none_or(|text| text == sheet))
    };
    let mut from_the_end = sheets(bytes).rev();
    let last = from_the_end.next();
    let before = from_the_end.next();
    if let (Some((start, Some(sheet))), Some((_, Some(before)))) = (last, before) {
        let is_unknown = number(sheet).is_some_and(|number| known(number).is_none());
        if is_unknown && is_known(before) && start + sheet.len() == bytes.len() {
            return start;
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(round: usize, white: &str) -> String {
        let head = first_line();
        format!("{head}[Round \"{round}\"]\n[White \"{white}\"]\n\n1. e4 {{ü}} 1-0\n\n")
    }

    fn number(record: &GameRecord) -> Option<usize> {
        let is_ours = record.tag("White") == Some("a");
        record.tag("Round")?.parse().ok().filter(|_| is_ours)
    }

    fn game(number: usize, has_sheet: bool) -> JournalGame {
        JournalGame {
            line: crate::contest::game_summary::tests::game(number),
            sheet: has_sheet.then(|| sheet(number, "a")),
            seconds: None,
        }
    }

    /// The content of a file after it is continued with these games in the journal.
    fn reconciled(before: &[u8], journal: &[JournalGame]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, before).unwrap();
        let mut sheets = Sheets::open(&path).unwrap();
        sheets.reconcile(journal, number).unwrap();
        std::fs::read(&path).unwrap()
    }

    #[test]
    fn a_cut_game_goes_wherever_it_was_cut_and_comes_back_from_the_journal() {
        let user = b"[Event \"M\xfcnchen\"]\n\n1. d4 *\n\n".to_vec();
        let [first, second] = [0, 1].map(|number| sheet(number, "a"));
        for earlier in [Vec::new(), user] {
            let one = [&earlier, first.as_bytes()].concat();
            let both = [&one, second.as_bytes()].concat();
            for cut in one.len()..=both.len() {
                let text = &both[..cut];
                let journal = [game(0, true), game(1, true)];
                assert_eq!(reconciled(text, &journal), both, "cut at {cut}");
                // The second game is not finished, as far as the journal knows.
                assert_eq!(reconciled(text, &journal[..1]), one, "cut at {cut}");
            }
        }
    }

    #[test]
    fn what_others_wrote_stays() {
        let other = sheet(1, "b");
        for text in [
            "[Event \"x\"]\n\n1. e4 *",
            "notes",
            "[Event \"x\"]\n\n1. e4",
            &other,
        ] {
            let after = reconciled(text.as_bytes(), &[game(0, true)]);
            let after = String::from_utf8(after).unwrap();
            let expected = format!("{}\n\n{}", text.trim_end(), sheet(0, "a"));
            assert_eq!(after, expected);
            assert_eq!(reconciled(after.as_bytes(), &[]), after.as_bytes());
        }
        assert_eq!(reconciled(b"notes", &[]), b"notes");
    }

    #[test]
    fn games_of_another_match_of_the_same_players_stay() {
        let [first, second] = [0, 1].map(|number| sheet(number, "a"));
        let earlier = first.replace("e4", "d4") + &second;
        let after = reconciled(earlier.as_bytes(), &[game(0, true)]);
        assert_eq!(String::from_utf8(after).unwrap(), earlier.clone() + &first);
        assert_eq!(reconciled(earlier.as_bytes(), &[]), earlier.as_bytes());
    }

    #[test]
    fn journals_without_sheets_are_taken_at_their_word() {
        let both = sheet(0, "a") + &sheet(1, "a");
        let journal = [game(0, false), game(1, false)];
        assert_eq!(reconciled(both.as_bytes(), &journal), both.as_bytes());
        assert_eq!(
            reconciled(both.as_bytes(), &journal[..1]),
            sheet(0, "a").as_bytes()
        );
    }

    #[test]
    fn a_game_is_never_glued_onto_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for (before, gap) in [
            ("", ""),
            ("1. e4 *", "\n\n"),
            ("1. e4 *\n", "\n"),
            ("*\n\n", ""),
        ] {
            std::fs::write(&path, before).unwrap();
            Sheets::open(&path).unwrap().add("[Event").unwrap();
            let after = std::fs::read_to_string(&path).unwrap();
            assert_eq!(after, format!("{before}{gap}[Event"));
        }
    }
}
