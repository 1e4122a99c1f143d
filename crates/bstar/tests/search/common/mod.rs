//! Games made of random numbers, and ways to drive a search through them.

pub mod endless;
pub mod game;
pub mod random;
pub mod reference;
pub mod settings;
