//! The whole answer, paragraph by paragraph.
//!
//! Each function writes one paragraph, sentence by sentence. It writes nothing if the search has
//! nothing to say about it.

use bstar_board::{Outcome, san};

use super::grammar::side;
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::claims::{Audit, Auditor};
use crate::facts::{Reading, RootMove};

impl Reading<'_> {
    /// What the search found, sentence by sentence, each with what backs it.
    pub fn paragraphs(&self) -> Vec<Paragraph> {
        self.audited().0
    }

    /// The paragraphs, and what came of checking their claims.
    pub fn audited(&self) -> (Vec<Paragraph>, Audit) {
        let Some(best) = self.best() else {
            let over = vec![Sentence::new(Topic::Rules, self.over())];
            return (vec![over], Audit::default());
        };
        let mut auditor = self.auditor();
        let mut paragraphs = vec![self.drawn_already()];
        paragraphs.extend(match &self.known {
            Some(root) => self.known_story(root, &mut auditor),
            None => self.searched(best, &mut auditor),
        });
        for paragraph in &mut paragraphs {
            paragraph.retain(|sentence| !sentence.text.is_empty());
        }
        paragraphs.retain(|paragraph| !paragraph.is_empty());
        (paragraphs, auditor.audit)
    }

    /// What a search found.
    fn searched(&self, best: &RootMove, auditor: &mut Auditor) -> Vec<Paragraph> {
        let mut paragraphs = vec![
            self.choice(best, auditor),
            self.best_play(best, auditor),
            self.opening(),
            self.others(best, auditor),
        ];
        match self.overruled(best) {
            Some(overruled) => paragraphs.push(vec![overruled]),
            None => paragraphs.extend([
                self.rivals(best),
                self.test(best, auditor),
                self.given_up(best),
                self.stop(best),
            ]),
        }
        paragraphs.push(vec![Sentence::new(Topic::Effort, self.effort())]);
        paragraphs
    }

    /// Who checks what is told.
    pub(crate) fn auditor(&self) -> Auditor<'_> {
        Auditor::new(self.game).with_tables(&self.thought.endings)
    }

    /// That the tree preferred another move, if it did.
    fn overruled(&self, best: &RootMove) -> Option<Sentence> {
        let proposal = self.thought.proposal?;
        let text = format!(
            "The tree came to prefer {}. But its short searches see less far than the deep searches of the position itself, and these found {} better. So {} stands.",
            san::write(self.position(), proposal.tree_move),
            best.san,
            best.san
        );
        let is_overruled = self.thought.is_tree_overruled();
        is_overruled.then(|| {
            Sentence::new(Topic::Stop, text)
                .of(best.mv)
                .resting_on(&[proposal.tree_move])
        })
    }

    /// There is no move, or no answer yet.
    fn over(&self) -> String {
        match self.game.outcome() {
            Some(Outcome::Checkmate { winner }) => {
                format!("The game is over: checkmate, {} has won.", side(winner))
            }
            Some(Outcome::Stalemate) => format!(
                "The game is over: stalemate, {} has no legal move and is not in check. It is a draw.",
                side(self.mover())
            ),
            _ => "The search was stopped before it had an answer.".to_owned(),
        }
    }

    /// The game is drawn by the rules, but nobody has claimed it: the search goes on all the same.
    fn drawn_already(&self) -> Paragraph {
        let told = |outcome| {
            let text = format!("By the rules the game is already drawn: {outcome}. If it went on:");
            Sentence::new(Topic::Rules, text)
        };
        self.game.outcome().map(told).into_iter().collect()
    }
}
