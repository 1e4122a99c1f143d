//! How much sooner many processors decide.
//!
//! The same search is made by several numbers of processors, with probes of a fixed depth, until it
//! has decided by itself or has reached its limit of expansions. The speedup, and whether the
//! search decides for the same move, show what the processors are worth. *Efficiency* is the time
//! of one, divided by the time of all of them together.
//!
//! The processors are the machine's own threads, or simulated ones: the same search on the same
//! core, by a clock that counts nodes ([`Processors`]).
//!
//! The 1996 paper (section 8) estimates no loss with up to 512 processors, and 30 % with a thousand
//! "to be safe": two probes for each of some 35 moves keep 70 processors busy with one expansion,
//! and the positions to expand next are mostly known in advance.

use std::time::Instant;

use bstar_board::{Game, Move};
use bstar_engine::thinker::{BstarOptions, Processors};
use bstar_engine::{Engine, EngineError, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::plot::{Curve, Plot};
use bstar_kit::stop::Stop;
use serde::Serialize;

/// The search that is made again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Limit of expansions. The search may decide earlier.
    pub expansions: u32,
    /// The depth of its probes, in plies.
    pub probe_depth: u32,
}

/// The processors that do the work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crew {
    /// Simulated processors.
    Simulated(Processors),
    /// Threads of this machine.
    Threads(usize),
    /// Alpha-beta on threads of this machine, to a fixed depth.
    AlphaBeta {
        /// How many.
        threads: usize,
        /// How deep.
        depth: u32,
    },
}

impl Crew {
    fn count(self) -> usize {
        match self {
            Crew::Simulated(processors) => processors.count,
            Crew::Threads(threads) | Crew::AlphaBeta { threads, .. } => threads,
        }
    }
}

/// The result of one search.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OneSearch {
    chosen: Option<Move>,
    expansions: u32,
    nodes: u64,
    /// In nodes of one processor, or in seconds.
    time: f64,
}

/// What a number of processors did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrewStanding {
    /// How many processors.
    pub processors: usize,
    /// How many positions were searched.
    pub positions: usize,
    /// In how many of them the first number of processors decided for the same move.
    pub same: usize,
    /// Expansions, as a multiple of those of the first.
    pub expansions: f64,
    /// Nodes, likewise.
    pub nodes: f64,
    /// How many times as soon they were done as the first.
    pub speedup: f64,
    /// The speedup, divided by how many times as many processors there were.
    pub efficiency: f64,
    /// The time of all searches: in seconds, or by the clock of the simulation, in nodes.
    pub time: f64,
}

/// Lets each crew search all positions. `watch` gets the number of finished searches. A crew that
/// is interrupted is left out.
pub fn measure(
    games: &[Game],
    work: Work,
    crews: &[Crew],
    hash_mib: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Vec<CrewStanding>, EngineError> {
    let mut all: Vec<(usize, Vec<OneSearch>)> = Vec::new();
    for (number, &crew) in crews.iter().enumerate() {
        let mut searches = Vec::with_capacity(games.len());
        let mut engine = Engine::new(settings(crew, work, hash_mib))?;
        for (at, game) in games.iter().enumerate() {
            if stop.is_set() {
                return Ok(standings(&all));
            }
            searches.push(search(&mut engine, crew, work, game));
            watch(number * games.len() + at + 1);
        }
        all.push((crew.count(), searches));
    }
    Ok(standings(&all))
}

fn settings(crew: Crew, work: Work, hash_mib: usize) -> Settings {
    let threads = match crew {
        Crew::Simulated(_) => 1,
        Crew::Threads(threads) | Crew::AlphaBeta { threads, .. } => threads,
    };
    let search = match crew {
        Crew::AlphaBeta { .. } => SearchKind::AlphaBeta,
        Crew::Simulated(_) | Crew::Threads(_) => SearchKind::Bstar,
    };
    Settings {
        hash_mib,
        threads,
        search,
        options: BstarOptions {
            probe_depth: work.probe_depth,
            use_whole_budget: false,
            reuse_tree: false,
            ..BstarOptions::default()
        },
        ..Settings::default()
    }
}

fn search(engine: &mut Engine, crew: Crew, work: Work, game: &Game) -> OneSearch {
    engine.clear();
    let stop = Stop::new();
    let begin = Instant::now();
    let processors = match crew {
        Crew::AlphaBeta { depth, .. } => {
            let effort = Effort::depth(depth);
            let result = engine.run(&Task::play(game, effort), &stop, &mut ());
            return OneSearch {
                chosen: result.best,
                expansions: 0,
                nodes: result.nodes,
                time: begin.elapsed().as_secs_f64(),
            };
        }
        Crew::Simulated(processors) => Some(processors),
        Crew::Threads(_) => None,
    };
    let task = Task::explain(game, Effort::expansions(work.expansions)).simulating(processors);
    let thought = engine.run(&task, &stop, &mut ());
    let seconds = begin.elapsed().as_secs_f64();
    OneSearch {
        chosen: thought.decision.map(|decision| decision.best),
        expansions: thought.expansions,
        nodes: thought.nodes,
        time: thought.simulated_time.map_or(seconds, |time| time as f64),
    }
}

fn standings(all: &[(usize, Vec<OneSearch>)]) -> Vec<CrewStanding> {
    let Some((first_count, first)) = all.first() else {
        return Vec::new();
    };
    let sum = |searches: &[OneSearch], value: fn(&OneSearch) -> f64| {
        searches.iter().map(value).sum::<f64>()
    };
    let ratio = |searches: &[OneSearch], value: fn(&OneSearch) -> f64| {
        sum(searches, value) / sum(first, value).max(f64::MIN_POSITIVE)
    };
    all.iter()
        .map(|(count, searches)| {
            let speedup = 1.0 / ratio(searches, |search| search.time);
            let same = first.iter().zip(searches);
            CrewStanding {
                processors: *count,
                positions: searches.len(),
                same: same.filter(|(a, b)| a.chosen == b.chosen).count(),
                expansions: ratio(searches, |search| f64::from(search.expansions)),
                nodes: ratio(searches, |search| search.nodes as f64),
                speedup,
                efficiency: speedup * *first_count as f64 / *count as f64,
                time: sum(searches, |search| search.time),
            }
        })
        .collect()
}

/// Efficiency and nodes against the number of processors, which doubles from mark to mark.
pub fn picture(standings: &[CrewStanding]) -> String {
    let curve = |name: &str, value: fn(&CrewStanding) -> f64| Curve {
        name: name.to_owned(),
        points: standings
            .iter()
            .map(|standing| ((standing.processors as f64).log2(), value(standing)))
            .collect(),
    };
    let paper = Curve {
        name: "efficiency by the paper's estimate".to_owned(),
        points: vec![(0.0, 1.0), (9.0, 1.0), (10.0, 0.7)],
    };
    let plot = Plot {
        title: "Many processors on one search".to_owned(),
        across: "processors, as a power of two".to_owned(),
        upwards: "as a multiple of one processor's".to_owned(),
        curves: vec![
            curve("efficiency", |standing| standing.efficiency),
            curve("expansions", |standing| standing.expansions),
            paper,
        ],
    };
    plot.svg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    const WORK: Work = Work {
        expansions: 12,
        probe_depth: 2,
    };

    fn games() -> Vec<Game> {
        [
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
            "r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/P1N1PN2/BPQ2PPP/R1BR2K1 b - - 1 12",
        ]
        .map(|text| Game::new(fen::parse(text).unwrap()))
        .to_vec()
    }

    fn simulated(count: usize, latency: u64) -> Crew {
        Crew::Simulated(Processors {
            count,
            latency,
            straggler_in: 0,
        })
    }

    #[test]
    fn simulated_processors_take_less_time_and_latency_takes_more() {
        let crews = [simulated(1, 0), simulated(8, 0), simulated(8, 20_000)];
        let found = measure(&games(), WORK, &crews, 4, &Stop::new(), &mut |_| {}).unwrap();
        let [one, eight, far] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((one.speedup, one.efficiency, one.same), (1.0, 1.0, 2));
        assert!((1.5..=8.0).contains(&eight.speedup), "{eight:?}");
        assert!(far.speedup < eight.speedup, "{far:?}");
        assert_eq!(eight.efficiency, eight.speedup / 8.0);
        // The same comes out every time.
        let again = measure(&games(), WORK, &crews, 4, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(again, found);
    }

    #[test]
    fn one_simulated_processor_searches_like_one_thread() {
        let crews = [Crew::Threads(1), simulated(1, 0)];
        let found = measure(&games(), WORK, &crews, 4, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(
            (found[1].same, found[1].expansions, found[1].nodes),
            (2, 1.0, 1.0)
        );
    }

    #[test]
    fn threads_decide_too() {
        let crews = [
            Crew::Threads(1),
            Crew::Threads(3),
            Crew::AlphaBeta {
                threads: 2,
                depth: 4,
            },
        ];
        let found = measure(&games(), WORK, &crews, 4, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|standing| standing.time > 0.0));
        assert!((0.5..3.0).contains(&found[1].nodes), "{found:?}");
        assert!(picture(&found).starts_with("<svg"));
    }
}
