//! The judge, as commands ask for it.

use bstar_arena::player::PlayerSpec;
use bstar_lab::judge::Judge;
use clap::Args;

/// The options that name the judge of single moves.
#[derive(Args)]
#[group(skip)]
pub struct Argument {
    /// The judge: a player
    #[arg(long, default_value = "alphabeta", value_name = "PLAYER")]
    judge: PlayerSpec,
    /// Nodes of the judge for each move of the root
    #[arg(long, default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    judge_nodes: u64,
}

impl Argument {
    /// The judge.
    pub fn judge(&self) -> Judge {
        Judge {
            player: self.judge.clone(),
            nodes: self.judge_nodes,
        }
    }
}
