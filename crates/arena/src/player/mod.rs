//! Anything that can be asked for a move.
//!
//! [`Player`] is the one thing a match or a suite knows about an engine. [`BuiltIn`] is our own, called directly;
//! [`UciPlayer`] is any other, in a process of its own. Which one, and with which options, is written in a
//! [`PlayerSpec`]: `alphabeta,Hash=16` or `stockfish,Threads=1`.
//!
//! A player whose specification says `ponder=true` thinks on its opponent's time. After its move it is told to
//! [think ahead](Player::think_ahead) about the reply it expects, and does so in a thread or process of its own. Asked for its next move, it sees
//! whether that reply came: if so it goes on with what it has, if not it stops and begins anew. Both are on its own clock, which only runs while it is asked.

mod built_in;
mod pace;
mod spec;
mod uci;

use std::time::Duration;

use bstar_board::{Color, Game, Move, Position};
use bstar_engine::TreeFacts;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use built_in::BuiltIn;
pub use pace::{Pace, PaceError};
pub use spec::{PlayerKind, PlayerSpec, SpecError};
pub use uci::UciPlayer;

use bstar_kit::parallel::Stop;

/// Something that plays chess.
pub trait Player: Send {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// A new game begins at this position: forget everything.
    fn new_game(&mut self, start: &Position) -> Result<(), Fault>;

    /// Chooses a move. `watch` is told whenever a search has something new to say, as far as it says so at all.
    fn choose(
        &mut self,
        game: &Game,
        turn: &Turn,
        watch: &mut dyn FnMut(&Glimpse),
    ) -> Result<Chosen, Fault>;

    /// Begins to think on the opponent's time, about `expected`: the game with the reply that is hoped for. The turn is the one it will have then.
    /// Comes back at once. A player that does not think ahead does nothing.
    fn think_ahead(&mut self, _expected: &Game, _turn: &Turn) -> Result<(), Fault> {
        Ok(())
    }

    /// Stops thinking ahead: the game is over. When this comes back, nothing runs any more.
    fn rest(&mut self) {}
}

/// What a player may spend on a move.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The limit.
    pub budget: Budget,
    /// The moves to choose from; empty means all.
    pub only: Vec<Move>,
    /// After this long without an answer the player counts as stalled.
    pub patience: Duration,
}

impl Turn {
    /// A turn with all moves allowed.
    pub fn new(budget: Budget, patience: Duration) -> Turn {
        Turn {
            budget,
            only: Vec::new(),
            patience,
        }
    }
}

/// The limit of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Chess clocks: what is left to White and to Black.
    Clock {
        /// White's clock.
        white: Remaining,
        /// Black's clock.
        black: Remaining,
    },
    /// A number of nodes.
    Nodes(u64),
    /// A fixed time.
    MoveTime(Duration),
    /// A fixed depth.
    Depth(u32),
}

impl Budget {
    /// What is left when so much time is gone already, and never nothing. Who is to move says whose clock it was on.
    fn less(self, gone: Duration, mover: Color) -> Budget {
        const MOMENT: Duration = Duration::from_millis(1);
        let rest = |time: Duration| time.saturating_sub(gone).max(MOMENT);
        match self {
            Budget::Clock {
                mut white,
                mut black,
            } => {
                let own = match mover {
                    Color::White => &mut white,
                    Color::Black => &mut black,
                };
                own.time = rest(own.time);
                Budget::Clock { white, black }
            }
            Budget::MoveTime(time) => Budget::MoveTime(rest(time)),
            other @ (Budget::Nodes(_) | Budget::Depth(_)) => other,
        }
    }

    /// The same limit many times over. Depth is not a quantity that multiplies: a depth search is given as many times
    /// the nodes it used.
    pub fn times(self, factor: u32, nodes_used: u64) -> Budget {
        match self {
            Budget::Nodes(nodes) => Budget::Nodes(nodes.saturating_mul(u64::from(factor))),
            Budget::MoveTime(time) => Budget::MoveTime(time.saturating_mul(factor)),
            Budget::Depth(_) => Budget::Nodes(nodes_used.max(1).saturating_mul(u64::from(factor))),
            clock @ Budget::Clock { .. } => clock,
        }
    }
}

/// One side of a chess clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// The time left.
    pub time: Duration,
    /// What every move adds.
    pub increment: Duration,
}

/// A score from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves; negative when it is the side to move that is mated.
    Mate(i32),
}

impl Score {
    /// The score as one number that keeps the order; mates are far above everything else.
    pub fn as_centipawns(self) -> i32 {
        const MATE: i32 = 30_000;
        match self {
            Score::Cp(value) => value.clamp(-MATE / 2, MATE / 2),
            Score::Mate(moves) if moves > 0 => MATE - moves.min(1000),
            Score::Mate(moves) => -MATE - moves.max(-1000),
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Score::Cp(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Score::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Score::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// What a search has to say before it ends.
#[derive(Clone, Debug)]
pub struct Glimpse {
    /// The move it would play now.
    pub best: Move,
    /// What it thinks of it.
    pub score: Score,
    /// How deep it has looked.
    pub depth: u32,
    /// How many nodes it has visited.
    pub nodes: u64,
    /// How long it has searched.
    pub elapsed: Duration,
}

/// A move and what is known about how it was found.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The move.
    pub mv: Move,
    /// What the player thinks of its position.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: u32,
    /// How many nodes it visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// What its tree was like, if it has one and tells.
    pub tree: Option<TreeFacts>,
    /// The reply it expects, if it says so.
    pub expected: Option<Move>,
    /// Whether the opponent's last move was the one it had thought about ahead; nothing if it had not.
    pub foresight: Option<Foresight>,
}

/// How well a player foresaw the move it thought about on the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foresight {
    /// The opponent played something else.
    Miss,
    /// The opponent played the move.
    Hit,
}

/// Why a player has no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started, or not with these options.
    #[error("cannot be started: {0}")]
    Start(String),
    /// Its process ended or cannot be talked to any more.
    #[error("crashed: {0}")]
    Crashed(String),
    /// No answer in time.
    #[error("stalled: no answer after {:.1} s", .after.as_secs_f64())]
    Stalled {
        /// How long it was waited for.
        after: Duration,
    },
    /// It answered with a move that is not legal.
    #[error("answered with the illegal move {0}")]
    IllegalMove(String),
    /// It said something that is not an answer.
    #[error("broke the protocol: {0}")]
    Protocol(String),
}

impl PlayerSpec {
    /// Starts the player. A built-in player ends its search early when `stop` is set.
    pub fn start(&self, stop: &Stop) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.kind {
            PlayerKind::BuiltIn(_) => Box::new(BuiltIn::start(self, stop.clone())?),
            PlayerKind::Uci { .. } => Box::new(UciPlayer::start(self)?),
        })
    }
}

/// Are these the same moves from the same start?
fn is_same_game(one: &Game, other: &Game) -> bool {
    one.moves() == other.moves() && one.start() == other.start()
}

/// Does this position need the castling rules of Chess960: a king or rook with rights that stands where ordinary chess
/// never has it?
pub fn needs_chess960(position: &Position) -> bool {
    use bstar_board::{CastlingSide, File};
    [Color::White, Color::Black].into_iter().any(|color| {
        [
            (CastlingSide::Short, File::H),
            (CastlingSide::Long, File::A),
        ]
        .into_iter()
        .any(|(side, usual)| {
            position
                .castling_rook(color, side)
                .is_some_and(|rook| rook != usual || position.king(color).file() != File::E)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_order_as_numbers() {
        let rising = [
            Score::Mate(-1),
            Score::Mate(-7),
            Score::Cp(-900),
            Score::Cp(0),
            Score::Cp(i32::MAX),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(
            rising
                .windows(2)
                .all(|pair| pair[0].as_centipawns() < pair[1].as_centipawns())
        );
    }

    #[test]
    fn scores_as_people_read_them() {
        let shown = [
            Score::Cp(35),
            Score::Cp(-120),
            Score::Mate(3),
            Score::Mate(-2),
        ]
        .map(|s| s.to_string());
        assert_eq!(shown, ["+0.35", "-1.20", "+M3", "-M2"]);
    }

    #[test]
    fn only_unusual_castling_is_chess960() {
        assert!(!needs_chess960(&Position::start()));
        assert!(!needs_chess960(&Position::chess960_start(518).unwrap()));
        assert!(needs_chess960(&Position::chess960_start(0).unwrap()));
    }

    #[test]
    fn time_that_is_gone_is_taken_from_the_own_clock() {
        let ms = Duration::from_millis;
        let side = |time| Remaining {
            time: ms(time),
            increment: ms(5),
        };
        let both = |white, black| Budget::Clock {
            white: side(white),
            black: side(black),
        };
        assert_eq!(both(100, 90).less(ms(30), Color::Black), both(100, 60));
        assert_eq!(both(20, 90).less(ms(30), Color::White), both(1, 90));
        assert_eq!(
            Budget::Nodes(7).less(ms(30), Color::White),
            Budget::Nodes(7)
        );
        assert_eq!(
            Budget::MoveTime(ms(50)).less(ms(30), Color::White),
            Budget::MoveTime(ms(20))
        );
    }

    #[test]
    fn a_longer_search_of_a_fixed_depth_is_counted_in_nodes() {
        assert_eq!(Budget::Depth(6).times(10, 500), Budget::Nodes(5000));
        assert_eq!(Budget::Nodes(7).times(10, 500), Budget::Nodes(70));
    }
}
