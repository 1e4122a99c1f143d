//! What endgame tables know of the position and of all its moves: for programs, and as a table for
//! people.

use bstar_board::{notation, san};
use bstar_tables::{Known, Outcome, TableMove};

use crate::facts::{Certainty, Distance, KnownRoot, Reading};
use crate::write::words::grammar::wrapped;

/// What endgame tables know of the position.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownObject {
    /// How the game ends for the side to move, with best play.
    pub outcome: Certainty,
    /// How far it is.
    #[serde(flatten)]
    pub distance: DistanceObject,
    /// All moves, the best first.
    pub moves: Vec<TableMoveObject>,
}

/// A move as endgame tables know it.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableMoveObject {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in SAN.
    pub san: String,
    /// How the game then ends for the side that makes it.
    pub outcome: Certainty,
    /// How far it is, this move included.
    #[serde(flatten)]
    pub distance: DistanceObject,
    /// Whether it captures something or moves a pawn.
    pub zeroing: bool,
}

/// How far it is to the end, or to the next step on the way.
#[derive(Clone, Copy, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistanceObject {
    /// The moves to mate of the side that wins; `null` in a draw, and where the tables do not tell.
    /// With Syzygy's tables it is known only where a bare king faces pieces, and may then be one
    /// too many.
    pub moves_to_mate: Option<u32>,
    /// The half moves to mate; `null` in a draw, and where the tables do not tell.
    pub plies_to_mate: Option<u32>,
    /// The half moves to the next capture or pawn move that keeps the win, or to mate; `null` in a
    /// draw, and where the tables do not tell. Syzygy's may be one too many.
    pub plies_to_zeroing: Option<u32>,
}

impl Reading<'_> {
    /// What tables know, for programs.
    pub(super) fn known_object(&self) -> Option<KnownObject> {
        let root = self.known.as_ref()?;
        Some(KnownObject {
            outcome: certainty(root.outcome),
            distance: distance(root, &root.best().known),
            moves: root
                .moves
                .iter()
                .map(|known| self.known_move(root, known))
                .collect(),
        })
    }

    fn known_move(&self, root: &KnownRoot, known: &TableMove) -> TableMoveObject {
        TableMoveObject {
            mv: notation::write(self.position(), known.mv),
            san: san::write(self.position(), known.mv),
            outcome: certainty(known.known.outcome),
            distance: distance(root, &known.known),
            zeroing: known.is_zeroing,
        }
    }
}

fn distance(root: &KnownRoot, known: &Known) -> DistanceObject {
    let moves = root.distance(known).filter(|found| found.is_to_mate());
    DistanceObject {
        moves_to_mate: moves.map(Distance::moves),
        plies_to_mate: known.plies_to_mate,
        plies_to_zeroing: known.plies_to_zeroing,
    }
}

fn certainty(outcome: Outcome) -> Certainty {
    match outcome {
        Outcome::Win => Certainty::Win,
        Outcome::Draw => Certainty::Draw,
        Outcome::Loss => Certainty::Loss,
    }
}

/// All moves of a position that tables know: those with the same result and distance in one row.
pub(super) fn known_table(reading: &Reading, root: &KnownRoot) -> String {
    let mut rows: Vec<(Outcome, Option<Distance>, Vec<String>)> = Vec::new();
    for known in &root.moves {
        let (outcome, distance) = (known.known.outcome, root.distance(&known.known));
        let name = san::write(reading.position(), known.mv);
        match rows
            .iter_mut()
            .find(|row| (row.0, row.1) == (outcome, distance))
        {
            Some(row) => row.2.push(name),
            None => rows.push((outcome, distance, vec![name])),
        }
    }
    let is_step = |row: &&(Outcome, Option<Distance>, Vec<String>)| {
        row.1.is_some_and(|distance| !distance.is_to_mate())
    };
    let has_steps = rows.iter().any(|row| is_step(&row));
    let has_mates = rows
        .iter()
        .any(|row| row.1.is_some_and(Distance::is_to_mate));
    let heading = match (has_mates, has_steps) {
        (_, true) => "within",
        (true, false) => "mate in",
        (false, false) => "",
    };
    let width = heading.len().max(2);
    let mut text = format!("result  {heading:>width$}  moves\n");
    for (outcome, distance, names) in &rows {
        let result = match outcome {
            Outcome::Win => "wins",
            Outcome::Draw => "draws",
            Outcome::Loss => "loses",
        };
        let cell = match distance {
            Some(Distance::Mate(moves)) if has_steps => format!("#{moves}"),
            Some(distance) => distance.moves().to_string(),
            None => "-".to_owned(),
        };
        let indent = 6 + 2 + width + 2;
        let names = broken(&names.join(", "), indent);
        text.push_str(&format!("{result:<6}  {cell:>width$}  {names}\n"));
    }
    if has_steps {
        text.push('\n');
        let mates = match has_mates {
            true => " # counts to mate.",
            false => "",
        };
        text.push_str(&wrapped(&format!(
            "Within so many moves the winner can force a capture, a pawn move or mate that keeps \
             the win.{mates}"
        )));
        text.push('\n');
    }
    text
}

/// A list of moves, broken so that it fits beside the columns before it.
fn broken(names: &str, indent: usize) -> String {
    const LINE_WIDTH_COLUMNS: usize = 80;
    let (mut text, mut column) = (String::new(), indent);
    for word in names.split(' ') {
        if column > indent && column + 1 + word.len() > LINE_WIDTH_COLUMNS {
            text.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}
