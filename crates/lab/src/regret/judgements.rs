//! What a judge found, move by move, kept in a file.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use bstar_board::{Move, notation};
use bstar_kit::files::FileError;

use crate::judge::{Judge, Worth};

use super::lines::{KeptFileError, KeptLines};
use super::positions::{PositionSet, SetPosition};

const BEGINNING: &str = "\
# What moves are worth, in ten-thousandths of expected score for the side that plays them. A line
# that begins with `judge` says who judged the moves below it.
";
const JUDGE: &str = "judge";

/// The judgements of one judge.
pub struct Judgements {
    file: KeptLines,
    found: HashMap<(String, Move), Worth>,
    /// The judge of the last lines.
    judge: Option<String>,
}

impl Judgements {
    /// The file of a judge's judgements of the moves of these positions.
    pub fn file(judge: &Judge, positions: &PositionSet) -> PathBuf {
        let letters = judge.player.name.chars();
        let name: String = letters
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect();
        positions.beside(&format!("{name}-{}.tsv", judge.nodes))
    }

    /// Reads the file, if it is there.
    pub fn read(path: &Path, positions: &PositionSet) -> Result<Judgements, KeptFileError> {
        let mut found = HashMap::new();
        let mut judge = None;
        let file = KeptLines::read(path, BEGINNING, |line| {
            let (id, said) = line
                .split_once('\t')
                .ok_or("expected the id of a position, a tab and MOVE=WORTH")?;
            if id == JUDGE {
                judge = Some(said.to_owned());
                return Ok(());
            }
            if judge.is_none() {
                return Err("no line above says who judged".to_owned());
            }
            let of = positions
                .named(id)
                .ok_or_else(|| format!("no position has the id {id}"))?;
            let (word, worth) = said
                .split_once('=')
                .ok_or_else(|| format!("expected MOVE=WORTH, found `{said}`"))?;
            let mv = notation::parse(&of.position, word).map_err(|error| error.to_string())?;
            let worth: u16 = worth
                .parse()
                .ok()
                .filter(|worth| *worth <= Worth::WIN.0)
                .ok_or_else(|| format!("`{worth}` is no number from 0 to {}", Worth::WIN.0))?;
            match found.insert((id.to_owned(), mv), Worth(worth)) {
                Some(_) => Err(format!("the move {word} of {id} was judged above")),
                None => Ok(()),
            }
        })?;
        Ok(Judgements { file, found, judge })
    }

    /// What a move is worth, if it was judged.
    pub fn of(&self, id: &str, mv: Move) -> Option<Worth> {
        self.found.get(&(id.to_owned(), mv)).copied()
    }

    /// How many moves of these positions were judged.
    pub(super) fn count(&self, ids: &HashSet<&str>) -> usize {
        let is_one = |(id, _): &&(String, Move)| ids.contains(id.as_str());
        self.found.keys().filter(is_one).count()
    }

    /// Opens the file for more, and for nobody else.
    pub fn open(&mut self) -> Result<(), FileError> {
        self.file.open()
    }

    /// Keeps what the judge of this version found.
    pub fn add(
        &mut self,
        judge: &str,
        of: &SetPosition,
        mv: Move,
        worth: Worth,
    ) -> Result<(), FileError> {
        if self.judge.as_deref() != Some(judge) {
            self.file.add(&format!("{JUDGE}\t{judge}"))?;
            self.judge = Some(judge.to_owned());
        }
        let word = notation::write(&of.position, mv);
        self.file.add(&format!("{}\t{word}={}", of.id, worth.0))?;
        self.found.insert((of.id.clone(), mv), worth);
        Ok(())
    }
}
