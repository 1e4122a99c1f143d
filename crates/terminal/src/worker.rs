//! `worker`: this machine does the work of others.

use bstar_kit::crew::Skill;

use crate::cluster;
use crate::output::{Out, Verdict};

pub use crate::cluster::WorkerArguments as Arguments;

/// Works until it is interrupted.
pub fn run(arguments: &Arguments, skills: Vec<Skill>, out: &mut Out) -> anyhow::Result<Verdict> {
    cluster::serve(arguments, skills, out)
}
