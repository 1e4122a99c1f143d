//! `bstar tables check`.

use std::time::Instant;

use bstar_cli::CheckedTableObject;
use bstar_kit::workers::all_cores;
use bstar_tables::{CheckedTable, Ending, Syzygy, check, slots_of};
use clap::Args;

use super::{Folder, grouped};
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};
use bstar_terminal::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  bstar tables check
  bstar tables check KQKR KPK --syzygy /data/syzygy";

/// Checks every position of the tables: its distances must follow from those after its moves. With
/// --syzygy, its result must agree with those files. The exit code is 1 if an error is found.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Endings to check [default: all tables in the folder]
    #[arg(value_name = "ENDING")]
    endings: Vec<Ending>,
    #[command(flatten)]
    folder: Folder,
    /// Also compare the result of every position with the Syzygy files in these folders, separated
    /// as in PATH
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Print a JSON object for each table, one to a line, instead of text
    #[arg(long)]
    json_lines: bool,
}

/// Checks them one after the other.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let (tables, endings) = arguments.folder.open_some(&arguments.endings)?;
    let judge = arguments.syzygy.as_deref().map(Syzygy::open);
    let judge = judge.transpose()?;
    let threads = arguments.threads.map_or_else(all_cores, usize::from);
    let stop = stop_on_interrupt()?;
    let slots = endings.iter().map(|ending| slots_of(ending) as u64);
    let progress = Progress::new(slots.sum());
    let mut done = 0;
    let (mut positions, mut wrong) = (0, 0);
    for ending in &endings {
        let begin = Instant::now();
        progress.say(ending.to_string());
        let report = &mut |slots| progress.reach(done + slots as u64);
        let checked = check(&tables, ending, judge.as_ref(), threads, &stop, report);
        let checked = match checked {
            Ok(checked) => checked,
            Err(error) => {
                progress.finish();
                return Err(error.into());
            }
        };
        done += slots_of(ending) as u64;
        positions += checked.positions;
        wrong += checked.unfitting + checked.misjudged;
        let object = as_object(&checked, judge.is_some(), begin.elapsed().as_secs_f64());
        progress.beside(|| match arguments.json_lines {
            true => out.json("checked-table", &object),
            false => tell(&object, out),
        })?;
        if stop.is_set() {
            break;
        }
    }
    progress.finish();
    if !arguments.json_lines {
        let verdict = match wrong {
            0 => "all right".to_owned(),
            _ => format!("{} wrong", grouped(wrong)),
        };
        out.line(format_args!("{} positions, {verdict}", grouped(positions)))?;
    }
    Ok(match wrong {
        0 => Verdict::unless_interrupted(stop.is_set(), "the rest was not looked at"),
        _ => Verdict::No,
    })
}

fn as_object(checked: &CheckedTable, is_judged: bool, seconds: f64) -> CheckedTableObject {
    CheckedTableObject {
        ending: checked.ending.to_string(),
        positions: checked.positions,
        unfitting: checked.unfitting,
        misjudged: is_judged.then_some(checked.misjudged),
        faults: checked.faults.clone(),
        seconds,
        interrupted: !checked.is_complete,
    }
}

fn tell(checked: &CheckedTableObject, out: &mut Out) -> std::io::Result<()> {
    let CheckedTableObject {
        ending,
        positions,
        unfitting,
        misjudged,
        seconds,
        ..
    } = checked;
    let judged = match misjudged {
        None => String::new(),
        Some(0) => ", Syzygy says the same of each".to_owned(),
        Some(count) => format!(", Syzygy says otherwise of {}", grouped(*count)),
    };
    let fitting = match unfitting {
        0 => "each fits its moves".to_owned(),
        count => format!("{} do not fit their moves", grouped(*count)),
    };
    out.line(format_args!(
        "{ending}: {} positions, {fitting}{judged} ({seconds:.1} s)",
        grouped(*positions)
    ))?;
    for fault in &checked.faults {
        out.line(format_args!("  {fault}"))?;
    }
    Ok(())
}
