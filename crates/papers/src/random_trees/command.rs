//! The command that makes an experiment again. It is printed beside the figures.

use std::fmt::Write;

use bstar::interval::Commitment;

use super::experiment::TreeExperiment;
use super::named_search::NamedSearch;

/// `bstar-lab trees` with every option that is not the default. The number of jobs is left out,
/// because it changes nothing.
pub(super) fn command(experiment: &TreeExperiment) -> String {
    let usual = TreeExperiment::default();
    let mut text = String::from("bstar-lab trees");
    let mut say = |option: &str, value: String| {
        let _ = write!(
            text,
            " --{option}{}{value}",
            if value.is_empty() { "" } else { " " }
        );
    };
    let list = |numbers: &[u32]| {
        numbers
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(",")
    };
    if experiment.ranges != usual.ranges {
        say("ranges", list(&experiment.ranges));
    }
    if experiment.widths != usual.widths {
        say("widths", list(&experiment.widths));
    }
    if experiment.trees != usual.trees {
        say("trees", experiment.trees.to_string());
    }
    if experiment.limits.nodes != usual.limits.nodes {
        say("nodes", experiment.limits.nodes.to_string());
    }
    if experiment.limits.depth != usual.limits.depth {
        say("depth", experiment.limits.depth.to_string());
    }
    let (recipe, usual_recipe) = (experiment.recipe, usual.recipe);
    if recipe.draws != usual_recipe.draws {
        say("draws", recipe.draws.to_string());
    }
    if recipe.proviso {
        say("proviso", String::new());
    }
    if recipe.closing {
        say("closing", String::new());
    }
    if recipe.invalid > 0.0 {
        say("invalid", recipe.invalid.to_string());
        say("growth", recipe.growth.to_string());
    }
    if experiment.commitment != usual.commitment {
        let name = match experiment.commitment {
            Commitment::UntilProof => "until-proof",
            Commitment::UntilChange => "until-change",
        };
        say("commitment", name.to_owned());
    }
    if experiment.searches != usual.searches {
        let others = experiment.searches.iter().skip(1).map(NamedSearch::name);
        say("search", others.collect::<Vec<_>>().join(","));
    }
    if experiment.seed != usual.seed {
        say("seed", experiment.seed.to_string());
    }
    text
}
