//! The end of a search, as the server and other visitors meet it.

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::BodyDataStream;
use axum::http::StatusCode;
use bstar_board::Game;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tower::ServiceExt;

use crate::ended::EndedSearches;
use crate::guard::Name;
use crate::routes::{SharedState, routes};
use crate::running::Running;
use crate::share::{CoreShares, CoreTurn};
use crate::tests::{QUIET, answer, block_on, of, post, stream};

/// Two minutes and some: what was kept for a visitor is given up by then.
const LONG_AFTER: Duration = Duration::from_secs(125);

/// Only a server that hangs takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with one pass for all searches.
fn server() -> (Router, EndedSearches, CoreShares) {
    let (ended_searches, share) = (EndedSearches::default(), CoreShares::new(1, 4));
    let shared = SharedState {
        share: share.clone(),
        cores: 1,
        running: Running::default(),
        ended_searches: ended_searches.clone(),
        endings: Default::default(),
    };
    let router = routes(shared, Name("127.0.0.1".into()), None);
    (router, ended_searches, share)
}

/// What comes of a search before its end.
struct Visitor {
    body: BodyDataStream,
    text: String,
}

impl Visitor {
    async fn ask(server: &Router, body: Value) -> Visitor {
        let response = server.clone().oneshot(post("/api/search", body)).await;
        Visitor {
            body: response.unwrap().into_body().into_data_stream(),
            text: String::new(),
        }
    }

    /// Reads on. Returns whether there was anything.
    async fn read(&mut self) -> bool {
        let part = self.body.next().await;
        let text = part.map(|part| String::from_utf8(part.unwrap().to_vec()).unwrap());
        self.text.push_str(text.as_deref().unwrap_or_default());
        text.is_some()
    }

    fn lines(&self) -> Vec<Value> {
        let data = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("data: "));
        data.map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The name of the search, which comes first.
    async fn name(&mut self) -> Value {
        while self.lines().is_empty() {
            assert!(self.read().await, "{}", self.text);
        }
        self.lines()[0]["search"].clone()
    }
}

async fn stop(server: &Router, name: &Value) {
    let (status, _) = answer(server, post("/api/stop", json!({"search": name}))).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
}

/// Whether a search ended by itself or was stopped: its memory goes two minutes after its end.
#[test]
fn the_memory_of_a_search_is_not_kept_for_ever() {
    // In one thread, where time can be made to pass.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let (server, ended_searches, _) = server();
        let by_itself = stream(&server, "/api/search", json!({"seconds": 0.1})).await;
        let mut visitor = Visitor::ask(&server, json!({"seconds": 600})).await;
        let stopped = visitor.name().await;
        stop(&server, &stopped).await;
        while visitor.read().await {}
        tokio::time::pause();
        tokio::time::sleep(LONG_AFTER).await;
        for name in [&by_itself[0]["search"], &stopped] {
            let kept = ended_searches.take(name.as_str().unwrap(), &Game::default());
            assert!(kept.is_none(), "{name} of {} and {stopped}", by_itself[0]);
        }
    });
}

/// A visitor who has not read the end yet can go on: so one who has just read it can.
#[test]
fn a_search_may_go_on_before_its_end_is_read() {
    block_on(async {
        let (server, _, _) = server();
        let mut slow = Visitor::ask(&server, json!({"seconds": 2})).await;
        let name = slow.name().await;
        // It has more to say by now than may wait, so that its last message waits for the reader.
        let end = Instant::now() + PATIENCE;
        loop {
            let more = json!({"seconds": 0.05, "continues": name});
            if stream(&server, "/api/search", more).await[0]["continues"] == true {
                break;
            }
            assert!(Instant::now() < end, "there is nothing to go on with");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        while slow.read().await {}
        assert_eq!(of(&slow.lines(), "thought").len(), 1);
    });
}

/// The small searches that are made for the sentences wait for their turn, too.
#[test]
fn sentences_are_not_searched_for_out_of_turn() {
    block_on(async {
        let (server, _, share) = server();
        let mut visitor = Visitor::ask(&server, json!({"fen": QUIET, "seconds": 600})).await;
        let name = visitor.name().await;
        // Waits for the only pass. A new search needs none in its first moments.
        let take_turn = |mut other: CoreTurn| {
            tokio::task::spawn_blocking(move || {
                std::thread::sleep(Duration::from_millis(100));
                other.give_way();
                other
            })
        };
        let other = take_turn(share.enter().unwrap()).await.unwrap();
        // The search hears of its end in its next turn, and gives way again.
        stop(&server, &name).await;
        let other = take_turn(other).await.unwrap();
        let is_told = async { while visitor.read().await {} };
        let waited = tokio::time::timeout(Duration::from_secs(2), is_told).await;
        assert!(waited.is_err(), "the sentences came without a turn");
        drop(other);
        let is_told = async { while visitor.read().await {} };
        tokio::time::timeout(PATIENCE, is_told).await.unwrap();
        assert_eq!(of(&visitor.lines(), "thought").len(), 1);
    });
}
