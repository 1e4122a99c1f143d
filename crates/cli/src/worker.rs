//! `bstar worker`: this machine does the work of others.

use std::time::Duration;

use bstar_cluster::{Abilities, Worker, WorkerTally};
use bstar_kit::crew::{Programs, Skill, skill};
use bstar_kit::workers::all_cores;
use clap::Args;

use crate::cluster::{self, Keys};
use crate::interrupt::stop_on_interrupt;
use crate::output::{Out, Verdict, remark};

const EXAMPLES: &str = "\
Examples:
  bstar worker --cluster nats://192.168.1.5
  bstar worker --cluster tls://chess.example.org --cluster-credentials worker.creds --jobs 8
  bstar worker --cluster nats://me:secret@192.168.1.5 --engines";

/// Makes this machine a worker of a cluster: it does the work that `analyse`, `suite`, `match`,
/// `datagen` and `lab regret` give out with --cluster, until it is interrupted.
///
/// A cluster is a nats-server with JetStream; docs/cluster.md tells how to begin. Workers may come
/// and go at any time, and may be killed: their jobs are given to others. A worker gets jobs only
/// from clients with the same program and network.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The cluster: nats://HOST, nats://USER:PASSWORD@HOST:PORT or tls://HOST
    #[arg(long, value_name = "URL")]
    cluster: String,
    #[command(flatten)]
    keys: Keys,
    /// Jobs at a time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Also start other engines, by the commands that clients send
    ///
    /// Whoever may use the cluster can then run any command on this machine.
    #[arg(long)]
    engines: bool,
    /// A worker that is silent for so many seconds has lost its job, and another gets it; the first
    /// worker of a cluster decides
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    lost_after: u64,
    /// What this worker is called [default: the name of the machine]
    #[arg(long)]
    name: Option<String>,
}

/// All that a worker can do.
fn skills() -> Vec<Skill> {
    vec![
        skill::<bstar_explain::analyse::Judging>(),
        skill::<bstar_arena::suite::Asking>(),
        skill::<bstar_arena::contest::Boards>(),
        skill::<bstar_training::datagen::Playing>(),
        skill::<bstar_lab::regret::Choosing>(),
        skill::<bstar_lab::judges::Sitting>(),
    ]
}

/// Works until it is interrupted.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let address = arguments.keys.address(&arguments.cluster)?;
    let jobs = arguments.jobs.map_or_else(all_cores, usize::from);
    let programs = match arguments.engines {
        true => Programs::Started,
        false => Programs::Refused,
    };
    let machine = arguments.name.clone().unwrap_or_else(machine_name);
    let name = format!("{machine} ({})", std::process::id());
    let program = cluster::program();
    let stop = stop_on_interrupt()?;
    let worker = Worker::connect(
        &address,
        program.clone(),
        name.clone(),
        Abilities {
            skills: skills(),
            programs,
            jobs,
            lost_after: Duration::from_secs(arguments.lost_after),
        },
        cluster::notify(),
    )?;
    remark(&format!(
        "the worker {name} is there ({program}), {jobs} jobs at a time, for {address}; Ctrl-C ends it"
    ));
    let WorkerTally { done, put_back } = worker.run(&stop);
    out.line(format_args!("{done} jobs done, {put_back} put back"))?;
    Ok(Verdict::Done)
}

/// The name of this machine, as far as it is easily known.
fn machine_name() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok());
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok());
    told.map_or_else(|| "worker".to_owned(), |name| name.trim().to_owned())
}
