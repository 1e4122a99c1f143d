//! Any UCI engine as a player.

use std::time::Duration;

use bstar_board::notation::CastlingStyle;
use bstar_board::{CastlingSide, Color, File, Game, Position};
use bstar_uci::{Client, ClientError, EngineAnswer, GoLimits, OptionSpec};

use super::interface::{Chosen, Fault, Foresight, Glimpse, Player, is_same_game};
use super::request::{Budget, Remaining, Turn};
use super::score::Score;
use super::spec::{PlayerKind, PlayerSpec};

/// How long an engine may take to start or to get ready.
const STARTING: Duration = Duration::from_secs(20);

/// A UCI engine in a process of its own. After a fault the process is ended; the next game starts a new one.
pub struct UciPlayer {
    name: String,
    command: String,
    options: Vec<(String, String)>,
    client: Option<Client>,
    castling: CastlingStyle,
    ponders: bool,
    /// The game it thinks about on its opponent's time.
    ahead: Option<Game>,
}

impl UciPlayer {
    /// Starts the engine and sets its options.
    pub fn start(spec: &PlayerSpec) -> Result<UciPlayer, Fault> {
        let PlayerKind::Uci { command, options } = &spec.kind else {
            return Err(Fault::Start(format!("`{}` is built in", spec.name)));
        };
        let mut player = UciPlayer {
            name: spec.name.clone(),
            command: command.clone(),
            options: options.clone(),
            client: None,
            castling: CastlingStyle::KingStep,
            ponders: spec.ponders,
            ahead: None,
        };
        player.running()?;
        Ok(player)
    }

    /// The engine, started again if it is not there any more.
    fn running(&mut self) -> Result<&mut Client, Fault> {
        if self.client.is_none() {
            let refused = |error: ClientError| Fault::Start(error.to_string());
            let mut client = Client::start(&self.command, STARTING).map_err(refused)?;
            for (name, value) in &self.options {
                client.set_option(name, value).map_err(refused)?;
            }
            // Engines that mean to think ahead share out their time in another way.
            if self.ponders && client.options().iter().any(is_ponder) {
                client.set_option(PONDER, "true").map_err(refused)?;
            }
            self.castling = CastlingStyle::KingStep;
            self.client = Some(client);
        }
        Ok(self.client.as_mut().expect("just started"))
    }

    /// Tells the engine which chess is played, when that changes.
    fn agree_on_castling(&mut self, start: &Position) -> Result<(), Fault> {
        let (needed, value) = if needs_chess960(start) {
            (CastlingStyle::KingTakesRook, "true")
        } else {
            (CastlingStyle::KingStep, "false")
        };
        if self.castling != needed {
            self.running()?
                .set_option("UCI_Chess960", value)
                .map_err(fault)?;
            self.castling = needed;
        }
        Ok(())
    }

    /// Gives up on the process when there was a fault.
    fn or_give_up<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.is_err() {
            self.client = None;
            self.ahead = None;
        }
        result
    }

    /// An answer to this game, on the way to which so much time was spent before it was asked for.
    fn answer(
        &self,
        thought: &EngineAnswer,
        before: Duration,
        patience: Duration,
    ) -> Result<Chosen, Fault> {
        // The client has asked it to stop, and it did: but it would have gone on for ever.
        if thought.elapsed > patience {
            return Err(Fault::Stalled { after: patience });
        }
        Ok(Chosen {
            mv: thought.best,
            score: thought.score.map(Score::from),
            depth: thought.depth,
            nodes: thought.nodes,
            elapsed: before + thought.elapsed,
            tree: None,
            expected: thought.ponder,
            foresight: None,
        })
    }
}

impl Player for UciPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, start: &Position) -> Result<(), Fault> {
        self.rest();
        let ready = self
            .running()
            .map(|_| ())
            .and_then(|()| self.agree_on_castling(start))
            .and_then(|()| self.running()?.new_game().map_err(fault));
        self.or_give_up(ready)
    }

    fn choose(
        &mut self,
        game: &Game,
        turn: &Turn,
        _watch: &mut dyn FnMut(&Glimpse),
    ) -> Result<Chosen, Fault> {
        let mut foresight = None;
        let mut stopping = Duration::ZERO;
        if let Some(ahead) = self.ahead.take() {
            if is_same_game(&ahead, game) && turn.only.is_empty() {
                let thought = self
                    .running()
                    .and_then(|client| client.ponder_hit(turn.patience).map_err(fault));
                let thought = self.or_give_up(thought)?;
                let mut chosen = self.answer(&thought, Duration::ZERO, turn.patience)?;
                chosen.foresight = Some(Foresight::Hit);
                return Ok(chosen);
            }
            // The opponent has moved, so this is on the player's own time.
            let stopped = self
                .running()
                .and_then(|client| client.stop_pondering(turn.patience).map_err(fault));
            stopping = self.or_give_up(stopped)?;
            foresight = Some(Foresight::Miss);
        }
        let mover = game.position().side_to_move();
        let limits = go_limits(turn, turn.budget.less(stopping, mover));
        let castling = self.castling;
        let thought = self.running().and_then(|client| {
            client
                .think(game, &limits, turn.patience, castling)
                .map_err(fault)
        });
        let thought = self.or_give_up(thought)?;
        let mut chosen = self.answer(&thought, stopping, turn.patience)?;
        chosen.foresight = foresight;
        Ok(chosen)
    }

    fn think_ahead(&mut self, expected: &Game, turn: &Turn) -> Result<(), Fault> {
        if !self.ponders {
            return Ok(());
        }
        let limits = go_limits(turn, turn.budget);
        let castling = self.castling;
        let begun = self
            .running()
            .and_then(|client| client.ponder(expected, &limits, castling).map_err(fault));
        self.or_give_up(begun)?;
        self.ahead = Some(expected.clone());
        Ok(())
    }

    fn rest(&mut self) {
        if self.ahead.take().is_none() {
            return;
        }
        let Some(client) = &mut self.client else {
            return;
        };
        // One that does not stop, or is gone already, has harmed nobody: the next game gets a new process.
        if client.stop_pondering(STARTING).is_err() {
            self.client = None;
        }
    }
}

/// The option by which an engine is told that it will think ahead.
const PONDER: &str = "Ponder";

fn is_ponder(option: &OptionSpec) -> bool {
    option.name.eq_ignore_ascii_case(PONDER)
}

impl From<bstar_uci::UciScore> for Score {
    fn from(score: bstar_uci::UciScore) -> Score {
        match score {
            bstar_uci::UciScore::Centipawns(value) => Score::Cp(value),
            bstar_uci::UciScore::Mate(moves) => Score::Mate(moves),
        }
    }
}

/// Does this position need the castling rules of Chess960: a king or rook with rights that stands where ordinary chess
/// never has it?
fn needs_chess960(position: &Position) -> bool {
    [Color::White, Color::Black].into_iter().any(|color| {
        [
            (CastlingSide::Short, File::H),
            (CastlingSide::Long, File::A),
        ]
        .into_iter()
        .any(|(side, usual)| {
            position
                .castling_rook(color, side)
                .is_some_and(|rook| rook != usual || position.king(color).file() != File::E)
        })
    })
}

fn fault(error: ClientError) -> Fault {
    match error {
        ClientError::Stalled { after, .. } => Fault::Stalled { after },
        ClientError::IllegalMove { mv, .. } => Fault::IllegalMove(mv),
        ClientError::Protocol { .. }
        | ClientError::NoLegalMove { .. }
        | ClientError::NotPondering => Fault::Protocol(error.to_string()),
        ClientError::Command { .. }
        | ClientError::Spawn { .. }
        | ClientError::UnknownOption { .. }
        | ClientError::Value(_) => Fault::Start(error.to_string()),
        _ => Fault::Crashed(error.to_string()),
    }
}

fn go_limits(turn: &Turn, budget: Budget) -> GoLimits {
    let mut limits = GoLimits {
        searchmoves: turn.only.clone(),
        ..GoLimits::default()
    };
    match budget {
        Budget::Clock { white, black } => {
            (limits.wtime, limits.winc) = clock(white);
            (limits.btime, limits.binc) = clock(black);
        }
        Budget::Nodes(nodes) => limits.nodes = Some(nodes),
        Budget::MoveTime(time) => limits.movetime = Some(millis(time)),
        Budget::Depth(depth) => limits.depth = Some(depth),
    }
    limits
}

/// The protocol counts in whole milliseconds. Nobody is told that he has no time at all: some engines take that for no limit.
fn clock(side: Remaining) -> (Option<i64>, Option<i64>) {
    (Some(millis(side.time).max(1)), Some(millis(side.increment)))
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unusual_castling_is_chess960() {
        assert!(!needs_chess960(&Position::start()));
        assert!(!needs_chess960(&Position::chess960_start(518).unwrap()));
        assert!(needs_chess960(&Position::chess960_start(0).unwrap()));
    }
}
