//! How a search stands while it runs, in a sentence and in numbers.

use bstar::Span;
use bstar_board::{notation, san};
use bstar_engine::thinker::Snapshot;
use serde::Serialize;

use super::values::{ValueObject, phase_name};
use crate::reading::{Chances, Viewpoint};
use crate::words::so_far;

/// How a search stands. docs/json.md describes the fields.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct StandingObject {
    pub text: String,
    pub best: Option<String>,
    pub phase: &'static str,
    pub target: Option<f64>,
    pub expansions: u32,
    pub nodes: u64,
    pub probe_depth: u32,
    pub moves: Vec<MoveStanding>,
}

/// How one root move stands.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct MoveStanding {
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub pess: Option<ValueObject>,
    pub real: ValueObject,
    pub opt: Option<ValueObject>,
}

/// How a search stands at this moment.
pub fn standing(news: &Snapshot) -> StandingObject {
    let position = news.game.position();
    let best = news.best();
    let mut standings = news.root_moves();
    standings.sort_by_key(|standing| {
        let is_behind = Some(standing.mv) != best.map(|best| best.mv);
        (is_behind, std::cmp::Reverse(standing.real.max()))
    });
    let target = news.search.target().filter(|_| news.probed_root.is_empty());
    StandingObject {
        text: so_far(news, &standings, target),
        best: best.map(|best| notation::write(position, best.mv)),
        phase: target.map_or("root", |target| phase_name(target.phase)),
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
