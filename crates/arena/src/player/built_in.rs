//! Our own engine as a player, in this process.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bstar_board::{Color, Game, Position};
use bstar_engine::{Engine, Evaluation, OnReport, Settings, Task, bench_nodes};
use bstar_kit::effort::{Clock, Effort};
use bstar_thought::{SearchReport, SearchResult, WdlModel, phase};

use super::interface::{ChosenMove, Player, PlayerFault, PonderGuess, SearchUpdate, is_same_game};
use super::request::{Budget, MoveRequest};
use super::spec::{PlayerKind, PlayerSpec};
use bstar_board::score::Score;
use bstar_kit::stop::Stop;

/// The built-in engine as a player.
pub struct BuiltIn {
    name: String,
    settings: Settings,
    state: EngineState,
    ponders: bool,
    stop: Stop,
}

/// Where the engine is.
enum EngineState {
    /// Here.
    Idle(Box<Engine>),
    /// In a thread of its own, where it thinks on the opponent's time.
    Ahead(Box<SearchAhead>),
    /// Lost, because its thread panicked.
    Lost,
}

/// A search on the opponent's time.
struct SearchAhead {
    game: Game,
    stop: Stop,
    thread: JoinHandle<(Box<Engine>, SearchResult)>,
}

impl BuiltIn {
    /// Sets the engine up.
    pub fn start(spec: &PlayerSpec, stop: Stop) -> Result<BuiltIn, PlayerFault> {
        let PlayerKind::BuiltIn(settings) = &spec.kind else {
            return Err(PlayerFault::Start(format!(
                "`{}` is not built in",
                spec.name
            )));
        };
        Ok(BuiltIn {
            name: spec.name.clone(),
            settings: (**settings).clone(),
            state: EngineState::Idle(engine(settings)?),
            ponders: spec.ponders,
            stop,
        })
    }

    /// Waits until a search on the opponent's time is over, and takes the engine back.
    fn wait(&mut self, ahead: Box<SearchAhead>) -> Result<SearchResult, PlayerFault> {
        let (engine, answer) = ahead.thread.join().map_err(|_| {
            PlayerFault::Crashed("the search on the opponent's time panicked".to_owned())
        })?;
        self.state = EngineState::Idle(engine);
        Ok(answer)
    }

    fn chosen(
        &self,
        answer: SearchResult,
        game: &Game,
        begin: Instant,
        guess: Option<PonderGuess>,
    ) -> Result<ChosenMove, PlayerFault> {
        let mv = answer
            .best
            .ok_or_else(|| PlayerFault::Protocol("it found no move".to_owned()))?;
        let expected_score = |score| match score {
            Score::Mate(moves) => f64::from(u8::from(moves > 0)),
            Score::Centipawns(value) => {
                let model = WdlModel::of(&self.settings.evaluation);
                model.expected(value, phase(game.position()))
            }
        };
        Ok(ChosenMove {
            mv,
            score: answer.score,
            expected_score: answer.score.map(expected_score),
            depth: answer.depth,
            nodes: answer.nodes,
            elapsed: begin.elapsed(),
            tree: answer.tree,
            expected: answer.ponder,
            guess,
        })
    }

    fn engine(&mut self) -> Result<&mut Engine, PlayerFault> {
        match &mut self.state {
            EngineState::Idle(engine) => Ok(engine),
            EngineState::Ahead(_) | EngineState::Lost => {
                Err(PlayerFault::Crashed("the engine is not there".to_owned()))
            }
        }
    }
}

fn engine(settings: &Settings) -> Result<Box<Engine>, PlayerFault> {
    Engine::new(settings.clone())
        .map(Box::new)
        .map_err(|error| PlayerFault::Start(error.to_string()))
}

impl Drop for BuiltIn {
    fn drop(&mut self) {
        self.rest();
    }
}

impl Player for BuiltIn {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> String {
        version_of(&self.settings)
    }

    fn new_game(&mut self, _start: &Position) -> Result<(), PlayerFault> {
        self.rest();
        match &mut self.state {
            EngineState::Idle(engine) => engine.clear(),
            _ => self.state = EngineState::Idle(engine(&self.settings)?),
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &MoveRequest,
        watch: &mut dyn FnMut(&SearchUpdate),
    ) -> Result<ChosenMove, PlayerFault> {
        let begin = Instant::now();
        let mut guess = None;
        let mut stopping = Duration::ZERO;
        match std::mem::replace(&mut self.state, EngineState::Lost) {
            EngineState::Ahead(ahead)
                if is_same_game(&ahead.game, game) && request.only.is_empty() =>
            {
                ahead.stop.ponder_hit();
                let answer = self.wait(ahead)?;
                return self.chosen(answer, game, begin, Some(PonderGuess::Hit));
            }
            EngineState::Ahead(ahead) => {
                ahead.stop.set();
                self.wait(ahead)?;
                stopping = begin.elapsed();
                guess = Some(PonderGuess::Miss);
            }
            other => self.state = other,
        }
        let mover = game.position().side_to_move();
        let effort = effort(request.budget.less(stopping, mover), mover);
        let task = Task::play(game, effort).only(&request.only);
        let stop = self.stop.clone();
        let mut listen = OnReport(|report: &SearchReport| {
            if let (1, Some(&best)) = (report.rank, report.line.first()) {
                watch(&SearchUpdate {
                    best,
                    score: report.score,
                    depth: report.depth,
                    nodes: report.nodes,
                    elapsed: report.time,
                });
            }
        });
        let answer = self.engine()?.run(&task, &stop, &mut listen);
        self.chosen(answer, game, begin, guess)
    }

    fn think_ahead(&mut self, expected: &Game, request: &MoveRequest) -> Result<(), PlayerFault> {
        if !self.ponders {
            return Ok(());
        }
        self.rest();
        let effort = effort(request.budget, expected.position().side_to_move()).pondering();
        let EngineState::Idle(mut engine) = std::mem::replace(&mut self.state, EngineState::Lost)
        else {
            return Err(PlayerFault::Crashed("the engine is not there".to_owned()));
        };
        let stop = self.stop.child();
        let game = expected.clone();
        let (own_game, own_stop) = (game.clone(), stop.clone());
        let thread = thread::Builder::new()
            .name("thinking ahead".to_owned())
            .spawn(move || {
                let answer = engine.run(&Task::play(&own_game, effort), &own_stop, &mut ());
                (engine, answer)
            })
            .map_err(|error| {
                PlayerFault::Crashed(format!("no thread to think ahead in: {error}"))
            })?;
        self.state = EngineState::Ahead(Box::new(SearchAhead { game, stop, thread }));
        Ok(())
    }

    fn rest(&mut self) {
        match std::mem::replace(&mut self.state, EngineState::Lost) {
            EngineState::Ahead(ahead) => {
                ahead.stop.set();
                // If it panicked the engine is lost, and the next game gets a new one.
                let _ = self.wait(ahead);
            }
            other => self.state = other,
        }
    }
}

/// The version of our own engine. The node count of a fixed workload identifies its search.
pub(super) fn version_of(settings: &Settings) -> String {
    let program = env!("CARGO_PKG_VERSION");
    let nodes = bench_nodes(settings.search);
    let evaluation = match &settings.evaluation {
        Evaluation::Terms => "terms".to_owned(),
        Evaluation::Network(network) => format!("network {:016x}", network.checksum()),
    };
    format!("bstar {program}, bench {nodes}, {evaluation}")
}

fn effort(budget: Budget, mover: Color) -> Effort {
    match budget {
        Budget::Clock { white, black } => {
            let own = match mover {
                Color::White => white,
                Color::Black => black,
            };
            Effort::clock(Clock {
                remaining: own.time.max(Duration::from_millis(1)),
                increment: own.increment,
                moves_to_go: None,
            })
        }
        Budget::Nodes(nodes) => Effort::nodes(nodes),
        Budget::MoveTime(time) => Effort::time(time),
        Budget::Depth(depth) => Effort::depth(depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_chooses_among_the_moves_it_is_given() {
        let spec: PlayerSpec = "alphabeta,Hash=1".parse().unwrap();
        let mut player = BuiltIn::start(&spec, Stop::new()).unwrap();
        let game = Game::default();
        player.new_game(game.start()).unwrap();
        let only = bstar_board::notation::parse(game.position(), "a2a3").unwrap();
        let mut request = MoveRequest::new(Budget::Nodes(2000), Duration::from_secs(10));
        request.only.push(only);
        let mut updates = 0;
        let chosen = player
            .choose(&game, &request, &mut |_| updates += 1)
            .unwrap();
        assert_eq!(chosen.mv, only);
        assert!(updates > 0);
    }

    /// Lets a player move and think ahead about the reply it expects. Returns the game with that
    /// reply, and the game before it.
    fn thinking_ahead(player: &mut BuiltIn, request: &MoveRequest) -> [Game; 2] {
        let mut game = Game::default();
        player.new_game(game.start()).unwrap();
        let chosen = player.choose(&game, request, &mut |_| {}).unwrap();
        assert_eq!(chosen.guess, None);
        game.play(chosen.mv).unwrap();
        let mut expected = game.clone();
        expected.play(chosen.expected.unwrap()).unwrap();
        player.think_ahead(&expected, request).unwrap();
        [expected, game]
    }

    fn request() -> MoveRequest {
        MoveRequest::new(
            Budget::MoveTime(Duration::from_millis(400)),
            Duration::from_secs(10),
        )
    }

    fn player(text: &str) -> BuiltIn {
        BuiltIn::start(&text.parse().unwrap(), Stop::new()).unwrap()
    }

    #[test]
    fn what_was_expected_is_answered_from_the_search_that_runs() {
        for text in ["alphabeta,Hash=1,ponder=true", "bstar,Hash=1,ponder=true"] {
            let mut player = player(text);
            let [expected, _] = thinking_ahead(&mut player, &request());
            thread::sleep(Duration::from_millis(500));
            let chosen = player.choose(&expected, &request(), &mut |_| {}).unwrap();
            assert_eq!(chosen.guess, Some(PonderGuess::Hit), "{text}");
            assert!(expected.position().is_legal(chosen.mv), "{text}");
            // Its time was over before its turn came.
            assert!(chosen.elapsed < Duration::from_millis(350), "{text}");
        }
    }

    #[test]
    fn what_was_not_expected_is_searched_anew() {
        for text in ["alphabeta,Hash=1,ponder=true", "bstar,Hash=1,ponder=true"] {
            let mut player = player(text);
            let [expected, mut game] = thinking_ahead(&mut player, &request());
            let expected_reply = expected.moves().last().copied();
            let legal = game.position().legal_moves();
            let other = legal
                .into_iter()
                .find(|mv| Some(*mv) != expected_reply)
                .unwrap();
            game.play(other).unwrap();
            let chosen = player.choose(&game, &request(), &mut |_| {}).unwrap();
            assert_eq!(chosen.guess, Some(PonderGuess::Miss), "{text}");
            assert!(game.position().is_legal(chosen.mv), "{text}");
            assert!(chosen.elapsed >= Duration::from_millis(50), "{text}");
        }
    }

    #[test]
    fn nothing_runs_on_after_rest() {
        let mut player = player("bstar,Hash=1,ponder=true");
        thinking_ahead(&mut player, &request());
        player.rest();
        assert!(matches!(player.state, EngineState::Idle(_)));
        // And a player that is dropped stops its search as well.
        thinking_ahead(&mut player, &request());
    }

    #[test]
    fn a_search_that_panicked_is_a_crash_and_the_next_game_can_be_played() {
        let mut player = player("alphabeta,Hash=1,ponder=true");
        let game = Game::default();
        player.state = EngineState::Ahead(Box::new(SearchAhead {
            game: game.clone(),
            stop: Stop::new(),
            thread: thread::spawn(|| std::panic::resume_unwind(Box::new("no reason"))),
        }));
        let fault = player.choose(&game, &request(), &mut |_| {}).unwrap_err();
        assert!(matches!(fault, PlayerFault::Crashed(_)), "{fault}");
        assert!(player.choose(&game, &request(), &mut |_| {}).is_err());
        player.new_game(game.start()).unwrap();
        assert!(player.choose(&game, &request(), &mut |_| {}).is_ok());
    }

    #[test]
    fn a_player_that_was_not_asked_to_does_not_think_ahead() {
        let mut player = player("bstar,Hash=1");
        let [expected, _] = thinking_ahead(&mut player, &request());
        let chosen = player.choose(&expected, &request(), &mut |_| {}).unwrap();
        assert_eq!(chosen.guess, None);
    }
}
