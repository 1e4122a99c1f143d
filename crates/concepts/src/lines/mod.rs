//! Files, ranks and diagonals, and the pieces on them.

pub(crate) mod battery;
pub(crate) mod connects_rooks;
pub(crate) mod doubling;
pub(crate) mod frees_diagonal;
pub(crate) mod gives_up_file;
pub(crate) mod half_open_file;
pub(crate) mod long_diagonal;
pub(crate) mod opens_line;
pub(crate) mod rook_behind_pawn;
pub(crate) mod rook_lift;
pub(crate) mod seventh_rank;
pub(crate) mod takes_open_file;
