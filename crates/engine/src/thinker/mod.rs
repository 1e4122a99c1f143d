//! B* thinks about a chess position.
//!
//! The library [`bstar`] decides what to look at; [`prober`] looks, by small alpha-beta searches; [`optimism`] says what a move might still bring;
//! [`scale`] turns evaluations into expected scores. [`Thinker`] drives them until the search has decided or the effort is used up, and leaves a
//! [`Thought`]: the decision, the whole tree, everything that happened.

pub mod identity;
pub mod optimism;
pub mod prober;
pub mod scale;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bstar::{
    Config, Decision, Distribution, Dithering, Event, Independence, Key, Limits, Next, Phase,
    Purpose, Reason, Search, Side, Stopping,
};
use bstar_alphabeta::{Score, Searcher, Techniques, Watch};
use bstar_board::{Color, Game, Move, Position};
use thiserror::Error;

use identity::{Naming, class};
use optimism::Rules;
use prober::{Prober, Record};
use scale::{Converter, SCALE};

/// How B* searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// The depth of the probes; 0 for one that fits the effort.
    pub probe_depth: u32,
    /// Added to the depth that fits the effort.
    pub depth_change: i32,
    /// By how much the probes with an extra move are shallower.
    pub threat_reduction: u32,
    /// How many expansions there should be room for, if the depth is to fit the effort.
    pub room: u32,
    /// Which kinds of optimism there are.
    pub rules: Rules,
    /// Whether the choice is put to the test.
    pub verify: bool,
    /// Whether probabilities guide the search, or hope alone.
    pub probabilities: bool,
    /// Whether replies with the same answer count once.
    pub reply_groups: bool,
    /// Whether attention is spread.
    pub dithering: bool,
    /// Whether effort that is left when the search has decided is used to look for what is less likely.
    pub use_it_all: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            probe_depth: 0,
            depth_change: 0,
            threat_reduction: 1,
            room: 30,
            rules: Rules::ALL,
            verify: true,
            probabilities: true,
            reply_groups: true,
            dithering: true,
            use_it_all: true,
        }
    }
}

/// A part of the search that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected one of {}", Manner::PARTS.join(", "))]
pub struct UnknownPart;

impl Manner {
    /// What can be switched off.
    pub const PARTS: [&'static str; 12] = [
        "verify",
        "probabilities",
        "reply-groups",
        "dithering",
        "checks",
        "mate-threats",
        "hit-and-run",
        "moved-twice",
        "exposed-king",
        "pins",
        "discount",
        "use-it-all",
    ];

    /// Switches a part off, to measure what it is worth.
    pub fn switch_off(&mut self, part: &str) -> Result<(), UnknownPart> {
        let part = match part {
            "verify" => &mut self.verify,
            "probabilities" => &mut self.probabilities,
            "reply-groups" => &mut self.reply_groups,
            "dithering" => &mut self.dithering,
            "checks" => &mut self.rules.checks,
            "mate-threats" => &mut self.rules.mate_threats,
            "hit-and-run" => &mut self.rules.hit_and_run,
            "moved-twice" => &mut self.rules.moved_twice,
            "exposed-king" => &mut self.rules.exposed_king,
            "pins" => &mut self.rules.pins,
            "discount" => &mut self.rules.discount,
            "use-it-all" => &mut self.use_it_all,
            _ => return Err(UnknownPart),
        };
        *part = false;
        Ok(())
    }
}

/// The techniques of a prober. In a search of a few plies, a move that is not looked at because it comes late is a move overlooked.
pub fn probe_techniques(usual: Techniques) -> Techniques {
    Techniques {
        late_move_pruning: false,
        late_move_reductions: false,
        ..usual
    }
}

/// How much a search may use. Whatever is used up first ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Nodes of all probes.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Expansions.
    pub expansions: Option<u32>,
    /// The depth of the longest line expanded.
    pub depth: Option<u32>,
}

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// What.
    pub event: Event<Move>,
    /// After so many nodes of probes.
    pub nodes: u64,
}

/// A finished search.
pub struct Thought {
    /// The position it was about.
    pub position: Position,
    /// The decision; none if there is no move.
    pub decision: Option<Decision<Move>>,
    /// The tree.
    pub search: Search<Move>,
    /// What happened.
    pub moments: Vec<Moment>,
    /// What probes found, by position.
    pub records: HashMap<Key, Record>,
    /// How deep they were.
    pub probe_depth: u32,
    /// How many there were.
    pub probes: u64,
    /// Their nodes.
    pub nodes: u64,
    /// The nodes of the largest of them.
    pub largest_probe: u64,
    /// Expansions.
    pub expansions: u32,
    /// Whether the search ended by itself, before its effort was used up.
    pub ended_early: bool,
    /// How long it took.
    pub time: Duration,
}

/// News while it thinks.
pub struct News<'a> {
    /// The tree as it is.
    pub search: &'a Search<Move>,
    /// What probes found so far.
    pub records: &'a HashMap<Key, Record>,
    /// The best line.
    pub line: Vec<Move>,
    /// The depth of the longest line expanded.
    pub depth: u32,
    /// How deep probes are.
    pub probe_depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Expansions so far.
    pub expansions: u32,
    /// What it is worth to the side to move.
    pub score: Score,
}

/// The depth of probes if nothing says how much effort there is.
const USUAL_DEPTH: u32 = 4;
const DEEPEST: u32 = 12;
/// Effort that has no end: what is then thought of as all of it, in nodes.
const LONG: u64 = 20_000_000;

/// Thinks about one position.
pub struct Thinker<'a> {
    game: &'a Game,
    only: &'a [Move],
    manner: Manner,
    effort: Effort,
    watch: &'a dyn Watch,
    started: Instant,
}

impl<'a> Thinker<'a> {
    /// About the position of a game; only some moves, if there are any in `only`.
    pub fn new(
        game: &'a Game,
        only: &'a [Move],
        manner: Manner,
        effort: Effort,
        watch: &'a dyn Watch,
    ) -> Thinker<'a> {
        Thinker {
            game,
            only,
            manner,
            effort,
            watch,
            started: Instant::now(),
        }
    }

    /// Thinks until it has decided, or the effort is used up, or the watch stops it.
    pub fn think(&self, searcher: &mut Searcher, tell: &mut dyn FnMut(&News)) -> Thought {
        let position = self.game.position();
        let naming = Naming::for_root(position);
        let mut prober = Prober::new(
            searcher,
            self.watch,
            naming,
            self.manner.rules,
            self.game.keys(),
        );
        prober.node_limit = self.effort.nodes.unwrap_or(u64::MAX);
        prober.threat_reduction = self.manner.threat_reduction;
        let mut search = Search::new(
            naming.key(position),
            class(position),
            side(position),
            self.config(),
        )
        .expect("the settings make sense");
        search.set_drawn(self.seen_twice(naming));
        let mut run = Run {
            search,
            prober,
            moments: Vec::new(),
            depth: 0,
            deepest: 0,
            min_act: START,
            is_stopped: false,
        };
        let decision = position
            .has_legal_move()
            .then(|| self.run(&mut run, tell))
            .flatten();
        run.note();
        let ended_early = decision.is_some() && !run.is_stopped;
        Thought {
            position: position.clone(),
            decision,
            probe_depth: run.depth,
            probes: run.prober.probes,
            nodes: run.prober.nodes,
            largest_probe: run.prober.largest,
            expansions: run.search.expansions(),
            moments: run.moments,
            records: run.prober.records,
            search: run.search,
            ended_early,
            time: self.started.elapsed(),
        }
    }

    fn config(&self) -> Config {
        Config {
            scale: SCALE,
            distribution: if self.manner.probabilities {
                Distribution::Uniform
            } else {
                // Only how far hope goes beyond the target.
                Distribution::Custom(|_, hope, target| ((hope - target) / 10_000.0).sqrt())
            },
            independence: if self.manner.reply_groups {
                Independence::ReplyGroups
            } else {
                Independence::All
            },
            dithering: if self.manner.dithering {
                Dithering::default()
            } else {
                Dithering::Off
            },
            stopping: Stopping::MinAct {
                start: START,
                end: END,
            },
            limits: self.effort.expansions.map(limits_of),
            discount: optimism::discounted,
            ..Config::default()
        }
    }

    /// Positions of the game that have occurred twice.
    fn seen_twice(&self, naming: Naming) -> Vec<Key> {
        let keys = self.game.keys();
        let root = self.game.position().key();
        // With the clock in the names no position of the tree is one of the game.
        if naming.key(self.game.position()) != Key(root) {
            return Vec::new();
        }
        let twice =
            |key: &u64| *key != root && keys.iter().filter(|other| *other == key).count() >= 2;
        keys.iter().copied().filter(twice).map(Key).collect()
    }

    fn run(&self, run: &mut Run, tell: &mut dyn FnMut(&News)) -> Option<Decision<Move>> {
        self.expand_root(run)?;
        self.tell(run, tell);
        let mut is_untested = false;
        loop {
            let used = self.used(run);
            run.is_stopped |= used >= 1.0;
            if !is_untested {
                run.search.set_effort(used);
            }
            match run.search.next() {
                Next::Work(job) if !self.manner.verify && run.search.phase() == Phase::Verify => {
                    // The choice stands untested.
                    run.search.abandon(job.id).expect("is out");
                    run.search.set_effort(1.0);
                    is_untested = true;
                }
                Next::Work(job) => {
                    let position = self.position_after(&job.path);
                    match run.prober.answer(&position, &job, &[], run.depth) {
                        Some(children) => {
                            run.search
                                .complete(job.id, children)
                                .expect("probes answer what was asked");
                            run.deepest = run.deepest.max(job.path.len() as u32 + 1);
                            let was = run.moments.len();
                            run.note();
                            let is_news =
                                |moment: &Moment| matches!(moment.event, Event::NewBest { .. });
                            if run.moments[was..].iter().any(is_news) {
                                self.tell(run, tell);
                            }
                            self.share_out(run, job.purpose);
                        }
                        None => {
                            run.search.abandon(job.id).expect("is out");
                            run.search.set_effort(1.0);
                            run.is_stopped = true;
                        }
                    }
                }
                Next::Wait => unreachable!("no job is out"),
                Next::Done(decision) => {
                    run.note();
                    is_untested = false;
                    if !self.go_on(run, decision) {
                        return Some(decision);
                    }
                }
            }
        }
    }

    /// What has been used of all effort, 0 to 1.
    fn used(&self, run: &Run) -> f64 {
        let is_deep = self.effort.depth.is_some_and(|depth| run.deepest >= depth);
        if self.watch.should_stop() || run.is_stopped || is_deep {
            return 1.0;
        }
        let nodes = self
            .effort
            .nodes
            .map_or(0.0, |nodes| run.prober.nodes as f64 / nodes.max(1) as f64);
        let time = self.effort.time.map_or(0.0, |time| {
            self.started.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-6)
        });
        nodes.max(time).min(1.0)
    }

    /// The root is probed deeper and deeper, so that a move is known soon and the depth fits the effort.
    fn expand_root(&self, run: &mut Run) -> Option<()> {
        let Next::Work(job) = run.search.next() else {
            return None;
        };
        let position = self.game.position();
        let mut found = None;
        let mut costs = vec![0];
        for depth in 1..=DEEPEST {
            let before = run.prober.nodes;
            let Some(children) = run.prober.answer(position, &job, self.only, depth) else {
                break;
            };
            self.set_pars(run, &children);
            found = Some(children);
            run.depth = depth;
            costs.push(run.prober.nodes - before);
            if self.is_deep_enough(run, depth, &costs) {
                break;
            }
        }
        let depth = run.depth as i32
            + if self.manner.probe_depth == 0 {
                self.manner.depth_change
            } else {
                0
            };
        run.depth = depth.clamp(1, DEEPEST as i32) as u32;
        let children = found.or_else(|| {
            // Not even one ply: any move will do, and all look alike.
            run.is_stopped = true;
            let moves = position.legal_moves();
            let allowed = moves
                .iter()
                .filter(|mv| self.only.is_empty() || self.only.contains(mv));
            let draw = bstar::Span::exact(SCALE.draw);
            let child = |&mv: &Move| {
                let child = bstar::Child::new(mv, run.prober.key(&position.after(mv))).real(draw);
                match position.side_to_move() {
                    Color::White => child.max_bound(draw),
                    Color::Black => child.min_bound(draw),
                }
            };
            Some(allowed.map(child).collect::<Vec<_>>()).filter(|children| !children.is_empty())
        })?;
        run.search
            .complete(job.id, children)
            .expect("probes answer what was asked");
        run.deepest = 1;
        run.note();
        self.share_out(run, Purpose::Expand);
        Some(())
    }

    /// What the root is worth, by its best move.
    fn set_pars(&self, run: &mut Run, children: &[bstar::Child<Move>]) {
        let mover = self.game.position().side_to_move();
        let real = |child: &bstar::Child<Move>| {
            child
                .real
                .map_or(SCALE.draw, |span| scale::for_white(span.min(), mover))
        };
        let best = children.iter().map(real).max().unwrap_or(SCALE.draw);
        run.prober.pars[mover as usize] = best;
        run.prober.pars[!mover as usize] = SCALE.win - best;
    }

    fn is_deep_enough(&self, run: &Run, depth: u32, costs: &[u64]) -> bool {
        if self.manner.probe_depth > 0 {
            return depth >= self.manner.probe_depth;
        }
        let effort = match (self.effort.nodes, self.effort.time) {
            (Some(nodes), _) => nodes,
            (None, Some(time)) => {
                let speed =
                    run.prober.nodes as f64 / self.started.elapsed().as_secs_f64().max(1e-4);
                (time.as_secs_f64() * speed) as u64
            }
            (None, None) if self.effort.expansions.is_some() || self.effort.depth.is_some() => {
                return depth >= USUAL_DEPTH;
            }
            (None, None) => LONG,
        };
        let cost = costs[costs.len() - 1];
        let growth = if depth < 2 {
            3.0
        } else {
            (cost as f64 / costs[costs.len() - 2].max(1) as f64).clamp(1.5, 4.0)
        };
        cost as f64 * growth * f64::from(self.manner.room) > effort as f64
    }

    /// Divides what is left among the phases, by what an expansion has cost so far.
    fn share_out(&self, run: &mut Run, purpose: Purpose) {
        if purpose != Purpose::Expand || self.effort.expansions.is_some() {
            return;
        }
        let done = run.search.expansions().max(1);
        let used = self.used(run).max(1e-9);
        if self.effort.nodes.is_none() && self.effort.time.is_none() {
            return;
        }
        let all = (f64::from(done) / used).clamp(1.0, 1e6) as u32;
        run.search
            .set_limits(Some(limits_of(all)))
            .expect("the paper's division makes sense");
    }

    /// Whether there is effort left to look for what is less likely, and something to find.
    fn go_on(&self, run: &mut Run, decision: Decision<Move>) -> bool {
        let is_open = !matches!(decision.reason, Reason::Forced | Reason::Settled);
        let is_counted = self.effort.expansions.is_some();
        if !is_open
            || is_counted
            || !self.manner.use_it_all
            || self.used(run) >= 1.0
            || run.min_act < LEAST
        {
            return false;
        }
        run.min_act /= 2.0;
        let stopping = Stopping::MinAct {
            start: run.min_act,
            end: run.min_act,
        };
        run.search
            .resume(stopping)
            .expect("a smaller probability makes sense");
        true
    }

    fn position_after(&self, path: &[Move]) -> Position {
        path.iter()
            .fold(self.game.position().clone(), |position, &mv| {
                position.after(mv)
            })
    }

    fn tell(&self, run: &Run, tell: &mut dyn FnMut(&News)) {
        let line = line(&run.search, &run.prober.records);
        let real = run.search.root().real().min();
        let converter = Converter::new(crate::phase(self.game.position()));
        tell(&News {
            line,
            depth: run.deepest,
            probe_depth: run.depth,
            nodes: run.prober.nodes,
            expansions: run.search.expansions(),
            score: converter.score(mover_points(real, self.game.position())),
            search: &run.search,
            records: &run.prober.records,
        });
    }
}

const START: f64 = 0.15;
const END: f64 = 0.4;
/// Below this probability nothing is looked at any more.
const LEAST: f64 = 0.002;

struct Run<'a> {
    search: Search<Move>,
    prober: Prober<'a>,
    moments: Vec<Moment>,
    depth: u32,
    deepest: u32,
    min_act: f64,
    is_stopped: bool,
}

impl Run<'_> {
    fn note(&mut self) {
        let nodes = self.prober.nodes;
        self.moments.extend(
            self.search
                .take_events()
                .map(|event| Moment { event, nodes }),
        );
    }
}

/// The paper's division of 225 expansions, in proportion.
fn limits_of(expansions: u32) -> Limits {
    let paper = Limits::default();
    let part = |of: u32| {
        (u64::from(of) * u64::from(expansions)).div_ceil(u64::from(paper.expansions)) as u32
    };
    Limits {
        expansions,
        first_verify: part(paper.first_verify),
        least_verify: part(paper.least_verify),
        ..paper
    }
}

/// The line of best play: through the tree, and on into the probe of the position where the tree ends.
pub fn line(search: &Search<Move>, records: &HashMap<Key, Record>) -> Vec<Move> {
    let mut line = search.line();
    let mut node = search.root();
    for mv in &line {
        let Some((_, next)) = node.moves().find(|(known, _)| known == mv) else {
            break;
        };
        node = next;
    }
    if !node.is_settled()
        && let Some(record) = records.get(&node.key())
    {
        line.extend(&record.line);
    }
    line
}

/// The library speaks to the Player: for Black it has turned the points of White round. Points as the mover counts them.
fn mover_points(real: i32, position: &Position) -> i32 {
    match position.side_to_move() {
        Color::White => real,
        Color::Black => real + SCALE.win,
    }
}

fn side(position: &Position) -> Side {
    match position.side_to_move() {
        Color::White => Side::Max,
        Color::Black => Side::Min,
    }
}

impl Thought {
    /// The line of best play.
    pub fn line(&self) -> Vec<Move> {
        line(&self.search, &self.records)
    }

    /// What the decision is worth to the side to move.
    pub fn score(&self) -> Option<Score> {
        let real = self.decision?.real.min();
        Some(Converter::new(crate::phase(&self.position)).score(mover_points(real, &self.position)))
    }
}
