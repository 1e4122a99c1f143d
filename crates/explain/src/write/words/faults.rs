//! What is wrong with a move that loses nothing at once: what it costs, what it allows, what the
//! best move has instead.
//!
//! Nothing is told that is true of the best move too.

use bstar_board::score::Score;
use bstar_board::{Move, Piece, Square};

use super::grammar::numbered;
use super::instead::Instead;
use super::phrases::{lowered, phrase, which};
use super::sentence::{Sentence, Topic};
use crate::facts::claims::{Auditor, Claim, Fact};
use crate::facts::{MoveIdeas, Reading, RootMove};
use crate::tell::choose::{
    CLEARLY_WORSE_POINTS, HEAVY_IDEA, MAX_FAULTS, SLIGHTLY_WORSE_POINTS, WORSE_POINTS, weight_of,
};
use bstar_concepts::{Found, IdeaClass, Scene, found};

/// Words, and what they claim.
type Words = (String, Vec<Claim>);

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
        let lag = best.likely.min - known.likely.max;
        if lag < SLIGHTLY_WORSE_POINTS {
            return Vec::new();
        }
        if let Some(missed) = self.misses_mate(known, best, topic, auditor) {
            return vec![missed];
        }
        let told = |(text, claims): Words| Sentence::new(topic, text).of(known.mv).claiming(claims);
        let better = |instead: &Instead| {
            let is = match lag {
                lag if lag < WORSE_POINTS => "seems slightly better",
                lag if lag < CLEARLY_WORSE_POINTS => "seems better",
                _ => "is better",
            };
            let text = format!("{} {is}: {}", best.san, instead.words);
            told((text, instead.claims.clone())).resting_on(&[best.mv])
        };
        let instead = self.instead(known, best, auditor);
        let decisive = instead.iter().find(|instead| instead.is_decisive);
        let lacks = instead.first().filter(|_| decisive.is_none());
        let mut faults: Vec<Sentence> = decisive.map(better).into_iter().collect();
        if lag >= WORSE_POINTS {
            faults.extend(self.costs(known, best, auditor).into_iter().map(told));
            faults.extend(self.allows_motif(known, best, auditor).map(told));
            let allowed = self.allows(known, best, auditor);
            let is_heavy = |(weight, _): &(u8, Words)| *weight >= HEAVY_IDEA;
            let (heavy, light) = match allowed {
                Some(idea) if is_heavy(&idea) => (Some(idea.1), None),
                other => (None, other.map(|(_, words)| words)),
            };
            faults.extend(heavy.map(told));
            faults.extend(lacks.map(better));
            faults.extend(light.map(told));
        } else {
            faults.extend(lacks.map(better));
        }
        faults.truncate(MAX_FAULTS);
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
        let sentence = Sentence::new(topic, text).of(known.mv);
        Some(sentence.claiming(missed.claims).resting_on(&[best.mv]))
    }

    /// What the move costs its own side, where the best move does not cost that.
    fn costs(&self, known: &RootMove, best: &RootMove, auditor: &mut Auditor) -> Vec<Words> {
        let costs = self.weighed_ideas(known.mv, true).into_iter();
        let own = costs.filter(|cost| !self.has(best, cost.concept));
        own.filter_map(|cost| auditor.confirm(Some(cost.claim)))
            .map(|claim| (phrase(self.position(), &claim), vec![claim]))
            .collect()
    }

    /// A fork, a pin or the like by the opponent's best answer, where no answer to the best move
    /// does that.
    fn allows_motif(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<Words> {
        let motifs = |mv: Move, answer: Option<Move>| {
            let legal = answer.filter(|answer| self.position().after(mv).is_legal(*answer));
            let after = |answer: Move| self.at(&[mv, answer]).motifs();
            legal.map_or_else(Vec::new, after)
        };
        let answer = known.line.moves.get(1).copied();
        let elsewhere = [answer, best.line.moves.get(1).copied()].map(|it| motifs(best.mv, it));
        let is_news = |claim: &Claim| {
            let is_same = |other: &Claim| other.kind() == claim.kind();
            !elsewhere.iter().flatten().any(is_same)
        };
        let after = self.at(&[known.mv]).position();
        let is_heavy =
            |square: Square| matches!(after.piece_on(square), Some(Piece::King | Piece::Queen));
        let is_sharp = |claim: &Claim| match claim.fact {
            Fact::Fork { .. } | Fact::Skewer { .. } | Fact::Trapped { .. } => true,
            Fact::Discovery { .. } | Fact::DoubleCheck => true,
            Fact::Pin { behind, .. } => is_heavy(behind),
            _ => false,
        };
        let mut own = motifs(known.mv, answer).into_iter();
        let claim = own.find(|claim| is_sharp(claim) && is_news(claim));
        let claim = auditor.confirm(claim)?;
        let answer = numbered(&after, &[answer?]);
        let which = which(&phrase(self.position(), &claim));
        Some((format!("It allows {answer}{which}"), vec![claim]))
    }

    /// The weightiest thing that the opponent's best answer gets, with its weight, where neither
    /// the answer to the best move nor the same answer to it gets that.
    fn allows(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<(u8, Words)> {
        let answer = self.answer_to(known, known.line.moves.get(1..)?)?;
        let theirs = best.line.moves.get(1..).unwrap_or_default();
        let elsewhere = [
            self.answer_to(best, theirs),
            self.answer_to(best, &[answer.mv]),
        ];
        let is_news = |found: &&Found| {
            let is_shared = elsewhere.iter().flatten().any(|it| it.has(found.concept));
            found.concept.class != IdeaClass::Fault && !is_shared
        };
        let news = answer.found.iter().filter(is_news);
        let found = news.max_by_key(|found| weight_of(found.concept))?;
        let path = vec![known.mv, answer.mv];
        let claim = auditor.confirm(Some(Claim::of_idea(path, &answer.scene, found)))?;
        // That it takes what has just moved is more than anything else about it.
        let weight = match answer.mv.to == known.mv.to {
            true => 0,
            false => weight_of(found.concept),
        };
        let answer = numbered(&answer.scene.before, &[answer.mv]);
        let which = which(&phrase(self.position(), &claim));
        let text = format!("It allows {answer}{which}");
        Some((weight, (text, vec![claim])))
    }

    /// What the concepts find about an answer to a move, the first of these.
    pub(super) fn answer_to(&self, known: &RootMove, line: &[Move]) -> Option<MoveIdeas> {
        let (answer, rest) = line.split_first()?;
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
}
