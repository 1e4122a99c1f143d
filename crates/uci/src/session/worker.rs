//! The thread that owns the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bstar_board::{Game, Move, Position, fen, notation, perft};

use crate::engine::{Best, Engine, Task};
use crate::go::{Go, GoLimits};
use crate::info::{Bound, Castling, Info, Score};
use crate::option::{OptionKind, OptionSpec};
use crate::signals::Signals;
use crate::text::shortened;

use super::command::{Command, Debug, Start};
use super::output::Output;
use super::picture;
use super::reader::{Job, Order};
use super::search::Search;

/// The one option that is the session's own: it decides how moves are written.
const CHESS960: &str = "UCI_Chess960";

/// Does one order after the other.
pub(super) struct Worker<'a> {
    engine: &'a mut dyn Engine,
    output: Arc<Output>,
    options: Vec<OptionSpec>,
    game: Game,
    castling: Castling,
    debug: Debug,
}

impl<'a> Worker<'a> {
    pub(super) fn new(engine: &'a mut dyn Engine, output: Arc<Output>) -> Self {
        let mut options = engine.options();
        options.retain(|option| !option.is_called(CHESS960));
        options.push(OptionSpec::new(
            CHESS960,
            OptionKind::Check { default: false },
        ));
        Self {
            engine,
            output,
            options,
            game: Game::default(),
            castling: Castling::default(),
            debug: Debug::Off,
        }
    }

    pub(super) fn work(&mut self, order: Order) {
        for complaint in &order.complaints {
            self.output.inform(complaint);
        }
        if !order.ignored.is_empty() {
            let words = shortened(&order.ignored.join(" "), 200);
            self.remark(|| format!("ignored: {words}"));
        }
        match order.job {
            None => {}
            Some(Job::Go(Go::Perft(depth), search)) => self.count(depth, &search),
            Some(Job::Go(
                Go::Search {
                    limits,
                    searchmoves,
                },
                search,
            )) => self.search(limits, &searchmoves, &search),
            Some(Job::Other(command)) => self.obey(command),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(debug) => {
                self.debug = debug;
                self.remark(|| "debug is on".to_owned());
            }
            Command::IsReady => self.output.say("readyok"),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.guarded("new game", |engine| engine.new_game());
            }
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::Display => self.output.say(&picture::draw(self.game.position())),
            Command::Evaluate => {
                let position = self.game.position().clone();
                if let Some(text) = self.guarded("eval", |engine| engine.evaluate(&position)) {
                    self.output.say(text.trim_end());
                }
            }
            Command::Bench => {
                let output = self.output.clone();
                self.guarded("bench", |engine| {
                    engine.bench(&mut |line| output.say(&line));
                });
            }
            // The reader's own.
            Command::Go(_) | Command::Stop | Command::PonderHit | Command::Quit => {}
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
            self.output.inform(&format!("there is no option `{name}`"));
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
        if name == CHESS960 {
            self.castling = if value.as_deref() == Some("true") {
                Castling::Chess960
            } else {
                Castling::Usual
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

    fn set_position(&mut self, start: &Start, moves: &[String]) {
        match build_game(start, moves) {
            Ok(game) => self.game = game,
            Err(reason) => self
                .output
                .inform(&format!("position: {reason}; the position before it stays")),
        }
    }

    /// Counts move sequences, first move by first move.
    fn count(&mut self, depth: u32, search: &Search) {
        let position = self.game.position().clone();
        let mut total = Some(u64::from(depth == 0));
        if depth > 0 {
            for mv in position.legal_moves() {
                let below = count_below(&position.after(mv), depth - 1, &search.signals);
                total = total
                    .zip(below)
                    .map(|(sum, below)| sum.saturating_add(below));
                let Some(below) = below else { break };
                let word = self.castling.write(&position, mv);
                self.output.say(&format!("{word}: {below}"));
            }
        }
        search.finish();
        match total {
            Some(total) => self.output.say(&format!("\nNodes searched: {total}\n")),
            None => self.output.inform("perft was stopped before its end"),
        }
    }

    fn search(&mut self, mut limits: GoLimits, searchmoves: &[String], search: &Search) {
        let position = self.game.position().clone();
        limits.searchmoves = self.read_search_moves(&position, searchmoves);
        self.remark(|| limits.write(&position, notation::CastlingStyle::KingStep));
        let best = if position.has_legal_move() {
            self.ask_engine(&position, limits, search)
        } else {
            self.report_end(&position);
            Best::default()
        };
        search.wait_for_release();
        search.finish();
        self.output.say(&write_best(&position, best, self.castling));
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

    /// Nothing is to be searched where the game is over.
    fn report_end(&self, position: &Position) {
        let score = if position.in_check() {
            Score::Mate(0)
        } else {
            Score::Centipawns(0)
        };
        let info = Info {
            depth: Some(0),
            score: Some((score, Bound::Exact)),
            ..Info::default()
        };
        self.output.say(&info.write(position, self.castling));
    }

    /// The engine's answer; if it has none that is legal, the best that was heard of before.
    fn ask_engine(&mut self, position: &Position, limits: GoLimits, search: &Search) -> Best {
        let mut stopgap = limits
            .searchmoves
            .first()
            .copied()
            .or_else(|| position.legal_moves().first().copied());
        let task = Task {
            game: self.game.clone(),
            limits,
        };
        let output = self.output.clone();
        let castling = self.castling;
        let answer = self.guarded("search", |engine| {
            engine.search(&task, &search.signals, &mut |info| {
                if let (None | Some(1), Some(mv)) = (info.multipv, info.pv.first())
                    && position.is_legal(*mv)
                {
                    stopgap = Some(*mv);
                }
                output.say(&info.write(position, castling));
                if output.has_failed() {
                    search.signals.stop();
                }
            })
        });
        match answer {
            Some(answer) if answer.best.is_some_and(|mv| position.is_legal(mv)) => answer,
            Some(_) => {
                self.output
                    .inform("the engine's search gave no legal move; this one replaces it");
                Best {
                    best: stopgap,
                    ponder: None,
                }
            }
            None => Best {
                best: stopgap,
                ponder: None,
            },
        }
    }

    /// Calls the engine; if it panics, says so and goes on.
    ///
    /// What the engine was doing may be half done. That is its own affair: nothing of the session is
    /// changed inside the call, and a game can go on with an engine that is confused better than with one
    /// that is gone.
    fn guarded<T>(&mut self, what: &str, call: impl FnOnce(&mut dyn Engine) -> T) -> Option<T> {
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

    /// Says something to those who debug.
    fn remark(&self, words: impl FnOnce() -> String) {
        if self.debug == Debug::On {
            self.output.inform(&words());
        }
    }
}

fn build_game(start: &Start, moves: &[String]) -> Result<Game, String> {
    let start = match start {
        Start::Usual => Position::start(),
        Start::Fen(text) => fen::parse(text)
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

/// Counts, unless stopped. The signals are looked at every few thousand sequences.
fn count_below(position: &Position, depth: u32, signals: &Signals) -> Option<u64> {
    const UNINTERRUPTED: u32 = 3;
    if signals.is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(position, depth));
    }
    position
        .legal_moves()
        .into_iter()
        .try_fold(0u64, |sum, mv| {
            let below = count_below(&position.after(mv), depth - 1, signals)?;
            Some(sum.saturating_add(below))
        })
}

fn write_best(position: &Position, answer: Best, castling: Castling) -> String {
    let Some(best) = answer.best else {
        return "bestmove (none)".to_owned();
    };
    let mut line = format!("bestmove {}", castling.write(position, best));
    let after = position.after(best);
    if let Some(ponder) = answer.ponder.filter(|mv| after.is_legal(*mv)) {
        line.push_str(" ponder ");
        line.push_str(&castling.write(&after, ponder));
    }
    line
}
