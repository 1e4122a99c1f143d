//! Random moves from the start position that lose nothing.

use bstar_board::{Game, Move};

use crate::player::{MoveRequest, Player, PlayerFault};
use bstar_kit::random::Random;

/// Which random moves are allowed.
#[derive(Clone, Copy, Debug)]
pub enum Sanity {
    /// Every legal move.
    Any,
    /// Moves that cost at most `most` centipawns, by searches of `nodes` nodes.
    Loss {
        /// The most a move may cost.
        most: i32,
        /// The nodes of each search.
        nodes: u64,
    },
}

/// Plays `plies` random moves from the start position. There is no game if it ends on the way.
pub fn random_walk(
    player: &mut dyn Player,
    random: &mut Random,
    plies: usize,
    sanity: Sanity,
) -> Result<Option<Game>, PlayerFault> {
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
) -> Result<Option<Move>, PlayerFault> {
    let best = searched_score(player, game, nodes, Vec::new())?;
    for &mv in moves {
        if best - searched_score(player, game, nodes, vec![mv])? <= most {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// What a search finds for the side to move, in centipawns, if it has to choose among these moves.
pub fn searched_score(
    player: &mut dyn Player,
    game: &Game,
    nodes: u64,
    only: Vec<Move>,
) -> Result<i32, PlayerFault> {
    let request = MoveRequest {
        only,
        ..MoveRequest::by_nodes(nodes)
    };
    let chosen = player.choose(game, &request, &mut |_| {})?;
    Ok(chosen.score.map_or(0, |score| score.as_centipawns()))
}
