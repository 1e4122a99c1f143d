//! `worker`: this machine does the work of others.

use bstar_kit::crew::Skill;
use clap::Args;

use crate::cluster::{self, Keys};
use crate::output::{Out, Verdict};

/// Makes this machine a worker of a cluster: it does the work that commands give out with
/// --cluster, until it is interrupted.
///
/// A cluster is a nats-server with JetStream; docs/cluster.md says how to begin. Workers may come
/// and go at any time, and may be killed: their jobs are given to others. A worker gets jobs only
/// from clients with the same version and network.
#[derive(Args)]
pub struct Arguments {
    /// The cluster: nats://HOST, nats://USER:PASSWORD@HOST:PORT or tls://HOST
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: String,
    #[command(flatten)]
    pub(crate) keys: Keys,
    /// Jobs at a time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Also start other engines, by the commands that clients send
    ///
    /// Whoever may use the cluster can then run any command on this machine.
    #[arg(long)]
    pub(crate) engines: bool,
    /// A worker that is silent for this long has lost its job, and another gets it; the first
    /// worker of a cluster decides
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) lost_after: u64,
    /// What this worker is called [default: the name of the machine]
    #[arg(long)]
    pub(crate) name: Option<String>,
}

/// Works until it is interrupted.
pub fn run(arguments: &Arguments, skills: Vec<Skill>, out: &mut Out) -> anyhow::Result<Verdict> {
    cluster::serve(arguments, skills, out)
}
