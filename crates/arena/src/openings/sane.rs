//! Wandering away from the start position at random, without falling into ditches.

use std::time::Duration;

use bstar_board::{Game, Move};

use crate::player::{Budget, Fault, Player, Turn};
use bstar_kit::random::Random;

/// How much random moves are looked over.
#[derive(Clone, Copy, Debug)]
pub enum Sanity {
    /// Any legal move will do.
    Any,
    /// No move that costs more than so many centipawns, by searches of so many nodes.
    Loss {
        /// The most a move may cost.
        most: i32,
        /// The nodes of each search.
        nodes: u64,
    },
}

/// Searches take as long as they take.
pub const UNHURRIED: Duration = Duration::from_secs(3600);

/// Plays `plies` random moves from the start position. Nothing comes back if the game ends on the way.
pub fn wander(
    player: &mut dyn Player,
    random: &mut Random,
    plies: usize,
    sanity: Sanity,
) -> Result<Option<Game>, Fault> {
    let mut game = Game::default();
    player.new_game(game.start())?;
    for _ in 0..plies {
        let mut moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
        random.shuffle(&mut moves);
        let chosen = match sanity {
            Sanity::Any => moves.first().copied(),
            Sanity::Loss { most, nodes } => first_sane(player, &game, &moves, most, nodes)?,
        };
        let Some(mv) = chosen else {
            return Ok(None);
        };
        game.play(mv).expect("chosen among the legal moves");
    }
    Ok(game.outcome().is_none().then_some(game))
}

/// The first of the moves that is not much worse than the best.
fn first_sane(
    player: &mut dyn Player,
    game: &Game,
    moves: &[Move],
    most: i32,
    nodes: u64,
) -> Result<Option<Move>, Fault> {
    let best = value(player, game, nodes, Vec::new())?;
    for &mv in moves {
        if best - value(player, game, nodes, vec![mv])? <= most {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// What the side to move may hope for, if it has to choose among these moves.
pub fn value(
    player: &mut dyn Player,
    game: &Game,
    nodes: u64,
    only: Vec<Move>,
) -> Result<i32, Fault> {
    let turn = Turn {
        only,
        ..Turn::new(Budget::Nodes(nodes), UNHURRIED)
    };
    let chosen = player.choose(game, &turn, &mut |_| {})?;
    Ok(chosen.score.map_or(0, |score| score.as_centipawns()))
}
