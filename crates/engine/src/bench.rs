//! A fixed workload. The nodes are the same on every machine, so that only the time differs.

use std::time::{Duration, Instant};

use bstar_board::{Game, fen};

use crate::{Engine, Evaluation, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;

/// The nodes that the workload takes, as a text. They change with nearly every change of the search
/// or the evaluation, so that they name a version of it. An end-to-end test holds them true.
pub fn bench_nodes(search: SearchKind) -> &'static str {
    match search {
        SearchKind::AlphaBeta => include_str!("../../../tests/bench-nodes").trim(),
        SearchKind::Bstar => include_str!("../../../tests/bench-nodes-bstar").trim(),
    }
}

/// B* makes this many expansions in every position.
const BENCH_EXPANSIONS: u32 = 30;

/// Alpha-beta searches every position to this depth.
const BENCH_DEPTH_PLIES: u32 = 12;

/// Positions of every kind: openings, middlegames quiet and sharp, endings, mates and stalemates.
#[rustfmt::skip]
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1",
    "5rk1/5ppp/p1Q1p3/1R6/q7/4b1P1/P2RPP1P/6K1 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "5k1b/7P/2B1KP1P/8/8/p7/P7/8 w - - 0 1",
    "6k1/8/7P/7K/8/8/8/8 w - - 0 1",
    "r1bq3r/ppp2pk1/3p1pp1/8/2BbPQ2/2NP2P1/PPP4P/R4R1K b - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/3p4/p1bk3p/Pp6/1Kp1PpPp/2P2P1P/2P5/5B2 b - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
    "r2qr1k1/pb1nbppp/1pn1p3/2ppP3/3P4/2PB1NN1/PP3PPP/R1BQR1K1 w - - 4 12",
    "r1bbk1nr/pp3p1p/2n5/1N4p1/2Np1B2/8/PPP2PPP/2KR1B1R w kq - 0 13",
    "3q2k1/pb3p1p/4pbp1/2r5/PpN2N2/1P2P2P/5PP1/Q2R2K1 b - - 4 26",
];

/// What a bench run counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of all positions.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
}

impl BenchResult {
    pub fn nps(&self) -> u64 {
        let seconds = self.time.as_secs_f64().max(1e-6);
        (self.nodes as f64 / seconds) as u64
    }
}

/// Runs the workload on one thread. `progress` is told how many positions of how many are done.
pub fn bench(
    search: SearchKind,
    evaluation: &Evaluation,
    progress: &mut dyn FnMut(usize, usize),
) -> BenchResult {
    let settings = Settings {
        hash_mib: 16,
        search,
        evaluation: evaluation.clone(),
        ..Settings::default()
    };
    let mut engine = Engine::new(settings).expect("16 MiB can be had");
    let effort = match search {
        SearchKind::Bstar => Effort::expansions(BENCH_EXPANSIONS),
        SearchKind::AlphaBeta => Effort::depth(BENCH_DEPTH_PLIES),
    };
    let mut result = BenchResult {
        nodes: 0,
        time: Duration::ZERO,
    };
    for (index, text) in POSITIONS.iter().enumerate() {
        let game = Game::new(fen::parse(text).expect("the positions are legal"));
        engine.clear();
        let started = Instant::now();
        let found = engine.run(&Task::play(&game, effort), &Stop::new(), &mut ());
        result.time += started.elapsed();
        result.nodes += found.nodes;
        progress(index + 1, POSITIONS.len());
    }
    result
}
