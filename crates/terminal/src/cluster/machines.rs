//! The machines of a cluster, and this one as a part of it.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bstar_cluster::{Abilities, Address, Client, Notify, Program, Worker, WorkerTally};
use bstar_engine::{Evaluation, SearchKind, bench_nodes};
use bstar_kit::crew::{Crew, Programs, Skill};
use bstar_kit::workers::all_cores;

use super::arguments::{Keys, WorkerArguments};
use crate::interrupt::stop_on_interrupt;
use crate::name::name;
use crate::output::{Out, Verdict, remark};

/// A connection to the machines of a cluster.
#[derive(Clone)]
pub struct Machines(Arc<Client>);

impl Machines {
    pub fn connect(url: &str, keys: &Keys) -> anyhow::Result<Machines> {
        let address = address(url, keys)?;
        let client = Client::connect(&address, program_named(name()), notify())?;
        Ok(Machines(Arc::new(client)))
    }

    pub fn crew(&self) -> Crew {
        Crew::Machines(self.0.clone())
    }

    /// How it is getting on, in words.
    pub fn state(&self) -> String {
        self.0.state().to_string()
    }

    /// The names of the units that were given up.
    pub fn given_up(&self) -> Vec<String> {
        self.0.given_up()
    }
}

/// Does the jobs of others until it is interrupted.
pub(crate) fn serve(
    arguments: &WorkerArguments,
    skills: Vec<Skill>,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let address = address(&arguments.cluster, &arguments.keys)?;
    let jobs = arguments.jobs.map_or_else(all_cores, usize::from);
    let programs = match arguments.engines {
        true => Programs::Started,
        false => Programs::Refused,
    };
    let machine = arguments.name.clone().unwrap_or_else(machine_name);
    let name = format!("{machine} ({})", std::process::id());
    let serves = served();
    let own = serves[0].clone();
    let stop = stop_on_interrupt()?;
    let worker = Worker::connect(
        &address,
        serves,
        name.clone(),
        Abilities {
            skills,
            programs,
            jobs,
            lost_after: Duration::from_secs(arguments.lost_after),
        },
        notify(),
    )?;
    remark(&format!(
        "the worker {name} is there ({own}), {jobs} jobs at a time, for {address}; Ctrl-C ends it"
    ));
    let WorkerTally { done, put_back } = worker.run(&stop);
    out.line(format_args!("{done} jobs done, {put_back} put back"))?;
    Ok(Verdict::Done)
}

/// The address of the cluster. Errors do not repeat the user's text: it may contain a password.
fn address(url: &str, keys: &Keys) -> anyhow::Result<Address> {
    let mut address: Address = url.parse().context("--cluster")?;
    address.credentials.clone_from(&keys.cluster_credentials);
    address.authority.clone_from(&keys.cluster_ca);
    Ok(address)
}

/// The programs whose jobs a worker does: its own, and those of any program that can do less.
fn served() -> Vec<Program> {
    let names = match name() {
        "bstar-lab" => vec!["bstar-lab", "bstar"],
        name => vec![name],
    };
    names.into_iter().map(program_named).collect()
}

/// A program of this version, as workers and clients tell each other apart.
fn program_named(name: &str) -> Program {
    let network = match Evaluation::embedded() {
        Some(network) => format!("network {:016x}", network.checksum()),
        None => "no network".to_owned(),
    };
    Program::new(format!(
        "{name} {}, bench {} and {}, {network}",
        env!("CARGO_PKG_VERSION"),
        bench_nodes(SearchKind::AlphaBeta),
        bench_nodes(SearchKind::Bstar),
    ))
}

/// Tells people on standard error.
fn notify() -> Notify {
    Arc::new(|notice| remark(&notice.to_string()))
}

/// The name of this machine, as far as it is easily known.
fn machine_name() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok());
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok());
    told.map_or_else(|| "worker".to_owned(), |name| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_address_is_not_repeated() {
        let keys = Keys {
            cluster_credentials: None,
            cluster_ca: None,
        };
        let error = address("http://me:secret@host", &keys).unwrap_err();
        let said = format!("{error:#}");
        assert!(
            said.contains("nats://HOST") && !said.contains("secret"),
            "{said}"
        );
    }

    #[test]
    fn the_program_names_its_network() {
        assert!(program_named("bstar").to_string().contains("network"));
    }
}
