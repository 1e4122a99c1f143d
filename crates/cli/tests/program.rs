//! The program from outside: what it answers, and with which exit code.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

fn bstar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bstar"))
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
    let output = bstar(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}\n{out}\n{err}"
    );
    (out, err)
}

#[test]
fn bad_use_and_bad_input_end_with_two_and_a_reason() {
    for (arguments, reason) in [
        (vec!["nonsense"], "nonsense"),
        (vec!["search", "8/8/8/8/8/8/8/8 w - - 0 1"], "bad position"),
        (vec!["search", "startpos", "moves", "e2e5"], "e2e5"),
        (vec!["search", "--seconds", "-1"], "above 0"),
        (
            vec!["search", "--seconds", "1", "--depth", "3"],
            "cannot be used with",
        ),
        (
            vec!["search", "--depth", "1", "--hash", "99999999999"],
            "99999999999",
        ),
    ] {
        let (_, err) = says(&arguments, 2);
        assert!(err.contains(reason), "{arguments:?} says {err}");
        assert!(!err.contains("panicked"), "{err}");
    }
}

#[test]
fn nobody_listening_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bstar"))
        .args(["search", "--depth", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{err}");
    assert_eq!(err, "");
}

#[test]
fn a_position_is_searched_for_people_and_for_programs() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let (out, _) = says(&["search", mate, "--depth", "4"], 0);
    assert!(out.contains("Alpha-beta chooses Ra8# for White."), "{out}");
    assert!(out.contains("+M1"), "{out}");
    let (out, _) = says(&["search", mate, "--depth", "4", "--json"], 0);
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found["type"], "search");
    assert_eq!(found["schema"], 2);
    assert_eq!(found["best"], "a1a8");
    assert_eq!(found["lines"][0]["score"]["mate"], 1);
    let (out, _) = says(&["search", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"], 0);
    assert!(out.contains("The game is over: checkmate"), "{out}");
}

#[test]
fn without_arguments_it_speaks_uci() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bstar"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines =
        "uci\nsetoption name Hash value 1000000\nposition startpos moves e2e4\ngo depth 3\nquit\n";
    child
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(out.contains("uciok"), "{out}");
    assert!(
        out.contains("info string"),
        "the huge table is refused aloud: {out}"
    );
    assert_eq!(out.matches("bestmove").count(), 1, "{out}");
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let (out, _) = says(&["bench"], 0);
    let last: Vec<&str> = out.lines().last().unwrap().split(' ').collect();
    assert!(matches!(last[..], [_, "nodes", _, "nps"]), "{out}");
}
