//! Settings, positions and efforts that several tests of this package share.

use std::time::Duration;

use bstar_board::{Game, fen};
use bstar_thought::SearchResult;

use crate::{Engine, Evaluation, Settings, Task};
use bstar_kit::effort::{Clock, Effort};
use bstar_kit::stop::Stop;
use bstar_thought::Thought;

pub(crate) const MIDDLEGAME: &str =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

/// The default settings with little memory. The terms evaluate: what the tests say of searches must
/// not change with every network.
pub(crate) fn settings() -> Settings {
    Settings {
        hash_mib: 4,
        evaluation: Evaluation::Terms,
        ..Settings::default()
    }
}

pub(crate) fn game(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

pub(crate) fn nodes(nodes: u64) -> Effort {
    Effort::nodes(nodes)
}

/// A clock with hours on it, so that only nodes count.
pub(crate) fn on_a_clock(count: u64) -> Effort {
    nodes(count).or(Effort::clock(Clock {
        remaining: Duration::from_secs(36_000),
        increment: Duration::ZERO,
        moves_to_go: None,
    }))
}

pub(crate) fn search(engine: &mut Engine, game: &Game, effort: Effort) -> SearchResult {
    engine.run(&Task::play(game, effort), &Stop::new(), &mut ())
}

pub(crate) fn explain(engine: &mut Engine, game: &Game, effort: Effort) -> Thought {
    engine.run(&Task::explain(game, effort), &Stop::new(), &mut ())
}
