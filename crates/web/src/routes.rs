//! The addresses of the server, and what each answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use bstar_explain::write::output::lines::OutputLine;
use bstar_tables::Tables;
use serde::{Deserialize, Serialize};

use crate::ask::{self, PositionRequest, SearchRequest};
use crate::ended::EndedSearches;
use crate::games::GamesRequest;
use crate::guard::{Name, guard};
use crate::judge::{self, JudgeRequest};
use crate::level::{self, MoveRequest};
use crate::page::Page;
use crate::problem::Problem;
use crate::running::{Handle, Running};
use crate::search::{self, Accepted, AcceptedSearch};
use crate::share::{CoreShares, CoreTurn};

/// The largest body of a request: a few hundred games.
pub const MAX_BODY_BYTES: usize = 1_000_000;

/// The description of all this for programs.
pub const OPENAPI: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// What all requests share.
#[derive(Clone)]
pub struct SharedState {
    /// The processor's time.
    pub share: CoreShares,
    /// How many cores it has.
    pub cores: usize,
    /// The searches that can be stopped.
    pub running: Running,
    /// The searches that have ended and may go on.
    pub ended_searches: EndedSearches,
    /// Where searches look endings up.
    pub endings: Tables,
}

/// All routes. Without a page there is only the interface for programs.
pub fn routes(shared: SharedState, name: Name, page: Option<Page>) -> Router {
    let mut router = Router::new()
        .route("/api/search", post(search))
        .route("/api/stop", post(stop))
        .route("/api/judge", post(judge))
        .route("/api/move", post(play))
        .route("/api/position", post(position))
        .route("/api/games", post(games))
        .route("/api/status", get(status))
        .route("/api/openapi.json", get(openapi));
    if let Some(page) = page {
        let file = |kind: &'static str, text: &'static str| {
            get(move || async move { ([(header::CONTENT_TYPE, kind)], text) })
        };
        router = router
            .route("/", file("text/html; charset=utf-8", page.index))
            .route(
                "/page.js",
                file("text/javascript; charset=utf-8", page.script),
            )
            .route("/page.css", file("text/css; charset=utf-8", page.style))
            // The page puts what it has into it, for the visitor to keep.
            .route("/alone", get(move || async move { page.alone() }));
    }
    router
        .fallback(unknown)
        .method_not_allowed_fallback(method)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(name, guard))
        .with_state(Arc::new(shared))
}

/// A body that was read, or why it was not.
type Body = Result<Bytes, axum::extract::rejection::BytesRejection>;

fn bytes(body: Body) -> Result<Bytes, Problem> {
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge {
            limit: MAX_BODY_BYTES,
        },
        _ => Problem::Body(rejection.body_text()),
    })
}

async fn search(
    State(shared): State<Arc<SharedState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let request = ask::read::<SearchRequest>(&headers, &bytes(body)?)?.check(shared.cores)?;
    let mut turn = enter(&shared).await?;
    let handle = Handle::new();
    let ticket = shared.running.enter(&handle);
    let running = shared.share.running();
    // Everybody has an equal part of the cores.
    let threads = request.threads.min(shared.cores / running).max(1);
    turn.divide(threads);
    let accepted = Accepted {
        search: ticket.name.clone(),
        running,
        cores: shared.cores,
        seconds: request.time.as_secs_f64(),
        threads,
        continues: false,
    };
    let search = AcceptedSearch {
        request,
        turn,
        ticket,
        handle,
        ended_searches: shared.ended_searches.clone(),
        endings: shared.endings.clone(),
    };
    // Only memory or a thread can be missing now. Both come back when a search ends.
    search::begin(search, accepted).map_err(|_| Problem::Busy { running })
}

/// How long a visitor waits for the room that another one makes.
const MAX_WAIT_FOR_ROOM: Duration = Duration::from_secs(1);

/// Lets a search in. If there is no room, one that has run long has to make some.
async fn enter(shared: &SharedState) -> Result<CoreTurn, Problem> {
    let running = match shared.share.enter() {
        Ok(turn) => return Ok(turn),
        Err(running) => running,
    };
    let began = Instant::now();
    if shared.running.make_room() {
        while began.elapsed() < MAX_WAIT_FOR_ROOM {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if let Ok(turn) = shared.share.enter() {
                return Ok(turn);
            }
        }
    }
    Err(Problem::Busy { running })
}

async fn judge(
    State(shared): State<Arc<SharedState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let request = ask::read::<JudgeRequest>(&headers, &bytes(body)?)?;
    // A megabyte takes a moment to read.
    let game = tokio::task::spawn_blocking(move || request.check())
        .await
        .map_err(|error| Problem::Body(error.to_string()))??;
    let turn = enter(&shared).await?;
    let handle = Handle::new();
    let ticket = shared.running.enter(&handle);
    let running = shared.share.running();
    let accepted = Accepted {
        search: ticket.name.clone(),
        running,
        cores: shared.cores,
        seconds: game.time().as_secs_f64(),
        threads: 1,
        continues: false,
    };
    judge::begin(game, turn, ticket, handle, accepted, shared.endings.clone())
        .map_err(|_| Problem::Busy { running })
}

async fn play(
    State(shared): State<Arc<SharedState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let request = ask::read::<MoveRequest>(&headers, &bytes(body)?)?.check()?;
    let turn = enter(&shared).await?;
    level::answer(request, turn, shared.share.running()).await
}

/// A search to be stopped.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StopRequest {
    /// The name that `accepted` gave the search.
    search: String,
}

async fn stop(
    State(shared): State<Arc<SharedState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    let StopRequest { search } = ask::read(&headers, &bytes(body)?)?;
    let stopped = shared.running.stop(&search);
    stopped
        .map(|()| StatusCode::NO_CONTENT)
        .ok_or(Problem::NoSearch)
}

async fn position(headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let position = ask::read::<PositionRequest>(&headers, &bytes(body)?)?.check()?;
    Ok(Json(OutputLine::new("position", position)).into_response())
}

async fn games(headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let request = ask::read::<GamesRequest>(&headers, &bytes(body)?)?;
    // A megabyte of moves takes a moment to replay.
    let games = tokio::task::spawn_blocking(move || request.read())
        .await
        .map_err(|error| Problem::Body(error.to_string()))??;
    Ok(Json(OutputLine::new("games", games)).into_response())
}

/// How busy the server is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Status {
    /// The version of the program.
    version: &'static str,
    /// How many cores the searches share.
    cores: usize,
    /// How many searches there are now.
    running: usize,
}

async fn status(State(shared): State<Arc<SharedState>>) -> Response {
    let status = Status {
        version: env!("CARGO_PKG_VERSION"),
        cores: shared.cores,
        running: shared.share.running(),
    };
    Json(OutputLine::new("status", status)).into_response()
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

async fn unknown(request: Request) -> Problem {
    Problem::Unknown(request.uri().path().to_owned())
}

async fn method(request: Request) -> Problem {
    Problem::Method(format!("{} {}", request.method(), request.uri().path()))
}
