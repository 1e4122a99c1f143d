//! The search as a whole and its tree, for programs.

use std::collections::{HashMap, HashSet, VecDeque};

use bstar::Key;
use bstar_board::{Move, Position, fen, notation, san};
use bstar_book::names::{self, GameOpening};

use super::events::EventObject;
use super::known::KnownObject;
use super::names::{ReasonName, SideName};
use super::sentences::SentenceObject;
use super::values::{ValueObject, hex, in_uci};
use crate::facts::Reading;
use crate::facts::claims::Auditor;
use crate::write::words::themes::IdeaObject;

/// The search, a position of its tree, or an event.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Object {
    /// The search as a whole.
    Thought(Box<ThoughtObject>),
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThoughtObject {
    /// The position.
    pub fen: String,
    /// The key of the position.
    pub root: String,
    /// The side to move in it.
    pub side: SideName,
    /// How the game has ended, for people; `null` if it has not.
    pub outcome: Option<String>,
    /// The opening of the game.
    #[serde(flatten)]
    pub opening: GameOpening,
    /// The chosen move; `null` if there is none.
    pub best: Option<String>,
    /// The same in SAN.
    pub best_san: Option<String>,
    /// Why the search ended; `null` if there was nothing to search.
    pub reason: Option<ReasonName>,
    /// What the move is worth at the least; `null` if that was not asked for.
    pub pess: Option<ValueObject>,
    /// What it is likely worth.
    pub real: Option<ValueObject>,
    /// What it is worth at the most; `null` if that was not asked for.
    pub opt: Option<ValueObject>,
    /// How sure the choice is; `null` where no deep search of all moves of the root made it, with
    /// 20,000 nodes at least, and where the value is no estimate.
    pub how_sure: Option<HowSureObject>,
    /// What endgame tables know; `null` if they do not know every move of the position. Then
    /// nothing is estimated.
    pub known: Option<KnownObject>,
    /// The line of best play.
    pub line: Vec<String>,
    /// The same in SAN, with the numbers of the moves.
    pub line_san: String,
    /// How many of its moves are in the tree; the rest are from a probe.
    pub line_in_tree: usize,
    /// How many expansions were made.
    pub expansions: u32,
    /// How many events, the first ones, were forgotten because memory was short. What is told
    /// begins after them, and so do the numbers of jobs.
    pub forgotten_events: usize,
    /// How many positions the tree holds.
    pub positions: usize,
    /// How many probes were made.
    pub probes: u64,
    /// How deep they were, in half moves.
    pub probe_depth: u32,
    /// How deep the search of the root went from which the tree grew, in half moves; `null` if
    /// there was none.
    pub root_search_depth: Option<u32>,
    /// The nodes of all searches of the root.
    pub root_search_nodes: u64,
    /// How settled the first of them was at its end; `null` if there was none.
    pub root_stability: Option<RootStabilityObject>,
    /// The nodes of all probes, those of the root included.
    pub nodes: u64,
    /// The nodes of the largest probe.
    pub largest_probe: u64,
    /// How long the search took.
    pub seconds: f64,
    /// Whether the search ended by itself, before its effort was used up.
    pub ended_early: bool,
    /// What the vocabulary of quiet chess finds in the chosen move, the weightiest first, and why
    /// some of it is not told.
    pub ideas: Vec<IdeaObject>,
    /// What `bstar explain` says in words, sentence by sentence, each with what backs it.
    pub sentences: Vec<SentenceObject>,
}

/// How sure the choice of a search is.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HowSureObject {
    /// The chance that another move is better by more than a point of a hundred, 0 to 1.
    pub better: f64,
    /// The other move that comes nearest; `null` if none was weighed.
    pub nearest: Option<String>,
    /// Where a much longer search puts the value of the chosen move, nine times out of ten: the
    /// lower and the upper end, in ten-thousandths. It was learned from searches of up to 1,000,000
    /// nodes, judged with 5,000,000; after more nodes it is no narrower. `null` if no other move
    /// was weighed.
    pub interval: Option<[i32; 2]>,
}

/// How settled a search of the root was at its end.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RootStabilityObject {
    /// Iterations in a row that ended with the same best move, after the first of them.
    pub unchanged: u32,
    /// The share of the nodes that were spent below the best move, 0 to 1.
    pub share_of_best: f64,
    /// How much the value changed in the last two iterations, in ten-thousandths.
    pub swing: i32,
}

/// A move to a position.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EdgeObject {
    /// The key of the position before the move.
    pub key: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in SAN.
    pub san: String,
}

/// A position of the tree.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TreeNode"))]
pub struct NodeObject {
    /// The key of the position, which is its name.
    pub key: String,
    /// The moves that lead to it.
    pub parents: Vec<EdgeObject>,
    /// The side to move in it.
    pub side: SideName,
    /// Its value at the least; `null` if that was not asked for, or if nothing is known of it yet.
    pub pess: Option<ValueObject>,
    /// Its likely value.
    pub real: ValueObject,
    /// Its value at the most; `null` like `pess`.
    pub opt: Option<ValueObject>,
    /// What is certain about its value.
    pub proven: ValueObject,
    /// Whether its result is certain.
    pub settled: bool,
    /// Whether its moves are known.
    pub expanded: bool,
    /// Moves from the root, by the shortest way.
    pub distance: u32,
    /// Expansions at or below it, on the way they were made.
    pub attention: u32,
    /// Whether positions that follow from it lead back to it.
    pub repeats: bool,
    /// What the probe thought would follow. It is empty if that was forgotten because memory was
    /// short. Where `real` is known only within bounds it is a line that shows the bound.
    pub line: Vec<String>,
    /// What would follow if the side to move passed; empty if that was not asked for.
    pub threat: Vec<String>,
    /// How that is a threat, in the sense of the sentences: `threatens-mate`, `threatens-queen` or
    /// `threatens-material`. `null` if it is only what would follow.
    pub threatens: Option<&'static str>,
    /// How deep it was probed, in half moves; `null` for the root, or if that was forgotten.
    pub probe_depth: Option<u32>,
}

impl Reading<'_> {
    /// The search, its tree and its events, in this order.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        let thought = std::iter::once(Object::Thought(Box::new(self.thought_object())));
        let nodes = self.node_objects().map(Object::Node);
        let events = self.event_objects().map(Object::Event);
        thought.chain(nodes).chain(events)
    }

    pub(super) fn thought_object(&self) -> ThoughtObject {
        let (thought, best) = (self.thought, self.best());
        let line = best.map(|best| &best.line);
        let moves = line.map_or(&[][..], |line| &line.moves);
        ThoughtObject {
            fen: fen::write(self.position()),
            root: hex(thought.search.root().key()),
            side: SideName::from(thought.search.player()),
            outcome: self.game.outcome().map(|outcome| outcome.to_string()),
            opening: names::of_game(self.game),
            best: best.map(|best| notation::write(self.position(), best.mv)),
            best_san: best.map(|best| best.san.clone()),
            reason: thought
                .decision
                .map(|decision| ReasonName::from(decision.reason)),
            pess: best.and_then(|best| best.least).map(ValueObject::from),
            real: best.map(|best| ValueObject::from(best.likely)),
            opt: best.and_then(|best| best.most).map(ValueObject::from),
            how_sure: self.how_sure().map(|sure| HowSureObject {
                better: (10_000.0 * sure.better).round() / 10_000.0,
                nearest: sure.nearest.map(|mv| notation::write(self.position(), mv)),
                interval: sure.interval.map(|ends| ends.map(|end| end.0)),
            }),
            known: self.known_object(),
            line: in_uci(self.position(), moves),
            line_san: san::numbered(self.position(), moves).join(" "),
            line_in_tree: line.map_or(0, |line| line.in_tree),
            expansions: thought.expansions,
            forgotten_events: thought.forgotten.events,
            positions: thought.search.len(),
            probes: thought.probes,
            probe_depth: thought.probe_depth,
            root_search_depth: (thought.root_effort.searches > 0)
                .then_some(thought.root_effort.depth),
            root_search_nodes: thought.root_effort.nodes,
            root_stability: thought.root_stability.map(|stability| RootStabilityObject {
                unchanged: stability.unchanged,
                share_of_best: stability.share_of_best,
                swing: stability.swing,
            }),
            nodes: thought.nodes,
            largest_probe: thought.largest_probe,
            seconds: thought.time.as_secs_f64(),
            ended_early: thought.ended_early,
            ideas: best.map_or_else(Vec::new, |best| self.idea_objects(best.mv)),
            sentences: self.sentence_objects(&self.paragraphs()),
        }
    }

    pub(super) fn node_objects(&self) -> impl Iterator<Item = NodeObject> {
        let mut tree = self.walk();
        let mut auditor = Auditor::new(self.game);
        let value = move |span| ValueObject::from(self.viewpoint.chances(span));
        self.thought.search.nodes().map(move |node| {
            let record = self.thought.records.get(node.key());
            let position = tree.positions.get(&node.key());
            let lines = |moves: &[Move], start: Option<Position>| {
                start.map_or_else(Vec::new, |start| in_uci(&start, moves))
            };
            NodeObject {
                key: hex(node.key()),
                parents: tree.parents.remove(&node.key()).unwrap_or_default(),
                side: SideName::from(node.side()),
                pess: node.pess().map(value),
                real: value(node.real()),
                opt: node.opt().map(value),
                proven: value(node.proven()),
                settled: node.is_settled(),
                expanded: node.is_expanded(),
                distance: node.distance(),
                attention: node.attention(),
                repeats: node.repeats(),
                line: record.map_or_else(Vec::new, |record| lines(&record.line, position.cloned())),
                threat: record.map_or_else(Vec::new, |record| {
                    lines(
                        &record.threat,
                        position.and_then(|position| position.pass().ok()),
                    )
                }),
                threatens: record
                    .filter(|record| !record.threat.is_empty())
                    .and_then(|record| {
                        let path = tree.path_to(node.key());
                        let threat = self.at(&path).threat(&record.threat);
                        auditor.confirm(threat).map(|claim| claim.kind())
                    }),
                probe_depth: record.map(|record| record.depth),
            }
        })
    }

    fn walk(&self) -> Walked {
        let root = self.thought.search.root();
        let mut walked = Walked {
            positions: HashMap::from([(root.key(), self.position().clone())]),
            parents: HashMap::new(),
            first_ways: HashMap::new(),
        };
        let mut seen = HashSet::from([root.key()]);
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            let position = walked.positions[&node.key()].clone();
            for (mv, child) in node.moves() {
                walked
                    .parents
                    .entry(child.key())
                    .or_default()
                    .push(EdgeObject {
                        key: hex(node.key()),
                        mv: notation::write(&position, mv),
                        san: san::write(&position, mv),
                    });
                if seen.insert(child.key()) {
                    walked.positions.insert(child.key(), position.after(mv));
                    walked.first_ways.insert(child.key(), (node.key(), mv));
                    queue.push_back(child);
                }
            }
        }
        walked
    }
}

/// Every position of the tree, and the moves to it.
struct Walked {
    positions: HashMap<Key, Position>,
    parents: HashMap<Key, Vec<EdgeObject>>,
    /// For all but the root: where the shortest way to it comes from.
    first_ways: HashMap<Key, (Key, Move)>,
}

impl Walked {
    /// The shortest way from the root.
    fn path_to(&self, mut key: Key) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some((before, mv)) = self.first_ways.get(&key) {
            path.push(*mv);
            key = *before;
        }
        path.reverse();
        path
    }
}
