//! What is kept of a position, and of a move.

use bstar_board::{Move, Piece, Square};

use crate::proof::Proof;

/// The place of a node in the arena.
pub(crate) type NodeIndex = u32;

/// The bytes that a position of the tree takes, without its moves.
pub const NODE_BYTES: usize = size_of::<Node>();

/// A position of the tree. It fills half a cache line, and the nodes of one position's moves lie
/// side by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// The sum of the values of all visits.
    sum: f64,
    /// How often it was visited.
    pub visits: u32,
    /// The expected score of the side to move: the average of all visits, or what is proven.
    pub value: f32,
    /// Where its edges begin.
    pub first_edge: u32,
    /// Where the nodes of its visited moves begin.
    pub first_child: NodeIndex,
    /// The probability of the move that leads here.
    pub prior: Probability,
    /// The distance to mate of a win or loss that is proven.
    plies: u16,
    /// How many moves it has; 0 until it gets them.
    pub edge_count: u8,
    /// How many of its moves were visited.
    pub child_count: u8,
    /// There is room for two to this power of nodes where its visited moves lie.
    pub room: u8,
    outcome: Certainty,
}

/// Whether anything is proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
enum Certainty {
    #[default]
    Open,
    Win,
    Draw,
    Loss,
}

/// Stands for a distance that nobody knows.
const UNCOUNTED: u16 = u16::MAX;

impl Node {
    /// A position that was not visited yet.
    pub fn new(prior: Probability) -> Node {
        Node {
            prior,
            ..Node::default()
        }
    }

    /// Whether it has its moves.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.edge_count > 0
    }

    /// Takes the value of one more visit into the average.
    #[inline]
    pub fn add_visit(&mut self, value: f32) {
        self.sum += f64::from(value);
        self.visits = self.visits.saturating_add(1);
        if self.outcome == Certainty::Open {
            self.value = (self.sum / f64::from(self.visits)) as f32;
        }
    }

    /// Whether the side to move is known to win.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.outcome == Certainty::Win
    }

    /// Whether anything is proven.
    #[inline]
    pub fn is_proven(&self) -> bool {
        self.outcome != Certainty::Open
    }

    /// What is proven.
    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        let plies = (self.plies != UNCOUNTED).then_some(u32::from(self.plies));
        match self.outcome {
            Certainty::Open => None,
            Certainty::Win => Some(Proof::Win { plies }),
            Certainty::Draw => Some(Proof::Draw),
            Certainty::Loss => Some(Proof::Loss { plies }),
        }
    }

    /// Notes what is proven. It counts as the value from now on.
    pub fn prove(&mut self, proof: Proof) {
        let (outcome, plies) = match proof {
            Proof::Win { plies } => (Certainty::Win, plies),
            Proof::Draw => (Certainty::Draw, None),
            Proof::Loss { plies } => (Certainty::Loss, plies),
        };
        self.outcome = outcome;
        self.plies = plies
            .and_then(|plies| u16::try_from(plies).ok())
            .unwrap_or(UNCOUNTED);
        self.value = proof.value();
    }
}

/// A move of a position, with its prior.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edge {
    pub mv: PackedMove,
    pub prior: Probability,
}

/// A probability in 65535 parts. None is as small as nothing: every move may be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Probability(pub u16);

impl Probability {
    const ONE: f32 = u16::MAX as f32;

    pub fn new(probability: f32) -> Probability {
        Probability(((probability * Self::ONE).round() as u16).max(1))
    }

    #[inline]
    pub fn get(self) -> f32 {
        f32::from(self.0) / Self::ONE
    }
}

/// A move in sixteen bits: from, to, and what a pawn becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedMove(pub u16);

impl PackedMove {
    pub fn new(mv: Move) -> PackedMove {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16 + 1);
        PackedMove(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }

    pub fn get(self) -> Move {
        let square = |bits: u16| Square::index(usize::from(bits & 63));
        let promotion = usize::from(self.0 >> 12).checked_sub(1);
        Move {
            from: square(self.0),
            to: square(self.0 >> 6),
            promotion: promotion.map(Piece::index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    #[test]
    fn nodes_and_edges_are_small() {
        assert_eq!((NODE_BYTES, size_of::<Edge>()), (32, 4));
    }

    #[test]
    fn moves_are_unpacked_as_they_were() {
        for text in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1",
            "1n2k3/P7/8/8/8/8/7p/4K1N1 b - - 0 1",
        ] {
            for mv in fen::parse(text).unwrap().legal_moves() {
                assert_eq!(PackedMove::new(mv).get(), mv);
            }
        }
    }

    #[test]
    fn probabilities_are_never_nothing() {
        assert_eq!(Probability::new(0.0).0, 1);
        assert_eq!(Probability::new(1.0).get(), 1.0);
        assert!((Probability::new(0.3).get() - 0.3).abs() < 1e-5);
    }

    #[test]
    fn what_is_proven_is_told_as_it_was() {
        for proof in [
            Proof::Win { plies: Some(3) },
            Proof::Win { plies: None },
            Proof::Draw,
            Proof::Loss { plies: Some(0) },
            Proof::Loss { plies: None },
        ] {
            let mut node = Node::default();
            assert_eq!(node.proof(), None);
            node.prove(proof);
            node.add_visit(0.3);
            assert_eq!((node.proof(), node.value), (Some(proof), proof.value()));
        }
    }
}
