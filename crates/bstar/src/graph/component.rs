//! Positions that can repeat (docs/search.md, section 9).
//!
//! A repetition is a draw, but only along a path, and a node serves every path. So positions that
//! can reach each other, a strongly connected *component* of the graph, are valued together: as a
//! game that is a draw if play never leaves the component (Washburn 1990). A value above the draw
//! is what Max can force by leaving. One below it is what Min can force by leaving. Everything else
//! is a draw.
//!
//! That one value is right for every path. A side that is better off than a draw has a way that
//! never repeats. A side that is not gains nothing by repeating.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::Graph;
use super::node::{NO_COMPONENT, NodeId, mark};
use crate::value::{Side, Span, Value, Values};

/// Two or more positions that can reach each other, or one that can reach itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    /// In the order of their numbers.
    members: Vec<NodeId>,
}

impl Component {
    pub fn members(&self) -> &[NodeId] {
        &self.members
    }

    pub fn room(&self) -> usize {
        self.members.capacity()
    }
}

/// Stands for "no way out is needed or wanted".
const STAYS: u32 = u32::MAX;

impl<M: Copy + PartialEq> Graph<M> {
    /// Searches for cycles through `n`, which has just got its moves: all new cycles go through it.
    /// Returns the size of its component if that grew. Nothing is queued up yet: a component is
    /// queued up as a whole.
    pub(super) fn find_component(&mut self, n: NodeId) -> Option<usize> {
        let class = self.node(n).class;
        let may_cycle =
            |graph: &Self, c: NodeId| graph.node(c).class == class && graph.is_expanded(c);
        if !self.children(n).any(|c| may_cycle(self, c)) {
            return None;
        }
        // What reaches `n`: mostly just the line that led here.
        let mut reaching = vec![n];
        self.node_mut(n).set(mark::VISITED, true);
        let mut at = 0;
        while let Some(&m) = reaching.get(at) {
            for p in self.parents(m).collect::<Vec<_>>() {
                if self.node(p).class == class && !self.node(p).is(mark::VISITED) {
                    self.node_mut(p).set(mark::VISITED, true);
                    reaching.push(p);
                }
            }
            at += 1;
        }
        // What `n` reaches among them. A path from `n` back to it never leaves them.
        let mut members = Vec::new();
        let mut stack: Vec<NodeId> = self.children(n).collect();
        while let Some(m) = stack.pop() {
            if self.node(m).is(mark::VISITED) {
                self.node_mut(m).set(mark::VISITED, false);
                members.push(m);
                stack.extend(self.children(m));
            }
        }
        for m in reaching {
            self.node_mut(m).set(mark::VISITED, false);
        }
        if members.is_empty() {
            return None;
        }
        members.sort_unstable();
        let size = members.len();
        let new = self.components.len() as u32;
        for &m in &members {
            if let Some(old) = self.component(m) {
                let old = std::mem::take(&mut self.components[old as usize]);
                self.grouped -= old.room();
            }
            self.interior_mut(m)
                .expect("a position on a cycle has moves")
                .component = new;
        }
        self.grouped += members.capacity();
        self.components.push(Component { members });
        Some(size)
    }

    /// Whether a move from `n` to `to` would close a cycle that goes through several classes. Then
    /// the classes are wrong: cycles are searched for within one class, so nobody would find it.
    pub fn closes_a_cycle_of_classes(&self, n: NodeId, to: NodeId) -> bool {
        if self.node(n).class == self.node(to).class || !self.is_expanded(to) {
            return false;
        }
        let mut reaching = vec![n];
        let mut seen = HashSet::from([n]);
        while let Some(m) = reaching.pop() {
            if m == to {
                return true;
            }
            reaching.extend(self.parents(m).filter(|&p| seen.insert(p)));
        }
        false
    }

    /// Values all members anew from the moves that leave the component. Returns those whose values
    /// changed.
    pub(super) fn refresh_component(&mut self, component: u32) -> Vec<NodeId> {
        let members = std::mem::take(&mut self.components[component as usize].members);
        let shape = self.shape(component, &members);
        let draw = self.scale.draw;
        let exits: Vec<Vec<Values>> = members
            .iter()
            .map(|&m| {
                self.children(m)
                    .filter(|&c| self.component(c) != Some(component))
                    .map(|c| self.values(c))
                    .collect()
            })
            .collect();
        let spans = |of: &dyn Fn(&Values) -> Span| -> (Vec<Span>, Vec<u32>) {
            let best = |end: &dyn Fn(Span) -> Value| -> Vec<Option<Value>> {
                (shape.sides.iter().zip(&exits))
                    .map(|(&side, exits)| {
                        let values = exits.iter().map(|values| end(of(values)));
                        if side == Side::Max {
                            values.max()
                        } else {
                            values.min()
                        }
                    })
                    .collect()
            };
            let (least, most) = (best(&|span| span.min()), best(&|span| span.max()));
            let mins = shape.solve(&least, draw);
            let maxs = if least == most {
                mins.clone()
            } else {
                shape.solve(&most, draw)
            };
            let spans = mins
                .iter()
                .zip(&maxs)
                .map(|(min, max)| Span::between(min.0, max.0))
                .collect();
            (
                spans,
                mins.into_iter().map(|(_, way_out)| way_out).collect(),
            )
        };
        let (reals, ways_out) = spans(&|values| values.real);
        let (proven, _) = spans(&|values| values.proven);
        // Without an exit the value is known: it is a draw.
        let is_closed = exits.iter().all(Vec::is_empty);
        let has_low = is_closed || exits.iter().flatten().any(|values| values.low.is_some());
        let has_high = is_closed || exits.iter().flatten().any(|values| values.high.is_some());
        let lows = has_low.then(|| spans(&|values| values.low.unwrap_or(values.real)).0);
        let highs = has_high.then(|| spans(&|values| values.high.unwrap_or(values.real)).0);

        let mut changed = Vec::new();
        for (i, &m) in members.iter().enumerate() {
            let values = Values {
                low: lows.as_ref().map(|lows| lows[i]),
                real: reals[i],
                high: highs.as_ref().map(|highs| highs[i]),
                proven: proven[i],
            };
            self.interior_mut(m)
                .expect("a position on a cycle has moves")
                .way_out = ways_out[i];
            if self.store(m, values) {
                changed.push(m);
            }
        }
        self.components[component as usize].members = members;
        changed
    }

    fn shape(&self, component: u32, members: &[NodeId]) -> Shape {
        let local = |n: NodeId| {
            members
                .binary_search(&n)
                .expect("a member of the component")
        };
        let mut before = vec![Vec::new(); members.len()];
        let mut inside = vec![0; members.len()];
        for (i, &m) in members.iter().enumerate() {
            for c in self
                .children(m)
                .filter(|&c| self.component(c) == Some(component))
            {
                before[local(c)].push(i);
                inside[i] += 1;
            }
        }
        Shape {
            sides: members.iter().map(|&m| self.side(m)).collect(),
            before,
            inside,
        }
    }

    pub(super) fn forget_components(&mut self) {
        self.components = Vec::new();
        self.grouped = 0;
        for interior in &mut self.interiors {
            interior.component = NO_COMPONENT;
        }
    }
}

/// The moves inside a component, its members numbered from 0.
struct Shape {
    sides: Vec<Side>,
    /// For each member, the members with a move to it.
    before: Vec<Vec<usize>>,
    /// For each member, how many of its moves stay inside.
    inside: Vec<usize>,
}

impl Shape {
    /// The value of each member, and how many moves its way out has. `exits` has the best exit of
    /// each member for the side to move there.
    fn solve(&self, exits: &[Option<Value>], draw: Value) -> Vec<(Value, u32)> {
        let mut solved = vec![None; self.sides.len()];
        // Both sides are treated alike, with signs reversed.
        for winner in [Side::Max, Side::Min] {
            let seen = |value: Value| if winner == Side::Max { value } else { -value };
            self.attract(
                winner,
                &exits.iter().map(|exit| exit.map(seen)).collect::<Vec<_>>(),
                seen(draw),
                &mut |m, value, way| {
                    solved[m] = Some((seen(value), way));
                },
            );
        }
        solved
            .into_iter()
            .map(|value| value.unwrap_or((draw, STAYS)))
            .collect()
    }

    /// Finds the members from which `winner` can force an exit above the draw, from the exits
    /// inwards and the best exits first.
    fn attract(
        &self,
        winner: Side,
        exits: &[Option<Value>],
        draw: Value,
        found: &mut impl FnMut(usize, Value, u32),
    ) {
        let mut open = self.inside.clone();
        let mut is_found = vec![false; self.sides.len()];
        let mut heap: BinaryHeap<(Value, Reverse<u32>, Reverse<usize>)> = BinaryHeap::new();
        for (m, exit) in exits.iter().enumerate() {
            if let Some(exit) = exit.filter(|&exit| self.sides[m] == winner && exit > draw) {
                heap.push((exit, Reverse(1), Reverse(m)));
            }
        }
        while let Some((value, Reverse(way), Reverse(m))) = heap.pop() {
            if is_found[m] {
                continue;
            }
            is_found[m] = true;
            found(m, value, way);
            for &p in &self.before[m] {
                if is_found[p] {
                    continue;
                }
                if self.sides[p] == winner {
                    heap.push((value, Reverse(way + 1), Reverse(p)));
                } else {
                    // The other side is forced only once all its moves lead to something above the
                    // draw. This is the worst of those that stay inside.
                    open[p] -= 1;
                    let worst = exits[p].map_or(value, |exit| exit.min(value));
                    if open[p] == 0 && worst > draw {
                        heap.push((worst, Reverse(way + 1), Reverse(p)));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Max at 0 can go to 1, and Min at 1 can go back to 0. Both may leave.
    fn pair(exit_of_max: Option<Value>, exit_of_min: Option<Value>) -> Vec<(Value, u32)> {
        let shape = Shape {
            sides: vec![Side::Max, Side::Min],
            before: vec![vec![1], vec![0]],
            inside: vec![1, 1],
        };
        shape.solve(&[exit_of_max, exit_of_min], 0)
    }

    #[test]
    fn who_would_lose_by_leaving_repeats() {
        assert_eq!(pair(Some(-5), Some(7)), [(0, STAYS), (0, STAYS)]);
        // Nor is it worth leaving for a draw.
        assert_eq!(pair(Some(0), Some(0)), [(0, STAYS), (0, STAYS)]);
        assert_eq!(pair(Some(5), Some(0)), [(5, 1), (0, STAYS)]);
    }

    #[test]
    fn who_wins_by_leaving_leaves() {
        assert_eq!(pair(Some(5), Some(7)), [(5, 1), (5, 2)]);
        assert_eq!(pair(Some(5), Some(3)), [(5, 1), (3, 2)]);
        assert_eq!(pair(None, Some(-3)), [(-3, 2), (-3, 1)]);
        assert_eq!(pair(Some(5), Some(-3)), [(5, 1), (-3, 1)]);
    }

    #[test]
    fn without_a_way_out_it_is_a_draw() {
        assert_eq!(pair(None, None), [(0, STAYS), (0, STAYS)]);
    }
}
