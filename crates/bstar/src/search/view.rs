//! Shows the tree to others.

use super::Search;
use crate::event::{Phase, Target};
use crate::graph::{Bound, Graph, NodeId};
use crate::job::{Key, Tag};
use crate::probability::{Aim, ProbabilityRules};
use crate::value::{Probability, Side, Span};

impl<M: Copy + PartialEq> Search<M> {
    /// The position the search is about.
    pub fn root(&self) -> NodeView<'_, M> {
        NodeView {
            search: self,
            n: NodeId::ROOT,
        }
    }

    /// The position with this key, if the search knows it.
    pub fn find(&self, key: Key) -> Option<NodeView<'_, M>> {
        self.graph.find(key.0).map(|n| NodeView { search: self, n })
    }

    /// All positions, in the order in which the search came to know them. After the root has moved
    /// on, those nearer to it come first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeView<'_, M>> + '_ {
        self.graph.ids().map(|n| NodeView { search: self, n })
    }

    /// The line of best play as far as the tree goes. At every position it takes the move with the
    /// best real value for the side to move. It ends before it would repeat a position.
    pub fn line(&self) -> Vec<M> {
        let (mut path, mut line) = (vec![NodeId::ROOT], Vec::new());
        loop {
            let n = path[path.len() - 1];
            match self.graph.best_move(n).filter(|(_, c)| !path.contains(c)) {
                Some((mv, c)) => {
                    line.push(mv);
                    path.push(c);
                }
                None => return line,
            }
        }
    }

    /// How likely the position with this key is to reach the current target.
    pub fn probability(&mut self, key: Key) -> Option<Probability> {
        let (aim, n) = (self.aim?, self.graph.find(key.0)?);
        Some(self.rules.probability(&mut self.graph, &aim, n))
    }

    /// The probability of every position under a target, be it the current one or another.
    ///
    /// This works everything out anew. It is for readers of a search, not for the search itself.
    pub fn probabilities(&self, target: Target) -> Probabilities<M> {
        let mut graph = self.graph.clone();
        graph.forget_probabilities();
        let aim = aim_at(target, self.player, 1);
        Probabilities {
            graph,
            rules: self.rules,
            player: self.player,
            aim,
        }
    }
}

/// The probabilities of a tree under one target.
#[derive(Clone, Debug)]
pub struct Probabilities<M> {
    graph: Graph<M>,
    rules: ProbabilityRules,
    player: Side,
    aim: Aim,
}

impl<M: Copy + PartialEq> Probabilities<M> {
    /// The probability of the position with this key.
    pub fn of(&mut self, key: Key) -> Option<Probability> {
        let n = self.graph.find(key.0)?;
        Some(self.rules.probability(&mut self.graph, &self.aim, n))
    }

    /// Changes the target.
    pub fn retarget(&mut self, target: Target) {
        self.aim = aim_at(target, self.player, self.aim.number + 1);
    }
}

fn aim_at(target: Target, player: Side, number: u32) -> Aim {
    match target.phase {
        Phase::Select => Aim {
            forcer: player,
            target: target.value,
            number,
        },
        Phase::Verify => Aim {
            forcer: !player,
            target: -target.value,
            number,
        },
    }
}

/// A position as the search sees it. Values are from the Player's point of view: larger is better
/// for the side to move at the root.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a, M> {
    search: &'a Search<M>,
    n: NodeId,
}

impl<'a, M: Copy + PartialEq> NodeView<'a, M> {
    /// Its name outside the search.
    pub fn key(&self) -> Key {
        Key(self.search.graph.key(self.n))
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.search.graph.side(self.n)
    }

    /// The best estimate.
    pub fn real(&self) -> Span {
        self.search
            .graph
            .values(self.n)
            .real
            .seen_by(self.search.player)
    }

    /// What the Player can hope for. `None` if it was never asked for.
    pub fn opt(&self) -> Option<Span> {
        self.bound(Bound::hoped_by(self.search.player))
    }

    /// What the Player must fear. `None` if it was never asked for.
    pub fn pess(&self) -> Option<Span> {
        self.bound(Bound::hoped_by(!self.search.player))
    }

    fn bound(&self, bound: Bound) -> Option<Span> {
        let values = self.search.graph.values(self.n);
        let span = match bound {
            Bound::Low => values.low,
            Bound::High => values.high,
        };
        self.if_heard_of(span)
    }

    /// A span that reaches to the end of the scale was never asked for.
    fn if_heard_of(&self, span: Option<Span>) -> Option<Span> {
        let scale = self.search.graph.scale();
        let goes_on = |span: &Span| span.min() <= scale.loss + 1 || span.max() >= scale.win - 1;
        span.filter(|span| span.is_exact() || !goes_on(span))
            .map(|span| span.seen_by(self.search.player))
    }

    /// The best estimate that probes gave of the position itself, whatever was found below it
    /// since.
    pub fn own_real(&self) -> Span {
        self.search
            .graph
            .own_real(self.n)
            .seen_by(self.search.player)
    }

    /// What the Player can hope for by probes of the position itself, whatever was found below it
    /// since.
    pub fn own_opt(&self) -> Option<Span> {
        let bound = Bound::hoped_by(self.search.player);
        self.if_heard_of(self.search.graph.own_bound(self.n, bound))
    }

    /// What is certain about its value. It is a single value exactly where the result is known.
    pub fn proven(&self) -> Span {
        self.search
            .graph
            .values(self.n)
            .proven
            .seen_by(self.search.player)
    }

    /// Whether its result is certain.
    pub fn is_settled(&self) -> bool {
        self.search.graph.is_settled(self.n)
    }

    /// Whether its moves are known.
    pub fn is_expanded(&self) -> bool {
        self.search.graph.is_expanded(self.n)
    }

    /// Whether its moves were known and have been forgotten to make room. Its values are still
    /// those that the moves gave it.
    pub fn is_folded(&self) -> bool {
        self.search.graph.is_folded(self.n)
    }

    /// Whether positions that follow from it lead back to it.
    pub fn repeats(&self) -> bool {
        self.search.graph.component(self.n).is_some()
    }

    /// The number of moves that lead to it from positions the search knows.
    pub fn parent_count(&self) -> usize {
        self.search.graph.parents(self.n).count()
    }

    /// The length of the shortest path from the root that was ever known.
    pub fn distance(&self) -> u32 {
        self.search.graph.distance(self.n)
    }

    /// How many expansions there were at or below it, counted on the paths they were made by.
    pub fn attention(&self) -> u32 {
        self.search.graph.attention(self.n)
    }

    /// The best answer the probe found.
    pub fn tag(&self) -> Option<Tag> {
        self.search.graph.tag(self.n)
    }

    /// Its moves, in the order they were told, and where they lead. There are none while they are
    /// not known.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (M, NodeView<'a, M>)> + 'a {
        let search = self.search;
        search
            .graph
            .moves(self.n)
            .map(move |(mv, n)| (mv, NodeView { search, n }))
    }
}
