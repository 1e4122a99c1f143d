//! What a visit costs: `cargo bench -p bstar-tree --bench visits [-- VISITS [FILE.prior]]`.
//!
//! It prints visits a second and bytes a visit on one thread, and then what each part of a visit
//! takes. The times are this machine's. Where others compute beside it, instructions are counted
//! instead: build it with `cargo bench -p bstar-tree --no-run`, and run what that names under
//! `valgrind --tool=callgrind`. Without a file the prior is made up, which is as slow as a learned
//! one but grows another tree. Cargo runs this in `crates/tree`, so a file is named with its whole
//! path.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bstar_alphabeta::{Searcher, Techniques, TranspositionTable};
use bstar_board::{Game, Position, fen};
use bstar_engine::Captures;
use bstar_eval::Evaluation;
use bstar_eval::prior::{Impression, Prior, Sums};
use bstar_tables::Tables;
use bstar_tree::{NODE_BYTES, Tree, TreeOptions};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
];
const MEMORY_BYTES: usize = 1 << 30;
/// How often each part is measured. The median is printed.
const ROUNDS: usize = 101;

fn main() {
    // Cargo adds a word of its own.
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let visits = words
        .next()
        .map_or(100_000, |word| word.parse().expect("a number of visits"));
    let prior = match words.next() {
        Some(file) => Prior::load(Path::new(&file)).expect("a prior"),
        None => Prior::made_up(256, 1),
    };
    let prior = Arc::new(prior);
    let starts = POSITIONS.map(|text| fen::parse(text).expect("the positions are legal"));
    println!("{prior}; {NODE_BYTES} bytes a node");
    grow_trees(&prior, &starts, visits);
    measure_parts(&prior, &starts);
}

fn grow_trees(prior: &Arc<Prior>, starts: &[Position], visits: u64) {
    let options = TreeOptions::default();
    let table = TranspositionTable::new(1).expect("there is memory");
    let evaluation = Evaluation::named(Evaluation::NETWORK).expect("the program has a network");
    let mut searcher = Searcher::new(Arc::new(table), Techniques::all(), &evaluation);
    let mut tree = Tree::new(Arc::clone(prior), options, Tables::default(), MEMORY_BYTES);
    for start in starts {
        tree.clear();
        tree.begin(&Game::new(start.clone()), &[]);
        let begin = Instant::now();
        tree.grow(visits, &mut Captures(&mut searcher), &mut || false);
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{:>8.0} visits/s  {:>5.1} bytes/visit  depth {:>4.1} of {:>3}  {}",
            tree.visits() as f64 / seconds,
            tree.bytes() as f64 / tree.visits() as f64,
            tree.average_depth(),
            tree.deepest(),
            fen::write(start),
        );
    }
}

/// The parts of a visit that do not depend on the tree, on all positions one move after the starts.
fn measure_parts(prior: &Prior, starts: &[Position]) {
    let parents = starts.iter().flat_map(|start| {
        let moves = start.legal_moves();
        moves.into_iter().map(move |mv| (start, mv))
    });
    let parents: Vec<_> = parents.collect();
    let positions: Vec<_> = parents.iter().map(|(from, mv)| from.after(*mv)).collect();
    let moves: Vec<_> = positions.iter().map(Position::legal_moves).collect();
    let mut impression = Impression::new(prior);
    let mut sums = Sums::new(prior);
    let mut logits = Vec::new();
    let report = |part: &str, work: &mut dyn FnMut(usize)| {
        let nanoseconds = median_nanoseconds(positions.len(), work);
        println!("{nanoseconds:>8.0} ns  {part}");
    };
    report("play a move", &mut |index| {
        let (from, mv) = parents[index];
        black_box(from.after(mv));
    });
    report("look at a position", &mut |index| {
        impression.look(prior, &positions[index], &mut sums);
    });
    report("win, draw, loss and spread", &mut |_| {
        black_box(prior.forecast(&impression));
    });
    report("generate the moves", &mut |index| {
        black_box(positions[index].legal_moves());
    });
    report("find which moves lose material", &mut |index| {
        for mv in &moves[index] {
            black_box(positions[index].exchange_gains(*mv, 0));
        }
    });
    report("weigh the moves, with that", &mut |index| {
        prior.weigh_moves(&impression, &positions[index], &moves[index], &mut logits);
    });
}

/// The median time of a piece of work on a position.
fn median_nanoseconds(positions: usize, work: &mut dyn FnMut(usize)) -> f64 {
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            (0..positions).for_each(&mut *work);
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2].as_nanos() as f64 / positions as f64
}
