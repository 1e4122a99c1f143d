//! All that happened in a search, for programs. docs/json.md describes the fields.

use std::collections::HashMap;

use bstar::{Event, JobId, Purpose, Selected, Target};
use bstar_board::{Move, Position, notation, san};

use super::values::{ValueObject, hex, in_uci, phase_name, reason_name};
use crate::reading::{Reading, Viewpoint};

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
    /// The events in order.
    pub(super) fn event_objects(&self) -> Vec<EventObject> {
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
                why: Some(reason_name(decision.reason)),
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

fn selected_why(why: Selected) -> &'static str {
    match why {
        Selected::Separated => "separated",
        Selected::NoContender => "no-contender",
        Selected::SameLeaf => "same-leaf",
        Selected::Exhausted => "exhausted",
        Selected::EffortSpent => "effort-spent",
    }
}
