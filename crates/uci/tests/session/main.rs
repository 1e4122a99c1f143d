//! Sessions with a scripted engine.

mod anything;
mod harness;
mod searching;
mod talking;
