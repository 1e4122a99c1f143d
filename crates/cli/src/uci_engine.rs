//! What a UCI session holds: the engine, and the options that are not its own.

use bstar_engine::options::{Choices, EvaluationChoice};
use bstar_engine::{EngineError, MAX_ELO, Settings};

use crate::book_choice::BookChoice;

/// The engine, and those options that are not its own.
pub struct UciEngine {
    pub engine: bstar_engine::Engine,
    pub evaluation: EvaluationChoice,
    pub book: BookChoice,
    pub show_wdl: bool,
    pub show_log: bool,
    pub limit_strength: bool,
    pub elo: u16,
    pub analysing: bool,
    /// Whether it was said that the system refuses threads.
    pub threads_remarked: bool,
    /// Whether it was said that a table of endings is damaged.
    pub failure_remarked: bool,
}

impl UciEngine {
    /// An engine with the usual settings.
    pub fn new() -> Result<UciEngine, EngineError> {
        Ok(UciEngine {
            engine: bstar_engine::Engine::new(Settings::default())?,
            evaluation: EvaluationChoice::default(),
            book: BookChoice::default(),
            show_wdl: false,
            show_log: false,
            limit_strength: false,
            elo: MAX_ELO,
            analysing: false,
            threads_remarked: false,
            failure_remarked: false,
        })
    }

    /// Changes the engine's settings, or says why not.
    pub fn change(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), EngineError> {
        let mut settings = self.engine.settings().clone();
        change(&mut settings);
        self.engine.configure(settings)
    }

    /// What the engine's own options are now.
    pub fn choices(&self) -> Choices {
        Choices {
            settings: self.engine.settings().clone(),
            evaluation: self.evaluation.clone(),
        }
    }

    /// Sets the engine's own options, or says why they stay.
    pub fn choose(&mut self, choices: Choices) -> Result<(), EngineError> {
        let before = self.engine.settings();
        let is_about_threads = choices.settings.threads != before.threads;
        let is_about_endings = choices.settings.endings != before.endings;
        self.engine.configure(choices.settings)?;
        self.evaluation = choices.evaluation;
        self.threads_remarked &= !is_about_threads;
        self.failure_remarked &= !is_about_endings;
        Ok(())
    }

    /// Limits the strength in games only: an analysis is made at full strength.
    pub fn change_strength(&mut self) -> Result<(), EngineError> {
        let strength = (self.limit_strength && !self.analysing).then_some(self.elo);
        self.change(|settings| settings.strength = strength)
    }
}
