//! Players choose, a judge judges, and everything is kept.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::PathBuf;

use bstar_arena::player::{MoveRequest, Pace, Player, PlayerFault, PlayerSpec};
use bstar_board::{Game, Move, Position, notation};
use bstar_kit::crew::{Answer, Crew, Hired, MachinesError, Work};
use bstar_kit::files::FileError;
use bstar_kit::journal::{Journal, JournalError};
use bstar_kit::stop::Stop;
use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;

use crate::judge::{Judge, JudgeFault};
use crate::judges::{JudgeAnswer, JudgeQuestion, JudgeUnit, Sitting};

use super::choices::{Choice, ChoiceTree};
use super::judgements::Judgements;
use super::lines::KeptFileError;
use super::positions::{PositionSet, SetPosition};
use super::report::{PlayerChoices, RegretReport};
use super::sets::MoveSets;

/// Why regret cannot be measured.
#[derive(Debug, Error)]
pub enum RegretError {
    /// The sets or the judgements.
    #[error(transparent)]
    Kept(#[from] KeptFileError),
    #[error(transparent)]
    File(#[from] FileError),
    /// The journal of choices.
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Judge(#[from] JudgeFault),
    #[error(transparent)]
    Machines(#[from] MachinesError),
    #[error("the player {name} {fault}")]
    Player {
        name: String,
        /// What it did wrong.
        fault: PlayerFault,
    },
    /// A player with another limit than nodes.
    #[error("the player {name} must be limited by nodes")]
    NotByNodes { name: String },
    /// Two players cannot be told apart.
    #[error("two players are called {name}; give one of them another name with name=")]
    SameName { name: String },
    /// The journal has a move that the position does not.
    #[error("the journal has the move `{word}` for {id}, which is not legal there")]
    Move { word: String, id: String },
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Players choose.
    Choosing,
    /// Sets are fixed.
    Fixing,
    /// Moves are judged.
    Judging,
}

impl Stage {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Choosing => "choosing",
            Stage::Fixing => "fixing sets",
            Stage::Judging => "judging",
        }
    }
}

/// What is measured, and how.
pub struct RegretPlan {
    pub positions: PositionSet,
    /// Limit on their number, counted from the first.
    pub first: usize,
    pub players: Vec<PlayerSpec>,
    /// The nodes of players that say nothing else.
    pub nodes: u64,
    pub judge: Judge,
    /// The crew that searches.
    pub crew: Crew,
    /// Where choices are kept.
    pub journal: Option<PathBuf>,
}

/// Number of the judge's moves in the set of a position.
const FIRST_MOVES: usize = 4;
/// The judge finds each of its first moves with this part of its nodes.
const FIRST_MOVES_NODES_DIVISOR: u64 = 10;

/// The choices so far, by player and position.
type Choices = HashMap<(usize, usize), Choice>;

impl RegretPlan {
    pub fn sets_file(&self) -> PathBuf {
        self.positions.beside("sets.tsv")
    }

    /// The file of the judgements of this judge.
    pub fn judgements_file(&self) -> PathBuf {
        Judgements::file(&self.judge, &self.positions)
    }

    fn of(&self, number: usize) -> &SetPosition {
        &self.positions.all()[number]
    }

    fn count(&self) -> usize {
        self.first.min(self.positions.all().len())
    }

    /// Does what is missing, and tells what came of it. `watch` is told how many searches of a
    /// stage are done, and of how many. If it is stopped, only finished positions count.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(Stage, usize, usize),
    ) -> Result<RegretReport, RegretError> {
        let limits = self.limits()?;
        let mut sets = MoveSets::read(&self.sets_file(), &self.positions)?;
        let mut judgements = Judgements::read(&self.judgements_file(), &self.positions)?;
        let choices = self.choose(&limits, stop, watch)?;
        let moves = self.moves(&choices)?;
        self.fix_sets(&mut sets, &moves, stop, watch)?;
        self.judge(&sets, &mut judgements, &moves, stop, watch)?;
        let players = self.players.iter().zip(limits).enumerate();
        let players = players.map(|(player, (spec, nodes))| {
            let choice = |number| {
                let choice: &Choice = choices.get(&(player, number))?;
                Some((moves[&(player, number)], choice.tree))
            };
            PlayerChoices {
                name: spec.name.clone(),
                nodes,
                choices: (0..self.count()).map(choice).collect(),
            }
        });
        let mut report = RegretReport::new(
            &self.positions.all()[..self.count()],
            &players.collect::<Vec<_>>(),
            &sets,
            &judgements,
        );
        if !self.judge.player.is_built_in() {
            report.drop_intervals();
        }
        report.judge = self.judge.player.name.clone();
        report.judge_nodes = self.judge.nodes;
        let ids: HashSet<&str> = (0..self.count())
            .map(|number| self.of(number).id.as_str())
            .collect();
        report.judged_moves = judgements.count(&ids);
        let seconds: f64 = choices.values().map(|choice| choice.seconds).sum();
        report.choosing_core_hours = seconds / 3_600.0;
        report.interrupted = stop.is_set();
        Ok(report)
    }

    /// The nodes of each player.
    fn limits(&self) -> Result<Vec<u64>, RegretError> {
        let mut names = Vec::new();
        for spec in &self.players {
            let name = spec.name.clone();
            if names.contains(&name) {
                return Err(RegretError::SameName { name });
            }
            names.push(name);
        }
        let nodes = |spec: &PlayerSpec| match spec.pace {
            None => Ok(self.nodes),
            Some(Pace::Nodes(nodes)) => Ok(nodes),
            Some(_) => Err(RegretError::NotByNodes {
                name: spec.name.clone(),
            }),
        };
        self.players.iter().map(nodes).collect()
    }

    fn choose(
        &self,
        limits: &[u64],
        stop: &Stop,
        watch: &mut dyn FnMut(Stage, usize, usize),
    ) -> Result<Choices, RegretError> {
        let mut choices = Choices::new();
        let mut journal = None;
        if let Some(path) = &self.journal {
            let mut open: Journal<Choice> = Journal::open(path, &json!({}))?;
            let mut earlier: HashMap<_, Choice> = HashMap::new();
            for one in open.take_earlier() {
                let player = (one.player.clone(), one.version.clone(), one.nodes);
                earlier.insert((player, one.position.clone()), one);
            }
            for (player, number) in self.pairs() {
                let spec = &self.players[player];
                let named = (spec.without_name_and_pace(), spec.version(), limits[player]);
                if let Some(found) = earlier.remove(&(named, self.of(number).id.clone())) {
                    choices.insert((player, number), found);
                }
            }
            journal = Some(open);
        }
        let missing: Vec<(usize, usize)> = self
            .pairs()
            .filter(|pair| !choices.contains_key(pair))
            .collect();
        let choosing = Choosing {
            players: self.players.clone(),
            nodes: limits.to_vec(),
        };
        let unit = |&(player, number): &(usize, usize)| ChoiceUnit {
            player,
            id: self.of(number).id.clone(),
            position: self.of(number).position.clone(),
        };
        let units = missing.iter().map(unit).collect();
        let mut failure = None;
        let mut done = 0;
        self.crew.run(&choosing, units, stop, |at, answer| {
            let kept = match answer {
                Answer::Stopped => return ControlFlow::Break(()),
                // Only positions in which all have chosen count.
                Answer::GivenUp(_) => Ok(()),
                Answer::Found(Err((name, fault))) => Err(RegretError::Player { name, fault }),
                Answer::Found(Ok(choice)) => {
                    let kept = journal
                        .as_mut()
                        .map_or(Ok(()), |journal| journal.add(&choice));
                    choices.insert(missing[at], choice);
                    kept.map_err(RegretError::from)
                }
            };
            if let Err(error) = kept {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            done += 1;
            watch(Stage::Choosing, done, missing.len());
            ControlFlow::Continue(())
        })?;
        unless_stopped(failure, stop).map(|()| choices)
    }

    /// All players on all positions, position by position.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + Send + '_ {
        let players = self.players.len();
        (0..self.count()).flat_map(move |number| (0..players).map(move |player| (player, number)))
    }

    /// The moves that were chosen.
    fn moves(&self, choices: &Choices) -> Result<HashMap<(usize, usize), Move>, RegretError> {
        let read = |(&pair, choice): (&(usize, usize), &Choice)| {
            let mv = notation::parse(&self.of(pair.1).position, &choice.mv);
            mv.map(|mv| (pair, mv)).map_err(|_| RegretError::Move {
                word: choice.mv.clone(),
                id: choice.position.clone(),
            })
        };
        choices.iter().map(read).collect()
    }

    /// The moves of all players in a position, if all have chosen.
    fn chosen(&self, moves: &HashMap<(usize, usize), Move>, number: usize) -> Option<Vec<Move>> {
        let move_of = |player| moves.get(&(player, number)).copied();
        (0..self.players.len()).map(move_of).collect()
    }

    fn fix_sets(
        &self,
        sets: &mut MoveSets,
        moves: &HashMap<(usize, usize), Move>,
        stop: &Stop,
        watch: &mut dyn FnMut(Stage, usize, usize),
    ) -> Result<(), RegretError> {
        let missing: Vec<(usize, Vec<Move>)> = (0..self.count())
            .filter(|&number| sets.of(&self.of(number).id).is_none())
            .filter_map(|number| Some((number, self.chosen(moves, number)?)))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        sets.open()?;
        let nodes = (self.judge.nodes / FIRST_MOVES_NODES_DIVISOR).max(1);
        let questions = missing
            .iter()
            .map(|(number, _)| (*number, JudgeQuestion::FirstMoves(FIRST_MOVES, nodes)));
        let questions = questions.collect();
        self.ask(questions, stop, Stage::Fixing, watch, |at, _, answer| {
            let (number, chosen) = &missing[at];
            match answer {
                JudgeAnswer::Moves(first) => {
                    let set = with_others(&first, chosen.iter().copied());
                    Ok(sets.fix(self.of(*number), set)?)
                }
                JudgeAnswer::Worth(_) => Ok(()),
            }
        })
    }

    /// Asks the judge about positions, by their numbers.
    fn ask(
        &self,
        questions: Vec<(usize, JudgeQuestion)>,
        stop: &Stop,
        stage: Stage,
        watch: &mut dyn FnMut(Stage, usize, usize),
        mut keep: impl FnMut(usize, &str, JudgeAnswer) -> Result<(), RegretError>,
    ) -> Result<(), RegretError> {
        let unit = |(number, question): (usize, JudgeQuestion)| JudgeUnit {
            id: self.of(number).id.clone(),
            position: self.of(number).position.clone(),
            question,
        };
        let units: Vec<JudgeUnit> = questions.into_iter().map(unit).collect();
        let judge = self.judge.clone();
        let (all, mut done) = (units.len(), 0);
        let mut failure = None;
        self.crew
            .run(&Sitting { judge }, units, stop, |at, answer| {
                let kept = match answer {
                    Answer::Stopped => return ControlFlow::Break(()),
                    Answer::GivenUp(_) => Ok(()),
                    Answer::Found(Ok((version, answer))) => keep(at, &version, answer),
                    Answer::Found(Err(fault)) => Err(fault.into()),
                };
                if let Err(error) = kept {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                done += 1;
                watch(stage, done, all);
                ControlFlow::Continue(())
            })?;
        unless_stopped(failure, stop)
    }

    fn judge(
        &self,
        sets: &MoveSets,
        judgements: &mut Judgements,
        moves: &HashMap<(usize, usize), Move>,
        stop: &Stop,
        watch: &mut dyn FnMut(Stage, usize, usize),
    ) -> Result<(), RegretError> {
        let mut missing = Vec::new();
        for number in 0..self.count() {
            let id = &self.of(number).id;
            let Some(set) = sets.of(id) else { continue };
            let chosen = (0..self.players.len()).filter_map(|player| moves.get(&(player, number)));
            let mut wanted = with_others(set, chosen.copied());
            wanted.retain(|&mv| judgements.of(id, mv).is_none());
            missing.extend(wanted.into_iter().map(|mv| (number, mv)));
        }
        if missing.is_empty() {
            return Ok(());
        }
        judgements.open()?;
        let questions = missing
            .iter()
            .map(|&(number, mv)| (number, JudgeQuestion::Worth(vec![mv])));
        let questions = questions.collect();
        self.ask(
            questions,
            stop,
            Stage::Judging,
            watch,
            |at, version, answer| {
                let (number, mv) = missing[at];
                match answer {
                    JudgeAnswer::Worth(worth) => {
                        Ok(judgements.add(version, self.of(number), mv, worth)?)
                    }
                    JudgeAnswer::Moves(_) => Ok(()),
                }
            },
        )
    }
}

/// The settings for having players choose, here or on another machine.
#[derive(Serialize, Deserialize)]
pub struct Choosing {
    players: Vec<PlayerSpec>,
    nodes: Vec<u64>,
}

/// A position for a player, by its number.
#[derive(Serialize, Deserialize)]
pub struct ChoiceUnit {
    player: usize,
    id: String,
    position: Position,
}

impl Work for Choosing {
    const KIND: &'static str = "choose";
    type Unit = ChoiceUnit;
    /// The choice, or who did what wrong.
    type Found = Result<Choice, (String, PlayerFault)>;

    fn name(&self, unit: &ChoiceUnit) -> String {
        format!(
            "the choice of {} in {}",
            self.players[unit.player].name, unit.id
        )
    }

    fn starts_programs(&self) -> bool {
        self.players.iter().any(|player| !player.is_built_in())
    }

    fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self> {
        let mut hired: Vec<Option<Box<dyn Player>>> = self.players.iter().map(|_| None).collect();
        Box::new(move |unit| {
            let choice = self.choice(&mut hired[unit.player], &unit, stop);
            let choice = choice.map_err(|fault| (self.players[unit.player].name.clone(), fault));
            // A search that was stopped did not use all its nodes.
            (!stop.is_set()).then_some(choice)
        })
    }
}

impl Choosing {
    fn choice(
        &self,
        hired: &mut Option<Box<dyn Player>>,
        unit: &ChoiceUnit,
        stop: &Stop,
    ) -> Result<Choice, PlayerFault> {
        let spec = &self.players[unit.player];
        let nodes = self.nodes[unit.player];
        let game = Game::new(unit.position.clone());
        let player = match hired {
            Some(player) => player,
            none => none.insert(spec.start(stop)?),
        };
        player.new_game(&unit.position)?;
        let chosen = player.choose(&game, &MoveRequest::by_nodes(nodes), &mut |_| {})?;
        Ok(Choice {
            player: spec.without_name_and_pace(),
            version: spec.version(),
            nodes,
            position: unit.id.clone(),
            mv: notation::write(&unit.position, chosen.mv),
            seconds: (1000.0 * chosen.elapsed.as_secs_f64()).round() / 1000.0,
            tree: ChoiceTree::of(&chosen),
        })
    }
}

/// Some moves, and those of others that are not among them. None is there twice.
pub(super) fn with_others(moves: &[Move], others: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut all = moves.to_vec();
    for mv in others {
        if !all.contains(&mv) {
            all.push(mv);
        }
    }
    all
}

/// A failure is none if Ctrl-C explains it: it also reaches the processes of engines.
fn unless_stopped(failure: Option<RegretError>, stop: &Stop) -> Result<(), RegretError> {
    match failure {
        Some(RegretError::Player { .. } | RegretError::Judge(_)) if stop.explains_a_failure() => {
            Ok(())
        }
        Some(error) => Err(error),
        None => Ok(()),
    }
}
