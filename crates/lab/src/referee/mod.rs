//! One game between two players, from an opening to its end.
//!
//! [`play`] asks the players in turn, keeps their clocks and watches over the rules. Whoever crashes, stalls, plays an illegal move
//! or oversteps his time loses, and the [`Ending`] says so. Optionally games are ended early when both
//! players agree about the result ([`DrawRule`], [`ResignRule`]).

mod adjudication;
mod clock;
mod ending;
mod record;

use std::time::Duration;

use bstar_board::{Color, Game};

pub use adjudication::{DrawRule, ResignRule, RuleError};
pub use ending::{Ending, FaultKind};
pub use record::{GameTags, Timing, write_pgn};

use crate::parallel::Stop;
use crate::player::{Fault, Pace, Player, Score, Turn};
use crate::trees::Tree;
use adjudication::Adjudicator;
use clock::{ChessClock, Overstep};

/// What a game is played by, beside the rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// How much a player may overstep a time limit before he loses.
    pub margin: Duration,
    /// How long a player is waited for when no clock says when he has lost; with a clock, how long beyond it.
    pub patience: Duration,
    /// When to call a game a draw.
    pub draw: Option<DrawRule>,
    /// When to call a game won.
    pub resign: Option<ResignRule>,
}

impl Default for GameRules {
    fn default() -> Self {
        GameRules {
            margin: Duration::from_millis(10),
            patience: Duration::from_secs(60),
            draw: None,
            resign: None,
        }
    }
}

/// A player at the board, and how fast he plays.
pub struct Seat<'a> {
    /// Who.
    pub player: &'a mut dyn Player,
    /// How fast.
    pub pace: Pace,
}

/// What is known about a move that was played, beside the move itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// The mover's opinion, from his own side.
    pub score: Option<Score>,
    /// How deep he looked.
    pub depth: u32,
    /// How long he took.
    pub elapsed: Duration,
    /// What his tree was like, if he has one and tells.
    pub tree: Option<Tree>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// All moves, those of the opening included.
    pub game: Game,
    /// How many moves the opening had.
    pub opening_plies: usize,
    /// A note for every move after the opening.
    pub notes: Vec<Note>,
    /// How it ended.
    pub ending: Ending,
}

/// Plays a game from an opening. Nothing comes back when `stop` was set before the end.
///
/// Players must have been told of the new game already.
pub fn play<'a>(
    mut white: Seat<'a>,
    mut black: Seat<'a>,
    opening: &Game,
    rules: &GameRules,
    stop: &Stop,
) -> Option<PlayedGame> {
    let mut game = opening.clone();
    let mut notes = Vec::new();
    let mut clocks = [ChessClock::new(white.pace), ChessClock::new(black.pace)];
    let mut adjudicator = Adjudicator::new(rules.draw, rules.resign);
    let ending = loop {
        if let Some(outcome) = game.outcome() {
            break Ending::Rules(outcome);
        }
        let mover = game.position().side_to_move();
        let seat = match mover {
            Color::White => &mut white,
            Color::Black => &mut black,
        };
        let budget = ChessClock::budget(&clocks, mover);
        let patience = clocks[mover as usize].patience(rules);
        let answer = seat
            .player
            .choose(&game, &Turn::new(budget, patience), &mut |_| {});
        let crashed = matches!(answer, Err(Fault::Crashed(_)));
        if stop.is_set() || crashed && stop.explains_a_failure() {
            return None;
        }
        let chosen = match answer {
            Ok(chosen) => chosen,
            Err(fault) => break Ending::fault(mover, &fault),
        };
        if let Err(Overstep { by }) = clocks[mover as usize].press(chosen.elapsed, rules.margin) {
            break Ending::TimeForfeit { loser: mover, by };
        }
        if game.play(chosen.mv).is_err() {
            break Ending::fault(mover, &Fault::IllegalMove(chosen.mv.to_string()));
        }
        notes.push(Note {
            score: chosen.score,
            depth: chosen.depth,
            elapsed: chosen.elapsed,
            tree: chosen.tree.map(Tree::from),
        });
        if let Some(ending) = adjudicator.look(&game, mover, chosen.score) {
            // A game that is over on the board is not decided at the table.
            break game.outcome().map_or(ending, Ending::Rules);
        }
    };
    Some(PlayedGame {
        opening_plies: opening.moves().len(),
        game,
        notes,
        ending,
    })
}

#[cfg(test)]
mod tests;
