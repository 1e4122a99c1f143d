//! How to get into a cluster, and what a worker does there.

use std::path::PathBuf;

use clap::Args;

/// What a cluster may ask for.
#[derive(Args)]
#[group(skip)]
pub struct Keys {
    /// The key to the cluster, a file as NATS makes them: .creds, or the seed of an nkey
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(super) cluster_credentials: Option<PathBuf>,
    /// The certificate of the authority that has signed the cluster's
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(super) cluster_ca: Option<PathBuf>,
}

/// Makes this machine a worker of a cluster: it does the work that commands give out with
/// --cluster, until it is interrupted.
///
/// A cluster is a nats-server with JetStream; docs/cluster.md says how to begin. Workers may come
/// and go at any time, and may be killed: their jobs are given to others. A worker gets jobs only
/// from clients with the same version and network.
#[derive(Args)]
pub struct WorkerArguments {
    /// The cluster: nats://HOST, nats://USER:PASSWORD@HOST:PORT or tls://HOST
    #[arg(long, value_name = "URL")]
    pub(super) cluster: String,
    #[command(flatten)]
    pub(super) keys: Keys,
    /// Jobs at a time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    /// Also start other engines, by the commands that clients send
    ///
    /// Whoever may use the cluster can then run any command on this machine.
    #[arg(long)]
    pub(super) engines: bool,
    /// A worker that is silent for this long has lost its job, and another gets it; the first
    /// worker of a cluster decides
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) lost_after: u64,
    /// What this worker is called [default: the name of the machine]
    #[arg(long)]
    pub(super) name: Option<String>,
}
