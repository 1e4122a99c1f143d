//! Why not: what a move runs into, and what becomes of the replies to the chosen one.

use bstar_board::{Move, san};

use crate::claim::{Claim, Fact, Turn};
use crate::find::Place;
use crate::find::along::Line;
use crate::notary::Notary;
use crate::phrases::won;
use crate::reading::{Reading, RootMove};
use crate::reasons::{is_short_mate, line_of};
use crate::sentence::{Sentence, Topic};
use crate::words::{list, numbered, side};

/// So many replies are told about with what they lose.
const NAMED: usize = 2;
/// Centipawns that make a gain another one than that of best play.
const MORE: i32 = 80;

impl Reading<'_> {
    /// What the opponent gets out of a move, in a sentence about `it`.
    pub(crate) fn failing(
        &self,
        known: &RootMove,
        topic: Topic,
        notary: &mut Notary,
    ) -> Option<Sentence> {
        let told =
            |text: String, claim: Claim| Sentence::new(topic, text).of(known.mv).claiming([claim]);
        let (other, path) = (!self.mover(), [known.mv]);
        let place = Place {
            root: self.position(),
            path: &path,
        };
        let rest = known.line.moves.get(1..)?;
        let after = Line {
            place,
            turn: Turn::Moves,
            moves: rest,
        };
        if let Some(claim) = notary.confirm(after.mate(other).filter(is_short_mate)) {
            let line = line_of(self, &claim);
            let text = match claim.fact {
                Fact::MateIn { moves: 1 } => format!("It runs into {line}."),
                Fact::MateIn { moves } => format!("It runs into mate in {moves}: {line}."),
                _ => return None,
            };
            return Some(told(text, claim));
        }
        let reply = *rest.first()?;
        let hangs = place
            .hangs(reply)
            .filter(|_| self.position().is_quiet(known.mv));
        let whole = Line {
            place: Place {
                root: self.position(),
                path: &[],
            },
            turn: Turn::Moves,
            moves: &known.line.moves,
        };
        let claim = whole.queens(other).or_else(|| whole.gains(other))?;
        let claim = notary.confirm(Some(claim))?;
        let line = line_of(self, &claim);
        let reply_text = numbered(&place.position(), &[reply]);
        let text = match &claim.fact {
            Fact::Queens { .. } => format!("It lets {} make a queen: {line}.", side(other)),
            Fact::Gains { balance } if claim.line.len() == 2 => match notary.confirm(hangs) {
                Some(hanging) => {
                    let man = place
                        .position()
                        .captured(reply)
                        .map_or("man", crate::balance::man);
                    let verb = match reply.to == known.mv.to {
                        true => "It loses the",
                        false => "It leaves the",
                    };
                    let end = match reply.to == known.mv.to {
                        true => "",
                        false => " hanging",
                    };
                    let text = format!("{verb} {man}{end}: {reply_text}.");
                    return Some(told(text, hanging));
                }
                None => format!("It loses {}: {line}.", won(*balance)),
            },
            Fact::Gains { balance } if place.position().is_quiet(reply) => {
                let following = claim.line.get(1..).unwrap_or_default();
                let following = numbered(&place.position(), following);
                format!(
                    "It runs into {reply_text}, which wins {}: {following}.",
                    won(*balance)
                )
            }
            Fact::Gains { balance } => format!("It loses {}: {line}.", won(*balance)),
            _ => return None,
        };
        Some(told(text, claim))
    }

    /// What the replies that were looked into run into.
    pub(crate) fn answers(
        &self,
        best: &RootMove,
        tried: &[(Move, usize)],
        notary: &mut Notary,
    ) -> Vec<Sentence> {
        let after = self.position().after(best.mv);
        let mut mated: Vec<(String, Vec<String>, Vec<Claim>)> = Vec::new();
        let mut sentences = Vec::new();
        let main = self.main_gain(best);
        for (reply, _) in tried.iter().take(NAMED + 3) {
            let Some(claim) = self.refutation(&[best.mv, *reply], notary) else {
                continue;
            };
            let name = san::write(&after, *reply);
            let line = line_of(self, &claim);
            match &claim.fact {
                Fact::MateIn { moves } => {
                    let end = match moves {
                        1 => line,
                        n => format!("mate in {n}: {line}"),
                    };
                    match mated.iter_mut().find(|(known, ..)| *known == end) {
                        Some((_, names, claims)) => {
                            names.push(name);
                            claims.push(claim);
                        }
                        None => mated.push((end, vec![name], vec![claim])),
                    }
                }
                Fact::Gains { balance }
                    if Some(*reply) != best.answer && balance.worth() >= main + MORE =>
                {
                    let text = format!("{name} loses {}: {line}.", won(*balance));
                    sentences.push(
                        Sentence::new(Topic::Test, text)
                            .of(best.mv)
                            .claiming([claim]),
                    );
                }
                _ => {}
            }
        }
        let mates = mated.into_iter().map(|(end, names, claims)| {
            let verb = if names.len() == 1 { "runs" } else { "run" };
            Sentence::new(Topic::Test, format!("{} {verb} into {end}.", list(&names)))
                .of(best.mv)
                .claiming(claims)
        });
        mates.chain(sentences).take(NAMED).collect()
    }

    /// What the line of best play wins, in centipawns.
    fn main_gain(&self, best: &RootMove) -> i32 {
        let line = Line {
            place: Place {
                root: self.position(),
                path: &[],
            },
            turn: Turn::Moves,
            moves: &best.line.moves,
        };
        match line.gains(self.mover()).map(|claim| claim.fact) {
            Some(Fact::Gains { balance }) => balance.worth(),
            _ => 0,
        }
    }
}
