//! Which move to try next: the better the order, the smaller the tree.
//!
//! 1. The move that the table remembers, before any other is even generated.
//! 2. Captures that do not lose material, the most valuable victim first.
//! 3. Killers and the counter-move.
//! 4. Quiet moves by history.
//! 5. Losing captures.

mod checks;
mod queue;
mod scores;

use arrayvec::ArrayVec;
use bstar_board::{BitBoard, Move, Piece, Position, Rank, attacks};

use crate::history::{Experience, Placed};
use crate::techniques::Techniques;
pub(crate) use checks::DirectChecks;
use queue::MoveQueue;
use scores::{QuietScores, noisy_score};

/// What a node knows that helps to order its moves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints {
    /// The move from the table, or from the refutation table.
    pub first: Option<Move>,
    pub killers: [Option<Move>; 2],
    /// What was moved one and two plies before.
    pub before: [Option<Placed>; 2],
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveSet {
    All,
    /// Captures and queen promotions.
    Noisy,
    /// Noisy moves, and quiet ones that give check directly.
    NoisyAndChecks,
}

/// Where the picker is in the order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    GenerateNoisy,
    GoodNoisy,
    Remembered(usize),
    GenerateQuiet,
    Quiet,
    BadNoisy,
}

/// Hands out the moves of one node.
pub(crate) struct Picker {
    stage: Stage,
    wanted: MoveSet,
    hints: Hints,
    /// The killers and the counter-move, if they are quiet moves here.
    remembered: [Option<Move>; 3],
    waiting: MoveQueue,
    /// Captures that turned out to lose material.
    bad: ArrayVec<Move, 64>,
    next_bad: usize,
    quiet_moves_wanted: bool,
}

/// A move, and how it stands in the order.
#[derive(Clone, Copy)]
pub(crate) struct Picked {
    pub mv: Move,
    pub quiet: bool,
    /// How well a quiet move did so far; 0 for others.
    pub history: i32,
    /// Whether the static exchange loses material. It is only known of captures.
    pub losing: bool,
}

impl Picker {
    pub fn new(position: &Position, mut hints: Hints, wanted: MoveSet) -> Self {
        hints.first = hints.first.filter(|&mv| {
            position.is_legal(mv) && (wanted == MoveSet::All || !position.is_quiet(mv))
        });
        Self {
            stage: Stage::First,
            wanted,
            hints,
            remembered: [None; 3],
            waiting: MoveQueue::default(),
            bad: ArrayVec::new(),
            next_bad: 0,
            quiet_moves_wanted: wanted != MoveSet::Noisy,
        }
    }

    /// Leaves quiet moves out from now on.
    pub fn skip_quiet_moves(&mut self) {
        self.quiet_moves_wanted = false;
    }

    pub fn next(
        &mut self,
        position: &Position,
        experience: &Experience,
        techniques: &Techniques,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.hints.first {
                        return Some(if position.is_quiet(mv) {
                            self.quiet_by_history(position, mv, experience, techniques)
                        } else {
                            noisy(mv)
                        });
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, experience);
                    self.waiting.complete();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some((mv, _)) = self.waiting.take_best() {
                        if position.exchange_gains(mv, 0) {
                            return Some(noisy(mv));
                        }
                        let _ = self.bad.try_push(mv);
                        continue;
                    }
                    self.stage = if self.wanted == MoveSet::All {
                        self.remember(position, experience, techniques);
                        Stage::Remembered(0)
                    } else {
                        Stage::GenerateQuiet
                    };
                }
                Stage::Remembered(index) => {
                    if index == self.remembered.len() {
                        self.stage = Stage::GenerateQuiet;
                        continue;
                    }
                    self.stage = Stage::Remembered(index + 1);
                    if self.quiet_moves_wanted
                        && let Some(mv) = self.remembered[index]
                    {
                        return Some(self.quiet_by_history(position, mv, experience, techniques));
                    }
                }
                Stage::GenerateQuiet => {
                    if self.quiet_moves_wanted {
                        self.waiting.clear();
                        self.generate_quiet(position, experience, techniques);
                        self.waiting.complete();
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.quiet_moves_wanted
                        && let Some((mv, score)) = self.waiting.take_best()
                    {
                        return Some(quiet(mv, score));
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let mv = *self.bad.get(self.next_bad)?;
                    self.next_bad += 1;
                    return Some(Picked {
                        losing: true,
                        ..noisy(mv)
                    });
                }
            }
        }
    }

    #[inline(never)] // keeps `next`, which is called for every move, small
    fn quiet_by_history(
        &self,
        position: &Position,
        mv: Move,
        experience: &Experience,
        techniques: &Techniques,
    ) -> Picked {
        let side = position.side_to_move();
        let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let scores = QuietScores::new(side, &self.hints.before, experience, techniques);
        quiet(mv, scores.of(piece, mv))
    }

    /// Finds out which killers and counter-move can be played here.
    #[inline(never)] // keeps `next`, which is called for every move, small
    fn remember(&mut self, position: &Position, experience: &Experience, techniques: &Techniques) {
        let counter = self.hints.before[0]
            .filter(|_| techniques.counter_moves)
            .and_then(|before| experience.counter(before));
        for (index, mv) in self.hints.killers.into_iter().chain([counter]).enumerate() {
            self.remembered[index] = mv.filter(|&mv| {
                Some(mv) != self.hints.first
                    && !self.remembered[..index].contains(&Some(mv))
                    && position.is_legal(mv)
                    && position.is_quiet(mv)
            });
        }
    }

    #[inline(never)] // keeps `next`, which is called for every move, small
    fn generate_noisy(&mut self, position: &Position, experience: &Experience) {
        let us = position.side_to_move();
        let theirs = position.side(!us);
        let first = code(self.hints.first);
        let mut push = |piece: Piece, mv: Move| {
            if code(Some(mv)) != first {
                let score = noisy_score(position, piece, mv, experience);
                self.waiting.push(mv, score);
            }
        };
        // The generator tests whether a square is safe for the king, and where a pawn can step,
        // before it applies the filter. So it is asked neither about the king nor about pawns that
        // have nothing to capture.
        let pawns = position.men(us, Piece::Pawn);
        let king = position.king(us);
        position.for_each_move(!pawns ^ king.bitboard(), theirs, &mut push);
        for to in attacks::king(king) & theirs {
            let mv = Move {
                from: king,
                to,
                promotion: None,
            };
            if position.is_legal(mv) {
                push(Piece::King, mv);
            }
        }
        let en_passant = position
            .en_passant_square()
            .map_or(BitBoard::EMPTY, |square| square.bitboard());
        let seventh = Rank::Seventh.relative_to(us).bitboard();
        let busy = pawns & (attacks::pawns(theirs | en_passant, !us) | seventh);
        if busy.is_empty() {
            return;
        }
        let all = self.wanted == MoveSet::All;
        position.for_each_move(busy, theirs | LAST_RANKS | en_passant, |piece, mv| {
            // Promotions to less than a queen matter only where all moves are wanted.
            if mv.promotion.is_none_or(|to| all || to == Piece::Queen) {
                push(piece, mv);
            }
        });
    }

    #[inline(never)] // keeps `next`, which is called for every move, small
    fn generate_quiet(
        &mut self,
        position: &Position,
        experience: &Experience,
        techniques: &Techniques,
    ) {
        let us = position.side_to_move();
        let scores = QuietScores::new(us, &self.hints.before, experience, techniques);
        let [a, b, c] = self.remembered.map(code);
        let done = [code(self.hints.first), a, b, c];
        let push = |piece: Piece, mv: Move| {
            let en_passant = piece == Piece::Pawn && mv.from.file() != mv.to.file();
            if !en_passant && !done.contains(&code(Some(mv))) {
                self.waiting.push(mv, scores.of(piece, mv));
            }
        };
        if self.wanted == MoveSet::All {
            // A castling move goes to the square of one's own rook.
            let not_captures = !position.side(!us);
            let to = |piece| match piece {
                Piece::Pawn => not_captures & !LAST_RANKS,
                _ => not_captures,
            };
            position.for_each_move_by_kind(BitBoard::FULL, to, push);
        } else {
            let checks = DirectChecks::of(position);
            let free = !position.occupied();
            let to = |piece| match piece {
                Piece::Pawn => checks.by(piece) & free & !LAST_RANKS,
                _ => checks.by(piece) & free,
            };
            position.for_each_move_by_kind(!position.pieces(Piece::King), to, push);
        }
    }
}

/// A move as a number that is quick to compare. Different promotions have different numbers.
#[inline]
fn code(mv: Option<Move>) -> u32 {
    mv.map_or(u32::MAX, |mv| {
        let promotion = mv.promotion.map_or(0, |piece| piece as u32 + 1);
        mv.from as u32 | (mv.to as u32) << 8 | promotion << 16
    })
}

const LAST_RANKS: BitBoard = BitBoard(0xff00_0000_0000_00ff);

fn quiet(mv: Move, history: i32) -> Picked {
    Picked {
        mv,
        quiet: true,
        history,
        losing: false,
    }
}

fn noisy(mv: Move) -> Picked {
    Picked {
        mv,
        quiet: false,
        history: 0,
        losing: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, notation};

    fn all(position: &Position, hints: Hints, wanted: MoveSet) -> Vec<String> {
        let experience = Experience::new();
        let techniques = Techniques::all();
        let mut picker = Picker::new(position, hints, wanted);
        std::iter::from_fn(|| picker.next(position, &experience, &techniques))
            .map(|picked| notation::write(position, picked.mv))
            .collect()
    }

    const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn every_legal_move_is_handed_out_once() {
        let position = fen::parse(BUSY).unwrap();
        let hints = Hints {
            first: Some("e1h1".parse().unwrap()),
            killers: ["a2a3".parse().ok(), "a2a3".parse().ok()],
            ..Hints::default()
        };
        let mut words = all(&position, hints, MoveSet::All);
        assert_eq!(words[0], "e1g1");
        words.sort();
        words.dedup();
        assert_eq!(words.len(), position.legal_moves().len());
    }

    #[test]
    fn noisy_moves_are_the_legal_ones_that_are_not_quiet() {
        for text in [
            BUSY,
            // En passant, also where it would leave the king in check.
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            // A king that may capture one man and not the other; double check; promotions of a
            // pinned pawn.
            "4k3/8/8/8/8/2b5/3rp3/4K3 w - - 0 1",
            "4k3/8/8/8/4r3/8/3n1n2/4K3 w - - 0 1",
            "3rk2r/2P3P1/8/8/8/8/8/K7 w - - 0 1",
            "2k5/8/8/8/8/8/4p3/K2R1q1R b - - 0 1",
        ] {
            let position = fen::parse(text).unwrap();
            let worth_it = |mv: &Move| matches!(mv.promotion, None | Some(Piece::Queen));
            let mut expected: Vec<String> = position
                .legal_moves()
                .iter()
                .filter(|mv| !position.is_quiet(**mv) && worth_it(mv))
                .map(|mv| notation::write(&position, *mv))
                .collect();
            let mut words = all(&position, Hints::default(), MoveSet::Noisy);
            expected.sort();
            words.sort();
            assert_eq!(words, expected, "{text}");
        }
    }

    #[test]
    fn losing_captures_come_last() {
        let position = fen::parse("4k3/8/3p4/4p3/8/5N2/4Q3/4K3 w - - 0 1").unwrap();
        let words = all(&position, Hints::default(), MoveSet::All);
        assert_eq!(words.last().unwrap(), "e2e5");
    }

    #[test]
    fn a_hint_that_is_not_legal_is_ignored() {
        let hints = Hints {
            first: Some("e2e5".parse().unwrap()),
            ..Hints::default()
        };
        assert_eq!(all(&Position::start(), hints, MoveSet::All).len(), 20);
    }

    #[test]
    fn noisy_moves_and_checks() {
        let position = fen::parse("4k3/P7/8/8/2p5/1P1N4/8/R3K3 w - - 0 1").unwrap();
        let mut noisy = all(&position, Hints::default(), MoveSet::Noisy);
        noisy.sort();
        assert_eq!(noisy, ["a7a8q", "b3c4"]);
        let mut words = all(&position, Hints::default(), MoveSet::NoisyAndChecks);
        words.sort();
        assert_eq!(words, ["a7a8q", "b3c4"]);
        let position = fen::parse("4k3/8/8/8/2p5/1P1N4/8/R3K2R w - - 0 1").unwrap();
        let mut words = all(&position, Hints::default(), MoveSet::NoisyAndChecks);
        words.sort();
        assert_eq!(words, ["a1a8", "b3c4", "h1h8"]);
    }
}
