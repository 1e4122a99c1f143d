//! `bstar lab prior`: what a prior is, and what it says of positions.

use std::path::PathBuf;

use bstar_cli::{PriorObject, PriorOpinions};
use bstar_training::prior_check::{
    Prior, PriorOpinion, PriorReference, opinions, read_prior_reference,
};
use clap::Args;

use crate::output::{Out, Verdict};

/// How many moves of a position are told to people.
const TOLD_MOVES: usize = 5;

/// Says what a file of a prior is. With --positions it says what the prior expects of every
/// position before any search: the chances of win, draw and loss of the side to move, how far the
/// expected score may be from that of a search, and which moves a search is likely to choose.
///
/// A line of the positions is a FEN. Where the numbers of the trainer follow after tabs
/// (docs/prior.md), the prior's are compared with them; the exit code is 1 if one differs.
#[derive(Args)]
pub struct Arguments {
    /// The prior
    #[arg(value_name = "FILE.prior")]
    file: PathBuf,
    /// Positions, a FEN a line, perhaps with the numbers of the trainer
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Write an object for the prior or, with positions, for each of them and one for all
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let prior = Prior::load(&arguments.file)?;
    match &arguments.positions {
        Some(path) => tell(&prior, &read_prior_reference(path)?, arguments.json, out),
        None => describe(&prior, arguments, out),
    }
}

fn describe(prior: &Prior, arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    if arguments.json {
        let described = PriorObject {
            checksum: format!("{:016x}", prior.checksum()),
            pairs: prior.pairs(),
        };
        out.json("prior", &described)?;
    } else {
        out.line(format_args!("{}: {prior}", arguments.file.display()))?;
    }
    Ok(Verdict::Done)
}

fn tell(
    prior: &Prior,
    references: &[PriorReference],
    as_json: bool,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let (mut compared, mut different) = (0, 0);
    for opinion in opinions(prior, references) {
        compared += usize::from(opinion.is_as_expected.is_some());
        different += usize::from(opinion.is_as_expected == Some(false));
        if as_json {
            out.json("prior-opinion", &opinion)?;
        } else {
            out.line(format_args!("{}", in_words(&opinion)))?;
        }
    }
    if as_json {
        let all = PriorOpinions {
            positions: references.len(),
            compared,
            different,
        };
        out.json("prior-opinions", &all)?;
    } else if compared > 0 {
        out.line(format_args!("# {different} of {compared} positions differ"))?;
    }
    Ok(if different > 0 {
        Verdict::No
    } else {
        Verdict::Done
    })
}

/// A line for people.
fn in_words(opinion: &PriorOpinion) -> String {
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    let moves: Vec<String> = opinion
        .moves
        .iter()
        .take(TOLD_MOVES)
        .map(|known| format!("{} {}", known.mv, percent(known.chance)))
        .collect();
    let remark = match opinion.is_as_expected {
        Some(false) => "\tother numbers were expected",
        _ => "",
    };
    format!(
        "{}\twin {}, draw {}, loss {}, ± {:.1} points\t{}{remark}",
        opinion.fen,
        percent(opinion.win),
        percent(opinion.draw),
        percent(opinion.loss),
        100.0 * opinion.spread,
        moves.join(", ")
    )
}
