//! What threads share, each file as it is in its package.
//!
//! A model is a function that a few threads run together. loom runs it again and again, until it
//! has gone through every order in which their steps can happen, and every value that a relaxed
//! load may see. A wrong result in one of them fails the model, and so does a deadlock. Orders in
//! which threads are interrupted more often than [`MAX_INTERRUPTIONS`] are left out.

#![cfg(loom)]
#![allow(dead_code)]

#[path = "../../../crates/web/src/share.rs"]
mod share;
#[path = "../../../crates/alphabeta/src/slot.rs"]
mod slot;
#[path = "../../../crates/kit/src/stop.rs"]
mod stop;

#[cfg(test)]
mod models;
