//! What VERIFY tried against the choice, and the choices that did not survive it.

use std::cmp::Reverse;

use bstar_board::{Move, san};

use super::grammar::{count, list, side, times};
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::claims::Auditor;
use crate::facts::{Reading, RootMove, tenths};
use crate::tell::choose::MAX_TRIAL_NAMED;

impl Reading<'_> {
    /// What VERIFY tried against the choice.
    pub(crate) fn test(&self, best: &RootMove, auditor: &mut Auditor) -> Paragraph {
        let Some((_, target)) = self.history.tests.iter().find(|(mv, _)| *mv == best.mv) else {
            return Paragraph::new();
        };
        let told = |text| Sentence::new(Topic::Test, text).of(best.mv);
        let (san, other) = (&best.san, side(!self.mover()));
        let replies = self.node(best.mv).map_or(0, |node| node.moves().len());
        if !self.position().after(best.mv).has_legal_move() {
            return Paragraph::new();
        }
        if replies == 0 {
            return vec![told(format!(
                "The search was about to take {other}'s side and try to refute {san} when it ended."
            ))];
        }
        let tried = self.tried(best);
        let mut text = format!("Then the search took {other}'s side and tried to refute {san}");
        text.push_str(&match tried.len() {
            0 if replies == 1 => ". The only reply was not looked into further.".to_owned(),
            0 => format!(
                ". None of the {} was looked into further.",
                count(replies, "reply", "replies")
            ),
            n => {
                let shown = list(&self.told(best, &tried));
                let shown = match tried.len() {
                    n if n > MAX_TRIAL_NAMED => format!("{shown}, and others"),
                    _ => shown,
                };
                format!(
                    ". It looked into {}: {shown}.",
                    count(n, "reply", "replies")
                )
            }
        });
        let named = tried.iter().take(MAX_TRIAL_NAMED);
        let mut paragraph = vec![named.fold(told(text), |sentence, (reply, _)| {
            sentence.resting_on(&[best.mv, *reply])
        })];
        paragraph.extend(self.answers(best, &tried, auditor));
        let mark = self.viewpoint.target(target.value) + 1.0;
        if f64::from(best.likely.min) >= mark && best.certainty.is_none() {
            paragraph.push(told(format!(
                "{san} is still likely worth {}, no less than the {}% of the second-best move when the test began.",
                best.likely,
                tenths(mark as i32)
            )));
        }
        paragraph
    }

    /// The replies that were tried and how often. Of equals the most dangerous comes first.
    fn tried(&self, best: &RootMove) -> Vec<(Move, usize)> {
        let mut tried = self.history.tried_against(best.mv);
        tried.sort_by_key(|(reply, times)| {
            let left = self.after_reply(best.mv, *reply).map(|left| left.max);
            (Reverse(*times), left)
        });
        tried
    }

    fn told(&self, best: &RootMove, tried: &[(Move, usize)]) -> Vec<String> {
        let reply = |(i, (reply, times)): (usize, &(Move, usize))| {
            let name = self.reply_san(best, *reply);
            let spent = match i {
                0 => count(*times, "expansion", "expansions"),
                _ => times.to_string(),
            };
            match self.after_reply(best.mv, *reply) {
                Some(left) => format!("{name} leaves {left} ({spent})"),
                None => format!("{name} ({spent})"),
            }
        };
        tried
            .iter()
            .take(MAX_TRIAL_NAMED)
            .enumerate()
            .map(reply)
            .collect()
    }

    /// The choices that were given up, each with the replies that brought it down.
    pub(crate) fn given_up(&self, best: &RootMove) -> Paragraph {
        let mut told: Vec<(Move, Vec<Option<Move>>)> = Vec::new();
        for refutation in &self.history.refutations {
            match told.iter_mut().find(|(mv, _)| *mv == refutation.selected) {
                Some((_, replies)) => replies.push(refutation.reply),
                None => told.push((refutation.selected, vec![refutation.reply])),
            }
        }
        let (own, others): (Vec<_>, Vec<_>) = told.iter().partition(|(mv, _)| *mv == best.mv);
        let name = |(mv, replies): &&(Move, Vec<Option<Move>>)| {
            let san = san::write(self.position(), *mv);
            format!("{san}{}", self.because(*mv, replies))
        };
        let told = |text| Sentence::new(Topic::GivenUp, text);
        let mut paragraph = Paragraph::new();
        if !others.is_empty() {
            let mut names: Vec<String> = others.iter().take(MAX_TRIAL_NAMED).map(name).collect();
            if others.len() > MAX_TRIAL_NAMED {
                names.push(count(others.len() - MAX_TRIAL_NAMED, "other", "others"));
            }
            let text = format!("Earlier the search chose and gave up {}.", list(&names));
            let named = others.iter().take(MAX_TRIAL_NAMED);
            paragraph.push(named.fold(told(text), |sentence, (mv, _)| sentence.resting_on(&[*mv])));
        }
        if let Some((mv, replies)) = own.first() {
            let often = times(replies.len());
            let text = format!(
                "{} itself was given up {often}{}, and came back when nothing better was found.",
                best.san,
                self.because(*mv, replies)
            );
            paragraph.push(told(text).of(best.mv));
        }
        paragraph
    }

    /// ` because of Qxb5`.
    fn because(&self, mv: Move, replies: &[Option<Move>]) -> String {
        let after = self.position().after(mv);
        let mut names: Vec<String> = Vec::new();
        for reply in replies.iter().flatten().filter(|mv| after.is_legal(**mv)) {
            let name = san::write(&after, *reply);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.is_empty() {
            true => String::new(),
            false => format!(" because of {}", list(&names)),
        }
    }
}
