//! `docs/json.md`: prose with the tables of fields put in.
//!
//! The prose is a text with lines such as `{{ Thought }}`. Each becomes a heading, what is said
//! about the object, and a table of its fields. An object that is met nowhere else is shown in that
//! table, as `field.inner`. Other definitions that the object refers to follow, the first time they
//! are met. A definition that is only a part of objects may be given a place too. An object with
//! fewer fields than another gets `{{ Thought, less than Answer }}`, and no table.

use std::fmt::Write;

use crate::shape::{Field, Shape, Word, meaning};
use crate::wire::{Wire, references};

/// This many words or fewer stand in the table itself; more have a table of their own.
const FEW_WORDS: usize = 3;

/// The prose with the tables put in, or everything that is wrong with it: an object without a
/// place, a place without an object.
pub fn write(wire: &Wire, prose: &str) -> Result<String, Vec<String>> {
    let places: Vec<Place> = prose.lines().filter_map(place).collect();
    let mut writer = Writer {
        wire,
        text: String::new(),
        parts: Vec::new(),
        places,
        told: Vec::new(),
        problems: Vec::new(),
    };
    writer.parts = writer.parts();
    for line in prose.lines() {
        match place(line) {
            Some(place) => writer.object(place),
            None => {
                writer.text.push_str(line);
                writer.text.push('\n');
            }
        }
    }
    for command in &wire.commands {
        for object in &command.objects {
            if !writer.told.contains(&object.definition) {
                let (definition, command) = (&object.definition, &command.name);
                writer.problems.push(format!(
                    "{definition} of `{command}` has no place in the prose: {{{{ {definition} }}}}"
                ));
            }
        }
    }
    if writer.problems.is_empty() {
        Ok(writer.text)
    } else {
        Err(writer.problems)
    }
}

/// Where a definition is described.
#[derive(Clone, Copy)]
struct Place<'a> {
    name: &'a str,
    /// The definition that has all its fields, and more.
    whole: Option<&'a str>,
}

/// The place in a line such as `{{ Answer }}` or `{{ Thought, less than Answer }}`.
fn place(line: &str) -> Option<Place<'_>> {
    let inner = line.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim();
    Some(match inner.split_once(", less than ") {
        Some((name, whole)) => Place {
            name,
            whole: Some(whole),
        },
        None => Place {
            name: inner,
            whole: None,
        },
    })
}

struct Writer<'a> {
    wire: &'a Wire,
    text: String,
    /// Definitions that have a place of their own in the prose.
    places: Vec<Place<'a>>,
    /// Definitions that are shown in the one table that refers to them.
    parts: Vec<String>,
    /// Definitions that have been written.
    told: Vec<String>,
    problems: Vec<String>,
}

/// A definition that is shown with the field that holds it.
struct Part {
    /// What it says of itself.
    about: String,
    /// `[]` in a list.
    suffix: &'static str,
    fields: Vec<Field>,
}

impl Writer<'_> {
    /// An object, and all parts of it that have not been told yet.
    fn object(&mut self, place: Place) {
        let name = place.name;
        if self.told.iter().any(|told| told == name) {
            self.problems.push(format!("{name} has two places"));
            return;
        }
        if !self.wire.definitions.contains_key(name) {
            self.problems.push(format!("there is no definition {name}"));
            return;
        }
        let mut names = Vec::new();
        self.meet(name, &mut names);
        let mut is_first = true;
        for name in names {
            let is_shown = self.is_inline(&name) || self.parts.contains(&name);
            if is_shown || self.told.contains(&name) {
                continue;
            }
            if !is_first {
                self.text.push('\n');
            }
            self.definition(&name, place.whole.filter(|_| is_first));
            self.told.push(name);
            is_first = false;
        }
    }

    /// A definition and all it refers to, but for those that are described elsewhere, with what
    /// belongs to them.
    fn meet(&self, name: &str, met: &mut Vec<String>) {
        met.push(name.to_owned());
        let mut referred = Vec::new();
        references(&self.wire.definitions[name], &mut referred);
        for name in referred {
            // It may have a place of its own, or the same fields may be told as an object.
            let is_elsewhere = self.has_place(&name) || self.line_of(&name).is_some();
            if !is_elsewhere && !met.contains(&name) {
                self.meet(&name, met);
            }
        }
    }

    /// What is met once, in a field of an object.
    fn parts(&self) -> Vec<String> {
        let known = |place: &&Place| self.wire.definitions.contains_key(place.name);
        let places = self.places.iter().filter(known);
        let places: Vec<String> = places.map(|place| place.name.to_owned()).collect();
        let (mut referred, mut parts) = (Vec::new(), Vec::new());
        for name in self.wire.reachable(&places) {
            // The fields of these are described where others have them.
            if self.is_less(&name) || self.line_of(&name).is_some() {
                continue;
            }
            let schema = &self.wire.definitions[&name];
            references(schema, &mut referred);
            if let Shape::Object(fields) = Shape::read(schema) {
                let held = fields.iter().filter_map(|field| carried(&field.shape));
                parts.extend(held.map(|(name, _)| name.to_owned()));
            }
        }
        parts.retain(|name: &String| {
            let times = referred.iter().filter(|other| *other == name).count();
            let is_elsewhere = self.has_place(name) || self.line_of(name).is_some();
            let shape = Shape::read(&self.wire.definitions[name]);
            times == 1 && !is_elsewhere && matches!(shape, Shape::Object(_))
        });
        parts
    }

    fn has_place(&self, name: &str) -> bool {
        self.places.iter().any(|place| place.name == name)
    }

    /// Whether another definition has all its fields.
    fn is_less(&self, name: &str) -> bool {
        let mut places = self.places.iter();
        places.any(|place| place.name == name && place.whole.is_some())
    }

    fn definition(&mut self, name: &str, whole: Option<&str>) {
        let schema = &self.wire.definitions[name];
        let heading = self.heading(name);
        let _ = writeln!(self.text, "#### {heading}\n");
        let about = meaning(schema);
        if !about.is_empty() {
            let _ = writeln!(self.text, "{about}\n");
        }
        if let Some(whole) = whole {
            self.less_than(name, whole);
            return;
        }
        match Shape::read(schema) {
            Shape::Object(fields) => self.fields(&fields),
            Shape::Words(words) => self.words(&words),
            Shape::Either(branches) => {
                for (shape, about) in branches {
                    let shape = self.in_words(&shape);
                    let _ = writeln!(self.text, "- {shape}{}", after_colon(&about));
                }
            }
            Shape::Places(places) => {
                let _ = writeln!(self.text, "A list of {}:\n", places.len());
                for (number, (shape, about)) in (1..).zip(places) {
                    let shape = self.in_words(&shape);
                    let _ = writeln!(self.text, "{number}. {shape}{}", after_colon(&about));
                }
            }
            shape => {
                let shape = self.in_words(&shape);
                let _ = writeln!(self.text, "It is written as {shape}.");
            }
        }
    }

    /// Says which fields of the whole the definition does not have.
    fn less_than(&mut self, name: &str, whole: &str) {
        let read = |name: &str| match self.wire.definitions.get(name).map(Shape::read) {
            Some(Shape::Object(fields)) => own(&fields),
            _ => Vec::new(),
        };
        let (fields, all) = (read(name), read(whole));
        if let Some(other) = fields.iter().find(|field| !all.contains(field)) {
            let field = &other.name;
            self.problems.push(format!(
                "{name} is not less than {whole}: its field `{field}` is not the same there"
            ));
        }
        let missing = all.iter().filter(|field| !fields.contains(field));
        let missing = missing.map(|field| format!("`{}`", field.name)).collect();
        let (whole, missing) = (self.link(whole), joined(missing, "and"));
        let _ = writeln!(self.text, "It has the fields of {whole} but {missing}.");
    }

    fn fields(&mut self, fields: &[Field]) {
        let fields = own(fields);
        if fields.is_empty() {
            self.text.push_str("It has no other fields.\n");
            return;
        }
        self.text
            .push_str("| field | what it is | meaning |\n|---|---|---|\n");
        self.rows("", &fields);
    }

    /// A row for each field, and below it the rows of the part that it holds.
    fn rows(&mut self, path: &str, fields: &[Field]) {
        for field in fields {
            let mut shape = self.in_words(&field.shape);
            if !field.required {
                shape.push_str(", or left out");
            }
            let path = format!("{path}{}", field.name);
            let part = self.part_of(&field.shape);
            let mut meaning = field.meaning.clone();
            // Most parts say of themselves what the field says of them.
            if let Some(part) = part
                .as_ref()
                .filter(|part| part.about.len() > meaning.len())
            {
                let _ = write!(meaning, " {}", part.about);
            }
            let meaning = in_cell(&meaning);
            let _ = writeln!(self.text, "| `{path}` | {shape} | {meaning} |");
            if let Some(part) = part {
                self.rows(&format!("{path}{}.", part.suffix), &part.fields);
            }
        }
    }

    /// The part that is shown with the field that holds it.
    fn part_of(&self, shape: &Shape) -> Option<Part> {
        let (name, is_list) = carried(shape)?;
        let schema = &self.wire.definitions[name];
        match Shape::read(schema) {
            Shape::Object(fields) if self.parts.iter().any(|part| part == name) => Some(Part {
                about: meaning(schema),
                suffix: if is_list { "[]" } else { "" },
                fields,
            }),
            _ => None,
        }
    }

    fn words(&mut self, words: &[Word]) {
        self.text.push_str("| word | meaning |\n|---|---|\n");
        for Word { word, meaning } in words {
            let _ = writeln!(self.text, "| `{word}` | {} |", in_cell(meaning));
        }
    }

    /// The type of the line that has the fields of this definition.
    fn line_of(&self, name: &str) -> Option<&str> {
        let mut objects = self
            .wire
            .commands
            .iter()
            .flat_map(|command| &command.objects);
        let object =
            objects.find(|object| object.body == name && object.definition != object.body)?;
        Some(&object.definition)
    }

    /// Whether a definition is shown where it is used.
    fn is_inline(&self, name: &str) -> bool {
        match Shape::read(&self.wire.definitions[name]) {
            Shape::Words(words) => {
                let is_told = words.iter().any(|word| !word.meaning.is_empty());
                words.len() <= FEW_WORDS || !is_told
            }
            _ => false,
        }
    }

    /// What a definition is called: an object by its type, the rest by name.
    fn heading(&self, name: &str) -> String {
        match self.wire.written(name) {
            Some(object) => format!("`{}`: {name}", object.kind),
            None => name.to_owned(),
        }
    }

    fn in_words(&self, shape: &Shape) -> String {
        match shape {
            Shape::Text => "text".to_owned(),
            Shape::Whole => "whole number".to_owned(),
            Shape::Number => "number".to_owned(),
            Shape::YesNo => "`true` or `false`".to_owned(),
            Shape::Null => "`null`".to_owned(),
            Shape::Anything => "anything".to_owned(),
            Shape::Exactly(value) => format!("`{value}`"),
            Shape::Words(words) => {
                let words = words.iter().map(|word| format!("`{}`", word.word));
                joined(words.collect(), "or")
            }
            Shape::List(each, length) => match (self.several(each), length) {
                (Some(several), None) => format!("list of {several}"),
                (Some(several), Some(length)) => format!("list of {length} {several}"),
                (None, None) => format!("list, each {}", self.in_words(each)),
                (None, Some(length)) => {
                    format!("list of {length}, each {}", self.in_words(each))
                }
            },
            Shape::Places(places) => {
                let places: Vec<String> = places
                    .iter()
                    .map(|(place, _)| self.in_words(place))
                    .collect();
                format!("list ({})", places.join("; "))
            }
            Shape::ByName(each) => match self.several(each) {
                Some(several) => format!("object: {several} by name"),
                None => format!("object: by name {}", self.in_words(each)),
            },
            Shape::Object(fields) => {
                let fields = fields.iter().map(|field| {
                    let about = in_cell(&field.meaning);
                    let about = match about.as_str() {
                        "" => about,
                        about => format!(", {}", about.trim_end_matches('.')),
                    };
                    format!("`{}` ({}{about})", field.name, self.in_words(&field.shape))
                });
                format!("object with {}", joined(fields.collect(), "and"))
            }
            Shape::Named(name) => self.link(name),
            Shape::Either(branches) => {
                let branches = branches.iter().map(|(shape, _)| self.in_words(shape));
                joined(branches.collect(), "or")
            }
        }
    }

    /// The plural, where there is one.
    fn several(&self, shape: &Shape) -> Option<String> {
        match shape {
            Shape::Text => Some("texts".to_owned()),
            Shape::Whole => Some("whole numbers".to_owned()),
            Shape::Number => Some("numbers".to_owned()),
            Shape::Named(name) if !self.is_inline(name) => Some(self.link(name)),
            _ => None,
        }
    }

    fn link(&self, name: &str) -> String {
        if self.is_inline(name) {
            return self.in_words(&Shape::read(&self.wire.definitions[name]));
        }
        if self.parts.iter().any(|part| part == name) {
            return name.to_owned();
        }
        let told = self.line_of(name).unwrap_or(name);
        format!("[{name}](#{})", anchor(&self.heading(told)))
    }
}

/// The fields that not every object has.
fn own(fields: &[Field]) -> Vec<Field> {
    let is_own = |field: &&Field| !matches!(field.name.as_str(), "type" | "schema");
    fields.iter().filter(is_own).cloned().collect()
}

/// The definition that a field holds, and whether it is a list of such.
fn carried(shape: &Shape) -> Option<(&str, bool)> {
    match shape {
        Shape::Named(name) => Some((name, false)),
        Shape::List(each, _) => carried(each).map(|(name, _)| (name, true)),
        Shape::Either(branches) => match branches.as_slice() {
            [(held, _), (Shape::Null, _)] => carried(held),
            _ => None,
        },
        _ => None,
    }
}

/// Where a heading is found on a page.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter_map(|letter| match letter {
            ' ' => Some('-'),
            letter => (letter.is_alphanumeric() || matches!(letter, '-' | '_')).then_some(letter),
        })
        .collect()
}

/// A cell of a table is one line, and its border is drawn by `|`.
pub(crate) fn in_cell(text: &str) -> String {
    text.replace("\n\n", " ")
        .replace('\n', " ")
        .replace('|', "\\|")
}

fn after_colon(about: &str) -> String {
    match about {
        "" => String::new(),
        about => format!(": {}", in_cell(about)),
    }
}

fn joined(mut words: Vec<String>, conjunction: &str) -> String {
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} {conjunction} {last}", words.join(", ")),
    }
}
