//! What each search technique is worth.
//!
//! For every technique, the complete engine plays a match against the engine without it. Both have
//! the same number of nodes for every move. A positive Elo difference is the gain of the technique.

use std::fmt::Write;
use std::path::PathBuf;

use bstar_engine::Techniques;
use serde::Serialize;

use bstar_arena::contest::{Contest, ContestError, MatchResult};
use bstar_arena::openings::Book;
use bstar_arena::player::{Pace, PlayerSpec};
use bstar_arena::referee::GameRules;
use bstar_kit::crew::Crew;
use bstar_kit::stop::Stop;

/// Which techniques are measured, and by which matches.
#[derive(Clone, Debug)]
pub struct TechniqueWorths {
    /// Which techniques.
    pub names: Vec<String>,
    /// The games for each technique.
    pub games: usize,
    /// The nodes or the time for each move.
    pub pace: Pace,
    /// The openings.
    pub book: Book,
    /// When a game is adjudicated.
    pub rules: GameRules,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// A folder for journals, one for each technique.
    pub journals: Option<PathBuf>,
}

/// What one technique is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueWorth {
    /// Its name.
    pub technique: String,
    /// The match of the complete engine against the one without the technique.
    pub standing: MatchResult,
}

/// The names of all techniques.
pub fn all_techniques() -> Vec<String> {
    Techniques::NAMES
        .iter()
        .map(|name| (*name).to_owned())
        .collect()
}

impl TechniqueWorths {
    /// Plays the matches, one after the other. `watch` gets the technique and the standing after
    /// each game.
    ///
    /// When `stop` is set, it ends with the match under way and returns the finished ones.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&str, &MatchResult),
    ) -> Result<Vec<TechniqueWorth>, ContestError> {
        let mut worths = Vec::new();
        for name in &self.names {
            if stop.is_set() {
                break;
            }
            let contest = self.contest(name);
            let standing = contest.run(stop, &mut |_, standing| watch(name, standing))?;
            worths.push(TechniqueWorth {
                technique: name.clone(),
                standing,
            });
        }
        Ok(worths)
    }

    fn contest(&self, name: &str) -> Contest {
        let player =
            |text: String| -> PlayerSpec { text.parse().expect("a technique that exists") };
        let players = [
            player("alphabeta,Hash=16,name=everything".to_owned()),
            player(format!("alphabeta,Hash=16,off={name},name=without {name}")),
        ];
        let mut contest = Contest::new(players, self.pace, self.games, self.book.clone());
        contest.rules = self.rules;
        contest.crew = Crew::Threads(self.concurrency);
        contest.journal = self
            .journals
            .as_ref()
            .map(|folder| folder.join(format!("{name}.journal")));
        contest
    }
}

/// The results as a table in Markdown.
pub fn markdown(worths: &[TechniqueWorth]) -> String {
    let mut table = String::from(
        "| technique | wins | draws | losses | score | Elo | LOS |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for TechniqueWorth {
        technique,
        standing,
    } in worths
    {
        let tally = &standing.tally;
        let score = 100.0 * tally.score().unwrap_or(0.5);
        let (elo, los) = standing.strength.map_or_else(
            || ("".to_owned(), "".to_owned()),
            |strength| {
                (
                    strength.to_string(),
                    format!("{:.1} %", 100.0 * strength.los),
                )
            },
        );
        let _ = writeln!(
            table,
            "| {technique} | {} | {} | {} | {score:.1} % | {elo} | {los} |",
            tally.wins, tally.draws, tally.losses
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_gets_its_match_and_its_line() {
        let names: Vec<String> = all_techniques().into_iter().take(2).collect();
        let plan = TechniqueWorths {
            names: names.clone(),
            games: 2,
            pace: Pace::Nodes(50),
            book: Book::built_in(),
            rules: GameRules::default(),
            concurrency: 2,
            journals: None,
        };
        let worths = plan.run(&Stop::new(), &mut |_, _| {}).unwrap();
        let table = markdown(&worths);
        assert_eq!(table.lines().count(), 4);
        assert!(
            names.iter().all(|name| table.contains(name.as_str())),
            "{table}"
        );
    }
}
