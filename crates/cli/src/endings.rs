//! `--syzygy`: where endings are looked up.

use anyhow::Context;
use bstar_tables::{Syzygy, Tables};
use clap::Args;

/// The argument of every command that can look endings up.
#[derive(Args)]
pub struct EndingsArguments {
    /// Look endings up in the Syzygy tables of these folders, separated as in PATH. What they know
    /// is told as known exactly
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
}

impl EndingsArguments {
    /// All tables at hand.
    pub fn tables(&self) -> anyhow::Result<Tables> {
        Ok(Tables::default().with_syzygy(self.syzygy()?))
    }

    /// Whether any tables were named.
    pub fn is_given(&self) -> bool {
        self.syzygy.is_some()
    }

    fn syzygy(&self) -> anyhow::Result<Option<Syzygy>> {
        let open = |path: &String| {
            Syzygy::open(path).with_context(|| format!("bad --syzygy `{}`", path.escape_debug()))
        };
        self.syzygy.as_ref().map(open).transpose()
    }
}
