//! What is told against a move, for those who count it.

use super::themes::NO_REASONS;
use crate::facts::AskedMove;
use crate::facts::claims::Auditor;

/// Something that is told against a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldFault {
    /// The kind of its claim.
    pub kind: &'static str,
    pub text: String,
    /// Whether it is also true of the best move. Then it is nothing against this one.
    pub is_shared: bool,
}

impl AskedMove<'_> {
    /// What is told against the move. Numbers and bare lines are nothing against it.
    pub fn faults_told(&self) -> Vec<ToldFault> {
        let reading = self.reading();
        let (Some(known), Some(best)) = (reading.find(self.mv), reading.best()) else {
            return Vec::new();
        };
        if known.mv == best.mv {
            return Vec::new();
        }
        let mut auditor = Auditor::new(reading.game);
        let (_, faults) = reading.merits_and_faults(known, &mut auditor);
        let is_reason = |kind: &str| !NO_REASONS.contains(&kind);
        let told = faults.iter().filter(|fault| is_reason(fault.kind()));
        told.map(|fault| ToldFault {
            kind: fault.kind(),
            text: fault.text.replace('\u{a0}', " "),
            is_shared: fault
                .claims
                .iter()
                .all(|claim| reading.is_shared(claim, known, best)),
        })
        .collect()
    }
}
