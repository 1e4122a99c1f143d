//! The positions that regret is measured on.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bstar_arena::positions::{PositionsError, read_positions};
use bstar_board::Position;
use thiserror::Error;

/// Why positions cannot be used.
#[derive(Debug, Error)]
pub enum SetPositionError {
    /// The file, or a line of it.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// A position needs a name, since files about it refer to it.
    #[error("{path}, line {line}: the position has no id", path = .path.display())]
    Nameless { path: PathBuf, line: usize },
    /// A name was used before.
    #[error("{path}, line {line}: a position above has the id {id} already", path = .path.display())]
    Repeated {
        path: PathBuf,
        line: usize,
        id: String,
    },
    /// There is nothing to choose.
    #[error("{path}, line {line}: the position {id} has no legal move", path = .path.display())]
    Over {
        path: PathBuf,
        line: usize,
        id: String,
    },
}

/// A position and its name.
#[derive(Clone, Debug)]
pub struct SetPosition {
    pub id: String,
    pub position: Position,
}

/// The positions of a file, in its order.
#[derive(Clone, Debug)]
pub struct PositionSet {
    path: PathBuf,
    positions: Vec<SetPosition>,
    numbers: HashMap<String, usize>,
}

impl PositionSet {
    /// Reads a file of positions with names (EPD, `id`).
    pub fn load(path: &Path) -> Result<PositionSet, SetPositionError> {
        let mut set = PositionSet {
            path: path.to_owned(),
            positions: Vec::new(),
            numbers: HashMap::new(),
        };
        for numbered in read_positions(path)? {
            let (line, path) = (numbered.line, path.to_owned());
            let Some(id) = numbered.epd.id else {
                return Err(SetPositionError::Nameless { path, line });
            };
            if !numbered.epd.position.has_legal_move() {
                return Err(SetPositionError::Over { path, line, id });
            }
            let number = set.positions.len();
            if set.numbers.insert(id.clone(), number).is_some() {
                return Err(SetPositionError::Repeated { path, line, id });
            }
            set.positions.push(SetPosition {
                id,
                position: numbered.epd.position,
            });
        }
        Ok(set)
    }

    pub fn all(&self) -> &[SetPosition] {
        &self.positions
    }

    /// The position of this name.
    pub fn named(&self, id: &str) -> Option<&SetPosition> {
        self.numbers.get(id).map(|&number| &self.positions[number])
    }

    /// A file beside that of the positions: `report.epd` and `sets.tsv` give `report.sets.tsv`.
    pub fn beside(&self, ending: &str) -> PathBuf {
        self.path.with_extension(ending)
    }
}
