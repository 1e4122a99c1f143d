//! Players that do as they are told, well or badly.

use super::*;
use crate::player::{Budget, Chosen, Glimpse};
use bstar_board::{Move, Outcome, Position, san};

/// Plays the moves of a list, each with a score and a time; then whatever comes.
struct Scripted {
    script: Vec<Result<(&'static str, i32, u64), Fault>>,
    budgets: Vec<Budget>,
}

impl Scripted {
    fn new(script: &[(&'static str, i32, u64)]) -> Scripted {
        Scripted {
            script: script.iter().rev().map(|line| Ok(*line)).collect(),
            budgets: Vec::new(),
        }
    }

    fn failing(fault: Fault) -> Scripted {
        Scripted {
            script: vec![Err(fault)],
            budgets: Vec::new(),
        }
    }
}

impl Player for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn new_game(&mut self, _start: &Position) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        turn: &Turn,
        _watch: &mut dyn FnMut(&Glimpse),
    ) -> Result<Chosen, Fault> {
        self.budgets.push(turn.budget);
        let (word, score, millis) = self.script.pop().expect("the script is long enough")?;
        let illegal: Move = "a1a1".parse().unwrap();
        Ok(Chosen {
            mv: san::parse(game.position(), word).unwrap_or(illegal),
            score: Some(Score::Cp(score)),
            depth: 1,
            nodes: 1,
            elapsed: Duration::from_millis(millis),
            tree: None,
        })
    }
}

fn game_of(white: &mut Scripted, black: &mut Scripted, rules: GameRules) -> PlayedGame {
    let pace: Pace = "1+0.1".parse().unwrap();
    let white = Seat {
        player: white,
        pace,
    };
    let black = Seat {
        player: black,
        pace,
    };
    play(white, black, &Game::default(), &rules, &Stop::new()).unwrap()
}

#[test]
fn mate_ends_the_game() {
    let mut white = Scripted::new(&[("f3", 0, 5), ("g4", -900, 5)]);
    let mut black = Scripted::new(&[("e5", 0, 5), ("Qh4", 900, 5)]);
    let game = game_of(&mut white, &mut black, GameRules::default());
    let winner = Color::Black;
    assert_eq!(game.ending, Ending::Rules(Outcome::Checkmate { winner }));
    assert_eq!(game.notes.len(), 4);
}

#[test]
fn both_clocks_are_shown_as_they_stand() {
    let mut white = Scripted::new(&[("f3", 0, 300), ("g4", 0, 5)]);
    let mut black = Scripted::new(&[("e5", 0, 50), ("Qh4", 0, 5)]);
    game_of(&mut white, &mut black, GameRules::default());
    let Budget::Clock { white, black } = white.budgets[1] else {
        panic!("no clock");
    };
    assert_eq!(white.time, Duration::from_millis(800));
    assert_eq!(black.time, Duration::from_millis(1050));
}

#[test]
fn too_late_is_lost_and_just_in_time_is_not() {
    for (millis, lost) in [(1010, false), (1011, true)] {
        let mut white = Scripted::new(&[("f3", 0, millis), ("g4", 0, 5)]);
        let mut black = Scripted::new(&[("e5", 0, 5), ("Qh4", 0, 5)]);
        let game = game_of(&mut white, &mut black, GameRules::default());
        let culprit = lost.then_some((Color::White, FaultKind::Time));
        assert_eq!(game.ending.culprit(), culprit);
        assert_eq!(game.ending.winner(), Some(Color::Black));
    }
}

#[test]
fn an_illegal_move_loses() {
    let mut white = Scripted::new(&[("e4", 0, 5), ("e4", 0, 5)]);
    let mut black = Scripted::new(&[("e5", 0, 5)]);
    let game = game_of(&mut white, &mut black, GameRules::default());
    assert_eq!(
        game.ending.culprit(),
        Some((Color::White, FaultKind::IllegalMove))
    );
    assert_eq!(game.ending.pgn_termination(), "rules infraction");
    assert_eq!(game.game.moves().len(), 2);
}

#[test]
fn a_crash_loses_and_is_described() {
    let mut white = Scripted::new(&[("e4", 0, 5)]);
    let mut black = Scripted::failing(Fault::Crashed("signal 11".to_owned()));
    let game = game_of(&mut white, &mut black, GameRules::default());
    assert_eq!(game.ending.winner(), Some(Color::White));
    assert_eq!(game.ending.to_string(), "Black crashed: signal 11");
}

#[test]
fn a_game_that_was_stopped_has_no_result() {
    let stop = Stop::new();
    stop.set();
    let mut white = Scripted::failing(Fault::Crashed("interrupted".to_owned()));
    let mut black = Scripted::new(&[]);
    let white = Seat {
        player: &mut white,
        pace: Pace::Nodes(1),
    };
    let black = Seat {
        player: &mut black,
        pace: Pace::Nodes(1),
    };
    assert!(play(white, black, &Game::default(), &GameRules::default(), &stop).is_none());
}

#[test]
fn players_who_agree_may_stop_early() {
    let mut white = Scripted::new(&[("f3", -700, 5), ("g4", -800, 5)]);
    let mut black = Scripted::new(&[("e5", 700, 5), ("d5", 800, 5)]);
    let rules = GameRules {
        resign: Some("2,600".parse().unwrap()),
        ..GameRules::default()
    };
    let game = game_of(&mut white, &mut black, rules);
    let winner = Color::Black;
    assert_eq!(game.ending, Ending::WonByAgreement { winner });
}
