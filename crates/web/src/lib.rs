//! The page on which B* can be watched thinking, and the server it comes from.
//!
//! The page is a few modules of TypeScript in `page/`. `./build-page` builds it, and `build.rs`
//! puts it into the program. A program built without it can do everything but this, and [says
//! so](PageMissing). There are two ways to use the page:
//!
//! - [`Server`] hands it out and searches for it. A visitor asks for a search by
//!   `POST /api/search`. A thread of its own runs the search and tells how it goes, as server-sent
//!   events, in the lines of `bstar explain --json-lines`. `share` gives every search a fair part
//!   of the processor. When a visitor leaves, their search ends. `guard` keeps other sites
//!   out, and `connections` those who only wait.
//!   `POST /api/judge` has a whole game judged, by the code of `bstar analyse`, and
//!   `POST /api/move` is for playing against a weaker engine.
//! - [`document`] makes one file of it, with a finished search inside. It needs no server and no
//!   network.
//!
//! The server keeps nothing but the tables of the last few searches, for two minutes, in case a
//! visitor continues one. Games and answers stay with the visitor, in their browser. So nothing is
//! lost when the server ends.
//!
//! docs/glossary.md explains the words that the packages share.

mod ask;
mod connections;
mod ended;
mod games;
mod guard;
mod judge;
mod level;
mod memory;
mod messenger;
mod page;
mod problem;
mod routes;
mod running;
mod search;
mod server;
mod share;
#[cfg(feature = "without-network")]
pub mod without_network;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_ends;
#[cfg(test)]
mod tests_of_games;

/// What the server reads and writes, for the documents that describe it.
#[cfg(feature = "schema")]
pub mod written {
    pub use crate::ask::{PositionObject, PositionRequest, SearchRequest};
    pub use crate::games::{GamesObject, GamesRequest, MoveNote, ReadGame, SideLine};
    pub use crate::judge::{Annotated, JudgeRequest};
    pub use crate::level::{MoveRequest, PlayedMove};
    pub use crate::messenger::{Anew, Timed};
    pub use crate::problem::ProblemObject;
    pub use crate::routes::{Status, StopRequest};
    pub use crate::search::Accepted;
}

pub use page::{PageMissing, document, has_page};
pub use server::{Server, ServerError};
