//! Everything that is known about what passes between the program and others.

use serde_json::{Map, Value};

/// An object that is written on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its `type`.
    pub kind: String,
    /// The name of its definition.
    pub definition: String,
    /// The name that the same fields have where they are part of another object.
    pub body: String,
}

/// A command and the objects it writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The command, for example `bstar-lab ladder`.
    pub name: String,
    /// What its lines are, in a sentence.
    pub about: String,
    /// What it writes, in order.
    pub objects: Vec<Written>,
}

/// Commands, what they write, and all definitions.
#[derive(Clone, Debug)]
pub struct Wire {
    /// The commands, in the order of the documents.
    pub commands: Vec<Command>,
    /// Schemas by name. References between them are `#/$defs/NAME`.
    pub definitions: Map<String, Value>,
    /// The names of those that the server reads.
    pub requests: Vec<String>,
}

impl Wire {
    /// The object with this definition, if it is written on a line of its own.
    pub fn written(&self, definition: &str) -> Option<&Written> {
        let mut objects = self.commands.iter().flat_map(|command| &command.objects);
        objects.find(|object| object.definition == definition)
    }

    /// The names of these definitions and of all they refer to, each once, in the order in which a
    /// reader meets them.
    pub fn reachable(&self, roots: &[String]) -> Vec<String> {
        let mut met = Vec::new();
        for root in roots {
            self.meet(root, &mut met);
        }
        met
    }

    fn meet(&self, name: &str, met: &mut Vec<String>) {
        if met.iter().any(|known| known == name) {
            return;
        }
        met.push(name.to_owned());
        let mut referred = Vec::new();
        references(&self.definitions[name], &mut referred);
        for name in referred {
            self.meet(&name, met);
        }
    }
}

/// The names that a schema refers to, in order.
pub fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(object) => {
            for (key, value) in object {
                match value.as_str() {
                    Some(target) if key == "$ref" => {
                        found.push(target.trim_start_matches("#/$defs/").to_owned());
                    }
                    _ => references(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}
