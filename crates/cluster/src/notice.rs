//! Messages for people about a cluster, beside the results.

use std::fmt;
use std::sync::Arc;

/// Something to tell people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The server asks nobody for a name.
    OpenToEverybody(String),
    /// The connection is lost.
    Disconnected,
    /// The connection is there again.
    Connected,
    /// Nobody is there who could do the work.
    NoWorkers,
    /// A worker runs another program.
    WorkerRefused {
        worker: String,
        /// Its program.
        theirs: String,
        ours: String,
    },
    /// A worker starts no other programs, and the work needs some.
    WorkerWithoutPrograms(String),
    /// A client runs another program.
    ClientRefused {
        /// Its program.
        theirs: String,
        ours: String,
    },
    /// A job is given up.
    GivenUp {
        /// What it is called.
        name: String,
        why: String,
    },
}

/// Reports notices to people. It may be called from any thread.
pub type Notify = Arc<dyn Fn(Notice) + Send + Sync>;

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::OpenToEverybody(address) => write!(
                f,
                "the cluster at {address} lets anybody in who can reach it; docs/cluster.md says how to close it"
            ),
            Notice::Disconnected => {
                f.write_str("the connection to the cluster is lost; trying again")
            }
            Notice::Connected => f.write_str("the cluster is connected"),
            Notice::NoWorkers => f.write_str(
                "the cluster has no worker for this; waiting for one (`bstar worker --cluster …`)",
            ),
            Notice::WorkerRefused {
                worker,
                theirs,
                ours,
            } => write!(
                f,
                "the worker {worker} is refused: it is {theirs}; this is {ours}"
            ),
            Notice::WorkerWithoutPrograms(worker) => write!(
                f,
                "the worker {worker} starts no other engines; `bstar worker --engines` would"
            ),
            Notice::ClientRefused { theirs, ours } => write!(
                f,
                "a client is refused: it is {theirs}; this worker is {ours}"
            ),
            Notice::GivenUp { name, why } => write!(f, "{name} is given up: {why}"),
        }
    }
}
