//! How to get into a cluster, and what a worker does there.

use std::path::PathBuf;

use clap::Args;

/// What a cluster may ask for.
#[derive(Args)]
#[group(skip)]
pub struct Keys {
    /// Key to the cluster: a NATS .creds file, or the seed of an nkey
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(super) cluster_credentials: Option<PathBuf>,
    /// Certificate of the authority that signed the cluster's
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(super) cluster_ca: Option<PathBuf>,
}

/// Makes this machine a worker of a cluster: it runs the jobs of commands with --cluster until it
/// is interrupted.
///
/// A cluster is a nats-server with JetStream; docs/cluster.md says how to begin. Workers may join,
/// leave or be killed at any time: other workers repeat their jobs. A worker takes jobs only from
/// clients with the same version and network.
#[derive(Args)]
pub struct WorkerArguments {
    /// Cluster: nats://HOST, nats://USER:PASSWORD@HOST:PORT or tls://HOST
    #[arg(long, value_name = "URL")]
    pub(super) cluster: String,
    #[command(flatten)]
    pub(super) keys: Keys,
    /// Number of jobs to run at a time [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    /// Also start other engines, by the commands that clients send
    ///
    /// Every user of the cluster can then run any command on this machine.
    #[arg(long)]
    pub(super) engines: bool,
    /// Seconds of silence after which a worker's job goes to another worker; the first worker of a
    /// cluster decides
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) lost_after: u64,
    /// Name of this worker [default: the name of the machine]
    #[arg(long)]
    pub(super) name: Option<String>,
}
