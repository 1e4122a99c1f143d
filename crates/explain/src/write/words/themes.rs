//! What a trainer would call the reasons that are told.

use bstar_board::Move;

use super::phrases::phrase;
use super::sentence::{Sentence, Topic};
use crate::facts::claims::{Auditor, Claim, Fact};
use crate::facts::{Reading, RootMove};
use crate::tell::choose::MAX_REASONS;
use crate::tell::weigh::{Candidate, LeftOut};
use bstar_concepts::CONCEPTS;

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
    ("trades", &["trade"]),
    ("trapped", &["threat", "restricts"]),
];

/// Claims that say nothing about why a move is good.
pub(super) const NO_REASONS: &[&str] = &["develops", "line", "plan", "only-move", "told"];

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

/// An idea about a move, and how it was weighed.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdeaObject {
    /// The kind of its claim.
    pub kind: &'static str,
    /// The words.
    pub text: String,
    /// All together: what the concept usually weighs, times contrast, lasting and worth.
    pub weight: f64,
    /// From 0, where every other move has it too, to 1, where none has.
    pub contrast: f64,
    /// Whether it still holds after a few moves of best play.
    pub lasting: bool,
    /// What the evaluation thinks of the place the man went to, in ten-thousandths of expected
    /// score; `null` if it is not about a place.
    pub worth: Option<i32>,
    /// Why it is not told; `null` if it is.
    pub left_out: Option<LeftOut>,
}

impl Reading<'_> {
    /// All ideas about a move, the weightiest first, with how they are weighed and why some are not
    /// told. Tactics are told before them and leave them less room.
    pub fn idea_objects(&self, mv: Move) -> Vec<IdeaObject> {
        let object = |candidate: Candidate| IdeaObject {
            kind: candidate.concept.name,
            text: phrase(self.position(), &candidate.claim).replace('\u{a0}', " "),
            weight: (candidate.weight * 100.0).round() / 100.0,
            contrast: (candidate.contrast * 100.0).round() / 100.0,
            lasting: candidate.is_lasting,
            worth: candidate.worth,
            left_out: candidate.left_out,
        };
        let Some(known) = self.find(mv) else {
            return Vec::new();
        };
        let (_, candidates) = self.reasons_and_ideas(known);
        candidates.into_iter().map(object).collect()
    }

    /// The reasons that are told for a move before its ideas, and the ideas.
    pub(crate) fn reasons_and_ideas(&self, known: &RootMove) -> (Vec<Sentence>, Vec<Candidate>) {
        let mut told = self.reasons(known, Topic::Best, &mut Auditor::new(self.game));
        let is_idea = |claim: &Claim| matches!(claim.fact, Fact::Idea(_));
        told.retain(|sentence| !sentence.claims.iter().any(is_idea));
        let room = MAX_REASONS.saturating_sub(told.len());
        (told, self.chosen_ideas(known.mv, room))
    }

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
