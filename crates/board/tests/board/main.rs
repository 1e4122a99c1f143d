//! The board from outside: rules, exchanges and notations, against slow references and files.

mod common;
mod exchange;
mod notations;
mod perft;
mod pgn;
