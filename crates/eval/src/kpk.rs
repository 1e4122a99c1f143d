//! King and pawn against king, solved: for every position it is known whether it is won or drawn.

use std::sync::LazyLock;

use bstar_board::{Color, File, Piece, Position, Rank, Square, attacks};

/// Which positions are won. White has the pawn, on a file from a to d. There is an entry for each
/// side to move, pawn square and pair of king squares.
struct WinTable {
    won: Box<[bool]>,
}

static TABLE: LazyLock<WinTable> = LazyLock::new(WinTable::solve);

/// Solves the ending now, so that the first search does not have to.
pub(crate) fn prepare() {
    LazyLock::force(&TABLE);
}

/// Is this position won for the side with the pawn? There must be two kings and one pawn on the
/// board.
pub(crate) fn is_won(position: &Position) -> bool {
    let pawn = position
        .pieces(Piece::Pawn)
        .next_square()
        .expect("this ending has a pawn");
    let strong = position.color_on(pawn).expect("the pawn has a colour");
    let mirror = pawn.file() > File::D;
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if mirror { square.flip_file() } else { square }
    };
    let side = if position.side_to_move() == strong {
        Color::White
    } else {
        Color::Black
    };
    let index = index(
        side,
        seen(pawn),
        seen(position.king(strong)),
        seen(position.king(!strong)),
    );
    TABLE.won[index]
}

const PAWN_SQUARES: usize = 24;
const TABLE_ENTRIES: usize = 2 * PAWN_SQUARES * 64 * 64;

fn index(side: Color, pawn: Square, white: Square, black: Square) -> usize {
    let pawn = (pawn.rank() as usize - 1) * 4 + pawn.file() as usize;
    ((side as usize * PAWN_SQUARES + pawn) * 64 + white as usize) * 64 + black as usize
}

fn unpack(index: usize) -> (Color, Square, Square, Square) {
    let black = Square::index(index % 64);
    let white = Square::index(index / 64 % 64);
    let pawn = index / 4096 % PAWN_SQUARES;
    let pawn = Square::new(File::index(pawn % 4), Rank::index(pawn / 4 + 1));
    let side = Color::index(index / 4096 / PAWN_SQUARES);
    (side, pawn, white, black)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownResult {
    Illegal,
    Unknown,
    Drawn,
    Won,
}

impl WinTable {
    /// Begins with the positions that are decided at once. Then it derives others from their
    /// successors until a pass decides no more of them.
    fn solve() -> Self {
        let mut results: Vec<KnownResult> = (0..TABLE_ENTRIES).map(decided_at_once).collect();
        loop {
            let mut learned = false;
            for index in 0..TABLE_ENTRIES {
                if results[index] == KnownResult::Unknown {
                    let result = from_successors(index, &results);
                    learned |= result != KnownResult::Unknown;
                    results[index] = result;
                }
            }
            if !learned {
                break;
            }
        }
        Self {
            won: results.iter().map(|&v| v == KnownResult::Won).collect(),
        }
    }
}

fn decided_at_once(index: usize) -> KnownResult {
    let (side, pawn, white, black) = unpack(index);
    let pawn_hits = attacks::pawn(pawn, Color::White);
    if attacks::king(white).has(black)
        || white == black
        || white == pawn
        || black == pawn
        || (side == Color::White && pawn_hits.has(black))
    {
        return KnownResult::Illegal;
    }
    match side {
        Color::White => {
            // The pawn queens, and the king cannot take the queen.
            let goal = Square::new(pawn.file(), Rank::Eighth);
            let queens = pawn.rank() == Rank::Seventh
                && white != goal
                && black != goal
                && (!attacks::king(black).has(goal) || attacks::king(white).has(goal));
            if queens {
                KnownResult::Won
            } else {
                KnownResult::Unknown
            }
        }
        Color::Black => {
            let takes = attacks::king(black).has(pawn) && !attacks::king(white).has(pawn);
            let flights = attacks::king(black) & !attacks::king(white) & !pawn_hits;
            let stalemate = flights.is_empty() && !pawn_hits.has(black);
            if takes || stalemate {
                KnownResult::Drawn
            } else {
                KnownResult::Unknown
            }
        }
    }
}

fn from_successors(position: usize, results: &[KnownResult]) -> KnownResult {
    let (side, pawn, white, black) = unpack(position);
    let (good, bad) = match side {
        Color::White => (KnownResult::Won, KnownResult::Drawn),
        Color::Black => (KnownResult::Drawn, KnownResult::Won),
    };
    let mut open = false;
    let mut leads_to_good = |next: usize| {
        let result = results[next];
        open |= result == KnownResult::Unknown;
        result == good
    };
    let found = match side {
        Color::White => {
            let mut found = attacks::king(white)
                .into_iter()
                .any(|to| leads_to_good(index(Color::Black, pawn, to, black)));
            // `decided_at_once` has found the steps to the last rank that win. Others lose the
            // queen.
            if let Some(one) = pawn.try_offset(0, 1)
                && one.rank() != Rank::Eighth
                && one != white
                && one != black
            {
                found |= leads_to_good(index(Color::Black, one, white, black));
                if pawn.rank() == Rank::Second
                    && let Some(two) = one.try_offset(0, 1)
                    && two != white
                    && two != black
                {
                    found |= leads_to_good(index(Color::Black, two, white, black));
                }
            }
            found
        }
        Color::Black => attacks::king(black)
            .into_iter()
            .any(|to| leads_to_good(index(Color::White, pawn, white, to))),
    };
    if found {
        good
    } else if open {
        KnownResult::Unknown
    } else {
        bad
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Move, fen};

    #[test]
    fn textbook_positions() {
        for (text, won) in [
            // The opposition decides.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            // A rook pawn does not win against the king in the corner.
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
            ("6k1/8/7P/7K/8/8/8/8 w - - 0 1", false),
            // The king is outside the square.
            ("8/8/8/8/P6k/8/8/K7 w - - 0 1", true),
            ("8/8/8/8/P3k3/8/8/7K b - - 0 1", false),
            // Seen from Black's side.
            ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", true),
        ] {
            assert_eq!(is_won(&fen::parse(text).unwrap()), won, "{text}");
        }
    }

    #[test]
    fn as_many_positions_are_won_as_by_playing_them_out() {
        let won = TABLE.won.iter().filter(|won| **won).count();
        assert_eq!(won, reference_count());
    }

    /// Solves the same ending in the slow and obvious way, with the board's own move generator.
    fn reference_count() -> usize {
        use std::collections::HashMap;
        let mut positions = HashMap::new();
        for index in 0..TABLE_ENTRIES {
            let (side, pawn, white, black) = unpack(index);
            if white == black || white == pawn || black == pawn {
                continue;
            }
            let mut squares = [['.'; 8]; 8];
            for (square, letter) in [(pawn, 'P'), (white, 'K'), (black, 'k')] {
                squares[7 - square.rank() as usize][square.file() as usize] = letter;
            }
            let rows: Vec<String> = squares
                .iter()
                .map(|row| {
                    let row: String = row.iter().collect();
                    (1..=8).rev().fold(row, |row, gap| {
                        row.replace(&".".repeat(gap), &gap.to_string())
                    })
                })
                .collect();
            let side = if side == Color::White { 'w' } else { 'b' };
            if let Ok(position) = fen::parse(&format!("{} {side} - - 0 1", rows.join("/"))) {
                positions.insert(index, position);
            }
        }
        let mut won: std::collections::HashSet<usize> = Default::default();
        let next_index = |next: &Position| {
            let pawn = next.men(Color::White, Piece::Pawn).next_square()?;
            Some(index(
                next.side_to_move(),
                pawn,
                next.king(Color::White),
                next.king(Color::Black),
            ))
        };
        let queen_is_safe = |position: &Position, mv: Move| {
            let after = position.after(mv);
            let replies = after.legal_moves();
            let stalemate = replies.is_empty() && !after.in_check();
            !stalemate && !replies.iter().any(|reply| reply.to == mv.to)
        };
        loop {
            let before = won.len();
            for (&index, position) in &positions {
                if won.contains(&index) {
                    continue;
                }
                let moves = position.legal_moves();
                let is_won = if position.side_to_move() == Color::White {
                    moves.iter().any(|&mv| match mv.promotion {
                        Some(Piece::Queen | Piece::Rook) => queen_is_safe(position, mv),
                        Some(_) => false,
                        None => next_index(&position.after(mv)).is_some_and(|i| won.contains(&i)),
                    })
                } else {
                    !moves.is_empty()
                        && moves.iter().all(|&mv| {
                            next_index(&position.after(mv)).is_some_and(|i| won.contains(&i))
                        })
                };
                if is_won {
                    won.insert(index);
                }
            }
            if won.len() == before {
                return won.len();
            }
        }
    }
}
