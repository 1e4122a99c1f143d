//! The chosen move: what it does, what it is worth, and the line of best play after it.

use bstar_board::score::Score;
use bstar_board::{Move, san};
use bstar_thought::scale::SCALE;
use bstar_thought::{HowSure, Points};

use super::grammar::{count, numbered, side};
use super::phrases::{lowered, phrase};
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::best_line::{BestLine, LineEnd};
use crate::facts::claims::{Auditor, Claim, LineStart, position_after};
use crate::facts::{Certainty, Chances, Reading, RootMove, tenths};
use crate::tell::choose::{
    MAX_TOLD_PLIES, MAX_TOLD_SCORE, MIN_ANSWER_WEIGHT, MIN_NEAREST_CHANCE, MIN_PLAN_POINTS,
    weight_of,
};
use bstar_concepts::ground::exchange::is_at_rest;
use bstar_concepts::{Found, IdeaClass};

impl Reading<'_> {
    /// The chosen move: what it does, then what it is worth.
    pub(crate) fn choice(&self, best: &RootMove, auditor: &mut Auditor) -> Paragraph {
        let told = |text| Sentence::new(Topic::Best, text).of(best.mv);
        let only = auditor.confirm(self.at(&[]).only_move());
        let mut paragraph = vec![told(self.chosen(best)).claiming(only)];
        let reasons = self.reasons(best, Topic::Best, auditor);
        let is_mate = reasons.iter().any(|sentence| sentence.tells_mate());
        let is_sharp = reasons.iter().any(|sentence| sentence.tells_gain());
        let has_reason = !reasons.is_empty();
        paragraph.extend(reasons);
        let unavoidable = match is_sharp || is_mate {
            true => None,
            false => self.unavoidable(best, auditor),
        };
        if !has_reason && unavoidable.is_none() {
            let plan = auditor.confirm(self.plan(best));
            paragraph
                .extend(plan.map(|claim| told(phrase(self.position(), &claim)).claiming([claim])));
        }
        paragraph.extend(unavoidable);
        if !is_mate {
            let draw = auditor.confirm(self.draw(best));
            paragraph.push(told(self.worth(best)).claiming(draw));
            paragraph.extend(self.how_sure().map(|sure| told(self.settled_as(sure))));
        }
        paragraph
    }

    /// How sure the choice is, in words.
    fn settled_as(&self, sure: HowSure) -> String {
        let is_open = sure.better >= MIN_NEAREST_CHANCE;
        let nearest = sure.nearest.filter(|_| is_open);
        let nearest = nearest.and_then(|mv| self.find(mv));
        let nearest = nearest.map_or_else(String::new, |nearest| {
            format!("; here {} comes nearest", nearest.san)
        });
        let chance = 100.0 * sure.better;
        let share = match chance < 0.5 {
            true => "hardly any are".to_owned(),
            false => format!("{chance:.0}% are"),
        };
        format!(
            "Of choices as settled as this, {share} worse than another move by more than a \
             percentage point{nearest}."
        )
    }

    fn chosen(&self, best: &RootMove) -> String {
        let (mover, name) = (side(self.mover()), numbered(self.position(), &[best.mv]));
        if self.position().legal_moves().len() == 1 {
            format!("{mover} has only one legal move, {name}.")
        } else {
            format!("B* chooses {name} for {mover}.")
        }
    }

    /// What a move is worth, in a few sentences about `it`.
    pub(crate) fn worth(&self, known: &RootMove) -> String {
        self.worth_called(known, "it")
    }

    /// The same, where `it` might be taken for another move.
    pub(crate) fn worth_called(&self, known: &RootMove, name: &str) -> String {
        match known.certainty {
            Some(certain) if self.is_in_tables(known) => {
                let what = match certain {
                    Certainty::Win => "It wins",
                    Certainty::Draw => "It is a draw",
                    Certainty::Loss => "It loses",
                };
                format!("{what}: that is known exactly, from endgame tables.")
            }
            Some(Certainty::Win) => {
                format!("It wins by force{}. That is proved.", self.mating(known))
            }
            Some(Certainty::Draw) => format!("It is a certain draw{}.", self.why_drawn(known)),
            Some(Certainty::Loss) => {
                format!("It loses by force{}. That is proved.", self.mating(known))
            }
            None => {
                let is_best = self.best().is_some_and(|best| best.mv == known.mv);
                let sure = self.how_sure().filter(|_| is_best);
                let interval = sure.and_then(|sure| sure.interval);
                let might = interval.map_or_else(|| might(known), within);
                format!("{} {might}", self.likely_worth(known, name))
            }
        }
    }

    /// Whether tables know the position after a move.
    fn is_in_tables(&self, known: &RootMove) -> bool {
        let after = self.position().after(known.mv);
        let is_end = self.node(known.mv).is_some_and(|node| !node.is_expanded());
        let goes_on = after.has_legal_move() && !after.is_dead();
        is_end && goes_on && self.thought.endings.known(&after).is_some()
    }

    /// How far the mate is, if the engine can count.
    fn mating(&self, known: &RootMove) -> String {
        match known.score {
            Some(Score::Mate(moves)) => {
                let moves = count(moves.unsigned_abs() as usize, "move", "moves");
                format!(", with mate in {moves} at most")
            }
            _ => String::new(),
        }
    }

    fn likely_worth(&self, known: &RootMove, name: &str) -> String {
        let (mover, likely) = (side(self.mover()), known.likely);
        let pawns = match known.score {
            Some(Score::Mate(moves)) => {
                let winner = if moves > 0 {
                    self.mover()
                } else {
                    !self.mover()
                };
                let winner = side(winner);
                let mate = self.mating(known);
                return format!(
                    "It is likely worth {likely} to {mover}: short searches saw {winner} win{mate}."
                );
            }
            // Further out the scale of winning chances no longer tells scores apart.
            Some(Score::Centipawns(centipawns)) if centipawns >= MAX_TOLD_SCORE => {
                "; more than 20 pawns ahead".to_owned()
            }
            Some(Score::Centipawns(centipawns)) if centipawns <= -MAX_TOLD_SCORE => {
                "; more than 20 pawns behind".to_owned()
            }
            Some(Score::Centipawns(centipawns)) => {
                format!("; {:+.2} pawns", f64::from(centipawns.0) / 100.0)
            }
            None => String::new(),
        };
        if likely.is_known() {
            format!("{mover} can expect to score {likely} with {name} (a draw counts half{pawns}).")
        } else {
            "What it is worth is not known.".to_owned()
        }
    }

    fn why_drawn(&self, known: &RootMove) -> String {
        let after = self.position().after(known.mv);
        let is_end = self.node(known.mv).is_some_and(|node| !node.is_expanded());
        if !after.has_legal_move() {
            " by stalemate".to_owned()
        } else if after.is_dead() {
            " because nobody can give mate any more".to_owned()
        } else if after.halfmove_clock() >= 100 {
            " by the fifty-move rule".to_owned()
        } else if is_end {
            " by repetition".to_owned()
        } else {
            String::new()
        }
    }

    /// What would follow if the opponent passed, where that is no threat that has a name.
    fn plan(&self, best: &RootMove) -> Option<Claim> {
        let most = best.first_most?;
        if most.min - best.first_likely.max < MIN_PLAN_POINTS {
            return None;
        }
        let record = self.thought.records.get(best.key)?;
        // Only the first move: what the other side would answer is not known.
        let moves = record.threat.get(..1)?;
        let path = [best.mv];
        let line = self.at(&path).along(LineStart::Pass, moves);
        line.goes_on(self.mover())
    }

    /// What the other side gets by its answer to a move: it saves something, or the weightiest idea
    /// of a quiet answer.
    fn what_answer_gets(&self, best: &RootMove, auditor: &mut Auditor) -> Option<Claim> {
        if matches!(best.score, Some(Score::Mate(_))) {
            return None;
        }
        let answer = self.answer_to(best, best.line.moves.get(1..)?)?;
        let saves = self.at(&[best.mv]).saves(answer.mv);
        if let Some(saves) = auditor.confirm(saves) {
            return Some(saves);
        }
        let is_telling = |found: &&Found| {
            found.concept.class != IdeaClass::Fault && weight_of(found.concept) >= MIN_ANSWER_WEIGHT
        };
        let is_quiet = answer.scene.before.is_quiet(answer.mv) && best.answer == Some(answer.mv);
        let ideas = answer.found.iter().filter(|_| is_quiet).filter(is_telling);
        let weightiest = ideas.max_by_key(|found| weight_of(found.concept))?;
        let path = vec![best.mv, answer.mv];
        auditor.confirm(Some(Claim::of_idea(path, &answer.scene, weightiest)))
    }

    pub(crate) fn best_play(&self, best: &RootMove, auditor: &mut Auditor) -> Paragraph {
        let Some(answer) = best.answer else {
            return Paragraph::new();
        };
        let told = |text| Sentence::new(Topic::Line, text).of(best.mv);
        let after = self.position().after(best.mv);
        let only = auditor.confirm(self.at(&[best.mv]).only_move());
        let gets = match only {
            Some(_) => None,
            None => self.what_answer_gets(best, auditor),
        };
        let (other, answer) = (side(!self.mover()), san::write(&after, answer));
        let why = match &gets {
            Some(claim) => format!(": {}", lowered(&phrase(self.position(), claim))),
            None => ".".to_owned(),
        };
        let answered = match (&only, best.likely.exact()) {
            (Some(_), _) => format!("{other}'s only legal answer is {answer}{why}"),
            (None, Some(_)) => format!("{other} is expected to answer {answer}{why}"),
            (None, None) => format!("{other}'s answer is {answer}{why}"),
        };
        // If the value is not that of a draw, there is a way out of the repetition.
        let is_drawish = best.likely.min <= SCALE.draw && SCALE.draw <= best.likely.max;
        let end = match best.line.end {
            LineEnd::Draw => ", a draw",
            LineEnd::Repeats if is_drawish => ", and then the position repeats",
            LineEnd::Mate | LineEnd::Open | LineEnd::Repeats => "",
        };
        let draw = match best.line.end {
            LineEnd::Draw => auditor.confirm(self.whole(&best.line.moves).drawn(self.game)),
            LineEnd::Mate | LineEnd::Open | LineEnd::Repeats => None,
        };
        let moves = self.told_part(&best.line);
        let goes_on = auditor.confirm(self.whole(moves).goes_on(self.mover()));
        let line = numbered(self.position(), moves);
        vec![
            told(answered)
                .resting_on(&best.line.moves[..2])
                .claiming(only)
                .claiming(gets),
            told(format!("The expected line is {line}{end}."))
                .resting_on(&moves[..best.line.in_tree.min(moves.len())])
                .claiming(goes_on)
                .claiming(draw),
        ]
    }

    /// The part of a line that is told. It does not end in the middle of an exchange, if that can
    /// be helped.
    pub(crate) fn told_part<'a>(&self, line: &'a BestLine) -> &'a [Move] {
        let most = line.moves.len().min(MAX_TOLD_PLIES);
        if line.end != LineEnd::Open {
            return &line.moves;
        }
        let is_at_rest =
            |plies: &usize| is_at_rest(&position_after(self.position(), &line.moves[..*plies]));
        let plies = (most.div_ceil(2)..=most).rev().find(is_at_rest);
        &line.moves[..plies.unwrap_or(most)]
    }

    /// The game is drawn by the rules after a move.
    fn draw(&self, known: &RootMove) -> Option<Claim> {
        let line = self.whole(known.line.moves.get(..1)?);
        let is_certain = known.certainty == Some(Certainty::Draw);
        line.drawn(self.game).filter(|_| is_certain)
    }

    pub(crate) fn reply_san(&self, known: &RootMove, reply: Move) -> String {
        san::write(&self.position().after(known.mv), reply)
    }
}

/// Where a longer search would put the value, in whole percents.
fn within([least, most]: [Points; 2]) -> String {
    format!(
        "A much longer search puts that between {}% and {}%, nine times out of ten.",
        least.0 / 100,
        (most.0 + 99) / 100
    )
}

/// How far further search might move the value of a move, as far as the search knows.
fn might(known: &RootMove) -> String {
    let least = known.least.filter(|least| least.min > SCALE.loss);
    let most = known.most.filter(|most| most.max < SCALE.win);
    let lower = least.filter(|least| least.min < known.likely.min);
    let higher = most.filter(|most| most.max > known.likely.max);
    let is_firm_below = least.is_some_and(|least| least.min >= known.likely.max);
    let is_firm_above = most.is_some_and(|most| most.max <= known.likely.min);
    match (lower, higher) {
        (Some(least), Some(most)) => format!(
            "Further search might still lower that to {} or raise it to {}.",
            at_worst(least),
            at_best(most)
        ),
        (Some(least), None) => {
            let more = if is_firm_above {
                "; nothing more is in sight"
            } else {
                ""
            };
            format!(
                "Further search might still lower that to {}{more}.",
                at_worst(least)
            )
        }
        (None, Some(most)) => {
            let less = if is_firm_below {
                "; nothing worse is in sight"
            } else {
                ""
            };
            format!(
                "Further search might still raise that to {}{less}.",
                at_best(most)
            )
        }
        (None, None) if is_firm_below && is_firm_above => {
            "Nothing is in sight that would change that.".to_owned()
        }
        (None, None) => String::new(),
    }
}

/// A hope, told by its better end.
pub(crate) fn at_best(hope: Chances) -> String {
    match hope.exact() {
        Some(points) => format!("{}%", tenths(points)),
        None => format!("{}% at best", tenths(hope.max)),
    }
}

fn at_worst(fear: Chances) -> String {
    match fear.exact() {
        Some(points) => format!("{}%", tenths(points)),
        None => format!("{}% at worst", tenths(fear.min)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{played, read_position};

    #[test]
    fn three_values_are_told_as_far_as_they_are_known() {
        let reading = read_position("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
        let span = |min, max| Some(Chances { min, max });
        let tell = |least, likely: (i32, i32), most| {
            let known = RootMove {
                least,
                likely: Chances {
                    min: likely.0,
                    max: likely.1,
                },
                most,
                certainty: None,
                score: None,
                ..reading.best().unwrap().clone()
            };
            (reading.likely_worth(&known, "it"), might(&known))
        };
        let exact = |points| span(points, points);
        let (worth, might) = tell(exact(4_000), (5_000, 5_000), exact(6_000));
        assert_eq!(
            worth,
            "White can expect to score 50.0% with it (a draw counts half)."
        );
        assert_eq!(
            might,
            "Further search might still lower that to 40.0% or raise it to 60.0%."
        );
        let (worth, might) = tell(span(4_000, 4_500), (0, 5_000), exact(5_000));
        assert_eq!(
            worth,
            "White can expect to score at most 50.0% with it (a draw counts half)."
        );
        assert_eq!(might, "");
        let (_, might) = tell(span(4_000, 5_000), (5_000, 5_000), exact(5_000));
        assert_eq!(
            might,
            "Further search might still lower that to 40.0% at worst; nothing more is in sight."
        );
        let (_, might) = tell(None, (5_000, 5_000), span(5_000, 5_500));
        assert_eq!(
            might,
            "Further search might still raise that to 55.0% at best."
        );
        let (worth, might) = tell(None, (0, 10_000), None);
        assert_eq!(worth, "What it is worth is not known.");
        assert_eq!(might, "");
    }

    #[test]
    fn a_long_line_is_told_to_where_it_is_at_rest() {
        let reading = read_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let names = "a3 a6 h3 h6 e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nxd4";
        let moves = played(reading.position(), names);
        let told = |plies: usize, end: LineEnd| {
            let line = BestLine {
                moves: moves[..plies].to_vec(),
                in_tree: 0,
                end,
            };
            reading.told_part(&line).len()
        };
        // After 9 half moves White could win a pawn, and after 10 it can take back.
        assert_eq!(told(12, LineEnd::Open), 8);
        assert_eq!(told(8, LineEnd::Open), 8);
        assert_eq!(told(12, LineEnd::Mate), 12);
    }
}
