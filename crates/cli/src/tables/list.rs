//! `bstar tables list`.

use anyhow::Context;
use bstar_board::Color;
use bstar_cli::{LongestWinObject, OutcomeCountsObject, TableObject, TablesObject};
use bstar_tables::{Distance, Ending, LongestWin, OutcomeCounts, TableSurvey, survey};
use clap::Args;

use super::{Folder, grouped};
use bstar_terminal::output::{Out, Verdict};

const EXAMPLES: &str = "\
Examples:
  bstar tables list
  bstar tables list KQKR --json";

/// Summarises tables: the numbers of positions won, drawn and lost for White, the stronger side,
/// and the longest wins of both sides in moves. Mirror images of a position count once.
///
/// "mate" is the longest distance to mate; "zeroing" is the longest distance to the next capture or
/// pawn move that keeps the win, or to mate. Without pawns the latter is the distance to
/// conversion.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Endings to list [default: all tables in the folder]
    #[arg(value_name = "ENDING")]
    endings: Vec<Ending>,
    #[command(flatten)]
    folder: Folder,
    /// Also print a position for each of the longest wins
    #[arg(long)]
    examples: bool,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Looks through them one after the other.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let (tables, endings) = arguments.folder.open_some(&arguments.endings)?;
    if !arguments.json {
        out.line(heading())?;
    }
    let mut objects = Vec::new();
    for ending in &endings {
        let table = survey(&tables, ending)?.context("the table was there a moment ago")?;
        if arguments.json {
            objects.push(as_object(&table));
            continue;
        }
        out.line(row(&table))?;
        if arguments.examples {
            for win in &table.longest {
                out.line(format_args!("        {}", in_words(win)))?;
            }
        }
    }
    if arguments.json {
        out.json("tables", &TablesObject { tables: objects })?;
    }
    Ok(Verdict::Done)
}

fn heading() -> String {
    format!(
        "{:28}{:>34}{:>35}{:>15}{:>15}\n{:6}{:>11}{:>11}  {:>10}{:>11}{:>11}  {:>11}{:>11}{:>11}  {:>6}{:>9}{:>6}{:>9}",
        "",
        "White to move",
        "Black to move",
        "White wins",
        "Black wins",
        "",
        "bytes",
        "positions",
        "won",
        "drawn",
        "lost",
        "won",
        "drawn",
        "lost",
        "mate",
        "zeroing",
        "mate",
        "zeroing",
    )
}

fn row(table: &TableSurvey) -> String {
    let counts = |counts: Option<OutcomeCounts>| match counts {
        Some(OutcomeCounts { won, drawn, lost }) => [won, drawn, lost].map(grouped),
        None => ["", "", ""].map(str::to_owned),
    };
    let [white_won, white_drawn, white_lost] = counts(Some(table.white_to_move));
    let [black_won, black_drawn, black_lost] = counts(table.black_to_move);
    let moves = |winner, distance| {
        let longest = table.longest_of(winner, distance);
        longest.map_or_else(|| "–".to_owned(), |win| win.moves().to_string())
    };
    let wins = [Color::White, Color::Black]
        .map(|winner| [Distance::Mate, Distance::Zeroing].map(|distance| moves(winner, distance)));
    let [[white_mate, white_zeroing], [black_mate, black_zeroing]] = wins;
    // With the same men on both sides, what White can Black can too.
    let [black_mate, black_zeroing] = match table.black_to_move {
        Some(_) => [black_mate, black_zeroing],
        None => ["", ""].map(str::to_owned),
    };
    let line = format!(
        "{:6}{:>11}{:>11}  {white_won:>10}{white_drawn:>11}{white_lost:>11}  {black_won:>11}{black_drawn:>11}{black_lost:>11}  {white_mate:>6}{white_zeroing:>9}{black_mate:>6}{black_zeroing:>9}",
        table.ending.to_string(),
        grouped(table.bytes as u64),
        grouped(table.positions()),
    );
    line.trim_end().to_owned()
}

fn in_words(win: &LongestWin) -> String {
    let winner = match win.winner {
        Color::White => "White",
        Color::Black => "Black",
    };
    let to = to_what(win.distance);
    format!("{winner}, {to} in {}: {}", win.moves(), win.fen)
}

fn to_what(distance: Distance) -> &'static str {
    match distance {
        Distance::Mate => "mate",
        Distance::Zeroing => "zeroing",
    }
}

fn as_object(table: &TableSurvey) -> TableObject {
    let counts = |OutcomeCounts { won, drawn, lost }| OutcomeCountsObject { won, drawn, lost };
    let longest = table.longest.iter().map(|win| LongestWinObject {
        winner: match win.winner {
            Color::White => "white",
            Color::Black => "black",
        },
        to: to_what(win.distance),
        moves: win.moves(),
        plies: win.plies,
        fen: win.fen.clone(),
    });
    TableObject {
        ending: table.ending.to_string(),
        positions: table.positions(),
        slots: table.slots,
        bytes: table.bytes,
        white_to_move: counts(table.white_to_move),
        black_to_move: table.black_to_move.map(counts),
        longest: longest.collect(),
    }
}
