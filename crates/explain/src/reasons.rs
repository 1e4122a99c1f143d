//! Why a move: what it wins, threatens, prevents and offers, in two or three sentences.
//!
//! There is always more to be found than a trainer would say. The claims are ranked by how much they explain; what follows from one that is told is left out.

use bstar_board::{Move, Piece};

use crate::claim::{Claim, Fact, Turn};
use crate::find::Place;
use crate::find::along::Line;
use crate::notary::Notary;
use crate::phrases::{Scene, phrase, won};
use crate::reading::{Reading, RootMove};
use crate::sentence::{Sentence, Topic};
use crate::words::{count, numbered, side};

/// So many sentences about what a move does.
const NAMED: usize = 3;
/// Mates further away are told as the search tells them.
const SHORT_MATE: u32 = 4;

impl Reading<'_> {
    /// What a move does.
    pub(crate) fn reasons(
        &self,
        known: &RootMove,
        topic: Topic,
        notary: &mut Notary,
    ) -> Vec<Sentence> {
        let path = [known.mv];
        let place = Place {
            root: self.position(),
            path: &path,
        };
        let here = Place {
            root: self.position(),
            path: &[],
        };
        let told = |text: String, claims: Vec<Claim>| {
            Sentence::new(topic, text).of(known.mv).claiming(claims)
        };
        let simple = |claim: Claim| told(phrase(self.position(), &claim), vec![claim]);
        let mut sentences = Vec::new();

        if let Some(claim) = self.mate(known, notary) {
            let text = match claim.fact {
                Fact::MateIn { moves } => format!(
                    "It forces mate in {} at most: every defence was tried.",
                    count(moves as usize + 1, "move", "moves")
                ),
                _ => "It is checkmate.".to_owned(),
            };
            sentences.push(told(text, vec![claim]));
            let more = self.offer(known, notary);
            sentences.extend(more.map(|(text, claims)| told(text, claims)));
            let threat = self.threat_claim(known).filter(is_mate);
            sentences.extend(notary.confirm(threat).map(simple));
            return sentences;
        }
        let motifs = place.motifs();
        let checks = motifs
            .iter()
            .position(|claim| claim.fact == Fact::DoubleCheck || self.is_discovered_check(claim));
        if let Some(claim) = notary.confirm(checks.map(|at| motifs[at].clone())) {
            sentences.push(simple(claim));
        }
        let gain = notary.confirm(self.gain(known));
        let threat = match &gain {
            // The threat is carried out already.
            Some(_) if known.line.moves.len() < 3 => None,
            _ => notary.confirm(self.threat_claim(known)),
        };
        let targets = self.hit_next(known, threat.as_ref());
        let tactics = motifs.iter().find(|claim| is_used(claim, &targets));
        if let Some(claim) = notary.confirm(tactics.cloned()) {
            sentences.push(simple(claim));
        }
        if let Some(claim) = gain {
            sentences.push(simple(claim));
        }
        if let Some(claim) = threat {
            sentences.push(simple(claim));
        }
        sentences.extend(
            self.offer(known, notary)
                .map(|(text, claims)| told(text, claims)),
        );
        for claim in [here.stops_mate(known.mv), here.saves(known.mv)] {
            if sentences.len() < NAMED
                && let Some(claim) = notary.confirm(claim)
            {
                sentences.push(simple(claim));
                break;
            }
        }
        let guards = |claim: &&Claim| matches!(claim.fact, Fact::PinnedGuard { .. });
        let pins = |claim: &&Claim| matches!(claim.fact, Fact::Pin { .. });
        if sentences.len() < NAMED
            && let Some(claim) = notary.confirm(motifs.iter().find(guards).cloned())
        {
            sentences.push(simple(claim));
        }
        if sentences.len() < NAMED
            && let Some(claim) = notary.confirm(motifs.iter().find(pins).cloned())
        {
            sentences.push(simple(claim));
        }
        if sentences.is_empty()
            && let Some(claim) = notary.confirm(place.attacks())
        {
            sentences.push(simple(claim));
        }
        if sentences.is_empty() {
            let whole = Line {
                place: here,
                turn: Turn::Moves,
                moves: &known.line.moves,
            };
            let trade = whole.trades(self.mover(), Piece::Queen);
            let quiet = motifs.into_iter().find(is_quiet);
            if let Some(claim) = notary.confirm(trade.or(quiet)) {
                sentences.push(simple(claim));
            }
        }
        sentences.truncate(NAMED);
        sentences
    }

    /// The mate a move forces, if it is short enough to try every defence.
    pub(crate) fn mate(&self, known: &RootMove, notary: &mut Notary) -> Option<Claim> {
        let (first, rest) = known.line.moves.split_first()?;
        let path = [*first];
        let place = Place {
            root: self.position(),
            path: &path,
        };
        if let Some(claim) = place.checkmate() {
            return notary.confirm(Some(claim));
        }
        let line = Line {
            place,
            turn: Turn::Moves,
            moves: rest,
        };
        notary.confirm(line.mate(self.mover()).filter(is_short_mate))
    }

    fn is_discovered_check(&self, claim: &Claim) -> bool {
        let after = self.position().after(claim.path[0]);
        matches!(claim.fact, Fact::Discovery { target, .. } if after.piece_on(target) == Some(Piece::King))
    }

    /// What the line of best play wins.
    fn gain(&self, known: &RootMove) -> Option<Claim> {
        let line = Line {
            place: Place {
                root: self.position(),
                path: &[],
            },
            turn: Turn::Moves,
            moves: &known.line.moves,
        };
        line.queens(self.mover())
            .or_else(|| line.gains(self.mover()))
    }

    /// What would follow if the opponent passed.
    fn threat_claim(&self, known: &RootMove) -> Option<Claim> {
        let record = self.thought.records.get(known.key)?;
        let path = [known.mv];
        let line = Line {
            place: Place {
                root: self.position(),
                path: &path,
            },
            turn: Turn::Passes,
            moves: &record.threat,
        };
        line.mate(self.mover())
            .filter(is_short_mate)
            .or_else(|| line.queens(self.mover()))
            .or_else(|| line.gains(self.mover()))
    }

    /// What the side captures next, in the line or in the threat.
    fn hit_next(&self, known: &RootMove, threat: Option<&Claim>) -> Vec<Move> {
        let line = known.line.moves.get(2).copied();
        let threat = threat.and_then(|claim| claim.line.first().copied());
        line.into_iter().chain(threat).collect()
    }

    /// A man is offered, and what happens to who takes it.
    fn offer(&self, known: &RootMove, notary: &mut Notary) -> Option<(String, Vec<Claim>)> {
        let path = [known.mv];
        let place = Place {
            root: self.position(),
            path: &path,
        };
        let offer = place.offers()?;
        let [capture] = offer.line[..] else {
            return None;
        };
        let taken = [known.mv, capture];
        let refutation = self.refutation(&taken, notary)?;
        let offer = notary.confirm(Some(offer))?;
        let Fact::Offers { square } = offer.fact else {
            return None;
        };
        let after = self.position().after(known.mv);
        let man = after.piece_on(square).map_or("man", crate::balance::man);
        let line: Vec<Move> = std::iter::once(capture)
            .chain(self.moves_after(&taken, &refutation))
            .collect();
        let line = numbered(&after, &line);
        let other = side(!self.mover());
        let text = match &refutation.fact {
            Fact::MateIn { .. } => {
                format!("If {other} takes the {man}, it is mate: {line}.")
            }
            Fact::Gains { balance } => format!(
                "If {other} takes the {man}, {} wins {}: {line}.",
                side(self.mover()),
                won(*balance)
            ),
            _ => return None,
        };
        Some((text, vec![offer, refutation]))
    }

    /// What the side that chose the move gets out of a reply: mate, or material all in all.
    pub(crate) fn refutation(&self, path: &[Move], notary: &mut Notary) -> Option<Claim> {
        let line = self.line_from(path);
        let after = Line {
            place: Place {
                root: self.position(),
                path,
            },
            turn: Turn::Moves,
            moves: &line,
        };
        let mate = after.mate(self.mover()).filter(is_short_mate);
        if let Some(claim) = notary.confirm(mate) {
            return Some(claim);
        }
        let moves: Vec<Move> = path.iter().chain(&line).copied().collect();
        let whole = Line {
            place: Place {
                root: self.position(),
                path: &[],
            },
            turn: Turn::Moves,
            moves: &moves,
        };
        let gains = whole.gains(self.mover());
        notary.confirm(gains.filter(|claim| claim.line.len() > path.len()))
    }

    /// The moves of a claim that come after a path.
    fn moves_after(&self, path: &[Move], claim: &Claim) -> Vec<Move> {
        let all: Vec<Move> = claim.path.iter().chain(&claim.line).copied().collect();
        all.get(path.len()..)
            .map_or_else(Vec::new, <[Move]>::to_vec)
    }
}

pub(crate) fn is_short_mate(claim: &Claim) -> bool {
    matches!(claim.fact, Fact::MateIn { moves } if moves <= SHORT_MATE)
}

fn is_mate(claim: &Claim) -> bool {
    matches!(claim.fact, Fact::MateIn { .. })
}

/// Whether a motif is one that the next move makes use of.
fn is_used(claim: &Claim, next: &[Move]) -> bool {
    let hits = |square| next.iter().any(|mv| mv.to == square);
    match &claim.fact {
        Fact::Fork { by, targets } => next
            .iter()
            .any(|mv| mv.from == *by && targets.contains(&mv.to)),
        Fact::Skewer { by, behind, front } => next
            .iter()
            .any(|mv| mv.from == *by && (mv.to == *behind || mv.to == *front)),
        Fact::Discovery { by, target } => next.iter().any(|mv| mv.from == *by && mv.to == *target),
        Fact::Trapped { square } => hits(*square),
        _ => false,
    }
}

/// What is said of a move when there is nothing sharper to say.
fn is_quiet(claim: &Claim) -> bool {
    matches!(
        claim.fact,
        Fact::Castles | Fact::Develops { .. } | Fact::OpenFile { .. } | Fact::PassedPawn { .. }
    )
}

/// The line of a claim with its move numbers.
pub(crate) fn line_of(reading: &Reading, claim: &Claim) -> String {
    Scene::of(reading.position(), claim).line()
}
