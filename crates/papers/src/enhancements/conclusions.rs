//! The six conclusions of the paper (section 3.6), each beside our own result.

use serde::Serialize;

use super::figure::{DepthRow, Figure};

/// One conclusion of the paper, and our result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conclusion {
    /// What it is about, with the paper's letter.
    pub name: &'static str,
    /// What the paper says, in our words.
    pub paper: &'static str,
    /// What we find.
    pub here: String,
}

/// Words about our result. `None` if a variant that they need was not searched.
type FindHere = fn(&Figure) -> Option<String>;

/// All conclusions for which the variants were searched.
pub(super) fn conclusions(figure: &Figure) -> Vec<Conclusion> {
    let conclusions: [(&str, &str, FindHere); 6] = [
        (
            "(a) iterations without a memory",
            "5 % more time than direct search on average",
            iterations,
        ),
        (
            "(b) PVS and aspiration",
            "PVS is better than a window of a pawn to either side",
            pvs_and_aspiration,
        ),
        (
            "(c) refutation table",
            "guides the early iterations as a transposition table does, in less space",
            refutations,
        ),
        (
            "(d) odd and even depths",
            "alpha-beta is more efficient at odd depths",
            odd_and_even,
        ),
        (
            "(e) size of the transposition table",
            "must grow with the depth; 8,000 entries are overloaded at 6 ply",
            overloading,
        ),
        (
            "(f) tables together",
            "with history, transposition or refutation table come close to the minimal tree at odd depths",
            together,
        ),
    ];
    conclusions
        .into_iter()
        .filter_map(|(name, paper, here)| {
            let here = here(figure)?;
            Some(Conclusion { name, paper, here })
        })
        .collect()
}

fn horizon(row: &DepthRow, variant: &str) -> Option<f64> {
    row.cell(variant).map(|cell| cell.horizon_percent)
}

/// Words about every row. `None` if a variant was not searched.
fn by_depth(figure: &Figure, tell: impl Fn(&DepthRow) -> Option<String>) -> Option<String> {
    let told: Option<Vec<String>> = figure
        .rows
        .iter()
        .map(|row| Some(format!("{} at {} ply", tell(row)?, row.depth)))
        .collect();
    told.filter(|told| !told.is_empty())
        .map(|told| told.join(", "))
}

fn signed_percent(value: f64) -> String {
    format!("{value:+.1} %").replace('-', "−")
}

fn iterations(figure: &Figure) -> Option<String> {
    let more = |row: &DepthRow| Some(row.cell("iterative")?.nodes_percent - 100.0);
    let each: Option<Vec<f64>> = figure.rows.iter().map(more).collect();
    let each = each.filter(|each| !each.is_empty())?;
    let mean = each.iter().sum::<f64>() / each.len() as f64;
    let depths = by_depth(figure, |row| more(row).map(signed_percent))?;
    let mut words = format!("all nodes: {} on average ({depths})", signed_percent(mean));
    if let Some(instructions) = &figure.instructions {
        let each: Vec<f64> = instructions
            .rows
            .iter()
            .filter_map(|row| row.percent("iterative"))
            .collect();
        let mean = each.iter().sum::<f64>() / each.len() as f64 - 100.0;
        words += &format!(
            "; instructions: {} on average to {} ply",
            signed_percent(mean),
            each.len() + 1
        );
    }
    Some(words)
}

fn pvs_and_aspiration(figure: &Figure) -> Option<String> {
    let depths = by_depth(figure, |row| {
        Some(format!(
            "{:.1} : {:.1}",
            horizon(row, "pvs")?,
            horizon(row, "aspiration")?
        ))
    })?;
    let better = |pairs: Vec<(Option<f64>, Option<f64>)>| {
        let wins = pairs.iter().filter(|(pvs, aspiration)| pvs < aspiration);
        format!("{} of {} depths", wins.count(), pairs.len())
    };
    let by_nodes = figure
        .rows
        .iter()
        .map(|row| (horizon(row, "pvs"), horizon(row, "aspiration")));
    let mut words = format!("PVS is better at {} ({depths})", better(by_nodes.collect()));
    if let Some(instructions) = &figure.instructions {
        let rows = instructions.rows.iter();
        let pairs = rows.map(|row| (row.percent("pvs"), row.percent("aspiration")));
        words += &format!("; by instructions at {}", better(pairs.collect()));
    }
    Some(words)
}

fn refutations(figure: &Figure) -> Option<String> {
    let depths = by_depth(figure, |row| {
        Some(format!(
            "{:.1} : {:.1}",
            horizon(row, "pvs+ref")?,
            horizon(row, "pvs+trans")?
        ))
    })?;
    Some(format!("pvs+ref : pvs+trans: {depths}"))
}

fn odd_and_even(figure: &Figure) -> Option<String> {
    let times = |row: &DepthRow| 100.0 / row.minimal_percent;
    let depths = by_depth(figure, |row| Some(format!("{:.2}", times(row))))?;
    // A depth is compared with the mean of its two neighbours.
    let inner: Vec<&[DepthRow]> = figure.rows.windows(3).collect();
    let as_he_says = inner.iter().filter(|three| {
        let outside = f64::midpoint(times(&three[0]), times(&three[2]));
        (times(&three[1]) < outside) == (three[1].depth % 2 == 1)
    });
    Some(format!(
        "direct search needs so many minimal trees: {depths}; of the {} depths with two neighbours, {} are on the side he says of their mean",
        inner.len(),
        as_he_says.count()
    ))
}

fn overloading(figure: &Figure) -> Option<String> {
    let depths = by_depth(figure, |row| {
        let counts = row.cell("pvs+trans")?.counts;
        Some(format!(
            "{:.0} %",
            100.0 * counts.driven_out as f64 / counts.stores.max(1) as f64
        ))
    })?;
    let entries = figure.entries;
    Some(format!(
        "of what pvs+trans writes into {entries} entries, so much drives another position out: {depths}"
    ))
}

fn together(figure: &Figure) -> Option<String> {
    let depths = by_depth(figure, |row| {
        let of_minimal = |variant| Some(horizon(row, variant)? / row.minimal_percent);
        Some(format!(
            "{:.2}, {:.2} and {:.2}",
            of_minimal("pvs+trans+hist")?,
            of_minimal("pvs+ref+hist")?,
            of_minimal("pvs+trans+ref+hist")?
        ))
    })?;
    let mut words = format!(
        "in minimal trees, pvs+trans+hist, pvs+ref+hist and pvs+trans+ref+hist need {depths}"
    );
    // A history table saves nodes, but sorting by it costs instructions.
    if let Some(row) = figure.instructions.as_ref().and_then(|all| all.rows.last()) {
        let pairs = ["pvs", "pvs+trans", "pvs+ref", "pvs+trans+ref"].map(|name| {
            let [without, with] = [name.to_owned(), format!("{name}+hist")]
                .map(|name| row.percent(&name).unwrap_or(f64::NAN));
            format!("{name} {without:.1} and {with:.1}")
        });
        words += &format!(
            "; instructions without and with history at {} ply: {}",
            row.depth,
            pairs.join(", ")
        );
    }
    Some(words)
}
