//! What a search of a chess position leaves.
