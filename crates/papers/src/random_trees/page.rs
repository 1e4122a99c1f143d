//! The results page and its pictures. Every experiment is made again, and every table is written
//! from its results.

use std::fmt::Write;
use std::path::Path;

use super::claims::{PaperClaim, on_hard_trees, on_table_one};
use super::command::command;
use super::experiment::{TreeExperiment, TreeExperimentError};
use super::named_search::NamedSearch;
use super::pictures::{cost_picture, solved_picture};
use super::plan::{NEAREST_READINGS, hard_trees, readings};
use super::results::{FinishedExperiment, RankedReading, nearest_first, solved_by_all};
use super::size_class::SizeClass;
use super::table_one::TableOne;
use bstar_kit::files::write_whole;
use bstar_kit::stop::Stop;

/// How far the work on a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageProgress {
    /// How many experiments are finished.
    pub done: usize,
    pub of: usize,
}

/// Whether a page was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageOutcome {
    /// It was written.
    Whole,
    /// The work was interrupted, and nothing was written.
    Nothing,
}

/// Makes all experiments of the page, and writes `trees.md` with its pictures into a folder.
pub fn write_page(
    folder: &Path,
    jobs: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(PageProgress),
) -> Result<PageOutcome, TreeExperimentError> {
    let readings = readings();
    let hard = hard_trees();
    let of = readings.len() + NEAREST_READINGS + hard.len() + 1;
    let mut done = 0;
    let mut make = |experiment: TreeExperiment| -> Result<FinishedExperiment, TreeExperimentError> {
        let experiment = TreeExperiment { jobs, ..experiment };
        watch(PageProgress { done, of });
        let lines = experiment.run(stop, &mut |_| {})?;
        done += 1;
        let table = TableOne::of(&experiment.searches, &lines, experiment.limits.depth);
        Ok(FinishedExperiment {
            experiment,
            lines,
            table,
        })
    };
    let table_one = make(TreeExperiment {
        searches: NamedSearch::all(),
        ..TreeExperiment::default()
    })?;
    let readings = readings
        .into_iter()
        .map(&mut make)
        .collect::<Result<Vec<_>, _>>()?;
    let readings = nearest_first(readings);
    let again = readings
        .iter()
        .take(NEAREST_READINGS)
        .map(|(made, _)| TreeExperiment {
            trees: TreeExperiment::default().trees,
            ..made.experiment.clone()
        });
    let nearest = again.map(&mut make).collect::<Result<Vec<_>, _>>()?;
    let nearest = nearest_first(nearest);
    let hard = hard
        .into_iter()
        .map(&mut make)
        .collect::<Result<Vec<_>, _>>()?;
    if stop.is_set() {
        return Ok(PageOutcome::Nothing);
    }
    write_whole(
        &folder.join("trees-table-one.svg"),
        &cost_picture(&table_one.table),
    )?;
    if let Some(hardest) = hard.first() {
        write_whole(&folder.join("trees-hard.svg"), &solved_picture(hardest))?;
    }
    let text = page(&table_one, &nearest, &readings, &hard);
    write_whole(&folder.join("trees.md"), &text)?;
    Ok(PageOutcome::Whole)
}

fn page(
    table_one: &FinishedExperiment,
    nearest: &[RankedReading],
    readings: &[RankedReading],
    hard: &[FinishedExperiment],
) -> String {
    let mut text = String::from(HEAD_WORDS);
    let mut claims = on_table_one(&table_one.table);
    claims.extend(on_hard_trees(hard));
    text += "\n## What holds\n\n";
    for PaperClaim {
        claim,
        holds,
        figures,
    } in &claims
    {
        let verdict = if *holds { "Holds" } else { "Does **not** hold" };
        let _ = writeln!(text, "- *{claim}* {verdict}: {figures}.");
    }
    text += "\n## Table I\n\n";
    section(&mut text, table_one, TABLE_ONE_WORDS);
    text += "\n![Effort against best-first by the size of trees](trees-table-one.svg)\n";
    text += AFTER_TABLE_ONE_WORDS;
    decided_otherwise(&mut text, &table_one.table);
    text += READINGS_WORDS;
    list(&mut text, nearest);
    text += ALL_READINGS_WORDS;
    list(&mut text, readings);
    text += HARD_WORDS;
    for made in hard {
        hard_table(&mut text, made);
    }
    text += "\n![Hard trees solved within so many nodes](trees-hard.svg)\n";
    text
}

const HEAD_WORDS: &str = "\
# Searches on canonical trees

Trees made of random numbers, the same for every search: the experiment of Berliner's 1978 paper (its section III and appendix A), made again and taken further. This page and its pictures are written by

```
bstar-lab trees --page docs
```

and no figure on it was typed by hand. Nothing depends on the machine. How the searches work is told by the documentation of `bstar::interval`; what was tried on the way, failures too, is in the [lab book](lab-book/README.md).

Effort is nodes generated, against best-first = 1.00 on the same trees. In brackets stands what the paper has.
";

const TABLE_ONE_WORDS: &str = "\
1,600 trees: ranges 100, 400, 1600 and 6400, widths 3 to 10, 50 of each; given up beyond 30,000 nodes or depth 100. A tree is *intractable* if one of the paper's ten searches gave it up; the others are classed by what best-first needed. `2DRMX` searches trees in which one \
node in twenty has children with half as much range again. Below the paper's ten: the two strategies in turn, and by chance; Disprove-Best (DB); our own, the cheapest proof (CP); alpha-beta, deepening by one ply at a time; the probability search of 1996, and the same with whole distributions backed up, after Palay.
";

const AFTER_TABLE_ONE_WORDS: &str = "
Where this differs from the paper, plainly:

- Best-first gives up more trees here than there, most B\\* searches about as many, T and those with R far fewer.
- On trees over 1,000 nodes the four columns with one alternative come within a few hundredths of the paper's. But in the paper weighing two or all alternatives was far better than weighing one, and here it is not better at all.
- On small trees B\\* gains little or nothing here; in the paper it saved a fifth even on trees of up to 50 nodes.
- L and M cannot differ in this reading: what is chosen anew with every change at the root never comes to use its aspiration. Where strategies last until they are proved, M is clearly better, as in the paper; but then the other figures are farther off.
- The paper says that one child always kept each of its parent's bounds. This reading, the nearest in figures, is without that.
- Alpha-beta is given up less often here than best-first, in the paper nearly twice as often. Here nearly all that is given up has gone too deep, and alpha-beta never gets there.

What agrees: every B\\* search beats best-first on trees over 200 nodes, by more the larger they are; invalid bounds cost a little; alpha-beta needs several times as much as best-first, and solves nothing deep.
";

const READINGS_WORDS: &str = "
## How the paper may be read

The paper does not say how a node's bounds are drawn from its parent's, nor quite when a strategy is chosen anew. Tried were: the smallest and the largest of 2 to 10 uniform draws; with and without the proviso that one child keeps each bound; with and without closing ranges of at most 2 to their middle; with strategies that last until anything changes at the root, \
or until their aspiration is proved or out of reach; and children that may exceed their parent's range. *Ratios* is the mean difference from the paper's Table I over all its entries that have trees here, *given up* the mean difference of its last row, as a part of best-first's 226; the sum decides. All readings were tried with 64 trees, and the eight nearest then with all 1,600:

";

const ALL_READINGS_WORDS: &str = "
All that were tried, with 2 trees of each range and width; counts are scaled to 1,600:

";

const HARD_WORDS: &str = "
## Hard trees

Many draws make wide children, and bounds that hardly move. Limits of 500,000 nodes and depth 10,000; 64 trees each. *Nodes* are all nodes of a search, the trees it gave up included, so they say too little for those that gave up much; *on trees all solved* leaves out every tree that somebody but best-first and T gave up, that is, most of the hard ones. Where strategies are chosen anew with every change, Disprove-Best hardly differs from 2DRM, which it is where it does not descend by effort: its case, that the most optimistic choice is not the safest, then hardly ever lasts. Where strategies last until they are proved, it does differ, and for the better.
";

/// Writes a command and its table.
fn section(text: &mut String, made: &FinishedExperiment, about: &str) {
    let _ = write!(text, "```\n{}\n```\n\n{about}\n", command(&made.experiment));
    let _ = write!(text, "| |");
    for class in SizeClass::ALL {
        let _ = write!(text, " {class} |");
    }
    text.push_str(" given up | too deep | deepest solved |\n|---|");
    text.push_str(&"---:|".repeat(SizeClass::ALL.len() + 3));
    let trees = made.table.trees.map(|trees| format!(" {trees} |")).concat();
    let _ = writeln!(text, "\n| trees |{trees} | | |");
    for row in &made.table.rows {
        let _ = write!(text, "| {} |", row.name);
        for (number, ratio) in row.ratios.iter().enumerate() {
            let own = ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
            let printed = row
                .printed
                .map(|printed| format!(" ({:.2})", printed[number]));
            let _ = write!(text, " {own}{} |", printed.unwrap_or_default());
        }
        let printed = row
            .printed_given_up
            .map(|given_up| format!(" ({given_up})"));
        let _ = writeln!(
            text,
            " {}{} | {} | {} |",
            row.given_up,
            printed.unwrap_or_default(),
            row.too_deep,
            row.deepest
        );
    }
}

/// Writes about the searches that decide without a proof.
fn decided_otherwise(text: &mut String, table: &TableOne) {
    for row in &table.rows {
        let proves = row
            .name
            .parse::<NamedSearch>()
            .is_ok_and(|searcher| searcher.proves());
        if !proves {
            let decided = row.same_choice + row.other_choice;
            let _ = writeln!(
                text,
                "\n{} decides by probabilities and proves nothing. Of the {decided} trees that it and a search that proves have both decided, it chose the proved best in {} ({:.1} %).",
                row.name,
                row.same_choice,
                100.0 * row.same_choice as f64 / decided.max(1) as f64
            );
        }
    }
}

fn list(text: &mut String, readings: &[RankedReading]) {
    text.push_str("| reading | ratios | given up | best-first gave up | ADM gave up |\n|---|---:|---:|---:|---:|\n");
    for (made, (ratios, given_up)) in readings {
        let trees: usize = made.table.trees.iter().sum();
        let scaled = |name: &str| {
            let row = made.table.row(name).map_or(0, |row| row.given_up);
            row * 1600 / trees.max(1)
        };
        let _ = writeln!(
            text,
            "| `{}` | {ratios:.2} | {given_up:.2} | {} (226) | {} (71) |",
            command(&made.experiment),
            scaled("BF"),
            scaled("ADM")
        );
    }
}

fn hard_table(text: &mut String, made: &FinishedExperiment) {
    let _ = write!(text, "\n```\n{}\n```\n\n", command(&made.experiment));
    let nodes = solved_by_all(made);
    let _ = writeln!(
        text,
        "| | given up of {} | nodes, millions | nodes on the {} trees all solved, thousands |\n|---|---:|---:|---:|",
        made.lines.len(),
        nodes.trees
    );
    for (number, searcher) in made.experiment.searches.iter().enumerate() {
        let all: usize = made
            .lines
            .iter()
            .map(|line| line.efforts[number].nodes)
            .sum();
        let given_up = made.table.rows[number].given_up;
        let _ = writeln!(
            text,
            "| {searcher} | {given_up} | {:.2} | {:.1} |",
            all as f64 / 1e6,
            nodes.nodes[number] as f64 / 1e3
        );
    }
}
