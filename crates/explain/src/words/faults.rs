//! What is wrong with a move that loses nothing at once: what it costs, what it allows, what the
//! best move has instead.
//!
//! Nothing is told that is true of the best move too.

use bstar_board::Position;

use super::grammar::numbered;
use super::phrases::{lowered, phrase};
use super::quiet::MIN_WEIGHT;
use super::sentence::{Sentence, Topic};
use crate::claims::{Auditor, Claim, Fact, LineStart};
use crate::reading::{Reading, RootMove};
use bstar_concepts::{CONCEPTS, Concept, Finding, Idea, IdeaClass, Scene};

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
        let shared: Vec<&str> = self.concepts_of(best, true);
        let costs = self.weighed_ideas(known.mv, true).into_iter();
        let own = costs.filter(|cost| !shared.contains(&cost.concept.name));
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
        let (scene, found) = self.of_answer(known)?;
        let elsewhere = self
            .of_answer(best)
            .map_or_else(Vec::new, |(_, found)| found);
        let is_news = |(concept, _): &&(&'static Concept, Finding)| {
            let is_it = |(other, _): &(&'static Concept, Finding)| other.name == concept.name;
            !elsewhere.iter().any(is_it)
        };
        let (concept, finding) = found
            .iter()
            .filter(is_news)
            .max_by_key(|(concept, _)| concept.weight)?;
        let claim = auditor.confirm(Some(Claim {
            side: !self.mover(),
            path: vec![known.mv, scene.mv],
            begins: LineStart::Move,
            line: scene.line[..finding.plies.min(scene.line.len())].to_vec(),
            fact: Fact::Idea(Idea {
                concept: concept.name,
                squares: finding.squares.clone(),
            }),
        }))?;
        let answer = numbered(&scene.before, &[scene.mv]);
        let what = lowered(&phrase(self.position(), &claim));
        Some((format!("It allows {answer}: {what}"), vec![claim]))
    }

    /// What the concepts find about the opponent's answer to a move.
    fn of_answer(&self, known: &RootMove) -> Option<(Scene, Vec<(&'static Concept, Finding)>)> {
        let answer = *known.line.moves.get(1)?;
        let after: Position = self.position().after(known.mv);
        if !after.is_legal(answer) {
            return None;
        }
        let scene = Scene::new(
            &after,
            answer,
            known.line.moves.get(2..).unwrap_or_default(),
        );
        let good = CONCEPTS
            .iter()
            .filter(|concept| concept.class != IdeaClass::Fault);
        let findings = |concept: &&'static Concept| {
            let found = (concept.find)(&scene);
            found
                .into_iter()
                .map(|finding| (*concept, finding))
                .collect::<Vec<_>>()
        };
        let found = good.flat_map(findings).collect();
        Some((scene, found))
    }

    /// What the best move has and this one has not.
    fn misses(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<(String, Vec<Claim>)> {
        let own = self.concepts_of(known, false);
        let theirs = self.weighed_ideas(best.mv, false).into_iter();
        let missing = theirs
            .filter(|idea| idea.weight >= MIN_WEIGHT && !own.contains(&idea.concept.name))
            .find_map(|idea| auditor.confirm(Some(idea.claim)))?;
        let what = lowered(&phrase(self.position(), &missing));
        let text = format!("{} is better: {what}", best.san);
        Some((text, vec![missing]))
    }

    /// The names of the concepts that fit a move, faults or merits.
    fn concepts_of(&self, known: &RootMove, are_faults: bool) -> Vec<&'static str> {
        let ideas = self.weighed_ideas(known.mv, are_faults).into_iter();
        ideas.map(|idea| idea.concept.name).collect()
    }
}
