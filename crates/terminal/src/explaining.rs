//! The arguments of every command that explains: how much to search, and with what.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use bstar_board::epd::{self, Epd};
use bstar_engine::thinker::BstarOptions;
use bstar_engine::{SearchKind, Settings};
use bstar_kit::effort::Effort;
use bstar_kit::files::read_text;
use clap::Args;

use crate::numbers::seconds;
use crate::{endings, evaluation};

/// The arguments.
#[derive(Args)]
#[group(skip)]
pub struct Argument {
    /// Time limit in seconds
    #[arg(long, group = "limit", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<Duration>,
    /// Node limit, for all short searches together
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of positions to expand, about; choosing a move and testing it share them as in the
    /// 1996 paper
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    expansions: Option<u32>,
    /// Memory in MiB: half for the transposition table, half for the tree
    #[arg(long, default_value_t = Settings::of(SearchKind::Bstar).hash_mib)]
    hash: usize,
    /// Percent of the effort for the deep search from which the tree grows [default: 80]; 0 is the
    /// paper's way, the tree alone, and --expansions implies it
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    root_search: Option<u32>,
    /// Number of probe threads. With more than one, the same command may give another text
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// What evaluates positions.
    #[command(flatten)]
    pub evaluation: evaluation::Argument,
    #[command(flatten)]
    endings: endings::EndingsArguments,
}

impl Argument {
    /// The settings of every search of the command.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        let usual = Settings::for_explaining();
        Ok(Settings {
            hash_mib: self.hash,
            threads: usize::from(self.threads),
            evaluation: self.evaluation.evaluation(),
            endings: self.endings.tables()?,
            options: BstarOptions {
                root_search_percent: self.root_search.or(usual.options.root_search_percent),
                ..usual.options
            },
            ..usual
        })
    }

    /// The effort of a search, this if the user limits nothing.
    pub fn effort_or(&self, usual: Effort) -> Effort {
        let ends = [
            self.seconds.map(Effort::time),
            self.nodes.map(Effort::nodes),
            self.expansions.map(Effort::expansions),
        ];
        let ends = ends.into_iter().flatten().reduce(Effort::or);
        ends.unwrap_or(usual)
    }
}

/// The positions of an EPD file, each with its name or its number. There is at least one.
pub fn read_positions(file: &Path) -> anyhow::Result<Vec<(String, Epd)>> {
    let text = read_text(file)?;
    let entries = epd::read(&text).with_context(|| format!("in {}", file.display()))?;
    ensure!(!entries.is_empty(), "{} has no positions", file.display());
    let named = |(at, entry): (usize, Epd)| {
        let place = || format!("{} {}", file.display(), at + 1);
        (entry.id.clone().unwrap_or_else(place), entry)
    };
    Ok(entries.into_iter().enumerate().map(named).collect())
}
