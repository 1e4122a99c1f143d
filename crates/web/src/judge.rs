//! A visitor's game, judged move by move: by the code of `bstar analyse`.
//!
//! The server keeps nothing. Every finding is sent as it is made. After an interruption of any kind
//! the visitor asks again and hands in what they have, and only the rest is searched.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::response::Response;
use bstar_ask::games::{Judge, JudgeTask};
use bstar_board::Position;
use bstar_board::pgn::{self, GameRecord};
use bstar_engine::Settings;
use bstar_explain::games::{Finding, FindingObject, Findings, JudgedGame, Listener, positions};
use bstar_explain::write::output::lines::OutputLine;
use bstar_kit::effort::Effort;
use bstar_tables::Tables;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use crate::memory::give_free_memory_back;
use crate::messenger::{push, send_last};
use crate::problem::Problem;
use crate::running::{Handle, Ticket};
use crate::search::{Accepted, HASH_MIB, MAX_WAITING_MESSAGES, Missing, locked, stream, turns};
use crate::share::CoreTurn;

/// A game to be judged.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgeRequest {
    /// One game as PGN, of 300 moves at most.
    pgn: String,
    /// How long each position is searched. Doubtful ones are searched again, five times as long.
    #[cfg_attr(feature = "schema", schemars(range(min = MIN_SECONDS, max = MAX_SECONDS), extend("default" = USUAL_SECONDS)))]
    seconds: Option<f64>,
    /// What was found out before, if this was asked before. It is not searched again.
    #[serde(default)]
    known: Vec<FindingObject>,
}

/// The game with everything that was found out, as `bstar analyse` writes it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Annotated {
    /// The game as PGN.
    pub pgn: String,
}

/// The shortest, the usual and the longest search of a position.
const MIN_SECONDS: f64 = 0.01;
const USUAL_SECONDS: f64 = 0.5;
const MAX_SECONDS: f64 = 2.0;

/// The longest game that is judged here, in half moves: one game must not take the server for
/// hours.
const MAX_JUDGED_PLIES: usize = 600;

/// A request that was checked.
pub struct CheckedGame {
    record: GameRecord,
    time: Duration,
    known: Findings,
}

impl CheckedGame {
    /// How long each position is searched.
    pub fn time(&self) -> Duration {
        self.time
    }
}

impl JudgeRequest {
    /// Checks everything about it.
    pub fn check(self) -> Result<CheckedGame, Problem> {
        let mut records = pgn::read(self.pgn)?;
        let record = match records.len() {
            0 => return Err(Problem::NoGame),
            1 => records.remove(0),
            games => return Err(Problem::ManyGames { games }),
        };
        let plies = record.moves.len();
        if plies == 0 {
            return Err(Problem::NoMoves);
        }
        if plies > MAX_JUDGED_PLIES {
            return Err(Problem::LongGame {
                moves: plies.div_ceil(2),
                most: MAX_JUDGED_PLIES / 2,
            });
        }
        let seconds = self.seconds.unwrap_or(USUAL_SECONDS);
        if !(MIN_SECONDS..=MAX_SECONDS).contains(&seconds) {
            return Err(Problem::Seconds {
                least: MIN_SECONDS,
                most: MAX_SECONDS,
            });
        }
        let known = Findings::read(&record, self.known)?;
        Ok(CheckedGame {
            record,
            time: Duration::from_secs_f64(seconds),
            known,
        })
    }
}

/// Begins to judge a game. Dropping the stream ends it.
pub fn begin(
    game: CheckedGame,
    turn: CoreTurn,
    ticket: Ticket,
    handle: Handle,
    accepted: Accepted,
    endings: Tables,
) -> Result<Response, Missing> {
    let settings = Settings {
        endings,
        hash_mib: HASH_MIB,
        ..Settings::for_explaining()
    };
    let left = handle.stop.clone();
    let stop = left.clone();
    let turn = Arc::new(Mutex::new(turn));
    let mut judge = Judge::new(settings, &left)?;
    judge.share_processor(turns(&turn));
    let (sender, receiver) = mpsc::channel(MAX_WAITING_MESSAGES);
    let mut reporter = Reporter {
        sender,
        waiting: String::new(),
        positions: positions(&game.record),
    };
    reporter.tell(&OutputLine::new("accepted", accepted));
    let runtime = tokio::runtime::Handle::current();
    std::thread::Builder::new()
        .name("judge".to_owned())
        .spawn(move || {
            let task = JudgeTask {
                record: &game.record,
                effort: Effort::time(game.time),
                expansions: None,
            };
            let judged = judge.judge(&task, game.known, &mut reporter);
            let annotated = judged.as_ref().map(JudgedGame::annotated);
            let pgn = annotated.and_then(|record| stop.text(|out| pgn::write_to(&record, out)));
            // Nobody waits for the visitor with a core in hand.
            locked(&turn).rest();
            if let (Some(judged), Some(pgn)) = (&judged, pgn) {
                push(
                    &mut reporter.waiting,
                    &OutputLine::new("game", judged.object(1)),
                );
                push(
                    &mut reporter.waiting,
                    &OutputLine::new("annotated", Annotated { pgn }),
                );
            }
            let Reporter {
                sender, waiting, ..
            } = reporter;
            send_last(&sender, &runtime, waiting);
            drop((judge, judged));
            give_free_memory_back();
            drop(ticket);
        })?;
    Ok(stream(receiver, move || left.set()))
}

/// Tells a visitor what is found out about their game. A visitor that does not keep up hears it
/// later.
struct Reporter {
    sender: mpsc::Sender<String>,
    waiting: String,
    positions: Vec<Position>,
}

impl Reporter {
    fn tell(&mut self, line: &impl Serialize) {
        push(&mut self.waiting, line);
        if let Err(TrySendError::Full(text)) =
            self.sender.try_send(std::mem::take(&mut self.waiting))
        {
            self.waiting = text;
        }
    }
}

impl Listener for Reporter {
    fn hear(&mut self, finding: &Finding) {
        let object = finding.object(&self.positions);
        self.tell(&OutputLine::new("finding", object));
    }

    fn see(&mut self, game: &JudgedGame) {
        // It is large, and will be told again.
        if self.waiting.is_empty() {
            self.tell(&OutputLine::new("game", game.object(1)));
        }
    }
}
