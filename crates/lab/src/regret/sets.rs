//! The set of moves of each position, fixed once.

use std::collections::HashMap;
use std::path::Path;

use bstar_board::{Move, notation};
use bstar_kit::files::FileError;

use super::lines::{KeptFileError, KeptLines};
use super::positions::{PositionSet, SetPosition};

const BEGINNING: &str = "\
# The moves of each position among which the best one is the measure of regret. They are fixed once.
";

/// The set of moves of each position.
pub struct MoveSets {
    file: KeptLines,
    sets: HashMap<String, Vec<Move>>,
}

impl MoveSets {
    /// Reads the file, if it is there.
    pub fn read(path: &Path, positions: &PositionSet) -> Result<MoveSets, KeptFileError> {
        let mut sets = HashMap::new();
        let file = KeptLines::read(path, BEGINNING, |line| {
            let (id, words) = line
                .split_once('\t')
                .ok_or("expected the id of a position, a tab and moves")?;
            let of = positions
                .named(id)
                .ok_or_else(|| format!("no position has the id {id}"))?;
            let moves = words
                .split(' ')
                .map(|word| notation::parse(&of.position, word).map_err(|error| error.to_string()));
            let moves = moves.collect::<Result<Vec<Move>, String>>()?;
            match sets.insert(id.to_owned(), moves) {
                Some(_) => Err(format!("{id} has a set already")),
                None => Ok(()),
            }
        })?;
        Ok(MoveSets { file, sets })
    }

    /// The set of a position, if it is fixed.
    pub fn of(&self, id: &str) -> Option<&[Move]> {
        self.sets.get(id).map(Vec::as_slice)
    }

    /// Opens the file for more, and for nobody else.
    pub fn open(&mut self) -> Result<(), FileError> {
        self.file.open()
    }

    /// Fixes the set of a position.
    pub fn fix(&mut self, of: &SetPosition, moves: Vec<Move>) -> Result<(), FileError> {
        let words: Vec<String> = moves
            .iter()
            .map(|&mv| notation::write(&of.position, mv))
            .collect();
        self.file.add(&format!("{}\t{}", of.id, words.join(" ")))?;
        self.sets.insert(of.id.clone(), moves);
        Ok(())
    }
}
