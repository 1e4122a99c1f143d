//! What becomes of one move that a user asks about.

use super::grammar::{count, numbered};
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::claims::Audit;
use crate::facts::claims::Auditor;
use crate::facts::{AskedMove, Certainty, Likelihood, Reading, RootMove, shown_tenths, tenths};
use crate::tell::choose::{BAD_POINTS, MAX_MERITS_OF_BAD};

/// Kinds of claims that tell who wins something along a whole line.
const WINNING: [&str; 4] = ["wins-material", "wins-at-least", "queens", "offers"];

impl AskedMove<'_> {
    /// What becomes of the move, sentence by sentence, each with what backs it. None if the search
    /// does not know the move.
    pub fn sentences(&self) -> Option<Paragraph> {
        self.audited().map(|(told, _)| told)
    }

    /// The sentences, and what came of checking their claims.
    pub fn audited(&self) -> Option<(Paragraph, Audit)> {
        let (reading, mv) = (self.reading(), self.mv);
        let (known, best) = (reading.find(mv)?, reading.best()?);
        let mut auditor = reading.auditor();
        if let Some(root) = &reading.known {
            let sentences = reading.asked_in_ending(root, mv, &mut auditor)?;
            return Some((sentences, auditor.audit));
        }
        let mut sentences = Paragraph::new();
        sentences.extend(self.searched_again(known));
        sentences.extend(match known.mv == best.mv {
            true => self.chosen(known),
            false => reading.not_chosen(known, best, &mut auditor),
        });
        sentences.retain(|sentence| !sentence.text.is_empty());
        Some((sentences, auditor.audit))
    }

    /// That the move was searched again, if it was.
    fn searched_again(&self, known: &RootMove) -> Option<Sentence> {
        let first = self.first_choice()?;
        let (san, best) = (&known.san, self.reading().best()?);
        let text = match self.reading().is_judged() {
            true if self.is_for_words() => format!(
                "What follows comes from a second search, by alpha-beta: it shows more of what is wrong with {san}."
            ),
            true if first.mv == known.mv => format!(
                "{san} is the move the search chose. But a second search, by alpha-beta, prefers {}; what follows comes from that.",
                best.san
            ),
            true => format!(
                "For the search {san} is no worse than {}. But a second search, by alpha-beta, prefers {}; what follows comes from that.",
                first.san, best.san
            ),
            false => format!(
                "The search never looked into {san}, so it was searched again beside {} alone, with the same effort; what follows comes from that.",
                first.san
            ),
        };
        Some(about(known, text))
    }

    /// The move asked about came out best.
    fn chosen(&self, known: &RootMove) -> Paragraph {
        let reading = self.reading();
        let mut sentences = vec![about(
            known,
            match self.is_searched_further() {
                false => format!("{} is the move the search chose.", known.san),
                true => format!(
                    "There {} comes out best. {}",
                    known.san,
                    reading.worth(known)
                ),
            },
        )];
        sentences.extend(reading.against(known).map(|text| about(known, text)));
        let mut others = reading.moves.iter().filter(|other| other.mv != known.mv);
        if self.is_searched_further()
            && let Some(other) = others.next()
        {
            sentences.push(about(known, difference(other, known)).resting_on(&[other.mv]));
        }
        sentences
    }
}

impl Reading<'_> {
    /// Another move came out best.
    fn not_chosen(&self, known: &RootMove, best: &RootMove, auditor: &mut Auditor) -> Paragraph {
        let told = |text: String| about(known, text);
        let mut sentences = vec![told(format!("About {}.", known.san))];
        sentences.extend(self.for_and_against(known, auditor));
        let is_mated = sentences.iter().any(Sentence::tells_mate);
        if !is_mated {
            sentences.push(told(self.worth_called(known, &known.san)));
        }
        sentences.push(told(difference(known, best)).resting_on(&[best.mv]));
        if !is_mated {
            sentences.extend(self.prospects(known, best).map(told));
            let goes_on = self
                .whole(self.told_part(&known.line))
                .goes_on(self.mover());
            let line = auditor.confirm(goes_on);
            let against = self.against(known).map(told);
            sentences.extend(against.map(|sentence| sentence.claiming(line)));
        }
        sentences
    }

    /// What speaks for a move, and what is wrong with it. Of a bad move few merits are told.
    pub(crate) fn merits_and_faults(
        &self,
        known: &RootMove,
        auditor: &mut Auditor,
    ) -> (Vec<Sentence>, Vec<Sentence>) {
        let mut merits = self.reasons(known, Topic::Asked, auditor);
        let failing = self.failing(known, Topic::Asked, auditor);
        let faults = match failing {
            Some(failing) => {
                // A gain elsewhere is no merit of a move that loses more.
                merits.retain(|merit| !WINNING.contains(&merit.kind()));
                vec![failing]
            }
            None => self.faults(known, Topic::Asked, auditor),
        };
        if !faults.is_empty() {
            let lag = self
                .best()
                .map_or(0, |best| best.likely.min - known.likely.max);
            if lag >= BAD_POINTS {
                merits.truncate(MAX_MERITS_OF_BAD);
            }
        }
        (merits, faults)
    }

    /// The same, one after the other.
    fn for_and_against(&self, known: &RootMove, auditor: &mut Auditor) -> Vec<Sentence> {
        let (mut sentences, faults) = self.merits_and_faults(known, auditor);
        let has_merit = !sentences.is_empty();
        for (i, fault) in faults.into_iter().enumerate() {
            let text = match fault.text.strip_prefix("It ") {
                Some(rest) if has_merit && i == 0 => format!("But it {rest}"),
                _ => fault.text.clone(),
            };
            sentences.push(Sentence { text, ..fault });
        }
        sentences
    }

    /// Whether a move might still overtake the best.
    fn prospects(&self, known: &RootMove, best: &RootMove) -> Option<String> {
        let chance = known.overtakes.filter(|chance| chance.is_known())?;
        let best = &best.san;
        let (after, its) = match known.spent {
            0 => (String::new(), "Its"),
            spent => {
                let after = count(spent, "expansion", "expansions");
                (format!("After {after} "), "its")
            }
        };
        let mark = self
            .overtaking_target()
            .map(|mark| tenths(mark.round() as i32));
        Some(match mark {
            Some(mark) if chance == Likelihood::NONE => {
                let it = if known.spent == 0 { "It" } else { "it" };
                format!(
                    "{after}{it} has no chance to reach {mark}%, which would put it clearly above {best}."
                )
            }
            Some(mark) => format!(
                "{after}{its} chance to overtake {best} clearly, by reaching {mark}%, is {chance}."
            ),
            None if known.spent == 0 => format!(
                "Not one expansion went into it, and it cannot hope for more than {best} is worth."
            ),
            None => format!("{after}it cannot hope for more than {best} is worth."),
        })
    }

    /// The best play against a move.
    fn against(&self, known: &RootMove) -> Option<String> {
        let answer = known.answer?;
        let verb = match known.certainty {
            Some(Certainty::Loss) => "It is refuted by",
            _ if known.likely.exact().is_some() => "The expected answer is",
            _ => "An answer that holds it there is",
        };
        Some(format!(
            "{verb} {}: {}.",
            self.reply_san(known, answer),
            numbered(self.position(), self.told_part(&known.line))
        ))
    }
}

/// A sentence about the move asked about.
fn about(known: &RootMove, text: String) -> Sentence {
    Sentence::new(Topic::Asked, text).of(known.mv)
}

/// By how much a move is worse than another. Both values stand in the sentence: they come from one
/// search, and another one may have told others.
fn difference(known: &RootMove, than: &RootMove) -> String {
    let (least, most) = (
        than.likely.min - known.likely.max,
        than.likely.max - known.likely.min,
    );
    let (san, better) = (&known.san, &than.san);
    if least == 0 && most == 0 {
        return format!("{san} is likely worth exactly as much as {better}.");
    }
    if least <= 0 && most < 0 {
        return format!(
            "By now {san} ({}) is even likely to be worth more than {better} ({}).",
            known.likely, than.likely
        );
    }
    if least <= 0 {
        return format!("Which of {san} and {better} is worth more is not known.");
    }
    let or_more = if least == most { "" } else { " or more" };
    format!(
        "That makes {san} ({}) worse than {better} ({}) by {}{or_more}.",
        known.likely,
        than.likely,
        points_between(known.likely.max, than.likely.min)
    )
}

/// The difference of two values as they are shown, so that a reader who subtracts finds the same.
fn points_between(low: i32, high: i32) -> String {
    match (shown_tenths(high) - shown_tenths(low)).max(0) {
        0 => "less than 0.1 percentage points".to_owned(),
        tenths => format!("{}.{} percentage points", tenths / 10, tenths % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read_position;

    /// The values in a sentence and their difference, in tenths of a percentage point.
    fn numbers(text: &str) -> Vec<i32> {
        let words = text.split([' ', '(', ')', '%']);
        let values = words.filter_map(|word| word.parse::<f64>().ok());
        values.map(|value| (value * 10.0).round() as i32).collect()
    }

    /// "53.5%", "44.4%", "worse by 6.9": what is compared once came from another search than what
    /// was shown, and the difference was rounded by itself.
    #[test]
    fn whoever_subtracts_the_values_finds_the_difference() {
        for (low, high, words) in [
            (4_305, 5_314, "10.0 percentage points"),
            (4_304, 5_315, "10.2 percentage points"),
            (5_001, 5_004, "less than 0.1 percentage points"),
            (0, 10_000, "100.0 percentage points"),
            (9_994, 10_000, "0.1 percentage points"),
        ] {
            assert_eq!(points_between(low, high), words, "{low} {high}");
        }
        let reading =
            read_position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let best = reading.best().unwrap();
        let mut compared = 0;
        for known in &reading.moves {
            let text = difference(known, best);
            let is_exact = known.likely.exact().is_some() && best.likely.exact().is_some();
            if let (true, [own, others, points]) = (is_exact, &numbers(&text)[..]) {
                assert_eq!(own + points, *others, "{text}");
                compared += 1;
            }
        }
        assert!(compared > 0);
    }
}
