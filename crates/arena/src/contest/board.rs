//! A board at which the games of a match are played, one after the other.

use bstar_kit::stop::Stop;

use serde::{Deserialize, Serialize};

use super::plan::{Contest, Contestant};
use crate::openings::{Book, Opening};
use crate::player::{Player, PlayerFault};
use crate::referee::{PlayedGame, Seat, play};

/// How often a player may fail to get ready for a game before the match is given up.
const MAX_START_TRIES: usize = 3;

/// A player that could not be started, or not for another game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StartFault {
    pub name: String,
    pub fault: PlayerFault,
}

/// A board of a match. Its two players are started for the first game.
pub(super) struct Board {
    /// The match, with the opening of the present game.
    pub contest: Contest,
    stop: Stop,
    players: [Option<Box<dyn Player>>; 2],
}

impl Board {
    /// A board without players.
    pub fn new(contest: Contest, stop: Stop) -> Board {
        Board {
            contest,
            stop,
            players: [None, None],
        }
    }

    /// Plays the game with this number from this opening. There is none if it was stopped.
    pub fn play(
        &mut self,
        number: usize,
        opening: Opening,
    ) -> Result<Option<PlayedGame>, StartFault> {
        if self.stop.is_set() {
            return Ok(None);
        }
        for side in [Contestant::First, Contestant::Second] {
            let ready = self.get_ready(side, &opening);
            if ready.is_err() && self.stop.explains_a_failure() {
                return Ok(None);
            }
            ready?;
        }
        self.contest.book = Book::only(opening);
        let contest = &self.contest;
        let opening = contest.opening(number);
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
        Ok(play(
            white,
            black,
            &opening.game,
            &contest.rules,
            &self.stop,
        ))
    }

    fn get_ready(&mut self, side: Contestant, opening: &Opening) -> Result<(), StartFault> {
        let name = self.contest.name(side);
        let refused = |fault| StartFault { name, fault };
        let spec = &self.contest.players[side as usize];
        let player = match &mut self.players[side as usize] {
            Some(player) => player,
            player @ None => match spec.start(&self.stop) {
                Ok(started) => player.insert(started),
                Err(fault) => return Err(refused(fault)),
            },
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
