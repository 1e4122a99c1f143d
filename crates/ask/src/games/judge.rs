//! Judges one game: every position is searched, and doubtful ones once more.
//!
//! Positions are searched from the last to the first, so earlier searches profit from what later
//! ones found. Otherwise a move could be called a mistake because the position before it was
//! searched less deeply. Each game begins with an empty table.

use bstar_board::pgn::GameRecord;
use bstar_board::{Game, Move, Stages};
use bstar_engine::analyst::Analyst;
use bstar_engine::{EngineError, SearchKind, Settings, Task};
use bstar_explain::games::{Finding, Findings, JudgedGame, Judgement, Listener, Points, Turning};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::SearchResult;

use crate::{Asker, Question};

/// The nodes for a position, by default.
pub const DEFAULT_NODES: u64 = 100_000;
/// The factor of the effort at a move that seems to be a mistake. Alpha-beta confirms the mistake
/// with it, and the question about the move has it.
pub const TURNING_POINT_EFFORT_FACTOR: u32 = 5;
/// A quick search has the effort of a full one divided by this.
const QUICK_SEARCH_DIVISOR: u32 = 10;

/// A game to be judged.
#[derive(Clone, Debug)]
pub struct JudgeTask<'a> {
    pub record: &'a GameRecord,
    /// How much work a position is worth.
    pub effort: Effort,
    /// How many positions B* may expand at a turning point. `None` leaves it to the effort.
    pub expansions: Option<u32>,
}

/// Judges games, one after the other.
pub struct Judge {
    analyst: Analyst,
    asker: Asker,
    stop: Stop,
}

impl Judge {
    /// A judge with these settings. `stop` ends its work.
    pub fn new(settings: Settings, stop: &Stop) -> Result<Judge, EngineError> {
        let searching = Settings {
            search: SearchKind::AlphaBeta,
            ..settings.clone()
        };
        Ok(Judge {
            analyst: Analyst::start(searching, stop)?,
            asker: Asker::new(settings)?,
            stop: stop.clone(),
        })
    }

    /// Shares the processor with others, as
    /// [`Engine::share_processor`](bstar_engine::Engine::share_processor) says.
    pub fn share_processor(&mut self, give_way: impl Fn() + Clone + Send + Sync + 'static) {
        self.analyst.share_processor(give_way.clone());
        self.asker.share_processor(give_way);
    }

    /// Judges a game. Known findings are not searched again. Returns `None` if it was stopped.
    pub fn judge(
        &mut self,
        task: &JudgeTask,
        mut known: Findings,
        listener: &mut dyn Listener,
    ) -> Option<JudgedGame> {
        let &JudgeTask { record, effort, .. } = task;
        let games = stages(record);
        let analyst = &mut self.analyst;
        analyst.forget();
        for ply in (0..games.len()).rev() {
            if !known.positions.contains_key(&ply) {
                let judgement = judge_position(analyst, &games.at(ply), &[], effort)?;
                note(&mut known, listener, ply, judgement, false);
            }
        }
        let mut judged = confirmed(analyst, task, &games, &mut known, listener)?;
        listener.see(&judged);
        for ply in judged.candidates() {
            let is_only = match known.only.get(&ply) {
                Some(&is_only) => is_only,
                None => {
                    let is_only = is_only(analyst, &games.at(ply), &judged, ply, effort)?;
                    listener.hear(&Finding::Only { ply, is_only });
                    is_only
                }
            };
            if is_only {
                judged.praise(ply);
            }
        }
        listener.see(&judged);
        for ply in judged.turning_points() {
            if let Some(turning) = known.turnings.remove(&ply) {
                judged.tell(ply, turning);
                continue;
            }
            let turning = self.turning(&games.at(ply), judged.moves()[ply].mv, task)?;
            listener.hear(&Finding::Turning {
                ply,
                turning: turning.clone(),
            });
            judged.tell(ply, turning);
            listener.see(&judged);
        }
        Some(judged)
    }

    /// The answer to "what about this move?", as it is asked anywhere.
    fn turning(&mut self, game: &Game, played: Move, task: &JudgeTask) -> Option<Turning> {
        let effort = match task.expansions {
            Some(expansions) => Effort::expansions(expansions),
            None => task.effort.times(TURNING_POINT_EFFORT_FACTOR),
        };
        let question = Question::new(game.clone(), effort).about(played);
        let answer = self.asker.ask(question, &self.stop, &mut ());
        let turning = self.asker.compose(&answer, &self.stop, |told| {
            told.asked.as_ref().map(Turning::of)
        });
        // Stopped on the way, it may lack sentences, and would be kept like that.
        turning.filter(|_| !self.stop.is_set())
    }
}

/// Keeps what was found in a position, and tells it.
fn note(
    known: &mut Findings,
    listener: &mut dyn Listener,
    ply: usize,
    judgement: Judgement,
    is_confirmed: bool,
) {
    known
        .positions
        .insert(ply, (judgement.clone(), is_confirmed));
    listener.hear(&Finding::Position {
        ply,
        judgement,
        is_confirmed,
    });
}

/// The game after each of its moves, the start included.
fn stages(record: &GameRecord) -> Stages {
    let game = record.main_line();
    game.expect("a record that was read has only legal moves")
        .stages()
}

/// Judges a game. Before and after every move that seems to cost something it searches once more,
/// with more effort, until all bad marks that are left are confirmed.
fn confirmed(
    analyst: &mut Analyst,
    task: &JudgeTask,
    games: &Stages,
    known: &mut Findings,
    listener: &mut dyn Listener,
) -> Option<JudgedGame> {
    let judgements = known.positions.values().map(|(found, _)| found.clone());
    let mut judged = JudgedGame::new(task.record.clone(), judgements.collect());
    loop {
        let is_confirmed = |known: &Findings, at: usize| known.positions[&at].1;
        let marked = judged.doubtful().into_iter().rev();
        let doubtful: Vec<usize> = marked
            .flat_map(|ply| [ply + 1, ply])
            .filter(|at| !is_confirmed(known, *at))
            .collect();
        if doubtful.is_empty() {
            return Some(judged);
        }
        for at in doubtful {
            if !is_confirmed(known, at) {
                let effort = task.effort.times(TURNING_POINT_EFFORT_FACTOR);
                let judgement = judge_position(analyst, &games.at(at), &[], effort)?;
                judged.replace(at, judgement.clone());
                note(known, listener, at, judgement, true);
            }
        }
    }
}

/// Judges a position; if `only` has any moves, by these alone.
fn judge_position(
    analyst: &mut Analyst,
    game: &Game,
    only: &[Move],
    effort: Effort,
) -> Option<Judgement> {
    if !game.position().has_legal_move() {
        return Some(Judgement::at_the_end(game.position()));
    }
    let answer = analyst.run(&Task::play(game, effort).only(only))?;
    Some(Judgement {
        expected: expected(analyst, game, &answer),
        score: answer.score,
        line: answer.line,
    })
}

/// The expected score of the side to move.
fn expected(analyst: &Analyst, game: &Game, answer: &SearchResult) -> Points {
    const DRAW: Points = 5_000;
    answer.score.map_or(DRAW, |score| {
        analyst.expected_score(game.position(), score) as Points
    })
}

/// Whether all other moves are much worse. In most cases a quick search shows that they are not.
fn is_only(
    analyst: &mut Analyst,
    game: &Game,
    judged: &JudgedGame,
    ply: usize,
    effort: Effort,
) -> Option<bool> {
    let played = judged.moves()[ply].mv;
    let others: Vec<Move> = game
        .position()
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| *mv != played)
        .collect();
    for effort in [effort.divided(QUICK_SEARCH_DIVISOR), effort] {
        // The table has results with all moves allowed. They do not hold for the other moves alone.
        analyst.forget();
        let best_other = judge_position(analyst, game, &others, effort)?.expected;
        if !judged.would_be_only(ply, best_other) {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::pgn;
    use bstar_board::score::{Centipawns, Score};
    use bstar_engine::Evaluation;

    #[derive(Default)]
    struct FindingList(Vec<Finding>);

    impl Listener for FindingList {
        fn hear(&mut self, finding: &Finding) {
            self.0.push(finding.clone());
        }

        fn see(&mut self, _game: &JudgedGame) {}
    }

    fn confirm(
        analyst: &mut Analyst,
        record: &GameRecord,
        games: &Stages,
        judgements: Vec<Judgement>,
    ) -> JudgedGame {
        let found = judgements.into_iter().map(|found| (found, false));
        let mut known = Findings {
            positions: found.enumerate().collect(),
            ..Findings::default()
        };
        let task = JudgeTask {
            record,
            effort: Effort::nodes(1_000),
            expansions: None,
        };
        confirmed(
            analyst,
            &task,
            games,
            &mut known,
            &mut FindingList::default(),
        )
        .unwrap()
    }

    /// A quick one that finds the same every time.
    fn analyst() -> Analyst {
        Analyst::start(settings(), &Stop::new()).unwrap()
    }

    fn settings() -> Settings {
        Settings {
            search: SearchKind::AlphaBeta,
            hash_mib: 1,
            evaluation: Evaluation::Terms,
            ..Settings::default()
        }
    }

    /// Whatever was found before the interruption, only the rest is searched, and the game comes
    /// out judged in the same places.
    #[test]
    fn what_is_known_is_not_searched_again() {
        let mut judge = Judge::new(settings(), &Stop::new()).unwrap();
        let record = pgn::read("1. f3 e5 2. g4 Qh4# 0-1").unwrap().remove(0);
        let task = JudgeTask {
            record: &record,
            effort: Effort::nodes(500),
            expansions: None,
        };
        let mut judged = |objects| {
            let known = Findings::read(&record, objects).unwrap();
            let mut heard = FindingList::default();
            let game = judge.judge(&task, known, &mut heard).unwrap();
            (bstar_board::pgn::write(&game.annotated()), heard.0)
        };
        let (whole, all) = judged(Vec::new());
        assert!(whole.contains("$4") && all.len() > 5, "{whole}");
        let positions = bstar_explain::games::positions(&record);
        let objects: Vec<_> = all.iter().map(|found| found.object(&positions)).collect();
        let (again, nothing) = judged(objects.clone());
        assert_eq!((again, nothing.len()), (whole, 0));
        let (_, rest) = judged(objects[..3].to_vec());
        let first = |finding: &Finding| {
            matches!(
                finding,
                Finding::Position {
                    is_confirmed: false,
                    ..
                }
            )
        };
        let searched = rest.iter().filter(|found| first(found)).count();
        assert_eq!(searched, record.moves.len() + 1 - 3);
    }

    /// The first search was wrong about every position. All moves but the real mistakes are
    /// cleared.
    #[test]
    fn nobody_is_blamed_at_first_sight() {
        let mut analyst = analyst();
        let record = pgn::read("1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nf6 *")
            .unwrap()
            .remove(0);
        let games = stages(&record);
        // The side to move is winning, so the move before was terrible.
        let wrong = Judgement {
            score: Some(Score::Centipawns(Centipawns(900))),
            expected: 9_500,
            line: Vec::new(),
        };
        let judgements = vec![wrong; games.len()];
        assert_eq!(
            JudgedGame::new(record.clone(), judgements.clone())
                .mistakes()
                .len(),
            6
        );
        let judged = confirm(&mut analyst, &record, &games, judgements);
        // The knight is given away, and then it is not taken.
        assert_eq!(judged.mistakes(), [4, 5]);
    }

    /// The first search thought that 1. a3 cost 6 points. It costs less.
    #[test]
    fn a_dubious_move_gets_its_second_search_too() {
        let mut analyst = analyst();
        let record = pgn::read("1. a3 *").unwrap().remove(0);
        let games = stages(&record);
        let judgement = |expected| Judgement {
            score: Some(Score::Centipawns(Centipawns(0))),
            expected,
            line: Vec::new(),
        };
        let judgements = vec![judgement(5_600), judgement(5_000)];
        let first = JudgedGame::new(record.clone(), judgements.clone());
        assert_eq!(first.doubtful(), [0]);
        assert!(first.mistakes().is_empty());
        let judged = confirm(&mut analyst, &record, &games, judgements);
        assert!(judged.doubtful().is_empty());
    }
}
