//! What the best move has that another has not.
//!
//! Every reason for the best move counts, sharp or quiet, unless the other move has it too.

use bstar_board::score::Score;
use bstar_board::{Color, Move, Piece};

use super::grammar::numbered;
use super::phrases::{lowered, phrase, which};
use super::sentence::{Sentence, Topic};
use crate::facts::claims::{Auditor, Balance, Claim, Fact, LineStart, position_after};
use crate::facts::found::MAX_THREAT_PLIES;
use crate::facts::{MoveIdeas, Reading, RootMove};
use crate::tell::choose::{SAME_CENTIPAWNS, weight_of};
use crate::tell::weigh::is_disproved;
use bstar_concepts::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, is_at_rest, loses_on};
use bstar_concepts::{Concept, Found, IdeaClass, Scene, found};

/// What is worth more than anything quiet.
const DECISIVE: [&str; 5] = [
    "wins-material",
    "wins-at-least",
    "queens",
    "prevents-mate",
    "prevents-loss",
];

/// What the best move has instead, in the words of its reasons.
pub(super) struct Instead {
    pub words: String,
    pub claims: Vec<Claim>,
    pub is_decisive: bool,
}

impl Reading<'_> {
    /// The reasons for the best move that the other has not, the weightiest first.
    pub(super) fn instead(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Vec<Instead> {
        let told = self.reasons(best, Topic::Asked, auditor).into_iter();
        let own = told.filter(|reason| {
            // What it prepares is put to the other move further below.
            let is_own = |claim: &Claim| claim.path.len() < 2 && !self.has_too(known, claim);
            reason.claims.first().is_some_and(is_own)
        });
        let mut all: Vec<Instead> = own.map(Instead::of).collect();
        all.extend(self.other_ideas(known, best, auditor));
        if all.is_empty() {
            all.extend(self.other_facts(known, best, auditor));
        }
        if all.is_empty() {
            all.extend(self.prepares(known, best, auditor));
        }
        all
    }

    /// Something that the best move does, too little to be told where there is more.
    fn other_facts(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<Instead> {
        let (side, path) = (self.mover(), [best.mv]);
        let line = self.whole(&best.line.moves);
        let gains = line.gains(side).and_then(|it| self.settled(it, best));
        let kinds = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        let trades = kinds.iter().find_map(|kind| line.trades(side, *kind));
        let facts = [gains, self.at(&[]).saves(best.mv), self.at(&path).attacks()];
        let facts = facts.into_iter().flatten();
        let mut own = facts
            .chain(self.at(&path).motifs())
            .chain(trades)
            .filter(|claim| !self.has_too(known, claim));
        let claim = own.find_map(|claim| auditor.confirm(Some(claim)))?;
        Some(Instead {
            words: lowered(&phrase(self.position(), &claim)),
            is_decisive: DECISIVE.contains(&claim.kind()),
            claims: vec![claim],
        })
    }

    /// What the best move prepares: the next move of its line does something that the same move
    /// would not do after the other, nor the next move there.
    fn prepares(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<Instead> {
        let [_, answer, next, ..] = best.line.moves[..] else {
            return None;
        };
        let elsewhere = [
            self.ideas_after(&[known.mv, answer], next),
            match known.line.moves[..] {
                [mv, answer, next, ..] => self.ideas_after(&[mv, answer], next),
                _ => None,
            },
        ];
        let is_shared = |concept| elsewhere.iter().flatten().any(|it| it.has(concept));
        let (text, claim) = self.prepared(best, auditor, |found| !is_shared(found.concept))?;
        Some(Instead {
            words: lowered(&text),
            claims: vec![claim],
            is_decisive: false,
        })
    }

    /// The weightiest thing of this kind that a move prepares: what the next move of its line does.
    pub(super) fn prepared(
        &self,
        known: &RootMove,
        auditor: &mut Auditor,
        is_wanted: impl Fn(&Found) -> bool,
    ) -> Option<(String, Claim)> {
        let [mv, answer, next, ..] = known.line.moves[..] else {
            return None;
        };
        let own = self.ideas_after(&[mv, answer], next)?;
        let mut ideas: Vec<&Found> = own.found.iter().collect();
        let reaction = known.line.moves.get(3);
        ideas.retain(|found| {
            let is_merit = found.concept.class != IdeaClass::Fault;
            is_merit && !is_disproved(reaction, found) && is_wanted(found)
        });
        ideas.sort_by_key(|found| std::cmp::Reverse(weight_of(found.concept)));
        let claim = ideas.into_iter().find_map(|found| {
            let path = vec![mv, answer, next];
            auditor.confirm(Some(Claim::of_idea(path, &own.scene, found)))
        })?;
        let follows = numbered(&own.scene.before, &[next]);
        let which = which(&phrase(self.position(), &claim));
        Some((format!("It prepares {follows}{which}"), claim))
    }

    /// What the concepts find about a move further on, if it is legal there.
    pub(super) fn ideas_after(&self, path: &[Move], mv: Move) -> Option<MoveIdeas> {
        let mut before = self.position().clone();
        for step in path {
            if !before.is_legal(*step) {
                return None;
            }
            before = before.after(*step);
        }
        if !before.is_legal(mv) {
            return None;
        }
        let scene = Scene::new(&before, mv, &[]);
        Some(MoveIdeas {
            mv,
            found: found(&scene),
            scene,
        })
    }

    /// The heaviest idea of the best move that the other has not. Other rivals do not matter here.
    fn other_ideas(
        &self,
        known: &RootMove,
        best: &RootMove,
        auditor: &mut Auditor,
    ) -> Option<Instead> {
        let mut ideas = self.weighed_ideas(best.mv, false);
        ideas.retain(|idea| !self.has_too(known, &idea.claim));
        ideas.sort_by_key(|idea| (!idea.is_lasting, std::cmp::Reverse(weight_of(idea.concept))));
        let claim = ideas
            .into_iter()
            .find_map(|idea| auditor.confirm(Some(idea.claim)))?;
        let words = phrase(self.position(), &claim);
        Some(Instead {
            words: lowered(&words),
            claims: vec![claim],
            is_decisive: false,
        })
    }

    /// Whether a move threatens as much as another: to win material, to queen, or to mate, by the
    /// same line or by one of its own.
    fn threatens_too(&self, known: &RootMove, claim: &Claim) -> bool {
        let path = [known.mv];
        let (here, side) = (self.at(&path), self.mover());
        let mut own = self.threat_of(known);
        own.truncate(MAX_THREAT_PLIES);
        [&claim.line, &own].into_iter().any(|line| {
            let threat = here.along(LineStart::Pass, line);
            match &claim.fact {
                Fact::Gains { balance } => threat.gains(side).is_some_and(|own| {
                    matches!(own.fact, Fact::Gains { balance: own } if own.worth() >= balance.worth())
                }),
                Fact::Queens { .. } => threat.queens(side).is_some(),
                Fact::MateIn { .. } => threat.mate(side).is_some(),
                _ => false,
            }
        })
    }

    /// Whether a move has what is claimed of the best one.
    fn has_too(&self, known: &RootMove, claim: &Claim) -> bool {
        let path = [known.mv];
        let (here, side) = (self.at(&path), self.mover());
        let is_threat = claim.begins == LineStart::Pass;
        let line = self.whole(&known.line.moves);
        match &claim.fact {
            Fact::Idea(idea) => idea
                .concept()
                .is_none_or(|concept| self.has(known, concept)),
            Fact::Gains { .. } | Fact::Queens { .. } | Fact::MateIn { .. } if is_threat => {
                self.threatens_too(known, claim)
            }
            Fact::Gains { balance } | Fact::GainsAtLeast { least: balance } => {
                let own = self.brought(&known.line.moves, side).worth();
                own + SAME_CENTIPAWNS >= balance.worth()
            }
            Fact::Queens { .. } => line.queens(side).is_some(),
            Fact::MateIn { .. } | Fact::Checkmate => {
                matches!(known.score, Some(Score::Mate(moves)) if moves > 0)
            }
            Fact::EnPrise { .. } => self.still_attacks(known.mv, claim),
            Fact::StopsMate { .. } => self.at(&[]).stops_mate(known.mv).is_some(),
            Fact::Saves { square, .. } => {
                let now = match known.mv.from == *square {
                    true => known.mv.to,
                    false => *square,
                };
                loses_on(&here.position(), now) < MIN_GAIN_CENTIPAWNS
            }
            Fact::Trades { piece } => line.trades(side, *piece).is_some(),
            Fact::Castles => self.position().is_castling(known.mv),
            Fact::Drawn { .. } => line.drawn(self.game).is_some(),
            Fact::Fork { .. }
            | Fact::Pin { .. }
            | Fact::PinnedGuard { .. }
            | Fact::Skewer { .. }
            | Fact::Discovery { .. }
            | Fact::DoubleCheck
            | Fact::Trapped { .. } => {
                let motifs = here.motifs();
                motifs.iter().any(|motif| motif.kind() == claim.kind())
            }
            // These say nothing between two moves.
            Fact::GoesOn | Fact::OnlyMove | Fact::Offers { .. } | Fact::Develops { .. } => true,
            // These are told of what tables know, which is not compared here.
            Fact::Ending(_) => true,
        }
    }

    /// Whether what the best move attacks can be won after another move too, if the opponent
    /// passes.
    fn still_attacks(&self, mv: Move, claim: &Claim) -> bool {
        let Ok(passed) = self.position().after(mv).pass() else {
            return false;
        };
        let square = claim.line.first().map(|capture| capture.to);
        square.is_some_and(|square| loses_on(&passed, square) >= MIN_GAIN_CENTIPAWNS)
            || claim.line.first().is_some_and(|capture| {
                passed.is_legal(*capture) && gain(&passed, *capture) >= MIN_GAIN_CENTIPAWNS
            })
    }

    /// What a side has gained where a line comes to rest for the last time, or at its end if it
    /// never does.
    pub(super) fn brought(&self, line: &[Move], side: Color) -> Balance {
        let rests = (1..=line.len()).rev().map(|length| &line[..length]);
        let mut ends = rests.map(|moves| position_after(self.position(), moves));
        let end = ends.find(is_at_rest);
        let end = end.unwrap_or_else(|| position_after(self.position(), line));
        Balance::between(self.position(), &end, side)
    }

    /// Whether a concept fits a move.
    pub(super) fn has(&self, known: &RootMove, concept: &Concept) -> bool {
        self.ideas_of(known.mv)
            .is_some_and(|ideas| ideas.has(concept))
    }
}

impl Instead {
    fn of(reason: Sentence) -> Instead {
        Instead {
            words: lowered(&reason.text),
            is_decisive: DECISIVE.contains(&reason.kind()),
            claims: reason.claims,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{played, read_position};

    #[test]
    fn what_the_other_move_has_too_is_not_told() {
        // Castling and a quiet move; both rooks are connected by neither.
        let reading = read_position("4k3/pppp4/8/8/8/8/PPPP4/4K2R w K - 0 1");
        let find = |name: &str| reading.named(name);
        let castles = reading.at(&[find("O-O").mv]).motifs();
        let castles = castles.iter().find(|claim| claim.kind() == "castles");
        assert!(!reading.has_too(find("a3"), castles.unwrap()));
        assert!(reading.has_too(find("O-O"), castles.unwrap()));
    }

    #[test]
    fn a_man_that_both_moves_save_is_no_difference() {
        // The knight is attacked; it can go to two squares, or stay.
        let reading = read_position("4k3/8/8/4p3/3N4/8/8/4K3 w - - 0 1");
        let find = |name: &str| reading.named(name);
        let saves = reading.at(&[]).saves(find("Nf3").mv).unwrap();
        assert!(reading.has_too(find("Nc6"), &saves));
        assert!(!reading.has_too(find("Ke2"), &saves));
    }

    #[test]
    fn a_mate_that_both_moves_threaten_is_no_difference() {
        let reading =
            read_position("2kr3r/ppq2ppp/2p1bn2/4n3/4P3/1BN1B3/PPPQ1PPP/R4RK1 b - - 0 14");
        let find = |name: &str| reading.named(name);
        let path = [find("Nfg4").mv];
        let passed = reading.position().after(path[0]).pass().unwrap();
        let line = played(&passed, "Nf3+ gxf3 Qxh2#");
        let threat = reading.at(&path).along(LineStart::Pass, &line);
        let threat = threat.mate(Color::Black).unwrap();
        // This one threatens mate on h2 at once.
        assert!(reading.has_too(find("Neg4"), &threat));
        assert!(!reading.has_too(find("Bxb3"), &threat));
    }

    #[test]
    fn what_the_next_own_move_of_the_line_does_is_prepared() {
        let reading =
            read_position("r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
        let prepared = |names: &str| {
            let mut known = reading.best().unwrap().clone();
            known.line.moves = played(reading.position(), names);
            known.mv = known.line.moves[0];
            let mut auditor = Auditor::new(reading.game);
            let is_wanted = |found: &Found| found.concept.name == "space";
            let told = reading.prepared(&known, &mut auditor, is_wanted);
            told.map(|(words, _)| words.replace('\u{a0}', " "))
        };
        assert_eq!(
            prepared("b4 a5 b5").as_deref(),
            Some(
                "It prepares 10. b5, which gains space: the pawn on b5 is far up the board and \
                 held by another."
            )
        );
        assert_eq!(prepared("b4 a5 bxa5"), None);
        assert_eq!(prepared("b4 a5"), None);
    }
}
