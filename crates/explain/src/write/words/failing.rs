//! Why a move is bad: what it runs into. And what becomes of the replies to the chosen move.

use bstar_board::{EXCHANGE_VALUES, Move, san};
use bstar_thought::scale::SCALE;

use super::grammar::{list, numbered, side};
use super::material::man;
use super::phrases::{line_of, won};
use super::reasons::worth;
use super::sentence::{Sentence, Topic};
use crate::facts::claims::{Auditor, Claim, Fact, LineStart};
use crate::facts::{Reading, RootMove};
use crate::tell::choose::{
    FAILING_POINTS, FAR_WORSE_POINTS, LOSING_POINTS, MAX_FAILING_REPLIES, MAX_FAILING_SENTENCES,
};
use bstar_concepts::ground::exchange::value;

impl Reading<'_> {
    /// What the opponent gets out of a move, in a sentence about `it`.
    pub(crate) fn failing(
        &self,
        known: &RootMove,
        topic: Topic,
        auditor: &mut Auditor,
    ) -> Option<Sentence> {
        let best = self.best().filter(|best| best.mv != known.mv)?;
        // The loss in a line is the reason only if the move is worse. The better the move still is,
        // the more it must lag behind.
        let lag = best.likely.min - known.likely.max;
        let is_reason =
            lag >= FAR_WORSE_POINTS || lag >= FAILING_POINTS && known.likely.max <= SCALE.draw;
        let mate = self.mated(known, auditor);
        let (text, claim) = match mate {
            Some(mate) => mate,
            None if !is_reason => return None,
            None => self
                .hanging(known, auditor)
                .or_else(|| self.losing(known, topic, auditor))
                .filter(|(_, claim)| !self.loses_as_much(best, claim))?,
        };
        Some(Sentence::new(topic, text).of(known.mv).claiming([claim]))
    }

    /// Whether the opponent gains as much against the best move: by its own line, or because what
    /// follows is possible there too.
    fn loses_as_much(&self, best: &RootMove, claim: &Claim) -> bool {
        const SLACK_CENTIPAWNS: i32 = 50;
        let side = !self.mover();
        let path = [best.mv];
        let (lost, follows) = match claim.fact {
            Fact::Gains { balance } | Fact::GainsAtLeast { least: balance } => {
                let rest = claim.line.iter().skip(1);
                let moves: Vec<Move> = path.iter().chain(rest).copied().collect();
                let there = self.whole(&moves).gains(side);
                (balance.worth(), there.is_some_and(|it| it.line == moves))
            }
            Fact::EnPrise { square } => {
                let man = self.at(&claim.path).position().piece_on(square);
                let takes = claim.line.first().copied();
                let there = takes.and_then(|takes| self.at(&path).hangs(takes));
                (man.map_or(0, value), there.is_some())
            }
            _ => return false,
        };
        let elsewhere = self.brought(&best.line.moves, side);
        follows || elsewhere.worth() + SLACK_CENTIPAWNS >= lost
    }

    /// The opponent mates.
    fn mated(&self, known: &RootMove, auditor: &mut Auditor) -> Option<(String, Claim)> {
        let path = [known.mv];
        let after = self
            .at(&path)
            .along(LineStart::Move, known.line.moves.get(1..)?);
        let claim = auditor.confirm(after.mate(!self.mover()))?;
        let line = line_of(self.position(), &claim);
        let text = match claim.fact {
            Fact::MateIn { moves: 1 } => format!("It runs into {line}."),
            Fact::MateIn { moves } => format!("It runs into mate in {moves}: {line}."),
            _ => return None,
        };
        Some((text, claim))
    }

    /// The opponent takes a man, and nothing else changes hands.
    fn hanging(&self, known: &RootMove, auditor: &mut Auditor) -> Option<(String, Claim)> {
        let reply = *known.line.moves.get(1)?;
        let whole = self.whole(&known.line.moves).gains(!self.mover())?;
        let whole = self.settled(whole, known)?;
        let path = [known.mv];
        let place = self.at(&path);
        let after = place.position();
        let taken = after.captured(reply)?;
        // If most of it comes back, the line has to be told.
        let is_lasting = 2 * worth(&whole) > EXCHANGE_VALUES[taken as usize];
        if !self.position().is_quiet(known.mv) || whole.line.len() != 2 || !is_lasting {
            return None;
        }
        let claim = auditor.confirm(place.hangs(reply))?;
        let taken = man(taken);
        let (line, square) = (numbered(&after, &[reply]), reply.to);
        let text = match square == known.mv.to {
            true => format!("It loses the {taken}: {line}."),
            false => format!("It leaves the {taken}\u{a0}on\u{a0}{square} hanging: {line}."),
        };
        Some((text, claim))
    }

    /// The opponent gains something along the whole line. Of a move that somebody asks about one
    /// may look further.
    fn losing(
        &self,
        known: &RootMove,
        topic: Topic,
        auditor: &mut Auditor,
    ) -> Option<(String, Claim)> {
        let (other, whole) = (!self.mover(), self.whole(&known.line.moves));
        let claim = whole.queens(other).or_else(|| whole.gains(other));
        let claim = claim.and_then(|claim| self.settled(claim, known));
        let later = || self.later_gain(known, other);
        let claim = claim.or_else(|| (topic == Topic::Asked).then(later)?);
        let claim = auditor.confirm(claim)?;
        let after = self.position().after(known.mv);
        let (reply, rest) = (claim.line.get(1)?, claim.line.get(1..)?);
        let line = line_of(self.position(), &claim);
        let text = match &claim.fact {
            Fact::Queens { .. } => format!("It lets {} make a queen: {line}.", side(other)),
            _ if after.is_quiet(*reply) => format!(
                "It runs into {}, which wins {}.",
                numbered(&after, rest),
                won(self.position(), &claim)
            ),
            _ => format!("It loses {}: {line}.", won(self.position(), &claim)),
        };
        Some((text, claim))
    }

    /// A move that seems good but is not, with what it runs into.
    pub(crate) fn tempting(&self, known: &RootMove, auditor: &mut Auditor) -> Option<Sentence> {
        if !self.at(&[]).looks_good(known.mv) {
            return None;
        }
        let failing = self.failing(known, Topic::Rivals, auditor)?;
        let how = failing.text.strip_prefix("It ")?.to_owned();
        let text = format!("{} looks tempting but {how}", known.san);
        Some(Sentence { text, ..failing })
    }

    /// What even the best move does not save.
    pub(crate) fn unavoidable(&self, best: &RootMove, auditor: &mut Auditor) -> Option<Sentence> {
        let told = |text, claim| {
            Sentence::new(Topic::Best, text)
                .of(best.mv)
                .claiming([claim])
        };
        let other = side(!self.mover());
        if let Some((_, claim)) = self.mated(best, auditor) {
            let Fact::MateIn { moves } = claim.fact else {
                return None;
            };
            let text = match moves {
                1 => format!("{other} mates at once all the same."),
                n => format!("{other} mates in {n} moves all the same."),
            };
            return Some(told(text, claim));
        }
        if best.likely.max > LOSING_POINTS {
            return None;
        }
        let whole = self.whole(&best.line.moves);
        let gains = whole.gains(!self.mover());
        let claim = auditor.confirm(gains.and_then(|claim| self.settled(claim, best)))?;
        let won = won(self.position(), &claim);
        let line = line_of(self.position(), &claim);
        let text = format!("{other} wins {won} all the same: {line}.");
        Some(told(text, claim))
    }

    /// What becomes of the replies that VERIFY tried: the mates they run into, and what the
    /// tempting ones lose.
    pub(crate) fn answers(
        &self,
        best: &RootMove,
        tried: &[(Move, usize)],
        auditor: &mut Auditor,
    ) -> Vec<Sentence> {
        let path = [best.mv];
        let place = self.at(&path);
        let after = place.position();
        let mut told: Vec<(String, Vec<String>, Vec<Claim>)> = Vec::new();
        // These replies were told with the move itself.
        let offered = place.offers().and_then(|claim| claim.line.first().copied());
        let is_told = |reply: Move| Some(reply) == best.answer || Some(reply) == offered;
        let others = tried.iter().filter(|(reply, _)| !is_told(*reply));
        for (reply, _) in others.take(MAX_FAILING_REPLIES) {
            let replied = [best.mv, *reply];
            let claim = match place.looks_good(*reply) {
                true => self.refutation(&replied, auditor),
                false => self.mates_after(&replied, auditor),
            };
            let Some(claim) = claim else {
                continue;
            };
            let rest: Vec<Move> = claim
                .path
                .iter()
                .chain(&claim.line)
                .copied()
                .skip(2)
                .collect();
            let line = numbered(&after.after(*reply), &rest);
            let end = match &claim.fact {
                Fact::MateIn { moves: 1 } => format!("into {line}"),
                Fact::MateIn { moves } => format!("into mate in {moves}: {line}"),
                Fact::Gains { .. } | Fact::GainsAtLeast { .. } => {
                    let us = side(self.mover());
                    format!(
                        "into {line}, and {us} wins {}",
                        won(self.position(), &claim)
                    )
                }
                _ => continue,
            };
            let name = san::write(&after, *reply);
            match told.iter_mut().find(|(known, ..)| *known == end) {
                Some((_, names, claims)) => {
                    names.push(name);
                    claims.push(claim);
                }
                None => told.push((end, vec![name], vec![claim])),
            }
        }
        let sentence = |(end, names, claims): (String, Vec<String>, Vec<Claim>)| {
            let verb = if names.len() == 1 { "runs" } else { "run" };
            Sentence::new(Topic::Test, format!("{} {verb} {end}.", list(&names)))
                .of(best.mv)
                .claiming(claims)
        };
        told.into_iter()
            .map(sentence)
            .take(MAX_FAILING_SENTENCES)
            .collect()
    }
}
