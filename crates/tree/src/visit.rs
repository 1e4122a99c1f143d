//! One visit: down to a leaf, a look at it, and up again.

use bstar_board::Position;

use crate::arena::ROOT;
use crate::choice::{Choice, choose};
use crate::node::NodeIndex;
use crate::proof::{Proof, follows};
use crate::second_opinion::{Adviser, SecondOpinion};
use crate::sight::level;
use crate::tree::Tree;

impl Tree {
    /// Visits the leaf that promises most.
    pub(crate) fn visit(&mut self, second: &mut SecondOpinion<impl Adviser>) {
        self.path.clear();
        self.keys.truncate(self.root_index + 1);
        let mut position = self.root.clone();
        let mut node = ROOT;
        let value = loop {
            self.path.push(node);
            let known = self.arena.node(node);
            if known.is_proven() {
                break known.value;
            }
            if known.visits == 0 {
                break self.first_value(node, &position, second);
            }
            let value = known.value;
            if !known.is_expanded() && !self.expand(node, &position) {
                break value;
            }
            let choice = choose(&self.arena, node, &self.options, !self.is_full);
            let (next, place) = match choice {
                Some(Choice::Known(next)) => (next, next - self.arena.node(node).first_child),
                Some(Choice::New) => {
                    let place = self.arena.node(node).child_count;
                    let Some(next) = self.arena.add_child(node) else {
                        self.is_full = true;
                        break value;
                    };
                    (next, u32::from(place))
                }
                None => break value,
            };
            let mv = self.arena.edges(node)[place as usize].mv.get();
            let child = position.after(mv);
            second.follow(self.path.len() - 1, &position, mv, &child);
            position = child;
            self.keys.push(position.key());
            node = next;
        };
        self.back_up(value);
    }

    /// The value of a position that is visited for the first time. It may be proven at once.
    fn first_value(
        &mut self,
        node: NodeIndex,
        position: &Position,
        second: &mut SecondOpinion<impl Adviser>,
    ) -> f32 {
        if let Some(proof) = self.by_rules(node, position) {
            self.arena.node_mut(node).prove(proof);
            return proof.value();
        }
        let key = self.keys[self.keys.len() - 1];
        if let Some(known) = self.transpositions.value(key) {
            return known;
        }
        let foreseen = self.sight.foresee(position, key);
        let expected = foreseen.expected().clamp(0.0, 1.0);
        let share = self.options.evaluation_share;
        if share == 0.0 {
            return expected;
        }
        let is_noisy = foreseen.spread >= self.options.noisy_spread;
        let plies = self.path.len() - 1;
        match second.expected(plies, position, is_noisy) {
            Some(other) => expected + share * (other - expected),
            None => expected,
        }
    }

    /// What the rules or the tables say of a position. At the root only mate and stalemate count: a
    /// move is wanted, even where the game might be called a draw.
    fn by_rules(&self, node: NodeIndex, position: &Position) -> Option<Proof> {
        if !position.has_legal_move() {
            return Some(match position.in_check() {
                true => Proof::Loss { plies: Some(0) },
                false => Proof::Draw,
            });
        }
        if node == ROOT {
            return None;
        }
        let clock = position.halfmove_clock();
        if clock >= 100 || position.is_dead() || self.is_repetition(clock) {
            return Some(Proof::Draw);
        }
        let known = self.endings.inside_search(position, u32::MAX)?;
        Some(Proof::of_known(known, clock))
    }

    /// Whether the position at the end of the path was there before: once since the root, or twice
    /// in the game before it. A side that could avoid it the second time could have done so the
    /// first time. `clock` is the position's counter of fifty moves.
    pub(crate) fn is_repetition(&self, clock: u8) -> bool {
        let last = self.keys.len() - 1;
        let mut in_game = 0;
        for back in (4..=usize::from(clock).min(last)).step_by(2) {
            let index = last - back;
            if self.keys[index] == self.keys[last] {
                in_game += 1;
                if index >= self.root_index || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Gives a position its moves. Returns whether there was memory for them.
    fn expand(&mut self, node: NodeIndex, position: &Position) -> bool {
        if self.is_full {
            return false;
        }
        let mut moves = position.legal_moves();
        let is_root = node == ROOT;
        if is_root && !self.only.is_empty() {
            moves.retain(|mv| self.only.contains(mv));
        }
        let key = self.keys[self.keys.len() - 1];
        let temperature = self.options.temperature_at(is_root);
        let edges = self.sight.edges(position, key, &moves, temperature);
        if is_root && self.options.root_uniform {
            level(edges);
        }
        self.is_full = !self.arena.set_edges(node, edges);
        !self.is_full
    }

    /// Averages a leaf's value into all positions of the path, and proves what follows.
    fn back_up(&mut self, leaf: f32) {
        let plies = self.path.len() - 1;
        self.depth_sum += plies as u64;
        self.deepest = self.deepest.max(plies);
        let mut value = leaf;
        let mut is_news = true;
        for place in (0..self.path.len()).rev() {
            let node = self.path[place];
            if place < plies && is_news {
                let below = self.arena.node(self.path[place + 1]);
                is_news = below.is_proven() && !self.arena.node(node).is_proven();
                if is_news {
                    match follows(&self.arena, node) {
                        Some(proof) => self.arena.node_mut(node).prove(proof),
                        None => is_news = false,
                    }
                }
            }
            let known = self.arena.node_mut(node);
            known.add_visit(value);
            let is_whole = place > 0 || self.only.is_empty();
            if is_whole && !known.is_proven() {
                let key = self.keys[self.root_index + place];
                self.transpositions.note(key, known.visits, known.value);
            }
            value = 1.0 - value;
        }
    }
}
