//! A session in this process: a scripted engine, an input that is written line by line, an output
//! that is read line by line.
//!
//! Nothing here waits for time to pass. The deadline only turns a hang into a failure.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use bstar_board::score::{Score, ScoreBound};
use bstar_board::{Move, Position, fen};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_uci::{BestMove, Identity, Info, OptionKind, OptionSpec, SearchTask, SessionEngine};

/// A busy machine needs much less.
const DEADLINE: Duration = Duration::from_secs(60);

/// What the scripted engine tells the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Set(String, Option<String>),
    NewGame,
    Searching {
        effort: Effort,
        only: Vec<Move>,
        fen: String,
    },
    Returned,
}

/// Plays its first legal move. How long it takes depends on the limits:
///
/// * With `nodes 77` it waits until the test opens the gate, or for a stop.
/// * With another limit it returns at once, even if it ponders.
/// * Without a limit it waits for a stop, or for the ponderhit if it ponders. With `searchmoves
///   b2b3` it returns at once.
///
/// `depth 13` and `searchmoves g2g4` panic, `depth 14` finds no move, `depth 15` finds an illegal
/// one.
pub struct Scripted {
    events: Sender<Event>,
    nudge: Sender<()>,
    nudged: Receiver<()>,
}

impl Scripted {
    pub fn new() -> (Self, Receiver<Event>, Sender<()>) {
        let (events, seen) = mpsc::channel();
        let (nudge, nudged) = mpsc::channel();
        let gate = nudge.clone();
        let engine = Self {
            events,
            nudge,
            nudged,
        };
        (engine, seen, gate)
    }

    fn tell(&self, event: Event) {
        // Some tests do not listen.
        let _ = self.events.send(event);
    }

    fn wait(&self, task: &SearchTask, stop: &Stop) {
        let effort = &task.effort;
        let gated = effort.node_limit() == Some(77);
        if is_only(task, "b2b3") || effort.has_end() && !gated {
            return;
        }
        let nudge = self.nudge.clone();
        stop.listen(move |_| {
            let _ = nudge.send(());
        });
        loop {
            if stop.is_set() || (effort.is_pondering() && stop.is_ponder_hit()) {
                return;
            }
            self.nudged.recv().expect("the engine holds a sender");
            if gated {
                return;
            }
        }
    }
}

impl SessionEngine for Scripted {
    fn identity(&self) -> Identity {
        Identity {
            name: "Scripted 1".into(),
            author: "the tests".into(),
        }
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![
            OptionSpec::new(
                "Hash",
                OptionKind::Spin {
                    default: 64,
                    min: 1,
                    max: 1024,
                },
            ),
            OptionSpec::new("Clear Hash", OptionKind::Button),
            OptionSpec::new("Ponder", OptionKind::Check { default: false }),
            OptionSpec::new(
                "Style",
                OptionKind::Combo {
                    default: "Solid".into(),
                    vars: vec!["Solid".into(), "Very Risky".into()],
                },
            ),
            OptionSpec::new(
                "Book File",
                OptionKind::String {
                    default: String::new(),
                },
            ),
        ]
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, String> {
        if value == Some("666") {
            return Err("that many evil bytes are not to be had".into());
        }
        self.tell(Event::Set(name.into(), value.map(Into::into)));
        Ok(vec![format!("{name} is set")])
    }

    fn new_game(&mut self) {
        self.tell(Event::NewGame);
    }

    fn search(
        &mut self,
        task: &SearchTask,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove {
        let position = task.game.position();
        self.tell(Event::Searching {
            effort: task.effort,
            only: task.only.clone(),
            fen: fen::write(position),
        });
        let moves = position.legal_moves();
        let last = *moves.last().expect("asked only where there is a move");
        report(&Info {
            depth: Some(1),
            score: Some((Score::cp(12), ScoreBound::Exact)),
            pv: vec![last],
            ..Info::default()
        });
        self.wait(task, stop);
        let depth = task.effort.depth_limit();
        assert!(depth != Some(13) && !is_only(task, "g2g4"), "thirteen");
        self.tell(Event::Returned);
        let best = match depth {
            Some(14) => None,
            Some(15) => Some("a1a1".parse().unwrap()),
            _ => task.only.first().or(moves.first()).copied(),
        };
        BestMove { best, ponder: None }
    }

    fn evaluate(&mut self, _: &Position) -> String {
        "Material: 0\nTotal: 0\n".into()
    }

    fn bench(&mut self, say: &mut dyn FnMut(String)) {
        say("1 of 1".into());
        say("1000 nodes 500 nps".into());
    }
}

/// Whether only this move is to be searched.
fn is_only(task: &SearchTask, word: &str) -> bool {
    task.only == [word.parse().unwrap()]
}

/// Bytes that come from a channel. They end when it is closed.
struct Input {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.bytes.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = buffer.len().min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Sends each line on when it is flushed. So a test notices a missing flush.
struct Output {
    lines: Sender<String>,
    pending: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.pending)).unwrap();
        for line in text.lines() {
            self.lines
                .send(line.to_owned())
                .map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(())
    }
}

/// A running session and all channels to it.
pub struct Session {
    input: Option<Sender<Vec<u8>>>,
    output: Option<Receiver<String>>,
    events: Receiver<Event>,
    gate: Sender<()>,
    ended: Receiver<io::Result<()>>,
}

impl Session {
    pub fn start() -> Self {
        let (engine, events, gate) = Scripted::new();
        let (input, bytes) = mpsc::channel();
        let (lines, output) = mpsc::channel();
        let (ending, ended) = mpsc::channel();
        thread::spawn(move || {
            let input = BufReader::new(Input {
                bytes,
                rest: Vec::new(),
            });
            let output = Output {
                lines,
                pending: Vec::new(),
            };
            let _ = ending.send(bstar_uci::run(engine, input, output));
        });
        Self {
            input: Some(input),
            output: Some(output),
            events,
            gate,
            ended,
        }
    }

    pub fn send_bytes(&self, bytes: &[u8]) {
        // After `quit` the channel is closed. That is no fault of the test.
        let _ = self.input.as_ref().unwrap().send(bytes.to_vec());
    }

    pub fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line.
    #[track_caller]
    pub fn line(&self) -> String {
        match self.output.as_ref().unwrap().recv_timeout(DEADLINE) {
            Ok(line) => line,
            Err(error) => panic!("no line came: {error}"),
        }
    }

    /// All lines up to the first that begins with `start`, that one included.
    #[track_caller]
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    /// The lines between now and the answer to an `isready`, without that answer.
    #[track_caller]
    pub fn settle(&self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    #[track_caller]
    pub fn event(&self) -> Event {
        self.events.recv_timeout(DEADLINE).expect("an event")
    }

    /// Waits until the engine has begun a search.
    #[track_caller]
    pub fn searching(&self) -> (Effort, Vec<Move>, String) {
        match self.event() {
            Event::Searching { effort, only, fen } => (effort, only, fen),
            other => panic!("{other:?}"),
        }
    }

    pub fn open_gate(&self) {
        self.gate.send(()).unwrap();
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the output.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Waits for the end of the session and returns the remaining lines.
    #[track_caller]
    pub fn ended(self) -> Vec<String> {
        let result = self.ended.recv_timeout(DEADLINE).expect("the session ends");
        result.expect("without an error");
        self.output
            .map(|output| output.into_iter().collect())
            .unwrap_or_default()
    }

    /// Closes the input and waits for the end.
    #[track_caller]
    pub fn finish(mut self) -> Vec<String> {
        self.close_input();
        self.ended()
    }
}

/// How many of the lines are answers to `go`.
pub fn best_moves(lines: &[String]) -> usize {
    lines
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .count()
}
