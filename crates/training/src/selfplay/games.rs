//! Plays games of the engine against itself, in order.

use std::ops::{ControlFlow, Range};

use bstar_board::Game;
use bstar_engine::{Evaluation, Settings};

use bstar_arena::openings::{Sanity, random_walk, searched_score};
use bstar_arena::player::{Pace, Player, PlayerFault, PlayerKind, PlayerSpec};
use bstar_arena::referee::{GameRules, PlayedGame, Seat, play};
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};

/// The player of both sides, with a table of `hash` MiB.
pub(crate) fn player(hash: u32) -> String {
    format!("alphabeta,Hash={hash}")
}

/// Every game begins with at least this many random half moves. There are [`RANDOM_PLY_COUNTS`]
/// different numbers of them.
pub(crate) const MIN_RANDOM_PLIES: usize = 8;
pub(crate) const RANDOM_PLY_COUNTS: usize = 3;

/// A start with a larger value for either side is thrown away.
pub(crate) const MAX_START_CENTIPAWNS: i32 = 300;

/// The nodes of the search that values a start.
pub(crate) const START_CHECK_NODES: u64 = 2_000;

/// Where the record of a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// At the start position of chess. The random moves are the first of the game.
    StartPosition,
    /// After the random moves. Earlier positions are forgotten.
    AfterRandomMoves,
}

/// The games of a seed, and how they are played.
#[derive(Clone, Debug)]
pub(crate) struct SelfPlayGames {
    /// The nodes for every move.
    pub nodes: u64,
    /// The table of either side, in MiB.
    pub hash: u32,
    pub seed: u64,
    /// When a game is adjudicated.
    pub rules: GameRules,
    /// Where the record of a game begins.
    pub beginning: Beginning,
    /// The evaluation of both sides.
    pub evaluation: Evaluation,
}

impl SelfPlayGames {
    /// Plays the games with these numbers and hands them over in order, until there are no more,
    /// `stop` is set or `take` fails.
    pub fn play<E: From<PlayerFault>>(
        &self,
        jobs: usize,
        numbers: Range<usize>,
        stop: &Stop,
        mut take: impl FnMut(usize, PlayedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let here = stop.child();
        let mut next = numbers.start;
        let mut order = InOrder::from(next);
        let mut failure = None;
        let hire = || {
            let mut play = self.clone().hire(&here);
            move |number: usize| (number, play(number))
        };
        work(jobs, numbers, &here, hire, |(number, game)| {
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

    /// Two players who play game after game, by their numbers. There is no game if they were
    /// stopped.
    pub fn hire(
        self,
        stop: &Stop,
    ) -> impl FnMut(usize) -> Result<Option<PlayedGame>, PlayerFault> + Send + use<> {
        let stop = stop.clone();
        let spec = self.player();
        let mut players = [spec.start(&stop), spec.start(&stop)];
        move |number| match &mut players {
            [Ok(white), Ok(black)] => self.game(white.as_mut(), black.as_mut(), number, &stop),
            [Err(fault), _] | [_, Err(fault)] => Err(fault.clone()),
        }
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

    /// Plays one game. Returns `None` if it was stopped.
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
            let plies = MIN_RANDOM_PLIES + random.below(RANDOM_PLY_COUNTS);
            if let Some(game) = random_walk(white, &mut random, plies, Sanity::Any)?
                && searched_score(white, &game, START_CHECK_NODES, Vec::new())?.abs()
                    <= MAX_START_CENTIPAWNS
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
