//! The report for people.

use std::fmt;

use super::report::{Difference, PlayerRegret, RegretReport, RegretTrees, SurenessReport};
use super::statistics::Mean;
use crate::calibration::{interval_table, said_table};

impl fmt::Display for RegretReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Regret in points of a hundred on {} of {} positions; the judge: {}, {} nodes a move. ± is half of a 95 % interval.",
            self.positions, self.asked, self.judge, self.judge_nodes
        )?;
        let players = || self.players.iter();
        let width = players()
            .map(|of| of.player.chars().count())
            .max()
            .unwrap_or(0)
            .max("player".len());
        writeln!(
            f,
            "\n{:width$}  {:>9}  {:>14}  {:>6}  {:>6}  {:>6}  {:>14}  {:>14}  {:>14}",
            "player", "nodes", "regret", "> 1", "> 5", "> 20", "opening", "middlegame", "ending"
        )?;
        for of in players() {
            write!(f, "{:width$}  {}", of.player, Numbers(of))?;
            writeln!(f)?;
        }
        self.write_differences(f)?;
        for of in players() {
            if let Some(trees) = &of.trees {
                writeln!(f, "\nTrees of {}: {trees}", of.player)?;
            }
            if let Some(sure) = &of.how_sure {
                writeln!(f, "\nHow sure {} was: {sure}", of.player)?;
            }
        }
        let better: usize = players().map(|of| of.better_than_set).sum();
        writeln!(
            f,
            "\nThe players took {:.2} core-hours. {} moves were judged.",
            self.choosing_core_hours, self.judged_moves
        )?;
        if better > 0 {
            writeln!(
                f,
                "\n{better} choices were better than the best of their set."
            )?;
        }
        Ok(())
    }
}

impl RegretReport {
    /// The differences between players with the same nodes. If there are none such, all of them.
    fn write_differences(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = |name: &str| {
            let mut players = self.players.iter();
            players.find(|of| of.player == name).map(|of| of.nodes)
        };
        let is_fair = |pair: &&Difference| nodes(&pair.player) == nodes(&pair.other);
        let any_is_fair = self.differences.iter().any(|pair| is_fair(&pair));
        let shown = self.differences.iter();
        let shown = shown.filter(|pair| !any_is_fair || is_fair(pair));
        let shown: Vec<_> = shown
            .filter_map(|pair| Some((pair, pair.difference?)))
            .collect();
        if !shown.is_empty() {
            writeln!(
                f,
                "\nDifferences, position by position (below 0: the first regrets less):"
            )?;
        }
        for (pair, difference) in shown {
            writeln!(f, "  {} less {}: {difference}", pair.player, pair.other)?;
        }
        Ok(())
    }
}

/// The numbers of a player in a row.
struct Numbers<'a>(&'a PlayerRegret);

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = self.0;
        let shown = |mean: Option<Mean>| mean.map_or("-".to_owned(), |mean| mean.to_string());
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        write!(
            f,
            "{:>9}  {:>14}  {:>6}  {:>6}  {:>6}",
            of.nodes,
            shown(of.regret),
            percent(of.above_1),
            percent(of.above_5),
            percent(of.above_20)
        )?;
        for phase in &of.phases {
            write!(f, "  {:>14}", shown(phase.regret))?;
        }
        Ok(())
    }
}

impl fmt::Display for SurenessReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "in {} positions it said on average {:.1} % that another move is better by more than a point, and {:.1} % happened",
            self.cases,
            100.0 * self.said,
            100.0 * self.happened
        )?;
        if let Some(skill) = &self.skill {
            write!(f, "; skill beside a constant {:.3}", skill.skill)?;
            if let Some(error) = skill.error {
                write!(f, " ± {error:.3}")?;
            }
        }
        write!(f, "\n\n{}", said_table(&self.bands).trim_end())?;
        if let Some([narrow, middle, wide]) = self.coverage_by_width {
            write!(
                f,
                "\n\nIts intervals beside such as are fitted to cover 90 % of these very positions; of the narrowest third {:.1} % are inside, of the middle one {:.1} %, of the widest {:.1} %.\n\n{}",
                100.0 * narrow,
                100.0 * middle,
                100.0 * wide,
                interval_table(&self.intervals).trim_end()
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for RegretTrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "median of expansions {}, of probe depth {}; {}",
            self.expansions, self.probe_depth, self.root_effort
        )
    }
}
