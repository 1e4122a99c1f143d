//! What can be claimed of moves and lines so that anybody can check it on a board.
//!
//! A [`Claim`] says that a [`Fact`] holds in a position, to the credit of one side. The position is
//! reached by a path of moves from the position searched. The claim's line, played from there, is
//! part of it. A claim is data. [`found`](crate::facts::found) makes claims out of a finished
//! search, [`check`](crate::facts::claims::check) recomputes them from the board alone, and
//! [`phrases`](crate::write::words) puts them into words. None of the three knows how the others
//! work.
//!
//! Two notions recur.
//!
//! An **exchange** on a square: the side to move captures there with the cheapest man that legally
//! can, then the other side does, as long as it pays. Its gain is counted in centipawns
//! ([`EXCHANGE_VALUES`](bstar_board::EXCHANGE_VALUES)). A capture *wins* something if it gains at
//! least 80, the best exchange on its square included. That is a pawn, but not a bishop for a
//! knight.
//!
//! A position is **at rest** if the side to move is not in check and has no capture and no
//! promotion that wins something. Material is counted only there.

use bstar_board::{Color, Move, Outcome, Piece, Position, Square};

use super::balance::Balance;
use super::ending::EndingFact;
use bstar_concepts::{Found, Idea, Scene};

/// Who moves first in the line of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineStart {
    /// The side whose turn it is.
    Move,
    /// The other side, because the side whose turn it is passes. What follows is then a threat.
    Pass,
}

/// Something that is said about the board, and what backs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The side to whose credit it is.
    pub side: Color,
    /// The moves from the position searched to the position where it holds.
    pub path: Vec<Move>,
    /// Who moves first in the line.
    pub begins: LineStart,
    /// What follows. It is empty for facts that the board shows.
    pub line: Vec<Move>,
    pub fact: Fact,
}

/// What is said. In these definitions `side` is the side of the claim, and the opponent is the
/// other one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The moves of the line can be played. The search expects the game to go on like this. If the
    /// opponent passes first, it is a plan of side's.
    GoesOn,
    /// The opponent is checkmated after the path.
    Checkmate,
    /// Whatever the opponent does, side gives mate with at most `moves` moves of its own. The line
    /// is one way to do it. If the opponent passes first, it is a threat of mate.
    MateIn {
        /// How many moves side makes after the path.
        moves: u32,
    },
    /// Along the line side gains this balance, and the position at its end is at rest. If the
    /// opponent passes first, it is a threat.
    Gains { balance: Balance },
    /// Along the line side gains this balance or more, and the position at its end is at rest. Some
    /// of what the line gains may be given back later.
    GainsAtLeast {
        /// What stays.
        least: Balance,
    },
    /// Along the line there is one promotion: side makes a queen. Side then has one queen more than
    /// before, compared with the opponent. At the end the side to move has nothing to win.
    Queens {
        /// What else changes hands.
        besides: Balance,
    },
    /// The line is one capture by side on the square, and it wins something. If the opponent passes
    /// first, the man there is attacked.
    EnPrise { square: Square },
    /// Side offers its man on the square. It is the opponent's turn, and the line is one capture of
    /// that man that wins something.
    Offers { square: Square },
    /// The man on `by`, which the last move of the path brought there, attacks all targets at once.
    /// A target is the king or a piece (no pawn) that is *worth hitting*. A piece is worth hitting
    /// if it is worth at least 80 more than its attacker, or if nobody guards it once the attacker
    /// has left its square. The forking man cannot be taken: every legal capture of it loses
    /// something.
    Fork {
        /// The forking man.
        by: Square,
        /// At least two.
        targets: Vec<Square>,
    },
    /// Side's bishop, rook or queen on `by` pins the opponent's piece (no pawn) on `pinned`. That
    /// piece stands alone on the line to another man of the opponent on `behind`. Either that man
    /// is the king, so that the pinned piece may not leave the line. Or it is worth more than both
    /// the pinner and the pinned piece, and the pinned piece cannot take the pinner. The last move
    /// of the path made it so. Every legal capture of the pinner loses something.
    Pin {
        /// The pinner.
        by: Square,
        pinned: Square,
        /// What it shields.
        behind: Square,
    },
    /// The opponent's man on `pinned` attacks the square where side's man has just arrived. It may
    /// not take it, because that would expose its king to the man on `by`.
    PinnedGuard {
        /// Where it would take.
        square: Square,
        /// The man that may not.
        pinned: Square,
        /// The man that pins it.
        by: Square,
    },
    /// Side's bishop, rook or queen on `by`, which has just moved there, attacks the man on
    /// `front`. That man is the king, or worth at least 80 more than the attacker. Next on the line
    /// stands the man on `behind`. It is worth less than the man in front, and worth hitting if
    /// that were not there. Every legal capture of the attacker loses something.
    Skewer {
        /// The attacker.
        by: Square,
        /// The man that has to leave.
        front: Square,
        /// The man that is hit then.
        behind: Square,
    },
    /// The last move of the path opened the line of side's man on `by` to the target. The target is
    /// the king (a discovered check) or a piece worth hitting.
    Discovery {
        /// The man that attacks now.
        by: Square,
        /// The man it attacks.
        target: Square,
    },
    /// The opponent is in check from two men.
    DoubleCheck,
    /// It is the opponent's turn. If they passed, a capture of their piece (no pawn) on the square
    /// would win something. Wherever the piece legally goes, a capture of it still wins something,
    /// less what the piece took on the way.
    Trapped {
        /// Where it stands.
        square: Square,
    },
    /// After the path there is only one legal move, the first of the line.
    OnlyMove,
    /// It is side's turn after the path. If side passed, the opponent would mate in `moves` moves,
    /// for instance by the line. After the move `by` the opponent cannot mate in as many.
    StopsMate {
        /// Moves of the opponent; 1 or 2.
        moves: u32,
        /// What stops it.
        by: Move,
    },
    /// It is side's turn after the path. If side passed, the line's one capture would win
    /// something. After the move `by` that capture is impossible or wins nothing. If `by` moves the
    /// man away, no capture of it on its new square wins anything.
    Saves {
        /// Where the man in danger stands before `by`.
        square: Square,
        /// What saves it.
        by: Move,
    },
    /// After path and line the game is drawn by the rules. A repetition counts from the second time
    /// the position stands on the board, in the game or along path and line.
    Drawn { how: Outcome },
    /// Along the line each side loses the same number of men of this kind, at least one. All other
    /// kinds stay even, and the position is then at rest.
    Trades { piece: Piece },
    /// The last move of the path is castling.
    Castles,
    /// The last move of the path takes a knight or bishop from its first square to another rank.
    Develops { piece: Piece },
    /// A word of the vocabulary of quiet chess fits the last move of the path. The line is what it
    /// needs of best play.
    Idea(Idea),
    /// Something about an ending that tables know.
    Ending(EndingFact),
}

impl Claim {
    /// That a concept fits a move, the last one of the path.
    pub(crate) fn of_idea(path: Vec<Move>, scene: &Scene, found: &Found) -> Claim {
        let plies = found.finding.plies.min(scene.line.len());
        Claim {
            side: scene.side,
            path,
            begins: LineStart::Move,
            line: scene.line[..plies].to_vec(),
            fact: Fact::Idea(found.idea()),
        }
    }

    /// The name of its kind, as programs know it.
    pub fn kind(&self) -> &'static str {
        let is_threat = self.begins == LineStart::Pass;
        match &self.fact {
            Fact::GoesOn if is_threat => "plan",
            Fact::GoesOn => "line",
            Fact::Checkmate => "checkmate",
            Fact::MateIn { .. } if is_threat => "threatens-mate",
            Fact::MateIn { .. } => "mate",
            Fact::Gains { .. } if is_threat => "threatens-material",
            Fact::Gains { .. } => "wins-material",
            Fact::GainsAtLeast { .. } => "wins-at-least",
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
            Fact::Idea(idea) => idea.concept,
            Fact::Ending(ending) => ending.kind(),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A threat has a name of its own where others read it.
    #[test]
    fn a_threat_is_another_kind_of_claim() {
        let balance = Balance::default();
        for (fact, name, threat) in [
            (Fact::GoesOn, "line", "plan"),
            (Fact::MateIn { moves: 1 }, "mate", "threatens-mate"),
            (
                Fact::Gains { balance },
                "wins-material",
                "threatens-material",
            ),
            (
                Fact::Queens { besides: balance },
                "queens",
                "threatens-queen",
            ),
            (Fact::EnPrise { square: Square::A1 }, "hangs", "attacks"),
            (Fact::Castles, "castles", "castles"),
        ] {
            let kind = |begins| {
                let claim = Claim {
                    side: Color::White,
                    path: Vec::new(),
                    begins,
                    line: Vec::new(),
                    fact: fact.clone(),
                };
                claim.kind()
            };
            assert_eq!(kind(LineStart::Move), name);
            assert_eq!(kind(LineStart::Pass), threat);
        }
    }

    #[test]
    fn a_line_is_played_as_far_as_it_is_legal() {
        let start = Position::start();
        let line = ["e2e4", "e7e5", "e2e4"].map(|text| text.parse().unwrap());
        let two = start.after(line[0]).after(line[1]);
        assert_eq!(position_after(&start, &line), two);
        assert_eq!(position_after(&start, &[]), start);
    }
}
