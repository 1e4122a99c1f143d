//! Why a move throws away what tables know the position to be worth.

use std::cmp::Reverse;

use bstar_board::{Move, Outcome as Rule, Piece, Position};
use bstar_tables::{Outcome, TableMove};

use super::ending_merits::{ends_with_answer, refutation, with_last};
use super::grammar::{numbered, side};
use super::phrases::phrase;
use super::sentence::{Sentence, Topic};
use crate::facts::claims::{Auditor, Claim, EndingFact, Fact, LineStart, position_after};
use crate::facts::found::{Ending, NodePath};
use crate::facts::{KnownRoot, Reading};
use crate::tell::choose::{
    MAX_NAMED_ANSWERS, MAX_THROWN_AWAY, MAX_THROWN_AWAY_TRIED, MAX_TRIED_ANSWERS,
};

/// What is wrong with a move: the end of a sentence, and what backs it.
struct Refutation {
    words: String,
    claims: Vec<Claim>,
    /// How much it explains.
    weight: u32,
}

impl Reading<'_> {
    /// Of some natural moves that throw the result away, why they do.
    pub(super) fn thrown_away(&self, root: &KnownRoot, auditor: &mut Auditor) -> Vec<Sentence> {
        let mut natural: Vec<&TableMove> = root.throwing_away().collect();
        natural.sort_by_key(|known| Reverse(self.naturalness(root, known.mv)));
        natural.truncate(MAX_THROWN_AWAY_TRIED);
        let mut found: Vec<(u32, &TableMove, Refutation)> = natural
            .into_iter()
            .map(|known| {
                let refutation = self.refuted(known, auditor);
                let weight = refutation.weight + self.naturalness(root, known.mv);
                (weight, known, refutation)
            })
            .collect();
        found.sort_by_key(|(weight, ..)| Reverse(*weight));
        let mut told: Vec<Sentence> = Vec::new();
        let mut kinds: Vec<Option<&'static str>> = Vec::new();
        for (_, known, refutation) in found {
            let kind = refutation.claims.first().map(Claim::kind);
            if told.len() < MAX_THROWN_AWAY && !kinds.contains(&kind) {
                let name = numbered(self.position(), &[known.mv]);
                let verb = thrown(root.outcome, known.known.outcome);
                let text = format!("{name} {verb}{}.", refutation.words);
                told.push(
                    Sentence::new(Topic::Rivals, text)
                        .of(known.mv)
                        .claiming(refutation.claims),
                );
                kinds.push(kind);
            }
        }
        told
    }

    /// Why one move throws the result away, as a sentence about `it`. None if it does not.
    pub(crate) fn throws_away(&self, mv: Move, auditor: &mut Auditor) -> Option<Sentence> {
        let root = self.known.as_ref()?;
        let known = root.throwing_away().find(|known| known.mv == mv)?;
        let refutation = self.refuted(known, auditor);
        let verb = thrown(root.outcome, known.known.outcome);
        let text = format!("It {verb}{}.", refutation.words);
        Some(
            Sentence::new(Topic::Asked, text)
                .of(mv)
                .claiming(refutation.claims),
        )
    }

    /// Why a move is right, as a sentence about `it`.
    pub(crate) fn merit_in_ending(
        &self,
        mv: Move,
        topic: Topic,
        auditor: &mut Auditor,
    ) -> Option<Sentence> {
        let path = [mv];
        let claim = self.first_merit(&path, auditor)?;
        let text = merit(self.position(), &claim);
        Some(Sentence::new(topic, text).of(mv).claiming([claim]))
    }

    /// Why the side that is not to move stands well where every move comes to the same.
    pub(super) fn merit_of_waiting(&self, auditor: &mut Auditor) -> Option<Sentence> {
        let claim = self.first_merit(&[], auditor)?;
        let text = merit(self.position(), &claim);
        Some(Sentence::new(Topic::Known, text).claiming([claim]))
    }

    fn first_merit(&self, path: &[Move], auditor: &mut Auditor) -> Option<Claim> {
        let merits = self.ending(path).merits();
        merits
            .into_iter()
            .find_map(|claim| auditor.confirm(Some(claim)))
    }

    fn ending<'a>(&'a self, path: &'a [Move]) -> Ending<'a> {
        Ending {
            tables: &self.thought.endings,
            at: NodePath {
                root: self.position(),
                path,
            },
        }
    }

    /// How likely a player is to think of a move.
    fn naturalness(&self, root: &KnownRoot, mv: Move) -> u32 {
        let position = self.position();
        let piece = |mv: Move| position.piece_on(mv.from);
        let best = self.best().map_or(root.best().mv, |best| best.mv);
        let is_taking = position.captured(mv).is_some() || mv.promotion.is_some();
        4 * u32::from(is_taking)
            + 3 * u32::from(piece(mv) == Some(Piece::Pawn))
            + 2 * u32::from(position.after(mv).in_check())
            + u32::from(piece(mv) == piece(best))
    }

    fn refuted(&self, known: &TableMove, auditor: &mut Auditor) -> Refutation {
        let (path, other) = ([known.mv], !self.mover());
        let standing = self.ending(&path).standing(other);
        let standing = standing
            .into_iter()
            .find_map(|claim| auditor.confirm(Some(claim)));
        if let Some(claim) = standing {
            return Refutation {
                words: format!(": {}", refutation(self.position(), &claim)),
                claims: vec![claim],
                weight: 6,
            };
        }
        let after = self.position().after(known.mv);
        let answers = self.thought.endings.moves(&after).unwrap_or_default();
        let best = known.known.outcome.for_other_side();
        let holding: Vec<Move> = answers
            .iter()
            .filter(|answer| answer.known.outcome == best)
            .map(|answer| answer.mv)
            .collect();
        let is_any = holding.len() == answers.len();
        let explained = holding.iter().take(MAX_TRIED_ANSWERS).find_map(|answer| {
            let claim = self.first_merit(&[known.mv, *answer], auditor)?;
            (!is_any || is_strong(&claim)).then_some(claim)
        });
        let only = match holding[..] {
            [answer] if answers.len() > 1 => auditor.confirm(Some(Claim {
                side: other,
                path: path.to_vec(),
                begins: LineStart::Move,
                line: vec![answer],
                fact: Fact::Ending(EndingFact::OnlyKeeps),
            })),
            _ => None,
        };
        let what = match best {
            Outcome::Win => "wins",
            _ => "draws",
        };
        let comes = auditor.confirm(Some(Claim {
            side: self.mover(),
            path: path.to_vec(),
            begins: LineStart::Move,
            line: Vec::new(),
            fact: Fact::Ending(EndingFact::Comes {
                to: known.known.outcome,
            }),
        }));
        let mut words = match &explained {
            Some(claim) => format!(": {}", refutation(self.position(), claim)),
            None if is_any && answers.len() > 1 => {
                format!(", whatever {} answers", side(other))
            }
            None => format!(
                ": {} {what} with {}",
                side(other),
                answered(&after, &holding)
            ),
        };
        let can_go_on = explained.as_ref().is_none_or(ends_with_answer);
        if only.is_some() && can_go_on {
            let that = match explained {
                Some(_) => format!(" that {what}"),
                None => String::new(),
            };
            words.push_str(&format!(", the only move{that}"));
        }
        let weight = match (&explained, &only) {
            (Some(claim), Some(_)) if is_strong(claim) || claim.line.is_empty() => 6,
            (Some(_), _) => 5,
            (None, Some(_)) => 2,
            (None, None) => 0,
        };
        Refutation {
            words,
            claims: explained.into_iter().chain(only).chain(comes).collect(),
            weight,
        }
    }
}

/// Whether a claim explains the result even where every answer would do.
fn is_strong(claim: &Claim) -> bool {
    matches!(
        claim.fact,
        Fact::Checkmate
            | Fact::Drawn { .. }
            | Fact::Queens { .. }
            | Fact::Ending(
                EndingFact::Wins { .. } | EndingFact::HoldsCorner { .. } | EndingFact::Runs { .. }
            )
    )
}

/// What a move does to the result.
fn thrown(before: Outcome, after: Outcome) -> &'static str {
    match (before, after) {
        (Outcome::Win, Outcome::Draw) => "throws the win away",
        (Outcome::Win, _) => "throws the win away, and even loses",
        _ => "loses",
    }
}

/// Some answers with their number: `1... Kd7, Kd8 or Ke7`.
fn answered(after: &Position, holding: &[Move]) -> String {
    let Some((first, rest)) = holding.split_first() else {
        return String::new();
    };
    let mut words = numbered(after, &[*first]);
    if holding.len() > MAX_NAMED_ANSWERS {
        words.push_str(", for example");
        return words;
    }
    for (i, answer) in rest.iter().enumerate() {
        let joint = if i + 1 == rest.len() { " or" } else { "," };
        let name = bstar_board::san::write(after, *answer);
        words.push_str(&format!("{joint}\u{a0}{name}"));
    }
    words
}

/// The sentence for any claim that explains why a move is right.
fn merit(root: &Position, claim: &Claim) -> String {
    let place = position_after(root, &claim.path);
    match &claim.fact {
        Fact::Drawn {
            how: Rule::Stalemate,
        } => match claim.line.is_empty() {
            true => "It is stalemate.".to_owned(),
            false => format!("{} would be stalemate.", numbered(&place, &claim.line)),
        },
        Fact::Drawn {
            how: Rule::DeadPosition,
        } => "Nobody can give mate any more.".to_owned(),
        Fact::Drawn { how } => format!("It is a draw by {how}."),
        Fact::Queens { .. } => format!("The pawn goes through: {}.", with_last(root, claim)),
        _ => phrase(root, claim),
    }
}
