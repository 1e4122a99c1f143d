//! `bstar-lab techniques`: what each search technique is worth.

use std::path::PathBuf;

use anyhow::{Context, bail};
use bstar_arena::player::Pace;
use bstar_arena::referee::{DrawRule, GameRules, ResignRule};
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_kit::suggestion::did_you_mean;
use bstar_lab::techniques::{TechniqueWorths, all_techniques, markdown};
use bstar_terminal::progress::Progress;
use clap::Args;

use crate::contest::book;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Plays, for every search technique, a match of the engine with everything against the engine
/// without it.
#[derive(Args)]
pub struct Arguments {
    /// Games for each technique, rounded up to whole pairs
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Nodes per move
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Only these techniques
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    only: Vec<String>,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Openings, EPD or PGN [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Call a draw, as in `bstar-lab match`
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw_rule: Option<DrawRule>,
    /// Call a win, as in `bstar-lab match`
    #[arg(long, value_name = "MOVES,CP")]
    resign_rule: Option<ResignRule>,
    /// Keep journals in this folder; what is in them already is not played again
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,
    /// Write the table to a Markdown file as well
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print a JSON object for every technique
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs(&arguments.output, &arguments.openings)?;
    let all = all_techniques();
    let names = if arguments.only.is_empty() {
        all
    } else {
        if let Some(unknown) = arguments.only.iter().find(|name| !all.contains(name)) {
            bail!(
                "there is no technique `{unknown}`: {}there are {}",
                did_you_mean(unknown, all.iter().map(String::as_str)),
                all.join(", ")
            );
        }
        arguments.only.clone()
    };
    if let Some(folder) = &arguments.resume {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let games = (arguments.games as usize).next_multiple_of(2);
    let plan = TechniqueWorths {
        names,
        games,
        pace: Pace::Nodes(arguments.nodes),
        book: book(arguments.openings.as_ref(), None)?,
        rules: GameRules {
            draw: arguments.draw_rule,
            resign: arguments.resign_rule,
            ..GameRules::default()
        },
        concurrency: usize::from(arguments.concurrency),
        journals: arguments.resume.clone(),
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new((games * plan.names.len()) as u64);
    let worths = plan.run(&stop, &mut |name, standing| {
        let before = plan.names.iter().take_while(|other| *other != name).count();
        progress.reach((before * games) as u64 + standing.tally.games());
        let elo = standing
            .strength
            .map_or_else(String::new, |strength| strength.to_string());
        progress.say(format!("{name} {elo}"));
    });
    progress.finish();
    let worths = worths?;
    let table = markdown(&worths);
    if arguments.json {
        for worth in &worths {
            out.json("technique", worth)?;
        }
    } else {
        out.line(table.trim_end())?;
    }
    if let Some(path) = &arguments.output {
        write_whole(path, &table)?;
    }
    Ok(Verdict::unless_interrupted(
        stop.is_set(),
        "with --resume FOLDER the same command goes on from here",
    ))
}
