//! The generator, tried on small types that have everything the real ones have.
#![allow(dead_code, reason = "types that are only described")]

use std::collections::BTreeMap;
use std::path::Path;

use bstar_wire::{Catalogue, Wire, document, markdown, openapi, typescript};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Which player.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Side {
    /// The player named first.
    First,
    /// The other.
    Second,
}

/// What went wrong.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Fault {
    /// It took too long.
    TooLong,
    /// It ended.
    Crash,
    /// It said nothing.
    Stall,
    Other,
}

/// A score.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ScoreObject {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves.
    Mate(i32),
}

/// How many games there are.
///
/// ```
/// assert!(true);
/// ```
#[derive(Serialize, JsonSchema)]
struct Tally {
    /// Games won.
    wins: u64,
    /// Pairs by their points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
}

/// A value that is written by hand: a number, or two ends.
struct Value2;

impl JsonSchema for Value2 {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A value, or its two ends.",
            "anyOf": [
                {"type": "integer", "description": "The value."},
                {
                    "type": "object",
                    "description": "Its ends.",
                    "properties": {
                        "min": {"type": "integer", "description": "The lower end."},
                        "max": {"type": "integer", "description": "The upper end."},
                    },
                    "required": ["min", "max"],
                },
            ],
        })
    }
}

/// The result of a match.
#[derive(Serialize, JsonSchema)]
struct StandingObject<'a> {
    /// The file.
    file: &'a Path,
    #[serde(flatten)]
    tally: Tally,
    /// The best move,
    /// if there is one.
    best: Option<String>,
    /// The score, if it is known.
    score: Option<ScoreObject>,
    /// Left out if nobody asked.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// Left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<ScoreObject>,
    /// Who did what wrong.
    culprit: Option<(Side, Fault)>,
    /// How often, for each.
    faults: [BTreeMap<Fault, u64>; 2],
    /// For each player.
    shares: [Option<f64>; 2],
    /// Old journals do not have it.
    #[serde(default)]
    kind: Option<Side>,
    /// A value that may be infinite.
    #[schemars(with = "Option<f64>")]
    llr: f64,
    #[serde(skip)]
    hidden: u8,
}

/// What a technique is worth.
#[derive(Serialize, JsonSchema)]
struct Worth<'a> {
    /// The match.
    standing: StandingObject<'a>,
    /// Values | ends.
    values: Vec<(usize, Option<V>)>,
    /// What is right.
    interrupted: bool,
}

/// The value itself.
#[derive(Serialize, JsonSchema)]
#[schemars(transparent)]
struct V(#[schemars(with = "Value2")] u8);

/// A step.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Record {
    /// A node is expanded.
    Expand {
        /// Its name.
        node: String,
    },
    /// The end.
    Done {
        /// The best.
        best: String,
    },
}

/// It begins anew.
#[derive(Serialize, JsonSchema)]
struct Anew {}

/// A search is asked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchRequest {
    /// Where it begins.
    fen: Option<String>,
    /// The moves since.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    moves: Vec<String>,
    /// How long.
    #[schemars(range(min = 0.05, max = 60.0), extend("default" = 3))]
    seconds: Option<f64>,
}

macro_rules! body {
    ($($name:ident),*) => {$(
        /// An answer.
        #[derive(Serialize, Deserialize, JsonSchema)]
        struct $name {
            /// For people.
            message: String,
        }
    )*};
}
body!(
    Problem,
    Position,
    Games,
    Status,
    PlayedMove,
    StopRequest,
    JudgeRequest,
    MoveRequest,
    PositionRequest,
    GamesRequest
);

fn wire() -> Wire {
    let mut catalogue = Catalogue::new(1);
    catalogue
        .command("bstar-lab match")
        .writes_as::<StandingObject>("match", "Match")
        .command("bstar-lab techniques")
        .writes::<Worth>("technique")
        .command("bstar-lab replay")
        .writes_each::<Record>(&[("expand", "ReplayExpand"), ("done", "ReplayDone")])
        .source("bstar serve", "What the server sends.")
        .writes::<Anew>("anew")
        .writes::<Problem>("problem")
        .writes::<Position>("position")
        .writes::<Games>("games")
        .writes::<Status>("status")
        .writes::<PlayedMove>("move")
        .reads::<SearchRequest>()
        .reads::<StopRequest>()
        .reads::<JudgeRequest>()
        .reads::<MoveRequest>()
        .reads::<PositionRequest>()
        .reads::<GamesRequest>();
    catalogue.finish().unwrap()
}

#[test]
fn what_is_written_has_its_type_and_version_in_front_and_is_closed() {
    let wire = wire();
    let schema = &wire.definitions["Match"];
    let fields: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(fields[..5], ["type", "schema", "file", "wins", "pairs"]);
    assert_eq!(schema["properties"]["type"]["const"], "match");
    assert_eq!(schema["properties"]["schema"]["const"], 1);
    assert_eq!(schema["additionalProperties"], false);
    let required = schema["required"].as_array().unwrap();
    assert!(required.contains(&json!("best")) && required.contains(&json!("kind")));
    assert!(!required.contains(&json!("move")) && !required.contains(&json!("other")));
    assert_eq!(schema["properties"]["kind"].get("default"), None);
    assert_eq!(
        schema["properties"]["best"]["type"],
        json!(["string", "null"])
    );
    // What may be left out is never null.
    assert_eq!(schema["properties"]["move"]["type"], "string");
    assert_eq!(schema["properties"]["other"]["$ref"], "#/$defs/Score");
    assert_eq!(
        schema["properties"]["llr"]["type"],
        json!(["number", "null"])
    );
    // The same type as a part has neither.
    let part = &wire.definitions["Standing"];
    assert_eq!(part["properties"].get("type"), None);
    let expand = &wire.definitions["ReplayExpand"];
    assert_eq!(expand["required"], json!(["type", "node"]));
}

#[test]
fn what_is_read_may_leave_out_what_has_a_default() {
    let schema = &wire().definitions["SearchRequest"];
    assert_eq!(schema.get("required"), None);
    assert_eq!(schema["properties"]["seconds"]["maximum"], 60.0);
    assert_eq!(schema["properties"]["seconds"]["default"], 3);
    assert_eq!(schema["properties"]["moves"]["maxItems"], 2000);
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn the_document_says_what_a_line_of_a_command_may_be() {
    let document: Value = serde_json::from_str(&document::write(&wire())).unwrap();
    assert_eq!(
        document["$defs"]["bstar-lab-replay"]["anyOf"],
        json!([{"$ref": "#/$defs/ReplayExpand"}, {"$ref": "#/$defs/ReplayDone"}])
    );
    assert_eq!(document["anyOf"].as_array().unwrap().len(), 4);
}

const PROSE: &str = "# Objects

{{ Fault }}

## `bstar-lab match`

{{ Match }}

## Others

{{ Technique }}
";

#[test]
fn prose_without_a_place_for_an_object_is_refused() {
    let problems = markdown::write(&wire(), PROSE).unwrap_err();
    let text = problems.join("\n");
    assert!(text.contains("there is no definition Technique"), "{text}");
    assert!(text.contains("{{ Worth }}"), "{text}");
}

/// Much.
#[derive(Serialize, JsonSchema)]
struct Whole {
    #[serde(flatten)]
    tally: Tally,
    /// The rest.
    rest: Option<u64>,
}

#[test]
fn an_object_with_fewer_fields_than_another_has_no_table() {
    let mut catalogue = Catalogue::new(1);
    catalogue
        .command("bstar much")
        .writes::<Whole>("whole")
        .writes::<Tally>("tally")
        .writes::<Problem>("problem");
    let wire = catalogue.finish().unwrap();
    let prose = "{{ Whole }}\n\n{{ Tally, less than Whole }}\n\n{{ Problem }}\n";
    let text = markdown::write(&wire, prose).unwrap();
    assert!(
        text.contains("It has the fields of [Whole](#whole-whole) but `rest`.\n"),
        "{text}"
    );
    assert_eq!(text.matches("| `wins` |").count(), 1, "{text}");
    let wrong = prose.replace("{{ Problem }}", "{{ Problem, less than Whole }}");
    let problems = markdown::write(&wire, &wrong).unwrap_err().join("\n");
    assert!(
        problems.contains("its field `message` is not"),
        "{problems}"
    );
}

#[test]
fn tables_say_what_fields_are() {
    let mut prose = PROSE.replace("Technique", "Worth");
    for name in [
        "ReplayExpand",
        "ReplayDone",
        "Anew",
        "Problem",
        "Position",
        "Games",
        "Status",
        "PlayedMove",
    ] {
        prose.push_str(&format!("\n{{{{ {name} }}}}\n"));
    }
    let text = markdown::write(&wire(), &prose).unwrap();
    for line in [
        "#### `match`: Match",
        "The result of a match.",
        "| `file` | text | The file. |",
        "| `pairs` | list of 5 whole numbers | Pairs by their points: 0, ½, 1, 1½, 2. |",
        "| `best` | text or `null` | The best move, if there is one. |",
        "| `score` | [Score](#score) or `null` | The score, if it is known. |",
        "| `move` | text, or left out | Left out if nobody asked. |",
        "| `culprit` | list (`first` or `second`; [Fault](#fault)) or `null` | Who did what wrong. |",
        "| `faults` | list of 2, each object: whole numbers by name | How often, for each. |",
        "| `shares` | list of 2, each number or `null` | For each player. |",
        "#### Fault",
        "| `too-long` | It took too long. |",
        "- object with `cp` (whole number): Hundredths of a pawn.",
        "| `standing` | [Standing](#match-match) | The match. |",
        "| `values` | list, each list (whole number; [V](#v) or `null`) | Values \\| ends. |",
        "| `interrupted` | `true` or `false` | What is right. |",
        "It has no other fields.",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}\n\n{text}");
    }
    assert!(text.starts_with("# Objects\n\n#### Fault\n"), "{text}");
    assert_eq!(text.matches("#### Fault").count(), 1, "{text}");
    assert!(
        !text.contains("#### Standing") && !text.contains("#### Side"),
        "{text}"
    );
}

#[test]
fn typescript_has_the_same_types() {
    let wire = wire();
    let names = ["Worth", "SearchRequest"].map(str::to_owned);
    let unions = [(
        "Line",
        "A line.",
        vec!["Worth".to_owned(), "Anew".to_owned()],
    )];
    let text = typescript::write(&wire, &names, &unions);
    for line in [
        "export interface Worth {",
        "  type: \"technique\";",
        "  schema: 1;",
        "  standing: Standing;",
        "  values: [number, V | null][];",
        "  move?: string;",
        "  culprit: [Side, Fault] | null;",
        "  faults: [Record<string, number>, Record<string, number>];",
        "export type Side = \"first\" | \"second\";",
        "export type Score = { cp: number } | { mate: number };",
        "export type Value = number | { min: number; max: number };",
        "  fen?: string | null;",
        "  | Anew;",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}\n\n{text}");
    }
}

#[test]
fn the_server_is_described_with_the_definitions_it_uses() {
    let lines = ["Anew".to_owned(), "Worth".to_owned()];
    let text = openapi::write(&wire(), &lines, &lines[..1]);
    let document: Value = serde_json::from_str(&text).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    assert!(schemas.contains_key("Value") && schemas.contains_key("SearchRequest"));
    assert!(!schemas.contains_key("ReplayDone") && !text.contains("$defs"));
    let busy = &document["paths"]["/api/search"]["post"]["responses"]["429"];
    assert_eq!(busy["headers"]["Retry-After"]["schema"]["type"], "integer");
}

/// See [`Other`].
#[derive(JsonSchema)]
struct Bad {
    undescribed: u8,
    /// docs/json.md describes it.
    elsewhere: u8,
}

#[test]
fn what_is_wrong_with_types_is_said() {
    let mut catalogue = Catalogue::new(1);
    catalogue
        .command("bstar x")
        .writes::<Bad>("bad")
        .writes::<StandingObject>("match")
        .writes::<Worth>("technique")
        .writes::<Side>("side");
    let problems = catalogue.finish().unwrap_err().join("\n");
    for problem in [
        "the field `undescribed` has no doc comment",
        "leads nowhere",
        "the document is made from this comment",
        "two definitions are called Standing",
        "Side is not an object",
    ] {
        assert!(problems.contains(problem), "{problem}\n\n{problems}");
    }
}
