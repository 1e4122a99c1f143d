//! The whole answer, paragraph by paragraph.
//!
//! Each function writes one paragraph, sentence by sentence. It writes nothing if the search has
//! nothing to say about it.

use bstar_board::Outcome;

use super::grammar::side;
use super::sentence::{Paragraph, Sentence, Topic};
use crate::claims::{Audit, Notary};
use crate::reading::Reading;

impl Reading<'_> {
    /// What the search found, sentence by sentence, each with what backs it.
    pub fn paragraphs(&self) -> Vec<Paragraph> {
        self.audited().0
    }

    /// The same, and what came of checking its claims.
    pub fn audited(&self) -> (Vec<Paragraph>, Audit) {
        let Some(best) = self.best() else {
            let over = vec![Sentence::new(Topic::Rules, self.over())];
            return (vec![over], Audit::default());
        };
        let mut notary = Notary::new(self.game);
        let mut paragraphs = vec![
            self.drawn_already(),
            self.choice(best, &mut notary),
            self.best_play(best, &mut notary),
            self.rivals(best, &mut notary),
            self.test(best, &mut notary),
            self.given_up(best),
            self.stop(best),
            vec![Sentence::new(Topic::Effort, self.effort())],
        ];
        for paragraph in &mut paragraphs {
            paragraph.retain(|sentence| !sentence.text.is_empty());
        }
        paragraphs.retain(|paragraph| !paragraph.is_empty());
        (paragraphs, notary.audit)
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

    /// A draw by the rules that nobody has claimed yet does not keep anyone from looking further.
    fn drawn_already(&self) -> Paragraph {
        let told = |outcome| {
            let text = format!("By the rules the game is already drawn: {outcome}. If it went on:");
            Sentence::new(Topic::Rules, text)
        };
        self.game.outcome().map(told).into_iter().collect()
    }
}
