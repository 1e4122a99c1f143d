//! A board at which the games of a match are played, one after the other.

use bstar_kit::stop::Stop;

use super::error::ContestError;
use super::plan::{Contest, Contestant};
use crate::openings::Opening;
use crate::player::Player;
use crate::referee::{PlayedGame, Seat, play};

/// How often a player may fail to get ready for a game before the match is given up.
const MAX_START_TRIES: usize = 3;

/// A board of a match. Its two players are started for the first game.
pub(super) struct Board<'a> {
    contest: &'a Contest,
    stop: &'a Stop,
    players: [Option<Box<dyn Player>>; 2],
}

impl<'a> Board<'a> {
    /// A board without players.
    pub fn new(contest: &'a Contest, stop: &'a Stop) -> Board<'a> {
        Board {
            contest,
            stop,
            players: [None, None],
        }
    }

    /// Plays the game with this number. There is none if it was stopped.
    pub fn play(&mut self, number: usize) -> Result<Option<PlayedGame>, ContestError> {
        if self.stop.is_set() {
            return Ok(None);
        }
        let contest = self.contest;
        let opening = contest.opening(number);
        for side in [Contestant::First, Contestant::Second] {
            let ready = self.get_ready(side, opening);
            if ready.is_err() && self.stop.explains_a_failure() {
                return Ok(None);
            }
            ready?;
        }
        let [Some(first), Some(second)] = &mut self.players else {
            return Ok(None);
        };
        let first = Seat {
            player: first.as_mut(),
            pace: contest.pace_of(Contestant::First),
        };
        let second = Seat {
            player: second.as_mut(),
            pace: contest.pace_of(Contestant::Second),
        };
        let first_is_white = Contest::white(number) == Contestant::First;
        let (white, black) = if first_is_white {
            (first, second)
        } else {
            (second, first)
        };
        Ok(play(white, black, &opening.game, &contest.rules, self.stop))
    }

    fn get_ready(&mut self, side: Contestant, opening: &Opening) -> Result<(), ContestError> {
        let refused = |fault| ContestError::Player {
            name: self.contest.name(side),
            fault,
        };
        let spec = &self.contest.players[side as usize];
        let player = match &mut self.players[side as usize] {
            Some(player) => player,
            player @ None => player.insert(spec.start(self.stop).map_err(refused)?),
        };
        let mut tries = 1;
        while let Err(fault) = player.new_game(opening.game.start()) {
            if tries == MAX_START_TRIES || self.stop.is_set() {
                return Err(refused(fault));
            }
            tries += 1;
        }
        Ok(())
    }
}
