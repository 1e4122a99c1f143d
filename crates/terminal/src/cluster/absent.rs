//! A program that was built without clusters.

use std::convert::Infallible;

use anyhow::bail;
use bstar_kit::crew::{Crew, Skill};

use super::arguments::{Keys, WorkerArguments};
use crate::name::name;
use crate::output::{Out, Verdict};

/// There are none.
#[derive(Clone)]
pub struct Machines(Infallible);

impl Machines {
    /// Says how to get a program with clusters.
    pub fn connect(_: &str, _: &Keys) -> anyhow::Result<Machines> {
        bail!("{}", how_to_get())
    }

    pub fn crew(&self) -> Crew {
        match self.0 {}
    }

    pub fn state(&self) -> String {
        match self.0 {}
    }

    pub fn given_up(&self) -> Vec<String> {
        match self.0 {}
    }
}

/// Says how to get a program with clusters.
pub(crate) fn serve(_: &WorkerArguments, _: Vec<Skill>, _: &mut Out) -> anyhow::Result<Verdict> {
    bail!("{}", how_to_get())
}

fn how_to_get() -> String {
    let (name, package) = match name() {
        "bstar-lab" => ("bstar-lab", "laboratory"),
        name => (name, "cli"),
    };
    format!(
        "this {name} was built without clusters; `cargo install --locked --path crates/{package} --features cluster` builds one with them (docs/cluster.md)"
    )
}
