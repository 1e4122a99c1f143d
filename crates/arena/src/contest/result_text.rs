//! The result of a match, written for people.

use std::fmt;

use super::result::{KindResult, MatchResult};
use crate::stats::{EloEstimate, SprtState, SprtVerdict};

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.tally;
        let [first, second] = &self.players;
        let unfinished = if tally.games() < self.planned as u64 {
            format!(" of {}", self.planned)
        } else {
            String::new()
        };
        writeln!(
            f,
            "{first} against {second}: {}{unfinished} games",
            tally.games()
        )?;
        let Some(score) = tally.score() else {
            return f.write_str("nothing played yet");
        };
        writeln!(
            f,
            "wins {}, draws {}, losses {}: score {:.1} %",
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * score
        )?;
        writeln!(
            f,
            "pairs with 0, 1/2, 1, 1 1/2, 2 points: {}",
            tally.pairs.map(|n| n.to_string()).join(", ")
        )?;
        for of_kind in &self.kinds {
            writeln!(f, "{of_kind}")?;
        }
        if let Some(strength) = &self.strength {
            writeln!(
                f,
                "Elo {strength}, likelihood of superiority {:.1} %",
                100.0 * strength.los
            )?;
        }
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{sprt}")?;
        }
        let trees = self.trees.iter().zip(&self.proposals);
        for (name, (trees, proposals)) in self.players.iter().zip(trees) {
            if let Some(typical) = trees.typical() {
                writeln!(f, "{name}: {typical}")?;
            }
            if proposals.proposed > 0 {
                writeln!(f, "{name}: {proposals}")?;
            }
        }
        for (name, pondering) in self.players.iter().zip(&self.pondering) {
            if let Some(count) = pondering {
                writeln!(f, "{name} {count}")?;
            }
        }
        for (name, replies) in self.players.iter().zip(&self.replies) {
            if replies.moves > 0 {
                writeln!(f, "{name}: {replies}")?;
            }
        }
        let mut clean = true;
        for (name, faults) in self.players.iter().zip(&self.faults) {
            for (kind, count) in faults {
                clean = false;
                writeln!(
                    f,
                    "{name} {kind}: {count} {}",
                    if *count == 1 { "game" } else { "games" }
                )?;
            }
        }
        if clean {
            f.write_str("no time losses, crashes or illegal moves")
        } else {
            f.write_str("the games above count as losses of the player named")
        }
    }
}

impl fmt::Display for KindResult {
    /// `half-open openings: 8 games, wins 3, draws 2, losses 3: score 50.0 % ± 21.3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KindResult { kind, tally, .. } = self;
        write!(
            f,
            "{kind} openings: {} games, wins {}, draws {}, losses {}: score {:.1} %",
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * self.score.unwrap_or_default()
        )?;
        let (Some(score), Some(error)) = (self.score, self.score_error) else {
            return Ok(());
        };
        let [low, high] = [score - error, score + error].map(|end| 100.0 * end.clamp(0.0, 1.0));
        match (low > 0.0, high < 100.0) {
            (true, true) => write!(f, " ± {:.1}", 100.0 * error),
            (true, false) => write!(f, " (at least {low:.1})"),
            (false, true) => write!(f, " (at most {high:.1})"),
            (false, false) => Ok(()),
        }
    }
}

impl fmt::Display for EloEstimate {
    /// `+12.3 ± 4.5`, or as much of it as the games tell: `+190.8 (at least -30.2)`. After a clean
    /// sweep there is only a bound, `at least -46.2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => return write!(f, "{:+.1} ± {:.1}", self.elo, self.error()),
            (true, false) => format!("at least {:+.1}", self.low),
            (false, true) => format!("at most {:+.1}", self.high),
            (false, false) => "too few games for a bound".to_owned(),
        };
        match self.elo.is_finite() {
            true => write!(f, "{:+.1} ({bound})", self.elo),
            false => f.write_str(&bound),
        }
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            SprtVerdict::Continue => "undecided",
            SprtVerdict::Elo0 => "the lower hypothesis is accepted",
            SprtVerdict::Elo1 => "the higher hypothesis is accepted",
        };
        write!(
            f,
            "sequential test: log-likelihood ratio {:.2} (bounds {:.2} and {:.2}), {verdict}",
            self.llr, self.lower, self.upper
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{GameTally, Pentanomial};

    #[test]
    fn no_error_bar_is_endless() {
        let written = |pairs: Pentanomial| {
            let tally = GameTally {
                pairs,
                ..GameTally::default()
            };
            EloEstimate::of(&tally).unwrap().to_string()
        };
        for (pairs, beginning) in [
            ([0, 0, 0, 0, 2], "at least -290."),
            ([2, 0, 0, 0, 0], "at most +290."),
            ([0, 0, 1, 0, 1], "+190.8 (at least -"),
            ([1, 0, 1, 0, 0], "-190.8 (at most +"),
            ([1, 0, 0, 0, 1], "+0.0 (too few games for a bound)"),
            ([0, 0, 50, 0, 0], "+0.0 ± "),
        ] {
            let found = written(pairs);
            assert!(found.starts_with(beginning), "{found}");
            assert!(!found.contains("inf"), "{found}");
        }
    }
}
