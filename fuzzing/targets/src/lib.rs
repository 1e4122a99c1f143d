//! What the program reads from others, each as a function of bytes that must not fail.
//!
//! A [`Target`] takes any bytes, gives them to one of our readers, and holds what comes back to
//! what is promised: what was read can be written and read again, an answer has a known form, a
//! search keeps its invariants. A broken promise is a panic.
//!
//! The same functions are used twice. `./fuzz` searches for bytes that break one, led by coverage
//! (the package `libfuzzer` beside this one). `cargo test` gives them every file of
//! `fuzzing/corpus` once, on any toolchain.

mod book;
mod bytes;
mod games;
mod library;
mod network;
mod notation;
mod requests;
mod script;
mod uci;

/// One of our readers, attacked.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, which is that of its folder in `fuzzing/corpus`.
    pub name: &'static str,
    /// Longer inputs are cut off. They would only be slower.
    pub max_bytes: usize,
    /// Reads, and panics if a promise is broken.
    pub attack: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 11] = [
    target("fen", 120, notation::fen),
    target("epd", 400, notation::epd),
    target("san", 160, notation::san),
    target("pgn", 4_000, notation::pgn),
    target("uci", 1_000, uci::session),
    target("network", 9_000, network::file),
    target("book", 1_000, book::file),
    target("datagen", 2_000, games::packed),
    target("script", 3_000, script::replayed),
    target("library", 2_000, library::driven),
    target("requests", 3_000, requests::answered),
];

const fn target(name: &'static str, max_bytes: usize, attack: fn(&[u8])) -> Target {
    Target {
        name,
        max_bytes,
        attack,
    }
}

impl Target {
    /// The target with this name.
    pub fn named(name: &str) -> Option<Target> {
        TARGETS.into_iter().find(|target| target.name == name)
    }

    /// Attacks with these bytes, or as many of them as are of use.
    pub fn run(self, bytes: &[u8]) {
        (self.attack)(&bytes[..bytes.len().min(self.max_bytes)]);
    }
}
