//! `--cluster`: other machines do the work.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use bstar_cluster::{Address, Client, Notify, Program};
use bstar_engine::{Evaluation, SearchKind, bench_nodes};
use bstar_kit::crew::Crew;
use clap::Args;

use crate::output::remark;
use crate::progress::Progress;

/// The options of every command that can give its work to others.
#[derive(Args)]
#[group(skip)]
pub struct Argument {
    /// Have the workers of a cluster do the work: nats://HOST, nats://USER:PASSWORD@HOST:PORT or
    /// tls://HOST
    ///
    /// `bstar worker` makes any machine a worker; docs/cluster.md tells how to begin. How much is
    /// done at a time is then the affair of the workers.
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,
    #[command(flatten)]
    keys: Keys,
}

/// What a cluster may ask for.
#[derive(Args)]
#[group(skip)]
pub struct Keys {
    /// The key to the cluster, a file as NATS makes them: .creds, or the seed of an nkey
    #[arg(long, value_name = "FILE", requires = "cluster")]
    cluster_credentials: Option<PathBuf>,
    /// The certificate of the authority that has signed the cluster's
    #[arg(long, value_name = "FILE", requires = "cluster")]
    cluster_ca: Option<PathBuf>,
}

/// Who does the work of a command.
pub struct Hands {
    /// Threads or machines.
    pub crew: Crew,
    client: Option<Arc<Client>>,
}

impl Argument {
    /// Whether other machines do the work.
    pub fn is_given(&self) -> bool {
        self.cluster.is_some()
    }

    /// So many threads, or the machines of the cluster.
    pub fn hands(&self, jobs: u16) -> anyhow::Result<Hands> {
        let Some(url) = &self.cluster else {
            return Ok(Hands {
                crew: Crew::Threads(usize::from(jobs)),
                client: None,
            });
        };
        let address = self.keys.address(url)?;
        let client = Arc::new(Client::connect(&address, program(), notify())?);
        Ok(Hands {
            crew: Crew::Machines(client.clone()),
            client: Some(client),
        })
    }

    /// The same, for work with one evaluation. Machines have only those of the program.
    pub fn hands_with(&self, jobs: u16, evaluation: &Evaluation) -> anyhow::Result<Hands> {
        self.check(evaluation)?;
        self.hands(jobs)
    }

    fn check(&self, evaluation: &Evaluation) -> anyhow::Result<()> {
        let comes_along = [
            Some(Evaluation::Terms),
            Evaluation::named(Evaluation::NETWORK).ok(),
        ];
        anyhow::ensure!(
            self.cluster.is_none() || comes_along.iter().flatten().any(|one| one == evaluation),
            "with --cluster positions are evaluated by what every worker has: `{}` or `{}`",
            Evaluation::TERMS,
            Evaluation::NETWORK
        );
        Ok(())
    }
}

impl Keys {
    /// The way in. What the user wrote is not repeated: it may have a password in it.
    pub fn address(&self, url: &str) -> anyhow::Result<Address> {
        let mut address: Address = url.parse().context("--cluster")?;
        address.credentials.clone_from(&self.cluster_credentials);
        address.authority.clone_from(&self.cluster_ca);
        Ok(address)
    }
}

impl Hands {
    /// A line that says how far the work has come, and what the cluster is like.
    pub fn progress(&self, total: u64) -> Progress {
        match &self.client {
            None => Progress::new(total),
            Some(client) => {
                let client = client.clone();
                Progress::with_state(total, move || client.state().to_string())
            }
        }
    }

    /// Says what is missing because the machines have given it up.
    pub fn complain_of_missing(&self) -> anyhow::Result<()> {
        let missing = self.client.as_ref().map(|client| client.given_up());
        let missing = missing.unwrap_or_default();
        anyhow::ensure!(
            missing.is_empty(),
            "given up, and missing in the result: {}",
            missing.join(", ")
        );
        Ok(())
    }
}

/// This program, as workers and clients tell each other apart.
pub fn program() -> Program {
    let network = match Evaluation::embedded() {
        Some(network) => format!("network {:016x}", network.checksum()),
        None => "no network".to_owned(),
    };
    Program::new(format!(
        "bstar {}, bench {} and {}, {network}",
        env!("CARGO_PKG_VERSION"),
        bench_nodes(SearchKind::AlphaBeta),
        bench_nodes(SearchKind::Bstar),
    ))
}

/// Tells people on standard error.
pub fn notify() -> Notify {
    Arc::new(|notice| remark(&notice.to_string()))
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
        let error = keys.address("http://me:secret@host").unwrap_err();
        let said = format!("{error:#}");
        assert!(
            said.contains("nats://HOST") && !said.contains("secret"),
            "{said}"
        );
    }

    #[test]
    fn the_program_names_its_network() {
        assert!(program().to_string().contains("network"));
    }
}
