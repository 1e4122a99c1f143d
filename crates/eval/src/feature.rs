//! Everything the evaluation counts, in the order of the weights.

use std::fmt;

/// A part of the evaluation with a name a player understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    Material,
    BishopPair,
    Placement,
    Mobility,
    PawnStructure,
    PassedPawns,
    KingSafety,
    Rooks,
    MinorPieces,
    Threats,
    Space,
    Tempo,
}

impl Term {
    /// All terms, in the order in which they are listed.
    pub const ALL: [Term; 12] = [
        Term::Material,
        Term::BishopPair,
        Term::Placement,
        Term::Mobility,
        Term::PawnStructure,
        Term::PassedPawns,
        Term::KingSafety,
        Term::Rooks,
        Term::MinorPieces,
        Term::Threats,
        Term::Space,
        Term::Tempo,
    ];

    /// The name to print.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::BishopPair => "bishop pair",
            Term::Placement => "piece squares",
            Term::Mobility => "mobility",
            Term::PawnStructure => "pawn structure",
            Term::PassedPawns => "passed pawns",
            Term::KingSafety => "king safety",
            Term::Rooks => "rooks on files",
            Term::MinorPieces => "minor pieces",
            Term::Threats => "threats",
            Term::Space => "space",
            Term::Tempo => "tempo",
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A run of features of one kind, for example one for each rank.
#[derive(Clone, Copy, Debug)]
pub struct FeatureGroup {
    /// Its name in the file of weights.
    pub name: &'static str,
    /// The term under which it is listed.
    pub term: Term,
    /// How many features it has.
    pub len: usize,
    start: usize,
}

impl FeatureGroup {
    /// The number of a feature of this group.
    #[inline(always)]
    pub const fn at(&self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }

    /// The first number that belongs to the next group.
    pub const fn end(&self) -> usize {
        self.start + self.len
    }
}

macro_rules! features {
    ($($name:ident: $len:expr, $term:ident;)*) => {
        features!(@chain 0usize; $($name: $len, $term;)*);

        /// All groups, in the order of the weights.
        pub const GROUPS: &[FeatureGroup] = &[$($name),*];
    };
    (@chain $start:expr; $name:ident: $len:expr, $term:ident; $($rest:tt)*) => {
        pub const $name: FeatureGroup = FeatureGroup {
            name: stringify!($name),
            term: Term::$term,
            len: $len,
            start: $start,
        };
        features!(@chain $name.end(); $($rest)*);
    };
    (@chain $start:expr;) => {
        /// The number of features.
        pub const COUNT: usize = $start;
    };
}

// Ranks are seen from the side the feature belongs to; squares are folded onto the files a to d.
features! {
    MATERIAL: 5, Material;
    BISHOP_PAIR: 1, BishopPair;
    PAWN_SQUARE: 32, Placement;
    KNIGHT_SQUARE: 32, Placement;
    BISHOP_SQUARE: 32, Placement;
    ROOK_SQUARE: 32, Placement;
    QUEEN_SQUARE: 32, Placement;
    KING_SQUARE: 32, Placement;
    KNIGHT_MOBILITY: 9, Mobility;
    BISHOP_MOBILITY: 14, Mobility;
    ROOK_MOBILITY: 15, Mobility;
    QUEEN_MOBILITY: 28, Mobility;
    PAWN_ISOLATED: 4, PawnStructure;
    PAWN_DOUBLED: 1, PawnStructure;
    PAWN_BACKWARD: 2, PawnStructure;
    PAWN_SUPPORTED: 8, PawnStructure;
    PAWN_PHALANX: 8, PawnStructure;
    PASSED_RANK: 8, PassedPawns;
    PASSED_FREE_STEP: 8, PassedPawns;
    PASSED_SAFE_STEP: 8, PassedPawns;
    PASSED_OWN_KING: 8, PassedPawns;
    PASSED_THEIR_KING: 8, PassedPawns;
    PASSED_SUPPORTED: 1, PassedPawns;
    PASSED_ROOK_BEHIND: 1, PassedPawns;
    CANDIDATE: 8, PassedPawns;
    SHELTER: 8, KingSafety;
    SHELTER_KING_FILE: 8, KingSafety;
    STORM: 8, KingSafety;
    STORM_BLOCKED: 8, KingSafety;
    KING_ATTACKERS: 4, KingSafety;
    KING_RING_ATTACKED: 1, KingSafety;
    KING_RING_WEAK: 1, KingSafety;
    SAFE_CHECK: 4, KingSafety;
    KING_DANGER: 1, KingSafety;
    KING_DANGER_SQUARED: 1, KingSafety;
    ROOK_OPEN_FILE: 1, Rooks;
    ROOK_HALF_OPEN_FILE: 1, Rooks;
    ROOK_SEVENTH: 1, Rooks;
    ROOK_TRAPPED: 1, Rooks;
    OUTPOST: 2, MinorPieces;
    BEHIND_PAWN: 2, MinorPieces;
    BISHOP_OWN_PAWNS: 1, MinorPieces;
    BISHOP_LONG_DIAGONAL: 1, MinorPieces;
    KNIGHT_FAR_FROM_KING: 1, MinorPieces;
    PAWN_ATTACKS: 4, Threats;
    MINOR_ATTACKS: 5, Threats;
    ROOK_ATTACKS: 5, Threats;
    KING_ATTACKS: 1, Threats;
    HANGING: 1, Threats;
    PUSH_THREAT: 1, Threats;
    SPACE: 1, Space;
    TEMPO: 1, Tempo;
}

/// A square as a side sees it, folded onto the files a to d.
#[inline(always)]
pub(crate) const fn folded(square: bstar_board::Square, color: bstar_board::Color) -> usize {
    let index = square.relative_to(color) as usize;
    let (rank, file) = (index / 8, index % 8);
    rank * 4 + if file < 4 { file } else { 7 - file }
}
