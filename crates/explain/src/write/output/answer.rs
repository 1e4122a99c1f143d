//! The answer as one object: what `bstar explain --json` writes.
//!
//! It says what the [lines](super::lines) say. A tree can be large, so its positions and events are
//! made one after the other, while the object is written.

use serde::{Serialize, Serializer};

use super::comparison::Comparison;
use super::frames::FrameObject;
use super::lines::OutputLine;
use super::recording::Recorder;
use super::root_moves::CandidateObject;
use super::scale::ScaleObject;
use super::search::ThoughtObject;
use crate::facts::{AskedMove, Reading};

/// A search and its answer: the choice, the reasons for it in words, and the whole tree.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerObject<'a> {
    #[serde(flatten)]
    thought: ThoughtObject,
    /// What winning chances are in pawns.
    scale: ScaleObject,
    /// The root moves: the chosen one, then the others by their likely values. Moves of which only
    /// a bound is known come last.
    moves: Vec<CandidateObject>,
    /// The move of `--move` beside the chosen one; `null` without `--move`, and if the search does
    /// not know the move.
    comparison: Option<Comparison>,
    /// The tree of the search.
    tree: TreeObject<'a>,
}

/// The tree of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeObject<'a> {
    /// Its positions.
    #[serde(serialize_with = "nodes")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<super::search::NodeObject>"))]
    nodes: &'a Reading<'a>,
    /// What happened, in order.
    #[serde(serialize_with = "events")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<super::events::EventObject>"))]
    events: &'a Reading<'a>,
    /// How it grew: a frame for each expansion.
    frames: &'a [FrameObject],
}

fn nodes<S: Serializer>(reading: &Reading, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(reading.node_objects())
}

fn events<S: Serializer>(reading: &Reading, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(reading.event_objects())
}

impl Reading<'_> {
    /// Everything in one object: the search, the move asked about, and how the tree grew.
    pub fn answer<'a>(
        &'a self,
        asked: Option<AskedMove>,
        recorder: &'a Recorder,
    ) -> OutputLine<AnswerObject<'a>> {
        let answer = AnswerObject {
            thought: self.thought_object(),
            scale: self.scale(),
            moves: self.candidates().collect(),
            comparison: asked.and_then(|asked| asked.object()),
            tree: TreeObject {
                nodes: self,
                events: self,
                frames: recorder.frames(),
            },
        };
        OutputLine::new("answer", answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read_position;
    use serde_json::{Value, json};

    #[test]
    fn an_answer_says_what_the_lines_say() {
        let reading = read_position("4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1");
        let asked = AskedMove::new(reading.moves[1].mv, &reading, None);
        let mut answer = json!(reading.answer(Some(asked), &Recorder::new()));
        assert_eq!(
            (&answer["type"], &answer["schema"]),
            (&json!("answer"), &json!(2))
        );
        let lines = reading.output_lines().into_iter().map(|line| json!(line));
        let lines: Vec<Value> = lines
            .chain(asked.output_line().map(|line| json!(line)))
            .collect();
        let named = |name: &str| -> Vec<Value> {
            let same = lines.iter().filter(|line| line["type"] == name);
            same.map(|line| bare(line.clone())).collect()
        };
        assert_eq!(answer["scale"], named("scale")[0]);
        assert_eq!(answer["moves"], json!(named("move")));
        assert_eq!(answer["comparison"], named("comparison")[0]);
        assert_eq!(answer["tree"]["nodes"], json!(named("node")));
        assert_eq!(answer["tree"]["events"], json!(named("event")));
        for part in ["scale", "moves", "comparison", "tree"] {
            answer.as_object_mut().unwrap().remove(part);
        }
        assert_eq!(bare(answer), named("thought")[0]);
    }

    fn bare(mut object: Value) -> Value {
        for field in ["type", "schema"] {
            object.as_object_mut().unwrap().remove(field);
        }
        object
    }
}
