//! Any UCI engine as a player.

use std::time::Duration;

use bstar_board::notation::CastlingStyle;
use bstar_board::{CastlingSide, Color, File, Game, Position};
use bstar_uci::{Client, ClientError, EngineAnswer, GoLimits, OptionSpec};

use super::interface::{ChosenMove, Player, PlayerFault, PonderGuess, SearchUpdate, is_same_game};
use super::request::{Budget, MoveRequest, Remaining};
use super::spec::{PlayerKind, PlayerSpec, meant_built_in};

/// Why an engine does not start. Perhaps a player was meant that is built in.
fn not_started(error: &ClientError) -> String {
    let meant = match error {
        ClientError::Spawn { program, .. } => meant_built_in(program),
        _ => None,
    };
    match meant {
        Some(meant) => format!("did you mean `{meant}`, which is built in? {error}"),
        None => error.to_string(),
    }
}

/// A UCI engine in a process of its own. After a fault the process is ended, and the next game
/// starts a new one.
pub struct UciPlayer {
    name: String,
    command: String,
    options: Vec<(String, String)>,
    client: Option<Client>,
    castling: CastlingStyle,
    ponders: bool,
    start_patience: Duration,
    /// The game it thinks about on its opponent's time.
    ahead: Option<Game>,
}

impl UciPlayer {
    /// Starts the engine and sets its options.
    pub fn start(spec: &PlayerSpec) -> Result<UciPlayer, PlayerFault> {
        let PlayerKind::Uci { command, options } = &spec.kind else {
            return Err(PlayerFault::Start(format!("`{}` is built in", spec.name)));
        };
        let mut player = UciPlayer {
            name: spec.name.clone(),
            command: command.clone(),
            options: options.clone(),
            client: None,
            castling: CastlingStyle::KingStep,
            ponders: spec.ponders,
            start_patience: spec.start_patience,
            ahead: None,
        };
        player.running()?;
        Ok(player)
    }

    /// The engine, started again if it is not there any more.
    fn running(&mut self) -> Result<&mut Client, PlayerFault> {
        if self.client.is_none() {
            let refused = |error: ClientError| PlayerFault::Start(not_started(&error));
            let mut client = Client::start(&self.command, self.start_patience).map_err(refused)?;
            for (name, value) in &self.options {
                client.set_option(name, value).map_err(refused)?;
            }
            // Engines that will think ahead divide their time in another way.
            if self.ponders && client.options().iter().any(is_ponder) {
                client.set_option(PONDER, "true").map_err(refused)?;
            }
            self.castling = CastlingStyle::KingStep;
            self.client = Some(client);
        }
        Ok(self.client.as_mut().expect("just started"))
    }

    /// Tells the engine which chess is played, when that changes.
    fn agree_on_castling(&mut self, start: &Position) -> Result<(), PlayerFault> {
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
    fn or_give_up<T>(&mut self, result: Result<T, PlayerFault>) -> Result<T, PlayerFault> {
        if result.is_err() {
            self.client = None;
            self.ahead = None;
        }
        result
    }

    /// The engine's answer. Its time includes `before`, the time that passed before it was asked.
    fn answer(
        &self,
        thought: &EngineAnswer,
        before: Duration,
        patience: Duration,
    ) -> Result<ChosenMove, PlayerFault> {
        // It answered only because the client asked it to stop. It would not have ended by itself.
        if thought.elapsed > patience {
            return Err(PlayerFault::Stalled { after: patience });
        }
        Ok(ChosenMove {
            mv: thought.best,
            score: thought.score,
            expected_score: thought.wdl.and_then(expected_score),
            depth: thought.depth,
            nodes: thought.nodes,
            elapsed: before + thought.elapsed,
            tree: None,
            expected: thought.ponder,
            guess: None,
        })
    }
}

impl Player for UciPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> String {
        let client = self.client.as_ref();
        client.map_or(self.name.as_str(), Client::name).to_owned()
    }

    fn new_game(&mut self, start: &Position) -> Result<(), PlayerFault> {
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
        request: &MoveRequest,
        _watch: &mut dyn FnMut(&SearchUpdate),
    ) -> Result<ChosenMove, PlayerFault> {
        let mut guess = None;
        let mut stopping = Duration::ZERO;
        if let Some(ahead) = self.ahead.take() {
            if is_same_game(&ahead, game) && request.only.is_empty() {
                let thought = self
                    .running()
                    .and_then(|client| client.ponder_hit(request.patience).map_err(fault));
                let thought = self.or_give_up(thought)?;
                let mut chosen = self.answer(&thought, Duration::ZERO, request.patience)?;
                chosen.guess = Some(PonderGuess::Hit);
                return Ok(chosen);
            }
            // The opponent has moved, so this time is the player's own.
            let stopped = self
                .running()
                .and_then(|client| client.stop_pondering(request.patience).map_err(fault));
            stopping = self.or_give_up(stopped)?;
            guess = Some(PonderGuess::Miss);
        }
        let mover = game.position().side_to_move();
        let limits = go_limits(request, request.budget.less(stopping, mover));
        let castling = self.castling;
        let thought = self.running().and_then(|client| {
            client
                .think(game, &limits, request.patience, castling)
                .map_err(fault)
        });
        let thought = self.or_give_up(thought)?;
        let mut chosen = self.answer(&thought, stopping, request.patience)?;
        chosen.guess = guess;
        Ok(chosen)
    }

    fn think_ahead(&mut self, expected: &Game, request: &MoveRequest) -> Result<(), PlayerFault> {
        if !self.ponders {
            return Ok(());
        }
        let limits = go_limits(request, request.budget);
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
        // The game is over, so it does no harm if the engine is gone or does not stop. The next
        // game gets a new process.
        if client.stop_pondering(self.start_patience).is_err() {
            self.client = None;
        }
    }
}

/// The score that chances of win, draw and loss let expect. Some engines send nonsense.
fn expected_score([win, draw, loss]: [u32; 3]) -> Option<f64> {
    let [win, draw, loss] = [win, draw, loss].map(f64::from);
    let all = win + draw + loss;
    (all > 0.0).then(|| (win + draw / 2.0) / all)
}

/// The option that tells an engine that it will think ahead.
const PONDER: &str = "Ponder";

fn is_ponder(option: &OptionSpec) -> bool {
    option.name.eq_ignore_ascii_case(PONDER)
}

/// Does this position need the castling rules of Chess960? It does if a king or rook that may
/// castle stands where it never does in ordinary chess.
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

fn fault(error: ClientError) -> PlayerFault {
    match error {
        ClientError::Stalled { after, .. } => PlayerFault::Stalled { after },
        ClientError::IllegalMove { mv, .. } => PlayerFault::IllegalMove(mv),
        ClientError::Protocol { .. }
        | ClientError::NoLegalMove { .. }
        | ClientError::NotPondering => PlayerFault::Protocol(error.to_string()),
        ClientError::Command { .. }
        | ClientError::Spawn { .. }
        | ClientError::Echo { .. }
        | ClientError::UnknownOption { .. }
        | ClientError::Value(_) => PlayerFault::Start(error.to_string()),
        _ => PlayerFault::Crashed(error.to_string()),
    }
}

fn go_limits(request: &MoveRequest, budget: Budget) -> GoLimits {
    let mut limits = GoLimits {
        searchmoves: request.only.clone(),
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

/// A clock in whole milliseconds, as the protocol has it. It never shows 0: some engines take that
/// for no limit.
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
    fn a_draw_is_half_a_point() {
        assert_eq!(expected_score([300, 500, 200]), Some(0.55));
        assert_eq!(expected_score([u32::MAX, 0, 0]), Some(1.0));
        assert_eq!(expected_score([0, 0, 0]), None);
    }

    #[test]
    fn only_unusual_castling_is_chess960() {
        assert!(!needs_chess960(&Position::start()));
        assert!(!needs_chess960(&Position::chess960_start(518).unwrap()));
        assert!(needs_chess960(&Position::chess960_start(0).unwrap()));
    }
}
