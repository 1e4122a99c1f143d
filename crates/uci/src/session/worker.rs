//! The thread that owns the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bstar_board::{Game, Move, Position, fen, notation, perft};

use crate::go::{GoCommand, GoLimits};
use crate::info::{Info, MoveFormat};
use crate::option::{OptionKind, OptionSpec};
use crate::session_engine::{BestMove, SearchTask, SessionEngine};
use crate::text::shortened;
use bstar_board::score::{Score, ScoreBound};
use bstar_kit::stop::Stop;
use bstar_kit::suggestion::closest;

use super::command::{DebugMode, StartPosition, UciCommand};
use super::display;
use super::go_handle::GoHandle;
use super::output::SessionOutput;
use super::reader::{QueuedCommand, QueuedLine};

/// The only option of the session itself. It decides how moves are written.
const CHESS960_OPTION: &str = "UCI_Chess960";

/// Handles one queued line after the other.
pub(super) struct Worker<'a> {
    engine: &'a mut dyn SessionEngine,
    output: Arc<SessionOutput>,
    options: Vec<OptionSpec>,
    game: Game,
    format: MoveFormat,
    debug: DebugMode,
}

impl<'a> Worker<'a> {
    pub(super) fn new(engine: &'a mut dyn SessionEngine, output: Arc<SessionOutput>) -> Self {
        let mut options = engine.options();
        options.retain(|option| !option.is_called(CHESS960_OPTION));
        options.push(OptionSpec::new(
            CHESS960_OPTION,
            OptionKind::Check { default: false },
        ));
        Self {
            engine,
            output,
            options,
            game: Game::default(),
            format: MoveFormat::default(),
            debug: DebugMode::Off,
        }
    }

    pub(super) fn work(&mut self, queued: QueuedLine) {
        for complaint in &queued.complaints {
            self.output.inform(complaint);
        }
        if !queued.ignored.is_empty() {
            let words = shortened(&queued.ignored.join(" "), 200);
            self.remark(|| format!("ignored: {words}"));
        }
        match queued.command {
            None => {}
            Some(QueuedCommand::Go(GoCommand::Perft(depth), handle)) => self.count(depth, &handle),
            Some(QueuedCommand::Go(
                GoCommand::Search {
                    limits,
                    searchmoves,
                },
                handle,
            )) => self.search(limits, &searchmoves, &handle),
            Some(QueuedCommand::Other(command)) => self.obey(command),
        }
    }

    fn obey(&mut self, command: UciCommand) {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::Debug(debug) => {
                self.debug = debug;
                self.remark(|| "debug is on".to_owned());
            }
            UciCommand::IsReady => self.output.say("readyok"),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciCommand::NewGame => {
                self.guarded("new game", |engine| engine.new_game());
            }
            UciCommand::Position { start, moves } => self.set_position(&start, &moves),
            UciCommand::Display => self.output.say(&display::draw(self.game.position())),
            UciCommand::Evaluate => {
                let position = self.game.position().clone();
                if let Some(text) = self.guarded("eval", |engine| engine.evaluate(&position)) {
                    self.output.say(text.trim_end());
                }
            }
            UciCommand::Bench => {
                let output = self.output.clone();
                self.guarded("bench", |engine| {
                    engine.bench(&mut |line| output.say(&line));
                });
            }
            // The reader handles these.
            UciCommand::Go(_) | UciCommand::Stop | UciCommand::PonderHit | UciCommand::Quit => {}
        }
    }

    fn introduce(&self) {
        let identity = self.engine.identity();
        self.output.say(&format!("id name {}", identity.name));
        self.output.say(&format!("id author {}", identity.author));
        for option in &self.options {
            self.output.say(&option.to_string());
        }
        self.output.say("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(option) = self.options.iter().find(|option| option.is_called(name)) else {
            let name = shortened(name, 80);
            let known = self.options.iter().map(|option| option.name.as_str());
            let hint = closest(&name, known)
                .map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
            self.output
                .inform(&format!("there is no option `{name}`{hint}"));
            return;
        };
        let name = option.name.clone();
        let value = match option.accept(value) {
            Ok(value) => value,
            Err(error) => {
                self.output.inform(&error.to_string());
                return;
            }
        };
        if name == CHESS960_OPTION {
            self.format = if value.as_deref() == Some("true") {
                MoveFormat::Chess960
            } else {
                MoveFormat::Usual
            };
            return;
        }
        let answer = self.guarded("setoption", |engine| {
            engine.set_option(&name, value.as_deref())
        });
        match answer {
            None => {}
            Some(Ok(remarks)) => remarks.iter().for_each(|remark| self.output.inform(remark)),
            Some(Err(reason)) => self.output.inform(&format!("option {name}: {reason}")),
        }
    }

    fn set_position(&mut self, start: &StartPosition, moves: &[String]) {
        match build_game(start, moves) {
            Ok(game) => self.game = game,
            Err(reason) => self
                .output
                .inform(&format!("position: {reason}; the position before it stays")),
        }
    }

    /// Counts move sequences, for each first move.
    fn count(&mut self, depth: u32, handle: &GoHandle) {
        let position = self.game.position().clone();
        let mut total = Some(u64::from(depth == 0));
        if depth > 0 {
            for mv in position.legal_moves() {
                let below = count_below(&position.after(mv), depth - 1, &handle.stop);
                total = total
                    .zip(below)
                    .map(|(sum, below)| sum.saturating_add(below));
                let Some(below) = below else { break };
                let word = self.format.write(&position, mv);
                self.output.say(&format!("{word}: {below}"));
            }
        }
        handle.finish();
        match total {
            Some(total) => self.output.say(&format!("\nNodes searched: {total}\n")),
            None => self.output.inform("perft was stopped before its end"),
        }
    }

    fn search(&mut self, mut limits: GoLimits, searchmoves: &[String], handle: &GoHandle) {
        let position = self.game.position().clone();
        limits.searchmoves = self.read_search_moves(&position, searchmoves);
        self.remark(|| limits.write(&position, notation::CastlingStyle::KingStep));
        let best = if position.has_legal_move() {
            self.ask_engine(&position, limits, handle)
        } else {
            self.report_end(&position);
            BestMove::default()
        };
        handle.wait_for_release();
        handle.finish();
        self.output.say(&write_best(&position, best, self.format));
    }

    fn read_search_moves(&self, position: &Position, words: &[String]) -> Vec<Move> {
        let mut moves = Vec::new();
        for word in words {
            match notation::parse(position, word) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => self.output.inform(&format!("searchmoves: {error}")),
            }
        }
        moves
    }

    /// Reports the score of a position without a legal move.
    fn report_end(&self, position: &Position) {
        let score = if position.in_check() {
            Score::Mate(0)
        } else {
            Score::cp(0)
        };
        let info = Info {
            depth: Some(0),
            score: Some((score, ScoreBound::Exact)),
            ..Info::default()
        };
        self.output.say(&info.write(position, self.format));
    }

    /// The engine's answer. If it has no legal one, the best move of its reports replaces it.
    fn ask_engine(&mut self, position: &Position, limits: GoLimits, handle: &GoHandle) -> BestMove {
        let mut stopgap = limits
            .searchmoves
            .first()
            .copied()
            .or_else(|| position.legal_moves().first().copied());
        let task = SearchTask {
            game: self.game.clone(),
            effort: limits.effort(position.side_to_move()),
            only: limits.searchmoves,
        };
        let output = self.output.clone();
        let format = self.format;
        let answer = self.guarded("search", |engine| {
            engine.search(&task, &handle.stop, &mut |info| {
                if let (None | Some(1), Some(mv)) = (info.multipv, info.pv.first())
                    && position.is_legal(*mv)
                {
                    stopgap = Some(*mv);
                }
                output.say(&info.write(position, format));
                if output.has_failed() {
                    handle.stop.set();
                }
            })
        });
        match answer {
            Some(answer) if answer.best.is_some_and(|mv| position.is_legal(mv)) => answer,
            Some(_) => {
                self.output
                    .inform("the engine's search gave no legal move; this one replaces it");
                BestMove {
                    best: stopgap,
                    ponder: None,
                }
            }
            None => BestMove {
                best: stopgap,
                ponder: None,
            },
        }
    }

    /// Calls the engine. If it panics, this is reported and the session goes on.
    ///
    /// The engine's own state may then be inconsistent. The session's state is not: the call does
    /// not change it. For a game, an engine in a bad state is better than none.
    fn guarded<T>(
        &mut self,
        what: &str,
        call: impl FnOnce(&mut dyn SessionEngine) -> T,
    ) -> Option<T> {
        let engine = &mut *self.engine;
        match catch_unwind(AssertUnwindSafe(|| call(engine))) {
            Ok(value) => Some(value),
            Err(panic) => {
                let words = panic
                    .downcast_ref::<&str>()
                    .copied()
                    .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
                    .unwrap_or("no reason given");
                self.output
                    .inform(&format!("the engine failed ({what}): {words}"));
                None
            }
        }
    }

    /// Writes a remark in debug mode.
    fn remark(&self, words: impl FnOnce() -> String) {
        if self.debug == DebugMode::On {
            self.output.inform(&words());
        }
    }
}

fn build_game(start: &StartPosition, moves: &[String]) -> Result<Game, String> {
    let start = match start {
        StartPosition::Usual => Position::start(),
        StartPosition::Fen(text) => fen::parse(text)
            .map_err(|error| format!("bad FEN `{}`: {error}", shortened(text, 120)))?,
    };
    let mut game = Game::new(start);
    for (index, word) in moves.iter().enumerate() {
        let number = index + 1;
        let mv = notation::parse(game.position(), word)
            .map_err(|error| format!("move {number} of the list: {error}"))?;
        game.play(mv)
            .map_err(|error| format!("move {number} of the list: {error}"))?;
    }
    Ok(game)
}

/// Counts, unless it is stopped. It checks the stop every few thousand sequences.
fn count_below(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
    const MAX_UNINTERRUPTED_PLIES: u32 = 3;
    if stop.is_set() {
        return None;
    }
    if depth <= MAX_UNINTERRUPTED_PLIES {
        return Some(perft(position, depth));
    }
    position
        .legal_moves()
        .into_iter()
        .try_fold(0u64, |sum, mv| {
            let below = count_below(&position.after(mv), depth - 1, stop)?;
            Some(sum.saturating_add(below))
        })
}

fn write_best(position: &Position, answer: BestMove, format: MoveFormat) -> String {
    let Some(best) = answer.best else {
        return "bestmove (none)".to_owned();
    };
    let mut line = format!("bestmove {}", format.write(position, best));
    let after = position.after(best);
    if let Some(ponder) = answer.ponder.filter(|mv| after.is_legal(*mv)) {
        line.push_str(" ponder ");
        line.push_str(&format.write(&after, ponder));
    }
    line
}
