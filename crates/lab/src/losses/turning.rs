//! The move at which a game was lost.
//!
//! A lost game was lost by the move with the largest drop among those that went from at least 40 %
//! to at most 20 %. A drawn game was given away by the largest drop from at least 70 % to at most
//! 55 %. Where there is no such move, the game went little by little, and the largest drop since
//! the player last had 40 % (or 70 %) is shown. A drawn game in which the player never had 70 %
//! cost nothing.

use bstar_board::{Move, fen, san};
use serde::Serialize;

use super::classes::{MistakeKind, MoveCharacter, StandingBefore, is_tactical};
use super::games::{Fate, LostGame};
use super::valued::ValuedPosition;
use crate::forcing::is_forcing;
use crate::game_phase::GamePhase;
use bstar_arena::openings::{OpeningKind, kind_of};

/// The move at which a game turned. Values are expected scores of the player, 0 to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurningPoint {
    /// The position before the move.
    pub fen: String,
    /// The number of the move, as score sheets count.
    pub move_number: u16,
    /// The move (SAN).
    pub played: String,
    /// What a search would have played (SAN).
    pub better: String,
    /// The line that it expects after the move that was played (SAN).
    pub refutation: Vec<String>,
    /// The value before the move.
    pub before: f64,
    /// The value after it.
    pub after: f64,
    /// The phase of the game.
    pub phase: GamePhase,
    /// Closed, half-open or open.
    pub kind: OpeningKind,
    /// Quiet or forcing.
    pub character: MoveCharacter,
    /// The player's standing before the move.
    pub start: StandingBefore,
}

impl TurningPoint {
    /// The cost of the move in expected score.
    pub fn drop(&self) -> f64 {
        self.before - self.after
    }
}

/// A move decides that goes from at least the first value to at most the second.
fn thresholds(fate: Fate) -> (f64, f64) {
    match fate {
        Fate::Lost => (0.40, 0.20),
        Fate::Drawn => (0.70, 0.55),
    }
}

/// Finds the move. Returns `None` for a draw that cost nothing, or if the player made no move.
pub(super) fn find(
    lost: &LostGame,
    positions: &[ValuedPosition],
) -> Option<(MistakeKind, TurningPoint)> {
    let (from, to) = thresholds(lost.fate);
    let own: Vec<usize> = (0..positions.len().saturating_sub(1))
        .filter(|&at| positions[at].position.side_to_move() == lost.color)
        .collect();
    if lost.fate == Fate::Drawn && own.iter().all(|&at| positions[at].value < from) {
        return None;
    }
    let drop = |at: usize| positions[at].value - positions[at + 1].value;
    let largest = |places: &mut dyn Iterator<Item = usize>| {
        places.max_by(|&a, &b| drop(a).total_cmp(&drop(b)))
    };
    let decides = |at: &usize| positions[*at].value >= from && positions[at + 1].value <= to;
    let decisive = largest(&mut own.iter().copied().filter(decides));
    let slide = own
        .iter()
        .rposition(|&at| positions[at].value >= from)
        .unwrap_or(0);
    let at = decisive.or_else(|| largest(&mut own[slide..].iter().copied()))?;
    let own_move = own.iter().take_while(|&&other| other <= at).count();
    let [before, after] = [&positions[at], &positions[at + 1]];
    let mistake = if decisive.is_none() {
        MistakeKind::LittleByLittle
    } else if is_tactical(before, after, lost.color) {
        MistakeKind::Tactical
    } else {
        MistakeKind::Positional
    };
    let played = lost.moves[lost.opening_plies + at];
    Some((mistake, describe(before, after, played, own_move)))
}

fn describe(
    before: &ValuedPosition,
    after: &ValuedPosition,
    played: Move,
    own_move: usize,
) -> TurningPoint {
    const SHOWN_PLIES: usize = 4;
    let position = &before.position;
    let better = before.line.first().copied();
    let answer = after.line.first().copied();
    let forcing = better.is_some_and(|mv| is_forcing(position, mv))
        || answer.is_some_and(|mv| is_forcing(&after.position, mv));
    let mut refutation = Vec::new();
    let mut follow = after.position.clone();
    for &mv in after.line.iter().take(SHOWN_PLIES) {
        refutation.push(san::write(&follow, mv));
        follow = follow.after(mv);
    }
    TurningPoint {
        fen: fen::write(position),
        move_number: position.fullmove_number(),
        played: san::write(position, played),
        better: better.map_or_else(String::new, |mv| san::write(position, mv)),
        refutation,
        before: rounded(before.value),
        after: rounded(after.value),
        phase: GamePhase::of(position, own_move),
        kind: kind_of(position),
        character: if forcing {
            MoveCharacter::Forcing
        } else {
            MoveCharacter::Quiet
        },
        start: StandingBefore::of(before.value),
    }
}

/// Rounds to thousandths, which is the precision of the model.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::Color;

    /// Kings that walk. `values` are White's expected scores in each position.
    fn walk(fate: Fate, values: &[f64]) -> (LostGame, Vec<ValuedPosition>) {
        let start = fen::parse("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1").unwrap();
        let steps = ["e1e2", "e8e7", "e2e1", "e7e8"].map(|step| step.parse::<Move>().unwrap());
        let moves: Vec<Move> = steps.into_iter().cycle().take(values.len() - 1).collect();
        let mut position = start.clone();
        let mut positions = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            positions.push(ValuedPosition {
                position: position.clone(),
                value,
                line: Vec::new(),
                is_mate_against_player: false,
            });
            if let Some(&mv) = moves.get(at) {
                position = position.after(mv);
            }
        }
        let lost = LostGame {
            number: 1,
            round: None,
            color: Color::White,
            opponent: "b".to_owned(),
            fate,
            start,
            moves,
            opening_plies: 0,
            is_forfeit: false,
        };
        (lost, positions)
    }

    fn found(fate: Fate, values: &[f64]) -> Option<(MistakeKind, f64, f64)> {
        let (lost, positions) = walk(fate, values);
        find(&lost, &positions).map(|(mistake, point)| (mistake, point.before, point.after))
    }

    #[test]
    fn the_largest_drop_from_not_lost_to_lost() {
        let values = [0.5, 0.45, 0.45, 0.19, 0.5, 0.1, 0.1, 0.0];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((MistakeKind::Positional, 0.5, 0.1))
        );
    }

    #[test]
    fn little_by_little_since_it_was_last_held() {
        let values = [0.7, 0.45, 0.41, 0.35, 0.35, 0.25, 0.25, 0.2];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((MistakeKind::LittleByLittle, 0.35, 0.25))
        );
        // The player never had 40 %, so all moves count.
        let values = [0.3, 0.2, 0.2, 0.15];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((MistakeKind::LittleByLittle, 0.3, 0.2))
        );
    }

    #[test]
    fn what_the_other_did_is_not_the_players_mistake() {
        // Only Black's move changes anything. It is not White's mistake.
        let values = [0.5, 0.5, 0.1];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((MistakeKind::LittleByLittle, 0.5, 0.5))
        );
        assert_eq!(found(Fate::Lost, &[0.5]), None);
    }

    #[test]
    fn draws_cost_something_from_seventy_percent_on() {
        assert_eq!(found(Fate::Drawn, &[0.69, 0.5]), None);
        assert_eq!(
            found(Fate::Drawn, &[0.7, 0.5]),
            Some((MistakeKind::Positional, 0.7, 0.5))
        );
    }
}
