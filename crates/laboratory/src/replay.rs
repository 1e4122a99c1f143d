//! `bstar-lab replay` and `bstar-lab worked-example`: the 1996 search, step by step.

use std::path::PathBuf;

use anyhow::Context;
use bstar_kit::files::{read_text, write_whole};
use bstar_papers::scripted_tree::{Script, example, replay, step_in_words, step_objects};
use clap::Args;

use bstar_terminal::output::{Out, Verdict};

/// Runs the 1996 search on a tree that is written down in a file, and prints every expansion and
/// the whole tree after it: so the search can be checked against another one, or by hand.
/// `data/worked-example.json` is such a file.
///
/// The file: {"min_act": 0.15, "root": [{"name": "A", "real": 20, "opt": 100, "children": [...]},
/// ...]}. Player's moves may have an opt, Opponent's moves a pess. Without children, the script
/// knows nothing more; with an empty list of them, the game is over. min_act is 0.15 if left out; 0
/// stands for anything above 0. Names must differ; root, verify and select are taken.
#[derive(Args)]
pub struct Arguments {
    /// The scripted tree; - is standard input
    #[arg(value_name = "TREE.json")]
    tree: PathBuf,
    /// Print JSON objects instead of text
    #[arg(long)]
    json: bool,
}

/// Prints the worked example of Berliner and McConnell's paper of 1996 as the search finds it: the
/// tables of Figs. 4 to 14, the tree of Fig. 15, and where the printed figures are wrong.
#[derive(Args)]
pub struct ExampleArguments {
    /// Write the final tree as a picture, too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON objects instead of text, those of `bstar-lab replay`
    #[arg(long)]
    json: bool,
}

/// Replays a file.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let text = read_text(&arguments.tree)?;
    let script: Script = text
        .parse()
        .with_context(|| arguments.tree.display().to_string())?;
    if arguments.json {
        write_objects(&script, out)?;
    } else {
        replay(&script, |step| {
            out.line(format_args!("{}\n", step_in_words(&script, &step)))
        })?;
    }
    Ok(Verdict::Done)
}

/// Prints the example.
pub fn worked_example(arguments: &ExampleArguments, out: &mut Out) -> anyhow::Result<Verdict> {
    if let Some(path) = &arguments.svg {
        write_whole(path, &example::drawing())?;
    }
    if arguments.json {
        write_objects(&example::script(), out)?;
    } else {
        out.line(example::in_figures())?;
    }
    Ok(Verdict::Done)
}

fn write_objects(script: &Script, out: &mut Out) -> std::io::Result<()> {
    replay(script, |step| {
        step_objects(script, &step)
            .iter()
            .try_for_each(|record| out.bare_json(record.kind(), record))
    })
}
