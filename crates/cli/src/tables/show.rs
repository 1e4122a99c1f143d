//! `bstar tables show`.

use anyhow::{Context, bail, ensure};
use bstar_board::{Position, fen, notation, san};
use bstar_cli::{TableValueMoveObject, TableValueObject};
use bstar_tables::{Ending, Known, MAX_MEN, Outcome, TableMove, Tables};
use clap::Args;

use super::Folder;
use bstar_terminal::output::{Out, Verdict};
use bstar_terminal::position;

const EXAMPLES: &str = "\
Examples:
  bstar tables show \"8/8/8/8/4k3/8/8/KQ5r w - - 0 1\"
  bstar tables show \"8/8/8/8/3p4/8/4P3/K6k w - - 0 1 moves e4\"";

/// Looks up a position and each of its moves: the result, and the distances in half moves to mate
/// and to the next capture or pawn move. The result takes the fifty-move rule into account; the
/// distance to mate does not.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A FEN, optionally followed by `moves …`
    #[arg(required = true, value_name = "POSITION")]
    words: Vec<String>,
    #[command(flatten)]
    folder: Folder,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Looks the position up.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let game = position::parse(&arguments.words)?;
    let position = game.position();
    let men = position.occupied().len();
    ensure!(
        men as usize <= MAX_MEN,
        "the position has {men} men; tables know positions with up to {MAX_MEN}"
    );
    let ending = Ending::of(position).map(|(ending, _)| ending);
    let ending = ending.context("the position is no ending")?;
    let tables = arguments.folder.open()?;
    let wanted = Ending::with_all_they_lead_to(std::slice::from_ref(&ending));
    let is_missing = |wanted: &Ending| tables.endings().all(|ending| ending != wanted);
    if let Some(missing) = wanted.into_iter().find(is_missing) {
        bail!(
            "there is no table of {missing} in {}; `bstar tables make {ending}` makes it",
            arguments.folder.path()?.display()
        );
    }
    let tables = Tables::default().with_own(Some(tables));
    let (Some(value), Some(moves)) = (tables.known(position), tables.moves(position)) else {
        bail!("tables know nothing of positions in which a side may castle");
    };
    if arguments.json {
        out.json("table-value", &as_object(position, &ending, value, &moves))?;
        return Ok(Verdict::Done);
    }
    out.line(format_args!("{ending}: {}", in_words(value)))?;
    if !moves.is_empty() {
        out.line(format_args!(
            "\n{:8}{:8}{:>6}{:>9}",
            "move", "", "mate", "zeroing"
        ))?;
    }
    for TableMove { mv, known, .. } in moves {
        let san = san::write(position, mv);
        let plies = |plies: Option<u32>| plies.map_or_else(String::new, |plies| plies.to_string());
        let line = format!(
            "{san:8}{:8}{:>6}{:>9}",
            outcome_word(known.outcome),
            plies(known.plies_to_mate),
            plies(known.plies_to_zeroing)
        );
        out.line(line.trim_end())?;
    }
    Ok(Verdict::Done)
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

fn in_words(value: Known) -> String {
    let (Some(mate), Some(zeroing)) = (value.plies_to_mate, value.plies_to_zeroing) else {
        return "a draw".to_owned();
    };
    let distances =
        format!("mate in {mate} half moves, the next capture or pawn move (or mate) in {zeroing}");
    match value.outcome {
        Outcome::Loss if mate == 0 => "the side to move is mated".to_owned(),
        Outcome::Win => format!("the side to move wins; {distances}"),
        Outcome::Loss => format!("the side to move loses; {distances}"),
        Outcome::Draw => {
            format!("a draw, because fifty moves come first; without that rule {distances}")
        }
    }
}

fn as_object(
    position: &Position,
    ending: &Ending,
    value: Known,
    moves: &[TableMove],
) -> TableValueObject {
    let moves = moves.iter().map(|ranked| TableValueMoveObject {
        r#move: notation::write(position, ranked.mv),
        san: san::write(position, ranked.mv),
        outcome: outcome_word(ranked.known.outcome),
        plies_to_mate: ranked.known.plies_to_mate,
        plies_to_zeroing: ranked.known.plies_to_zeroing,
    });
    TableValueObject {
        fen: fen::write(position),
        ending: ending.to_string(),
        outcome: outcome_word(value.outcome),
        plies_to_mate: value.plies_to_mate,
        plies_to_zeroing: value.plies_to_zeroing,
        moves: moves.collect(),
    }
}
