//! What a search found, for people to read: the sentences, then the table.

use bstar_board::Move;

use super::table::table;
use crate::reading::Reading;
use crate::words::sentence::written;

impl Reading<'_> {
    /// What the search found, for people.
    pub fn story(&self) -> String {
        let paragraphs = self.paragraphs();
        let texts: Vec<String> = paragraphs.iter().map(|told| written(told)).collect();
        let text = texts.join("\n\n");
        match self.best() {
            Some(_) => format!("{text}\n\n{}", table(self)),
            None => format!("{text}\n"),
        }
    }

    /// A move beside the chosen one; `first` is what the whole search chose, if this reading is of a second one.
    pub fn compare_in_words(&self, mv: Move, first: Option<&Reading>) -> Option<String> {
        let sentences = self.compare_in_sentences(mv, first)?;
        Some(format!("{}\n", written(&sentences)))
    }
}
