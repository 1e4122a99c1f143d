//! Finished searches. Each is written to a journal, and a later run reads it from there.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::deepening::DepthResult;
use bstar_kit::journal::{Entry, Journal, JournalError};

/// Everything on which the results of one search depend.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct SearchTask {
    pub fen: String,
    pub variant: String,
    pub depth: u32,
    pub entries: usize,
    pub most_nodes: u64,
}

/// An entry of the journal. The task holds all settings, so the journal's head has none.
#[derive(Serialize, Deserialize)]
struct FinishedSearch {
    #[serde(flatten)]
    task: SearchTask,
    readings: Vec<DepthResult>,
}

impl Entry for FinishedSearch {
    const WORK: &'static str = "enhancements";
    const NAME: &'static str = "variant";
}

/// The results of this run and of earlier ones.
pub(super) struct FinishedSearches {
    journal: Option<Journal<FinishedSearch>>,
    results: HashMap<SearchTask, Vec<DepthResult>>,
}

impl FinishedSearches {
    /// Opens a journal, or begins one. Without a path nothing is written.
    pub fn open(path: Option<&Path>) -> Result<FinishedSearches, JournalError> {
        let mut journal = match path {
            Some(path) => Some(Journal::open(path, &json!({}))?),
            None => None,
        };
        let earlier = journal.as_mut().map(Journal::take_earlier);
        let earlier = earlier.unwrap_or_default().into_iter();
        Ok(FinishedSearches {
            results: earlier
                .map(|FinishedSearch { task, readings }| (task, readings))
                .collect(),
            journal,
        })
    }

    pub fn get(&self, task: &SearchTask) -> Option<&Vec<DepthResult>> {
        self.results.get(task)
    }

    pub fn add(&mut self, task: SearchTask, results: Vec<DepthResult>) -> Result<(), JournalError> {
        let finished = FinishedSearch {
            task,
            readings: results,
        };
        if let Some(journal) = &mut self.journal {
            journal.add(&finished)?;
        }
        self.results.insert(finished.task, finished.readings);
        Ok(())
    }
}
