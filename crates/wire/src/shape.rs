//! What the documents need to know about a definition.

use serde_json::Value;

/// What a value can be.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Text,
    /// A whole number.
    Whole,
    Number,
    /// `true` or `false`.
    YesNo,
    Null,
    Anything,
    /// Always the same.
    Exactly(Value),
    /// One of several texts.
    Words(Vec<Word>),
    /// A list, with its length if that is always the same.
    List(Box<Shape>, Option<u64>),
    /// A list with something else in each place, and what is said about it.
    Places(Vec<(Shape, String)>),
    /// An object with any names.
    ByName(Box<Shape>),
    /// An object with fixed names.
    Object(Vec<Field>),
    /// Another definition.
    Named(String),
    /// One of several things, each with what is said about it.
    Either(Vec<(Shape, String)>),
}

/// One of several texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub word: String,
    /// What it means; may be empty.
    pub meaning: String,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// What it can be.
    pub shape: Shape,
    /// Whether every object has it.
    pub required: bool,
    pub meaning: String,
}

impl Shape {
    /// Reads a schema. It has to be one of those that derived types have.
    pub fn read(schema: &Value) -> Shape {
        if let Some(target) = schema["$ref"].as_str() {
            return Shape::Named(target.trim_start_matches("#/$defs/").to_owned());
        }
        if let Some(value) = schema.get("const") {
            return match value.as_str() {
                Some(word) => Shape::Words(vec![Word {
                    word: word.to_owned(),
                    meaning: meaning(schema),
                }]),
                None => Shape::Exactly(value.clone()),
            };
        }
        if let Some(words) = schema["enum"].as_array() {
            return either(words.iter().map(|word| match word.as_str() {
                Some(word) => (Shape::Words(vec![undescribed(word)]), String::new()),
                None => (Shape::Exactly(word.clone()), String::new()),
            }));
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = schema[keyword].as_array() {
                let read = |branch: &Value| (Shape::read(branch), meaning(branch));
                return either(branches.iter().map(read));
            }
        }
        match &schema["type"] {
            Value::String(name) => Shape::of_type(name, schema),
            Value::Array(names) => {
                let names = names.iter().filter_map(Value::as_str);
                either(names.map(|name| (Shape::of_type(name, schema), String::new())))
            }
            _ => Shape::Anything,
        }
    }

    fn of_type(name: &str, schema: &Value) -> Shape {
        match name {
            "string" => Shape::Text,
            "integer" => Shape::Whole,
            "number" => Shape::Number,
            "boolean" => Shape::YesNo,
            "null" => Shape::Null,
            "array" => match schema["prefixItems"].as_array() {
                Some(places) => {
                    let read = |place: &Value| (Shape::read(place), meaning(place));
                    Shape::Places(places.iter().map(read).collect())
                }
                None => {
                    let least = schema["minItems"].as_u64();
                    let length = least.filter(|_| schema["minItems"] == schema["maxItems"]);
                    Shape::List(Box::new(Shape::read(&schema["items"])), length)
                }
            },
            "object" => match schema["properties"].as_object() {
                Some(fields) => Shape::Object(
                    fields
                        .iter()
                        .map(|(name, field)| Field {
                            name: name.clone(),
                            shape: Shape::read(field),
                            required: is_required(schema, name),
                            meaning: meaning(field),
                        })
                        .collect(),
                ),
                None => Shape::ByName(Box::new(Shape::read(&schema["additionalProperties"]))),
            },
            _ => Shape::Anything,
        }
    }
}

fn undescribed(word: &str) -> Word {
    Word {
        word: word.to_owned(),
        meaning: String::new(),
    }
}

fn is_required(schema: &Value, name: &str) -> bool {
    let mut required = schema["required"].as_array().into_iter().flatten();
    required.any(|field| field == name)
}

/// What a schema says about itself.
pub fn meaning(schema: &Value) -> String {
    schema["description"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Words that stand side by side are one choice.
fn either(branches: impl Iterator<Item = (Shape, String)>) -> Shape {
    let mut all: Vec<(Shape, String)> = Vec::new();
    for (shape, meaning) in branches {
        match (all.last_mut(), shape) {
            (Some((Shape::Words(words), _)), Shape::Words(more)) => words.extend(more),
            (_, shape) => all.push((shape, meaning)),
        }
    }
    match all.as_slice() {
        [(only, _)] => only.clone(),
        _ => Shape::Either(all),
    }
}
