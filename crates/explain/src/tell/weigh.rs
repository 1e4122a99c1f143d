//! Which ideas of quiet play are worth telling.
//!
//! Every move has a dozen true things to its name. Those that weigh most are told:
//!
//! - **contrast**: what other moves have as well is no reason for this one;
//! - **lasting**: what is gone at the end of the line of best play is no reason either;
//! - **worth**: what the evaluation says of the man where it stands, beside the same man where it
//!   stood.
//!
//! Each is a factor, and the concept's own weight is another. All candidates are kept with their
//! factors, and with why they were left out.

use bstar_board::score::Centipawns;
use bstar_board::{Move, Position, Square};
use bstar_thought::scale::Converter;

use super::choose::{
    DOUBLING_WORTH, LASTING_PLIES, MIN_WEIGHT, NEAR_RIVALS, NEAR_SHARE, PASSING, WORTH_FACTORS,
    weight_of,
};
use crate::facts::claims::{Claim, Fact};
use crate::facts::{MoveIdeas, Reading};
use bstar_concepts::{Concept, Finding, Found, IdeaClass, Scene};

/// An idea about a move that could be told.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub claim: Claim,
    pub concept: &'static Concept,
    /// From 0, where every other move has it, to 1, where none has.
    pub contrast: f64,
    /// Whether it still holds at the end of the line.
    pub is_lasting: bool,
    /// What the evaluation says of the man there, in ten-thousandths, if it is about the man that
    /// moved.
    pub worth: Option<i32>,
    /// What contrast, lasting and worth make of it.
    pub factors: [f64; 3],
    /// What the concept usually weighs, times the factors.
    pub weight: f64,
    /// Why it is not told, if it is not.
    pub left_out: Option<LeftOut>,
}

/// Why an idea is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeftOut {
    /// It weighs too little.
    TooLight,
    /// Something else is told of the same theme, or of the same men and squares.
    Repeats,
    /// Weightier ones fill the room.
    NoRoom,
}

impl Candidate {
    /// Whether a listener hears nothing new: it has the same theme as another idea about the move,
    /// or is about the same men and squares.
    fn repeats(&self, other: &Candidate, mv: Move) -> bool {
        let theme = self.concept.themes.first();
        let others = other.squares();
        let mut aims = self
            .squares()
            .iter()
            .filter(|square| **square != mv.to)
            .peekable();
        let is_about_same = aims.peek().is_some() && aims.all(|aim| others.contains(aim));
        let is_same = self.squares() == others;
        is_same || is_about_same || theme.is_some() && theme == other.concept.themes.first()
    }

    fn squares(&self) -> &[Square] {
        match &self.claim.fact {
            Fact::Idea(idea) => &idea.squares,
            _ => &[],
        }
    }
}

impl Reading<'_> {
    /// The ideas for or against a move, the weightiest first.
    pub(crate) fn weighed_ideas(&self, mv: Move, are_faults: bool) -> Vec<Candidate> {
        let Some(own) = self.ideas_of(mv) else {
            return Vec::new();
        };
        let worth = self.worth_of_place(&own.scene);
        let wanted = |found: &&Found| (found.concept.class == IdeaClass::Fault) == are_faults;
        let mut candidates: Vec<Candidate> = own
            .found
            .iter()
            .filter(wanted)
            .filter(|found| !is_disproved(own.scene.line.first(), found))
            .map(|found| self.weighed(own, found, worth))
            .collect();
        candidates.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        candidates
    }

    /// The ideas for a move, the weightiest first. At most `room` of them are chosen; each of the
    /// others carries the reason why it is left out.
    pub(crate) fn chosen_ideas(&self, mv: Move, room: usize) -> Vec<Candidate> {
        let mut candidates = self.weighed_ideas(mv, false);
        for at in 0..candidates.len() {
            let (before, rest) = candidates.split_at_mut(at);
            let candidate = &mut rest[0];
            let told = before.iter().filter(|other| other.left_out.is_none());
            candidate.left_out = if candidate.weight < MIN_WEIGHT {
                Some(LeftOut::TooLight)
            } else if told.clone().any(|other| candidate.repeats(other, mv)) {
                Some(LeftOut::Repeats)
            } else if told.count() >= room {
                Some(LeftOut::NoRoom)
            } else {
                None
            };
        }
        candidates
    }

    fn weighed(&self, own: &MoveIdeas, found: &Found, worth: Option<i32>) -> Candidate {
        let (scene, concept, finding) = (&own.scene, found.concept, &found.finding);
        let contrast = self.contrast(own.mv, concept);
        let is_about_mover = finding.squares.first() == Some(&scene.mv.to);
        let worth = worth.filter(|_| is_about_mover && concept.class == IdeaClass::Standing);
        let is_lasting = concept.class != IdeaClass::Standing || lasts(scene, finding);
        let by = self.weighing;
        let [least, most] = WORTH_FACTORS;
        let factors = [
            if by.contrast { contrast } else { 1.0 },
            if by.lasting && !is_lasting {
                PASSING
            } else {
                1.0
            },
            match worth.filter(|_| by.worth) {
                Some(points) => (1.0 + f64::from(points) / DOUBLING_WORTH).clamp(least, most),
                None => 1.0,
            },
        ];
        Candidate {
            claim: Claim::of_idea(vec![own.mv], scene, found),
            concept,
            contrast,
            is_lasting,
            worth,
            factors,
            weight: f64::from(weight_of(concept)) * factors.iter().product::<f64>(),
            left_out: None,
        }
    }

    /// How much a concept tells a move from the others.
    fn contrast(&self, mv: Move, concept: &Concept) -> f64 {
        let others: Vec<bool> = self
            .ideas()
            .iter()
            .filter(|ideas| ideas.mv != mv)
            .map(|ideas| ideas.has(concept))
            .collect();
        let share = |some: &[bool]| match some.len() {
            0 => 0.0,
            all => some.iter().filter(|has| **has).count() as f64 / all as f64,
        };
        let near = share(&others[..others.len().min(NEAR_RIVALS)]);
        1.0 - NEAR_SHARE * near - (1.0 - NEAR_SHARE) * share(&others)
    }

    /// What it is worth that the man stands where it went and not where it came from, in
    /// ten-thousandths. None if the move does more than that.
    fn worth_of_place(&self, scene: &Scene) -> Option<i32> {
        if !scene.before.is_quiet(scene.mv) || scene.before.is_castling(scene.mv) {
            return None;
        }
        let back = scene.before.pass().ok()?;
        let phase = bstar_thought::phase(&scene.before);
        let scale = Converter::new(self.thought.records.model(), phase);
        // After the move it is the opponent's turn.
        let evaluation = self.answers.evaluation();
        let points = |position: &Position| {
            let value = Centipawns(evaluation.evaluate(position));
            scale.points(value).0
        };
        Some(points(&back) - points(&scene.after))
    }
}

/// Whether the opponent's answer does just what the move is said to prevent.
pub(crate) fn is_disproved(answer: Option<&Move>, found: &Found) -> bool {
    let does_it = |answer: &Move| {
        [answer.from, answer.to]
            .iter()
            .all(|square| found.finding.squares.contains(square))
    };
    found.concept.class == IdeaClass::Denial && answer.is_some_and(does_it)
}

/// Whether the men it is about still stand there at the end of the line.
fn lasts(scene: &Scene, finding: &Finding) -> bool {
    let end = scene.after_line(scene.line.len().min(LASTING_PLIES));
    finding.squares.first().is_none_or(|square| {
        end.piece_on(*square) == scene.after.piece_on(*square)
            && end.color_on(*square) == scene.after.color_on(*square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, san};
    use bstar_concepts::found;

    /// "It holds back the pawn on a7, which could have gone to a5", and then it goes to a5.
    #[test]
    fn what_the_answer_does_all_the_same_was_not_prevented() {
        let before = "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
        let before = fen::parse(before).unwrap();
        let b4 = san::parse(&before, "b4").unwrap();
        for (answer, expected) in [("a5", true), ("h6", false)] {
            let line = [san::parse(&before.after(b4), answer).unwrap()];
            let scene = Scene::new(&before, b4, &line);
            let found = found(&scene);
            let restrains = |found: &&Found| found.concept.name == "restrains-pawn";
            let restrains = found.iter().find(restrains).expect("is found");
            assert_eq!(
                is_disproved(scene.line.first(), restrains),
                expected,
                "{answer}"
            );
        }
    }
}
