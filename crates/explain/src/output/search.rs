//! The whole tree and all events, for programs. docs/json.md describes the fields.

use std::collections::{HashMap, HashSet, VecDeque};

use bstar::{Event, JobId, Key, Purpose, Reason, Selected, Target};
use bstar_board::{Move, Position, fen, notation, san};

use super::sentences::SentenceObject;
use super::values::{ValueObject, hex, in_uci, phase_name, side};
use crate::reading::{Reading, Viewpoint};

/// The search, a position of its tree, or an event.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Object {
    /// The search as a whole.
    Thought(ThoughtObject),
    /// A position of the tree.
    Node(NodeObject),
    /// Something that happened.
    Event(EventObject),
}

impl Object {
    /// The `type` of the line.
    pub fn kind(&self) -> &'static str {
        match self {
            Object::Thought(_) => "thought",
            Object::Node(_) => "node",
            Object::Event(_) => "event",
        }
    }
}

/// The search as a whole.
#[derive(Clone, Debug, serde::Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct ThoughtObject {
    pub fen: String,
    pub root: String,
    pub side: &'static str,
    pub outcome: Option<String>,
    pub best: Option<String>,
    pub best_san: Option<String>,
    pub reason: Option<&'static str>,
    pub pess: Option<ValueObject>,
    pub real: Option<ValueObject>,
    pub opt: Option<ValueObject>,
    pub line: Vec<String>,
    pub line_san: String,
    pub line_in_tree: usize,
    pub expansions: u32,
    pub forgotten_events: usize,
    pub positions: usize,
    pub probes: u64,
    pub probe_depth: u32,
    pub nodes: u64,
    pub largest_probe: u64,
    pub seconds: f64,
    pub ended_early: bool,
    pub sentences: Vec<SentenceObject>,
}

/// A move to a position.
#[derive(Clone, Debug, serde::Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct EdgeObject {
    pub key: String,
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
}

/// A position of the tree.
#[derive(Clone, Debug, serde::Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct NodeObject {
    pub key: String,
    pub parents: Vec<EdgeObject>,
    pub side: &'static str,
    pub pess: Option<ValueObject>,
    pub real: ValueObject,
    pub opt: Option<ValueObject>,
    pub proven: ValueObject,
    pub settled: bool,
    pub expanded: bool,
    pub distance: u32,
    pub attention: u32,
    pub repeats: bool,
    pub line: Vec<String>,
    pub threat: Vec<String>,
    pub probe_depth: Option<u32>,
}

/// Something that happened. Fields that an event does not have are left out.
#[derive(Clone, Debug, Default, serde::Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct EventObject {
    pub event: &'static str,
    pub nodes: u64,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real: Option<ValueObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freed: Option<usize>,
}

impl Reading<'_> {
    /// The search, its tree and its events, in this order.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        let thought = std::iter::once(Object::Thought(self.thought_object()));
        let nodes = self.node_objects().into_iter().map(Object::Node);
        let events = self.event_objects().into_iter().map(Object::Event);
        thought.chain(nodes).chain(events)
    }

    fn thought_object(&self) -> ThoughtObject {
        let (thought, best) = (self.thought, self.best());
        let line = best.map(|best| &best.line);
        let moves = line.map_or(&[][..], |line| &line.moves);
        ThoughtObject {
            fen: fen::write(self.position()),
            root: hex(thought.search.root().key()),
            side: side(thought.search.player()),
            outcome: self.game.outcome().map(|outcome| outcome.to_string()),
            best: best.map(|best| notation::write(self.position(), best.mv)),
            best_san: best.map(|best| best.san.clone()),
            reason: thought.decision.map(|decision| reason(decision.reason)),
            pess: best.and_then(|best| best.least).map(ValueObject::from),
            real: best.map(|best| ValueObject::from(best.likely)),
            opt: best.and_then(|best| best.most).map(ValueObject::from),
            line: in_uci(self.position(), moves),
            line_san: san::numbered(self.position(), moves).join(" "),
            line_in_tree: line.map_or(0, |line| line.in_tree),
            expansions: thought.expansions,
            forgotten_events: thought.forgotten.events,
            positions: thought.search.len(),
            probes: thought.probes,
            probe_depth: thought.probe_depth,
            nodes: thought.nodes,
            largest_probe: thought.largest_probe,
            seconds: thought.time.as_secs_f64(),
            ended_early: thought.ended_early,
            sentences: self.sentence_objects(&self.paragraphs()),
        }
    }

    fn node_objects(&self) -> Vec<NodeObject> {
        let (positions, mut parents) = self.walk();
        let value = |span| ValueObject::from(self.viewpoint.chances(span));
        self.thought
            .search
            .nodes()
            .map(|node| {
                let record = self.thought.records.get(node.key());
                let position = positions.get(&node.key());
                let lines = |moves: &[Move], start: Option<Position>| {
                    start.map_or_else(Vec::new, |start| in_uci(&start, moves))
                };
                NodeObject {
                    key: hex(node.key()),
                    parents: parents.remove(&node.key()).unwrap_or_default(),
                    side: side(node.side()),
                    pess: node.pess().map(value),
                    real: value(node.real()),
                    opt: node.opt().map(value),
                    proven: value(node.proven()),
                    settled: node.is_settled(),
                    expanded: node.is_expanded(),
                    distance: node.distance(),
                    attention: node.attention(),
                    repeats: node.repeats(),
                    line: record
                        .map_or_else(Vec::new, |record| lines(&record.line, position.cloned())),
                    threat: record.map_or_else(Vec::new, |record| {
                        lines(
                            &record.threat,
                            position.and_then(|position| position.pass().ok()),
                        )
                    }),
                    probe_depth: record.map(|record| record.depth),
                }
            })
            .collect()
    }

    /// Every position of the tree, and the moves to it.
    fn walk(&self) -> (HashMap<Key, Position>, HashMap<Key, Vec<EdgeObject>>) {
        let root = self.thought.search.root();
        let mut positions = HashMap::from([(root.key(), self.position().clone())]);
        let mut parents: HashMap<Key, Vec<EdgeObject>> = HashMap::new();
        let mut seen = HashSet::from([root.key()]);
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            let position = positions[&node.key()].clone();
            for (mv, child) in node.moves() {
                parents.entry(child.key()).or_default().push(EdgeObject {
                    key: hex(node.key()),
                    mv: notation::write(&position, mv),
                    san: san::write(&position, mv),
                });
                if seen.insert(child.key()) {
                    positions.insert(child.key(), position.after(mv));
                    queue.push_back(child);
                }
            }
        }
        (positions, parents)
    }

    fn event_objects(&self) -> Vec<EventObject> {
        let mut writer = EventWriter {
            root: self.position(),
            viewpoint: self.viewpoint,
            jobs: HashMap::new(),
            selected: None,
        };
        self.thought
            .events
            .iter()
            .map(|moment| EventObject {
                nodes: moment.nodes,
                ..writer.tell(&moment.event)
            })
            .collect()
    }
}

/// Turns events into objects.
struct EventWriter<'a> {
    root: &'a Position,
    viewpoint: Viewpoint,
    /// Jobs are numbered from 1, in the order they were handed out.
    jobs: HashMap<JobId, usize>,
    /// The move whose replies are told about.
    selected: Option<Move>,
}

impl EventWriter<'_> {
    fn tell(&mut self, event: &Event<Move>) -> EventObject {
        let target = |target: Target| Some(self.viewpoint.target(target.value));
        match event {
            Event::SelectBegan => named("select-began"),
            Event::Aimed(aim) => EventObject {
                target: target(*aim),
                ..named("aimed")
            },
            Event::SelectEnded { selected, why } => EventObject {
                why: Some(selected_why(*why)),
                ..about("select-ended", self.root, *selected)
            },
            Event::VerifyBegan {
                selected,
                target: aim,
            } => {
                let target = target(*aim);
                self.selected = Some(*selected);
                EventObject {
                    target,
                    ..about("verify-began", self.root, *selected)
                }
            }
            Event::Refuted { selected } => about("refuted", self.root, *selected),
            Event::HandedOut {
                job,
                purpose,
                path,
                key,
                phase,
                target: aim,
            } => {
                let target = aim.and_then(target);
                let number = self.jobs.len() + 1;
                self.jobs.insert(*job, number);
                EventObject {
                    job: Some(number),
                    purpose: Some(purpose_name(*purpose)),
                    phase: Some(phase_name(*phase)),
                    path: Some(in_uci(self.root, path)),
                    key: Some(hex(*key)),
                    target,
                    ..named("handed-out")
                }
            }
            Event::Completed { job, purpose, late } => EventObject {
                job: self.jobs.get(job).copied(),
                purpose: Some(purpose_name(*purpose)),
                late: Some(*late),
                ..named("completed")
            },
            Event::Abandoned { job } => EventObject {
                job: self.jobs.get(job).copied(),
                ..named("abandoned")
            },
            Event::Repeats { key, positions } => EventObject {
                key: Some(hex(*key)),
                positions: Some(*positions),
                ..named("repeats")
            },
            Event::Folded {
                folded,
                freed,
                left,
            } => EventObject {
                folded: Some(*folded),
                freed: Some(*freed),
                positions: Some(*left),
                ..named("folded")
            },
            // The move belongs to the position before this one.
            Event::Advanced { kept, freed, .. } => EventObject {
                freed: Some(*freed),
                positions: Some(*kept),
                ..named("advanced")
            },
            Event::NewBest {
                best,
                real,
                is_other,
            } => EventObject {
                real: Some(ValueObject::from(self.viewpoint.chances(*real))),
                other: Some(*is_other),
                ..about("new-best", self.root, *best)
            },
            Event::NewReply { reply, real } => {
                let after = self
                    .selected
                    .map_or_else(|| self.root.clone(), |mv| self.root.after(mv));
                EventObject {
                    real: Some(ValueObject::from(self.viewpoint.chances(*real))),
                    ..about("new-reply", &after, *reply)
                }
            }
            Event::Done(decision) => EventObject {
                real: Some(ValueObject::from(self.viewpoint.chances(decision.real))),
                why: Some(reason(decision.reason)),
                ..about("done", self.root, decision.best)
            },
        }
    }
}

fn named(event: &'static str) -> EventObject {
    EventObject {
        event,
        ..EventObject::default()
    }
}

fn about(event: &'static str, position: &Position, mv: Move) -> EventObject {
    EventObject {
        mv: Some(notation::write(position, mv)),
        san: Some(san::write(position, mv)),
        ..named(event)
    }
}

fn purpose_name(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Expand => "expand",
        Purpose::Bounds => "bounds",
        Purpose::Sharpen => "sharpen",
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Verified => "verified",
        Reason::Settled => "settled",
        Reason::EffortSpent => "effort-spent",
        Reason::Forced => "forced",
        Reason::MemoryFull => "memory-full",
    }
}

fn selected_why(why: Selected) -> &'static str {
    match why {
        Selected::Separated => "separated",
        Selected::NoContender => "no-contender",
        Selected::SameLeaf => "same-leaf",
        Selected::Exhausted => "exhausted",
        Selected::EffortSpent => "effort-spent",
    }
}
