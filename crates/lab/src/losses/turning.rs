//! The move that did it.
//!
//! Positions are searched from the last to the first, so that what a search finds out is known to those before it. Each game begins with an empty memory: the
//! result does not depend on which games were looked at before.
//!
//! A lost game was lost by the move with the largest drop among those that took it from at least 40 % to at most 20 %; a drawn one was given away by the
//! largest among those from at least 70 % to at most 55 %. Where there is no such move it went little by little, and the largest drop since the player last had 40 % (or 70 %) is shown.
//! A drawn game in which he never had 70 % cost nothing.

use bstar_board::{Color, Game, Move, Position, fen, san};
use bstar_engine::Score;
use serde::Serialize;

use super::Fate;
use super::classes::{Character, Mistake, Phase, Start, is_tactical};
use super::games::LostGame;
use crate::forcing::is_forcing;
use bstar_arena::openings::{OpeningKind, kind_of};
use bstar_engine::analyst::{Analyst, by_nodes};

/// The move at which a game turned. Values are what the player could expect, 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct TurningPoint {
    /// The position before the move.
    pub fen: String,
    /// The move's number, as score sheets count.
    pub move_number: u16,
    /// The move (SAN).
    pub played: String,
    /// What a search would have played (SAN).
    pub better: String,
    /// What it thinks follows the move that was played (SAN).
    pub refutation: Vec<String>,
    /// The value before the move.
    pub before: f64,
    /// The value after it.
    pub after: f64,
    /// When in the game.
    pub phase: Phase,
    /// Closed, half-open or open.
    pub kind: OpeningKind,
    /// Quiet or forcing.
    pub character: Character,
    /// How the player stood.
    pub start: Start,
}

impl TurningPoint {
    /// What the move cost.
    pub fn drop(&self) -> f64 {
        self.before - self.after
    }
}

/// A position of a game and what a search thinks of it.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub position: Position,
    /// What the player can expect, 0 to 1.
    pub value: f64,
    pub line: Vec<Move>,
    pub is_mate_against_player: bool,
}

/// Values every position from the end of the opening on. Nothing comes back if it was stopped.
pub(super) fn value_all(analyst: &mut Analyst, lost: &LostGame, nodes: u64) -> Option<Vec<Look>> {
    let mut game = Game::new(lost.start.clone());
    let mut games = vec![game.clone()];
    for &mv in &lost.moves {
        game.play(mv)
            .expect("a record that was read has only legal moves");
        games.push(game.clone());
    }
    analyst.forget();
    let mut looks = games[lost.opening_plies..]
        .iter()
        .rev()
        .map(|game| look(analyst, game, lost.color, nodes))
        .collect::<Option<Vec<Look>>>()?;
    looks.reverse();
    Some(looks)
}

fn look(analyst: &mut Analyst, game: &Game, player: Color, nodes: u64) -> Option<Look> {
    let position = game.position();
    let over = |value, is_mate_against_player| {
        Some(Look {
            position: position.clone(),
            value,
            line: Vec::new(),
            is_mate_against_player,
        })
    };
    if !position.has_legal_move() {
        return match game.outcome().and_then(|outcome| outcome.winner()) {
            Some(winner) if winner == player => over(1.0, false),
            Some(_) => over(0.0, true),
            None => over(0.5, false),
        };
    }
    let answer = analyst.search(game, &by_nodes(nodes))?;
    let Some(score) = answer.score else {
        return over(0.5, false);
    };
    let [win, draw, _] = analyst
        .model()
        .win_draw_loss(score, bstar_engine::phase(position));
    let expected = f64::from(2 * win + draw) / 2000.0;
    let is_players_turn = position.side_to_move() == player;
    let mated = match score {
        Score::Mate(moves) => (moves > 0) != is_players_turn,
        Score::Centipawns(_) => false,
    };
    Some(Look {
        position: position.clone(),
        value: if is_players_turn {
            expected
        } else {
            1.0 - expected
        },
        line: answer.line,
        is_mate_against_player: mated,
    })
}

/// From at least so much to at most so much, a move decides.
fn thresholds(fate: Fate) -> (f64, f64) {
    match fate {
        Fate::Lost => (0.40, 0.20),
        Fate::Drawn => (0.70, 0.55),
    }
}

/// Finds the move. Nothing comes back for a draw that cost nothing, or if the player made no move.
pub(super) fn find(lost: &LostGame, looks: &[Look]) -> Option<(Mistake, TurningPoint)> {
    let (from, to) = thresholds(lost.fate);
    let own: Vec<usize> = (0..looks.len().saturating_sub(1))
        .filter(|&at| looks[at].position.side_to_move() == lost.color)
        .collect();
    if lost.fate == Fate::Drawn && own.iter().all(|&at| looks[at].value < from) {
        return None;
    }
    let drop = |at: usize| looks[at].value - looks[at + 1].value;
    let largest = |places: &mut dyn Iterator<Item = usize>| {
        places.max_by(|&a, &b| drop(a).total_cmp(&drop(b)))
    };
    let decides = |at: &usize| looks[*at].value >= from && looks[at + 1].value <= to;
    let decisive = largest(&mut own.iter().copied().filter(decides));
    let slide = own
        .iter()
        .rposition(|&at| looks[at].value >= from)
        .unwrap_or(0);
    let at = decisive.or_else(|| largest(&mut own[slide..].iter().copied()))?;
    let own_move = own.iter().take_while(|&&other| other <= at).count();
    let [before, after] = [&looks[at], &looks[at + 1]];
    let mistake = if decisive.is_none() {
        Mistake::LittleByLittle
    } else if is_tactical(before, after, lost.color) {
        Mistake::Tactical
    } else {
        Mistake::Positional
    };
    let played = lost.moves[lost.opening_plies + at];
    Some((mistake, describe(before, after, played, own_move)))
}

fn describe(before: &Look, after: &Look, played: Move, own_move: usize) -> TurningPoint {
    const SHOWN: usize = 4;
    let position = &before.position;
    let better = before.line.first().copied();
    let answer = after.line.first().copied();
    let forcing = better.is_some_and(|mv| is_forcing(position, mv))
        || answer.is_some_and(|mv| is_forcing(&after.position, mv));
    let mut refutation = Vec::new();
    let mut follow = after.position.clone();
    for &mv in after.line.iter().take(SHOWN) {
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
        phase: Phase::of(position, own_move),
        kind: kind_of(position),
        character: if forcing {
            Character::Forcing
        } else {
            Character::Quiet
        },
        start: Start::of(before.value),
    }
}

/// To the thousandth, which is all the model knows.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kings that walk; White has expected so much in each position.
    fn walk(fate: Fate, values: &[f64]) -> (LostGame, Vec<Look>) {
        let start = fen::parse("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1").unwrap();
        let steps = ["e1e2", "e8e7", "e2e1", "e7e8"].map(|step| step.parse::<Move>().unwrap());
        let moves: Vec<Move> = steps.into_iter().cycle().take(values.len() - 1).collect();
        let mut position = start.clone();
        let mut looks = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            looks.push(Look {
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
        (lost, looks)
    }

    fn found(fate: Fate, values: &[f64]) -> Option<(Mistake, f64, f64)> {
        let (lost, looks) = walk(fate, values);
        find(&lost, &looks).map(|(mistake, point)| (mistake, point.before, point.after))
    }

    #[test]
    fn the_largest_drop_from_not_lost_to_lost() {
        let values = [0.5, 0.45, 0.45, 0.19, 0.5, 0.1, 0.1, 0.0];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((Mistake::Positional, 0.5, 0.1))
        );
    }

    #[test]
    fn little_by_little_since_it_was_last_held() {
        let values = [0.7, 0.45, 0.41, 0.35, 0.35, 0.25, 0.25, 0.2];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((Mistake::LittleByLittle, 0.35, 0.25))
        );
        // It was never held: all moves count.
        let values = [0.3, 0.2, 0.2, 0.15];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((Mistake::LittleByLittle, 0.3, 0.2))
        );
    }

    #[test]
    fn what_the_other_did_is_not_the_players_mistake() {
        // Only Black's move changes anything, and White has no other to answer for.
        let values = [0.5, 0.5, 0.1];
        assert_eq!(
            found(Fate::Lost, &values),
            Some((Mistake::LittleByLittle, 0.5, 0.5))
        );
        assert_eq!(found(Fate::Lost, &[0.5]), None);
    }

    #[test]
    fn draws_cost_something_from_seventy_percent_on() {
        assert_eq!(found(Fate::Drawn, &[0.69, 0.5]), None);
        assert_eq!(
            found(Fate::Drawn, &[0.7, 0.5]),
            Some((Mistake::Positional, 0.7, 0.5))
        );
    }
}
