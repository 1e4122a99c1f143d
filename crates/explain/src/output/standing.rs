//! How a search stands while it runs, in a sentence and in numbers.

use bstar::{Phase, Span, Target};
use bstar_board::{notation, san};
use bstar_engine::thinker::{RootMoveValues, Snapshot};
use serde::Serialize;

use super::values::{Value, phase_name};
use crate::reading::{Chances, Frame};
use crate::words::grammar::{count, side};

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
    pub pess: Option<Value>,
    pub real: Value,
    pub opt: Option<Value>,
}

/// How the search stands that tells this.
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
        target: target.map(|target| Frame::of_mover(position.side_to_move()).target(target.value)),
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

/// Points of the mover already: nothing to turn round.
fn chances(span: Span) -> Chances {
    Frame::of_mover(bstar_board::Color::White).chances(span)
}

fn value(span: Span) -> Value {
    chances(span).into()
}

fn so_far(news: &Snapshot, standings: &[RootMoveValues], target: Option<Target>) -> String {
    let position = news.game.position();
    let Some(best) = standings.first() else {
        return "Nothing is known yet.".to_owned();
    };
    let name = |standing: &RootMoveValues| san::write(position, standing.mv);
    let (mover, other) = (
        side(position.side_to_move()),
        side(!position.side_to_move()),
    );
    let likely = chances(best.real);
    let mut text = match likely.is_known() {
        true => format!(
            "So far {} looks best: {mover} can expect to score {likely}.",
            name(best)
        ),
        false => format!("So far {} looks best.", name(best)),
    };
    let hope =
        |standing: &&RootMoveValues| standing.opt.map_or(standing.real.max(), |opt| opt.max());
    let rival = standings.iter().skip(1).max_by_key(hope);
    match target.map(|target| target.phase) {
        Some(Phase::Verify) => text.push_str(&format!(
            " Now the search takes {other}'s side and tries to refute it."
        )),
        _ => {
            if let Some((rival, most)) = rival.and_then(|rival| Some((rival, rival.opt?)))
                && most.max() > best.real.min()
            {
                text.push_str(&format!(
                    " {} might still reach {}.",
                    name(rival),
                    crate::words::at_best(chances(most))
                ));
            }
        }
    }
    if news.expansions > 1 {
        let looked = count(news.expansions as usize, "position", "positions");
        text.push_str(&format!(" {looked} looked into."));
    }
    text.replace('\u{a0}', " ")
}
