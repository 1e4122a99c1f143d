//! `docs/schema.json`: everything as one JSON Schema document.

use serde_json::{Map, Value, json};

use crate::wire::Wire;

/// The document. Besides the objects it defines what a line of each command may be, under the
/// command's name with hyphens: `bstar-lab-ladder`, `bstar-explain-check`.
pub fn write(wire: &Wire) -> String {
    let mut definitions: Map<String, Value> = Map::new();
    for command in &wire.commands {
        let lines: Vec<Value> = command
            .objects
            .iter()
            .map(|object| reference(&object.definition))
            .collect();
        definitions.insert(
            command.name.replace(" --", " ").replace(' ', "-"),
            json!({"description": command.about, "anyOf": lines}),
        );
    }
    let commands: Vec<Value> = definitions.keys().map(|name| reference(name)).collect();
    definitions.extend(wire.definitions.clone());
    let document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What bstar writes for programs",
        "description": "A line of any command with `--json` or `--json-lines`. This file is made by \
            `cargo run -p bstar-wire` from the types of the program.",
        "anyOf": commands,
        "$defs": definitions,
    });
    pretty(&document)
}

/// A reference to a definition.
fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

/// JSON for people.
pub(crate) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
