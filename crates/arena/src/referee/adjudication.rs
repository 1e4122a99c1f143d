//! Ending a game early when both players agree about its result.

use std::str::FromStr;

use bstar_board::score::Score;
use bstar_board::{Color, Game};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ending::Ending;

/// When a draw is called: after move `from_move`, when both players have seen scores within `score`
/// centipawns of zero in their last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The first move of the game, as score sheets count, after which a draw may be called.
    pub from_move: u16,
    /// How many moves of each side in a row.
    pub moves: u16,
    /// How close to zero, in centipawns.
    pub score: u16,
}

/// When a win is called: when both players have seen the same side ahead by `score` centipawns in
/// their last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// How many moves of each side in a row.
    pub moves: u16,
    /// How far ahead, in centipawns.
    pub score: u16,
}

/// Why a text is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// Not a rule for draws.
    #[error("`{0}` is not a draw rule: expected FROM-MOVE,MOVES,CENTIPAWNS, like 40,8,10")]
    Draw(String),
    /// Not a rule for wins.
    #[error("`{0}` is not a resign rule: expected MOVES,CENTIPAWNS, like 4,600")]
    Resign(String),
}

impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        match numbers(text)[..] {
            [Some(from_move), Some(moves), Some(score)] if moves > 0 => Ok(DrawRule {
                from_move,
                moves,
                score,
            }),
            _ => Err(RuleError::Draw(text.to_owned())),
        }
    }
}

impl FromStr for ResignRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        match numbers(text)[..] {
            [Some(moves), Some(score)] if moves > 0 && score > 0 => Ok(ResignRule { moves, score }),
            _ => Err(RuleError::Resign(text.to_owned())),
        }
    }
}

fn numbers(text: &str) -> Vec<Option<u16>> {
    text.split(',')
        .map(|word| word.trim().parse().ok())
        .collect()
}

/// Counts for how many half moves in a row the players have agreed.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    level: u32,
    decided: Option<(Color, u32)>,
}

impl Adjudicator {
    /// An adjudicator with these rules. Without any, it ends no game.
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Adjudicator {
        Adjudicator {
            draw,
            resign,
            level: 0,
            decided: None,
        }
    }

    /// Takes note of a move and of what its mover thinks. Says how the game ends, if it does.
    pub fn note_move(&mut self, game: &Game, mover: Color, score: Option<Score>) -> Option<Ending> {
        let Some(score) = score.map(Score::as_centipawns) else {
            (self.level, self.decided) = (0, None);
            return None;
        };
        if let Some(rule) = self.resign {
            let leader = if score > 0 { mover } else { !mover };
            self.decided = (score.abs() >= i32::from(rule.score)).then(|| match self.decided {
                Some((before, count)) if before == leader => (leader, count + 1),
                _ => (leader, 1),
            });
            if let Some((winner, count)) = self.decided
                && count >= 2 * u32::from(rule.moves)
            {
                return Some(Ending::WonByAgreement { winner });
            }
        }
        if let Some(rule) = self.draw {
            let quiet = score.abs() <= i32::from(rule.score);
            self.level = if quiet { self.level + 1 } else { 0 };
            let late = game.position().fullmove_number() > rule.from_move;
            if late && self.level >= 2 * u32::from(rule.moves) {
                return Some(Ending::DrawnByAgreement);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicate(adjudicator: &mut Adjudicator, scores: &[i32]) -> Option<Ending> {
        let game =
            Game::new(bstar_board::fen::parse("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 60").unwrap());
        let movers = [Color::White, Color::Black].into_iter().cycle();
        scores
            .iter()
            .zip(movers)
            .find_map(|(score, mover)| adjudicator.note_move(&game, mover, Some(Score::cp(*score))))
    }

    #[test]
    fn both_must_see_the_same_winner() {
        let rule = Some("2,500".parse().unwrap());
        let winner = Color::White;
        let fresh = || Adjudicator::new(None, rule);
        assert_eq!(
            adjudicate(&mut fresh(), &[600, -600, 600, -600]),
            Some(Ending::WonByAgreement { winner })
        );
        assert_eq!(adjudicate(&mut fresh(), &[600, -600, 600, -400]), None);
        // Each thinks that it is winning: nothing is clear.
        assert_eq!(
            adjudicate(&mut fresh(), &[600, 600, 600, 600, 600, 600]),
            None
        );
    }

    #[test]
    fn a_draw_needs_quiet_scores_in_a_row() {
        let rule = Some("40,2,10".parse().unwrap());
        assert_eq!(
            adjudicate(&mut Adjudicator::new(rule, None), &[5, -10, 0, 3]),
            Some(Ending::DrawnByAgreement)
        );
        assert_eq!(
            adjudicate(&mut Adjudicator::new(rule, None), &[5, -10, 11, 3, 2, 1]),
            None
        );
        let later = Some("80,2,10".parse().unwrap());
        assert_eq!(
            adjudicate(&mut Adjudicator::new(later, None), &[0; 12]),
            None
        );
    }

    #[test]
    fn texts_that_are_no_rules() {
        assert!("4".parse::<ResignRule>().is_err());
        assert!("0,600".parse::<ResignRule>().is_err());
        assert!("40,8".parse::<DrawRule>().is_err());
        assert!("40,-8,10".parse::<DrawRule>().is_err());
    }
}
