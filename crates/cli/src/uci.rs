//! `bstar` without arguments: the engine's side of the UCI protocol.

use std::io::{self, BufReader, IsTerminal};

use anyhow::Context;
use bstar_engine::EngineError;
use bstar_engine::options::OptionRow;

use crate::uci_engine::UciEngine;
use crate::uci_options;
use bstar_terminal::output::Verdict;

/// What a person reads who starts the program by hand. Chess programs start it through a pipe.
const GREETING: &str = concat!(
    "bstar ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine that gives its reasons.

Here it speaks UCI with chess programs; `quit` leaves. Try instead, in the shell:
  bstar explain startpos moves e2e4 e7e5   why a move is best
  bstar analyse GAMES.pgn                  judge the moves of your games
  bstar serve                              all of that in your browser
  bstar --help                             all commands
"
);

/// Speaks UCI on standard input and output until told to quit.
pub fn run() -> anyhow::Result<Verdict> {
    let engine = UciEngine::new()?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        println!("{GREETING}");
    }
    bstar_uci::run(engine, BufReader::new(io::stdin()), io::stdout())
        .context("the conversation broke off")?;
    Ok(Verdict::Done)
}

/// The options of the session, for people.
pub fn option_rows() -> Result<Vec<OptionRow>, EngineError> {
    Ok(uci_options::rows(&UciEngine::new()?))
}
