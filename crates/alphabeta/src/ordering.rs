//! Which move to try next: the better the order, the smaller the tree.
//!
//! The move the table remembers comes first, before any other is even generated; then captures that do not lose
//! material, the most valuable victim first; then killers and the counter-move; then quiet moves by history; last
//! the losing captures.

use arrayvec::ArrayVec;
use bstar_board::{BitBoard, EXCHANGE_VALUES, Move, Piece, Position};

use crate::history::{Experience, Placed};
use crate::techniques::Techniques;

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
pub(crate) enum Wanted {
    All,
    /// Captures and queen promotions.
    Noisy,
    /// Noisy moves, and quiet ones that give check directly.
    NoisyAndChecks,
}

const GOOD_CAPTURE: i32 = 10_000_000;
const KILLER: i32 = 1_000_000;
const COUNTER: i32 = 900_000;
const BAD_CAPTURE: i32 = -10_000_000;

#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    score: i32,
}

/// Hands out the moves of one node.
pub(crate) struct Picker {
    first: Option<Move>,
    stage: Stage,
    wanted: Wanted,
    hints: Hints,
    candidates: ArrayVec<Candidate, 218>,
    next: usize,
    quiet_moves_wanted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Generate,
    Rest,
}

/// A move, and how it stands in the order.
#[derive(Clone, Copy)]
pub(crate) struct Picked {
    pub mv: Move,
    pub quiet: bool,
    /// Does the static exchange lose material? Only known of captures.
    pub losing: bool,
}

impl Picker {
    pub fn new(position: &Position, hints: Hints, wanted: Wanted) -> Self {
        let first = hints.first.filter(|&mv| {
            position.is_legal(mv) && (wanted == Wanted::All || !position.is_quiet(mv))
        });
        Self {
            first,
            stage: Stage::First,
            wanted,
            hints,
            candidates: ArrayVec::new(),
            next: 0,
            quiet_moves_wanted: true,
        }
    }

    /// From now on quiet moves are left out.
    pub fn skip_quiet_moves(&mut self) {
        self.quiet_moves_wanted = false;
    }

    pub fn next(
        &mut self,
        position: &Position,
        experience: &Experience,
        techniques: &Techniques,
    ) -> Option<Picked> {
        if self.stage == Stage::First {
            self.stage = Stage::Generate;
            if let Some(mv) = self.first {
                return Some(Picked {
                    mv,
                    quiet: position.is_quiet(mv),
                    losing: false,
                });
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(position, experience, techniques);
        }
        while self.next < self.candidates.len() {
            let candidate = self.take_best();
            let quiet = candidate.score < GOOD_CAPTURE / 2 && candidate.score > BAD_CAPTURE / 2;
            if quiet {
                if !self.quiet_moves_wanted {
                    continue;
                }
            } else if candidate.score > 0 && !position.exchange_gains(candidate.mv, 0) {
                // It loses material after all: put it back behind the quiet moves.
                self.next -= 1;
                self.candidates[self.next].score -= GOOD_CAPTURE - BAD_CAPTURE;
                continue;
            }
            return Some(Picked {
                mv: candidate.mv,
                quiet,
                losing: candidate.score < BAD_CAPTURE / 2,
            });
        }
        None
    }

    /// Swaps the best of the remaining candidates to the front of them.
    fn take_best(&mut self) -> Candidate {
        let rest = &mut self.candidates[self.next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        rest.swap(0, best);
        self.next += 1;
        rest[0]
    }

    fn generate(&mut self, position: &Position, experience: &Experience, techniques: &Techniques) {
        let us = position.side_to_move();
        let theirs = position.side(!us);
        let pawns = position.men(us, Piece::Pawn);
        let first = self.first;
        let mut push = |mv: Move, score: i32| {
            if Some(mv) != first {
                self.candidates.push(Candidate { mv, score });
            }
        };
        let hints = &self.hints;
        let mut visit = |mv: Move| {
            if position.is_quiet(mv) {
                push(mv, quiet_score(position, mv, hints, experience, techniques));
            } else {
                push(mv, noisy_score(position, mv, experience));
            }
        };
        if self.wanted == Wanted::All {
            position.for_each_move(BitBoard::FULL, BitBoard::FULL, visit);
            return;
        }
        // Under-promotions and quiet pawn moves are weeded out below.
        position.for_each_move(!pawns, theirs, &mut visit);
        let last_ranks = BitBoard(0xff00_0000_0000_00ff);
        let en_passant = position
            .en_passant_square()
            .map_or(BitBoard::EMPTY, |square| square.bitboard());
        position.for_each_move(pawns, theirs | last_ranks | en_passant, |mv| {
            if mv.promotion.is_none_or(|piece| piece == Piece::Queen) && !position.is_quiet(mv) {
                visit(mv);
            }
        });
        if self.wanted == Wanted::NoisyAndChecks {
            let checks = DirectChecks::of(position);
            let free = !position.occupied();
            for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
                let from = position.men(us, piece);
                position.for_each_move(from, checks.by(piece) & free, &mut visit);
            }
            let by_pawns = checks.by(Piece::Pawn) & free & !en_passant & !last_ranks;
            position.for_each_move(pawns, by_pawns, &mut visit);
        }
    }
}

fn quiet_score(
    position: &Position,
    mv: Move,
    hints: &Hints,
    experience: &Experience,
    techniques: &Techniques,
) -> i32 {
    if hints.killers[0] == Some(mv) {
        return KILLER + 1;
    }
    if hints.killers[1] == Some(mv) {
        return KILLER;
    }
    if techniques.counter_moves
        && let Some(before) = hints.before[0]
        && experience.counter(before) == Some(mv)
    {
        return COUNTER;
    }
    history_score(position, mv, hints, experience, techniques)
}

/// How well a quiet move did so far.
pub(crate) fn history_score(
    position: &Position,
    mv: Move,
    hints: &Hints,
    experience: &Experience,
    techniques: &Techniques,
) -> i32 {
    let mut score = 0;
    if techniques.history {
        score += experience.quiet(position.side_to_move(), mv);
    }
    if techniques.continuation_history {
        let now = Placed::by(position, mv);
        for before in hints.before.into_iter().flatten() {
            score += experience.continuation(before, now);
        }
    }
    score
}

fn noisy_score(position: &Position, mv: Move, experience: &Experience) -> i32 {
    let victim = position.captured(mv);
    let gain = victim.map_or(0, |piece| EXCHANGE_VALUES[piece as usize])
        + match mv.promotion {
            Some(Piece::Queen) => 900,
            Some(_) => -2_000,
            None => 0,
        };
    let learned = victim.map_or(0, |victim| {
        experience.capture(Placed::by(position, mv), victim)
    });
    GOOD_CAPTURE + 16 * gain + learned
}

/// The squares from which each kind of man would check the other side's king.
pub(crate) struct DirectChecks {
    squares: [BitBoard; Piece::NUM],
}

impl DirectChecks {
    pub fn of(position: &Position) -> Self {
        use bstar_board::attacks;
        let us = position.side_to_move();
        let king = position.king(!us);
        let occupied = position.occupied();
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        Self {
            squares: [
                attacks::pawn(king, !us),
                attacks::knight(king),
                diagonal,
                straight,
                diagonal | straight,
                BitBoard::EMPTY,
            ],
        }
    }

    pub fn by(&self, piece: Piece) -> BitBoard {
        self.squares[piece as usize]
    }

    /// Does the moved man itself give check from where it goes?
    pub fn gives(&self, position: &Position, mv: Move) -> bool {
        let piece = mv
            .promotion
            .or_else(|| position.piece_on(mv.from))
            .unwrap_or(Piece::King);
        self.by(piece).has(mv.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, notation};

    fn all(position: &Position, hints: Hints, wanted: Wanted) -> Vec<String> {
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
        let mut words = all(&position, hints, Wanted::All);
        assert_eq!(words[0], "e1g1");
        words.sort();
        words.dedup();
        assert_eq!(words.len(), position.legal_moves().len());
    }

    #[test]
    fn losing_captures_come_last() {
        let position = fen::parse("4k3/8/3p4/4p3/8/5N2/4Q3/4K3 w - - 0 1").unwrap();
        let words = all(&position, Hints::default(), Wanted::All);
        assert_eq!(words.last().unwrap(), "e2e5");
    }

    #[test]
    fn a_hint_that_is_not_legal_is_ignored() {
        let hints = Hints {
            first: Some("e2e5".parse().unwrap()),
            ..Hints::default()
        };
        assert_eq!(all(&Position::start(), hints, Wanted::All).len(), 20);
    }

    #[test]
    fn noisy_moves_and_checks() {
        let position = fen::parse("4k3/P7/8/8/2p5/1P1N4/8/R3K3 w - - 0 1").unwrap();
        let mut noisy = all(&position, Hints::default(), Wanted::Noisy);
        noisy.sort();
        assert_eq!(noisy, ["a7a8q", "b3c4"]);
        let mut words = all(&position, Hints::default(), Wanted::NoisyAndChecks);
        words.sort();
        assert_eq!(words, ["a7a8q", "b3c4"]);
        let position = fen::parse("4k3/8/8/8/2p5/1P1N4/8/R3K2R w - - 0 1").unwrap();
        let mut words = all(&position, Hints::default(), Wanted::NoisyAndChecks);
        words.sort();
        assert_eq!(words, ["a1a8", "b3c4", "h1h8"]);
    }
}
