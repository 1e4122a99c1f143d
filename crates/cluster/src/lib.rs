//! Work that is given to many machines, on NATS.
//!
//! [NATS](https://nats.io) carries messages between programs and, with its part JetStream, keeps
//! them on a disk until somebody says that they are dealt with. This package uses two of its
//! streams and knows no chess.
//!
//! * A [`Client`] cuts work into jobs and puts them into the stream of jobs. It is
//!   [`Machines`](bstar_kit::crew::Machines), and hands results over in the order of the jobs.
//! * A [`Worker`] pulls one job after the other, does it, puts the result into the stream of
//!   results, and only then says that the job is done. If it dies, the server gives the job to
//!   another. While it works it says so, so that slow is not dead.
//!
//! A job may be done twice: by a worker that was slow and by the one that got the job after it. The
//! client takes the first result of each. A job may vanish, with the server's disk: the client asks
//! now and then and puts it in again. A job that kills every worker that takes it is given
//! up after [`MAX_TRIES`].
//!
//! Jobs are addressed to workers that run the same program, by name ([`Program`]). So a worker with
//! another version never gets one, and both sides say so.
//!
//! The async runtime that NATS needs lives inside. The functions of this package block.

mod address;
mod client;
mod error;
mod messages;
mod notice;
mod streams;
mod tasks;
mod worker;

pub use address::{Address, AddressError};
pub use client::{Client, ClusterState};
pub use error::ClusterError;
pub use messages::{MAX_TRIES, Program};
pub use notice::{Notice, Notify};
pub use worker::{Abilities, Worker, WorkerTally};

use tokio::runtime::{Builder, Runtime};

/// The runtime: one thread that keeps the connection alive, whatever the others do.
fn runtime() -> Result<Runtime, ClusterError> {
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("cluster")
        .enable_all()
        .build()
        .map_err(ClusterError::Runtime)
}
