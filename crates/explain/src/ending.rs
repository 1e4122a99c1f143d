//! Why a search stopped, and what it took.

use bstar::{Phase, Reason, Selected};

use crate::chances::{likelihood, tenths};
use crate::reading::{Certainty, Reading, RootMove};
use crate::words::count;

impl Reading<'_> {
    pub(crate) fn stop(&self, best: &RootMove) -> String {
        let Some(decision) = self.thought.decision else {
            return String::new();
        };
        let san = &best.san;
        let mut text = match decision.reason {
            Reason::Forced => {
                return if self.position().legal_moves().len() == 1 {
                    "There was nothing to choose, so the search stopped at once.".to_owned()
                } else {
                    String::new()
                };
            }
            Reason::Settled => format!("The search stopped because the result of {san} is certain"),
            Reason::Verified => {
                format!("The search stopped because no reply was likely enough to refute {san}")
            }
            Reason::EffortSpent if self.is_interrupted => "The search was interrupted".to_owned(),
            Reason::EffortSpent => {
                "The search stopped because the effort allowed was used up".to_owned()
            }
        };
        let is_testing = self.thought.search.phase() == Phase::Verify;
        let early = self.history.passed_early();
        if decision.reason == Reason::EffortSpent && !is_testing && early.is_none() {
            text.push_str(", before the choice was put to the test");
        }
        text.push('.');
        if let Some(early) = early {
            text.push_str(&format!(
                " {san} had passed its test after {}; what effort was left went into less likely tries.",
                count(early.expansions, "expansion", "expansions")
            ));
        }
        if is_testing
            && decision.reason != Reason::Settled
            && let Some(why) = self.history.last_select
        {
            text.push_str(&match why {
                Selected::Separated => format!(" When it began its last test, no other move could hope for as much as {san} was worth."),
                Selected::NoContender => self.no_contender(best),
                Selected::SameLeaf => format!(" When it began its last test, the other moves that were likely enough rested on the same positions as {san}."),
                Selected::Exhausted => " When it began its last test, nothing that was likely enough could be looked into further.".to_owned(),
                Selected::EffortSpent => " The share of effort for comparing moves was used up before that.".to_owned(),
            });
        }
        let likeliest = self
            .moves
            .iter()
            .filter_map(|known| Some((known, known.overtakes?)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((rival, chance)) = likeliest
            && best.certainty != Some(Certainty::Win)
        {
            if let (Some(mark), true) = (self.mark(), chance > 0.0) {
                text.push_str(&format!(
                    " The rival likeliest to overtake it now is {}, with a chance of {} to reach {}%.",
                    rival.san,
                    likelihood(chance),
                    tenths(mark.round() as i32)
                ));
            } else if self.mark().is_none() {
                text.push_str(" As it stands no other move can hope for more.");
            }
        }
        text
    }

    /// Which mark no other move was likely enough to reach.
    fn no_contender(&self, best: &RootMove) -> String {
        let Some(mark) = self.history.last_mark else {
            return String::new();
        };
        let mark = tenths(self.frame.target(mark.value).round() as i32);
        let san = &best.san;
        if mark == tenths(best.likely.min) {
            // The search moves its mark down to the best move as long as nothing is likely to reach it.
            return format!(
                " When it began its last test, no other move was likely enough to overtake {san}."
            );
        }
        format!(
            " When it began its last test, no other move was likely enough to reach {mark}%, the mark for overtaking {san} then."
        )
    }

    pub(crate) fn effort(&self) -> String {
        let thought = self.thought;
        format!(
            "It took {}, {} in the tree, {} to depth {} with {}, and {:.2} seconds.",
            count(thought.expansions as usize, "expansion", "expansions"),
            count(thought.search.len(), "position", "positions"),
            count(thought.probes as usize, "short search", "short searches"),
            thought.probe_depth,
            count(thought.nodes as usize, "node", "nodes"),
            thought.time.as_secs_f64()
        )
    }
}
