//! The page on which B* can be watched thinking, and the server it comes from.
//!
//! The page itself is a few modules of TypeScript in `page/`, built by `./build-page` and put into the program by `build.rs`; a program built without it can do
//! everything but this, and [says so](PageMissing). There are two ways to it:
//!
//! - [`Server`] hands it out and searches for it. A visitor asks for a search by `POST /api/search`; a thread of its own runs it and tells how it
//!   goes as it goes, in the very lines of `bstar explain --json`, as server-sent events. The module `share` sees to it that everybody has a fair part of the processor;
//!   when a visitor leaves, his search ends. `guard` keeps other sites out.
//! - [`document`] makes one file of it, with a finished search inside, that needs no server and no network.
//!
//! The server keeps nothing: games and answers stay with the visitor, in his browser. So nothing is lost when it ends.

mod ask;
mod games;
mod guard;
mod messenger;
mod page;
mod problem;
mod routes;
mod running;
mod search;
mod server;
mod share;

#[cfg(test)]
mod tests;

pub use page::{PageMissing, document, has_page};
pub use server::{Server, ServerError};
