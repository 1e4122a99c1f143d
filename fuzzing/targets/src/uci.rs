//! A whole conversation: any lines, a real engine behind them, and tiny searches.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bstar_board::Position;
use bstar_engine::{Engine, Evaluation, OnReport, SearchKind, Settings, Task, describe_eval};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_uci::{BestMove, Identity, Info, OptionKind, OptionSpec, SearchTask, SessionEngine};

/// No search has more nodes. It does not matter what it finds.
const MAX_NODES: u64 = 120;
const MAX_DEPTH_PLIES: u32 = 3;

/// Sends the bytes as lines, and checks every line that comes back.
pub fn session(bytes: &[u8]) {
    let lines = String::from_utf8_lossy(bytes);
    // Counting takes as long as it takes; its depth is no concern of the protocol.
    if lines.contains("perft") {
        return;
    }
    let output = Shared::default();
    let engine = SmallEngine::new();
    bstar_uci::run(engine, Cursor::new(bytes.to_vec()), output.clone()).expect("ends in peace");
    let said = String::from_utf8(output.take()).expect("answers are text");
    let count = |beginning: &str| {
        said.lines()
            .filter(|line| line.starts_with(beginning))
            .count()
    };
    // A line may be told again inside another, so only the beginning says what it is.
    assert_eq!(count("info string the engine failed"), 0, "{said}");
    assert_eq!(
        count("info string the engine's search gave no"),
        0,
        "{said}"
    );
    let asked = lines.lines().filter(|line| line.contains("go")).count();
    assert!(
        count("bestmove") <= asked,
        "more answers than questions:\n{said}"
    );
    assert_eq!(count("uciok"), count("id name"), "{said}");
    if !lines.contains("quit") {
        let plain = |word: &str| lines.lines().filter(|line| line.trim() == word).count();
        assert!(count("readyok") >= plain("isready"), "{said}");
        assert!(
            count("bestmove") >= plain("go infinite"),
            "a search without answer:\n{said}"
        );
    }
}

/// An output that can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The engine, with a small table and a limit on every search.
struct SmallEngine {
    engine: Engine,
}

impl SmallEngine {
    fn new() -> SmallEngine {
        let settings = Settings {
            hash_mib: 1,
            evaluation: Evaluation::Terms,
            ..Settings::default()
        };
        SmallEngine {
            engine: Engine::new(settings).expect("a MiB can be had"),
        }
    }
}

impl SessionEngine for SmallEngine {
    fn identity(&self) -> Identity {
        Identity {
            name: "small".to_owned(),
            author: "the bstar team".to_owned(),
        }
    }

    fn options(&self) -> Vec<OptionSpec> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let search = OptionKind::Combo {
            default: "bstar".to_owned(),
            vars: vec!["bstar".to_owned(), "alphabeta".to_owned()],
        };
        [
            ("Clear Hash", OptionKind::Button),
            ("Threads", spin(1, 1, 2)),
            ("MultiPV", spin(1, 1, Settings::MAX_LINES as i64)),
            ("Search", search),
            ("Probe Depth", spin(1, 0, 3)),
            ("Expansions", spin(0, 0, 1_000)),
        ]
        .map(|(name, kind)| OptionSpec::new(name, kind))
        .into()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, String> {
        let mut settings = self.engine.settings().clone();
        let number = || {
            value
                .and_then(|value| value.trim().parse().ok())
                .unwrap_or(1)
        };
        match name {
            "Clear Hash" => self.engine.clear(),
            "Threads" => settings.threads = number(),
            "MultiPV" => settings.multi_pv = number(),
            "Search" if value == Some("alphabeta") => settings.search = SearchKind::AlphaBeta,
            "Search" => settings.search = SearchKind::Bstar,
            "Probe Depth" => settings.options.probe_depth = number() as u32,
            "Expansions" => settings.expansions = number() as u32,
            _ => panic!("the session accepted an option that there is not: {name}"),
        }
        let configured = self.engine.configure(settings);
        configured
            .map(|()| Vec::new())
            .map_err(|error| error.to_string())
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn search(
        &mut self,
        task: &SearchTask,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove {
        // No clock counts: a search must be the same every time.
        let asked = task.effort;
        let wanted = [
            asked.node_limit().map(Effort::nodes),
            asked.depth_limit().map(Effort::depth),
            asked.mate_wanted().map(Effort::until_mate),
        ];
        let most = Effort::nodes(MAX_NODES).or(Effort::depth(MAX_DEPTH_PLIES));
        let effort = wanted.into_iter().flatten().fold(most, Effort::or);
        let mut pass_on = OnReport(|found: &bstar_thought::SearchReport| {
            report(&Info {
                depth: Some(found.depth),
                pv: found.line.clone(),
                ..Info::default()
            });
        });
        let task = Task::play(&task.game, effort).only(&task.only);
        let answer = self.engine.run(&task, stop, &mut pass_on);
        BestMove {
            best: answer.best,
            ponder: answer.ponder,
        }
    }

    fn evaluate(&mut self, position: &Position) -> String {
        describe_eval(position, None)
    }

    fn bench(&mut self, say: &mut dyn FnMut(String)) {
        say("no bench here".to_owned());
    }
}
