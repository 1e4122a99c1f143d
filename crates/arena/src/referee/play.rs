//! Playing one game.

use bstar_board::{Color, Game, Move};
use bstar_kit::stop::Stop;

use super::adjudication::Adjudicator;
use super::clock::{ChessClock, Overstep};
use super::ending::Ending;
use super::played::{MoveNote, PlayedGame, PonderOutcome};
use super::rules::GameRules;
use crate::player::{MoveRequest, Pace, Player, PlayerFault};
use crate::trees::TreeSummary;

/// A player at the board, and how fast it plays.
pub struct Seat<'a> {
    pub player: &'a mut dyn Player,
    /// How fast it plays.
    pub pace: Pace,
}

/// Plays a game from an opening. There is no game if `stop` was set before its end.
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
            .choose(&game, &MoveRequest::new(budget, patience), &mut |_| {});
        let crashed = matches!(answer, Err(PlayerFault::Crashed(_)));
        if stop.is_set() || crashed && stop.explains_a_failure() {
            return None;
        }
        let chosen = match answer {
            Ok(chosen) => chosen,
            Err(fault) => break Ending::fault(mover, &fault),
        };
        let pondering = PonderOutcome::of(&chosen, &clocks[mover as usize]);
        if let Err(Overstep { by }) = clocks[mover as usize].press(chosen.elapsed, rules.margin) {
            break Ending::TimeForfeit { loser: mover, by };
        }
        if game.play(chosen.mv).is_err() {
            break Ending::fault(mover, &PlayerFault::IllegalMove(chosen.mv.to_string()));
        }
        notes.push(MoveNote {
            score: chosen.score,
            depth: chosen.depth,
            elapsed: chosen.elapsed,
            tree: chosen.tree.map(TreeSummary::from),
            pondering,
        });
        if let Some(ending) = adjudicator.note_move(&game, mover, chosen.score) {
            // The rules of chess come before an agreement.
            break game.outcome().map_or(ending, Ending::Rules);
        }
        if let Some(expected) = chosen.expected.and_then(|reply| after(&game, reply)) {
            let request = MoveRequest::new(
                ChessClock::budget(&clocks, mover),
                clocks[mover as usize].patience(rules),
            );
            if let Err(fault) = seat.player.think_ahead(&expected, &request) {
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
pub(super) fn after(game: &Game, reply: Move) -> Option<Game> {
    if game.outcome().is_some() {
        return None;
    }
    let mut expected = game.clone();
    expected.play(reply).ok()?;
    expected.outcome().is_none().then_some(expected)
}
