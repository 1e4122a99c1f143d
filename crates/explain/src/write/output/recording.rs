//! How a tree grew, one expansion after another.
//!
//! A finished search leaves only its last values. A [`Recorder`] listens while the search runs. For
//! every expansion it keeps a [`FrameObject`]: what changed from this expansion until the next.
//! Playing the frames one after the other shows the tree grow, and the values and the target move.
//!
//! A search may begin anew with deeper probes. Its first tree stands until the second has decided
//! (see `Effort that is left is used` in docs/decisions.md). So two recordings may be made side by
//! side. The one of the tree that decided is kept.

use std::collections::HashMap;

use bstar::{Event, JobId, Key, Phase, Purpose, Search, Span};
use bstar_board::{Move, Position, notation, san};
use bstar_thought::{LoggedEvent, Snapshot};

use super::frames::{FrameMove, FrameObject, NodeValues};
use super::names::{EventName, PhaseName};
use super::values::in_uci;
use crate::facts::Viewpoint;

/// The most positions a recording has room for. Then it ends, and the search goes on.
const MAX_RECORDED_POSITIONS: usize = 40_000;

/// Values are compared every few frames only: the interval grows by one frame for each batch of
/// positions of this size. In large trees comparing them for every frame would take longer than the
/// search itself.
const POSITIONS_PER_SKIPPED_FRAME: usize = 4_000;

/// Records a search while it runs.
#[derive(Default)]
pub struct Recorder {
    stands: Option<Recording>,
    tried: Option<Recording>,
    /// How often another tree took the place of the recorded one.
    takeovers: usize,
}

impl Recorder {
    /// A recorder that has heard nothing yet.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Takes in how a search stands.
    pub fn hear(&mut self, news: &Snapshot) {
        // While the root is probed there is no tree.
        if !news.probed_root.is_empty() {
            return;
        }
        let root = news.game.position();
        match news.deeper {
            Some(tried) => {
                let recording = self
                    .tried
                    .get_or_insert_with(|| Recording::new(root, tried.probe_depth));
                let seen = Seen {
                    search: tried.search,
                    moments: tried.events,
                    forgotten: tried.forgotten.events,
                };
                recording.note(&seen);
            }
            None => {
                let is_decided = |recording: &Recording| recording.probe_depth == news.probe_depth;
                if let Some(tried) = self.tried.take().filter(is_decided) {
                    self.takeovers += usize::from(self.stands.replace(tried).is_some());
                }
                let recording = self
                    .stands
                    .get_or_insert_with(|| Recording::new(root, news.probe_depth));
                let seen = Seen {
                    search: news.search,
                    moments: news.events,
                    forgotten: news.forgotten.events,
                };
                recording.note(&seen);
            }
        }
    }

    /// The frames so far, of the tree that stands.
    pub fn frames(&self) -> &[FrameObject] {
        self.stands.as_ref().map_or(&[], |stands| &stands.frames)
    }

    /// How often the frames began anew because another tree took the place of theirs.
    pub fn takeovers(&self) -> usize {
        self.takeovers
    }
}

/// A tree, and what happened in it.
struct Seen<'a> {
    search: &'a Search<Move>,
    moments: &'a [LoggedEvent],
    /// How many events came before these and were forgotten.
    forgotten: usize,
}

/// A job that was handed out.
struct Out {
    purpose: Purpose,
    path: Vec<Move>,
    key: Key,
    phase: Phase,
}

/// The recording of one tree.
struct Recording {
    root: Position,
    viewpoint: Viewpoint,
    probe_depth: u32,
    frames: Vec<FrameObject>,
    heard: usize,
    out: HashMap<JobId, Out>,
    selected: Option<Move>,
    best: Option<Move>,
    happened: Vec<EventName>,
    /// Positions are numbered as they are met; the root is 0.
    numbers: HashMap<Key, usize>,
    /// What was last written of each, by number.
    written: Vec<Option<[Option<Span>; 3]>>,
    /// Where in the last frame the values of a position stand, by its number.
    places: HashMap<usize, usize>,
}

impl Recording {
    fn new(root: &Position, probe_depth: u32) -> Recording {
        Recording {
            root: root.clone(),
            viewpoint: Viewpoint::of_mover(root.side_to_move()),
            probe_depth,
            frames: Vec::new(),
            heard: 0,
            out: HashMap::new(),
            selected: None,
            best: None,
            happened: Vec::new(),
            numbers: HashMap::new(),
            written: Vec::new(),
            places: HashMap::new(),
        }
    }

    fn note(&mut self, seen: &Seen) {
        if self.written.len() >= MAX_RECORDED_POSITIONS {
            return;
        }
        let unheard = self.heard.saturating_sub(seen.forgotten);
        for moment in seen.moments.iter().skip(unheard) {
            self.hear(moment, seen);
        }
        self.heard = seen.forgotten + seen.moments.len();
        if let Some(last) = self.frames.last_mut() {
            last.happened.append(&mut self.happened);
            last.best = self.best.map(|mv| notation::write(&self.root, mv));
            let target = seen.search.target().map(|target| target.value);
            last.target = target.map(|value| self.viewpoint.target(value));
            self.write_values(seen.search);
        }
    }

    fn hear(&mut self, moment: &LoggedEvent, seen: &Seen) {
        match &moment.event {
            Event::HandedOut {
                job,
                purpose,
                path,
                key,
                phase,
                ..
            } => {
                let out = Out {
                    purpose: *purpose,
                    path: path.clone(),
                    key: *key,
                    phase: *phase,
                };
                self.out.insert(*job, out);
            }
            Event::Completed { job, .. } => {
                let out = self.out.remove(job);
                if let Some(out) = out.filter(|out| out.purpose == Purpose::Expand) {
                    self.frame(&out, moment.nodes, seen.search);
                }
            }
            Event::Abandoned { job } => {
                self.out.remove(job);
            }
            Event::SelectBegan => self.happened.push(EventName::SelectBegan),
            Event::SelectEnded { .. } => self.happened.push(EventName::SelectEnded),
            Event::VerifyBegan { selected, .. } => {
                self.selected = Some(*selected);
                self.happened.push(EventName::VerifyBegan);
            }
            Event::Refuted { .. } => self.happened.push(EventName::Refuted),
            Event::NewBest { best, is_other, .. } => {
                self.best = Some(*best);
                if *is_other {
                    self.happened.push(EventName::NewBest);
                }
            }
            Event::NewReply { .. } => self.happened.push(EventName::NewReply),
            Event::Folded { .. } => self.happened.push(EventName::Folded),
            Event::Done(_) => self.happened.push(EventName::Done),
            Event::Aimed(_) | Event::Repeats { .. } | Event::Advanced { .. } => {}
        }
    }

    fn frame(&mut self, out: &Out, nodes: u64, search: &Search<Move>) {
        if out.path.is_empty() {
            self.number(out.key);
        }
        let moves = self.moves_of(out, search);
        self.places.clear();
        self.frames.push(FrameObject {
            frame: self.frames.len() + 1,
            nodes,
            phase: PhaseName::from(out.phase),
            target: None,
            selected: self
                .selected
                .filter(|_| out.phase == Phase::Verify)
                .map(|mv| notation::write(&self.root, mv)),
            best: None,
            path: in_uci(&self.root, &out.path),
            n: self.numbers.get(&out.key).copied(),
            moves,
            values: Vec::new(),
            happened: std::mem::take(&mut self.happened),
        });
    }

    fn moves_of(&mut self, out: &Out, search: &Search<Move>) -> Vec<FrameMove> {
        let Some(node) = search.find(out.key) else {
            return Vec::new();
        };
        let position =
            (out.path.iter()).fold(self.root.clone(), |position, mv| position.after(*mv));
        let mut moves = Vec::new();
        for (mv, child) in node.moves() {
            moves.push(FrameMove {
                n: self.number(child.key()),
                mv: notation::write(&position, mv),
                san: san::write(&position, mv),
                key: child.key(),
            });
        }
        moves
    }

    fn number(&mut self, key: Key) -> usize {
        let next = self.written.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.written.push(None);
        }
        number
    }

    /// Adds to the last frame what has changed since values were last written.
    fn write_values(&mut self, search: &Search<Move>) {
        let interval = 1 + self.written.len() / POSITIONS_PER_SKIPPED_FRAME;
        let Some(last) = self.frames.last_mut() else {
            return;
        };
        if !last.frame.is_multiple_of(interval) && !last.happened.contains(&EventName::Done) {
            return;
        }
        for node in search.nodes() {
            let Some(&n) = self.numbers.get(&node.key()) else {
                continue;
            };
            let now = [node.pess(), Some(node.real()), node.opt()];
            if self.written[n].replace(now) == Some(now) {
                continue;
            }
            let value = |span: Option<Span>| span.map(|span| self.viewpoint.chances(span).into());
            let values = NodeValues {
                n,
                three: now.map(value),
            };
            match self.places.get(&n) {
                Some(&place) => last.values[place] = values,
                None => {
                    self.places.insert(n, last.values.len());
                    last.values.push(values);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Game, fen};
    use bstar_engine::{Engine, OnSnapshot, Settings, Task};
    use bstar_kit::effort::Effort;
    use bstar_kit::stop::Stop;
    use serde_json::{Value as Json, json};

    use crate::tests::read;

    fn recorded(text: &str, effort: Effort) -> (Vec<Json>, Vec<Json>, Recorder) {
        let settings = Settings {
            hash_mib: 16,
            ..Settings::default()
        };
        let game = Game::new(fen::parse(text).unwrap());
        let mut recorder = Recorder::new();
        let mut engine = Engine::new(settings).unwrap();
        let mut record = OnSnapshot(|news| recorder.hear(news));
        let task = Task::explain(&game, effort);
        let thought = engine.run(&task, &Stop::new(), &mut record);
        let reading = read(&game, &thought);
        let nodes = reading
            .objects()
            .filter(|object| object.kind() == "node")
            .map(|object| json!(object))
            .collect();
        let frames = recorder.frames().iter().map(|frame| json!(frame)).collect();
        (nodes, frames, recorder)
    }

    fn nodes(nodes: u64) -> Effort {
        Effort::nodes(nodes)
    }

    const QUIET: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9";
    const TACTIC: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    /// Nothing much to find: the search begins anew with deeper probes again and again.
    const ENDING: &str = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";

    /// All frames together give the tree as the search left it.
    #[test]
    fn the_frames_add_up_to_the_tree() {
        for (text, effort) in [(QUIET, 200_000), (TACTIC, 100_000), (ENDING, 200_000)] {
            let (nodes, frames, _) = recorded(text, nodes(effort));
            let (mut keys, mut values) = (vec![nodes[0]["key"].clone()], HashMap::new());
            for frame in &frames {
                for known in frame["moves"].as_array().unwrap() {
                    let n = known[0].as_u64().unwrap() as usize;
                    assert!(n <= keys.len(), "numbers are given in order");
                    if n == keys.len() {
                        keys.push(known[3].clone());
                    }
                    assert_eq!(keys[n], known[3]);
                }
                for change in frame["values"].as_array().unwrap() {
                    let n = change[0].as_u64().unwrap() as usize;
                    values.insert(keys[n].clone(), change.clone());
                }
            }
            assert_eq!(keys.len(), nodes.len(), "{text}");
            for node in &nodes {
                let last = &values[&node["key"]];
                assert_eq!(
                    [&last[1], &last[2], &last[3]],
                    [&node["pess"], &node["real"], &node["opt"]],
                    "{text}: {node}"
                );
            }
        }
    }

    #[test]
    fn a_tree_with_deeper_probes_takes_the_place_of_the_first() {
        let (nodes, frames, recorder) = recorded(ENDING, nodes(300_000));
        assert!(recorder.takeovers() > 0);
        assert_eq!(frames[0]["path"], json!([]));
        assert_eq!(frames[0]["n"], 0);
        assert!(nodes.len() > 1);
    }

    #[test]
    fn every_expansion_has_a_frame_that_says_where_and_why() {
        let (_, frames, _) = recorded(TACTIC, nodes(100_000));
        let last = frames.last().unwrap();
        assert_eq!(frames.len() as u64, last["frame"].as_u64().unwrap());
        assert!(
            frames
                .iter()
                .any(|frame| frame["phase"] == "verify" && frame["selected"] == "g3g6")
        );
        assert!(
            last["happened"]
                .as_array()
                .unwrap()
                .contains(&json!("done")),
            "{last}"
        );
        assert_eq!(last["best"], "g3g6");
        assert!(frames.is_sorted_by_key(|frame| frame["nodes"].as_u64()));
    }
}
