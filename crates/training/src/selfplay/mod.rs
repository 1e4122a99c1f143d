//! Games of the engine against itself: what an evaluation learns from.
//!
//! Each game begins with eight to ten random moves; a start that a quick search finds lopsided is thrown away and another one
//! drawn. Game `n` depends on the settings, the seed and `n` alone, and games come out in order. So a file can be continued: the
//! games that are whole stay, the rest is made as if nothing had happened.
//!
//! [`SelfPlay`] writes such games as PGN, for the tuner; [`datagen`](crate::datagen) packs them for a network.

mod sheets;

use std::ops::{ControlFlow, Range};

use bstar_board::Game;
use bstar_engine::{Evaluation, Settings};

use bstar_arena::openings::{Sanity, random_walk, searched_score};
use bstar_arena::player::{Pace, Player, PlayerFault, PlayerKind, PlayerSpec};
use bstar_arena::referee::{GameRules, PlayedGame, Seat, play};
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};

pub use sheets::{SelfPlay, SelfPlayError};

/// Who plays, on both sides, with a table of so many MiB.
pub(crate) fn player(hash: u32) -> String {
    format!("alphabeta,Hash={hash}")
}

/// Every game begins with so many random moves, or up to [`SPREAD`]` - 1` more.
pub(crate) const FEWEST_PLIES: usize = 8;
pub(crate) const SPREAD: usize = 3;

/// A start further from balance than this many centipawns is thrown away.
pub(crate) const LOPSIDED: i32 = 300;

/// The nodes of the search that says so.
pub(crate) const GLANCE: u64 = 2_000;

/// Where a game begins that has random moves before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// At the start position of chess: the random moves are its first.
    StartPosition,
    /// Where they ended. It knows nothing of what stood on the board before.
    AfterRandomMoves,
}

/// The games of a seed.
#[derive(Clone, Debug)]
pub(crate) struct OwnGames {
    /// The nodes of every move.
    pub nodes: u64,
    /// The table of either side, in MiB.
    pub hash: u32,
    /// Which ones.
    pub seed: u64,
    /// How many at a time.
    pub jobs: usize,
    /// Adjudication.
    pub rules: GameRules,
    /// What belongs to a game.
    pub beginning: Beginning,
    /// By what both sides evaluate.
    pub evaluation: Evaluation,
}

impl OwnGames {
    /// Plays the games with these numbers and hands them over in order, until there are no more, `stop` is set or `take` fails.
    pub fn play<E: From<PlayerFault>>(
        &self,
        numbers: Range<usize>,
        stop: &Stop,
        mut take: impl FnMut(usize, PlayedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let spec = self.player();
        let here = stop.child();
        let mut next = numbers.start;
        let mut order = InOrder::from(next);
        let mut failure = None;
        let hire = || {
            let mut players = [spec.start(&here), spec.start(&here)];
            let here = &here;
            move |number: usize| {
                let game = match &mut players {
                    [Ok(white), Ok(black)] => {
                        self.game(white.as_mut(), black.as_mut(), number, here)
                    }
                    [Err(fault), _] | [_, Err(fault)] => Err(fault.clone()),
                };
                (number, game)
            }
        };
        work(self.jobs, numbers, &here, hire, |(number, game)| {
            for game in order.put(number, game) {
                let taken = match game {
                    Ok(Some(game)) => take(next, game),
                    Ok(None) => return ControlFlow::Break(()),
                    Err(fault) => Err(fault.into()),
                };
                if let Err(error) = taken {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                next += 1;
            }
            ControlFlow::Continue(())
        });
        failure.map_or(Ok(()), Err)
    }

    fn player(&self) -> PlayerSpec {
        let mut spec: PlayerSpec = player(self.hash).parse().expect("a good specification");
        if let PlayerKind::BuiltIn(settings) = &mut spec.kind {
            **settings = Settings {
                evaluation: self.evaluation.clone(),
                ..(**settings).clone()
            };
        }
        spec
    }

    /// One game, or nothing when it was stopped.
    fn game(
        &self,
        white: &mut dyn Player,
        black: &mut dyn Player,
        number: usize,
        stop: &Stop,
    ) -> Result<Option<PlayedGame>, PlayerFault> {
        let mut random = Random::new(self.seed, number as u64);
        let opening = loop {
            if stop.is_set() {
                return Ok(None);
            }
            let plies = FEWEST_PLIES + random.below(SPREAD);
            if let Some(game) = random_walk(white, &mut random, plies, Sanity::Any)?
                && searched_score(white, &game, GLANCE, Vec::new())?.abs() <= LOPSIDED
            {
                break game;
            }
        };
        let opening = match self.beginning {
            Beginning::StartPosition => opening,
            Beginning::AfterRandomMoves => Game::new(opening.position().clone()),
        };
        white.new_game(opening.start())?;
        black.new_game(opening.start())?;
        let pace = Pace::Nodes(self.nodes);
        let white = Seat {
            player: white,
            pace,
        };
        let black = Seat {
            player: black,
            pace,
        };
        Ok(play(white, black, &opening, &self.rules, stop))
    }
}
