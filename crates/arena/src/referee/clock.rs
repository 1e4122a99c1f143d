//! A player's clock.

use std::time::Duration;

use bstar_board::Color;

use super::rules::GameRules;
use crate::player::{Budget, Pace, Remaining};

/// A player's pace, and what is left on its clock if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChessClock {
    pace: Pace,
    left: Duration,
}

/// A limit was overstepped by more than the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overstep {
    pub by: Duration,
}

impl ChessClock {
    pub fn new(pace: Pace) -> ChessClock {
        let left = match pace {
            Pace::Clock { base, .. } => base,
            _ => Duration::ZERO,
        };
        ChessClock { pace, left }
    }

    /// What the mover may spend, given both clocks, White's first.
    pub fn budget(clocks: &[ChessClock; 2], mover: Color) -> Budget {
        let own = clocks[mover as usize];
        match own.pace {
            Pace::Clock { .. } => {
                // If the opponent has no clock, both sides show the mover's.
                let shown = |clock: &ChessClock| clock.remaining().or(own.remaining());
                let none = Remaining {
                    time: Duration::ZERO,
                    increment: Duration::ZERO,
                };
                Budget::Clock {
                    white: shown(&clocks[0]).unwrap_or(none),
                    black: shown(&clocks[1]).unwrap_or(none),
                }
            }
            Pace::Nodes(nodes) => Budget::Nodes(nodes),
            Pace::MoveTime(time) => Budget::MoveTime(time),
            Pace::Depth(depth) => Budget::Depth(depth),
        }
    }

    fn remaining(&self) -> Option<Remaining> {
        match self.pace {
            Pace::Clock { increment, .. } => Some(Remaining {
                time: self.left,
                increment,
            }),
            _ => None,
        }
    }

    /// What a player could spend on a move: its share of the time for the moves to come.
    pub fn share(&self) -> Duration {
        const MOVES_AHEAD: u32 = 25;
        match self.pace {
            Pace::Clock { increment, .. } => self.left / MOVES_AHEAD + increment,
            Pace::MoveTime(time) => time,
            Pace::Nodes(_) | Pace::Depth(_) => Duration::ZERO,
        }
    }

    /// How long to wait for an answer before the player counts as stalled.
    pub fn patience(&self, rules: &GameRules) -> Duration {
        let allowed = match self.pace {
            Pace::Clock { .. } => self.left,
            Pace::MoveTime(time) => time,
            Pace::Nodes(_) | Pace::Depth(_) => Duration::ZERO,
        };
        allowed + rules.margin + rules.patience
    }

    /// Takes the time of a move from the clock.
    pub fn press(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Overstep> {
        let allowed = match self.pace {
            Pace::Clock { .. } => self.left,
            Pace::MoveTime(time) => time,
            Pace::Nodes(_) | Pace::Depth(_) => return Ok(()),
        };
        if elapsed > allowed + margin {
            return Err(Overstep {
                by: elapsed - allowed,
            });
        }
        if let Pace::Clock { increment, .. } = self.pace {
            self.left = self.left.saturating_sub(elapsed) + increment;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: Duration = Duration::from_millis(10);

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn the_increment_comes_after_the_move() {
        let mut clock = ChessClock::new("1+0.5".parse().unwrap());
        clock.press(ms(800), MARGIN).unwrap();
        assert_eq!(clock.left, ms(700));
        assert_eq!(clock.press(ms(711), MARGIN), Err(Overstep { by: ms(11) }));
        clock.press(ms(710), MARGIN).unwrap();
        assert_eq!(clock.left, ms(500));
    }

    #[test]
    fn a_fixed_time_for_a_move_is_a_limit_too() {
        let mut clock = ChessClock::new(Pace::MoveTime(ms(100)));
        assert!(clock.press(ms(110), MARGIN).is_ok());
        assert!(clock.press(ms(111), MARGIN).is_err());
    }

    #[test]
    fn the_share_of_a_move() {
        let clock = |text: &str| ChessClock::new(text.parse().unwrap());
        assert_eq!(clock("50+0.5").share(), ms(2500));
        assert_eq!(ChessClock::new(Pace::MoveTime(ms(100))).share(), ms(100));
        assert_eq!(ChessClock::new(Pace::Nodes(100)).share(), ms(0));
    }

    #[test]
    fn nodes_take_as_long_as_they_take() {
        assert!(
            ChessClock::new(Pace::Nodes(1))
                .press(ms(99_999), MARGIN)
                .is_ok()
        );
    }
}
