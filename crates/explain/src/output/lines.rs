//! All that programs get to see of a search, in order: the lines of `bstar explain --json`, of the page's server, and in the file of `bstar explain --html`.

use serde::Serialize;

use super::comparison::Comparison;
use super::recording::{FrameObject, Recorder};
use super::root_moves::CandidateObject;
use super::scale::ScaleObject;
use super::search::Object;
use crate::reading::{AskedMove, Reading};

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

    /// Its type.
    pub fn kind(&self) -> &'static str {
        self.r#type
    }
}

/// One of the objects.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Told<'a> {
    /// The search, a position of its tree, or something that happened.
    Search(Object),
    /// What chances are in pawns.
    Scale(ScaleObject),
    /// A root move.
    Candidate(CandidateObject),
    /// How the tree grew.
    Frame(&'a FrameObject),
    /// A move beside the best.
    Comparison(Comparison),
}

impl Told<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Told::Search(object) => object.kind(),
            Told::Scale(_) => "scale",
            Told::Candidate(_) => "move",
            Told::Frame(_) => "frame",
            Told::Comparison(_) => "comparison",
        }
    }
}

impl Reading<'_> {
    /// The search with the answer in words, the scale, the root moves, the tree, and what happened.
    pub fn telling(&self) -> Vec<Line<Told<'static>>> {
        let mut objects = self.objects();
        let mut told: Vec<Told> = objects.next().map(Told::Search).into_iter().collect();
        told.push(Told::Scale(self.scale()));
        told.extend(self.candidates().map(Told::Candidate));
        told.extend(objects.map(Told::Search));
        told.into_iter().map(line).collect()
    }
}

impl AskedMove<'_> {
    /// The move beside the chosen one.
    pub fn telling(&self) -> Option<Line<Told<'static>>> {
        self.object().map(Told::Comparison).map(line)
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
