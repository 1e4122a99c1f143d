//! What a search found, for people to read: the sentences, then the table.

use super::table::table;
use crate::reading::{AskedMove, Reading};
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
}

impl AskedMove<'_> {
    /// What becomes of the move, for people. None if the search does not know it.
    pub fn text(&self) -> Option<String> {
        let sentences = self.sentences()?;
        Some(format!("{}\n", written(&sentences)))
    }
}
