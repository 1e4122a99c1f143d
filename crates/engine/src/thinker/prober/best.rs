//! Which of some moves is best.

use std::cell::RefCell;

use bstar_board::{Color, Move, Position};
use bstar_thought::Points;
use bstar_thought::scale::{UNKNOWN, span_for_white};
use futures::future::join;

use super::reconcile::reconcile_points;
use super::{BestMove, Candidate, ProbeRecords, Prober, WantedRange};

/// A move is seldom worth this much less than is expected of it.
const EXPECTED_DROP_POINTS: Points = Points(150);

impl Prober<'_> {
    /// Finds the best of some moves, if it is better than `than`. Of the others it is only known
    /// that they are no better.
    pub(super) async fn find_best(
        &self,
        records: &RefCell<ProbeRecords>,
        position: &Position,
        candidates: &mut [Candidate],
        than: Points,
        depth: u32,
    ) -> Option<()> {
        if self.know_best(&records.borrow(), position, candidates, depth) {
            return Some(());
        }
        let first = self.hands.known_move(position);
        candidates.sort_by_key(|candidate| {
            let captured = position.captured(candidate.mv);
            let gains = captured.is_some() && position.exchange_gains(candidate.mv, 0);
            (
                Some(candidate.mv) != first,
                !gains,
                captured.map(|piece| std::cmp::Reverse(piece as u8)),
                !candidate.after.in_check(),
            )
        });
        let mut expected = self.expected(&records.borrow(), position);
        // Shallower probes only find a good order, which matters where one comes after the other.
        let shallowest = match expected {
            Some(_) if !self.hands.is_alone() => depth,
            _ => 2 - depth % 2,
        };
        for depth in (shallowest..=depth).step_by(2) {
            let mut best = than;
            for candidate in candidates
                .iter_mut()
                .filter(|candidate| candidate.outcome.is_none())
            {
                candidate.real = UNKNOWN;
            }
            if !self.hands.is_alone() {
                self.find_best_at_once(records, candidates, than, expected, depth)
                    .await?;
            }
            for (i, candidate) in candidates.iter_mut().enumerate() {
                if i > 0 {
                    let whether = WantedRange::whether_more_than(best);
                    self.learn_real(records, candidate, whether, depth).await?;
                }
                let more = WantedRange::more_than(best);
                self.learn_real(records, candidate, more, depth).await?;
                best = best.max(Points(candidate.real.min()));
            }
            expected = Some(best);
            // The best comes first, then those that were hardest to refute.
            candidates.sort_by_key(|candidate| {
                std::cmp::Reverse((candidate.real.min(), candidate.real.max()))
            });
        }
        self.reconcile_best(&records.borrow(), position, candidates, depth);
        Some(())
    }

    /// Does most of what [`find_best`](Self::find_best) does at a depth with many probes at once.
    ///
    /// While the first move is searched, the others are already compared with what is expected of
    /// it. Most are worth less. Only the rest have to wait for its value.
    async fn find_best_at_once(
        &self,
        records: &RefCell<ProbeRecords>,
        candidates: &mut [Candidate],
        than: Points,
        expected: Option<Points>,
        depth: u32,
    ) -> Option<()> {
        let Some((first, others)) = candidates.split_first_mut() else {
            return Some(());
        };
        let real = self.learn_real(records, first, WantedRange::more_than(than), depth);
        let mut compared = Vec::new();
        if let Some(expected) = expected {
            let guess = than.max(expected - EXPECTED_DROP_POINTS);
            let whether = WantedRange::whether_more_than(guess);
            for other in others.iter_mut() {
                compared.push(self.learn_real(records, other, whether, depth));
            }
        }
        let (real, compared) = join(real, self.all(compared)).await;
        real.and(compared)?;
        let best = than.max(Points(first.real.min()));
        for range in [
            WantedRange::whether_more_than(best),
            WantedRange::more_than(best),
        ] {
            let asked = others.iter_mut();
            let asked = asked.map(|c| self.learn_real(records, c, range, depth));
            self.all(asked.collect()).await?;
        }
        Some(())
    }

    /// The value of a position for the side to move, by the probe that found it.
    fn expected(&self, records: &ProbeRecords, position: &Position) -> Option<Points> {
        let record = records.get(self.naming.key(position))?;
        record
            .real
            .known()
            .map(|real| Points(real).for_other_side())
    }

    /// Whether a deeper probe of the position itself already knows its best move and that move's
    /// value. If so, the candidates take it over.
    fn know_best(
        &self,
        records: &ProbeRecords,
        position: &Position,
        candidates: &mut [Candidate],
        depth: u32,
    ) -> bool {
        let Some(record) = records.get(self.naming.key(position)) else {
            return false;
        };
        let best = record.line.first().copied();
        let is_listed = candidates
            .iter()
            .any(|candidate| Some(candidate.mv) == best && candidate.outcome.is_none());
        match record.real.known() {
            Some(real) if is_listed && record.depth > depth => {
                let best_move = BestMove {
                    points: Points(real).for_other_side(),
                    line: &record.line,
                    depth: record.depth - 1,
                };
                best_move.apply_to(candidates);
                true
            }
            _ => false,
        }
    }

    /// Reconciles the best move's value with what a deeper search knows of the position.
    fn reconcile_best(
        &self,
        records: &ProbeRecords,
        position: &Position,
        candidates: &mut [Candidate],
        depth: u32,
    ) {
        let Some(record) = records.get(self.naming.key(position)) else {
            return;
        };
        let best = candidates
            .iter_mut()
            .max_by_key(|candidate| candidate.real.min());
        let Some(best) = best.filter(|best| best.outcome.is_none() && record.depth > depth) else {
            return;
        };
        let known = span_for_white(record.real, Color::Black);
        let points = reconcile_points(known, Points(best.real.min()), self.reconcile_margin.get());
        if best.real.is_exact() && points.0 != best.real.min() {
            let line: Vec<Move> = std::iter::once(best.mv)
                .chain(best.line.iter().copied())
                .collect();
            let best_move = BestMove {
                points,
                line: &line,
                depth: record.depth - 1,
            };
            best_move.apply_to(candidates);
        }
    }
}
