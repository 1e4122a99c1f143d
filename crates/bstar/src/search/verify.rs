//! VERIFY: the Opponent tries to bring the selected move down (docs/search.md, section 5).

use super::descent::DescentEnd;
use super::doubt::Doubt;
use super::{Search, Step};
use crate::event::{Event, Phase, Reason};
use crate::graph::NodeId;
use crate::target::verify_target;

impl<M: Copy + PartialEq> Search<M> {
    pub(super) fn verify(&mut self) -> Result<Step<M>, Doubt> {
        let selected = self.graph.child(NodeId::ROOT, self.selected);
        let Some(target) = self.target else {
            return self.begin_verify();
        };
        let real = self.graph.values(selected).seen_by(self.player).real;
        if self.is_refuted() {
            self.events.push_back(Event::Refuted {
                selected: self.graph.move_at(NodeId::ROOT, self.selected),
            });
            self.enter(Phase::Select, self.earlier_phases + 1);
            self.events.push_back(Event::SelectBegan);
            self.collect_wanted(NodeId::ROOT);
            return Ok(Step::Again);
        }
        if f64::from(real.min()) <= target.value {
            return Err(Doubt::Real(selected));
        }
        if self.graph.is_settled(selected) {
            self.decide(self.selected, Reason::Settled);
            return Ok(Step::Again);
        }
        if !self.graph.is_expanded(selected) {
            let path = vec![NodeId::ROOT, selected];
            return Ok(if self.graph.is_job_out(selected) {
                Step::Wait
            } else {
                self.hand_expansion(path, 1.0)
            });
        }
        let min_act = self.min_act();
        let mut replies = self.likely_children(selected, min_act)?;
        if replies.is_empty() {
            self.decide(self.selected, Reason::Verified);
            return Ok(Step::Again);
        }
        if self.is_effort_spent() {
            // Jobs that are out are paid for, so their findings are waited for.
            if self.is_phase_out() {
                return Ok(Step::Wait);
            }
            self.decide(self.selected, Reason::EffortSpent);
            return Ok(Step::Again);
        }
        match self.descend(vec![NodeId::ROOT, selected], &mut replies)? {
            DescentEnd::Leaf { path, worth } => Ok(self.hand_expansion(path, worth)),
            DescentEnd::AllOut => Ok(Step::Wait),
            DescentEnd::Nothing => {
                self.decide(self.selected, Reason::Verified);
                Ok(Step::Again)
            }
        }
    }

    /// The target lies a margin below the second-best move, and stays there.
    fn begin_verify(&mut self) -> Result<Step<M>, Doubt> {
        let second = self.best_root_move(Some(self.selected))?;
        let second = self.graph.child(NodeId::ROOT, second);
        let Some(real) = self.graph.values(second).seen_by(self.player).real.known() else {
            return Err(Doubt::Real(second));
        };
        self.set_target(verify_target(real, self.config.margin));
        let selected = self.graph.move_at(NodeId::ROOT, self.selected);
        self.events.extend(
            self.target
                .map(|target| Event::VerifyBegan { selected, target }),
        );
        self.collect_wanted(self.graph.child(NodeId::ROOT, self.selected));
        Ok(Step::Again)
    }
}
