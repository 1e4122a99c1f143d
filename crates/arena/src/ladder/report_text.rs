//! A ladder, written for people.

use std::fmt;

use super::games::Forfeited;
use super::report::{AnchorCheck, LadderReport, Pairing, Rating};
use crate::games::Forfeit;

impl fmt::Display for LadderReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_counts(f)?;
        self.write_pairings(f)?;
        self.write_forfeited(f)?;
        self.write_ratings(f)?;
        if !self.anchors.is_empty() {
            self.write_anchors(f)?;
        }
        self.write_remarks(f)
    }
}

impl LadderReport {
    fn write_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = &self.counts;
        write!(
            f,
            "{} of {} from {}",
            plural(counts.games, "game"),
            plural(self.ratings.len(), "player"),
            plural(counts.files, "file")
        )?;
        for (count, what) in [
            (counts.unfinished, "not finished and left out"),
            (counts.repeated, "there twice and counted once"),
            (counts.unpaired, "without the other game of a pair"),
        ] {
            if count > 0 {
                write!(f, "; {count} {what}")?;
            }
        }
        f.write_str("\n\n")
    }

    fn write_pairings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.width(|row| &row.players[0]);
        let second = self.width(|row| &row.players[1]);
        writeln!(
            f,
            "{:<first$}  {:<second$}  games    won  drawn   lost    score  expected    off  Elo",
            "", ""
        )?;
        for row in &self.pairings {
            let Pairing { tally, players, .. } = row;
            let expected = row.expected.map_or("-".to_owned(), percent);
            let off = row
                .deviation
                .map_or("-".to_owned(), |by| format!("{by:+.1}"));
            let elo = row.strength.map_or("-".to_owned(), |s| s.to_string());
            writeln!(
                f,
                "{:<first$}  {:<second$}  {:>5}  {:>5}  {:>5}  {:>5}  {:>7}  {expected:>8}  {off:>5}  {elo}",
                players[0],
                players[1],
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                percent(row.score)
            )?;
        }
        Ok(())
    }

    fn write_forfeited(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.forfeited.is_empty() {
            return Ok(());
        }
        f.write_str("\nNot lost on the board, but counted:\n")?;
        self.forfeited
            .iter()
            .try_for_each(|row| writeln!(f, "{row}"))
    }

    fn width(&self, name: impl Fn(&Pairing) -> &String) -> usize {
        let widths = self.pairings.iter().map(|row| name(row).chars().count());
        widths.max().unwrap_or_default()
    }

    fn write_ratings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.ratings.iter().map(|row| row.player.chars().count());
        let width = names.max().unwrap_or_default();
        let mut group = 0;
        let mut rank = 0;
        for row in &self.ratings {
            if row.group != group {
                (group, rank) = (row.group, 0);
                let what = if row.anchored { "rating" } else { "difference" };
                writeln!(f, "\n{:<4}{:<width$}  {what:<20}  games    score", "", "")?;
            }
            rank += 1;
            let place = match row.elo {
                Some(_) => format!("{rank}."),
                None => String::new(),
            };
            let anchor = if row.is_anchor { "  anchor" } else { "" };
            writeln!(
                f,
                "{place:<4}{:<width$}  {:<20}  {:>5}  {:>7}{anchor}",
                row.player,
                row.in_words(),
                row.games,
                percent(row.score)
            )?;
        }
        Ok(())
    }

    fn write_anchors(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self
            .anchors
            .iter()
            .map(|row| row.anchor.player.chars().count());
        let width = names.max().unwrap_or_default();
        writeln!(
            f,
            "\n{:<width$}  known        by the other anchors    score  expected",
            ""
        )?;
        for row in &self.anchors {
            writeln!(f, "{}", row.in_words(width))?;
        }
        Ok(())
    }

    /// What the numbers mean and what they do not.
    fn write_remarks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "\n± is a 95 % interval of the games' noise; the two games of a pair are one observation.\n\
             Off is by how many standard errors a score is beyond what the ratings expect: far from 0 for\n\
             many means that one scale does not fit.",
        )?;
        if self.anchors.is_empty() {
            f.write_str(
                "\nNobody here is an anchor: these are differences only, and the mean is 0.",
            )?;
        } else {
            let exact = self.anchors.iter().any(|row| row.anchor.error.is_none());
            f.write_str(if exact {
                "\nAnchors without an error of their own count as exact: what they are wrong by is in no interval."
            } else {
                "\nThe anchors' own errors are in the intervals, as if they had nothing to do with each other."
            })?;
            f.write_str(
                "\nThat they were measured elsewhere, with other clocks, openings and machines, is not.",
            )?;
            if self.ratings.iter().any(|row| !row.anchored) {
                f.write_str("\nA group without an anchor has differences only, with a mean of 0.")?;
            }
        }
        if self.groups.len() > 1 {
            let groups: Vec<String> = self.groups.iter().map(|group| group.join(", ")).collect();
            write!(
                f,
                "\nThese {} groups never met, and nothing can be said across them:\n{}.",
                groups.len(),
                groups.join(" | ")
            )?;
        }
        let bounded: Vec<&str> = self
            .ratings
            .iter()
            .filter(|row| row.elo.is_none())
            .map(|row| row.player.as_str())
            .collect();
        if !bounded.is_empty() {
            write!(
                f,
                "\nAll points went one way between the others and {}:\nthe most likely rating would be infinite, and only a bound is told (97.5 %).",
                bounded.join(", ")
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Forfeited {
    /// `alphabeta lost 1 game on time against toga2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = plural(self.games, "game");
        let what = match self.how {
            Forfeit::Time => format!("lost {games} on time"),
            Forfeit::Abandoned => format!("abandoned {games}"),
            Forfeit::RulesInfraction => format!("broke the rules in {games}"),
        };
        write!(f, "{} {what} against {}", self.player, self.opponent)
    }
}

impl Rating {
    /// `2713 ± 41`, `+120 ± 33` or `at least 2713`.
    fn in_words(&self) -> String {
        let number = |elo: f64| {
            if self.anchored {
                format!("{elo:.0}")
            } else {
                format!("{elo:+.0}")
            }
        };
        match self.elo {
            Some(elo) if self.error() == 0.0 => number(elo),
            Some(elo) => format!("{} ± {:.0}", number(elo), self.error()),
            None => bound(self.low, self.high, number),
        }
    }
}

impl AnchorCheck {
    fn in_words(&self, width: usize) -> String {
        let number = |elo: f64| format!("{elo:.0}");
        let known = match self.anchor.error {
            Some(error) => format!("{:.0} ± {error:.0}", self.anchor.rating),
            None => number(self.anchor.rating),
        };
        let by_others = self.by_others.map_or("-".to_owned(), |by| match by.elo {
            Some(elo) => format!("{elo:.0} ± {:.0}", 0.5 * (by.high - by.low)),
            None => bound(by.low, by.high, number),
        });
        format!(
            "{:<width$}  {known:<11}  {by_others:<20}  {:>7}  {:>8}",
            self.anchor.player,
            percent(self.score),
            self.expected.map_or("-".to_owned(), percent)
        )
    }
}

fn bound(low: f64, high: f64, number: impl Fn(f64) -> String) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{} to {}", number(low), number(high)),
        (true, false) => format!("at least {}", number(low)),
        (false, true) => format!("at most {}", number(high)),
        (false, false) => "unknown".to_owned(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn plural(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
