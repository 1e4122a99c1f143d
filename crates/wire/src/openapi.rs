//! `docs/openapi.json`: the requests of the page's server.
//!
//! The paths are described here. The objects come from the types.

use serde_json::{Map, Value, json};

use crate::document::pretty;
use crate::wire::{Wire, references};

/// What is said about the server as a whole.
const ABOUT: &str = "What the page of `bstar serve` asks its server for. Every object is one of \
    docs/json.md, with its `type` and `schema`. The server keeps nothing. Only its own page may \
    ask from a browser; programs that send no `Origin` may ask too. Unknown paths are answered by \
    404, other methods by 405, both with a Problem.";

/// What is said about the stream of a search.
const STREAM: &str = "The search, as server-sent events of the name `lines`. The data of an event \
    are one or more lines, each an object: first `accepted`; while it runs `standing` and `frame`, \
    and `anew` when deeper probes have decided and the frames begin from the first again; at the \
    end the rest of the frames and everything `bstar explain --json-lines` writes but the frames. \
    Closing the connection ends the search.";

/// What is said about the stream of a game that is judged.
const JUDGED_STREAM: &str = "The judgement, as server-sent events of the name `lines`: first `accepted`; \
    a `finding` for everything that is found out; `game` whenever marks or words were added; at \
    the end the whole `game` and `annotated`. If the stream ends without these, ask again with all \
    findings as `known`. Closing the connection ends the work.";

/// The description of the server. `lines` are the definitions that the stream of a search sends,
/// `judging` those of a game that is judged.
pub fn write(wire: &Wire, lines: &[String], judging: &[String]) -> String {
    let paths = paths(lines, judging);
    let mut roots = Vec::new();
    references(&paths, &mut roots);
    let roots: Vec<String> = roots
        .iter()
        .map(|target| target.trim_start_matches(COMPONENTS).to_owned())
        .collect();
    let schemas: Map<String, Value> = wire
        .reachable(&roots)
        .into_iter()
        .map(|name| {
            let schema = as_components(wire.definitions[&name].clone());
            (name, schema)
        })
        .collect();
    pretty(&json!({
        "openapi": "3.1.0",
        "info": {
            "title": "bstar serve",
            "version": "1",
            "summary": "B* searches of chess positions, told while they run",
            "description": ABOUT,
            "license": {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"},
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }))
}

const COMPONENTS: &str = "#/components/schemas/";

fn paths(lines: &[String], judging: &[String]) -> Value {
    let stream: Vec<Value> = lines.iter().map(|name| reference(name)).collect();
    let judging: Vec<Value> = judging.iter().map(|name| reference(name)).collect();
    let mut search = post(
        "Search a position with B*",
        "search",
        "SearchRequest",
        json!({"200": {
            "description": STREAM,
            "content": {"text/event-stream": {"schema": {"anyOf": stream}}},
        }}),
        &[
            (
                "400",
                "The body is no such object, the FEN or a move is wrong, or `seconds` is out of \
                 range; the message says where.",
            ),
            ("429", "As many searches are running as there may be."),
        ],
    );
    search["post"]["responses"]["429"]["headers"] = json!({
        "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait"},
    });
    let mut judge = post(
        "Judge every move of a game, as `bstar analyse` does",
        "judge",
        "JudgeRequest",
        json!({"200": {
            "description": JUDGED_STREAM,
            "content": {"text/event-stream": {"schema": {"anyOf": judging}}},
        }}),
        &[
            (
                "400",
                "The game cannot be read, is none or too long, or `known` belongs to another.",
            ),
            ("429", "As many searches are running as there may be."),
        ],
    );
    judge["post"]["responses"]["429"]["headers"] =
        search["post"]["responses"]["429"]["headers"].clone();
    let mut played = post(
        "A move, played about as well as a given Elo",
        "move",
        "MoveRequest",
        answer("The move.", reference("PlayedMove")),
        &[
            (
                "400",
                "The FEN or a move is wrong, `elo` is out of range, or the game is over.",
            ),
            ("429", "As many searches are running as there may be."),
        ],
    );
    played["post"]["responses"]["429"]["headers"] =
        search["post"]["responses"]["429"]["headers"].clone();
    let stop = post(
        "Stop a search, and have the answer so far",
        "stop",
        "StopRequest",
        json!({"204": {
            "description": "It was told to stop; its own connection tells the answer.",
        }}),
        &[
            ("400", "The body is no such object."),
            ("404", "There is no such search, or it is over."),
        ],
    );
    let position = post(
        "Check a position",
        "position",
        "PositionRequest",
        answer("The position.", reference("Position")),
        &[("400", "The FEN or a move is wrong; the message says where.")],
    );
    let games = post(
        "Read games from PGN",
        "games",
        "GamesRequest",
        answer(
            "The games, with their side lines and comments.",
            reference("Games"),
        ),
        &[(
            "400",
            "A game cannot be read, or there is none; the message names game, line and column.",
        )],
    );
    let status = get(
        "How busy the server is",
        "status",
        answer("How busy it is.", reference("Status")),
    );
    let description = get(
        "This description",
        "openapi",
        answer("This description.", json!({"type": "object"})),
    );
    json!({
        "/api/search": search,
        "/api/stop": stop,
        "/api/judge": judge,
        "/api/move": played,
        "/api/position": position,
        "/api/games": games,
        "/api/status": status,
        "/api/openapi.json": description,
    })
}

fn get(summary: &str, id: &str, answer: Value) -> Value {
    let responses = with_problems(answer, &REFUSALS);
    json!({"get": {"summary": summary, "operationId": id, "responses": responses}})
}

fn post(summary: &str, id: &str, body: &str, answer: Value, problems: &[(&str, &str)]) -> Value {
    let refusals = [problems, &REFUSALS, &BODY_REFUSALS].concat();
    let body = json!({
        "required": true,
        "content": {"application/json": {"schema": reference(body)}},
    });
    json!({"post": {
        "summary": summary,
        "operationId": id,
        "requestBody": body,
        "responses": with_problems(answer, &refusals),
    }})
}

/// Why any request may be refused.
const REFUSALS: [(&str, &str); 2] = [
    (
        "403",
        "Another site asks: `Origin` or `Sec-Fetch-Site` names one that is not this server.",
    ),
    ("421", "`Host` is a name this server does not go by."),
];

/// Why one with a body may be refused besides.
const BODY_REFUSALS: [(&str, &str); 2] = [
    ("413", "The body has more than 1,000,000 bytes."),
    ("415", "The body is not sent as `application/json`."),
];

fn with_problems(mut responses: Value, problems: &[(&str, &str)]) -> Value {
    for (status, about) in problems {
        responses[*status] = response(about, reference("Problem"));
    }
    responses
}

fn answer(about: &str, schema: Value) -> Value {
    json!({"200": response(about, schema)})
}

fn response(about: &str, schema: Value) -> Value {
    json!({"description": about, "content": {"application/json": {"schema": schema}}})
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("{COMPONENTS}{name}")})
}

/// The same schema, with references to where OpenAPI keeps definitions.
fn as_components(schema: Value) -> Value {
    match schema {
        Value::Object(object) => {
            let entries = object.into_iter().map(|(key, value)| {
                let value = match value.as_str() {
                    Some(target) if key == "$ref" => {
                        json!(target.replace("#/$defs/", COMPONENTS))
                    }
                    _ => as_components(value),
                };
                (key, value)
            });
            Value::Object(entries.collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(as_components).collect()),
        value => value,
    }
}
