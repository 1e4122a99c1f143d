//! Games made of random numbers, and ways to drive a search through them.
#![allow(dead_code, reason = "each test uses its own part of this")]

pub mod endless;
pub mod game;
pub mod random;
pub mod reference;
pub mod settings;
