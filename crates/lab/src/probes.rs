//! How fast the prober is.
//!
//! B* asks for the value of every child of a position, again and again, each time by a search of a
//! few plies. The cost of such a probe decides how much B* can search. Here all children of many
//! positions are probed once, with the whole window open, on one thread. The table is empty before
//! each parent. Its children share the table, as in a real search.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bstar_alphabeta::{NeverStop, Searcher, TableError, Techniques, TranspositionTable};
use bstar_board::Position;
use bstar_board::score::Centipawns;
use bstar_engine::Evaluation;
use serde::Serialize;

use bstar_arena::positions::{PositionsError, parse_positions, read_positions};
use bstar_kit::stop::Stop;

/// The size of the table. A probe visits some hundred nodes, so a larger table would only be
/// slower.
const TABLE_MIB: usize = 16;

/// The middlegames that come with the program.
const MIDDLEGAMES: &str = include_str!("../../../data/middlegames.epd");

/// The middlegames that come with the program.
pub fn built_in_positions() -> Vec<Position> {
    let positions = parse_positions(MIDDLEGAMES).expect("the built-in middlegames are good EPD");
    positions
        .into_iter()
        .map(|numbered| numbered.epd.position)
        .collect()
}

/// The positions of a file.
pub fn positions_of(path: &Path) -> Result<Vec<Position>, PositionsError> {
    let positions = read_positions(path)?;
    Ok(positions
        .into_iter()
        .map(|numbered| numbered.epd.position)
        .collect())
}

/// What the probes cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbeCosts {
    /// Positions whose children were probed.
    pub positions: usize,
    /// The depth of the probes, in plies.
    pub depth: u32,
    /// Children probed.
    pub probes: usize,
    /// The median time, in milliseconds.
    pub median_ms: f64,
    /// The time that 95 of 100 probes do not exceed, in milliseconds.
    pub percentile_95_ms: f64,
    /// The longest time, in milliseconds.
    pub maximum_ms: f64,
    /// The nodes of an average probe.
    pub mean_nodes: f64,
}

/// Probes every child of every position and measures each. `watch` is told how many positions are
/// done. Returns `None` if no child was probed.
pub fn measure(
    positions: &[Position],
    depth: u32,
    evaluation: &Evaluation,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Option<ProbeCosts>, TableError> {
    let mut times = Vec::new();
    let mut nodes = 0;
    let mut parents = 0;
    let mate = Centipawns::MATE;
    for parent in positions {
        if stop.is_set() {
            break;
        }
        // A new table is empty. The time to make it is far longer than a probe, and is not
        // measured.
        let table = Arc::new(TranspositionTable::new(TABLE_MIB)?);
        let mut searcher = Searcher::new(table, Techniques::all(), evaluation);
        for mv in parent.legal_moves() {
            let child = parent.after(mv);
            let keys = [parent.key(), child.key()];
            let begin = Instant::now();
            let probe = searcher.probe(&child, &keys, depth, -mate, mate, &NeverStop);
            times.push(begin.elapsed());
            nodes += probe.map_or(0, |probe| probe.nodes);
        }
        parents += 1;
        watch(parents);
    }
    Ok(summary(parents, depth, times, nodes))
}

fn summary(
    positions: usize,
    depth: u32,
    mut times: Vec<Duration>,
    nodes: u64,
) -> Option<ProbeCosts> {
    times.sort_unstable();
    let maximum = *times.last()?;
    // The smallest time that this percentage of probes does not exceed.
    let percentile = |percent: usize| {
        let rank = (times.len() * percent).div_ceil(100);
        times[rank.max(1) - 1]
    };
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    Some(ProbeCosts {
        positions,
        depth,
        probes: times.len(),
        median_ms: millis(percentile(50)),
        percentile_95_ms: millis(percentile(95)),
        maximum_ms: millis(maximum),
        mean_nodes: nodes as f64 / times.len() as f64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    #[test]
    fn there_are_a_hundred_different_middlegames() {
        let positions = built_in_positions();
        let mut keys: Vec<u64> = positions.iter().map(Position::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!((positions.len(), keys.len()), (100, 100));
        for position in &positions {
            assert!(position.occupied().len() >= 16, "{}", fen::write(position));
        }
    }

    #[test]
    fn every_child_is_probed_once() {
        let mate = fen::parse("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1").unwrap();
        let positions = [Position::start(), mate];
        let costs = measure(&positions, 2, &Evaluation::Terms, &Stop::new(), &mut |_| {}).unwrap();
        let costs = costs.unwrap();
        assert_eq!((costs.positions, costs.probes), (2, 20));
        assert!(costs.median_ms <= costs.percentile_95_ms);
        assert!(costs.percentile_95_ms <= costs.maximum_ms);
        assert!(costs.mean_nodes > 1.0);
        let nothing = measure(
            &positions[1..],
            2,
            &Evaluation::Terms,
            &Stop::new(),
            &mut |_| {},
        )
        .unwrap();
        assert_eq!(nothing, None);
    }

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let times = (1..=40).rev().map(Duration::from_millis).collect();
        let costs = summary(1, 4, times, 80).unwrap();
        assert_eq!(costs.median_ms, 20.0);
        assert_eq!(costs.percentile_95_ms, 38.0);
        assert_eq!(costs.maximum_ms, 40.0);
        assert_eq!(costs.mean_nodes, 2.0);
    }
}
