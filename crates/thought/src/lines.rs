//! The line of best play, and the distance of a mate.
//!
//! A line goes through the tree and on into the probe of the position where the tree ends. A probe
//! counts the plies to a mate from its own position, and a proved result has no distance. So
//! distances for people are counted along the tree. The winner takes the quickest way that is
//! known, the loser the longest.

use std::collections::HashMap;

use bstar::{Key, NodeView, Search};
use bstar_board::score::Score;
use bstar_board::{Game, Move};

use crate::records::ProbeRecords;
use crate::scale::{Converter, Points, mover_points};

/// Reads lines out of a tree.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    game: &'a Game,
    search: &'a Search<Move>,
    records: &'a ProbeRecords,
    converter: Converter,
}

/// How many plies it takes to mate, by position.
type Distances = HashMap<Key, u32>;

/// The side that mates, seen from the root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Winner {
    Player,
    Opponent,
}

impl<'a> Lines<'a> {
    /// Reads a search from the position of this game, with the records of its probes.
    pub fn new(game: &'a Game, search: &'a Search<Move>, records: &'a ProbeRecords) -> Lines<'a> {
        Lines {
            game,
            search,
            records,
            converter: Converter::new(records.model(), crate::phase(game.position())),
        }
    }

    /// The line of best play that begins with this root move. It is legal, and ends at a draw if it
    /// meets one.
    pub fn after(&self, mv: Move) -> Vec<Move> {
        let Some(child) = self.child(mv) else {
            return vec![mv];
        };
        let (mut line, last) = self
            .mating_line(mv, child)
            .unwrap_or_else(|| self.best_line(mv, child));
        if !last.is_settled() {
            line.extend(self.probed(last.key()));
        }
        self.sound_part(&line)
    }

    /// The line of a move whose position is not in the tree yet.
    pub fn after_probe(&self, mv: Move, key: Key) -> Vec<Move> {
        let line: Vec<Move> = std::iter::once(mv)
            .chain(self.probed(key).iter().copied())
            .collect();
        self.sound_part(&line)
    }

    /// The score of a root move for the side to move, if its value is this.
    pub fn score(&self, mv: Move, points: Points) -> Score {
        let plies = match self.child(mv) {
            Some(child) => self.distances(child).get(&child.key()).copied(),
            None => self.plies(points.for_other_side()),
        };
        match (self.converter.score(points), plies) {
            (Score::Mate(_), Some(plies)) if points > Points::DRAW => {
                Score::Mate((plies as i32 + 2) / 2)
            }
            (Score::Mate(_), Some(plies)) => Score::Mate(-(plies as i32 + 1) / 2),
            (score, _) => score,
        }
    }

    fn child(&self, mv: Move) -> Option<NodeView<'a, Move>> {
        let mut moves = self.search.root().moves();
        moves.find(|(known, _)| *known == mv).map(|(_, node)| node)
    }

    fn probed(&self, key: Key) -> &'a [Move] {
        self.records.get(key).map_or(&[], |record| &record.line)
    }

    /// Takes at every position the move with the best real value for the side to move. Of equals it
    /// takes the first, as the search itself does.
    fn best_line(&self, mv: Move, child: NodeView<'a, Move>) -> (Vec<Move>, NodeView<'a, Move>) {
        let (mut line, mut node) = (vec![mv], child);
        let mut path = vec![self.search.root().key(), child.key()];
        loop {
            let is_players = node.side() == self.search.player();
            let worth = |child: NodeView<'a, Move>| match is_players {
                true => child.real().min(),
                false => -child.real().max(),
            };
            let moves: Vec<_> = node.moves().collect();
            let best = moves.iter().rev().max_by_key(|(_, child)| worth(*child));
            match best.filter(|(_, child)| !path.contains(&child.key())) {
                Some(&(mv, child)) => {
                    line.push(mv);
                    path.push(child.key());
                    node = child;
                }
                None => return (line, node),
            }
        }
    }

    /// The shortest mate that the tree knows, against the longest resistance, if there is one.
    fn mating_line(
        &self,
        mv: Move,
        child: NodeView<'a, Move>,
    ) -> Option<(Vec<Move>, NodeView<'a, Move>)> {
        let winner = self.winner(child)?;
        let distances = self.distances(child);
        let mut left = *distances.get(&child.key())?;
        let (mut line, mut node) = (vec![mv], child);
        while left > 0 {
            let known = |(mv, child): (Move, NodeView<'a, Move>)| {
                let plies = *distances.get(&child.key())?;
                Some((plies, mv, child))
            };
            let moves = node.moves().filter_map(known);
            let next = if self.is_to_move(winner, node) {
                moves.min_by_key(|(plies, ..)| *plies)
            } else {
                moves.max_by_key(|(plies, ..)| *plies)
            };
            // Each step must be one ply nearer. Anything else would be an error of the count, and
            // could loop.
            let Some((plies, mv, child)) = next.filter(|(plies, ..)| *plies < left) else {
                break;
            };
            line.push(mv);
            (left, node) = (plies, child);
        }
        Some((line, node))
    }

    /// The plies to mate of a position and of those after it that the mate may go through. It is
    /// empty if there is no mate.
    fn distances(&self, from: NodeView<'a, Move>) -> Distances {
        let mut distances = Distances::new();
        let Some(winner) = self.winner(from) else {
            return distances;
        };
        let inner = self.gather(from, winner, &mut distances);
        // Because of cycles one pass in a fixed order is not enough. The positions found last are
        // mostly nearest to the mate.
        loop {
            let mut has_changed = false;
            for node in inner.iter().rev() {
                let Some(plies) = self.plies_from_moves(*node, winner, &distances) else {
                    continue;
                };
                has_changed |= distances.insert(node.key(), plies) != Some(plies);
            }
            if !has_changed {
                return distances;
            }
        }
    }

    /// The positions of a mate whose moves are known. The distances of the others are filled in.
    fn gather(
        &self,
        from: NodeView<'a, Move>,
        winner: Winner,
        distances: &mut Distances,
    ) -> Vec<NodeView<'a, Move>> {
        let mut seen = std::collections::HashSet::from([from.key()]);
        let (mut inner, mut queue) = (Vec::new(), std::collections::VecDeque::from([from]));
        while let Some(node) = queue.pop_front() {
            if !node.is_expanded() {
                let points = self.points(node, winner);
                let points = match node.side() == self.search.player() {
                    true => points,
                    false => points.for_other_side(),
                };
                distances.extend(self.plies(points).map(|plies| (node.key(), plies)));
                continue;
            }
            inner.push(node);
            queue.extend(
                node.moves()
                    .map(|(_, child)| child)
                    .filter(|child| self.winner(*child) == Some(winner))
                    .filter(|child| seen.insert(child.key())),
            );
        }
        inner
    }

    fn plies_from_moves(
        &self,
        node: NodeView<'a, Move>,
        winner: Winner,
        distances: &Distances,
    ) -> Option<u32> {
        let mut plies = node
            .moves()
            .map(|(_, child)| distances.get(&child.key()).copied());
        let below = if self.is_to_move(winner, node) {
            plies.flatten().min()
        } else {
            plies.try_fold(0, |longest, plies| Some(longest.max(plies?)))
        };
        below.map(|plies| plies + 1)
    }

    /// The distance of a mate that a probe found or that is on the board, from the value for the
    /// side to move.
    fn plies(&self, points: Points) -> Option<u32> {
        match self.converter.score(points) {
            Score::Mate(moves) if moves > 0 => Some(2 * moves.unsigned_abs() - 1),
            Score::Mate(moves) => Some(2 * moves.unsigned_abs()),
            Score::Centipawns(_) => None,
        }
    }

    fn is_to_move(&self, winner: Winner, node: NodeView<'a, Move>) -> bool {
        (winner == Winner::Player) == (node.side() == self.search.player())
    }

    /// The side that mates after this position, if one does as far as is known.
    fn winner(&self, node: NodeView<'a, Move>) -> Option<Winner> {
        let is_mate = |points| matches!(self.converter.score(points), Score::Mate(_));
        let (least, most) = (
            self.points(node, Winner::Player),
            self.points(node, Winner::Opponent),
        );
        if least > Points::DRAW && is_mate(least) {
            Some(Winner::Player)
        } else {
            (most < Points::DRAW && is_mate(most)).then_some(Winner::Opponent)
        }
    }

    /// The value of a position for the side to move at the root, in the worst case for the winner.
    fn points(&self, node: NodeView<'a, Move>, winner: Winner) -> Points {
        let real = match winner {
            Winner::Player => node.real().min(),
            Winner::Opponent => node.real().max(),
        };
        mover_points(real, self.game.position())
    }

    /// The part of a line that is legal and ends at the first draw.
    fn sound_part(&self, line: &[Move]) -> Vec<Move> {
        let mut replay = self.game.clone();
        let mut sound = Vec::with_capacity(line.len());
        for &mv in line {
            if (!sound.is_empty() && replay.outcome().is_some()) || replay.play(mv).is_err() {
                break;
            }
            sound.push(mv);
        }
        sound
    }
}
