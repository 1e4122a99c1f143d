//! Our own engine as a player, without a process between.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bstar_board::{Color, Game, Position};
use bstar_engine::{Clock, Engine, SearchLimits, SearchReport, SearchResult, Settings, Signals};

use super::interface::{Chosen, Fault, Foresight, Glimpse, Player, is_same_game};
use super::request::{Budget, Turn};
use super::score::Score;
use super::spec::{PlayerKind, PlayerSpec};
use bstar_kit::stop::Stop;

/// The built-in engine as a player.
pub struct BuiltIn {
    name: String,
    settings: Settings,
    mind: Mind,
    ponders: bool,
    stop: Stop,
}

/// Where the engine is.
enum Mind {
    /// Here.
    Idle(Box<Engine>),
    /// In a thread of its own, thinking on the opponent's time.
    Ahead(Box<SearchAhead>),
    /// Its thread panicked and took it along.
    Lost,
}

/// A search on the opponent's time.
struct SearchAhead {
    game: Game,
    signals: Signals,
    thread: JoinHandle<(Box<Engine>, SearchResult)>,
}

impl BuiltIn {
    /// Sets the engine up.
    pub fn start(spec: &PlayerSpec, stop: Stop) -> Result<BuiltIn, Fault> {
        let PlayerKind::BuiltIn(settings) = &spec.kind else {
            return Err(Fault::Start(format!("`{}` is not built in", spec.name)));
        };
        Ok(BuiltIn {
            name: spec.name.clone(),
            settings: (**settings).clone(),
            mind: Mind::Idle(engine(settings)?),
            ponders: spec.ponders,
            stop,
        })
    }

    /// Waits until a search on the opponent's time is over, and takes the engine back.
    fn wait(&mut self, ahead: Box<SearchAhead>) -> Result<SearchResult, Fault> {
        let (engine, answer) = ahead
            .thread
            .join()
            .map_err(|_| Fault::Crashed("the search on the opponent's time panicked".to_owned()))?;
        self.mind = Mind::Idle(engine);
        Ok(answer)
    }

    fn engine(&mut self) -> Result<&mut Engine, Fault> {
        match &mut self.mind {
            Mind::Idle(engine) => Ok(engine),
            Mind::Ahead(_) | Mind::Lost => {
                Err(Fault::Crashed("the engine is not there".to_owned()))
            }
        }
    }
}

fn engine(settings: &Settings) -> Result<Box<Engine>, Fault> {
    Engine::new(settings.clone())
        .map(Box::new)
        .map_err(|error| Fault::Start(error.to_string()))
}

impl Drop for BuiltIn {
    fn drop(&mut self) {
        self.rest();
    }
}

impl From<bstar_engine::Score> for Score {
    fn from(score: bstar_engine::Score) -> Score {
        match score {
            bstar_engine::Score::Centipawns(value) => Score::Cp(value.0),
            bstar_engine::Score::Mate(moves) => Score::Mate(moves),
        }
    }
}

impl Player for BuiltIn {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _start: &Position) -> Result<(), Fault> {
        self.rest();
        match &mut self.mind {
            Mind::Idle(engine) => engine.clear(),
            _ => self.mind = Mind::Idle(engine(&self.settings)?),
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        turn: &Turn,
        watch: &mut dyn FnMut(&Glimpse),
    ) -> Result<Chosen, Fault> {
        let begin = Instant::now();
        let mut foresight = None;
        let mut stopping = Duration::ZERO;
        match std::mem::replace(&mut self.mind, Mind::Lost) {
            Mind::Ahead(ahead) if is_same_game(&ahead.game, game) && turn.only.is_empty() => {
                ahead.signals.ponder_hit();
                let answer = self.wait(ahead)?;
                return chosen(answer, begin, Some(Foresight::Hit));
            }
            Mind::Ahead(ahead) => {
                ahead.signals.stop();
                self.wait(ahead)?;
                stopping = begin.elapsed();
                foresight = Some(Foresight::Miss);
            }
            other => self.mind = other,
        }
        let mover = game.position().side_to_move();
        let mut limits = limits(turn.budget.less(stopping, mover), mover);
        limits.search_moves = turn.only.clone();
        let signals = Signals::new();
        let stop = self.stop.clone();
        let mut listen = |report: &SearchReport| {
            if stop.is_set() {
                signals.stop();
            }
            if let (1, Some(&best)) = (report.rank, report.line.first()) {
                watch(&Glimpse {
                    best,
                    score: report.score.into(),
                    depth: report.depth,
                    nodes: report.nodes,
                    elapsed: report.time,
                });
            }
        };
        let answer = self.engine()?.search(game, &limits, &signals, &mut listen);
        chosen(answer, begin, foresight)
    }

    fn think_ahead(&mut self, expected: &Game, turn: &Turn) -> Result<(), Fault> {
        if !self.ponders {
            return Ok(());
        }
        self.rest();
        let mut limits = limits(turn.budget, expected.position().side_to_move());
        limits.ponder = true;
        let Mind::Idle(mut engine) = std::mem::replace(&mut self.mind, Mind::Lost) else {
            return Err(Fault::Crashed("the engine is not there".to_owned()));
        };
        let signals = Signals::new();
        let game = expected.clone();
        let (own_game, own_signals, stop) = (game.clone(), signals.clone(), self.stop.clone());
        let thread = thread::Builder::new()
            .name("thinking ahead".to_owned())
            .spawn(move || {
                let answer = engine.search(&own_game, &limits, &own_signals, &mut |_| {
                    if stop.is_set() {
                        own_signals.stop();
                    }
                });
                (engine, answer)
            })
            .map_err(|error| Fault::Crashed(format!("no thread to think ahead in: {error}")))?;
        self.mind = Mind::Ahead(Box::new(SearchAhead {
            game,
            signals,
            thread,
        }));
        Ok(())
    }

    fn rest(&mut self) {
        match std::mem::replace(&mut self.mind, Mind::Lost) {
            Mind::Ahead(ahead) => {
                ahead.signals.stop();
                // If it panicked the engine is lost, and the next game gets a new one.
                let _ = self.wait(ahead);
            }
            other => self.mind = other,
        }
    }
}

fn chosen(
    answer: SearchResult,
    begin: Instant,
    foresight: Option<Foresight>,
) -> Result<Chosen, Fault> {
    let mv = answer
        .best
        .ok_or_else(|| Fault::Protocol("it found no move".to_owned()))?;
    Ok(Chosen {
        mv,
        score: answer.score.map(Score::from),
        depth: answer.depth,
        nodes: answer.nodes,
        elapsed: begin.elapsed(),
        tree: answer.tree,
        expected: answer.ponder,
        foresight,
    })
}

fn limits(budget: Budget, mover: Color) -> SearchLimits {
    let mut limits = SearchLimits::default();
    match budget {
        Budget::Clock { white, black } => {
            let own = match mover {
                Color::White => white,
                Color::Black => black,
            };
            limits.clock = Some(Clock {
                remaining: own.time.max(Duration::from_millis(1)),
                increment: own.increment,
                moves_to_go: None,
            });
        }
        Budget::Nodes(nodes) => limits.nodes = Some(nodes),
        Budget::MoveTime(time) => limits.move_time = Some(time),
        Budget::Depth(depth) => limits.depth = Some(depth),
    }
    limits
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
        let mut turn = Turn::new(Budget::Nodes(2000), Duration::from_secs(10));
        turn.only.push(only);
        let mut glimpses = 0;
        let chosen = player.choose(&game, &turn, &mut |_| glimpses += 1).unwrap();
        assert_eq!(chosen.mv, only);
        assert!(glimpses > 0);
    }

    /// Lets a player move and think ahead about the reply it expects. Gives the game with that reply and the game before it.
    fn thinking_ahead(player: &mut BuiltIn, turn: &Turn) -> [Game; 2] {
        let mut game = Game::default();
        player.new_game(game.start()).unwrap();
        let chosen = player.choose(&game, turn, &mut |_| {}).unwrap();
        assert_eq!(chosen.foresight, None);
        game.play(chosen.mv).unwrap();
        let mut expected = game.clone();
        expected.play(chosen.expected.unwrap()).unwrap();
        player.think_ahead(&expected, turn).unwrap();
        [expected, game]
    }

    fn turn() -> Turn {
        Turn::new(
            Budget::MoveTime(Duration::from_millis(400)),
            Duration::from_secs(10),
        )
    }

    fn player(text: &str) -> BuiltIn {
        BuiltIn::start(&text.parse().unwrap(), Stop::new()).unwrap()
    }

    #[test]
    fn what_was_foreseen_is_answered_from_the_search_that_runs() {
        for text in ["alphabeta,Hash=1,ponder=true", "bstar,Hash=1,ponder=true"] {
            let mut player = player(text);
            let [expected, _] = thinking_ahead(&mut player, &turn());
            thread::sleep(Duration::from_millis(500));
            let chosen = player.choose(&expected, &turn(), &mut |_| {}).unwrap();
            assert_eq!(chosen.foresight, Some(Foresight::Hit), "{text}");
            assert!(expected.position().is_legal(chosen.mv), "{text}");
            // Its time was over before its turn came.
            assert!(chosen.elapsed < Duration::from_millis(350), "{text}");
        }
    }

    #[test]
    fn what_was_not_foreseen_is_searched_anew() {
        for text in ["alphabeta,Hash=1,ponder=true", "bstar,Hash=1,ponder=true"] {
            let mut player = player(text);
            let [expected, mut game] = thinking_ahead(&mut player, &turn());
            let foreseen = expected.moves().last().copied();
            let legal = game.position().legal_moves();
            let other = legal.into_iter().find(|mv| Some(*mv) != foreseen).unwrap();
            game.play(other).unwrap();
            let chosen = player.choose(&game, &turn(), &mut |_| {}).unwrap();
            assert_eq!(chosen.foresight, Some(Foresight::Miss), "{text}");
            assert!(game.position().is_legal(chosen.mv), "{text}");
            assert!(chosen.elapsed >= Duration::from_millis(50), "{text}");
        }
    }

    #[test]
    fn nothing_runs_on_after_rest() {
        let mut player = player("bstar,Hash=1,ponder=true");
        thinking_ahead(&mut player, &turn());
        player.rest();
        assert!(matches!(player.mind, Mind::Idle(_)));
        // And a player that is dropped stops its search as well.
        thinking_ahead(&mut player, &turn());
    }

    #[test]
    fn a_search_that_panicked_is_a_crash_and_the_next_game_can_be_played() {
        let mut player = player("alphabeta,Hash=1,ponder=true");
        let game = Game::default();
        player.mind = Mind::Ahead(Box::new(SearchAhead {
            game: game.clone(),
            signals: Signals::new(),
            thread: thread::spawn(|| std::panic::resume_unwind(Box::new("no reason"))),
        }));
        let fault = player.choose(&game, &turn(), &mut |_| {}).unwrap_err();
        assert!(matches!(fault, Fault::Crashed(_)), "{fault}");
        assert!(player.choose(&game, &turn(), &mut |_| {}).is_err());
        player.new_game(game.start()).unwrap();
        assert!(player.choose(&game, &turn(), &mut |_| {}).is_ok());
    }

    #[test]
    fn who_was_not_asked_to_does_not_think_ahead() {
        let mut player = player("bstar,Hash=1");
        let [expected, _] = thinking_ahead(&mut player, &turn());
        let chosen = player.choose(&expected, &turn(), &mut |_| {}).unwrap();
        assert_eq!(chosen.foresight, None);
    }
}
