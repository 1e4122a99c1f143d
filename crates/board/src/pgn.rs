//! PGN
