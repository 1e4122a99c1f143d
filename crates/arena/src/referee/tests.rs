//! Players that do as they are told, well or badly.

use std::time::Duration;

use bstar_board::score::Score;
use bstar_board::{Color, Game, Move, Outcome, Position, san};
use bstar_kit::stop::Stop;

use super::play::after;
use super::*;
use crate::player::{
    Budget, ChosenMove, MoveRequest, Pace, Player, PlayerFault, PonderGuess, SearchUpdate,
};

/// Plays the moves of a list, each with a score and a time; then whatever comes.
struct Scripted {
    script: Vec<Result<(&'static str, i32, u64), PlayerFault>>,
    budgets: Vec<Budget>,
    /// The replies it expects.
    expects: Vec<&'static str>,
    ahead: Option<Game>,
    log: Vec<String>,
}

impl Scripted {
    fn new(script: &[(&'static str, i32, u64)]) -> Scripted {
        Scripted {
            script: script.iter().rev().map(|line| Ok(*line)).collect(),
            budgets: Vec::new(),
            expects: Vec::new(),
            ahead: None,
            log: Vec::new(),
        }
    }

    fn failing(fault: PlayerFault) -> Scripted {
        Scripted {
            script: vec![Err(fault)],
            budgets: Vec::new(),
            expects: Vec::new(),
            ahead: None,
            log: Vec::new(),
        }
    }
}

impl Player for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn new_game(&mut self, _start: &Position) -> Result<(), PlayerFault> {
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &MoveRequest,
        _watch: &mut dyn FnMut(&SearchUpdate),
    ) -> Result<ChosenMove, PlayerFault> {
        self.budgets.push(request.budget);
        let (word, score, millis) = self.script.pop().expect("the script is long enough")?;
        let illegal: Move = "a1a1".parse().unwrap();
        let guess = self.ahead.take().map(|ahead| {
            if ahead.moves() == game.moves() {
                PonderGuess::Hit
            } else {
                PonderGuess::Miss
            }
        });
        let mv = san::parse(game.position(), word).unwrap_or(illegal);
        let expected = self.expects.pop().and_then(|reply| {
            let mut after = game.clone();
            after.play(mv).ok()?;
            san::parse(after.position(), reply).ok()
        });
        Ok(ChosenMove {
            expected_score: None,
            mv,
            score: Some(Score::cp(score)),
            depth: 1,
            nodes: 1,
            elapsed: Duration::from_millis(millis),
            tree: None,
            expected,
            guess,
        })
    }

    fn think_ahead(&mut self, expected: &Game, request: &MoveRequest) -> Result<(), PlayerFault> {
        let reply = expected.moves().last().unwrap();
        let Budget::Clock { white, black } = request.budget else {
            panic!("no clock");
        };
        self.log.push(format!(
            "{reply} {} {}",
            white.time.as_millis(),
            black.time.as_millis()
        ));
        self.ahead = Some(expected.clone());
        match self.script.last() {
            // A player whose script has only a fault left may have it here.
            Some(Err(fault @ PlayerFault::Crashed(_))) => Err(fault.clone()),
            _ => Ok(()),
        }
    }

    fn rest(&mut self) {
        self.ahead = None;
        self.log.push("rest".to_owned());
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
    let mut black = Scripted::failing(PlayerFault::Crashed("signal 11".to_owned()));
    let game = game_of(&mut white, &mut black, GameRules::default());
    assert_eq!(game.ending.winner(), Some(Color::White));
    assert_eq!(game.ending.to_string(), "Black crashed: signal 11");
}

#[test]
fn a_game_that_was_stopped_has_no_result() {
    let stop = Stop::new();
    stop.set();
    let mut white = Scripted::failing(PlayerFault::Crashed("interrupted".to_owned()));
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
fn players_that_agree_may_stop_early() {
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

#[test]
fn a_player_that_thinks_ahead_is_told_of_the_clocks_and_judged_by_what_it_expected() {
    let mut white = Scripted::new(&[("f3", 0, 300), ("a3", 0, 3), ("b3", 0, 200), ("g4", 0, 5)]);
    white.expects = vec!["Nc6", "Nc6", "a6", "e5"];
    let mut black = Scripted::new(&[("e5", 0, 50), ("a6", 0, 50), ("b6", 0, 50), ("Qh4", 0, 5)]);
    let game = game_of(&mut white, &mut black, GameRules::default());
    let outcomes: Vec<_> = game
        .notes
        .iter()
        .map(|note| note.pondering)
        .step_by(2)
        .collect();
    assert_eq!(
        outcomes,
        [
            None,
            Some(PonderOutcome::Ready),
            Some(PonderOutcome::Hit),
            Some(PonderOutcome::Miss)
        ]
    );
    // No player thinks ahead of the end: after 4. g4 Nc6 was possible, but the game ended with Qh4.
    assert_eq!(
        white.log,
        [
            "e7e5 800 1000",
            "a7a6 897 1050",
            "b8c6 797 1100",
            "b8c6 892 1150",
            "rest"
        ]
    );
    assert_eq!(black.log, ["rest"]);
    assert_eq!(white.ahead.map(|_| ()), None);
}

#[test]
fn a_player_that_crashes_when_it_is_to_think_ahead_loses() {
    let mut white = Scripted::failing(PlayerFault::Crashed("signal 9".to_owned()));
    white.script.push(Ok(("e4", 0, 5)));
    white.expects = vec!["e5"];
    let mut black = Scripted::new(&[]);
    let game = game_of(&mut white, &mut black, GameRules::default());
    assert_eq!(game.ending.to_string(), "White crashed: signal 9");
    assert_eq!(game.ending.winner(), Some(Color::Black));
    // The move before it was made.
    assert_eq!(game.game.moves().len(), 1);
}

#[test]
fn no_player_thinks_about_a_reply_that_ends_the_game_or_is_none() {
    let game = |words: &[&str]| {
        let mut game = Game::default();
        for word in words {
            let mv = san::parse(game.position(), word).unwrap();
            game.play(mv).unwrap();
        }
        game
    };
    let mate: Move = "d8h4".parse().unwrap();
    let quiet: Move = "b8c6".parse().unwrap();
    let before = game(&["f3", "e5", "g4"]);
    assert!(after(&before, mate).is_none());
    assert!(after(&before, "a1a1".parse().unwrap()).is_none());
    assert_eq!(after(&before, quiet).unwrap().moves().len(), 4);
    assert!(after(&game(&["f3", "e5", "g4", "Qh4"]), quiet).is_none());
}
