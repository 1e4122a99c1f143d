//! Why a search stopped, and what it took.

use bstar::{Phase, Reason, Selected};
use bstar_board::Move;

use super::grammar::count;
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::{Certainty, Reading, RootMove, tenths};

impl Reading<'_> {
    pub(crate) fn stop(&self, best: &RootMove) -> Paragraph {
        let Some(decision) = self.thought.decision else {
            return Paragraph::new();
        };
        let told = |text: String| Sentence::new(Topic::Stop, text).of(best.mv);
        let san = &best.san;
        // A test that has not looked at a single reply has not begun.
        let is_testing = self.thought.search.phase() == Phase::Verify && self.has_replies(best.mv);
        let mut text = match decision.reason {
            Reason::Forced => {
                return if self.position().legal_moves().len() == 1 {
                    let text = "There was nothing to choose, so the search stopped at once.";
                    vec![told(text.to_owned())]
                } else {
                    Paragraph::new()
                };
            }
            Reason::Settled => format!("The search stopped because the result of {san} is certain"),
            Reason::Verified => {
                format!("The search stopped because no reply was likely enough to refute {san}")
            }
            Reason::MemoryFull => "The search stopped because memory was full".to_owned(),
            Reason::EffortSpent if self.is_interrupted => "The search was interrupted".to_owned(),
            Reason::EffortSpent if is_testing => {
                // This is all the effort, or the share of the test.
                "The search stopped because the effort allowed for testing the choice was used up"
                    .to_owned()
            }
            Reason::EffortSpent => {
                "The search stopped because the effort allowed was used up".to_owned()
            }
        };
        let early = self.history.passed_early();
        if decision.reason == Reason::EffortSpent && !is_testing && early.is_none() {
            text.push_str(", before the choice was put to the test");
        }
        text.push('.');
        let mut paragraph = vec![told(text)];
        let all = self.history.all_expansions();
        if let Some(early) = early.filter(|early| early.expansions < all) {
            paragraph.push(told(format!(
                "{san} had passed its test after {}; what effort was left went into less likely tries.",
                count(early.expansions, "expansion", "expansions")
            )));
        }
        if is_testing && decision.reason != Reason::Settled {
            paragraph.push(told(self.compared(best)));
        }
        paragraph.extend(self.likeliest(best));
        paragraph
    }

    /// Whether replies to a move are known, or there are none.
    fn has_replies(&self, mv: Move) -> bool {
        let known = self.node(mv).map_or(0, |node| node.moves().len());
        known > 0 || !self.position().after(mv).has_legal_move()
    }

    /// How the comparison of moves stood when the last test began.
    fn compared(&self, best: &RootMove) -> String {
        let san = &best.san;
        match self.history.last_select {
            Some(Selected::Separated) => format!(
                "When the last test began, no other move could hope for more than {san} was worth."
            ),
            Some(Selected::NoContender) => self.no_contender(best),
            Some(Selected::SameLeaf) => format!(
                "When the last test began, the other moves that were likely enough rested on the same positions as {san}."
            ),
            Some(Selected::Exhausted) => {
                "When the last test began, nothing that was likely enough could be looked into further.".to_owned()
            }
            Some(Selected::EffortSpent) => {
                "The share of effort for comparing moves had been used up before the last test.".to_owned()
            }
            None => String::new(),
        }
    }

    /// The target that no other move was likely enough to reach.
    fn no_contender(&self, best: &RootMove) -> String {
        let Some(mark) = self.history.last_select_target else {
            return String::new();
        };
        let mark = tenths(self.viewpoint.target(mark.value).round() as i32);
        let san = &best.san;
        if mark == tenths(best.likely.min) {
            // The search lowers its target towards the best move as long as no move is likely to
            // reach it.
            return format!(
                "When the last test began, no other move was likely enough to overtake {san}."
            );
        }
        format!(
            "When the last test began, no other move was likely enough to reach {mark}%, the mark for overtaking {san} then."
        )
    }

    /// The rival with the best chance to overtake the choice, as far as that is known.
    fn likeliest(&self, best: &RootMove) -> Option<Sentence> {
        let rivals = self.moves.iter();
        let (rival, chance) = rivals
            .filter_map(|known| Some((known, known.overtakes?)))
            .max_by(|a, b| a.1.least.total_cmp(&b.1.least))
            .filter(|(_, chance)| chance.is_known() && chance.least > 0.0)?;
        let mark = self.overtaking_target()?;
        (best.certainty != Some(Certainty::Win)).then(|| {
            let text = format!(
                "No rival is known to have a better chance of overtaking it now than {}: {chance} to reach {}%.",
                rival.san,
                tenths(mark.round() as i32)
            );
            Sentence::new(Topic::Stop, text).of(rival.mv)
        })
    }

    pub(crate) fn effort(&self) -> String {
        let thought = self.thought;
        let root = thought.root_effort;
        let seconds = thought.time.as_secs_f64();
        let short = thought.probes - root.searches;
        if short == 0 && root.searches > 0 {
            return format!(
                "The search was a deep search of the position itself, to depth {}, with {}, in {seconds:.2} seconds.",
                root.depth,
                count(root.nodes as usize, "node", "nodes"),
            );
        }
        let (began, took) = match root.searches {
            0 => ("It took".to_owned(), format!(", in {seconds:.2} seconds")),
            _ => {
                let nodes = count(root.nodes as usize, "node", "nodes");
                let began = format!(
                    "The search began with a deep search of the position itself, to depth {}, with {nodes}. The tree that grew from it took",
                    root.depth
                );
                (
                    began,
                    format!(". Together that was done in {seconds:.2} seconds"),
                )
            }
        };
        let mut text = format!(
            "{began} {}, each of which weighs the moves of one position by short searches: {} in all, with {}{took}. The tree holds {}; their values come \
             from short searches to depth {}.",
            count(thought.expansions as usize, "expansion", "expansions"),
            count(short as usize, "short search", "short searches"),
            count((thought.nodes - root.nodes) as usize, "node", "nodes"),
            count(thought.search.len(), "position", "positions"),
            thought.probe_depth,
        );
        if self.history.forgotten > 0 {
            text.push_str(&format!(
                " Memory was short: the first {} are forgotten, and what is said of tries and tests is about the {} after them.",
                count(self.history.forgotten, "expansion", "expansions"),
                self.history.expansions.len()
            ));
        }
        text
    }
}
