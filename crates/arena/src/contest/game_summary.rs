//! What is told of a finished game, and what the journal keeps of it.

use serde::{Deserialize, Serialize};

use super::plan::Contestant;
use super::pondering::PonderCount;
use crate::openings::OpeningKind;
use crate::referee::FaultKind;
use crate::stats::GamePoints;
use crate::trees::TreeSummary;
use bstar_kit::journal::Entry;

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSummary {
    /// Its number, from 0.
    pub number: usize,
    /// What its opening is called.
    pub opening: String,
    /// The kind of its opening. Journals of earlier versions do not have it.
    #[serde(default)]
    pub kind: Option<OpeningKind>,
    /// Which player had White.
    pub white: Contestant,
    /// The result as score sheets write it.
    pub result: String,
    /// The result for the first player.
    pub points: GamePoints,
    /// How it ended, in words.
    pub ending: String,
    /// Which player did what wrong, if one did.
    pub culprit: Option<(Contestant, FaultKind)>,
    /// How many half moves it had.
    pub plies: usize,
    /// What the trees of B* searches were like, move by move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trees: Vec<MoveTree>,
    /// What thinking on the opponent's time was worth, for each player that does.
    #[serde(default, skip_serializing_if = "no_player_ponders")]
    pub pondering: [Option<PonderCount>; 2],
}

fn no_player_ponders(counts: &[Option<PonderCount>; 2]) -> bool {
    counts.iter().all(Option::is_none)
}

/// The tree a move came from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveTree {
    /// Which half move of the game it was, from 1. The opening counts.
    pub ply: usize,
    /// Which player made it.
    pub side: Contestant,
    /// What the tree was like.
    #[serde(flatten)]
    pub tree: TreeSummary,
}

/// A finished game as the journal has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalGame {
    /// What is told of it.
    #[serde(flatten)]
    pub line: GameSummary,
    /// The game as PGN, if the match writes its games to a file. That file is mended from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// How long each player thought about its moves, in seconds. Journals of earlier versions do
    /// not tell.
    #[serde(default)]
    pub seconds: Option<[f64; 2]>,
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

    pub fn game(number: usize) -> GameSummary {
        GameSummary {
            number,
            opening: "x".to_owned(),
            kind: Some(OpeningKind::HalfOpen),
            white: Contestant::First,
            result: "1-0".to_owned(),
            points: GamePoints::Win,
            ending: "checkmate".to_owned(),
            culprit: Some((Contestant::Second, FaultKind::IllegalMove)),
            plies: 7,
            trees: vec![MoveTree {
                ply: 6,
                side: Contestant::Second,
                tree: TreeSummary {
                    expansions: 40,
                    kept: 12,
                    probe_depth: 3,
                    root_probe_depth: Some(4),
                    share_below_root: Some(0.75),
                    largest_probe: 0.125,
                    ended_early: false,
                    proposed: true,
                    confirmed: false,
                    reply: Some(2),
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
            seconds: sheet.as_ref().map(|_| [1.5, 0.25]),
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
