//! Closed, half-open, open.
//!
//! Berliner and McConnell counted the games of their match by the character of the opening (section
//! 6.2.3, Table 3). A footnote says that they went by the centre pawns. [`kind_of`] is that rule,
//! and it also decides the cases that they left open.

use std::fmt;
use std::str::FromStr;

use bstar_board::{BitBoard, Color, File, Piece, Position, Square};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The character of a position, by its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OpeningKind {
    /// The centre pawns are all there, or block each other.
    Closed,
    /// One side has lost a centre pawn.
    HalfOpen,
    /// Both have.
    Open,
}

/// A word that is no kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no kind of opening: expected closed, half-open or open")]
pub struct UnknownKind(pub String);

impl OpeningKind {
    /// All of them, from closed to open.
    pub const ALL: [OpeningKind; 3] = [
        OpeningKind::Closed,
        OpeningKind::HalfOpen,
        OpeningKind::Open,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            OpeningKind::Closed => "closed",
            OpeningKind::HalfOpen => "half-open",
            OpeningKind::Open => "open",
        }
    }
}

impl fmt::Display for OpeningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for OpeningKind {
    type Err = UnknownKind;

    /// Reads a name; the paper's `semi-open` will do as well.
    fn from_str(text: &str) -> Result<OpeningKind, UnknownKind> {
        match text.trim().to_ascii_lowercase().as_str() {
            "closed" => Ok(OpeningKind::Closed),
            "half-open" | "semi-open" => Ok(OpeningKind::HalfOpen),
            "open" => Ok(OpeningKind::Open),
            _ => Err(UnknownKind(text.to_owned())),
        }
    }
}

/// The kind of a position.
///
/// A centre pawn is a pawn on the d- or e-file, wherever it came from. A side has lost one if it
/// has fewer than two. The position is
///
/// * *open* if each side has lost at least one;
/// * *closed* if neither has, or if only one has and two centre pawns block each other, one right
///   in front of the other;
/// * *half-open* otherwise: one side has lost a centre pawn, and nothing is blocked.
///
/// ```
/// use bstar_board::{Position, fen};
/// use bstar_arena::openings::{OpeningKind, kind_of};
///
/// assert_eq!(kind_of(&Position::start()), OpeningKind::Closed);
/// let sicilian = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 0 5";
/// let sicilian = fen::parse(sicilian).unwrap();
/// assert_eq!(kind_of(&sicilian), OpeningKind::HalfOpen);
/// ```
pub fn kind_of(position: &Position) -> OpeningKind {
    let [white, black] =
        [Color::White, Color::Black].map(|color| position.men(color, Piece::Pawn) & centre_files());
    let sides_with_a_loss = [white, black]
        .iter()
        .filter(|pawns| pawns.len() < 2)
        .count();
    match sides_with_a_loss {
        2 => OpeningKind::Open,
        1 if white.into_iter().any(|pawn| is_blocked_by(pawn, black)) => OpeningKind::Closed,
        1 => OpeningKind::HalfOpen,
        _ => OpeningKind::Closed,
    }
}

fn centre_files() -> BitBoard {
    File::D.bitboard() | File::E.bitboard()
}

/// Does one of the other pawns stand right in front of this white one?
fn is_blocked_by(pawn: Square, others: BitBoard) -> bool {
    pawn.try_offset(0, 1).is_some_and(|ahead| others.has(ahead))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Game, san};

    fn after(moves: &str) -> OpeningKind {
        let mut game = Game::default();
        for word in moves.split_whitespace() {
            game.play(san::parse(game.position(), word).unwrap())
                .unwrap();
        }
        kind_of(game.position())
    }

    #[test]
    fn well_known_openings() {
        for (moves, kind) in [
            ("", OpeningKind::Closed),
            ("e4 e5 Nf3 Nc6 Bb5 a6", OpeningKind::Closed),
            ("d4 d5 c4 e6 cxd5 exd5", OpeningKind::Closed),
            ("e4 c5 Nf3 d6 d4 cxd4 Nxd4", OpeningKind::HalfOpen),
            ("d4 d5 c4 dxc4", OpeningKind::HalfOpen),
            // The same Sicilian, but the e-pawns have met.
            ("e4 c5 Nf3 e5 d4 cxd4 Nxd4", OpeningKind::Closed),
            ("e4 e5 Nf3 Nc6 d4 exd4 Nxd4", OpeningKind::Open),
            ("e4 e6 d4 d5 exd5 exd5", OpeningKind::Open),
        ] {
            assert_eq!(after(moves), kind, "{moves}");
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for kind in OpeningKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!("Semi-Open".parse(), Ok(OpeningKind::HalfOpen));
        let error = "ajar".parse::<OpeningKind>().unwrap_err().to_string();
        assert!(error.contains("`ajar` is no kind of opening"), "{error}");
    }
}
