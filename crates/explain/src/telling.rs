//! All that programs get to see of a search, in order: the lines of `bstar explain --json`, of the page's server, and in the file of `bstar explain --html`.

use bstar_board::Move;
use serde::Serialize;

use crate::candidate::CandidateObject;
use crate::comparison::Comparison;
use crate::object::Object;
use crate::reading::Reading;
use crate::recording::{FrameObject, Recorder};
use crate::scale::ScaleObject;

/// The version of the objects written for programs. It changes when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// An object with its type and the version of the schema.
#[derive(Clone, Debug, Serialize)]
pub struct Line<T> {
    r#type: &'static str,
    schema: u32,
    #[serde(flatten)]
    body: T,
}

impl<T> Line<T> {
    /// An object of this type.
    pub fn new(kind: &'static str, body: T) -> Line<T> {
        Line {
            r#type: kind,
            schema: SCHEMA,
            body,
        }
    }
}

/// One of the objects.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Told<'a> {
    /// The search, a position of its tree, or something that happened.
    Search(Object),
    /// The answer in words.
    Text(TextObject),
    /// What chances are in pawns.
    Scale(ScaleObject),
    /// A root move.
    Candidate(CandidateObject),
    /// How the tree grew.
    Frame(&'a FrameObject),
    /// A move beside the best.
    Comparison(ComparisonObject),
}

/// The answer in words.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct TextObject {
    pub paragraphs: Vec<String>,
}

/// A move beside the best, in numbers and in words.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct ComparisonObject {
    #[serde(flatten)]
    pub comparison: Comparison,
    pub text: Option<String>,
}

impl Told<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Told::Search(object) => object.kind(),
            Told::Text(_) => "text",
            Told::Scale(_) => "scale",
            Told::Candidate(_) => "move",
            Told::Frame(_) => "frame",
            Told::Comparison(_) => "comparison",
        }
    }
}

impl Reading<'_> {
    /// The search, the answer in words, the root moves, the tree, and what happened.
    pub fn telling(&self) -> Vec<Line<Told<'static>>> {
        let mut objects = self.objects();
        let mut told: Vec<Told> = objects.next().map(Told::Search).into_iter().collect();
        told.push(Told::Text(TextObject {
            paragraphs: self.paragraphs(),
        }));
        told.push(Told::Scale(self.scale()));
        told.extend(self.candidates().map(Told::Candidate));
        told.extend(objects.map(Told::Search));
        told.into_iter().map(line).collect()
    }

    /// A move beside the chosen one; `first` is what the whole search chose, if this reading is of a second one.
    pub fn telling_of_move(&self, mv: Move, first: Option<&Reading>) -> Option<Line<Told<'static>>> {
        let comparison = self.compare(mv, first)?;
        Some(line(Told::Comparison(ComparisonObject {
            comparison,
            text: self.compare_in_words(mv, first).map(|text| joined(&text)),
        })))
    }

    /// The sentences of the story, a paragraph each, without the table.
    fn paragraphs(&self) -> Vec<String> {
        let story = self.story();
        let mut parts: Vec<String> = story.split("\n\n").map(joined).collect();
        // The table and the note under it stand last.
        if self.best().is_some() {
            let table = parts.iter().position(|part| part.starts_with("move "));
            parts.truncate(table.unwrap_or(parts.len()));
        }
        parts.retain(|part| !part.is_empty());
        parts
    }
}

impl Recorder {
    /// How the tree grew.
    pub fn telling(&self) -> impl Iterator<Item = Line<Told<'_>>> {
        self.frames().iter().map(Told::Frame).map(line)
    }
}

fn line(told: Told) -> Line<Told> {
    Line::new(told.kind(), told)
}

/// Text that was broken into lines, in one.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
