//! `bstar explain --check`: is everything that is said about these positions true?

use std::path::Path;

use anyhow::Context;
use bstar_board::{Game, epd};
use bstar_engine::{Limits, Signals};
use bstar_explain::{Audit, Reading, Sentence};
use serde::Serialize;

use super::Arguments;
use crate::interrupt::on_interrupt;
use crate::output::{Out, Verdict};

/// Nodes for a position, if nobody says otherwise.
const NODES: u64 = 5_000;

/// How it went, for programs.
#[derive(Default, Serialize)]
struct Count {
    positions: usize,
    sentences: usize,
    claims: usize,
    undecided: usize,
    r#false: Vec<FalseClaim>,
    interrupted: bool,
}

/// A claim that is not true.
#[derive(Serialize)]
struct FalseClaim {
    id: String,
    kind: &'static str,
    flaw: String,
}

/// Explains every position of the files and counts.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let mut positions = Vec::new();
    for file in &arguments.check {
        positions.extend(read(file)?);
    }
    let limits = Limits {
        move_time: arguments.seconds,
        nodes: match (arguments.seconds, arguments.expansions) {
            (None, None) => Some(arguments.nodes.unwrap_or(NODES)),
            _ => arguments.nodes,
        },
        ..Limits::default()
    };
    let signals = Signals::new();
    let handle = signals.clone();
    on_interrupt(move || handle.stop())?;
    let mut count = Count::default();
    for (id, game) in &positions {
        // No position helps another: the order of the files does not matter.
        let thought = arguments
            .engine()?
            .think(game, &limits, &signals, &mut |_| {});
        if signals.is_stopped() {
            count.interrupted = true;
            break;
        }
        let reading = Reading::new(game, &thought);
        let (paragraphs, mut audit) = reading.audited();
        let mut sentences: Vec<Sentence> = paragraphs.concat();
        for known in &reading.moves {
            if let Some((told, more)) = reading.audited_comparison(known.mv, None) {
                sentences.extend(told);
                audit.add(more);
            }
        }
        count.positions += 1;
        count.sentences += sentences.len();
        count.add(id, audit);
    }
    for wrong in &count.r#false {
        if !arguments.json {
            out.line(format_args!("{}: {}", wrong.id, wrong.flaw))?;
        }
    }
    if arguments.json {
        out.json("claims", &count)?;
    } else {
        out.line(count.in_words())?;
    }
    Ok(match (count.interrupted, count.r#false.is_empty()) {
        (true, _) => Verdict::Interrupted,
        (false, true) => Verdict::Done,
        (false, false) => Verdict::No,
    })
}

impl Count {
    fn add(&mut self, id: &str, audit: Audit) {
        self.claims += audit.confirmed + audit.refused.len();
        self.undecided += audit.undecided;
        self.r#false
            .extend(audit.refused.iter().map(|falsehood| FalseClaim {
                id: id.to_owned(),
                kind: falsehood.claim.kind(),
                flaw: falsehood.to_string(),
            }));
    }

    fn in_words(&self) -> String {
        format!(
            "checked {} claims in {} positions, {} false",
            self.claims,
            self.positions,
            self.r#false.len()
        )
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<(String, Game)>> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let entries = epd::read(&text).with_context(|| format!("in {}", file.display()))?;
    let named = |(at, entry): (usize, epd::Epd)| {
        let number = at + 1;
        let place = format!("{} {number}", file.display());
        let id = entry.id.clone().unwrap_or(place);
        (id, Game::new(entry.position))
    };
    Ok(entries.into_iter().enumerate().map(named).collect())
}
