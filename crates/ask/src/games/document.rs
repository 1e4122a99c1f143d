//! All games as one object, written game by game.

use bstar_board::pgn::PgnError;
use serde::Serialize;

use super::FinishedGame;
use super::objects::{NotJudged, Unreadable, json};
use bstar_explain::games::AnalysedGame;
use bstar_explain::write::output::lines::OutputLine;

// It only describes: a `GamesDocument` writes it piece by piece.
/// The games of a file.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedGames<'a> {
    /// The games that cannot be read.
    pub unreadable: Vec<Unreadable>,
    /// The other games, in the order of the file.
    pub games: Vec<AnalysedGame<'a>>,
    /// With `--cluster`, the games that were given up there.
    pub not_judged: Vec<NotJudged>,
}

/// Writes [`AnalysedGames`] as the games are finished, so that nobody needs to hold all of them.
/// After an interruption the document ends with the games that were finished.
#[derive(Debug, Default)]
pub struct GamesDocument {
    has_games: bool,
    not_judged: Vec<String>,
}

impl GamesDocument {
    /// An empty document, and the text it begins with.
    pub fn begin(unreadable: &[PgnError]) -> (GamesDocument, String) {
        #[derive(Serialize)]
        struct Beginning {
            unreadable: Vec<Unreadable>,
        }
        let unreadable = unreadable.iter().map(Unreadable::from).collect();
        let mut text = json(&OutputLine::new("games", Beginning { unreadable }));
        text.pop();
        text.push_str(",\"games\":[");
        (GamesDocument::default(), text)
    }

    /// The text for one more game.
    pub fn add(&mut self, game: &FinishedGame) -> String {
        if game.is_given_up {
            self.not_judged.push(game.text.clone());
            return String::new();
        }
        let comma = if self.has_games { "," } else { "" };
        self.has_games = true;
        format!("{comma}{}", game.text)
    }

    /// The text that ends the document.
    pub fn end(self) -> String {
        format!("],\"not_judged\":[{}]}}\n", self.not_judged.join(","))
    }
}
