//! What a trainer would call the reasons that are told.

use bstar_board::Move;

use super::sentence::{Sentence, Topic};
use crate::claims::Auditor;
use crate::concepts::CONCEPTS;
use crate::reading::Reading;

/// The themes of the kinds of claims that are no concepts.
const OTHER_THEMES: &[(&str, &[&str])] = &[
    ("attacks", &["threat"]),
    ("castles", &["king-safety"]),
    ("discovery", &["threat"]),
    ("fork", &["threat"]),
    ("pin", &["threat"]),
    ("prevents-loss", &["protects"]),
    ("prevents-mate", &["prophylaxis", "king-safety"]),
    ("skewer", &["threat"]),
    ("threatens-mate", &["threat", "king-attack"]),
    ("threatens-material", &["threat"]),
    ("threatens-queen", &["threat", "passed-pawn"]),
    ("trapped", &["threat", "restricts"]),
];

/// Claims that say nothing about why a move is good.
const NO_REASONS: &[&str] = &["develops", "line", "plan", "only-move", "told"];

/// A reason that is told for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldReason {
    /// The kind of its claim.
    pub kind: &'static str,
    /// What a trainer would call it.
    pub themes: &'static [&'static str],
    /// The words.
    pub text: String,
}

impl Reading<'_> {
    /// The reasons that are told for a root move: what it has to its credit, if somebody asks.
    pub fn reasons_told(&self, mv: Move) -> Vec<ToldReason> {
        let mut auditor = Auditor::new(self.game);
        let Some(known) = self.find(mv) else {
            return Vec::new();
        };
        let is_best = self.best().is_some_and(|best| best.mv == mv);
        let told = match is_best {
            true => self.reasons(known, Topic::Best, &mut auditor),
            false => self.merits_and_faults(known, &mut auditor).0,
        };
        let is_reason = |sentence: &&Sentence| !NO_REASONS.contains(&sentence.kind());
        let reason = |sentence: &Sentence| ToldReason {
            kind: sentence.kind(),
            themes: themes(sentence.kind()),
            text: sentence.text.replace('\u{a0}', " "),
        };
        told.iter().filter(is_reason).map(reason).collect()
    }
}

/// What a trainer would call a kind of claim.
pub fn themes(kind: &str) -> &'static [&'static str] {
    let concept = CONCEPTS.iter().find(|concept| concept.name == kind);
    let other = OTHER_THEMES.iter().find(|(name, _)| *name == kind);
    concept
        .map(|concept| concept.themes)
        .or(other.map(|(_, themes)| *themes))
        .unwrap_or_default()
}
