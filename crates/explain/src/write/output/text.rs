//! What a search found, for people to read: the sentences, then the table.

use super::known::known_table;
use super::table::table;
use crate::facts::{AskedMove, Reading};
use crate::write::words::sentence::{Paragraph, written};

/// The heading of what the search did; what it found comes before it.
const SEARCH_HEADING: &str = "How the search went";

impl Reading<'_> {
    /// What the search found, for people.
    pub fn story(&self) -> String {
        let paragraphs = self.paragraphs();
        let is_search_story =
            |told: &Paragraph| told.iter().any(|sentence| sentence.topic.is_search_story());
        let heading = paragraphs.iter().position(is_search_story);
        let mut texts: Vec<String> = paragraphs.iter().map(|told| written(told)).collect();
        if let Some(at) = heading {
            texts.insert(at, SEARCH_HEADING.to_owned());
        }
        let text = texts.join("\n\n");
        match (self.best(), &self.known) {
            (Some(_), Some(root)) => format!("{text}\n\n{}", known_table(self, root)),
            (Some(_), None) => format!("{text}\n\n{}", table(self)),
            (None, _) => format!("{text}\n"),
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
