//! Who says what a move is worth.

use bstar_arena::player::{MoveRequest, Player, PlayerFault, PlayerSpec};
use bstar_board::score::Score;
use bstar_board::{Game, Move, Position};
use bstar_kit::stop::Stop;
use bstar_thought::{WdlModel, phase};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a move is worth to the side that plays it: expected score in ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Worth(pub u16);

impl Worth {
    /// A game won.
    pub const WIN: Worth = Worth(10_000);

    /// From an expected score, 0 to 1.
    pub fn from_expected(expected: f64) -> Worth {
        Worth((expected.clamp(0.0, 1.0) * f64::from(Worth::WIN.0)).round() as u16)
    }

    /// In points of a hundred.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// What the judge did wrong.
#[derive(Clone, Debug, Error, Serialize, Deserialize)]
#[error("the judge {name} {fault}")]
pub struct JudgeFault {
    pub name: String,
    pub fault: PlayerFault,
}

/// A judge: any player, with a node limit for each move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judge {
    pub player: PlayerSpec,
    /// Its nodes for each move.
    pub nodes: u64,
}

impl Judge {
    /// Starts the judge.
    pub fn sit(&self, stop: &Stop) -> Result<SittingJudge, JudgeFault> {
        let blame = |fault| JudgeFault {
            name: self.player.name.clone(),
            fault,
        };
        let player = self.player.start(stop).map_err(blame)?;
        Ok(SittingJudge {
            version: format!(
                "{} ({}), {} nodes",
                self.player.without_name_and_pace(),
                player.version(),
                self.nodes
            ),
            name: self.player.name.clone(),
            nodes: self.nodes,
            player,
        })
    }
}

/// A judge at work.
pub struct SittingJudge {
    name: String,
    version: String,
    nodes: u64,
    player: Box<dyn Player>,
}

impl SittingJudge {
    /// Who it is, with which options, in which version, with how many nodes.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What a move is worth.
    pub fn judge(&mut self, game: &Game, mv: Move) -> Result<Worth, JudgeFault> {
        self.expected_after(game, mv).map(Worth::from_expected)
    }

    /// What the side that plays a move can expect after it, 0 to 1: a search of the position after
    /// it, from an empty table.
    pub fn expected_after(&mut self, game: &Game, mv: Move) -> Result<f64, JudgeFault> {
        let mut game = game.clone();
        game.play(mv)
            .map_err(|error| self.blame(error.to_string()))?;
        match game.outcome() {
            Some(outcome) if outcome.winner().is_some() => Ok(1.0),
            Some(_) => Ok(0.5),
            None => Ok(1.0 - self.expected(&game)?),
        }
    }

    /// What the side to move can expect, 0 to 1.
    pub fn expected(&mut self, game: &Game) -> Result<f64, JudgeFault> {
        let request = MoveRequest::by_nodes(self.nodes);
        let chosen = self
            .player
            .new_game(game.start())
            .and_then(|()| self.player.choose(game, &request, &mut |_| {}))
            .map_err(|fault| self.fault(fault))?;
        if let Some(expected) = chosen.expected_score {
            return Ok(expected);
        }
        match chosen.score {
            None => Err(self.blame("gave no score".to_owned())),
            Some(Score::Mate(moves)) => Ok(f64::from(u8::from(moves > 0))),
            // Its centipawns are taken to be ours.
            Some(Score::Centipawns(score)) => {
                Ok(WdlModel::NETWORK.expected(score, phase(game.position())))
            }
        }
    }

    /// Its first moves, best first: each is the best of those left, by a search of `nodes` nodes.
    pub fn first_moves(
        &mut self,
        position: &Position,
        count: usize,
        nodes: u64,
    ) -> Result<Vec<Move>, JudgeFault> {
        let game = Game::new(position.clone());
        let mut left: Vec<Move> = position.legal_moves().into_iter().collect();
        let mut first = Vec::new();
        let begun = self.player.new_game(position);
        begun.map_err(|fault| self.fault(fault))?;
        while first.len() < count && !left.is_empty() {
            let request = MoveRequest {
                only: left.clone(),
                ..MoveRequest::by_nodes(nodes)
            };
            let chosen = self.player.choose(&game, &request, &mut |_| {});
            let best = chosen.map_err(|fault| self.fault(fault))?.mv;
            // An engine that does not obey `searchmoves` would give the same move for ever.
            let Some(place) = left.iter().position(|&mv| mv == best) else {
                return Err(self.blame("chose a move that it was told to leave out".to_owned()));
            };
            first.push(left.swap_remove(place));
        }
        Ok(first)
    }

    pub(crate) fn blame(&self, reason: String) -> JudgeFault {
        self.fault(PlayerFault::Protocol(reason))
    }

    fn fault(&self, fault: PlayerFault) -> JudgeFault {
        JudgeFault {
            name: self.name.clone(),
            fault,
        }
    }
}
