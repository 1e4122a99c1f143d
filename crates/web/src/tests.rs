//! The server as a program meets it, without a network.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::ended::EndedSearches;
use crate::guard::Name;
use crate::routes::{MAX_BODY_BYTES, OPENAPI, SharedState, routes};
use crate::running::{Handle, Running};
use crate::share::CoreShares;

/// A server with room for this many searches.
pub(crate) fn server(most: usize) -> (Router, CoreShares) {
    let share = CoreShares::new(2, most);
    let shared = SharedState {
        share: share.clone(),
        cores: 2,
        running: Running::default(),
        ended_searches: EndedSearches::default(),
        endings: Default::default(),
    };
    (routes(shared, Name("127.0.0.1".into()), None), share)
}

fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, "127.0.0.1:8096")
}

pub(crate) fn post(path: &str, body: Value) -> Request<Body> {
    request("POST", path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

pub(crate) async fn answer(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// All lines of a search, and their types in order.
async fn lines(server: &Router, body: Value) -> Vec<Value> {
    stream(server, "/api/search", body).await
}

/// All lines of a stream.
pub(crate) async fn stream(server: &Router, path: &str, body: Value) -> Vec<Value> {
    let response = server.clone().oneshot(post(path, body)).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(crate) fn of<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

pub(crate) const QUIET: &str = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 10";

pub(crate) const TACTIC: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";

#[test]
fn a_search_is_told_from_the_first_sentence_to_the_last_frame() {
    let told = block_on(async {
        let (server, _) = server(4);
        lines(&server, json!({"fen": TACTIC, "seconds": 0.5})).await
    });
    assert_eq!(told[0]["type"], "accepted");
    assert_eq!(told[0]["running"], 1);
    assert_eq!(told[1]["type"], "standing");
    assert!(
        told[1]["text"].as_str().unwrap().starts_with("So far "),
        "{}",
        told[1]
    );
    let thought = of(&told, "thought")[0];
    assert!(thought["best"].is_string() && thought["expansions"].as_u64() > Some(0));
    assert_eq!(of(&told, "move")[0]["move"], thought["best"]);
    assert_eq!(of(&told, "scale").len(), 1);
    assert!(!of(&told, "node").is_empty() && !of(&told, "event").is_empty());
    // After the last "anew" the frames are whole.
    let anew = told.iter().rposition(|line| line["type"] == "anew");
    let frames = of(&told[anew.unwrap_or(0)..], "frame");
    let numbers: Vec<u64> = frames
        .iter()
        .filter_map(|frame| frame["frame"].as_u64())
        .collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    assert_eq!(frames.len() as u64, thought["expansions"].as_u64().unwrap());
}

#[test]
fn a_move_that_was_not_looked_into_is_searched_beside_the_best() {
    let told = block_on(async {
        let (server, _) = server(4);
        let body = json!({"fen": QUIET, "nodes": 20_000, "move": "a3"});
        lines(&server, body).await
    });
    assert_eq!(of(&told, "move").len(), 2);
    let comparison = of(&told, "comparison")[0];
    assert_eq!(
        (&comparison["san"], &comparison["searched_further"]),
        (&json!("a3"), &json!(true))
    );
    assert!(
        comparison["sentences"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    );
}

/// The server keeps the search that a visitor looks at, for any number of questions about it.
#[test]
fn a_search_that_was_made_is_asked_about_and_not_made_again() {
    block_on(async {
        let (server, _) = server(4);
        let ask = |mv: Option<&'static str>, search: Value| {
            let body = json!({"fen": QUIET, "nodes": 20_000, "move": mv, "continues": search});
            lines(&server, body)
        };
        let first = ask(None, Value::Null).await;
        let name = of(&first, "accepted")[0]["search"].clone();
        let fresh = ask(Some("a3"), Value::Null).await;
        for _ in 0..2 {
            let again = ask(Some("a3"), name.clone()).await;
            assert_eq!(of(&again, "accepted")[0]["continues"], true);
            let compared = |told: &[Value]| of(told, "comparison")[0]["sentences"].clone();
            assert_eq!(compared(&again), compared(&fresh));
        }
        // Of a move that it knows, the answer to the first question comes again, with all of it.
        let thought = |told: &[Value]| of(told, "thought")[0].clone();
        let best = thought(&first)["best"].clone();
        let body = json!({"fen": QUIET, "nodes": 20_000, "move": best, "continues": name});
        let again = lines(&server, body).await;
        assert_eq!(thought(&again)["sentences"], thought(&first)["sentences"]);
    });
}

#[test]
fn a_finished_game_has_an_answer_too() {
    let told = block_on(async {
        let (server, _) = server(4);
        lines(
            &server,
            json!({"fen": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "seconds": 0.5}),
        )
        .await
    });
    let thought = of(&told, "thought")[0];
    assert_eq!(thought["best"], Value::Null);
    assert_eq!(thought["outcome"], "checkmate");
}

/// A visitor that has seen enough still gets the answer.
#[test]
fn a_search_that_is_stopped_tells_what_it_has() {
    block_on(async {
        let (server, _) = server(4);
        let asked = Instant::now();
        let request = post("/api/search", json!({"moves": ["e4"], "seconds": 600}));
        let response = server.clone().oneshot(request).await.unwrap();
        let mut body = response.into_body().into_data_stream();
        let mut text = String::new();
        let mut is_stopped = false;
        while let Some(part) = tokio_stream::StreamExt::next(&mut body).await {
            text.push_str(std::str::from_utf8(&part.unwrap()).unwrap());
            let first = text.lines().find_map(|line| line.strip_prefix("data: "));
            if let Some(first) = first.filter(|_| !is_stopped) {
                is_stopped = true;
                let accepted: Value = serde_json::from_str(first).unwrap();
                let name = json!({"search": accepted["search"]});
                let (status, _) = answer(&server, post("/api/stop", name)).await;
                assert_eq!(status, StatusCode::NO_CONTENT);
            }
        }
        assert!(text.contains("\"thought\""), "{text}");
        assert!(asked.elapsed() < Duration::from_secs(300));
    });
}

#[test]
fn who_leaves_ends_his_search() {
    block_on(async {
        let (server, share) = server(4);
        let request = post("/api/search", json!({"seconds": 600}));
        let response = server.oneshot(request).await.unwrap();
        assert_eq!(share.running(), 1);
        drop(response);
        let end = Instant::now() + Duration::from_secs(300);
        while share.running() > 0 {
            assert!(Instant::now() < end, "it searches on for nobody");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
}

/// A program between the browser and the server may go by one of them, the server by the other.
#[test]
fn a_name_that_comes_twice_is_refused() {
    let (own, page) = ("127.0.0.1:8096", "http://127.0.0.1:8096");
    block_on(async {
        let (server, _) = server(4);
        for (headers, is_let_in) in [
            (vec![(header::HOST, own), (header::ORIGIN, page)], true),
            (
                vec![(header::HOST, own), (header::HOST, "evil.example")],
                false,
            ),
            (vec![(header::HOST, own), (header::HOST, own)], false),
            (
                vec![
                    (header::HOST, own),
                    (header::ORIGIN, page),
                    (header::ORIGIN, "http://evil.example"),
                ],
                false,
            ),
        ] {
            let mut request = Request::builder().uri("/api/status");
            for (name, value) in &headers {
                request = request.header(name, *value);
            }
            let (status, _) = answer(&server, request.body(Body::empty()).unwrap()).await;
            assert_eq!(status == StatusCode::OK, is_let_in, "{headers:?}: {status}");
        }
    });
}

/// Everything the description promises can be had, and nothing else is promised.
#[test]
fn the_description_is_true() {
    let description: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut promised = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            for status in operation["responses"].as_object().unwrap().keys() {
                promised.insert((method.to_uppercase(), path.clone(), status.clone()));
            }
        }
    }
    let mut had = BTreeSet::new();
    block_on(async {
        let (share, running) = (CoreShares::new(2, 1), Running::default());
        let shared = SharedState {
            share: share.clone(),
            cores: 2,
            running: running.clone(),
            ended_searches: EndedSearches::default(),
            endings: Default::default(),
        };
        let server = routes(shared, Name("127.0.0.1".into()), None);
        let stopped = running.enter(&Handle::new());
        let good = |path: &str| match path {
            "/api/search" => Some(json!({"seconds": 0.05})),
            "/api/stop" => Some(json!({"search": stopped.name})),
            "/api/position" => Some(json!({"moves": ["e4"]})),
            "/api/games" => Some(json!({"pgn": "1. e4 e5 *"})),
            "/api/judge" => Some(json!({"pgn": "1. e4 e5 *", "seconds": 0.01})),
            "/api/move" => Some(json!({"elo": 1200})),
            _ => None,
        };
        let paths: BTreeSet<_> = promised
            .iter()
            .map(|(method, path, _)| (method.clone(), path.clone()))
            .collect();
        for (method, path) in &paths {
            let build = || request(method, path).header(header::CONTENT_TYPE, "application/json");
            let body = || Body::from(good(path).map_or_else(String::new, |body| body.to_string()));
            let mut requests = vec![
                build().body(body()).unwrap(),
                build()
                    .header(header::ORIGIN, "http://elsewhere.example")
                    .body(body())
                    .unwrap(),
                Request::builder()
                    .method(&method[..])
                    .uri(path)
                    .header(header::HOST, "elsewhere.example")
                    .body(body())
                    .unwrap(),
            ];
            if good(path).is_some() {
                requests.push(
                    build()
                        .body(Body::from("{\"fen\": \"8/8 w\", \"pgn\": \"1. e9\"}"))
                        .unwrap(),
                );
                requests.push(
                    build()
                        .body(Body::from(vec![b' '; MAX_BODY_BYTES + 1]))
                        .unwrap(),
                );
                requests.push(request(method, path).body(body()).unwrap());
            }
            for request in requests {
                while share.running() > 0 {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                // A body that is not read belongs to a search that is given up.
                let response = server.clone().oneshot(request).await.unwrap();
                had.insert((
                    method.clone(),
                    path.clone(),
                    response.status().as_u16().to_string(),
                ));
            }
        }
        while share.running() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let unknown = post("/api/stop", json!({"search": "?"}));
        let (status, _) = answer(&server, unknown).await;
        had.insert((
            "POST".into(),
            "/api/stop".into(),
            status.as_u16().to_string(),
        ));
        let _taken = share.enter().unwrap();
        for path in ["/api/search", "/api/judge", "/api/move"] {
            let (status, problem) = answer(&server, post(path, good(path).unwrap())).await;
            assert!(
                problem["message"].as_str().unwrap().contains("try again"),
                "{problem}"
            );
            had.insert(("POST".into(), path.into(), status.as_u16().to_string()));
        }
    });
    assert_eq!(promised, had);
}

#[test]
fn mistakes_are_named() {
    block_on(async {
        let (server, _) = server(4);
        let cases = [
            (
                post("/api/search", json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"})),
                400,
                "FEN",
            ),
            (
                post("/api/search", json!({"moves": ["e2e4", "e2e4"]})),
                400,
                "move number 2",
            ),
            (
                post("/api/search", json!({"seconds": 1e9})),
                400,
                "from 0.05 to 60",
            ),
            (
                post("/api/search", json!({"seconds": "long"})),
                400,
                "cannot be read",
            ),
            (post("/api/search", json!({"secs": 3})), 400, "secs"),
            (post("/api/search", json!({"nodes": 0})), 400, "`nodes`"),
            (post("/api/search", json!({"move": "e5"})), 400, "`e5`"),
            (
                post("/api/search", json!({"move": "e4", "beside": "d4"})),
                400,
                "beside",
            ),
            (
                post("/api/search", json!({"moves": vec!["e2e4"; 5000]})),
                400,
                "2000",
            ),
            (
                post("/api/games", json!({"pgn": "1. e4 e5 2. Ke3"})),
                400,
                "line 1, column 13",
            ),
            (post("/api/games", json!({"pgn": ""})), 400, "no game"),
            (
                post("/api/games", json!({"pgn": "x".repeat(MAX_BODY_BYTES)})),
                413,
                "bytes at most",
            ),
            (
                request("GET", "/api/nothing").body(Body::empty()).unwrap(),
                404,
                "/api/nothing",
            ),
            (
                request("GET", "/../etc/passwd")
                    .body(Body::empty())
                    .unwrap(),
                404,
                "nothing at",
            ),
            (
                request("GET", "/api/search").body(Body::empty()).unwrap(),
                405,
                "GET /api/search",
            ),
        ];
        for (request, status, part) in cases {
            let (got, problem) = answer(&server, request).await;
            assert_eq!(got.as_u16(), status, "{problem}");
            let message = problem["message"].as_str().unwrap_or_default();
            assert!(message.contains(part), "{message}");
            assert_eq!(
                (&problem["type"], &problem["status"]),
                (&json!("problem"), &json!(status))
            );
        }
    });
}

#[test]
fn games_come_with_their_moves() {
    let pgn = "[White \"<script>\"]\n[Black \"B\"]\n\n1. e4 (1. d4) e5 2. Nf3 {x} 1-0\n\n1. d4 *";
    let (status, told) = block_on(async {
        let (server, _) = server(4);
        answer(&server, post("/api/games", json!({"pgn": pgn}))).await
    });
    assert_eq!(status, StatusCode::OK);
    assert_eq!(told["games"][0]["moves"], json!(["e2e4", "e7e5", "g1f3"]));
    assert_eq!(told["games"][0]["san"], json!(["e4", "e5", "Nf3"]));
    assert_eq!(told["games"][1]["result"], "*");
    assert!(
        told["games"][0]["tags"]
            .as_array()
            .unwrap()
            .contains(&json!(["White", "<script>"]))
    );
}

#[test]
fn every_answer_forbids_foreign_content() {
    block_on(async {
        let (server, _) = server(4);
        for path in ["/api/status", "/nothing"] {
            let request = request("GET", path).body(Body::empty()).unwrap();
            let response = server.clone().oneshot(request).await.unwrap();
            let policy = response.headers()[header::CONTENT_SECURITY_POLICY]
                .to_str()
                .unwrap();
            assert!(
                policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
                "{policy}"
            );
        }
    });
}
