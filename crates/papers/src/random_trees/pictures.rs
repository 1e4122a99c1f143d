//! Pictures of experiments.

use super::results::FinishedExperiment;
use super::table_one::TableOne;
use bstar_kit::plot::{Curve, Plot};

/// Cost against best-first by the size of trees, here and in the paper. At most four curves are
/// drawn, those that show most.
pub fn cost_picture(table: &TableOne) -> String {
    let numbered = |ratios: Vec<Option<f64>>| -> Vec<(f64, f64)> {
        let pairs = (1..=4).zip(ratios);
        pairs
            .filter_map(|(class, ratio)| Some((f64::from(class), ratio?)))
            .collect()
    };
    let mut curves = Vec::new();
    for name in ["2DRM", "ADM", "DB", "CP"] {
        let Some(row) = table.row(name) else { continue };
        curves.push(Curve {
            name: row.name.clone(),
            points: numbered(row.ratios.to_vec()),
        });
        if let ("2DRM" | "ADM", Some(printed)) = (name, row.printed) {
            curves.push(Curve {
                name: format!("{name} in 1978"),
                points: numbered(printed.map(Some).to_vec()),
            });
        }
    }
    curves.truncate(4);
    let plot = Plot {
        title: "Effort against best-first".to_owned(),
        across: "size: 1 up to 50 nodes, 2 up to 200, 3 up to 1,000, 4 larger".to_owned(),
        upwards: "nodes, best-first = 1".to_owned(),
        curves,
    };
    plot.svg()
}

/// The number of trees solved, by the number of nodes.
pub(super) fn solved_picture(made: &FinishedExperiment) -> String {
    let mut curves = Vec::new();
    for (number, searcher) in made.experiment.searches.iter().enumerate() {
        if !["BF", "2DRM", "DB", "CP"].contains(&searcher.name()) {
            continue;
        }
        let solved = made.lines.iter().map(|line| line.efforts[number]);
        let mut nodes: Vec<usize> = solved
            .filter(|effort| effort.best.is_some())
            .map(|effort| effort.nodes)
            .collect();
        nodes.sort_unstable();
        let points = nodes.iter().zip(1..);
        curves.push(Curve {
            name: searcher.name().to_owned(),
            points: points
                .map(|(&nodes, solved)| ((nodes as f64).log10(), f64::from(solved)))
                .collect(),
        });
    }
    let recipe = made.experiment.recipe;
    let plot = Plot {
        title: format!(
            "Hard trees ({} draws): solved within so many nodes",
            recipe.draws
        ),
        across: "nodes, as a power of ten".to_owned(),
        upwards: "trees solved".to_owned(),
        curves,
    };
    plot.svg()
}
