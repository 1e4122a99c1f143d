//! One game between two players, from an opening to its end.
//!
//! [`play`] asks the players in turn, keeps their clocks and watches over the rules. Whoever crashes, stalls, plays an illegal move
//! or oversteps his time loses, and the [`Ending`] says so. Optionally games are ended early when both
//! players agree about the result ([`DrawRule`], [`ResignRule`]).
//!
//! Who has moved may think ahead about the reply he expects; his clock stands until that or another reply is there. What his foresight was worth is in
//! the [`Note`] of his next move.

mod adjudication;
mod clock;
mod ending;
mod record;

use std::time::Duration;

use bstar_board::{Color, Game, Move};
use serde::{Deserialize, Serialize};

pub use adjudication::Adjudicator;
pub use adjudication::{DrawRule, ResignRule, RuleError};
pub use ending::{Ending, FaultKind};
pub use record::{GameTags, Timing, write_pgn};

use crate::player::{Chosen, Fault, Foresight, Pace, Player, Score, Turn};
use crate::trees::Tree;
use bstar_kit::parallel::Stop;
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
    /// What thinking on the opponent's time came to, if he did.
    pub ahead: Option<Ahead>,
}

/// What thinking on the opponent's time came to for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ahead {
    /// The opponent played another move than was thought about.
    Miss,
    /// He played it, and the player went on thinking.
    Hit,
    /// He played it, and the player's answer was ready: it came within [`AT_ONCE`], or within a tenth of the time he could have spent (for which
    /// 1/25 of his clock and the increment are taken, or the time for every move).
    Ready,
}

/// Who answers within this time did not think.
pub const AT_ONCE: Duration = Duration::from_millis(5);

impl Ahead {
    fn of(chosen: &Chosen, clock: &ChessClock) -> Option<Ahead> {
        Some(match chosen.foresight? {
            Foresight::Miss => Ahead::Miss,
            Foresight::Hit if chosen.elapsed <= AT_ONCE.max(clock.share() / 10) => Ahead::Ready,
            Foresight::Hit => Ahead::Hit,
        })
    }
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
    let played = play_on(&mut white, &mut black, opening, rules, stop);
    white.player.rest();
    black.player.rest();
    played
}

fn play_on<'a>(
    white: &mut Seat<'a>,
    black: &mut Seat<'a>,
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
            Color::White => &mut *white,
            Color::Black => &mut *black,
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
        let ahead = Ahead::of(&chosen, &clocks[mover as usize]);
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
            ahead,
        });
        if let Some(ending) = adjudicator.look(&game, mover, chosen.score) {
            // A game that is over on the board is not decided at the table.
            break game.outcome().map_or(ending, Ending::Rules);
        }
        if let Some(expected) = chosen.expected.and_then(|reply| after(&game, reply)) {
            let turn = Turn::new(
                ChessClock::budget(&clocks, mover),
                clocks[mover as usize].patience(rules),
            );
            if let Err(fault) = seat.player.think_ahead(&expected, &turn) {
                if stop.explains_a_failure() {
                    return None;
                }
                break Ending::fault(mover, &fault);
            }
        }
    };
    Some(PlayedGame {
        opening_plies: opening.moves().len(),
        game,
        notes,
        ending,
    })
}

/// The game with one more move, if that is legal and leaves something to think about.
fn after(game: &Game, reply: Move) -> Option<Game> {
    if game.outcome().is_some() {
        return None;
    }
    let mut expected = game.clone();
    expected.play(reply).ok()?;
    expected.outcome().is_none().then_some(expected)
}

#[cfg(test)]
mod tests;
