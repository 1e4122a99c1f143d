//! Which command writes which object, and the schemas of all of them.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::clean::{cleaned_name, close, tidy};
use crate::wire::{Command, Wire, Written};

/// Collects types, command by command.
///
/// ```
/// use schemars::JsonSchema;
///
/// /// The speed of the program.
/// #[derive(JsonSchema)]
/// struct BenchObject {
///     /// How many nodes were searched.
///     nodes: u64,
/// }
///
/// let mut catalogue = bstar_wire::Catalogue::new(1);
/// catalogue.command("bstar bench").writes::<BenchObject>("bench");
/// let wire = catalogue.finish().unwrap();
/// assert_eq!(wire.commands[0].objects[0].definition, "Bench");
/// ```
pub struct Catalogue {
    version: u32,
    written: SchemaGenerator,
    read: SchemaGenerator,
    commands: Vec<Command>,
    definitions: Vec<(String, Value)>,
    requests: Vec<String>,
    problems: Vec<String>,
}

impl Catalogue {
    /// An empty one. The number is the version that objects carry as `schema`.
    pub fn new(version: u32) -> Catalogue {
        let settings = SchemaSettings::draft2020_12;
        Catalogue {
            version,
            written: settings().for_serialize().into_generator(),
            read: settings().for_deserialize().into_generator(),
            commands: Vec::new(),
            definitions: Vec::new(),
            requests: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Begins a command: the objects that follow are written by it.
    pub fn command(&mut self, name: &str) -> &mut Catalogue {
        self.source(name, &format!("A line of `{name} --json`."))
    }

    /// The same for what a command writes with `--json-lines`.
    pub fn stream(&mut self, name: &str) -> &mut Catalogue {
        let name = format!("{name} --json-lines");
        self.source(&name, &format!("A line of `{name}`."))
    }

    /// The same for something that writes objects without being asked by `--json`.
    pub fn source(&mut self, name: &str, about: &str) -> &mut Catalogue {
        self.commands.push(Command {
            name: name.to_owned(),
            about: about.to_owned(),
            objects: Vec::new(),
        });
        self
    }

    /// The command writes this type. The definition is called like the type, without `Object`.
    pub fn writes<T: JsonSchema>(&mut self, kind: &str) -> &mut Catalogue {
        let name = cleaned_name(&T::schema_name());
        self.writes_as::<T>(kind, &name)
    }

    /// The same, with another name for the definition. A type that is also part of another object
    /// needs one, because there it has no `type` and no `schema`.
    pub fn writes_as<T: JsonSchema>(&mut self, kind: &str, name: &str) -> &mut Catalogue {
        let body = T::json_schema(&mut self.written);
        let front = self.front(kind);
        self.add(kind, name, &T::schema_name(), front, body)
    }

    /// The command writes each variant of an untagged enum as an object of its own. The pairs are
    /// a `type` and a name for the definition, in the order of the variants.
    pub fn writes_each<T: JsonSchema>(&mut self, variants: &[(&str, &str)]) -> &mut Catalogue {
        let whole = T::json_schema(&mut self.written);
        let branches = whole.get("anyOf").and_then(Value::as_array).cloned();
        let branches = branches.unwrap_or_default();
        if branches.len() != variants.len() {
            self.problems.push(format!(
                "{} has {} variants, the catalogue names {}",
                T::schema_name(),
                branches.len(),
                variants.len()
            ));
        }
        for ((kind, name), branch) in variants.iter().zip(branches) {
            // These were fixed before there was a version, so that they cannot carry its number.
            let front = vec![("type", word(kind, TYPE))];
            let branch = Schema::try_from(branch).unwrap_or_default();
            self.add(kind, name, name, front, branch);
        }
        self
    }

    /// The server reads this type from the body of a request.
    pub fn reads<T: JsonSchema>(&mut self) -> &mut Catalogue {
        let name = cleaned_name(&T::schema_name());
        let schema = T::json_schema(&mut self.read);
        self.requests.push(name.clone());
        self.definitions.push((name, schema.to_value()));
        self
    }

    /// All definitions, closed and cleaned; or everything that is wrong with them.
    pub fn finish(mut self) -> Result<Wire, Vec<String>> {
        let mut definitions: Map<String, Value> = Map::new();
        let parts = self.written.take_definitions(true);
        let read_parts = self.read.take_definitions(true);
        let requests = self.requests.clone();
        let all = self
            .definitions
            .into_iter()
            .chain(parts)
            .chain(read_parts)
            .collect::<Vec<_>>();
        for (name, mut schema) in all {
            let name = cleaned_name(&name);
            if !requests.contains(&name) {
                close(&name, &mut schema, &mut self.problems);
            }
            tidy(&name, &mut schema, &mut self.problems);
            match definitions.get(&name) {
                Some(known) if *known == schema => {}
                Some(_) => self.problems.push(format!(
                    "two definitions are called {name}: rename a type with #[schemars(rename)], \
                     or name the object with writes_as"
                )),
                None => {
                    definitions.insert(name, schema);
                }
            }
        }
        for name in definitions.keys() {
            let base = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
            if base != name && definitions.contains_key(base) {
                self.problems.push(format!(
                    "two types are called {base}: rename one with #[schemars(rename)]"
                ));
            }
        }
        if self.problems.is_empty() {
            Ok(Wire {
                commands: self.commands,
                definitions,
                requests: self.requests,
            })
        } else {
            self.problems.sort();
            self.problems.dedup();
            Err(self.problems)
        }
    }

    fn front(&self, kind: &str) -> Vec<(&'static str, Value)> {
        let version = json!({"const": self.version, "description": VERSION});
        vec![("type", word(kind, TYPE)), ("schema", version)]
    }

    /// Puts these fields in front of an object.
    fn add(
        &mut self,
        kind: &str,
        name: &str,
        body: &str,
        front: Vec<(&'static str, Value)>,
        schema: Schema,
    ) -> &mut Catalogue {
        let mut schema = schema.to_value();
        if schema["type"] != "object" {
            self.problems
                .push(format!("{name} is not an object: {schema}"));
            return self;
        }
        let mut properties = Map::new();
        let mut required = Vec::new();
        for (field, value) in front {
            properties.insert(field.to_owned(), value);
            required.push(json!(field));
        }
        if let Some(Value::Object(own)) = schema.get_mut("properties").map(Value::take) {
            properties.extend(own);
        }
        if let Some(Value::Array(own)) = schema.get_mut("required").map(Value::take) {
            required.extend(own);
        }
        schema["properties"] = Value::Object(properties);
        schema["required"] = Value::Array(required);
        let object = Written {
            kind: kind.to_owned(),
            definition: name.to_owned(),
            body: cleaned_name(body),
        };
        let known = self.definitions.iter().any(|(known, _)| known == name);
        match self.commands.last_mut() {
            Some(command) => command.objects.push(object),
            None => self
                .problems
                .push(format!("{name} belongs to no command: begin one first")),
        }
        // Two commands may write the same object.
        if !known
            || !self
                .definitions
                .contains(&(name.to_owned(), schema.clone()))
        {
            self.definitions.push((name.to_owned(), schema));
        }
        self
    }
}

const TYPE: &str = "What the object is.";
const VERSION: &str = "The version of this description.";

fn word(word: &str, meaning: &str) -> Value {
    json!({"type": "string", "const": word, "description": meaning})
}
