//! `--tables` and `--syzygy`: where endings are looked up.

use std::path::PathBuf;

use anyhow::Context;
use bstar_tables::{OwnTables, Syzygy, Tables};
use clap::Args;

/// The arguments of every command that can look endings up.
#[derive(Args)]
pub struct EndingsArguments {
    /// Use the endgame tables in this folder, made by `bstar tables make`. The answer marks their
    /// results as exact
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Use the Syzygy tables in these folders, separated as in PATH. The answer marks their results
    /// as exact
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
}

impl EndingsArguments {
    /// All tables at hand.
    pub fn tables(&self) -> anyhow::Result<Tables> {
        Ok(Tables::default()
            .with_own(self.own()?)
            .with_syzygy(self.syzygy()?))
    }

    /// Whether any tables were named.
    pub fn is_given(&self) -> bool {
        self.tables.is_some() || self.syzygy.is_some()
    }

    fn own(&self) -> anyhow::Result<Option<OwnTables>> {
        let open = |folder: &PathBuf| {
            OwnTables::open_for_search(folder)
                .with_context(|| format!("bad --tables `{}`", folder.display()))
        };
        self.tables.as_ref().map(open).transpose()
    }

    fn syzygy(&self) -> anyhow::Result<Option<Syzygy>> {
        let open = |path: &String| {
            Syzygy::open(path).with_context(|| format!("bad --syzygy `{}`", path.escape_debug()))
        };
        self.syzygy.as_ref().map(open).transpose()
    }
}
