//! The experiment: who plays, from which openings, at which powers.

use std::path::PathBuf;

use bstar_arena::contest::{Contest, ContestError, GameSummary, MatchResult, run_all};
use bstar_arena::openings::Book;
use bstar_arena::player::Pace;
use bstar_arena::referee::{DrawRule, GameRules, ResignRule};
use bstar_kit::crew::Crew;
use bstar_kit::stop::Stop;
use thiserror::Error;

use super::answer::grouped;
use super::planned_run::PlannedRun;
use super::players::{FullWidthPlayers, PlayersError};
use super::report::ScalingReport;
use super::scaling_run::ScalingRun;

/// A draw is called when after move 40 both players have seen at most 10 centipawns for 8 moves.
const DRAW_RULE: DrawRule = DrawRule {
    from_move: 40,
    moves: 8,
    score: 10,
};
/// A win is called when both players have seen the same side 600 centipawns ahead for 4 moves.
const RESIGN_RULE: ResignRule = ResignRule {
    moves: 4,
    score: 600,
};

/// Why the experiment cannot be made.
#[derive(Debug, Error)]
pub enum PredictionError {
    /// The options of B* do not make a player.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// There is nothing to play.
    #[error("the experiment has no runs")]
    NoRuns,
    /// Two runs have one power.
    #[error("there are two runs with {0} nodes a move; make it one with more games")]
    Twice(u64),
    /// A match cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

#[derive(Clone, Debug)]
pub struct Prediction {
    players: FullWidthPlayers,
    runs: Vec<PlannedRun>,
    /// The openings. Every run begins with the first.
    pub book: Book,
    /// How many games are played at a time.
    pub jobs: usize,
    /// A folder for journals, one for each run.
    pub journals: Option<PathBuf>,
    /// A folder for the games of each run, as PGN.
    pub games: Option<PathBuf>,
}

impl Prediction {
    /// The experiment with these players and these runs, which are played in this order.
    pub fn new(
        players: FullWidthPlayers,
        runs: &[PlannedRun],
    ) -> Result<Prediction, PredictionError> {
        if runs.is_empty() {
            return Err(PredictionError::NoRuns);
        }
        for (number, run) in runs.iter().enumerate() {
            if runs[..number].iter().any(|other| other.nodes == run.nodes) {
                return Err(PredictionError::Twice(run.nodes));
            }
        }
        Ok(Prediction {
            players,
            runs: runs.to_vec(),
            book: Book::built_in(),
            jobs: 1,
            journals: None,
            games: None,
        })
    }

    /// The runs, in the order in which they are played.
    pub fn runs(&self) -> &[PlannedRun] {
        &self.runs
    }

    /// How many games are announced in all runs together.
    pub fn announced(&self) -> usize {
        self.runs.iter().map(|run| run.games).sum()
    }

    /// What is said before the first game: who plays, and how many games there will be in each run.
    pub fn announcements(&self, so_far: &ScalingReport) -> Vec<String> {
        let announcement = |run: &PlannedRun| {
            let played = so_far.runs.iter().find(|played| played.nodes == run.nodes);
            let played = match played.map_or(0, |played| played.games) {
                0 => String::new(),
                games => format!("; {games} of them are played already"),
            };
            format!(
                "announced: {} games at {} nodes a move{played}",
                run.games,
                grouped(run.nodes)
            )
        };
        let players = self.players.texts().map(|text| format!("player: {text}"));
        let runs = self.runs.iter().map(announcement);
        players.into_iter().chain(runs).collect()
    }

    /// What has been played so far, as the journals have it. Another program may play meanwhile.
    pub fn report_so_far(&self) -> Result<ScalingReport, PredictionError> {
        let results = self
            .contests()
            .iter()
            .map(Contest::result_so_far)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(self.report(&results, false))
    }

    /// Plays what is missing. `watch` sees every game when it ends, with its run and the result of
    /// that run so far.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(PlannedRun, &GameSummary, &MatchResult),
    ) -> Result<ScalingReport, PredictionError> {
        let contests = self.contests();
        let results = run_all(
            &contests,
            &Crew::Threads(self.jobs),
            stop,
            &mut |contest, line, result| {
                watch(self.runs[contest], line, result);
            },
        )?;
        let is_interrupted = results.iter().any(|result| result.interrupted);
        Ok(self.report(&results, is_interrupted))
    }

    fn report(&self, results: &[MatchResult], is_interrupted: bool) -> ScalingReport {
        let runs = self.runs.iter().zip(results);
        let runs = runs.map(|(run, result)| ScalingRun::new(*run, result));
        ScalingReport::new(&self.players, runs.collect(), is_interrupted)
    }

    fn contests(&self) -> Vec<Contest> {
        self.runs.iter().map(|run| self.contest(*run)).collect()
    }

    fn contest(&self, run: PlannedRun) -> Contest {
        let (pace, book) = (Pace::Nodes(run.nodes), self.book.clone());
        let mut contest = Contest::new(self.players.specs.clone(), pace, run.games, book);
        contest.is_size_announced = true;
        contest.rules = GameRules {
            draw: Some(DRAW_RULE),
            resign: Some(RESIGN_RULE),
            ..GameRules::default()
        };
        let file = |folder: &Option<PathBuf>, kind: &str| {
            let name = format!("{}-nodes.{kind}", run.nodes);
            folder.as_ref().map(|folder| folder.join(name))
        };
        contest.journal = file(&self.journals, "journal");
        contest.pgn = file(&self.games, "pgn");
        contest
    }
}
