//! What openings are called, and where a game leaves what is known.
//!
//! The names come from a public list (`data/openings.tsv`), by their code in the Encyclopaedia of
//! Chess Openings (ECO). They belong to positions, so the order of the moves does not matter. The
//! name of a game is that of its last position that has one.
//!
//! A position is on a known path if it is in the list, or on the way to one that is.

mod list;

use bstar_board::{Game, Move, Position};
use serde::{Deserialize, Serialize};

use list::{LIST, ListedName};

/// The name of an opening, and where in the game it was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpeningName {
    /// The code in the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: String,
    /// The name, in English.
    pub name: String,
    /// After how many half moves of the game the position with this name stood on the board.
    pub ply: usize,
}

/// What is known about the opening of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameOpening {
    /// The name of the last position that has one; `null` if none has.
    pub opening: Option<OpeningName>,
    /// The number of the half move, from 1, that left the known paths for good; `null` if none did,
    /// or if the game was never on them.
    #[serde(rename = "opening_left_at")]
    pub left_at: Option<usize>,
}

/// What is known about the opening of a game: its name, and where it left the known paths.
pub fn of_game(game: &Game) -> GameOpening {
    of_moves(game.start(), game.moves().iter().copied())
}

/// The same for legal moves from a position.
///
/// ```
/// use bstar_board::{Game, Position, san};
/// use bstar_book::names::of_game;
///
/// let words = ["e4", "e5", "Nf3", "Nc6", "Bc4", "a5"];
/// let game = Game::from_words(Position::start(), words, san::parse).unwrap();
/// let found = of_game(&game);
/// assert_eq!(found.opening.unwrap().name, "Italian Game");
/// assert_eq!(found.left_at, Some(6));
/// ```
pub fn of_moves(start: &Position, moves: impl IntoIterator<Item = Move>) -> GameOpening {
    let mut found = GameOpening::default();
    let mut position = start.clone();
    let mut last_known = note(&mut found, &position, 0).then_some(0);
    let mut plies = 0;
    for mv in moves {
        plies += 1;
        position = position.after(mv);
        if note(&mut found, &position, plies) {
            last_known = Some(plies);
        }
    }
    found.left_at = last_known.filter(|ply| *ply < plies).map(|ply| ply + 1);
    found
}

/// Takes the name of a position, and says whether the position is on a known path.
fn note(found: &mut GameOpening, position: &Position, ply: usize) -> bool {
    let known = LIST.get(position);
    if let Some(Some(ListedName { eco, name })) = known {
        found.opening = Some(OpeningName {
            eco: eco.to_owned(),
            name: name.to_owned(),
            ply,
        });
    }
    known.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, san};

    fn found(words: &str) -> GameOpening {
        let game = Game::from_words(Position::start(), words.split_whitespace(), san::parse);
        of_game(&game.unwrap())
    }

    fn name(words: &str) -> (String, String, usize) {
        let OpeningName { eco, name, ply } = found(words).opening.unwrap();
        (eco, name, ply)
    }

    #[test]
    fn well_known_openings() {
        for (words, eco, expected) in [
            ("e4", "B00", "King's Pawn Game"),
            ("e4 e5 Nf3 Nc6 Bb5", "C60", "Ruy Lopez"),
            ("e4 e6 d4 d5 e5", "C02", "French Defense: Advance Variation"),
            ("d4 d5 c4", "D06", "Queen's Gambit"),
        ] {
            let (code, name, ply) = name(words);
            assert_eq!((code.as_str(), name.as_str()), (eco, expected));
            assert_eq!(ply, words.split_whitespace().count());
        }
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter() {
        let usual = name("d4 Nf6 c4 e6 Nc3 Bb4");
        assert_eq!(usual.1, "Nimzo-Indian Defense");
        assert_eq!(name("c4 e6 Nc3 Nf6 d4 Bb4"), usual);
    }

    #[test]
    fn the_last_name_counts_and_the_game_leaves_after_the_last_known_position() {
        let game = found("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h5 h4 Rh6");
        let opening = game.opening.unwrap();
        assert!(
            opening.name.starts_with("Ruy Lopez: Morphy Defense"),
            "{opening:?}"
        );
        assert_eq!(opening.ply, 6);
        assert_eq!(game.left_at, Some(8));
        assert_eq!(found("e4 e5 Nf3").left_at, None);
        assert_eq!(found("").opening, None);
        assert_eq!(found(""), GameOpening::default());
    }

    #[test]
    fn a_game_from_elsewhere_was_never_on_the_paths() {
        let start = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let game = Game::from_words(start, ["e4", "Kd7"], san::parse).unwrap();
        assert_eq!(of_game(&game), GameOpening::default());
    }
}
