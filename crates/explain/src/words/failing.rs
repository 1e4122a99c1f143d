//! Why not: what a move runs into, and what becomes of the replies to the chosen one.

use bstar_board::{Move, san};
use bstar_engine::thinker::scale::SCALE;

use super::grammar::{list, numbered, side};
use super::material::man;
use super::phrases::{line_of, won};
use super::sentence::{Sentence, Topic};
use crate::claims::{Claim, Fact, Notary, Turn};
use crate::reading::{Reading, RootMove};

/// So many replies are told about with what they lose.
const NAMED: usize = 2;
/// So many ten-thousandths worse is worse for a reason, in a position that is not better than a draw; or so many in any.
const CLEARLY: i32 = 200;
const FAR: i32 = 1_000;
/// Whoever stands better than this has something for what he loses.
const WORSE: i32 = 4_500;
/// So many are looked at for that.
const LOOKED_AT: usize = 5;

impl Reading<'_> {
    /// What the opponent gets out of a move, in a sentence about `it`.
    pub(crate) fn failing(
        &self,
        known: &RootMove,
        topic: Topic,
        notary: &mut Notary,
    ) -> Option<Sentence> {
        let best = self.best().filter(|best| best.mv != known.mv)?;
        // What a line loses is the reason only if the move is worse, and the less so the better it still is.
        let lag = best.likely.min - known.likely.max;
        let is_reason = lag >= FAR || lag >= CLEARLY && known.likely.max <= SCALE.draw;
        let mate = self.mated(known, notary);
        let (text, claim) = match mate {
            Some(mate) => mate,
            None if !is_reason => return None,
            None => self
                .hanging(known, notary)
                .or_else(|| self.losing(known, notary))?,
        };
        Some(Sentence::new(topic, text).of(known.mv).claiming([claim]))
    }

    /// The opponent mates.
    fn mated(&self, known: &RootMove, notary: &mut Notary) -> Option<(String, Claim)> {
        let path = [known.mv];
        let after = self
            .at(&path)
            .along(Turn::Moves, known.line.moves.get(1..)?);
        let claim = notary.confirm(after.mate(!self.mover()))?;
        let line = line_of(self.position(), &claim);
        let text = match claim.fact {
            Fact::MateIn { moves: 1 } => format!("It runs into {line}."),
            Fact::MateIn { moves } => format!("It runs into mate in {moves}: {line}."),
            _ => return None,
        };
        Some((text, claim))
    }

    /// The opponent simply takes a man, and that is the end of it.
    fn hanging(&self, known: &RootMove, notary: &mut Notary) -> Option<(String, Claim)> {
        let reply = *known.line.moves.get(1)?;
        let whole = self.whole(&known.line.moves).gains(!self.mover())?;
        if !self.position().is_quiet(known.mv) || whole.line.len() != 2 {
            return None;
        }
        let path = [known.mv];
        let place = self.at(&path);
        let claim = notary.confirm(place.hangs(reply))?;
        let after = place.position();
        let taken = after.captured(reply).map_or("man", man);
        let (line, square) = (numbered(&after, &[reply]), reply.to);
        let text = match square == known.mv.to {
            true => format!("It loses the {taken}: {line}."),
            false => format!("It leaves the {taken}\u{a0}on\u{a0}{square} hanging: {line}."),
        };
        Some((text, claim))
    }

    /// The opponent wins something along the line, all in all.
    fn losing(&self, known: &RootMove, notary: &mut Notary) -> Option<(String, Claim)> {
        let (other, whole) = (!self.mover(), self.whole(&known.line.moves));
        let claim = whole.queens(other).or_else(|| whole.gains(other));
        let claim = notary.confirm(claim)?;
        let after = self.position().after(known.mv);
        let (reply, rest) = (claim.line.get(1)?, claim.line.get(1..)?);
        let line = line_of(self.position(), &claim);
        let text = match &claim.fact {
            Fact::Queens { .. } => format!("It lets {} make a queen: {line}.", side(other)),
            Fact::Gains { balance } if after.is_quiet(*reply) => format!(
                "It runs into {}, which wins {}.",
                numbered(&after, rest),
                won(*balance)
            ),
            Fact::Gains { balance } => format!("It loses {}: {line}.", won(*balance)),
            _ => return None,
        };
        Some((text, claim))
    }

    /// A move that looks good, for all one sees, and is not: with what it runs into.
    pub(crate) fn tempting(&self, known: &RootMove, notary: &mut Notary) -> Option<Sentence> {
        if !self.at(&[]).looks_good(known.mv) {
            return None;
        }
        let failing = self.failing(known, Topic::Rivals, notary)?;
        let how = failing.text.strip_prefix("It ")?.to_owned();
        let text = format!("{} looks tempting but {how}", known.san);
        Some(Sentence { text, ..failing })
    }

    /// What even the best move does not save.
    pub(crate) fn unavoidable(&self, best: &RootMove, notary: &mut Notary) -> Option<Sentence> {
        let told = |text, claim| {
            Sentence::new(Topic::Best, text)
                .of(best.mv)
                .claiming([claim])
        };
        let other = side(!self.mover());
        if let Some((_, claim)) = self.mated(best, notary) {
            let Fact::MateIn { moves } = claim.fact else {
                return None;
            };
            let text = match moves {
                1 => format!("{other} mates at once all the same."),
                n => format!("{other} mates in {n} moves all the same."),
            };
            return Some(told(text, claim));
        }
        if best.likely.max > WORSE {
            return None;
        }
        let whole = self.whole(&best.line.moves);
        let claim = notary.confirm(whole.gains(!self.mover()))?;
        let Fact::Gains { balance } = claim.fact else {
            return None;
        };
        let line = line_of(self.position(), &claim);
        Some(told(
            format!("{other} wins {} all the same: {line}.", won(balance)),
            claim,
        ))
    }

    /// What becomes of the replies that were looked into: the mates they run into, and what the tempting ones lose.
    pub(crate) fn answers(
        &self,
        best: &RootMove,
        tried: &[(Move, usize)],
        notary: &mut Notary,
    ) -> Vec<Sentence> {
        let path = [best.mv];
        let place = self.at(&path);
        let after = place.position();
        let mut told: Vec<(String, Vec<String>, Vec<Claim>)> = Vec::new();
        // Those that were told about when the move was.
        let offered = place.offers().and_then(|claim| claim.line.first().copied());
        let is_told = |reply: Move| Some(reply) == best.answer || Some(reply) == offered;
        let others = tried.iter().filter(|(reply, _)| !is_told(*reply));
        for (reply, _) in others.take(LOOKED_AT) {
            let Some(claim) = self.refutation(&[best.mv, *reply], notary) else {
                continue;
            };
            let is_tempting = place.looks_good(*reply);
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
                Fact::Gains { balance } if is_tempting => {
                    format!(
                        "into {line}, and {} wins {}",
                        side(self.mover()),
                        won(*balance)
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
        told.into_iter().map(sentence).take(NAMED).collect()
    }
}
