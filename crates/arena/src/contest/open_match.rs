//! A match while it is played: its journal, its PGN file and the result so far.

use bstar_kit::journal::{self, Journal};

use super::error::ContestError;
use super::game_summary::JournalGame;
use super::plan::Contest;
use super::result::MatchResult;
use super::sheets::Sheets;
use crate::stats::SprtVerdict;

/// A match while it is played.
pub(super) struct OpenMatch {
    journal: Option<Journal<JournalGame>>,
    sheets: Option<Sheets>,
    /// The result so far.
    pub result: MatchResult,
    /// Which games are finished.
    played: Vec<bool>,
}

impl OpenMatch {
    /// Begins a match, or continues it from its journal.
    pub fn open(contest: &Contest) -> Result<OpenMatch, ContestError> {
        if contest.repeats_openings() && contest.is_repeatable() {
            return Err(ContestError::Repeats {
                games: contest.games,
                openings: contest.book.size(),
            });
        }
        let mut journal = match &contest.journal {
            Some(path) => Some(Journal::open(path, &contest.fingerprint())?),
            None => None,
        };
        let mut sheets = contest.pgn.as_deref().map(Sheets::open).transpose()?;
        let earlier = journal
            .as_mut()
            .map(Journal::take_earlier)
            .unwrap_or_default();
        if let (Some(_), Some(sheets)) = (&journal, &mut sheets) {
            sheets.reconcile(&earlier, |record| contest.number_of(record))?;
        }
        let mut open = OpenMatch::with(contest, earlier);
        (open.journal, open.sheets) = (journal, sheets);
        Ok(open)
    }

    /// A match with these games, of which nothing is written.
    fn with(contest: &Contest, earlier: Vec<JournalGame>) -> OpenMatch {
        let mut open = OpenMatch {
            journal: None,
            sheets: None,
            result: MatchResult::new(contest),
            played: vec![false; contest.games],
        };
        for mut game in earlier {
            let opening = contest.opening(game.line.number);
            game.line.kind.get_or_insert(opening.kind);
            open.count(&game);
        }
        open
    }

    /// The games that are not finished. There are none after the sequential test's verdict.
    pub fn missing(&self) -> Vec<usize> {
        let numbers = 0..self.played.len();
        numbers
            .filter(|number| !self.played[*number] && !self.is_over())
            .collect()
    }

    /// Whether no game is left to play.
    pub fn is_over(&self) -> bool {
        self.result.verdict() != SprtVerdict::Continue || self.played.iter().all(|seen| *seen)
    }

    /// Writes a finished game down, and counts it.
    pub fn add(&mut self, game: &JournalGame) -> Result<(), ContestError> {
        // The journal comes first: the other file is mended from it.
        if let Some(journal) = &mut self.journal {
            journal.add(game)?;
        }
        if let (Some(sheets), Some(sheet)) = (&mut self.sheets, &game.sheet) {
            sheets.add(sheet)?;
        }
        self.count(game);
        Ok(())
    }

    /// Counts a game, unless it was counted already or belongs to a longer match.
    fn count(&mut self, game: &JournalGame) {
        if let Some(seen @ false) = self.played.get_mut(game.line.number) {
            *seen = true;
            self.result.add(game);
        }
    }
}

impl Contest {
    /// The result so far, as the journal has it. Nothing is played or written, and another program
    /// may play the match meanwhile.
    pub fn result_so_far(&self) -> Result<MatchResult, ContestError> {
        let earlier = match &self.journal {
            Some(path) => journal::read(path, &self.fingerprint())?,
            None => Vec::new(),
        };
        Ok(OpenMatch::with(self, earlier).result)
    }
}
