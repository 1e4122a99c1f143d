//! The first expansion: that of the root.

use bstar::{Next, Purpose};
use bstar_board::{Color, Move};
use bstar_thought::scale::SCALE;
use bstar_thought::{Points, Snapshot};

use super::effort::DEFAULT_PROBE_DEPTH_PLIES;
use super::run::Run;
use super::{MAX_PROBE_DEPTH_PLIES, Thinker};

impl Thinker<'_> {
    /// Expands the root. Probes get deeper step by step, so that a move is known soon and the depth
    /// fits the budget.
    pub(super) fn expand_root(&self, run: &mut Run, tell: &mut dyn FnMut(&Snapshot)) -> Option<()> {
        let Next::Work(job) = run.tree.search.next() else {
            return None;
        };
        let position = self.game.position();
        let mut found = self.first_root_search(run, tell);
        let mut costs = vec![0];
        let deepest = if found.is_some() {
            0
        } else {
            MAX_PROBE_DEPTH_PLIES
        };
        for depth in 1..=deepest {
            let before = run.prober.nodes();
            let Some(children) = self.answer_by_probes(run, &job, self.only, depth) else {
                break;
            };
            self.set_root_value_from(run, &children);
            run.tree.probe_depth = depth;
            run.tree.deepest = 1;
            self.tell(run, &children, None, tell);
            let is_decided = self.is_decided(depth, &children);
            found = Some(children);
            costs.push(run.prober.nodes() - before);
            run.tree.root_cost = Some(run.prober.nodes() - before);
            if is_decided || self.is_deep_enough(run, depth, &costs) {
                break;
            }
        }
        let depth = run.tree.probe_depth as i32
            + if self.options.probe_depth == 0 {
                self.options.depth_change
            } else {
                0
            };
        run.tree.probe_depth = depth.clamp(1, MAX_PROBE_DEPTH_PLIES as i32) as u32;
        if let Some(children) = &found {
            self.set_root_value_from(run, children);
        }
        let children = found.or_else(|| {
            // Not even one ply was searched. Any move will do, and all count as draws.
            run.is_stopped = true;
            let draw = bstar::Span::exact(SCALE.draw);
            let child = |mv: Move| {
                let child = bstar::Child::new(mv, run.prober.key(&position.after(mv))).real(draw);
                match position.side_to_move() {
                    Color::White => child.max_bound(draw),
                    Color::Black => child.min_bound(draw),
                }
            };
            let children: Vec<_> = self.root_moves().into_iter().map(child).collect();
            Some(children).filter(|children| !children.is_empty())
        })?;
        run.tree
            .search
            .complete(job.id, children)
            .expect("probes answer what was asked");
        run.tree.deepest = 1;
        run.note();
        self.divide_among_phases(run, Purpose::Expand);
        Some(())
    }

    /// Sets the value of the root to that of its best move.
    pub(super) fn set_root_value_from(&self, run: &mut Run, children: &[bstar::Child<Move>]) {
        let mover = self.game.position().side_to_move();
        let real = |child| worth(child, mover).unwrap_or(Points::DRAW);
        let best = children.iter().map(real).max().unwrap_or(Points::DRAW);
        self.set_root_value(run, best);
    }

    pub(super) fn set_root_value(&self, run: &mut Run, best: Points) {
        let mover = self.game.position().side_to_move();
        let mut values = [best; 2];
        values[!mover as usize] = best.for_other_side();
        run.prober.root_values.set(values);
    }

    /// Whether there is nothing to decide: a move mates, or only one is legal. An analysis without
    /// limits goes on, because its user wants to know the value.
    pub(super) fn is_decided(&self, depth: u32, children: &[bstar::Child<Move>]) -> bool {
        let position = self.game.position();
        let win = match position.side_to_move() {
            Color::White => bstar::Outcome::MaxWins,
            Color::Black => bstar::Outcome::MinWins,
        };
        let is_forced = depth >= DEFAULT_PROBE_DEPTH_PLIES && position.legal_moves().len() == 1;
        children.iter().any(|child| child.outcome == Some(win))
            || (is_forced && self.effort.has_end())
    }
}

/// The value of a root move for the mover, at its lower end; for Black that is the mirrored lower
/// end.
pub(super) fn worth(child: &bstar::Child<Move>, mover: Color) -> Option<Points> {
    child.real.map(|real| Points(real.min()).for_white(mover))
}
