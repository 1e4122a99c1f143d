//! Our own engine as a player, without a process between.

use std::time::{Duration, Instant};

use bstar_board::{Color, Game, Position};
use bstar_engine::{Clock, Engine, Limits, Report, Signals};

use super::{Budget, Chosen, Fault, Glimpse, Player, PlayerKind, PlayerSpec, Score, Turn};
use crate::parallel::Stop;

/// The built-in engine as a player.
pub struct BuiltIn {
    name: String,
    engine: Engine,
    stop: Stop,
}

impl BuiltIn {
    /// Sets the engine up.
    pub fn start(spec: &PlayerSpec, stop: Stop) -> Result<BuiltIn, Fault> {
        let PlayerKind::BuiltIn(settings) = &spec.kind else {
            return Err(Fault::Start(format!("`{}` is not built in", spec.name)));
        };
        let engine =
            Engine::new((**settings).clone()).map_err(|error| Fault::Start(error.to_string()))?;
        Ok(BuiltIn {
            name: spec.name.clone(),
            engine,
            stop,
        })
    }
}

impl From<bstar_engine::Score> for Score {
    fn from(score: bstar_engine::Score) -> Score {
        match score {
            bstar_engine::Score::Centipawns(value) => Score::Cp(value),
            bstar_engine::Score::Mate(moves) => Score::Mate(moves),
        }
    }
}

impl Player for BuiltIn {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _start: &Position) -> Result<(), Fault> {
        self.engine.clear();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        turn: &Turn,
        watch: &mut dyn FnMut(&Glimpse),
    ) -> Result<Chosen, Fault> {
        let begin = Instant::now();
        let mover = game.position().side_to_move();
        let mut limits = limits(turn.budget, mover);
        limits.search_moves = turn.only.clone();
        let signals = Signals::new();
        let stop = &self.stop;
        let mut listen = |report: &Report| {
            if stop.is_set() {
                signals.stop();
            }
            if let (1, Some(&best)) = (report.rank, report.line.first()) {
                watch(&Glimpse {
                    best,
                    score: report.score.into(),
                    depth: report.depth,
                    nodes: report.nodes,
                    elapsed: report.time,
                });
            }
        };
        let answer = self.engine.search(game, &limits, &signals, &mut listen);
        let mv = answer
            .best
            .ok_or_else(|| Fault::Protocol("it found no move".to_owned()))?;
        Ok(Chosen {
            mv,
            score: answer.score.map(Score::from),
            depth: answer.depth,
            nodes: answer.nodes,
            elapsed: begin.elapsed(),
            tree: answer.tree,
        })
    }
}

fn limits(budget: Budget, mover: Color) -> Limits {
    let mut limits = Limits::default();
    match budget {
        Budget::Clock { white, black } => {
            let own = match mover {
                Color::White => white,
                Color::Black => black,
            };
            limits.clock = Some(Clock {
                remaining: own.time.max(Duration::from_millis(1)),
                increment: own.increment,
                moves_to_go: None,
            });
        }
        Budget::Nodes(nodes) => limits.nodes = Some(nodes),
        Budget::MoveTime(time) => limits.move_time = Some(time),
        Budget::Depth(depth) => limits.depth = Some(depth),
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_chooses_among_the_moves_it_is_given() {
        let spec: PlayerSpec = "alphabeta,Hash=1".parse().unwrap();
        let mut player = BuiltIn::start(&spec, Stop::new()).unwrap();
        let game = Game::default();
        player.new_game(game.start()).unwrap();
        let only = bstar_board::notation::parse(game.position(), "a2a3").unwrap();
        let mut turn = Turn::new(Budget::Nodes(2000), Duration::from_secs(10));
        turn.only.push(only);
        let mut glimpses = 0;
        let chosen = player.choose(&game, &turn, &mut |_| glimpses += 1).unwrap();
        assert_eq!(chosen.mv, only);
        assert!(glimpses > 0);
    }
}
