//! Table I: cost against best-first, by the size of the trees.

use std::fmt;

use serde::Serialize;

use super::cost::SearchCost;
use super::experiment::SearchedTree;
use super::named_search::NamedSearch;
use super::printed_table;
use super::size_class::SizeClass;

/// The row of one search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchRow {
    /// Its name.
    pub name: String,
    /// Its nodes divided by best-first's, for each class of trees; `null` where a class has no
    /// trees.
    pub ratios: [Option<f64>; SizeClass::ALL.len()],
    /// The same in the paper.
    pub printed: Option<[f64; SizeClass::ALL.len()]>,
    /// How many trees it gave up.
    pub given_up: usize,
    /// How many of these it gave up because it went too deep.
    pub too_deep: usize,
    /// How many of 1,600 trees it gave up in the paper.
    pub printed_given_up: Option<usize>,
    /// Of the trees solved by it and by a search that proves: in how many both chose the same.
    pub same_choice: usize,
    /// In how many of those trees it chose something else.
    pub other_choice: usize,
    /// The depth it reached in the deepest tree that it solved.
    pub deepest: usize,
}

/// All searches on all trees of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableOne {
    /// How many trees each class has.
    pub trees: [usize; SizeClass::ALL.len()],
    /// A row for each search.
    pub rows: Vec<SearchRow>,
}

impl TableOne {
    /// Counts the trees. The first search is the measure of the others.
    pub fn of(searches: &[NamedSearch], lines: &[SearchedTree], depth_limit: usize) -> TableOne {
        let class = |line: &SearchedTree| {
            let gave_up = |(searcher, effort): (&NamedSearch, &SearchCost)| {
                printed_table::column(searcher.name()).is_some() && effort.best.is_none()
            };
            if searches.iter().zip(&line.efforts).any(gave_up) {
                return SizeClass::Intractable;
            }
            match line.efforts[0].nodes {
                ..=50 => SizeClass::UpTo50,
                51..=200 => SizeClass::UpTo200,
                201..=1000 => SizeClass::UpTo1000,
                _ => SizeClass::Larger,
            }
        };
        let classes: Vec<SizeClass> = lines.iter().map(class).collect();
        let within = |wanted: SizeClass| {
            let pairs = lines.iter().zip(&classes);
            pairs
                .filter(move |(_, class)| **class == wanted)
                .map(|(line, _)| line)
        };
        let proved = |line: &SearchedTree| {
            let first = searches
                .iter()
                .zip(&line.efforts)
                .find(|(searcher, effort)| searcher.proves() && effort.best.is_some());
            first.and_then(|(_, effort)| effort.best)
        };
        let row = |(number, searcher): (usize, &NamedSearch)| {
            let nodes = |class, searcher: usize| -> usize {
                within(class).map(|line| line.efforts[searcher].nodes).sum()
            };
            let ratio = |class| match nodes(class, 0) {
                0 => None,
                base => Some(nodes(class, number) as f64 / base as f64),
            };
            let efforts = || lines.iter().map(|line| line.efforts[number]);
            let given_up = || efforts().filter(|effort| effort.best.is_none());
            let choices = || {
                lines.iter().filter_map(|line| {
                    let own = line.efforts[number].best?;
                    proved(line).map(|best| own == best)
                })
            };
            let printed = printed_table::column(searcher.name());
            SearchRow {
                name: searcher.name().to_owned(),
                ratios: SizeClass::ALL.map(ratio),
                printed: printed.map(|printed| printed.ratios),
                given_up: given_up().count(),
                too_deep: given_up()
                    .filter(|effort| effort.depth > depth_limit)
                    .count(),
                printed_given_up: printed.map(|printed| printed.given_up),
                same_choice: choices().filter(|same| *same).count(),
                other_choice: choices().filter(|same| !*same).count(),
                deepest: efforts()
                    .filter(|effort| effort.best.is_some())
                    .map(|effort| effort.depth)
                    .max()
                    .unwrap_or(0),
            }
        };
        TableOne {
            trees: SizeClass::ALL.map(|class| within(class).count()),
            rows: searches.iter().enumerate().map(row).collect(),
        }
    }

    /// The row of a search.
    pub fn row(&self, name: &str) -> Option<&SearchRow> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// The distances from the paper's table. The first is the mean difference of the ratios that
    /// both have. The second is the mean difference of the trees given up, as a part of those that
    /// best-first gave up in the paper.
    ///
    /// The counts of other than 1,600 trees are scaled to 1,600.
    pub fn distance(&self) -> Option<(f64, f64)> {
        let trees: usize = self.trees.iter().sum();
        let (mut ratios, mut given_up) = (Vec::new(), Vec::new());
        let base = printed_table::column("BF")?.given_up as f64;
        for row in &self.rows {
            let (Some(printed), Some(printed_given_up)) = (row.printed, row.printed_given_up)
            else {
                continue;
            };
            let scaled = row.given_up as f64 * 1600.0 / trees as f64;
            given_up.push((scaled - printed_given_up as f64).abs() / base);
            if row.name == "BF" {
                continue;
            }
            let pairs = row.ratios.iter().zip(printed);
            ratios.extend(pairs.filter_map(|(own, printed)| Some((own.as_ref()? - printed).abs())));
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        (!ratios.is_empty()).then(|| (mean(&ratios), mean(&given_up)))
    }
}

impl fmt::Display for TableOne {
    /// The table as text: our figures, and the paper's in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<10}", "")?;
        for class in SizeClass::ALL {
            write!(f, "{class:>14}")?;
        }
        writeln!(f, "{:>14}", "given up")?;
        write!(f, "{:<10}", "trees")?;
        for trees in self.trees {
            write!(f, "{:>14}", trees)?;
        }
        for row in &self.rows {
            write!(f, "\n{:<10}", row.name)?;
            for (number, ratio) in row.ratios.iter().enumerate() {
                let own = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
                let printed = row
                    .printed
                    .map_or_else(String::new, |printed| format!(" ({:.2})", printed[number]));
                write!(f, "{:>14}", own + &printed)?;
            }
            let printed = row
                .printed_given_up
                .map_or_else(String::new, |given_up| format!(" ({given_up})"));
            write!(f, "{:>14}", row.given_up.to_string() + &printed)?;
        }
        Ok(())
    }
}
