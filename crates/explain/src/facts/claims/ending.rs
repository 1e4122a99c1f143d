//! What is said of endings that tables know.

use bstar_board::Square;
use bstar_tables::Outcome;

/// What is said of an ending. In these definitions `side` is the side of the claim, and the
/// opponent is the other one. A result is what comes of a position with best play, as tables know
/// it. Except where it says otherwise, it is the opponent's turn after the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingFact {
    /// This is side's result after the path.
    Comes { to: Outcome },
    /// It is side's turn after the path. The first move of the line is the only one with which side
    /// gets its result.
    OnlyKeeps,
    /// Only kings and pawns are left. The kings stand on one file, rank or diagonal with one, three
    /// or five squares between them, all empty. If it were side's turn, its result would be worse.
    Opposition {
        /// What it would be then.
        otherwise: Outcome,
    },
    /// If it were side's turn, its result would be worse.
    Zugzwang {
        /// What it would be then.
        otherwise: Outcome,
    },
    /// Side has a king and this pawn, the opponent a king. Side's king stands on a key square of
    /// the pawn: for a pawn on the b- to g-files one of the three squares two ranks ahead of it, or
    /// one rank ahead if the pawn has reached the fifth or sixth rank. Side wins with either side
    /// to move.
    KeySquare { pawn: Square },
    /// The opponent has only a king and pawns. Whatever they do, side's pawn goes to the last rank
    /// by its own moves alone, and what it becomes there cannot be taken at once. The line shows
    /// it.
    Runs { pawn: Square },
    /// If the opponent moves nothing but this pawn, side's king takes it, or blocks it, or takes
    /// what it becomes.
    Catches { pawn: Square },
    /// Side takes the opponent's piece on the square: with the last move of the path if `moves` is
    /// 0, else with one of its next `moves` moves, whatever the opponent does. The piece may move,
    /// but not promote. The line shows it.
    Wins {
        /// Where the man stands after the path, or stood before its last move.
        square: Square,
        /// How many moves it takes.
        moves: u32,
    },
    /// The last move of the path promotes a pawn of side's, and what it became cannot be taken.
    Promotes,
    /// Side has nothing but its king, on the corner or beside it. The opponent has a pawn on the
    /// file of that corner, where it would promote, and nothing else but a king, or a bishop as
    /// well that does not guard the corner. It is a draw.
    HoldsCorner { corner: Square },
    /// Side's king stands right in front of the opponent's pawn. It is a draw.
    Blocks { pawn: Square },
    /// Side's result would be better if there were no fifty-move rule. It may be
    /// either side's turn.
    FiftyMoves,
}

impl EndingFact {
    /// The name of its kind, as programs know it.
    pub fn kind(self) -> &'static str {
        match self {
            EndingFact::Comes { .. } => "known",
            EndingFact::OnlyKeeps => "only-move-that-keeps",
            EndingFact::Opposition { .. } => "has-opposition",
            EndingFact::Zugzwang { .. } => "has-zugzwang",
            EndingFact::KeySquare { .. } => "key-square",
            EndingFact::Runs { .. } => "pawn-runs",
            EndingFact::Catches { .. } => "catches-pawn",
            EndingFact::Wins { .. } => "wins-man",
            EndingFact::Promotes => "promotes",
            EndingFact::HoldsCorner { .. } => "holds-corner",
            EndingFact::Blocks { .. } => "blocks-pawn",
            EndingFact::FiftyMoves => "fifty-moves",
        }
    }

    /// The square it names, if it names one.
    pub fn square(self) -> Option<Square> {
        match self {
            EndingFact::KeySquare { pawn: square }
            | EndingFact::Runs { pawn: square }
            | EndingFact::Catches { pawn: square }
            | EndingFact::Blocks { pawn: square }
            | EndingFact::Wins { square, .. }
            | EndingFact::HoldsCorner { corner: square } => Some(square),
            EndingFact::Comes { .. }
            | EndingFact::OnlyKeeps
            | EndingFact::Promotes
            | EndingFact::Opposition { .. }
            | EndingFact::Zugzwang { .. }
            | EndingFact::FiftyMoves => None,
        }
    }
}
