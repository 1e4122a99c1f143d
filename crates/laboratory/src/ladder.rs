//! `bstar-lab ladder`: the players of many matches on one scale.

use std::path::PathBuf;

use bstar_arena::ladder::{Anchors, LadderGames, rate};
use clap::Args;

use bstar_terminal::output::{Out, Verdict};

/// Rates the players of many matches together, and says how sure that is.
///
/// Reads the finished games of any number of PGN files, in any order. Several files may have games
/// of the same two players. The ratings are those that make the results of all games together most
/// likely. A draw is half a win and half a loss. The error bars (95 %) are of the games' noise. The
/// two games of a pair, colours swapped, count as one observation, as in `bstar-lab match`. A game
/// that is there twice counts once.
///
/// Games tell differences only. Anchors tie them to a scale: players whose ratings are known from
/// elsewhere. Their file has a line for each: its name as the games have it, rating, 95 % error (or
/// -: exact) and source, with tabs between them. For each anchor there is also the rating it would
/// have by the others alone. Without anchors the mean is 0.
///
/// A player that won (or lost) every game would be infinitely strong (or weak): for it there is a
/// bound. Players that never met, not even through others, are in different groups.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// The games, PGN
    #[arg(required = true, value_name = "FILE.pgn")]
    files: Vec<PathBuf>,
    /// Players with known ratings [default: data/ladder-anchors.tsv, which comes with the program]
    #[arg(long, value_name = "FILE.tsv")]
    anchors: Option<PathBuf>,
    /// Tell differences only
    #[arg(long, conflicts_with = "anchors")]
    no_anchors: bool,
    /// Print a JSON object for every two players that met, every player and every anchor, and one
    /// for the whole
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Example:
  bstar-lab match alphabeta stockfish,Threads=1,UCI_LimitStrength=true,UCI_Elo=2190,name=stockfish-2190 --pgn games.pgn
  bstar-lab ladder games.pgn";

/// Rates the players.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let games = LadderGames::read(&arguments.files)?;
    let anchors = match &arguments.anchors {
        Some(path) => Anchors::load(path, games.players())?,
        None if arguments.no_anchors => Anchors::none(),
        None => Anchors::built_in(),
    };
    let report = rate(&games, &anchors);
    if !arguments.json {
        out.line(&report)?;
        return Ok(Verdict::Done);
    }
    for pairing in &report.pairings {
        out.json("pairing", pairing)?;
    }
    for rating in &report.ratings {
        out.json("rating", rating)?;
    }
    for anchor in &report.anchors {
        out.json("anchor", anchor)?;
    }
    out.json("ladder", &report)?;
    Ok(Verdict::Done)
}
