//! What the opening is called.

use bstar_book::names;

use super::grammar::numbered;
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::Reading;
use crate::tell::choose::MAX_OPENING_PLIES;

impl Reading<'_> {
    /// The name of the position, or of the opening from which the game came here.
    pub(super) fn opening(&self) -> Paragraph {
        let plies = self.game.moves().len();
        let found = names::of_game(self.game);
        let Some(opening) = found.opening.filter(|_| plies <= MAX_OPENING_PLIES) else {
            return Paragraph::new();
        };
        let (name, eco) = (opening.name, opening.eco);
        let text = match found.left_at {
            None => format!("This is the {name} ({eco})."),
            Some(ply) => {
                let (before, rest) = self.game.moves().split_at(ply - 1);
                let before = before
                    .iter()
                    .fold(self.game.start().clone(), |place, mv| place.after(*mv));
                let left = numbered(&before, &rest[..1]);
                format!("The opening was the {name} ({eco}); {left} left the known paths.")
            }
        };
        vec![Sentence::new(Topic::Opening, text)]
    }
}

#[cfg(test)]
mod tests {
    use bstar_board::{Game, Position, san};

    use crate::tests::{read, think};
    use crate::write::words::sentence::Topic;

    fn told(words: &str) -> Option<String> {
        let words = words.split_whitespace();
        let game = Game::from_words(Position::start(), words, san::parse).unwrap();
        let thought = think(&game);
        let paragraphs = read(&game, &thought).paragraphs();
        let mut sentences = paragraphs.into_iter().flatten();
        let about = sentences.find(|sentence| sentence.topic == Topic::Opening);
        about.map(|sentence| sentence.text.replace('\u{a0}', " "))
    }

    #[test]
    fn the_opening_is_named_and_where_the_game_left_it() {
        assert_eq!(told(""), None);
        assert_eq!(
            told("e4 e5 Nf3 Nc6 Bc4").unwrap(),
            "This is the Italian Game (C50)."
        );
        assert_eq!(
            told("e4 e5 Nf3 Nc6 Bc4 a5 a4").unwrap(),
            "The opening was the Italian Game (C50); 3... a5 left the known paths."
        );
    }
}
