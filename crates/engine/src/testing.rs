//! Settings, positions and limits that several tests of this package share.

use std::time::Duration;

use bstar_board::{Game, fen};
use bstar_thought::SearchResult;

use crate::{Clock, Engine, Evaluation, SearchLimits, Settings, Signals};

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

pub(crate) fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits::nodes(nodes)
}

/// A clock with hours on it, so that only nodes count.
pub(crate) fn on_a_clock(count: u64) -> SearchLimits {
    SearchLimits {
        clock: Some(Clock {
            remaining: Duration::from_secs(36_000),
            increment: Duration::ZERO,
            moves_to_go: None,
        }),
        ..nodes(count)
    }
}

pub(crate) fn search(engine: &mut Engine, game: &Game, limits: &SearchLimits) -> SearchResult {
    engine.search(game, limits, &Signals::new(), &mut |_| {})
}
