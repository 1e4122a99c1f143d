//! The user interface's side of the protocol: it asks any UCI engine for moves.
//!
//! [`Client`] is one running engine. Every command has a deadline. A [`ClientError`] tells if the
//! engine misses it, crashes, or plays an illegal move. An engine that missed its deadline has been
//! ended and cannot be used any more. One that played an illegal move still runs. The process ends
//! with the `Client`.
//!
//! An engine can also think on its opponent's time. [`Client::ponder`] begins that and returns at
//! once. [`Client::ponder_hit`] says that the expected move was played, [`Client::stop_pondering`]
//! that another was. The engine's output meanwhile is read later.
//!
//! [`process`] has the child process and its pipes, [`command_line`] splits the command line.

mod command_line;
mod process;

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use bstar_board::notation::{self, CastlingStyle};
use bstar_board::score::Score;
use bstar_board::{Game, Move, Position, fen};
use thiserror::Error;

use crate::go::GoLimits;
use crate::info::Info;
use crate::option::{OptionSpec, ValueError};
use crate::text::shortened;
pub use command_line::SplitError;
use process::{EngineProcess, NoLine, ReceivedLine};

/// What went wrong with an engine.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The command line cannot be split.
    #[error("bad engine command `{command}`: {reason}")]
    Command {
        /// The command as given.
        command: String,
        /// What is wrong with it.
        reason: SplitError,
    },
    /// The program could not be started.
    #[error("cannot start `{program}`: {source}")]
    Spawn { program: String, source: io::Error },
    /// The engine crashed or disconnected.
    #[error("the engine ended unexpectedly ({})", describe(status))]
    Exited {
        /// How its process ended, if that is known.
        status: Option<ExitStatus>,
    },
    /// The engine did not answer in time, not even after `stop`. It has been ended.
    #[error("the engine did not answer `{to}` within {:.1} s", after.as_secs_f64())]
    Stalled {
        /// The time it had.
        after: Duration,
        /// The command it did not answer.
        to: String,
    },
    /// The program only repeats what it is told, as `cat` does. It has been ended.
    #[error("this is no UCI engine: it repeats `{line}` and says nothing else")]
    Echo {
        /// What it was told.
        line: String,
    },
    /// The engine played an illegal move, or none although there are legal moves.
    #[error("the engine answered `{mv}`, which is not a legal move in {fen}")]
    IllegalMove {
        /// The move as it was sent.
        mv: String,
        fen: String,
    },
    /// The engine wrote a line that the protocol does not allow.
    #[error("the engine said `{line}`, which is not UCI")]
    Protocol { line: String },
    /// The engine has no such option.
    #[error("the engine has no option `{name}`")]
    UnknownOption {
        /// The option asked for.
        name: String,
    },
    /// The option does not take this value.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The position has no legal move.
    #[error("there is no legal move in {fen}")]
    NoLegalMove { fen: String },
    /// The engine was not pondering.
    #[error("the engine does not think ahead")]
    NotPondering,
}

fn describe(status: &Option<ExitStatus>) -> String {
    status.map_or_else(
        || "nobody knows how".to_owned(),
        |status| status.to_string(),
    )
}

/// An engine's answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineAnswer {
    /// The move it plays.
    pub best: Move,
    /// The reply it expects, if it named a legal one.
    pub ponder: Option<Move>,
    /// The last value it reported for its best line, for its own side.
    pub score: Option<Score>,
    /// Its chances of win, draw and loss in that report, in thousandths, if it tells them.
    pub wdl: Option<[u32; 3]>,
    /// The depth of that report, or 0.
    pub depth: u32,
    /// The last number of nodes it reported, or 0.
    pub nodes: u64,
    /// The time from just before `go` was sent until `bestmove` was received.
    pub elapsed: Duration,
    /// The line of that report, up to its first illegal move.
    pub line: Vec<Move>,
}

/// How long an engine may take to answer `stop` before it is ended.
const STOP_GRACE: Duration = Duration::from_millis(1000);

/// How long a program that has repeated a command may take to answer it. Some engines do both.
const ECHO_GRACE: Duration = Duration::from_millis(1000);

/// A running UCI engine.
///
/// ```no_run
/// use std::time::Duration;
/// use bstar_board::{Game, notation::CastlingStyle};
/// use bstar_uci::{Client, GoLimits};
///
/// # fn main() -> Result<(), bstar_uci::ClientError> {
/// let mut engine = Client::start("stockfish", Duration::from_secs(10))?;
/// engine.set_option("Hash", "16")?;
/// engine.new_game()?;
/// let limits = GoLimits { nodes: Some(10_000), ..GoLimits::default() };
/// let patience = Duration::from_secs(60);
/// let answer = engine.think(&Game::default(), &limits, patience, CastlingStyle::KingStep)?;
/// println!("{} plays {}", engine.name(), answer.best);
/// # Ok(())
/// # }
/// ```
pub struct Client {
    process: EngineProcess,
    name: String,
    options: Vec<OptionSpec>,
    timeout: Duration,
    pondering: Option<PendingGo>,
}

/// A `go` without an answer yet.
struct PendingGo {
    position: Position,
    go: String,
}

/// A `bestmove`, and the last reports before it.
struct GoReply {
    bestmove: ReceivedLine,
    report: Info,
    nodes: u64,
}

impl Client {
    /// Starts an engine and sends `uci`. The command is a program with its arguments, split as a
    /// shell does. `timeout` is for this and for every later answer except that to `go`.
    pub fn start(command: &str, timeout: Duration) -> Result<Client, ClientError> {
        let words = command_line::split(command).map_err(|reason| ClientError::Command {
            command: shortened(command, 200),
            reason,
        })?;
        let (program, arguments) = words.split_first().expect("a command has a word");
        let process =
            EngineProcess::spawn(program, arguments).map_err(|source| ClientError::Spawn {
                program: program.clone(),
                source,
            })?;
        let mut client = Client {
            process,
            name: program.clone(),
            options: Vec::new(),
            timeout,
            pondering: None,
        };
        client.send("uci")?;
        client.read_until("uciok", "uci", timeout, |client, line| {
            if let Some(name) = line.strip_prefix("id name ") {
                client.name = name.trim().to_owned();
            }
            client.options.extend(OptionSpec::parse(line));
        })?;
        Ok(client)
    }

    /// The engine's name. If it gave none, the program's.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    /// Sets an option. A button ignores the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let option = self
            .options
            .iter()
            .find(|option| option.is_called(name))
            .ok_or_else(|| ClientError::UnknownOption {
                name: shortened(name, 80),
            })?;
        let line = match option.accept(Some(value))? {
            None => format!("setoption name {}", option.name),
            Some(value) => format!("setoption name {} value {value}", option.name),
        };
        self.send(&line)
    }

    /// Tells the engine that a new game begins, and waits until it is ready.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.stop_pondering(self.timeout)?;
        self.send("ucinewgame")?;
        self.wait_until_ready()
    }

    /// Asks the engine for a move. If none comes within `patience`, the client sends `stop`. If
    /// that does not help, it ends the engine.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        patience: Duration,
        castling: CastlingStyle,
    ) -> Result<EngineAnswer, ClientError> {
        self.stop_pondering(self.timeout)?;
        let pending = self.prepare(game, limits, castling)?;
        let started = Instant::now();
        self.send(&pending.go)?;
        self.read_answer(&pending, started, patience)
    }

    /// Lets the engine ponder on a game whose last move is only expected. Returns at once. The
    /// engine thinks until [the move was played](Self::ponder_hit) or [another
    /// was](Self::stop_pondering).
    ///
    /// ```no_run
    /// # use std::time::Duration;
    /// # use bstar_board::{Game, notation::CastlingStyle};
    /// # use bstar_uci::{Client, ClientError, GoLimits};
    /// # type Done = Result<(), ClientError>;
    /// # fn after_its_move(engine: &mut Client, expected: &Game, limits: &GoLimits) -> Done {
    /// engine.ponder(expected, limits, CastlingStyle::KingStep)?;
    /// // The opponent thinks, and plays what was expected.
    /// let answer = engine.ponder_hit(Duration::from_secs(60))?;
    /// println!("{} after {:?}", answer.best, answer.elapsed);
    /// # Ok(())
    /// # }
    /// ```
    pub fn ponder(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        castling: CastlingStyle,
    ) -> Result<(), ClientError> {
        self.stop_pondering(self.timeout)?;
        let limits = GoLimits {
            ponder: true,
            ..limits.clone()
        };
        let pending = self.prepare(game, &limits, castling)?;
        self.send(&pending.go)?;
        self.pondering = Some(pending);
        Ok(())
    }

    /// The expected move was played. From now on the engine thinks on its own time. Only that time
    /// counts as elapsed.
    ///
    /// An engine that has answered already took no time. The protocol does not allow that.
    pub fn ponder_hit(&mut self, patience: Duration) -> Result<EngineAnswer, ClientError> {
        let pending = self.pondering.take().ok_or(ClientError::NotPondering)?;
        let started = Instant::now();
        self.send("ponderhit")?;
        self.read_answer(&pending, started, patience)
    }

    /// Another move was played, or none will be. The engine stops pondering, and its answer is
    /// dropped. Returns the time it took to stop. An engine that does not stop within `patience` is
    /// ended. If it was not pondering, nothing happens.
    pub fn stop_pondering(&mut self, patience: Duration) -> Result<Duration, ClientError> {
        if self.pondering.take().is_none() {
            return Ok(Duration::ZERO);
        }
        let started = Instant::now();
        self.send("stop")?;
        let bestmove = self.read_until("bestmove", "stop", patience, |_, _| {})?;
        Ok(bestmove.at.saturating_duration_since(started))
    }

    /// Sends the position, and waits until the engine is ready.
    fn prepare(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        castling: CastlingStyle,
    ) -> Result<PendingGo, ClientError> {
        let position = game.position();
        if !position.has_legal_move() {
            return Err(ClientError::NoLegalMove {
                fen: fen::write(position),
            });
        }
        self.send(&position_command(game, castling))?;
        // All lines before `readyok` belong to earlier commands.
        self.wait_until_ready()?;
        Ok(PendingGo {
            go: limits.write(position, castling),
            position: position.clone(),
        })
    }

    fn read_answer(
        &mut self,
        pending: &PendingGo,
        started: Instant,
        patience: Duration,
    ) -> Result<EngineAnswer, ClientError> {
        let reply = self.read_reply(pending, started, patience)?;
        let (best, ponder) = read_best(&reply.bestmove, &pending.position)?;
        Ok(EngineAnswer {
            best,
            ponder,
            score: reply.report.score.map(|(score, _)| score),
            wdl: reply.report.wdl,
            depth: reply.report.depth.unwrap_or(0),
            nodes: reply.nodes,
            elapsed: reply.bestmove.at.saturating_duration_since(started),
            line: reply.report.pv,
        })
    }

    fn read_reply(
        &mut self,
        pending: &PendingGo,
        started: Instant,
        patience: Duration,
    ) -> Result<GoReply, ClientError> {
        let mut report = Info::default();
        let mut nodes = 0;
        let mut deadline = later(started, patience);
        let mut asked_to_stop = false;
        let bestmove = loop {
            match self.process.receive(deadline) {
                Ok(received) if first_word(&received.line) == "bestmove" => break received,
                Ok(received) => {
                    if let Some(info) = Info::parse(&received.line, &pending.position) {
                        nodes = info.nodes.unwrap_or(nodes);
                        if info.score.is_some() && info.multipv.unwrap_or(1) == 1 {
                            report = info;
                        }
                    }
                }
                Err(NoLine::Gone) => return Err(self.exited()),
                Err(NoLine::Deadline) if !asked_to_stop => {
                    self.send("stop")?;
                    asked_to_stop = true;
                    deadline = later(Instant::now(), STOP_GRACE);
                }
                Err(NoLine::Deadline) => {
                    self.process.kill();
                    return Err(ClientError::Stalled {
                        after: patience,
                        to: pending.go.clone(),
                    });
                }
            }
        };
        Ok(GoReply {
            bestmove,
            report,
            nodes,
        })
    }

    fn wait_until_ready(&mut self) -> Result<(), ClientError> {
        self.send("isready")?;
        self.read_until("readyok", "isready", self.timeout, |_, _| {})?;
        Ok(())
    }

    /// Reads lines until one begins with `last`, and returns that one.
    fn read_until(
        &mut self,
        last: &str,
        command: &str,
        patience: Duration,
        mut visit: impl FnMut(&mut Self, &str),
    ) -> Result<ReceivedLine, ClientError> {
        let mut deadline = later(Instant::now(), patience);
        // A program that answers `uci` by repeating it and by nothing else is no engine. Later an
        // engine that also repeats its commands may take its time.
        let (mut is_echoed, mut is_answered) = (false, command != "uci");
        loop {
            match self.process.receive(deadline) {
                Ok(received) if first_word(&received.line) == last => return Ok(received),
                Ok(received) if received.line == command && !is_answered => {
                    is_echoed = true;
                    deadline = deadline.min(later(received.at, ECHO_GRACE));
                }
                Ok(received) => {
                    if is_echoed && !is_answered {
                        deadline = later(Instant::now(), patience);
                    }
                    is_answered = true;
                    visit(self, &received.line);
                }
                Err(NoLine::Gone) => return Err(self.exited()),
                Err(NoLine::Deadline) => {
                    self.process.kill();
                    let to = command.to_owned();
                    return Err(if is_echoed && !is_answered {
                        ClientError::Echo { line: to }
                    } else {
                        let after = patience;
                        ClientError::Stalled { after, to }
                    });
                }
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), ClientError> {
        self.process.send(line).map_err(|_| self.exited())
    }

    fn exited(&mut self) -> ClientError {
        ClientError::Exited {
            status: self.process.wait_or_kill(),
        }
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A point in time. Patience is limited to a year, so that the sum does not overflow.
fn later(start: Instant, patience: Duration) -> Instant {
    const LONGEST_WAIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    start + patience.min(LONGEST_WAIT)
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

fn position_command(game: &Game, castling: CastlingStyle) -> String {
    let mut line = if *game.start() == Position::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen::write(game.start()))
    };
    let mut position = game.start().clone();
    for (ply, mv) in game.moves().iter().enumerate() {
        line.push_str(if ply == 0 { " moves " } else { " " });
        line.push_str(&notation::write_as(&position, *mv, castling));
        position = position.after(*mv);
    }
    line
}

fn read_best(
    received: &ReceivedLine,
    position: &Position,
) -> Result<(Move, Option<Move>), ClientError> {
    let words: Vec<&str> = received.line.split_whitespace().collect();
    let word = words.get(1).ok_or_else(|| ClientError::Protocol {
        line: shortened(&received.line, 200),
    })?;
    let best = notation::parse(position, word).map_err(|_| ClientError::IllegalMove {
        mv: shortened(word, 40),
        fen: fen::write(position),
    })?;
    let ponder = match words.get(2..4) {
        Some(["ponder", word]) => notation::parse(&position.after(best), word).ok(),
        _ => None,
    };
    Ok((best, ponder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_sent_from_its_start() {
        let start = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 3 9").unwrap();
        let mut game = Game::new(start);
        for word in ["e1g1", "e8e7"] {
            let mv = notation::parse(game.position(), word).unwrap();
            game.play(mv).unwrap();
        }
        assert_eq!(
            position_command(&game, CastlingStyle::KingStep),
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9 moves e1g1 e8e7"
        );
        assert_eq!(
            position_command(&game, CastlingStyle::KingTakesRook),
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9 moves e1h1 e8e7"
        );
        assert_eq!(
            position_command(&Game::default(), CastlingStyle::KingStep),
            "position startpos"
        );
    }
}
