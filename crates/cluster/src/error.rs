//! Why there is no cluster.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why there is no cluster.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// The system gives no thread.
    #[error("the connection to a cluster needs a thread, and there is none: {0}")]
    Runtime(#[source] io::Error),
    /// A file with a key or a certificate cannot be used.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// No server, or it does not let us in.
    #[error("no connection to the cluster at {address}: {reason}")]
    Connect {
        /// Where, without the password.
        address: String,
        reason: String,
    },
    /// The server has no streams.
    #[error(
        "the server at {address} keeps no jobs: {reason}. It must be a nats-server with JetStream (`nats-server -js`)"
    )]
    Streams { address: String, reason: String },
}
