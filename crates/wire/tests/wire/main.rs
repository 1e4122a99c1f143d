//! The generator of documents, and that what it made is current.

mod current;
mod samples;
