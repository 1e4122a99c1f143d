//! `--cluster`: other machines do the work.
//!
//! The options always exist. Their code is in `machines`, with the feature `cluster`. Without the
//! feature, `absent` takes its place and says how to get it.

#[cfg(not(feature = "cluster"))]
mod absent;
mod arguments;
#[cfg(feature = "cluster")]
mod machines;

use bstar_engine::Evaluation;
use bstar_kit::crew::Crew;
use clap::Args;

use crate::progress::Progress;
#[cfg(not(feature = "cluster"))]
use absent::Machines;
use arguments::Keys;
#[cfg(feature = "cluster")]
use machines::Machines;

pub use arguments::WorkerArguments;

#[cfg(not(feature = "cluster"))]
pub(crate) use absent::serve;
#[cfg(feature = "cluster")]
pub(crate) use machines::serve;

/// The options of every command that can give its work to others.
#[derive(Args)]
#[group(skip)]
pub struct Argument {
    /// Run the work on a cluster: nats://HOST, nats://USER:PASSWORD@HOST:PORT or tls://HOST
    ///
    /// `bstar worker` and `bstar-lab worker` make any machine a worker; docs/cluster.md says how to
    /// begin. The workers decide how many jobs run at a time.
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,
    #[command(flatten)]
    keys: Keys,
}

/// Who does the work of a command.
pub struct Hands {
    /// Threads or machines.
    pub crew: Crew,
    machines: Option<Machines>,
}

impl Argument {
    /// Whether other machines do the work.
    pub fn is_given(&self) -> bool {
        self.cluster.is_some()
    }

    /// This many threads, or the machines of the cluster.
    pub fn hands(&self, jobs: u16) -> anyhow::Result<Hands> {
        let Some(url) = &self.cluster else {
            return Ok(Hands {
                crew: Crew::Threads(usize::from(jobs)),
                machines: None,
            });
        };
        let machines = Machines::connect(url, &self.keys)?;
        Ok(Hands {
            crew: machines.crew(),
            machines: Some(machines),
        })
    }

    /// The same, for work with one evaluation. Machines have only those of the program.
    pub fn hands_with(&self, jobs: u16, evaluation: &Evaluation) -> anyhow::Result<Hands> {
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
        self.hands(jobs)
    }
}

impl Hands {
    /// A line that says how far the work has come, and what the cluster is like.
    pub fn progress(&self, total: u64) -> Progress {
        match &self.machines {
            None => Progress::new(total),
            Some(machines) => {
                let machines = machines.clone();
                Progress::with_state(total, move || machines.state())
            }
        }
    }

    /// Says what is missing because the machines have given it up.
    pub fn complain_of_missing(&self) -> anyhow::Result<()> {
        let missing = self.machines.as_ref().map(Machines::given_up);
        let missing = missing.unwrap_or_default();
        anyhow::ensure!(
            missing.is_empty(),
            "given up, and missing in the result: {}",
            missing.join(", ")
        );
        Ok(())
    }
}
