//! `bstar tables show`.

use anyhow::{Context, bail, ensure};
use bstar_board::{Position, fen, notation, san};
use bstar_cli::{TableValueMoveObject, TableValueObject};
use bstar_tables::{Ending, MAX_MEN, Outcome, RankedMove, TableValue};
use clap::Args;

use super::Folder;
use crate::output::{Out, Verdict};
use crate::position;

const EXAMPLES: &str = "\
Examples:
  bstar tables show \"8/8/8/8/4k3/8/8/KQ5r w - - 0 1\"
  bstar tables show \"8/8/8/8/3p4/8/4P3/K6k w - - 0 1 moves e4\"";

/// Says what the tables know of a position and of each of its moves: who wins, in how many half
/// moves there is mate, and in how many the next capture or pawn move (or mate). Who wins takes the
/// count to fifty moves into account; the way to mate does not.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A FEN, or a FEN followed by `moves …`
    #[arg(required = true, value_name = "POSITION")]
    words: Vec<String>,
    #[command(flatten)]
    folder: Folder,
    /// Write an object instead of text
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
    let value = tables.value(position);
    let moves = tables.ranked_moves(position);
    let (Some(value), Some(moves)) = (value, moves) else {
        let wanted = Ending::with_all_they_lead_to(std::slice::from_ref(&ending));
        let missing = wanted.into_iter().find(|wanted| {
            let mut present = tables.endings();
            present.all(|ending| ending != wanted)
        });
        match missing {
            Some(missing) => bail!(
                "there is no table of {missing} in {}; `bstar tables make {ending}` makes it",
                arguments.folder.path()?.display()
            ),
            None => bail!("tables know nothing of positions in which a side may castle"),
        }
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
    for RankedMove { mv, value } in moves {
        let san = san::write(position, mv);
        let plies = |plies: Option<u8>| plies.map_or_else(String::new, |plies| plies.to_string());
        let line = format!(
            "{san:8}{:8}{:>6}{:>9}",
            outcome_word(value.outcome),
            plies(value.plies_to_mate),
            plies(value.plies_to_zeroing)
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

fn in_words(value: TableValue) -> String {
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
    value: TableValue,
    moves: &[RankedMove],
) -> TableValueObject {
    let moves = moves.iter().map(|ranked| TableValueMoveObject {
        r#move: notation::write(position, ranked.mv),
        san: san::write(position, ranked.mv),
        outcome: outcome_word(ranked.value.outcome),
        plies_to_mate: ranked.value.plies_to_mate,
        plies_to_zeroing: ranked.value.plies_to_zeroing,
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
