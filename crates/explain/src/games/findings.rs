//! What is found out about a game, piece by piece, so that an interrupted judgement can go on.
//!
//! A judgement takes minutes. The caller gets every [`Finding`] as it is made. After an
//! interruption the caller passes the findings back as [`Findings`], and only the rest is searched.
//! For programs a finding is a [`FindingObject`].

use std::collections::BTreeMap;

use bstar_board::pgn::GameRecord;
use bstar_board::score::Score;
use bstar_board::{Move, Position, notation};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{JudgedGame, Judgement, Points, Turning};
use crate::write::output::values::in_uci;

/// Something that was found out about a game.
#[derive(Clone, Debug)]
pub enum Finding {
    /// A position was searched.
    Position {
        /// How many half moves lead to it.
        ply: usize,
        /// What was found.
        judgement: Judgement,
        /// Whether this is the second search, with more effort.
        is_confirmed: bool,
    },
    /// It was found out whether a move is the only good one.
    Only {
        /// How many half moves lead to the position before it.
        ply: usize,
        /// Whether it is.
        is_only: bool,
    },
    /// A turning point was explained.
    Turning {
        /// How many half moves lead to the position before it.
        ply: usize,
        /// The words.
        turning: Turning,
    },
}

/// Hears how the judgement of a game comes along.
pub trait Listener {
    /// Takes in a finding.
    fn hear(&mut self, finding: &Finding);

    /// Takes in the game as it is judged so far. All marks that cost something are final.
    fn see(&mut self, game: &JudgedGame);
}

/// Everything that is known of a game before it is judged.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub positions: BTreeMap<usize, (Judgement, bool)>,
    pub only: BTreeMap<usize, bool>,
    pub turnings: BTreeMap<usize, Turning>,
}

/// A finding for programs. Of the last three fields it has one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingObject {
    /// How many half moves lead to the position it is about, or to the one before the move.
    pub ply: usize,
    /// What a search of the position found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<FoundPosition>,
    /// Whether the move is the only good one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<bool>,
    /// Why the move is a turning point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turning: Option<TurningObject>,
}

/// What a search of a position of the game found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundPosition {
    /// The score for the side to move; left out if the game is over there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// What the side to move can expect, in ten-thousandths of expected score.
    pub expected: Points,
    /// How the search would go on.
    pub line: Vec<String>,
    /// Whether it was searched a second time, with more effort.
    pub confirmed: bool,
}

/// A turning point in words.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurningObject {
    /// Whether the words say what the opponent gets out of the move.
    pub refuted: bool,
    /// `true` if endgame tables know that the move throws a win or a draw away; else left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
    /// What is wrong with the move.
    pub faults: Vec<String>,
    /// What the better move does.
    pub merits: Vec<String>,
    /// What should have been played.
    pub line: Vec<String>,
}

impl TurningObject {
    /// The wire's form of a turning point after which `position` was on the board.
    pub(super) fn new(turning: &Turning, line: &[Move], position: &Position) -> TurningObject {
        TurningObject {
            refuted: turning.is_refuted,
            known: turning.is_known.then_some(true),
            faults: turning.faults.clone(),
            merits: turning.merits.clone(),
            line: in_uci(position, line),
        }
    }
}

/// Why findings cannot be those of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FindingError {
    /// The game does not go that far.
    #[error("a finding is about half move {ply}, but the game has {plies}")]
    Beyond {
        /// What it is about.
        ply: usize,
        /// How many half moves there are.
        plies: usize,
    },
    /// The line cannot be played.
    #[error("a finding about half move {ply} has the move `{word}`, which is not legal there")]
    Line {
        /// What it is about.
        ply: usize,
        /// The move.
        word: String,
    },
    /// No such value exists.
    #[error("a finding about half move {ply} expects {expected}, which is not from 0 to 10000")]
    Expected {
        /// What it is about.
        ply: usize,
        /// The value.
        expected: Points,
    },
}

impl Finding {
    /// The finding for programs, of a game with these positions.
    pub fn object(&self, positions: &[Position]) -> FindingObject {
        let about = |ply: usize| FindingObject {
            ply,
            position: None,
            only: None,
            turning: None,
        };
        match self {
            Finding::Position {
                ply,
                judgement,
                is_confirmed,
            } => FindingObject {
                position: Some(FoundPosition {
                    score: judgement.score,
                    expected: judgement.expected,
                    line: in_uci(&positions[*ply], &judgement.line),
                    confirmed: *is_confirmed,
                }),
                ..about(*ply)
            },
            Finding::Only { ply, is_only } => FindingObject {
                only: Some(*is_only),
                ..about(*ply)
            },
            Finding::Turning { ply, turning } => FindingObject {
                turning: Some(TurningObject::new(
                    turning,
                    &turning.better,
                    &positions[*ply],
                )),
                ..about(*ply)
            },
        }
    }
}

impl Findings {
    /// Reads findings about a game. Of two about the same, the last one counts. Sentences with what
    /// backs them are not among the findings: turning points that are known come without.
    pub fn read(
        record: &GameRecord,
        objects: Vec<FindingObject>,
    ) -> Result<Findings, FindingError> {
        let positions = positions(record);
        let plies = record.moves.len();
        let mut findings = Findings::default();
        for object in objects {
            let ply = object.ply;
            let is_about_move = object.only.is_some() || object.turning.is_some();
            if ply > plies || (is_about_move && ply == plies) {
                return Err(FindingError::Beyond { ply, plies });
            }
            if let Some(found) = object.position {
                let is_confirmed = found.confirmed;
                let judgement = found.judgement(&positions[ply], ply)?;
                findings.positions.insert(ply, (judgement, is_confirmed));
            }
            if let Some(is_only) = object.only {
                findings.only.insert(ply, is_only);
            }
            if let Some(turning) = object.turning {
                let turning = Turning {
                    is_refuted: turning.refuted,
                    is_known: turning.known == Some(true),
                    faults: turning.faults,
                    merits: turning.merits,
                    better: read_line(&positions[ply], ply, turning.line)?,
                    sentences: Vec::new(),
                };
                findings.turnings.insert(ply, turning);
            }
        }
        Ok(findings)
    }
}

/// All positions of a game, the start included.
pub fn positions(record: &GameRecord) -> Vec<Position> {
    let mut positions = vec![record.start.clone()];
    for recorded in &record.moves {
        positions.push(positions[positions.len() - 1].after(recorded.mv));
    }
    positions
}

impl FoundPosition {
    fn judgement(self, position: &Position, ply: usize) -> Result<Judgement, FindingError> {
        let expected = self.expected;
        if !(0..=10_000).contains(&expected) {
            return Err(FindingError::Expected { ply, expected });
        }
        let line = read_line(position, ply, self.line)?;
        Ok(Judgement {
            score: self.score,
            expected,
            line,
        })
    }
}

/// Reads a line from a position of the game.
fn read_line(
    position: &Position,
    ply: usize,
    words: Vec<String>,
) -> Result<Vec<Move>, FindingError> {
    let mut now = position.clone();
    let mut line = Vec::new();
    for word in words {
        let Ok(mv) = notation::parse(&now, &word) else {
            return Err(FindingError::Line { ply, word });
        };
        now = now.after(mv);
        line.push(mv);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::pgn;

    fn read(json: &str) -> Result<Findings, FindingError> {
        let record = pgn::read("1. e4 e5 *").unwrap().remove(0);
        Findings::read(&record, serde_json::from_str(json).unwrap())
    }

    #[test]
    fn findings_of_another_game_are_refused() {
        let position = |ply: usize, expected: i32, mv: &str| {
            format!(
                r#"[{{"ply": {ply}, "position": {{"score": {{"cp": 3}}, "expected": {expected}, "line": ["{mv}"], "confirmed": false}}}}]"#
            )
        };
        assert!(read(&position(2, 5_000, "g1f3")).is_ok());
        for (json, part) in [
            (position(3, 5_000, "g1f3"), "the game has 2"),
            (position(1, 5_000, "g1f3"), "`g1f3`, which is not legal"),
            (position(0, 10_001, "g1f3"), "not from 0 to 10000"),
            (r#"[{"ply": 2, "only": true}]"#.to_owned(), "the game has 2"),
        ] {
            let error = read(&json).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
