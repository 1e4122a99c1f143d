//! What becomes of one move that somebody asks about.

use bstar_board::Move;

use super::grammar::{count, numbered};
use super::sentence::{Paragraph, Sentence, Topic};
use crate::claims::{Audit, Notary};
use crate::reading::{Certainty, Likelihood, Reading, RootMove, tenths};

impl Reading<'_> {
    /// A move beside the chosen one, sentence by sentence, each with what backs it; `first` is what the whole search chose, if this reading is of a second one.
    pub fn compare_in_sentences(&self, mv: Move, first: Option<&Reading>) -> Option<Paragraph> {
        self.audited_comparison(mv, first).map(|(told, _)| told)
    }

    /// The same, and what came of checking its claims.
    pub fn audited_comparison(
        &self,
        mv: Move,
        first: Option<&Reading>,
    ) -> Option<(Paragraph, Audit)> {
        let (known, best) = (self.find(mv)?, self.best()?);
        let san = &known.san;
        let told = |text: String| Sentence::new(Topic::Asked, text).of(mv);
        let mut notary = Notary::new(self.game);
        let mut sentences = Paragraph::new();
        if let Some(first) = first.and_then(Reading::best) {
            sentences.push(told(format!(
                "The search never looked into {san}, so it was searched again beside {} alone, with the same effort; what follows comes from that.",
                first.san
            )));
        }
        if known.mv == best.mv {
            sentences.push(told(match first {
                None => format!("{san} is the move the search chose."),
                Some(_) => format!("There {san} comes out best. {}", self.worth(known)),
            }));
            sentences.extend(self.against(known).map(told));
            if first.is_some()
                && let Some(other) = self.moves.iter().find(|other| other.mv != mv)
            {
                sentences.push(told(difference(other, known)).resting_on(&[other.mv]));
            }
        } else {
            sentences.push(told(format!("About {san}.")));
            sentences.extend(self.merits_and_faults(known, &mut notary));
            let is_mated = sentences.iter().any(Sentence::tells_mate);
            if !is_mated {
                sentences.push(told(self.worth(known)));
            }
            sentences.push(told(difference(known, best)).resting_on(&[best.mv]));
            if !is_mated {
                sentences.extend(self.prospects(known, best).map(told));
                let goes_on = self.whole(&known.line.moves).goes_on(self.mover());
                let line = notary.confirm(goes_on);
                let against = self.against(known).map(told);
                sentences.extend(against.map(|sentence| sentence.claiming(line)));
            }
        }
        sentences.retain(|sentence| !sentence.text.is_empty());
        Some((sentences, notary.audit))
    }

    /// What a move does, and what is wrong with it. Of a move that fails, one merit is enough.
    fn merits_and_faults(&self, known: &RootMove, notary: &mut Notary) -> Vec<Sentence> {
        let mut sentences = self.reasons(known, Topic::Asked, notary);
        let Some(failing) = self.failing(known, Topic::Asked, notary) else {
            return sentences;
        };
        sentences.truncate(1);
        let but = match failing.text.strip_prefix("It ") {
            Some(rest) if !sentences.is_empty() => format!("But it {rest}"),
            _ => failing.text.clone(),
        };
        sentences.push(Sentence {
            text: but,
            ..failing
        });
        sentences
    }

    /// Whether a move might still overtake the best.
    fn prospects(&self, known: &RootMove, best: &RootMove) -> Option<String> {
        let (chance, best) = (known.overtakes?, &best.san);
        let after = count(known.spent, "expansion", "expansions");
        let mark = self.mark().map(|mark| tenths(mark.round() as i32));
        Some(match mark {
            Some(mark) if chance == Likelihood::NONE => {
                format!(
                    "After {after} it has no chance to reach {mark}%, which would put it clearly above {best}."
                )
            }
            Some(mark) => format!(
                "After {after} its chance to overtake {best} clearly, by reaching {mark}%, is {chance}."
            ),
            None if known.spent == 0 => format!(
                "Not one expansion went into it, and it cannot hope for more than {best} is worth."
            ),
            None => format!("After {after} it cannot hope for more than {best} is worth."),
        })
    }

    /// The best play against a move.
    fn against(&self, known: &RootMove) -> Option<String> {
        let answer = known.answer?;
        let verb = match known.certainty {
            Some(Certainty::Loss) => "It is refuted by",
            _ if known.likely.exact().is_some() => "The best answer is",
            _ => "An answer that holds it there is",
        };
        Some(format!(
            "{verb} {}: {}.",
            self.reply_san(known, answer),
            numbered(self.position(), &known.line.moves)
        ))
    }
}

/// By how much a move is worse than another.
fn difference(known: &RootMove, than: &RootMove) -> String {
    let (least, most) = (
        than.likely.min - known.likely.max,
        than.likely.max - known.likely.min,
    );
    let points = |points: i32| format!("{}.{}", points / 100, points % 100 / 10);
    let (san, than) = (&known.san, &than.san);
    if least == 0 && most == 0 {
        format!("{san} is likely worth exactly as much as {than}.")
    } else if least == most && least >= 10 {
        format!(
            "That makes {san} worse than {than} by {} percentage points.",
            points(least)
        )
    } else if least == most && least > 0 {
        format!("That makes {san} worse than {than} by less than 0.1 percentage points.")
    } else if least > 0 {
        format!(
            "That makes {san} worse than {than} by at least {} percentage points.",
            points(least)
        )
    } else if most < 0 {
        format!("By now {san} is even likely to be worth more than {than}.")
    } else {
        format!("Which of {san} and {than} is worth more is not known.")
    }
}
