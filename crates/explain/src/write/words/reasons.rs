//! Why a move is good: what it wins, threatens, prevents and offers, in two or three sentences.
//!
//! There is always more to be found than a trainer would say. Claims are tried in the order of how
//! much they explain. A claim that follows from one already written is left out. Ordinary effects
//! (a knight is developed, a pawn pushed) are written only if there is nothing else.

use bstar_board::{Move, Piece, Position, Square};

use super::grammar::{count, numbered, side};
use super::material::man;
use super::phrases::{phrase, won};
use super::sentence::{Sentence, Topic};
use super::themes::themes;
use crate::facts::claims::{Auditor, Balance, Claim, Fact, LineStart, position_after};
use crate::facts::found::{Continuation, NodePath};
use crate::facts::{Reading, RootMove};
use crate::tell::choose::MAX_REASONS;
use crate::tell::choose::{EXTRA_THREAT_CENTIPAWNS, MIN_PREPARED_WEIGHT, weight_of};
use bstar_concepts::{Found, Idea};

impl Reading<'_> {
    /// What a move does.
    pub(crate) fn reasons(
        &self,
        known: &RootMove,
        topic: Topic,
        auditor: &mut Auditor,
    ) -> Vec<Sentence> {
        let mut reasons = MoveReasons {
            reading: self,
            known,
            topic,
            path: [known.mv],
            auditor,
            sentences: Vec::new(),
        };
        if !reasons.mate() {
            reasons.tactics();
            reasons.defence();
            reasons.pins();
            reasons.ideas();
            reasons.preparation();
            reasons.quiet();
        }
        reasons.sentences.truncate(MAX_REASONS);
        reasons.sentences
    }

    /// The line of best play after a move, from the position searched.
    pub(crate) fn whole<'l>(&'l self, moves: &'l [Move]) -> Continuation<'l> {
        self.at(&[]).along(LineStart::Move, moves)
    }

    /// What would follow a move if the opponent passed. Where the search did not ask, the referee
    /// is asked.
    pub(crate) fn threat_of(&self, known: &RootMove) -> Vec<Move> {
        let record = self.thought.records.get(known.key);
        match record.filter(|record| !record.threat.is_empty()) {
            Some(record) => record.threat.clone(),
            None => match self.position().after(known.mv).pass() {
                Ok(passed) => self.answers.plans(&passed),
                Err(_) => Vec::new(),
            },
        }
    }

    /// The mate that the side to move at the root gets out of a reply.
    pub(crate) fn mates_after(&self, path: &[Move], auditor: &mut Auditor) -> Option<Claim> {
        let line = self.line_from(path);
        let after = self.at(path).along(LineStart::Move, &line);
        auditor.confirm(after.mate(self.mover()))
    }

    /// What the side to move at the root gets out of a reply: mate, or material along the whole
    /// line.
    pub(crate) fn refutation(&self, path: &[Move], auditor: &mut Auditor) -> Option<Claim> {
        if let Some(claim) = self.mates_after(path, auditor) {
            return Some(claim);
        }
        let line = self.line_from(path);
        let moves: Vec<Move> = path.iter().chain(&line).copied().collect();
        let gains = self.whole(&moves).gains(self.mover());
        let gains = gains.and_then(|claim| self.played_on(claim));
        auditor.confirm(gains.filter(|claim| claim.line.len() > path.len()))
    }
}

/// A move that is being told about.
struct MoveReasons<'t, 'g> {
    reading: &'t Reading<'t>,
    known: &'t RootMove,
    topic: Topic,
    /// The move itself.
    path: [Move; 1],
    auditor: &'t mut Auditor<'g>,
    sentences: Vec<Sentence>,
}

impl MoveReasons<'_, '_> {
    fn root(&self) -> &Position {
        self.reading.position()
    }

    fn place(&self) -> NodePath<'_> {
        self.reading.at(&self.path)
    }

    /// A capture, a check or a promotion.
    fn is_forcing(&self) -> bool {
        !self.root().is_quiet(self.known.mv) || self.place().position().in_check()
    }

    fn write(&mut self, text: String, claims: Vec<Claim>) {
        let sentence = Sentence::new(self.topic, text).of(self.known.mv);
        self.sentences.push(sentence.claiming(claims));
    }

    /// Tells a claim in its usual words, if it is true.
    fn tell(&mut self, claim: Option<Claim>) -> bool {
        let Some(claim) = self.auditor.confirm(claim) else {
            return false;
        };
        self.write(phrase(self.root(), &claim), vec![claim]);
        true
    }

    fn has_told(&self, kinds: &[&str]) -> bool {
        let is_one = |sentence: &Sentence| kinds.contains(&sentence.kind());
        self.sentences.iter().any(is_one)
    }

    /// The mate it forces, if it is short enough to try every defence. Then there is little else to
    /// say.
    fn mate(&mut self) -> bool {
        let reading = self.reading;
        if self.tell(self.place().checkmate()) {
            return true;
        }
        let rest = self.known.line.moves.get(1..).unwrap_or_default();
        let line = self.place().along(LineStart::Move, rest);
        let claim = line.mate(reading.mover());
        let Some(claim) = self.auditor.confirm(claim) else {
            return false;
        };
        let Fact::MateIn { moves } = claim.fact else {
            return false;
        };
        let all = count(moves as usize + 1, "move", "moves");
        // If the answer is known, the line of best play is told elsewhere.
        let way = match self.known.answer {
            Some(_) => String::new(),
            None => format!(", as in {}", numbered(self.root(), &self.known.line.moves)),
        };
        let text = format!("It forces mate in {all} at most{way}: every defence was tried.");
        self.write(text, vec![claim]);
        let threat = self.threat().filter(is_mate);
        self.tell(threat);
        self.offer();
        true
    }

    /// What it wins and threatens, and by what means.
    fn tactics(&mut self) {
        let motifs = self.place().motifs();
        let king = self.place().position().king(!self.reading.mover());
        let checks = |claim: &&Claim| match claim.fact {
            Fact::DoubleCheck => true,
            Fact::Discovery { target, .. } => target == king,
            _ => false,
        };
        self.tell(motifs.iter().find(checks).cloned());
        let gain = self.gain();
        let gain = self.auditor.confirm(gain);
        let threat = self.threat();
        let threat = self.auditor.confirm(threat);
        let next = self.follow_ups(threat.as_ref());
        let means = motifs.iter().find(|claim| is_used(claim, &next)).cloned();
        let targets = means.as_ref().map_or_else(Vec::new, targets);
        let is_shown = self.tell(means);
        let won = gain.as_ref().map(worth);
        if let Some(claim) = gain {
            self.write(phrase(self.root(), &claim), vec![claim]);
        }
        let is_news = |claim: &Claim| {
            let captures = claim.line.first().map(|mv| mv.to);
            let is_same = is_shown && captures.is_some_and(|square| targets.contains(&square));
            let is_more = |won: i32| !is_same && worth(claim) >= won + EXTRA_THREAT_CENTIPAWNS;
            is_mate(claim) || won.is_none_or(is_more)
        };
        if let Some(claim) = threat.filter(is_news) {
            self.write(phrase(self.root(), &claim), vec![claim]);
        }
        self.offer();
    }

    /// What the side plays next, in the line or in the threat.
    fn follow_ups(&self, threat: Option<&Claim>) -> Vec<Move> {
        let line = self.known.line.moves.get(2);
        let threat = threat.and_then(|claim| claim.line.first());
        line.into_iter().chain(threat).copied().collect()
    }

    /// What the line of best play wins. A quiet move gets no credit if nothing forcing follows it
    /// at once.
    fn gain(&self) -> Option<Claim> {
        let (reading, moves) = (self.reading, &self.known.line.moves);
        let line = reading.whole(moves);
        let queens = line.queens(reading.mover());
        let is_followed_up = || {
            let two = position_after(self.root(), &moves[..moves.len().min(2)]);
            moves
                .get(2)
                .is_some_and(|mv| two.is_legal(*mv) && !two.is_quiet(*mv))
        };
        let gains = || line.gains(reading.mover());
        let gain = queens.or_else(|| gains().filter(|_| self.is_forcing() || is_followed_up()));
        let settled = gain.and_then(|claim| reading.settled(claim, self.known));
        let is_best = reading.best().is_some_and(|best| best.mv == self.known.mv);
        let later = || reading.later_gain(self.known, reading.mover());
        settled.or_else(|| (is_best && self.is_forcing()).then(later)?)
    }

    /// What it threatens.
    fn threat(&self) -> Option<Claim> {
        self.place().threat(&self.reading.threat_of(self.known))
    }

    /// A man is offered: what happens if it is taken. If best play takes it, the line shows it
    /// already.
    fn offer(&mut self) {
        let Some(offer) = self.place().offers() else {
            return;
        };
        let ([capture], Fact::Offers { square }) = (&offer.line[..], &offer.fact) else {
            return;
        };
        let (capture, square) = (*capture, *square);
        let reading = self.reading;
        let taken = [self.known.mv, capture];
        let Some(refutation) = reading.refutation(&taken, self.auditor) else {
            return;
        };
        let is_best_play = self.known.line.moves.get(1) == Some(&capture);
        let is_threatened = self
            .sentences
            .iter()
            .flat_map(|sentence| &sentence.claims)
            .any(|claim| claim.begins == LineStart::Pass && claim.line == refutation.line);
        if is_threatened || is_best_play {
            return;
        }
        let Some(offer) = self.auditor.confirm(Some(offer)) else {
            return;
        };
        if let Some(text) = self.if_taken(square, &refutation) {
            self.write(text, vec![offer, refutation]);
        }
    }

    /// What happens if the man on this square is taken.
    fn if_taken(&self, square: Square, refutation: &Claim) -> Option<String> {
        let after = self.place().position();
        let name = after.piece_on(square).map(man)?;
        let all = refutation.path.iter().chain(&refutation.line);
        let played: Vec<Move> = all.copied().skip(1).collect();
        let line = numbered(&after, &played);
        let (us, other) = (side(self.reading.mover()), side(!self.reading.mover()));
        match refutation.fact {
            Fact::MateIn { .. } => {
                Some(format!("If {other} takes the {name}, it is mate: {line}."))
            }
            Fact::Gains { .. } | Fact::GainsAtLeast { .. } => Some(format!(
                "If {other} takes the {name}, {us} wins {}: {line}.",
                won(self.reading.position(), refutation)
            )),
            _ => None,
        }
    }

    /// What it stops, or saves.
    fn defence(&mut self) {
        let (here, mv) = (self.reading.at(&[]), self.known.mv);
        if self.tell(here.stops_mate(mv))
            || self.has_told(&["wins-material", "wins-at-least", "queens"])
        {
            return;
        }
        let saves = here.saves(mv);
        let pawns = self.root().pieces(Piece::Pawn);
        let is_piece =
            |claim: &Claim| matches!(claim.fact, Fact::Saves { square, .. } if !pawns.has(square));
        let is_enough = self.sentences.is_empty() || saves.as_ref().is_some_and(is_piece);
        self.tell(saves.filter(|_| is_enough));
    }

    /// A man that is pinned now, or one that was and cannot take.
    fn pins(&mut self) {
        let place = self.place();
        let after = place.position();
        let is_heavy =
            |square: Square| matches!(after.piece_on(square), Some(Piece::King | Piece::Queen));
        let motifs = place.motifs();
        let guards = |claim: &&Claim| matches!(claim.fact, Fact::PinnedGuard { .. });
        let pins =
            |claim: &&Claim| matches!(claim.fact, Fact::Pin { behind, .. } if is_heavy(behind));
        for claim in [motifs.iter().find(guards), motifs.iter().find(pins)] {
            if self.sentences.len() < MAX_REASONS {
                self.tell(claim.cloned());
            }
        }
    }

    /// The ideas that weigh most, as far as there is room for them.
    fn ideas(&mut self) {
        let room = MAX_REASONS.saturating_sub(self.sentences.len());
        for candidate in self.reading.chosen_ideas(self.known.mv, room) {
            if candidate.left_out.is_none() && !self.has_saved(&candidate.claim) {
                self.tell(Some(candidate.claim));
            }
        }
    }

    /// What it prepares, where there is nothing else to say for it.
    fn preparation(&mut self) {
        let is_best = self
            .reading
            .best()
            .is_some_and(|best| best.mv == self.known.mv);
        if !is_best || !self.sentences.is_empty() {
            return;
        }
        let is_telling = |found: &Found| weight_of(found.concept) >= MIN_PREPARED_WEIGHT;
        let prepared = self.reading.prepared(self.known, self.auditor, is_telling);
        if let Some((text, claim)) = prepared {
            self.write(text, vec![claim]);
        }
    }

    /// Whether an idea only says again that a man is protected.
    fn has_saved(&self, idea: &Claim) -> bool {
        let Fact::Idea(Idea { concept, squares }) = &idea.fact else {
            return false;
        };
        let is_saved = |claim: &Claim| match claim.fact {
            Fact::Saves { square, .. } => squares.contains(&square),
            _ => false,
        };
        let told = self.sentences.iter().flat_map(|sentence| &sentence.claims);
        themes(concept).contains(&"protects") && told.into_iter().any(is_saved)
    }

    /// What is said of a move if there is nothing sharper to say.
    fn quiet(&mut self) {
        if !self.sentences.is_empty() || self.tell(self.place().attacks()) {
            return;
        }
        let reading = self.reading;
        let line = reading.whole(&self.known.line.moves);
        let kinds = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        let mut trades = kinds.iter().map(|kind| line.trades(reading.mover(), *kind));
        if self.tell(trades.find_map(|trade| trade)) {
            return;
        }
        let is_quiet = |claim: &Claim| matches!(claim.fact, Fact::Castles | Fact::Develops { .. });
        let quiet = self.place().motifs().into_iter().find(is_quiet);
        self.tell(quiet);
    }
}

fn is_mate(claim: &Claim) -> bool {
    matches!(claim.fact, Fact::MateIn { .. })
}

/// What a line wins, in centipawns.
pub(super) fn worth(claim: &Claim) -> i32 {
    match claim.fact {
        Fact::Gains { balance } | Fact::GainsAtLeast { least: balance } => balance.worth(),
        Fact::Queens { besides } => besides.worth() + Balance([-1, 0, 0, 0, 1]).worth(),
        _ => 0,
    }
}

/// Whether a motif is one that the next move makes use of.
fn is_used(claim: &Claim, next: &[Move]) -> bool {
    let by = match &claim.fact {
        Fact::Fork { by, .. } | Fact::Skewer { by, .. } | Fact::Discovery { by, .. } => Some(*by),
        Fact::Trapped { .. } => None,
        _ => return false,
    };
    let targets = targets(claim);
    next.iter()
        .any(|mv| targets.contains(&mv.to) && by.is_none_or(|by| mv.from == by))
}

/// The men that a motif attacks.
fn targets(claim: &Claim) -> Vec<Square> {
    match &claim.fact {
        Fact::Fork { targets, .. } => targets.clone(),
        Fact::Skewer { front, behind, .. } => vec![*front, *behind],
        Fact::Discovery { target, .. } => vec![*target],
        Fact::Trapped { square } => vec![*square],
        _ => Vec::new(),
    }
}
