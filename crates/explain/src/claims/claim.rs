//! The vocabulary: what can be said of moves and lines so that anybody can check it on a board.
//!
//! A [`Claim`] says of a position, reached from the position searched by a path of moves, that a [`Fact`] holds there, to the credit of one side. What follows
//! along its line is part of it. A claim is data: `find` makes claims out of a finished search, [`check`](crate::claims::check) recomputes them from the board alone, and
//! `phrases` puts them into words. None of the three knows how the others do it.
//!
//! Two notions recur.
//!
//! An **exchange** on a square: the side to move captures there with the cheapest man that legally can, then the other, as long as it pays for who is to
//! capture. Its gain is counted in centipawns ([`EXCHANGE_VALUES`](bstar_board::EXCHANGE_VALUES)). A capture *wins* something if that, followed by the best
//! exchange on its square, gains at least 80: a pawn, but not a bishop for a knight.
//!
//! A position is **at rest** if the side to move is not in check, and has no capture and no promotion that wins something. Material is counted only there.

use bstar_board::{Color, Move, Outcome, Piece, Position, Square};

use super::balance::Balance;

/// Who moves first in the line of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Whoever's turn it is.
    Moves,
    /// The other side: whose turn it is passes. What would follow then is a threat.
    Passes,
}

/// Something that is said, and what backs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// To whose credit.
    pub side: Color,
    /// The moves from the position searched to where it holds.
    pub path: Vec<Move>,
    /// Who moves first in the line.
    pub turn: Turn,
    /// What follows; empty for facts one sees on the board.
    pub line: Vec<Move>,
    /// What is said.
    pub fact: Fact,
}

/// What is said. `Side` is the side of the claim, `the opponent` the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// So the search thinks the game would go on: the moves of the line can be played. If the opponent passes first, that is a plan of side's.
    GoesOn,
    /// The opponent is checkmated after the path.
    Checkmate,
    /// Whatever the opponent does, side gives mate with at most so many moves of its own. The line is one way. If the opponent passes first, that is a threat of mate.
    MateIn {
        /// Moves of the side, from the end of the path.
        moves: u32,
    },
    /// Along the line, side gains this much, and there the position is at rest. If the opponent passes first, that is a threat.
    Gains {
        /// What.
        balance: Balance,
    },
    /// Along the line there is one promotion, by side and to a queen; compared with the opponent, side has a queen more than before; and at the end the side to move has nothing to win.
    Queens {
        /// What else changes hands.
        besides: Balance,
    },
    /// The line is one capture by side on the square, and it wins something. If the opponent passes first, the man there is attacked.
    EnPrise {
        /// Where.
        square: Square,
    },
    /// Side's man on the square stands where the opponent, whose turn it is, could capture it with the line's one move and win something: it is offered.
    Offers {
        /// Where.
        square: Square,
    },
    /// The man on `by`, brought there by the last move of the path, attacks all targets at once. A target is the king, or a piece (no pawn) that is *worth hitting*: worth at least 80 more
    /// than its attacker, or guarded by nobody once the attacker has left its square. Every legal capture of the forking man loses something: it cannot be taken for nothing, nor in exchange.
    Fork {
        /// The forking man.
        by: Square,
        /// At least two.
        targets: Vec<Square>,
    },
    /// The opponent's piece (no pawn) on `pinned` stands alone between side's bishop, rook or queen on `by` and a man of the opponent on `behind`: the king (then it may
    /// not leave the line), or one worth more than both the pinner and the pinned man, while the pinned man cannot take the pinner. The last move of the path made it so, and the pinner
    /// cannot be taken for nothing, nor in exchange.
    Pin {
        /// The pinner.
        by: Square,
        /// The pinned man.
        pinned: Square,
        /// What it shields.
        behind: Square,
    },
    /// The opponent's man on `pinned` attacks the square, where side's man has just arrived, but may not take because that would expose his king to the man on `by`.
    PinnedGuard {
        /// Where it would take.
        square: Square,
        /// The man that may not.
        pinned: Square,
        /// Because of this one.
        by: Square,
    },
    /// Side's bishop, rook or queen on `by`, which has just moved there, attacks the man on `front`, which is the king or worth at least 80 more than it; next on the line stands `behind`, which is
    /// worth less than `front`, and worth hitting if `front` were not there. The attacker cannot be taken for nothing, nor in exchange.
    Skewer {
        /// Who attacks.
        by: Square,
        /// Who has to leave.
        front: Square,
        /// Who is hit then.
        behind: Square,
    },
    /// The last move of the path opened the line of side's man on `by` to the target: the king (a discovered check), or a piece worth hitting.
    Discovery {
        /// Who attacks now.
        by: Square,
        /// Whom.
        target: Square,
    },
    /// The opponent is in check from two men.
    DoubleCheck,
    /// It is the opponent's turn. If he passed, a capture of his piece (no pawn) on the square would win something; and wherever that piece legally goes, a capture of it wins something, what it
    /// took on the way deducted.
    Trapped {
        /// Where it stands.
        square: Square,
    },
    /// After the path there is only one legal move, the first of the line.
    OnlyMove,
    /// If side, whose turn it is after the path, passed, the opponent would mate in so many moves, for instance by the line; after the move `by` he cannot in as many.
    StopsMate {
        /// Moves of the opponent; 1 or 2.
        moves: u32,
        /// What stops it.
        by: Move,
    },
    /// If side, whose turn it is after the path, passed, the line's one capture would win something; after the move `by` it is not possible or wins nothing,
    /// and if `by` moves the man away, no capture of it where it then stands wins anything.
    Saves {
        /// Where the man in danger stands before `by`.
        square: Square,
        /// What saves it.
        by: Move,
    },
    /// After path and line the game is drawn by the rules. A repetition counts if the position is one of the game or of the path and line for the second time.
    Drawn {
        /// How.
        how: Outcome,
    },
    /// Along the line each side loses as many men of this kind, at least one, no other kind changes hands unevenly, and the position is then at rest.
    Trades {
        /// What.
        piece: Piece,
    },
    /// The last move of the path is castling.
    Castles,
    /// The last move of the path takes a knight or bishop off its first square on the back rank to another rank.
    Develops {
        /// What.
        piece: Piece,
    },
    /// The last move of the path put a rook or queen on another file, on which there are no pawns.
    OpenFile {
        /// Where it stands.
        square: Square,
    },
    /// Side's pawn on the square, on its fifth rank or further, has no pawn of the opponent ahead of it on its file or the files beside it. It has just moved, or it was not so before the last move of the path.
    PassedPawn {
        /// Where it stands.
        square: Square,
    },
}

impl Claim {
    /// The name of its kind, as programs know it.
    pub fn kind(&self) -> &'static str {
        let is_threat = self.turn == Turn::Passes;
        match &self.fact {
            Fact::GoesOn if is_threat => "plan",
            Fact::GoesOn => "line",
            Fact::Checkmate => "checkmate",
            Fact::MateIn { .. } if is_threat => "threatens-mate",
            Fact::MateIn { .. } => "mate",
            Fact::Gains { .. } if is_threat => "threatens-material",
            Fact::Gains { .. } => "wins-material",
            Fact::Queens { .. } if is_threat => "threatens-queen",
            Fact::Queens { .. } => "queens",
            Fact::EnPrise { .. } if is_threat => "attacks",
            Fact::EnPrise { .. } => "hangs",
            Fact::Offers { .. } => "offers",
            Fact::Fork { .. } => "fork",
            Fact::Pin { .. } => "pin",
            Fact::PinnedGuard { .. } => "pinned-guard",
            Fact::Skewer { .. } => "skewer",
            Fact::Discovery { .. } => "discovery",
            Fact::DoubleCheck => "double-check",
            Fact::Trapped { .. } => "trapped",
            Fact::OnlyMove => "only-move",
            Fact::StopsMate { .. } => "prevents-mate",
            Fact::Saves { .. } => "prevents-loss",
            Fact::Drawn { .. } => "draw",
            Fact::Trades { .. } => "trades",
            Fact::Castles => "castles",
            Fact::Develops { .. } => "develops",
            Fact::OpenFile { .. } => "open-file",
            Fact::PassedPawn { .. } => "passed-pawn",
        }
    }
}

/// The position after some moves, as far as they are legal.
pub fn position_after(start: &Position, moves: &[Move]) -> Position {
    let mut position = start.clone();
    for mv in moves {
        if !position.is_legal(*mv) {
            break;
        }
        position = position.after(*mv);
    }
    position
}
