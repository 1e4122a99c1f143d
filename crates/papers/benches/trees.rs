//! How fast the interval searches are on random trees. The time to draw bounds is included.
//!
//! On one core: `cargo bench -p bstar-papers --bench trees`.

use std::time::Instant;

use bstar::interval::{Child, IntervalConfig, IntervalSearch, Next};
use bstar_papers::random_trees::{RandomTree, Recipe, TreePosition};

const WIDTH: u32 = 5;
const NODES: usize = 20_000_000;

fn main() {
    for (draws, closing, largest) in [(3, false, 30_000), (6, true, 500_000)] {
        println!("width {WIDTH}, {draws} draws, searches of up to {largest} nodes:");
        let recipe = Recipe {
            draws,
            closing,
            ..Recipe::default()
        };
        for name in ["BF", "2DRM", "ADM", "DB", "CP"] {
            let config = IntervalConfig::named(name).expect("the name of a search");
            let (mut nodes, mut bytes, mut trees) = (0, 0, 0);
            let begin = Instant::now();
            while nodes < NODES {
                let tree = RandomTree::new(1, 6400, WIDTH, trees, recipe);
                let search = searched(&tree, config, largest);
                nodes += search.nodes();
                bytes += search.bytes();
                trees += 1;
            }
            let speed = nodes as f64 / begin.elapsed().as_secs_f64() / 1e6;
            println!(
                "  {name:<5} {speed:6.2} million nodes a second, {:.1} bytes a node ({trees} trees)",
                bytes as f64 / nodes as f64
            );
        }
    }
}

fn searched(
    tree: &RandomTree,
    config: IntervalConfig,
    largest: usize,
) -> IntervalSearch<TreePosition> {
    let root = tree.root();
    let mut search = IntervalSearch::new(root, root.side(), config);
    while search.nodes() < largest
        && let Next::Expand(&place) = search.next()
    {
        let children = tree.children(place).map(|child| Child {
            position: child,
            value: child.bounds(),
            side: child.side(),
        });
        search.complete(children).expect("bounds within the range");
    }
    search
}
