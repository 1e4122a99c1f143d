//! What is written down of a game that was played, so that an interrupted match can go on.

use serde::{Deserialize, Serialize};

use super::foresight::PonderCount;
use super::plan::Side;
use crate::openings::Kind;
use crate::referee::FaultKind;
use crate::stats::Points;
use crate::trees::Tree;
use bstar_kit::journal::Entry;

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number, from 0.
    pub number: usize,
    /// What its opening is called.
    pub opening: String,
    /// What kind of opening it is; journals of earlier versions do not say.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Who had White.
    pub white: Side,
    /// The result as score sheets write it.
    pub result: String,
    /// The same for the first player.
    pub points: Points,
    /// How it ended, in words.
    pub ending: String,
    /// Who did something wrong, if somebody did.
    pub culprit: Option<(Side, FaultKind)>,
    /// How many half moves it had.
    pub plies: usize,
    /// What the trees of B* searches were like, move by move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trees: Vec<MoveTree>,
    /// What thinking on the opponent's time was worth, for each player who does.
    #[serde(default, skip_serializing_if = "nobody_ponders")]
    pub pondering: [Option<PonderCount>; 2],
}

fn nobody_ponders(counts: &[Option<PonderCount>; 2]) -> bool {
    counts.iter().all(Option::is_none)
}

/// The tree a move came from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveTree {
    /// Which half move of the game it was, those of the opening included, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// What the tree was like.
    #[serde(flatten)]
    pub tree: Tree,
}

/// A finished game as the journal has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct JournalGame {
    /// What is told of it.
    #[serde(flatten)]
    pub line: GameLine,
    /// The game as PGN, if the match writes its games to a file. That file is mended from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
}

impl Entry for JournalGame {
    const WORK: &'static str = "match";
    const NAME: &'static str = "game";
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use bstar_kit::journal::Journal;
    use serde_json::json;

    pub fn game(number: usize) -> GameLine {
        GameLine {
            number,
            opening: "x".to_owned(),
            kind: Some(Kind::HalfOpen),
            white: Side::First,
            result: "1-0".to_owned(),
            points: Points::Win,
            ending: "checkmate".to_owned(),
            culprit: Some((Side::Second, FaultKind::IllegalMove)),
            plies: 7,
            trees: vec![MoveTree {
                ply: 6,
                side: Side::Second,
                tree: Tree {
                    expansions: 40,
                    kept: 12,
                    probe_depth: 3,
                    largest_probe: 0.125,
                    ended_early: false,
                    proposed: true,
                    confirmed: false,
                },
            }],
            pondering: [
                None,
                Some(PonderCount {
                    moves: 3,
                    pondered: 2,
                    hits: 1,
                    ready: 0,
                }),
            ],
        }
    }

    #[test]
    fn all_that_is_known_of_a_game_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path, &json!({})).unwrap();
        let games = [None, Some("[Event \"x\"]\n\n*\n\n".to_owned())].map(|sheet| JournalGame {
            line: game(3),
            sheet,
        });
        for game in &games {
            journal.add(game).unwrap();
        }
        drop(journal);
        let mut journal: Journal<JournalGame> = Journal::open(&path, &json!({})).unwrap();
        assert_eq!(journal.take_earlier(), games);
    }
}
