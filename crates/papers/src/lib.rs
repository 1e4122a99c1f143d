//! The experiments of the papers, repeated.
//!
//! * [`random_trees`] are made of random numbers. The experiment of the 1978 paper and larger
//!   ones compare searches on them.
//! * A [`scripted_tree`] is a tree from a file. The 1996 search replays it step by
//!   step; the worked example of the 1996 paper is one.
//! * [`prediction`] asks whether B* overtakes alpha-beta as power grows. The 1996 paper says so.
//! * [`enhancements`] asks what the classical enhancements of alpha-beta save in a plain search.
//!
//! Nothing here prints. Results are values that serialise, pages and pictures.
//!
//! The words used here are explained in `docs/glossary.md`.

pub mod enhancements;
pub mod prediction;
pub mod random_trees;
pub mod scripted_tree;
