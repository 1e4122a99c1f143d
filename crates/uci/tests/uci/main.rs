//! The client with engines that are shell scripts, and sessions with a scripted searcher.

mod anything;
#[cfg(unix)]
mod client;
mod harness;
mod searching;
mod talking;
