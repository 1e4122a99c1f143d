//! What is wrong with a move that loses nothing at once: what it costs, what it allows, what the
//! best move has instead.
//!
//! Nothing is told that is true of the best move too.

use bstar_engine::Score;

use super::grammar::numbered;
use super::phrases::{lowered, phrase};
use super::quiet::MIN_WEIGHT;
use super::sentence::{Sentence, Topic};
use crate::claims::{Auditor, Claim};
use crate::reading::{MoveIdeas, Reading, RootMove};
use bstar_concepts::{Concept, Found, IdeaClass, Scene, found};

/// The most sentences about what is wrong.
const MAX_FAULTS: usize = 2;
/// A move must be worse than the best by this much, in ten-thousandths, to have something wrong
/// with it.
const WORSE_POINTS: i32 = 100;

impl Reading<'_> {
    /// What is wrong with a move, as far as the board shows it.
    pub(crate) fn faults(
        &self,
        known: &RootMove,
        topic: Topic,
        auditor: &mut Auditor,
    ) -> Vec<Sentence> {
        let Some(best) = self.best().filter(|best| best.mv != known.mv) else {
            return Vec::new();
        };
        if best.likely.min - known.likely.max < WORSE_POINTS {
            return Vec::new();
        }
        if let Some(missed) = self.misses_mate(known, best, topic, auditor) {
            return vec![missed];
        }
        let told = |(text, claims): (String, Vec<Claim>)| {
            Sentence::new(topic, text).of(known.mv).claiming(claims)
        };
        let mut faults: Vec<Sentence> = self
            .costs(known, best, auditor)
            .into_iter()
            .map(told)
            .collect();
        faults.truncate(MAX_FAULTS);
        if faults.len() < MAX_FAULTS {
            faults.extend(self.allows(known, best, auditor).map(told));
        }
        if faults.len() < MAX_FAULTS {
            faults.extend(self.misses(known, best, auditor).map(told));
        }
        faults
    }

    /// The mate of the best move, beside which nothing else matters.
    fn misses_mate(
        &self,
        known: &RootMove,
        best: &RootMove,
        topic: Topic,
        auditor: &mut Auditor,
    ) -> Option<Sentence> {
        if !matches!(best.score, Some(Score::Mate(moves)) if moves > 0) {
            return None;
        }
        let mut told = self.reasons(best, topic, auditor).into_iter();
        let missed = told.find(Sentence::tells_mate)?;
        let text = format!("{} is better: {}", best.san, lowered(&missed.text));
        Some(
            Sentence::new(topic, text)
                .of(known.mv)
                .claiming(missed.claims),
        )
    }

    /// What the move costs its own side, where the best move does not cost that.
    fn costs(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Vec<(String, Vec<Claim>)> {
        let costs = self.weighed_ideas(known.mv, true).into_iter();
        let own = costs.filter(|cost| !self.has(best, cost.concept));
        own.filter_map(|cost| auditor.confirm(Some(cost.claim)))
            .map(|claim| (phrase(self.position(), &claim), vec![claim]))
            .collect()
    }

    /// What the opponent's best answer gets, where the answer to the best move does not get that.
    fn allows(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<(String, Vec<Claim>)> {
        let answer = self.answer_to(known)?;
        let elsewhere = self.answer_to(best);
        let is_news = |found: &&Found| {
            let is_shared = elsewhere.as_ref().is_some_and(|it| it.has(found.concept));
            found.concept.class != IdeaClass::Fault && !is_shared
        };
        let news = answer.found.iter().filter(is_news);
        let found = news.max_by_key(|found| found.concept.weight)?;
        let path = vec![known.mv, answer.mv];
        let claim = auditor.confirm(Some(Claim::of_idea(path, &answer.scene, found)))?;
        let answer = numbered(&answer.scene.before, &[answer.mv]);
        let what = lowered(&phrase(self.position(), &claim));
        Some((format!("It allows {answer}: {what}"), vec![claim]))
    }

    /// What the concepts find about the opponent's answer to a move.
    pub(super) fn answer_to(&self, known: &RootMove) -> Option<MoveIdeas> {
        let (answer, rest) = known.line.moves.get(1..)?.split_first()?;
        let after = self.position().after(known.mv);
        if !after.is_legal(*answer) {
            return None;
        }
        let scene = Scene::new(&after, *answer, rest);
        Some(MoveIdeas {
            mv: *answer,
            found: found(&scene),
            scene,
        })
    }

    /// What the best move has and this one has not.
    fn misses(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<(String, Vec<Claim>)> {
        let theirs = self.weighed_ideas(best.mv, false).into_iter();
        let missing = theirs
            .filter(|idea| idea.weight >= MIN_WEIGHT && !self.has(known, idea.concept))
            .find_map(|idea| auditor.confirm(Some(idea.claim)))?;
        let what = lowered(&phrase(self.position(), &missing));
        let text = format!("{} is better: {what}", best.san);
        Some((text, vec![missing]))
    }

    /// Whether a concept fits a move.
    fn has(&self, known: &RootMove, concept: &Concept) -> bool {
        self.ideas_of(known.mv)
            .is_some_and(|ideas| ideas.has(concept))
    }
}
