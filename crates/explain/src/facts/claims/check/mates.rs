//! Whether a side can force mate in a number of moves: every defence is tried.

use bstar_board::{Color, Move, Position};

/// The most positions that are tried for one claim.
const MAX_POSITIONS: u32 = 100_000;

/// What came of trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MateResult {
    /// There is mate against every defence.
    Mate,
    /// There is no mate in that many moves.
    NoMate,
    /// There were too many positions to decide.
    Undecided,
}

/// Whether a side can force mate with at most `moves` moves of its own. The line is tried first. If
/// it is a good one, the proof is short.
pub(super) fn within(position: &Position, side: Color, moves: u32, line: &[Move]) -> MateResult {
    let mut proof = Proof {
        side,
        left: MAX_POSITIONS,
    };
    match proof.mates(position, moves, line) {
        Some(true) => MateResult::Mate,
        Some(false) => MateResult::NoMate,
        None => MateResult::Undecided,
    }
}

struct Proof {
    side: Color,
    left: u32,
}

impl Proof {
    fn mates(&mut self, position: &Position, moves: u32, line: &[Move]) -> Option<bool> {
        if position.halfmove_clock() >= 100 && position.has_legal_move() {
            return Some(false);
        }
        if position.side_to_move() == self.side {
            self.attacks(position, moves, line)
        } else {
            self.holds_against_all(position, moves, line)
        }
    }

    /// One good move is enough. Checks come first, and with one move left nothing else can help.
    fn attacks(&mut self, position: &Position, moves: u32, line: &[Move]) -> Option<bool> {
        if moves == 0 {
            return Some(false);
        }
        let mut tries = Vec::new();
        for mv in position.legal_moves().iter() {
            let after = position.after(*mv);
            let rank = if line.first() == Some(mv) {
                0
            } else if after.in_check() {
                1
            } else if moves > 1 {
                2
            } else {
                continue;
            };
            tries.push((rank, *mv, after));
        }
        tries.sort_by_key(|(rank, ..)| *rank);
        for (rank, _, after) in tries {
            let rest = if rank == 0 { &line[1..] } else { &[] };
            if self.mates(&after, moves - 1, rest)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn holds_against_all(
        &mut self,
        position: &Position,
        moves: u32,
        line: &[Move],
    ) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Some(position.in_check());
        }
        if moves == 0 {
            return Some(false);
        }
        for mv in replies.iter() {
            let rest = match line.split_first() {
                Some((first, rest)) if first == mv => rest,
                _ => &[],
            };
            if !self.mates(&position.after(*mv), moves, rest)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    #[test]
    fn short_mates_are_proved_and_longer_ones_are_not_shorter() {
        for (text, moves) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
            ("4k3/8/8/8/8/8/1R6/R3K3 w - - 0 1", 2),
            (
                "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
                2,
            ),
        ] {
            let position = fen::parse(text).unwrap();
            let side = position.side_to_move();
            assert_eq!(
                within(&position, side, moves, &[]),
                MateResult::Mate,
                "{text}"
            );
            assert_eq!(
                within(&position, side, moves - 1, &[]),
                MateResult::NoMate,
                "{text}"
            );
            assert_eq!(
                within(&position, !side, moves, &[]),
                MateResult::NoMate,
                "{text}"
            );
        }
    }

    #[test]
    fn stalemate_is_no_mate_and_too_much_is_undecided() {
        let stalemate = fen::parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(within(&stalemate, Color::White, 3, &[]), MateResult::NoMate);
        assert_eq!(
            within(&Position::start(), Color::White, 9, &[]),
            MateResult::Undecided
        );
    }

    /// A knight goes all the way round to mate. The pawn has one move each time.
    #[test]
    fn a_good_line_makes_the_proof_short() {
        let start = fen::parse("k1K5/p7/P6p/8/8/8/1PPPPP2/7N w - - 0 1").unwrap();
        let mut position = start.clone();
        let mut line = Vec::new();
        for word in "Ng3 h5 Ne4 h4 Nf6 h3 Nd5 h2 Nc7".split(' ') {
            let mv = bstar_board::san::parse(&position, word).unwrap();
            position = position.after(mv);
            line.push(mv);
        }
        let tried = |moves, line: &[Move]| {
            let (side, left) = (Color::White, MAX_POSITIONS);
            let mut proof = Proof { side, left };
            (proof.mates(&start, moves, line), left - proof.left)
        };
        assert_eq!(tried(5, &line), (Some(true), 5));
        let (is_mate, positions) = tried(5, &[]);
        assert!(is_mate != Some(false) && positions > 1_000);
        // With one move left only checks are tried, and there is none.
        assert_eq!(tried(1, &[]), (Some(false), 0));
    }
}
