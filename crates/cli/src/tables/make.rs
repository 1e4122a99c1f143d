//! `bstar tables make`.

use bstar_cli::MadeTableObject;
use bstar_kit::workers::all_cores;
use bstar_tables::{Distance, Ending, MakeError, MakeEvent, make, slots_of};
use clap::Args;

use super::{Folder, grouped};
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{FirstFailure, Out, Verdict, remark};
use bstar_terminal::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  bstar tables make KPK
  bstar tables make KQKR KBNK --folder tables
  bstar tables make";

/// Makes endgame tables: for every position the result, the distance to mate, and the distance to
/// the next capture or pawn move, which the fifty-move rule needs.
///
/// Endings that arise by capture or promotion are made too. Existing tables are kept, so the same
/// command continues after an interruption.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Endings to make, such as KQKR or KQvKR [default: all with three and four pieces]
    #[arg(value_name = "ENDING")]
    endings: Vec<Ending>,
    #[command(flatten)]
    folder: Folder,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Print a JSON object for each table, one to a line, instead of text
    #[arg(long)]
    json_lines: bool,
}

/// Makes what is missing.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let folder = arguments.folder.path()?;
    let wanted = match &arguments.endings[..] {
        [] => Ending::all_known(),
        named => Ending::with_all_they_lead_to(named),
    };
    let threads = arguments.threads.map_or_else(all_cores, usize::from);
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(wanted.iter().map(|ending| slots_of(ending) as u64).sum());
    let mut done_slots = 0;
    let (mut made, mut bytes) = (0, 0);
    let mut failure = FirstFailure::default();
    let result = make(&folder, &wanted, threads, &stop, &mut |event| {
        let written = match event {
            MakeEvent::Begun(ending) => {
                progress.say(ending.to_string());
                Ok(())
            }
            MakeEvent::Stage(ending, stage) => {
                let to = match stage.distance {
                    Distance::Mate => "mate",
                    Distance::Zeroing => "capture or pawn move",
                };
                progress.say(format!("{ending}: {} half moves to {to}", stage.plies));
                Ok(())
            }
            MakeEvent::Refused(error) => {
                progress.beside(|| remark(&error.to_string()));
                Ok(())
            }
            MakeEvent::Present(ending) => {
                done_slots += slots_of(ending) as u64;
                progress.reach(done_slots);
                let object = MadeTableObject {
                    ending: ending.to_string(),
                    was_there: true,
                    slots: None,
                    bytes: None,
                    seconds: None,
                };
                progress.beside(|| match arguments.json_lines {
                    true => out.json("made-table", &object),
                    false => out.line(format_args!("{ending}: is there")),
                })
            }
            MakeEvent::Made(table) => {
                done_slots += table.slots as u64;
                progress.reach(done_slots);
                (made, bytes) = (made + 1, bytes + table.bytes);
                let object = MadeTableObject {
                    ending: table.ending.to_string(),
                    was_there: false,
                    slots: Some(table.slots),
                    bytes: Some(table.bytes),
                    seconds: Some(table.seconds),
                };
                progress.beside(|| match arguments.json_lines {
                    true => out.json("made-table", &object),
                    false => out.line(format_args!(
                        "{}: {} slots, {} bytes, {:.1} s",
                        table.ending,
                        grouped(table.slots as u64),
                        grouped(table.bytes as u64),
                        table.seconds
                    )),
                })
            }
        };
        if failure.note(written) {
            stop.set();
        }
    });
    progress.finish();
    failure.into_result()?;
    match result {
        Ok(()) => {}
        Err(MakeError::Interrupted) => {
            return Ok(Verdict::unless_interrupted(
                true,
                "the same command goes on with the table it was at",
            ));
        }
        Err(error) => return Err(error.into()),
    }
    if !arguments.json_lines {
        out.line(format_args!(
            "{made} of {} tables made, {} bytes, in {}",
            wanted.len(),
            grouped(bytes as u64),
            folder.display()
        ))?;
    }
    Ok(Verdict::Done)
}
