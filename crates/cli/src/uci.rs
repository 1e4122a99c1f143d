//! `bstar` without arguments: the engine's side of the UCI protocol.

use std::io::{self, BufReader};

use anyhow::Context;

use crate::output::Verdict;
use crate::uci_engine::UciEngine;

/// Speaks UCI on standard input and output until told to quit.
pub fn run() -> anyhow::Result<Verdict> {
    let engine = UciEngine::new()?;
    bstar_uci::run(engine, BufReader::new(io::stdin()), io::stdout())
        .context("the conversation broke off")?;
    Ok(Verdict::Done)
}
