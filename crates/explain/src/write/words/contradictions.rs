//! Reads an answer as a reader does, and looks for sentences that contradict each other.
//!
//! It reads the words and numbers that are told, not the search they come from, so that a mistake
//! anywhere before shows here.

use bstar_board::{Color, Move};

use super::sentence::Sentence;
use crate::facts::claims::{Claim, Fact, LineStart};

/// Percentages that differ by less are the same after rounding.
const ROUNDING_PERCENT: f64 = 0.11;

/// Two statements of one answer that cannot both be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The statement that came first.
    pub one: String,
    pub other: String,
}

/// What is said about the worth of a move.
#[derive(Clone, Copy, Debug)]
enum Said {
    /// It is worth this much.
    Likely(f64),
    /// It might still rise to this.
    Most(f64),
    /// It might still fall to this.
    Least(f64),
    /// It cannot reach this.
    NeverReaches(f64),
    /// It is about as good as the best move.
    NearlyAsGood,
    /// It wins something, or something is won from it.
    Wins(bool),
}

/// What a number says.
type Reader = fn(f64) -> Said;

/// The contradictions in the sentences of one answer about moves of this side.
pub fn contradictions(told: &[Sentence], mover: Color) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let of = |sentence| statements(sentence, mover);
    let statements: Vec<(Move, Said, &str)> = told.iter().flat_map(of).collect();
    for (i, (subject, one, text)) in statements.iter().enumerate() {
        for (other_subject, other, other_text) in &statements[..i] {
            if subject == other_subject && clash(*other, *one) {
                found.push(Contradiction {
                    one: (*other_text).to_owned(),
                    other: (*text).to_owned(),
                });
            }
        }
    }
    found
}

fn clash(one: Said, other: Said) -> bool {
    use Said::{Least, Likely, Most, NearlyAsGood, NeverReaches, Wins};
    match (one, other) {
        (Likely(one), Likely(other)) => (one - other).abs() > ROUNDING_PERCENT,
        (Likely(likely), Most(most)) | (Most(most), Likely(likely)) => {
            most + ROUNDING_PERCENT < likely
        }
        (Likely(likely), Least(least)) | (Least(least), Likely(likely)) => {
            least > likely + ROUNDING_PERCENT
        }
        (NeverReaches(mark), Most(most)) | (Most(most), NeverReaches(mark)) => {
            most > mark + ROUNDING_PERCENT
        }
        (NeverReaches(mark), Likely(likely)) | (Likely(likely), NeverReaches(mark)) => {
            likely > mark + ROUNDING_PERCENT
        }
        (Wins(one), Wins(other)) => one != other,
        (NearlyAsGood, Wins(false)) | (Wins(false), NearlyAsGood) => true,
        _ => false,
    }
}

/// What a sentence says about the worth of the move it is about.
fn statements(sentence: &Sentence, mover: Color) -> Vec<(Move, Said, &str)> {
    let Some(subject) = sentence.subject else {
        return Vec::new();
    };
    let text = sentence.text.as_str();
    let numbers: [(&str, Reader); 6] = [
        ("can expect to score ", Said::Likely),
        ("is likely worth ", Said::Likely),
        ("holds it to ", Said::Likely),
        ("raise it to ", Said::Most),
        ("might still reach ", Said::Most),
        ("no chance to reach ", Said::NeverReaches),
    ];
    let told = |(words, said): &(&str, Reader)| {
        let number = percent_after(text, words)?;
        Some(said(number))
    };
    let mut all: Vec<Said> = numbers.iter().filter_map(told).collect();
    let falls = percent_after(text, "lower that to ");
    all.extend(falls.map(Said::Least));
    if text.ends_with("nearly as good.") {
        all.push(Said::NearlyAsGood);
    }
    all.extend(
        sentence
            .claims
            .iter()
            .filter_map(|claim| wins(claim, mover)),
    );
    all.into_iter().map(|said| (subject, said, text)).collect()
}

/// Who wins something along the whole line.
fn wins(claim: &Claim, mover: Color) -> Option<Said> {
    let is_whole = claim.path.is_empty() && claim.begins == LineStart::Move;
    let is_gain = matches!(
        claim.fact,
        Fact::Gains { .. } | Fact::GainsAtLeast { .. } | Fact::Queens { .. }
    );
    (is_whole && is_gain).then_some(Said::Wins(claim.side == mover))
}

/// The percentage that follows some words, if one does.
fn percent_after(text: &str, words: &str) -> Option<f64> {
    let (_, rest) = text.split_once(words)?;
    let (number, _) = rest.split_once('%')?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::sentence::Topic;
    use super::*;
    use crate::facts::claims::Balance;
    use bstar_board::Square;

    fn mv() -> Move {
        Move {
            from: Square::E2,
            to: Square::E4,
            promotion: None,
        }
    }

    fn about(text: &str) -> Sentence {
        Sentence::new(Topic::Best, text).of(mv())
    }

    fn gain(side: Color) -> Sentence {
        about("It wins a pawn.").claiming([Claim {
            side,
            path: Vec::new(),
            begins: LineStart::Move,
            line: vec![mv()],
            fact: Fact::Gains {
                balance: Balance([1, 0, 0, 0, 0]),
            },
        }])
    }

    #[test]
    fn made_up_contradictions_are_found() {
        let worth = about("White can expect to score 50.0% with it (a draw counts half).");
        let pairs = [
            [
                worth.clone(),
                about("e4: c5 holds it to 44.0%, and nothing more."),
            ],
            [
                worth.clone(),
                about("Further search might still lower that to 55.0%."),
            ],
            [worth.clone(), about("It might still reach 45.0%.")],
            [
                worth.clone(),
                about("After 3 expansions it has no chance to reach 45.0%, which"),
            ],
            [
                about("It might still reach 56.0%."),
                about("it has no chance to reach 52.0%, which"),
            ],
            [gain(Color::White), gain(Color::Black)],
            [about("e4 is nearly as good."), gain(Color::Black)],
        ];
        for pair in pairs {
            assert_eq!(contradictions(&pair, Color::White).len(), 1, "{pair:?}");
        }
    }

    #[test]
    fn what_goes_together_is_left_alone() {
        let told = [
            about("White can expect to score 50.0% with it (a draw counts half)."),
            about("Further search might still lower that to 40.0% or raise it to 60.0%."),
            about("e4: c5 holds it to 50.0%, and it might still reach 60.0%."),
            gain(Color::White),
        ];
        assert_eq!(contradictions(&told, Color::White), []);
    }
}
