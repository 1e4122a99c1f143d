//! How many visits a second the tree makes on one thread: `cargo run --release -p bstar-tree
//! --example speed [-- VISITS [FILE.prior]]`. Without a file the prior is made up, which is as slow
//! as a learned one but grows another tree.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bstar_board::{Game, fen};
use bstar_eval::prior::Prior;
use bstar_tables::Tables;
use bstar_tree::{Tree, TreeOptions};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
];

fn main() {
    let mut words = std::env::args().skip(1);
    let visits = words
        .next()
        .map_or(100_000, |word| word.parse().expect("a number of visits"));
    let prior = match words.next() {
        Some(file) => Prior::load(Path::new(&file)).expect("a prior"),
        None => Prior::made_up(256, 1),
    };
    println!("{prior}");
    let options = TreeOptions::default();
    let mut tree = Tree::new(Arc::new(prior), options, Tables::default(), 1 << 30);
    for text in POSITIONS {
        tree.clear();
        tree.begin(
            &Game::new(fen::parse(text).expect("the positions are legal")),
            &[],
        );
        let begin = Instant::now();
        tree.grow(visits, &mut || false);
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{:>8.0} visits/s  {:>5.1} bytes/visit  depth {:>4.1} of {:>3}  {text}",
            tree.visits() as f64 / seconds,
            tree.bytes() as f64 / tree.visits() as f64,
            tree.average_depth(),
            tree.deepest(),
        );
    }
}
