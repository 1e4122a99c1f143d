//! How a search stands while it runs, in a sentence and in numbers.

use bstar::Span;
use bstar_board::{notation, san};
use bstar_thought::Snapshot;
use serde::Serialize;

use super::names::StandingPhase;
use super::values::ValueObject;
use crate::facts::{Chances, Viewpoint};
use crate::write::words::so_far;

/// How a search stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingObject {
    /// How it stands, in a sentence or two.
    pub text: String,
    /// The best move so far, or `null`.
    pub best: Option<String>,
    /// The part of the search.
    pub phase: StandingPhase,
    /// The target, or `null`.
    pub target: Option<f64>,
    /// How many expansions were made.
    pub expansions: u32,
    /// The nodes of all probes.
    pub nodes: u64,
    /// How deep the probes are, in half moves.
    pub probe_depth: u32,
    /// The root moves, the best first, and those of which nothing but a bound is known last.
    pub moves: Vec<MoveStanding>,
}

/// How one root move stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveStanding {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in SAN.
    pub san: String,
    /// Its value at the least; `null` if that was not asked for.
    pub pess: Option<ValueObject>,
    /// Its likely value.
    pub real: ValueObject,
    /// Its value at the most; `null` if that was not asked for.
    pub opt: Option<ValueObject>,
}

/// How a search stands at this moment.
pub fn standing(news: &Snapshot) -> StandingObject {
    let position = news.game.position();
    let best = news.best();
    let mut standings = news.root_moves();
    standings.sort_by_key(|standing| {
        let is_behind = Some(standing.mv) != best.map(|best| best.mv);
        // Nothing but a bound is known of it, and a bound is no estimate.
        let is_bound = !standing.real.is_exact() && standing.opt.is_none();
        let likely = std::cmp::Reverse(standing.real.max());
        let most = std::cmp::Reverse(standing.opt.map(Span::max));
        (is_behind, is_bound, likely, most)
    });
    let target = news.search.target().filter(|_| news.probed_root.is_empty());
    StandingObject {
        text: so_far(news, &standings, target),
        best: best.map(|best| notation::write(position, best.mv)),
        phase: target.map_or(StandingPhase::Root, |target| target.phase.into()),
        target: target
            .map(|target| Viewpoint::of_mover(position.side_to_move()).target(target.value)),
        expansions: news.expansions,
        nodes: news.nodes,
        probe_depth: news.probe_depth,
        moves: standings
            .iter()
            .map(|standing| MoveStanding {
                mv: notation::write(position, standing.mv),
                san: san::write(position, standing.mv),
                pess: standing.pess.map(value),
                real: value(standing.real),
                opt: standing.opt.map(value),
            })
            .collect(),
    }
}

fn value(span: Span) -> ValueObject {
    Chances::of_mover(span).into()
}
