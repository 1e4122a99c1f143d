//! One description of what the program writes for programs, and the documents made from it.
//!
//! The description is the Rust types that are serialised: their fields and doc comments, read
//! through `schemars`. The [`catalogue`](Catalogue) says which command writes which of them. From
//! this come four files that nobody edits by hand: `docs/schema.json`, `docs/json.md`,
//! `docs/openapi.json` and the page's `wire.ts`. A fifth, `docs/uci.md`, comes from the table of
//! UCI [`options`]. A test says when one of them is not current.
//!
//! Data passes through like this. A [`Catalogue`] collects the schemas of the types and makes a
//! [`Wire`]: definitions by name, closed and cleaned. [`shape`] reads a definition into what the
//! documents need to know about it. [`markdown`], [`typescript`], [`openapi`] and [`document`]
//! each write one file, and [`files`] knows where they belong.
//!
//! This is a tool for developers. The program does not contain it.
//!
//! The words used here are explained in `docs/glossary.md`.

pub mod catalogue;
pub mod document;
pub mod files;
pub mod markdown;
pub mod openapi;
pub mod options;
pub mod shape;
pub mod typescript;

mod clean;
mod collect;
mod wire;

pub use collect::Catalogue;
pub use wire::{Command, Wire, Written};
