//! Whole searches, from outside. They are one program, because each would compile the same code
//! again.

mod advance;
mod common;
mod distributions;
mod examples;
mod findings;
mod graph;
mod interval;
mod memory;
mod parallel;
mod properties;
mod worked_example;
