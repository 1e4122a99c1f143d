//! Games as a program meets them: judged, played at a level, read with their side lines; and
//! searches that go on.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::tests::{answer, block_on, of, post, server, stream};

/// Fool's mate: White's second move is a blunder.
const FOOL: &str = "[White \"Fool\"]\n\n1. f3 (1. e4 {better}) e5 2. g4 Qh4# 0-1";
/// Its judgement takes more than half a minute with two seconds for a move.
const LONG: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";

async fn judged(body: Value) -> Vec<Value> {
    let (server, _) = server(4);
    stream(&server, "/api/judge", body).await
}

#[test]
fn a_game_is_judged_as_analyse_does_it() {
    let told = block_on(judged(json!({"pgn": FOOL, "seconds": 0.02})));
    assert_eq!(told[0]["type"], "accepted");
    let games = of(&told, "game");
    let last = games[games.len() - 1];
    assert_eq!(last["moves"][2]["mark"], "blunder");
    let words = last["moves"][2]["explanation"]["text"].as_str().unwrap();
    assert!(words.contains("It runs into 2... Qh4#."), "{words}");
    let pgn = of(&told, "annotated")[0]["pgn"].as_str().unwrap();
    // Where lines break depends on what was found in the time.
    let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        pgn.contains("2. g4 $4 {[%eval #-1] g4 is a blunder"),
        "{pgn}"
    );
    assert!(pgn.contains("(1. e4 {better})"), "{pgn}");
}

#[test]
fn what_was_found_before_is_not_searched_again() {
    let told = block_on(judged(json!({"pgn": FOOL, "seconds": 0.02})));
    let findings = of(&told, "finding");
    let again = json!({"pgn": FOOL, "seconds": 0.02, "known": findings});
    let told_again = block_on(judged(again));
    assert!(of(&told_again, "finding").is_empty());
    assert_eq!(of(&told, "annotated"), of(&told_again, "annotated"));
    let half = &findings[..2];
    let rest = block_on(judged(json!({"pgn": FOOL, "seconds": 0.02, "known": half})));
    let first = |finding: &&&Value| finding["position"]["confirmed"] == false;
    assert_eq!(of(&rest, "finding").iter().filter(first).count(), 3);
}

#[test]
fn who_leaves_ends_the_judgement_of_their_game() {
    block_on(async {
        let (server, share) = server(4);
        let request = post("/api/judge", json!({"pgn": LONG, "seconds": 2}));
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!((response.status(), share.running()), (StatusCode::OK, 1));
        drop(response);
        let began = Instant::now();
        while share.running() > 0 {
            assert!(began.elapsed() < Duration::from_secs(20));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
}

#[test]
fn games_that_cannot_be_judged_are_refused() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(151);
    let finding = json!({"ply": 9, "only": true});
    for (body, part) in [
        (json!({"pgn": "1. e5"}), "game 1, line 1"),
        (json!({"pgn": ""}), "no game"),
        (json!({"pgn": "[White \"A\"]\n\n*"}), "no moves"),
        (json!({"pgn": "1. e4 *\n\n1. d4 *"}), "these are 2"),
        (
            json!({"pgn": shuffle}),
            "302 moves; here one of 300 at most",
        ),
        (json!({"pgn": FOOL, "seconds": 60}), "from 0.01 to 2"),
        (json!({"pgn": FOOL, "known": [finding]}), "the game has 4"),
        (json!({"pgn": FOOL, "known": 3}), "cannot be read"),
    ] {
        let (status, told) = block_on(async {
            let (server, _) = server(4);
            answer(&server, post("/api/judge", body)).await
        });
        assert_eq!(status, StatusCode::BAD_REQUEST, "{part}");
        let message = told["message"].as_str().unwrap();
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_move_is_played_at_a_level() {
    let ask = |body: Value| {
        block_on(async {
            let (server, _) = server(4);
            answer(&server, post("/api/move", body)).await
        })
    };
    let (status, told) = ask(json!({"moves": ["f3", "e5", "g4"], "elo": 2000}));
    assert_eq!((status, &told["san"]), (StatusCode::OK, &json!("Qh4#")));
    for (body, part) in [
        (json!({"elo": 300}), "from 1200 to 2800"),
        (
            json!({"elo": 1200, "moves": ["f3", "e5", "g4", "Qh4#"]}),
            "the game is over",
        ),
        (json!({"moves": []}), "missing field `elo`"),
    ] {
        let (status, told) = ask(body);
        assert_eq!(status, StatusCode::BAD_REQUEST);
        let message = told["message"].as_str().unwrap();
        assert!(message.contains(part), "{message}");
    }
}

/// The second search is told of what the first one learned: it begins deeper, and its time and
/// nodes are those of both.
#[test]
fn a_search_goes_on_where_it_ended() {
    block_on(async {
        let (server, _) = server(4);
        let body = json!({"moves": ["e4"], "seconds": 0.4});
        let first = stream(&server, "/api/search", body).await;
        let more =
            json!({"moves": ["e4"], "seconds": 0.4, "threads": 2, "continues": first[0]["search"]});
        let second = stream(&server, "/api/search", more.clone()).await;
        assert_eq!(first[0]["continues"], false);
        assert_eq!(
            (&second[0]["continues"], &second[0]["threads"]),
            (&json!(true), &json!(2))
        );
        let number = |lines: &[Value], name: &str| of(lines, "thought")[0][name].as_f64().unwrap();
        for name in ["seconds", "nodes"] {
            assert!(number(&second, name) > number(&first, name), "{name}");
        }
        // The engine was handed out, and nobody else has it.
        let third = stream(&server, "/api/search", more).await;
        assert_eq!(third[0]["continues"], false);
        let threads = json!({"threads": 3});
        let (status, told) = answer(&server, post("/api/search", threads)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(told["message"].as_str().unwrap().contains("from 1 to 2"));
    });
}

#[test]
fn side_lines_and_comments_are_read() {
    let pgn = "{first} 1. e4 $1 {good} (1. d4 d5 (1... Nf6 {Indian}) 2. c4) e5 *";
    let (_, told) = block_on(async {
        let (server, _) = server(4);
        answer(&server, post("/api/games", json!({"pgn": pgn}))).await
    });
    let inner = json!({"moves": ["g8f6"], "notes": [{"ply": 0, "comment": "Indian"}]});
    let line = json!({
        "moves": ["d2d4", "d7d5", "c2c4"],
        "notes": [{"ply": 1, "variations": [inner]}],
    });
    let note = json!({
        "ply": 0, "before": "first", "comment": "good", "nags": [1], "variations": [line],
    });
    assert_eq!(told["games"][0]["notes"], json!([note]));
}

/// A megabyte of brackets does not end the server.
#[test]
fn side_lines_in_side_lines_have_an_end() {
    let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(60_000), ")".repeat(60_000));
    let (status, told) = block_on(async {
        let (server, _) = server(4);
        answer(&server, post("/api/games", json!({"pgn": deep}))).await
    });
    assert!(
        status == StatusCode::OK || status == StatusCode::BAD_REQUEST,
        "{status}"
    );
    assert!(told.to_string().len() < 10_000);
}
