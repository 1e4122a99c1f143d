//! Asking about every position of a file.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bstar_board::epd::Epd;
use bstar_board::{Game, san};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::judge::{AnswerJudgement, judge};
use super::question::{SolvedSince, SuiteQuestion};
use crate::player::{Budget, MoveRequest, Player, PlayerFault, PlayerSpec};
use crate::positions::{NumberedPosition, PositionsError, read_positions};
use crate::trees::{TreeSummaries, TreeSummary};
use bstar_board::score::Score;
use bstar_kit::crew::{Answer, Crew, Hired, MachinesError, Work};
use bstar_kit::stop::Stop;
use bstar_kit::workers::InOrder;

/// A file of positions, and how it is to be worked through.
#[derive(Clone, Debug)]
pub struct Suite {
    positions: Vec<NumberedPosition>,
    /// The player that is asked.
    pub player: PlayerSpec,
    /// How much it may spend on a position.
    pub budget: Budget,
    /// Who asks.
    pub crew: Crew,
    /// Whether other answers are judged.
    pub judging: Judging,
    /// How long to wait for an answer, beyond a limit in time.
    pub patience: Duration,
}

/// Whether answers that are not the file's are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Judging {
    /// Only the file counts.
    Off,
    /// A search ten times as long says whether they are as good.
    On,
}

/// Why a suite cannot be run.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// The file.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// A position without a question.
    #[error("{path}, line {line}: the position has none of bm, am and dm, so that no answer would be right or wrong", path = .path.display())]
    NoQuestion {
        /// Which file.
        path: PathBuf,
        /// Where.
        line: usize,
    },
    /// Other machines.
    #[error(transparent)]
    Machines(#[from] MachinesError),
    /// The player.
    #[error("the player `{name}` {fault} (position {position})")]
    Player {
        /// Which player.
        name: String,
        /// What it did.
        fault: PlayerFault,
        /// At which position.
        position: String,
    },
}

/// What was answered in one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteAnswer {
    /// What the position is called.
    pub id: String,
    /// The move, in algebraic notation.
    pub answer: String,
    /// Is it the file's?
    pub solved: bool,
    /// What the file expects.
    pub expected: String,
    /// What the player thinks of the position.
    pub score: Option<Score>,
    /// How deep it searched.
    pub depth: u32,
    /// How many nodes it visited.
    pub nodes: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Since when, in seconds, it wanted to play a solution until the end. This is unknown for
    /// players that do not say what they think.
    pub found_after: Option<f64>,
    /// For another answer, what a longer search says.
    pub judgement: Option<AnswerJudgement>,
    /// What the tree was like, of a B* search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeSummary>,
}

/// The result of a suite so far.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteResult {
    /// Who was asked, by name.
    pub player: String,
    /// How many positions were asked.
    pub positions: usize,
    /// How many were solved.
    pub solved: usize,
    /// How many other answers were judged.
    pub judged: usize,
    /// How many of them are as good.
    pub keep_the_win: usize,
    /// Was the suite stopped before its end?
    pub interrupted: bool,
    /// The trees of B* searches that used all their effort.
    #[serde(
        rename = "typical_tree",
        skip_serializing_if = "TreeSummaries::is_empty"
    )]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<crate::trees::TypicalTree>")
    )]
    pub trees: TreeSummaries,
}

/// Reads a file of positions that all have an answer that is right or wrong.
pub fn read_questions(path: &Path) -> Result<Vec<NumberedPosition>, SuiteError> {
    let positions = read_positions(path)?;
    for numbered in &positions {
        numbered.must_go_on(path)?;
        let NumberedPosition { line, epd } = numbered;
        if epd.best.is_empty() && epd.avoid.is_empty() && epd.mate_in.is_none() {
            let (path, line) = (path.to_owned(), *line);
            return Err(SuiteError::NoQuestion { path, line });
        }
    }
    Ok(positions)
}

impl Suite {
    /// Reads a file. Every position must have an answer that is right or wrong.
    pub fn load(path: &Path, player: PlayerSpec, budget: Budget) -> Result<Suite, SuiteError> {
        Ok(Suite {
            positions: read_questions(path)?,
            player,
            budget,
            crew: Crew::Threads(1),
            judging: Judging::On,
            patience: Duration::from_secs(60),
        })
    }

    /// How many positions there are.
    pub fn size(&self) -> usize {
        self.positions.len()
    }

    /// Works through the file. `watch` gets the answers in the order of the file. Positions that
    /// other machines give up are left out.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&SuiteAnswer, &SuiteResult),
    ) -> Result<SuiteResult, SuiteError> {
        let mut report = SuiteResult {
            player: self.player.name.clone(),
            ..SuiteResult::default()
        };
        let mut order = InOrder::from(0);
        let mut failure = None;
        let asking = Asking {
            player: self.player.clone(),
            budget: self.budget,
            judging: self.judging,
            patience: self.patience,
        };
        let named = |NumberedPosition { line, epd }: &NumberedPosition| SuiteUnit {
            name: epd.id.clone().unwrap_or_else(|| format!("line {line}")),
            epd: epd.clone(),
        };
        let units = self.positions.iter().map(named).collect();
        self.crew.run(&asking, units, stop, |number, answer| {
            for answer in order.put(number, answer) {
                match answer {
                    Answer::Found(Ok(answer)) => {
                        report.add(&answer);
                        watch(&answer, &report);
                    }
                    Answer::Found(Err((position, fault))) => {
                        failure = Some(SuiteError::Player {
                            name: self.player.name.clone(),
                            fault,
                            position,
                        });
                        return ControlFlow::Break(());
                    }
                    Answer::GivenUp(_) => {}
                    Answer::Stopped => return ControlFlow::Break(()),
                }
            }
            ControlFlow::Continue(())
        })?;
        report.interrupted = stop.is_set();
        failure.map_or(Ok(report), Err)
    }
}

/// The settings for asking one player about positions, here or on another machine.
#[derive(Serialize, Deserialize)]
pub struct Asking {
    player: PlayerSpec,
    budget: Budget,
    judging: Judging,
    patience: Duration,
}

/// A position to ask about.
#[derive(Serialize, Deserialize)]
pub struct SuiteUnit {
    name: String,
    epd: Epd,
}

impl Work for Asking {
    const KIND: &'static str = "suite";
    type Unit = SuiteUnit;
    /// The answer, or at which position the player did what wrong.
    type Found = Result<SuiteAnswer, (String, PlayerFault)>;

    fn name(&self, unit: &SuiteUnit) -> String {
        format!("position {}", unit.name)
    }

    fn starts_programs(&self) -> bool {
        !self.player.is_built_in()
    }

    fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self> {
        let mut player = self.player.start(stop);
        Box::new(move |unit| {
            let answer = match &mut player {
                Ok(player) => self.ask(player.as_mut(), &unit),
                Err(fault) => Err(fault.clone()),
            };
            let cut_short = stop.is_set() || answer.is_err() && stop.explains_a_failure();
            (!cut_short).then(|| answer.map_err(|fault| (unit.name, fault)))
        })
    }
}

impl Asking {
    /// Asks about one position, with a player that remembers nothing of the others.
    fn ask(&self, player: &mut dyn Player, unit: &SuiteUnit) -> Result<SuiteAnswer, PlayerFault> {
        let epd = &unit.epd;
        let question = SuiteQuestion::new(epd);
        let game = Game::new(epd.position.clone());
        let request = MoveRequest::new(self.budget, self.waiting(self.budget));
        let mut solved_since = SolvedSince::default();
        player.new_game(game.start())?;
        let chosen = player.choose(&game, &request, &mut |update| {
            solved_since.note(&question, update)
        })?;
        let solved = question.is_solved_by(chosen.mv, chosen.score);
        let judgement = if solved || self.judging == Judging::Off {
            None
        } else {
            let longer = self.budget.times(super::JUDGE_FACTOR, chosen.nodes);
            let request = MoveRequest::new(longer, self.waiting(longer));
            judge(player, &game, &question.good_moves(), chosen.mv, &request)?
        };
        let found_after = if solved {
            solved_since.time(&chosen)
        } else {
            None
        };
        Ok(SuiteAnswer {
            id: unit.name.clone(),
            answer: san::write(&epd.position, chosen.mv),
            solved,
            expected: question.expected(),
            score: chosen.score,
            depth: chosen.depth,
            nodes: chosen.nodes,
            seconds: chosen.elapsed.as_secs_f64(),
            found_after: found_after.map(|time| time.as_secs_f64()),
            judgement,
            tree: chosen.tree.map(TreeSummary::from),
        })
    }

    fn waiting(&self, budget: Budget) -> Duration {
        match budget {
            Budget::MoveTime(time) => time.saturating_add(self.patience),
            // Nobody knows how long nodes or plies take.
            _ => Duration::from_secs(24 * 3600),
        }
    }
}

impl SuiteResult {
    fn add(&mut self, answer: &SuiteAnswer) {
        if let Some(tree) = answer.tree {
            self.trees.add(tree);
        }
        self.positions += 1;
        self.solved += usize::from(answer.solved);
        if let Some(judgement) = &answer.judgement {
            self.judged += 1;
            self.keep_the_win += usize::from(judgement.keeps_the_win);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(text: &str) -> Result<Suite, SuiteError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.epd");
        std::fs::write(&path, text).unwrap();
        Suite::load(
            &path,
            "alphabeta,Hash=1".parse().unwrap(),
            Budget::Nodes(5_000),
        )
    }

    #[test]
    fn a_position_without_a_question_is_named_by_its_line() {
        let error = suite("# x\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"x\";\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("line 2"), "{error}");
        let error = suite("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm Kf8;\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("line 1"), "{error}");
    }

    #[test]
    fn a_mate_in_one_is_solved_and_another_win_is_recognised() {
        let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"mate\";\n\
                    k7/8/8/8/8/8/8/K5QR w - - bm Kb1; id \"odd\";\n";
        let suite = suite(text).unwrap();
        let mut answers = Vec::new();
        let report = suite
            .run(&Stop::new(), &mut |answer, _| answers.push(answer.clone()))
            .unwrap();
        assert!(answers[0].solved && answers[0].found_after.is_some());
        assert!(!answers[1].solved);
        assert!(answers[1].judgement.as_ref().unwrap().keeps_the_win);
        assert_eq!(
            (report.solved, report.judged, report.keep_the_win),
            (1, 1, 1)
        );
    }
}
