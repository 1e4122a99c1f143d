//! What a mover may hope for: the value if it could move again.

use std::cell::RefCell;

use bstar::{Kind, Span};
use bstar_board::score::Centipawns;
use bstar_board::{Move, Position};
use bstar_thought::Points;

use super::super::optimism::{self, Case, PLAIN};
use super::candidate::{at_most, exact};
use super::{Candidate, ProbeRecords, Prober, WantedRange};

impl Prober<'_> {
    /// The mover's optimistic value of a move, as far as it is wanted.
    pub(super) async fn hope(
        &self,
        records: &RefCell<ProbeRecords>,
        before: &Position,
        candidate: &mut Candidate,
        wanted: WantedRange,
        depth: u32,
        threat: &mut Vec<Move>,
    ) -> Option<(Span, Kind)> {
        let value_before = self.root_values.get()[before.side_to_move() as usize];
        let mut extra = None;
        match candidate.after.pass() {
            Ok(passed) => {
                let threat_depth = self.threat_depth(depth);
                let (alpha, beta) = candidate.converter.window(wanted.from, Points::WIN);
                // First probe whether the extra move gains enough to matter.
                if wanted.from > Points::LOSS {
                    let narrow = Centipawns(alpha.0 + 1);
                    let (value, _) = self.probe(&passed, threat_depth, alpha, narrow).await?;
                    if value <= alpha {
                        let most = candidate.converter.points(value);
                        return self
                            .limited_hope(records, before, candidate, wanted.from, most, depth)
                            .await;
                    }
                }
                let (value, line) = self.probe(&passed, threat_depth, alpha, beta).await?;
                extra = Some(candidate.converter.points(value));
                *threat = line;
                self.learn_real(records, candidate, WantedRange::EXACTLY, depth)
                    .await?;
            }
            // The hope of a check starts from the value of the root anyway.
            Err(_) => {
                let wanted = if self.rules.checks {
                    WantedRange::more_than(value_before)
                } else {
                    WantedRange::EXACTLY
                };
                self.learn_real(records, candidate, wanted, depth).await?;
            }
        }
        let real = candidate
            .real
            .known()
            .map_or(value_before.min(Points(candidate.real.max())), Points);
        let case = Case {
            before,
            mv: candidate.mv,
            after: &candidate.after,
            value_before: value_before.max(real),
            real,
            real_line: &candidate.line,
            extra,
            extra_line: threat,
        };
        let (mut hope, kind) = optimism::hope(&self.rules, &case);
        if optimism::runs(&self.rules, &case) {
            let passed = candidate.after.pass().expect("it moved again");
            let than = hope.max(wanted.from - Points(1));
            let depth = (self.threat_depth(depth) - 1).max(1);
            if let Some((value, line)) = self
                .without_runner(records, &passed, candidate.mv, than, depth)
                .await?
            {
                hope = optimism::short_of_a_win(value, real);
                *threat = line;
            }
        }
        // Beside a move that mates, a check would hope for a mate. But only what is certain is
        // worth a win.
        Some((exact(hope.min(Points::WIN - Points(1))), kind))
    }

    /// The value and line of the extra move if another man makes it, if the value is above `than`.
    pub(super) async fn without_runner(
        &self,
        records: &RefCell<ProbeRecords>,
        passed: &Position,
        runner: Move,
        than: Points,
        depth: u32,
    ) -> Option<Option<(Points, Vec<Move>)>> {
        let mut moves = passed.legal_moves();
        moves.retain(|mv| mv.from != runner.to);
        let mut candidates: Vec<Candidate> =
            moves.iter().map(|&mv| self.candidate(passed, mv)).collect();
        if candidates.is_empty() {
            return Some(None);
        }
        self.find_best(records, passed, &mut candidates, than, depth)
            .await?;
        let best = candidates
            .into_iter()
            .max_by_key(|candidate| candidate.real.min())?;
        let line = || {
            std::iter::once(best.mv)
                .chain(best.line.iter().copied())
                .collect()
        };
        let worth = Points(best.real.min());
        Some((worth > than).then(|| (worth, line())))
    }

    /// The optimistic value where the extra move gains less than wanted. Then only the real value
    /// and the patterns can reach it.
    pub(super) async fn limited_hope(
        &self,
        records: &RefCell<ProbeRecords>,
        before: &Position,
        candidate: &mut Candidate,
        from: Points,
        most: Points,
        depth: u32,
    ) -> Option<(Span, Kind)> {
        let promise = optimism::promise(&self.rules, before, &candidate.after);
        let wanted = WantedRange::more_than(from - promise - Points(1));
        self.learn_real(records, candidate, wanted, depth).await?;
        let most_real = Points(candidate.real.max());
        let promised = optimism::short_of_a_win(most_real + promise, most_real);
        let is_enough = candidate.real.is_exact() && promised >= from;
        let hope = if is_enough {
            exact(promised)
        } else {
            at_most(most.max(promised))
        };
        Some((hope, PLAIN))
    }

    pub(super) fn threat_depth(&self, depth: u32) -> u32 {
        depth.saturating_sub(self.threat_reduction).max(1)
    }
}
