//! The program from outside: what it answers, and with which exit code.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bstar-lab"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

/// Runs the program, wants this exit code and gives what it said.
fn says(arguments: &[&str], code: i32) -> (String, String) {
    let output = lab(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}\n{out}\n{err}"
    );
    (out, err)
}

fn data(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    root.join(name).to_str().expect("a path in text").to_owned()
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).expect("a file");
        path.to_str().expect("a path in text").to_owned()
    }
}

/// A UCI engine that does this when it is asked for a move.
#[cfg(unix)]
fn engine(folder: &Folder, name: &str, on_go: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
         uci) echo id name {name}; echo uciok;;\nisready) echo readyok;;\ngo) {on_go};;\nquit) exit 0;;\nesac; done\n"
    );
    let engine = folder.file(name, script);
    let mut permissions = std::fs::metadata(&engine).unwrap().permissions();
    permissions.set_mode(0o755);
    std::fs::set_permissions(&engine, permissions).unwrap();
    engine
}

#[test]
fn bad_use_and_bad_input_end_with_two_and_a_reason() {
    let folder = Folder::new();
    let noise = folder.file("noise.epd", b"8/8\n\xff\xfe\x00");
    let cut = folder.file("cut.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra");
    let bare = folder.file("bare.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"x\";\n");
    let empty = folder.file("empty.epd", "\n");
    let broken = folder.file("broken.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
    for (arguments, reason) in [
        (vec!["nonsense"], "nonsense"),
        (vec!["perft"], "DEPTH"),
        (vec!["perft", "many"], "`many` is not a depth"),
        (vec!["perft", "99"], "from 1 to 12"),
        (
            vec!["perft", "2", "--file", "/no/such/file"],
            "/no/such/file",
        ),
        (vec!["suite", "/no/such/file"], "cannot read /no/such/file"),
        (vec!["suite", &noise], "line 2, column 1"),
        (vec!["suite", &cut], "line 1, column"),
        (
            vec!["suite", &bare],
            "line 1: the position has none of bm, am and dm",
        ),
        (vec!["suite", &empty], "no positions"),
        (
            vec!["suite", &cut, "--search", "bstar,off=magic"],
            "expected one of verify",
        ),
        (
            vec!["suite", &data("wac.epd"), "--engine", "no-such-engine"],
            "no-such-engine",
        ),
        (vec!["match", "alphabeta"], "<B>"),
        (
            vec!["match", "alphabeta", "bstar,deeper=9"],
            "expected a whole number from -8 to 8",
        ),
        (vec!["match", "alphabeta", "alphabeta,Hash=none"], "Hash"),
        (
            vec!["match", "alphabeta", "no-such-engine"],
            "no-such-engine",
        ),
        (
            vec!["match", "alphabeta", "alphabeta", "--time", "soon"],
            "not a clock setting",
        ),
        (
            vec!["match", "alphabeta", "alphabeta", "--sprt", "5,0"],
            "must be below",
        ),
        (
            vec!["match", "alphabeta", "alphabeta", "--openings", &broken],
            "line 3",
        ),
        (
            vec!["match", "alphabeta", "alphabeta", "--openings", &empty],
            "no openings",
        ),
        (
            vec!["techniques", "--only", "magic"],
            "there is no technique `magic`",
        ),
        (
            vec!["openings", "--check", "/no/such/file"],
            "/no/such/file",
        ),
        (
            vec!["selfplay", "--games", "1", "-o", &cut],
            "other settings",
        ),
    ] {
        let (_, err) = says(&arguments, 2);
        assert!(err.contains(reason), "{arguments:?} says {err}");
        assert!(!err.contains("panicked"), "{err}");
    }
}

#[test]
fn perft_counts_and_compares() {
    let (out, _) = says(&["perft", "3"], 0);
    assert!(out.lines().any(|line| line == "e2e4: 600"), "{out}");
    assert!(out.lines().last().unwrap().starts_with("8902 "), "{out}");
    let (out, _) = says(
        &["perft", "8/8/8/8/8/8/8/K1k5", "w", "-", "-", "0", "1", "1"],
        0,
    );
    assert!(out.contains("a1a2: 1"), "{out}");

    let (out, _) = says(&["perft", "2", "--file", &data("perft.epd")], 0);
    assert!(out.contains("all right"), "{out}");
    let folder = Folder::new();
    let wrong = folder.file(
        "wrong.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n",
    );
    let (out, _) = says(&["perft", "2", "--file", &wrong], 1);
    assert!(
        out.contains("line 1, depth 2: counted 66, expected 67"),
        "{out}"
    );
}

#[test]
fn a_suite_ends_with_its_count() {
    let folder = Folder::new();
    let suite = folder.file(
        "suite.epd",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"one\";\n\
         6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra7; id \"two\";\n",
    );
    let (out, _) = says(&["suite", &suite, "--nodes", "2000"], 0);
    assert_eq!(out.lines().last(), Some("solved 1 of 2"), "{out}");
    assert!(out.contains("of 1 other answers, 1 keep the win"), "{out}");
    let (out, _) = says(
        &[
            "suite",
            &suite,
            "--nodes",
            "2000",
            "--no-judge",
            "--json",
            "--jobs",
            "2",
        ],
        0,
    );
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["id"], "one");
    assert_eq!(lines[2]["type"], "suite");
    assert_eq!(lines[2]["solved"], 1);
}

#[cfg(unix)]
#[test]
fn a_suite_can_ask_any_engine() {
    let folder = Folder::new();
    let suite = folder.file(
        "suite.epd",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"one\";\n",
    );
    let engine = engine(&folder, "mating", "echo bestmove a1a8");
    let (out, _) = says(
        &["suite", &suite, "--nodes", "2000", "--engine", &engine],
        0,
    );
    assert_eq!(out.lines().last(), Some("solved 1 of 1"), "{out}");
}

#[test]
fn a_match_can_be_continued_but_not_with_other_settings() {
    let folder = Folder::new();
    let journal = folder.path("journal");
    let journal = journal.to_str().unwrap();
    let games = folder.path("games.pgn");
    let common = [
        "match",
        "alphabeta,Hash=1",
        "alphabeta,Hash=1,depth=1,name=shallow",
    ];
    let files = ["--resume", journal, "--pgn", games.to_str().unwrap()];
    let run = |rest: &[&str], code| says(&[&common[..], &files[..], rest].concat(), code);
    run(&["--nodes", "300", "--games", "2"], 0);
    let (out, _) = run(
        &[
            "--nodes",
            "300",
            "--games",
            "4",
            "--json",
            "--concurrency",
            "2",
        ],
        0,
    );
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3, "two games and the result");
    let tally = &lines[2]["tally"];
    let count = |name: &str| tally[name].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 4);
    let pgn = std::fs::read_to_string(&games).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 4);
    let (_, err) = run(&["--nodes", "301", "--games", "4"], 2);
    assert!(err.contains("other settings (pace"), "{err}");
}

#[test]
fn a_sequential_test_answers_with_its_exit_code() {
    let test = |first: &str, second: &str| {
        let arguments = [
            "match",
            first,
            second,
            "--nodes",
            "2000",
            "--sprt=-50,50",
            "--games",
            "60",
            "--resign-rule",
            "2,400",
            "--draw-rule",
            "20,4,30",
        ];
        lab(&arguments).status.code()
    };
    let (strong, weak) = ("alphabeta,Hash=1", "alphabeta,Hash=1,depth=1,name=weak");
    assert_eq!(test(strong, weak), Some(0));
    assert_eq!(test(weak, strong), Some(1));
}

/// Engines that misbehave, each in a way of its own.
#[cfg(unix)]
#[test]
fn a_bad_engine_loses_and_is_named_and_the_match_goes_on() {
    let folder = Folder::new();
    for (name, on_go, kind, extra) in [
        ("crashing", "exit 3", "crash", ""),
        ("cheating", "echo bestmove e2e5", "illegal-move", ""),
        (
            "babbling",
            "echo bestmove king takes everything",
            "illegal-move",
            "",
        ),
        ("sleeping", "sleep 20", "stall", "1"),
    ] {
        let engine = engine(&folder, name, on_go);
        let player = format!("{engine},name={name}");
        let patience = if extra.is_empty() { "10" } else { extra };
        let arguments = [
            "match",
            "alphabeta,Hash=1",
            &player,
            "--nodes",
            "200",
            "--games",
            "2",
            "--json",
            "--patience",
            patience,
        ];
        let (out, err) = says(&arguments, 0);
        assert!(err.contains(name), "{err}");
        let last: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
        assert_eq!(last["faults"][1][kind], 2, "{name}: {out}");
        assert_eq!(last["tally"]["wins"], 2, "{name}: {out}");
    }
}

#[test]
fn self_play_is_the_same_however_it_is_made() {
    let folder = Folder::new();
    let make = |name: &str, games: &str, jobs: &str| {
        let path = folder.path(name);
        let file = path.to_str().unwrap();
        let arguments = [
            "selfplay",
            "--games",
            games,
            "--nodes",
            "200",
            "--jobs",
            jobs,
            "--resign-rule",
            "2,400",
            "--draw-rule",
            "20,4,30",
            "-o",
            file,
        ];
        says(&arguments, 0);
        std::fs::read_to_string(file).unwrap()
    };
    let whole = make("one.pgn", "4", "1");
    make("two.pgn", "2", "2");
    assert_eq!(make("two.pgn", "4", "2"), whole);
}

#[test]
fn openings_are_made_and_checked() {
    let folder = Folder::new();
    let path = folder.path("book.epd");
    let file = path.to_str().unwrap();
    let made = [
        "openings", "--count", "3", "--plies", "4", "--nodes", "3000", "-o", file,
    ];
    says(&made, 0);
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 3);
    let (out, _) = says(
        &[
            "openings",
            "--check",
            file,
            "--max-score",
            "200",
            "--nodes",
            "3000",
        ],
        0,
    );
    assert!(out.contains("3 openings looked at, 0 bad"), "{out}");
    let bad = folder.file(
        "bad.epd",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"no queen\";\n",
    );
    let (out, _) = says(&["openings", "--check", &bad, "--nodes", "3000"], 1);
    assert!(out.contains("no queen"), "{out}");
}
