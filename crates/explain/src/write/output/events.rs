//! All that happened in a search, for programs.

use std::collections::HashMap;

use bstar::{Event, JobId, Target};
use bstar_board::{Move, Position, notation, san};

use super::names::{EventName, PhaseName, PurposeName, Why};
use super::values::{ValueObject, hex, in_uci};
use crate::facts::{Reading, Viewpoint};

/// Something that happened. Fields that an event does not have are left out.
#[derive(Clone, Debug, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TreeEvent"))]
pub struct EventObject {
    /// What happened.
    pub event: EventName,
    /// The nodes of probes up to then.
    pub nodes: u64,
    /// The move it is about.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The same in SAN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The number of the job, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<usize>,
    /// What the job is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<PurposeName>,
    /// The part of the search in which it was handed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<PhaseName>,
    /// The way to the position of the job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// The key of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<f64>,
    /// The likely value of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real: Option<ValueObject>,
    /// Why the search or SELECT ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// Whether it is another move than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<bool>,
    /// Whether the job came back after its part of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late: Option<bool>,
    /// How many positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// How many positions forgot their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded: Option<usize>,
    /// How many positions were freed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freed: Option<usize>,
}

impl Reading<'_> {
    /// The events in order.
    pub(super) fn event_objects(&self) -> impl Iterator<Item = EventObject> {
        let mut writer = EventWriter {
            root: self.position(),
            viewpoint: self.viewpoint,
            jobs: HashMap::new(),
            selected: None,
        };
        self.thought.events.iter().map(move |moment| EventObject {
            nodes: moment.nodes,
            ..writer.tell(&moment.event)
        })
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
            Event::SelectBegan => named(EventName::SelectBegan),
            Event::Aimed(aim) => EventObject {
                target: target(*aim),
                ..named(EventName::Aimed)
            },
            Event::SelectEnded { selected, why } => EventObject {
                why: Some(Why::Select((*why).into())),
                ..about(EventName::SelectEnded, self.root, *selected)
            },
            Event::VerifyBegan {
                selected,
                target: aim,
            } => {
                let target = target(*aim);
                self.selected = Some(*selected);
                EventObject {
                    target,
                    ..about(EventName::VerifyBegan, self.root, *selected)
                }
            }
            Event::Refuted { selected } => about(EventName::Refuted, self.root, *selected),
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
                    purpose: Some(PurposeName::from(*purpose)),
                    phase: Some(PhaseName::from(*phase)),
                    path: Some(in_uci(self.root, path)),
                    key: Some(hex(*key)),
                    target,
                    ..named(EventName::HandedOut)
                }
            }
            Event::Completed { job, purpose, late } => EventObject {
                job: self.jobs.get(job).copied(),
                purpose: Some(PurposeName::from(*purpose)),
                late: Some(*late),
                ..named(EventName::Completed)
            },
            Event::Abandoned { job } => EventObject {
                job: self.jobs.get(job).copied(),
                ..named(EventName::Abandoned)
            },
            Event::Repeats { key, positions } => EventObject {
                key: Some(hex(*key)),
                positions: Some(*positions),
                ..named(EventName::Repeats)
            },
            Event::Folded {
                folded,
                freed,
                left,
            } => EventObject {
                folded: Some(*folded),
                freed: Some(*freed),
                positions: Some(*left),
                ..named(EventName::Folded)
            },
            // The move belongs to the position before this one.
            Event::Advanced { kept, freed, .. } => EventObject {
                freed: Some(*freed),
                positions: Some(*kept),
                ..named(EventName::Advanced)
            },
            Event::NewBest {
                best,
                real,
                is_other,
            } => EventObject {
                real: Some(ValueObject::from(self.viewpoint.chances(*real))),
                other: Some(*is_other),
                ..about(EventName::NewBest, self.root, *best)
            },
            Event::NewReply { reply, real } => {
                let after = self
                    .selected
                    .map_or_else(|| self.root.clone(), |mv| self.root.after(mv));
                EventObject {
                    real: Some(ValueObject::from(self.viewpoint.chances(*real))),
                    ..about(EventName::NewReply, &after, *reply)
                }
            }
            Event::Done(decision) => EventObject {
                real: Some(ValueObject::from(self.viewpoint.chances(decision.real))),
                why: Some(Why::Search(decision.reason.into())),
                ..about(EventName::Done, self.root, decision.best)
            },
        }
    }
}

fn named(event: EventName) -> EventObject {
    EventObject {
        event,
        ..EventObject::default()
    }
}

fn about(event: EventName, position: &Position, mv: Move) -> EventObject {
    EventObject {
        mv: Some(notation::write(position, mv)),
        san: Some(san::write(position, mv)),
        ..named(event)
    }
}
