//! How bushy the trees of B* are.
//!
//! The 1996 paper (end of section 7.1) says how many nodes B* Hitech needs for a line of D half
//! moves: seldom more than 1.2 to the power of D in forcing positions, and 1.5 or 1.6 to the power
//! of D in quiet ones. It calls that base the effective branching factor. Here it is the `D`-th
//! root of `n`, for a tree with `n` expansions whose longest line has `D` half moves. A node
//! expanded at distance `d` from the root has lines of `d + 1` half moves. A tree in which only the
//! root was expanded has no branching factor.
//!
//! A position is *forcing* if the side to move is in check, or if B* chooses a capture, a check or
//! a promotion. Otherwise it is *quiet*.

use std::path::Path;

use bstar_board::{Game, san};
use bstar_engine::{EngineError, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_thought::Thought;
use serde::Serialize;
use thiserror::Error;

use crate::forcing::is_forcing;
use bstar_arena::player::{PlayerKind, PlayerSpec};
use bstar_arena::positions::{NumberedPosition, PositionsError, read_positions};
use bstar_arena::trees::median;
use bstar_engine::analyst::{Analyst, analyse_all};
use bstar_kit::stop::Stop;

/// Why branching cannot be measured.
#[derive(Debug, Error)]
pub enum BranchingError {
    /// The file of positions.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The player does not search by B*.
    #[error("`{0}` has no tree to look into: expected bstar, perhaps with options")]
    NotBstar(String),
    /// The engine cannot be set up.
    #[error("the searcher cannot be set up: {0}")]
    Engine(#[from] EngineError),
}

/// The tree of one search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeShape {
    /// The name of the position.
    pub id: String,
    /// The move B* chose (SAN).
    pub answer: String,
    /// Whether the position is forcing.
    pub forcing: bool,
    /// How many positions were expanded.
    pub expansions: u32,
    /// The length of the longest line, in half moves.
    pub depth: u32,
    /// The effective branching factor.
    pub branching: Option<f64>,
    /// Whether the search ended before its nodes were used up.
    pub ended_early: bool,
}

/// The trees of some positions together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShapeGroup {
    /// Which positions: `all`, `forcing` or `quiet`.
    pub positions: &'static str,
    /// How many have a branching factor.
    pub count: usize,
    /// The median of expansions.
    pub expansions: u32,
    /// The median of depths.
    pub depth: u32,
    /// The median of branching factors.
    pub median: f64,
    /// Their mean.
    pub mean: f64,
}

/// The result for one file.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BranchingReport {
    /// All positions, the forcing ones, the quiet ones. Empty groups are left out.
    pub groups: Vec<ShapeGroup>,
    /// How many trees have no branching factor.
    pub without: usize,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// Positions that B* searches.
#[derive(Clone, Debug)]
pub struct Branching {
    positions: Vec<NumberedPosition>,
    settings: Settings,
    /// Nodes for a position.
    pub nodes: u64,
    /// How many positions are searched at a time.
    pub jobs: usize,
}

impl Branching {
    /// Reads positions. The player must be B*.
    pub fn load(path: &Path, player: &PlayerSpec, nodes: u64) -> Result<Branching, BranchingError> {
        let settings = match &player.kind {
            PlayerKind::BuiltIn(settings) if settings.search == SearchKind::Bstar => {
                (**settings).clone()
            }
            _ => return Err(BranchingError::NotBstar(player.text.clone())),
        };
        let positions = read_positions(path)?;
        for position in &positions {
            position.must_go_on(path)?;
        }
        Ok(Branching {
            positions,
            settings,
            nodes,
            jobs: 1,
        })
    }

    /// How many positions there are.
    pub fn size(&self) -> usize {
        self.positions.len()
    }

    /// Searches all positions. `watch` gets the trees in the order of the file.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&TreeShape),
    ) -> Result<BranchingReport, BranchingError> {
        let mut shapes = Vec::new();
        analyse_all(
            &self.settings,
            self.jobs,
            self.positions.len(),
            stop,
            |analyst, number| Ok(self.search(analyst, number)),
            |shape| {
                watch(&shape);
                shapes.push(shape);
            },
        )?;
        let without = shapes.iter().filter(|shape| shape.branching.is_none());
        Ok(BranchingReport {
            groups: groups(&shapes),
            without: without.count(),
            interrupted: stop.is_set(),
        })
    }

    fn search(&self, analyst: &mut Analyst, number: usize) -> Option<TreeShape> {
        let NumberedPosition { line, epd } = &self.positions[number];
        analyst.forget();
        let game = Game::new(epd.position.clone());
        let thought = analyst.run(&Task::explain(&game, Effort::nodes(self.nodes)))?;
        let best = thought.decision.map(|decision| decision.best);
        let depth = depth_of(&thought);
        Some(TreeShape {
            id: epd.id.clone().unwrap_or_else(|| format!("line {line}")),
            answer: best.map_or_else(String::new, |mv| san::write(&epd.position, mv)),
            forcing: epd.position.in_check()
                || best.is_some_and(|mv| is_forcing(&epd.position, mv)),
            expansions: thought.expansions,
            depth,
            branching: branching_factor(thought.expansions, depth),
            ended_early: thought.ended_early,
        })
    }
}

/// The length of the longest line, in half moves.
fn depth_of(thought: &Thought) -> u32 {
    thought
        .search
        .nodes()
        .filter(|node| node.is_expanded())
        .map(|node| node.distance() + 1)
        .max()
        .unwrap_or(0)
}

/// The base `b` for which `b` to the power of `depth` is the number of expansions.
///
/// ```
/// use bstar_lab::branching::branching_factor;
///
/// // The paper's example: with 1.2, a search 20 deep takes 38 nodes.
/// assert!((branching_factor(38, 20).unwrap() - 1.2).abs() < 0.01);
/// assert_eq!(branching_factor(1, 1), None);
/// ```
pub fn branching_factor(expansions: u32, depth: u32) -> Option<f64> {
    (depth > 1).then(|| f64::from(expansions).powf(1.0 / f64::from(depth)))
}

fn groups(shapes: &[TreeShape]) -> Vec<ShapeGroup> {
    let of = |name, belongs: fn(&TreeShape) -> bool| {
        let members: Vec<(&TreeShape, f64)> = shapes
            .iter()
            .filter(|shape| belongs(shape))
            .filter_map(|shape| shape.branching.map(|factor| (shape, factor)))
            .collect();
        let mean = members.iter().map(|(_, factor)| factor).sum::<f64>() / members.len() as f64;
        Some(ShapeGroup {
            positions: name,
            count: members.len(),
            expansions: median(&members, |(shape, _)| shape.expansions, u32::cmp)?,
            depth: median(&members, |(shape, _)| shape.depth, u32::cmp)?,
            median: median(&members, |(_, factor)| *factor, f64::total_cmp)?,
            mean,
        })
    };
    [
        of("all", |_| true),
        of("forcing", |shape| shape.forcing),
        of("quiet", |shape| !shape.forcing),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str, player: &str) -> Result<Branching, BranchingError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.epd");
        std::fs::write(&path, text).unwrap();
        Branching::load(&path, &player.parse().unwrap(), 20_000)
    }

    const TWO: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - id \"check\";\n\
        r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - id \"quiet\";\n";

    #[test]
    fn trees_are_measured_the_same_by_any_number_of_hands() {
        let mut branching = load(TWO, "bstar,Hash=1,evaluation=terms").unwrap();
        let mut seen = Vec::new();
        let report = branching
            .run(&Stop::new(), &mut |shape| seen.push(shape.clone()))
            .unwrap();
        assert_eq!(seen.len(), 2);
        for shape in &seen {
            let factor = shape.branching.unwrap();
            assert!(factor >= 1.0 && shape.depth > 1, "{shape:?}");
            let whole = factor.powi(shape.depth as i32);
            assert!(
                (whole - f64::from(shape.expansions)).abs() < 1e-6,
                "{shape:?}"
            );
        }
        assert_eq!(report.groups[0].count, 2);
        branching.jobs = 2;
        let again = branching.run(&Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(again.groups, report.groups);
    }

    #[test]
    fn mistakes_are_named() {
        let error = load(TWO, "alphabeta").unwrap_err().to_string();
        assert!(error.contains("`alphabeta` has no tree"), "{error}");
        let mate = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - id \"late\";\n";
        let error = load(mate, "bstar").unwrap_err().to_string();
        assert!(error.contains("line 1: the game is over"), "{error}");
    }
}
