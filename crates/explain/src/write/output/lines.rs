//! All objects that programs get of a search, in order. They are the lines of
//! `bstar explain --json-lines`, the lines that the page's server sends, and the lines in the file
//! of `bstar explain --html`. The [answer](super::answer) is the same in one object.

use serde::Serialize;

use super::comparison::Comparison;
use super::frames::FrameObject;
use super::recording::Recorder;
use super::root_moves::CandidateObject;
use super::scale::ScaleObject;
use super::search::Object;
use crate::facts::{AskedMove, Reading};

/// The version of the objects written for programs. It changes when a field changes its meaning or
/// goes away.
pub const SCHEMA: u32 = 2;

/// One line of output: an object with its type and the version of the schema.
#[derive(Clone, Debug, Serialize)]
pub struct OutputLine<T> {
    r#type: &'static str,
    schema: u32,
    #[serde(flatten)]
    body: T,
}

impl<T> OutputLine<T> {
    /// An object of this type.
    pub fn new(kind: &'static str, body: T) -> OutputLine<T> {
        OutputLine {
            r#type: kind,
            schema: SCHEMA,
            body,
        }
    }

    /// Its type.
    pub fn kind(&self) -> &'static str {
        self.r#type
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum OutputObject<'a> {
    /// The search, a position of its tree, or something that happened.
    Search(Object),
    /// What winning chances are in pawns.
    Scale(ScaleObject),
    /// A root move.
    Candidate(CandidateObject),
    /// How the tree grew.
    Frame(&'a FrameObject),
    /// A move beside the best.
    Comparison(Comparison),
}

impl OutputObject<'_> {
    fn kind(&self) -> &'static str {
        match self {
            OutputObject::Search(object) => object.kind(),
            OutputObject::Scale(_) => "scale",
            OutputObject::Candidate(_) => "move",
            OutputObject::Frame(_) => "frame",
            OutputObject::Comparison(_) => "comparison",
        }
    }
}

impl Reading<'_> {
    /// The search with the answer in words, the scale, the root moves, the tree, and what happened.
    pub fn output_lines(&self) -> Vec<OutputLine<OutputObject<'static>>> {
        let mut objects = self.objects();
        let mut told: Vec<OutputObject> = objects
            .next()
            .map(OutputObject::Search)
            .into_iter()
            .collect();
        told.push(OutputObject::Scale(self.scale()));
        told.extend(self.candidates().map(OutputObject::Candidate));
        told.extend(objects.map(OutputObject::Search));
        told.into_iter().map(line).collect()
    }
}

impl AskedMove<'_> {
    /// The move beside the chosen one.
    pub fn output_line(&self) -> Option<OutputLine<OutputObject<'static>>> {
        self.object().map(OutputObject::Comparison).map(line)
    }
}

impl Recorder {
    /// How the tree grew.
    pub fn output_lines(&self) -> impl Iterator<Item = OutputLine<OutputObject<'_>>> {
        self.frames().iter().map(OutputObject::Frame).map(line)
    }
}

fn line(told: OutputObject) -> OutputLine<OutputObject> {
    OutputLine::new(told.kind(), told)
}
