//! The server.

use std::io;
use std::net::SocketAddr;
use std::num::NonZero;

use bstar_tables::Tables;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::connections::LimitedListener;
use crate::ended::EndedSearches;
use crate::guard::Name;
use crate::memory;
use crate::page::{Page, PageMissing};
use crate::routes::{SharedState, routes};
use crate::running::Running;
use crate::share::CoreShares;

/// The most searches at once, whatever the number of cores. Each takes some tens of MiB.
const MAX_SEARCHES: usize = 40;

/// Why a server cannot be started or run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The program has no page.
    #[error(transparent)]
    Page(#[from] PageMissing),
    /// It cannot listen at this address.
    #[error("cannot listen at {host}, port {port}: {error}{hint}", hint = port_hint(error))]
    Listen {
        host: String,
        port: u16,
        error: io::Error,
    },
    /// The system does not let it run.
    #[error("the server cannot run: {0}")]
    Run(io::Error),
}

/// What to do about a port that cannot be had.
fn port_hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            "; perhaps bstar already runs there. `--port 0` takes any port that is free"
        }
        io::ErrorKind::PermissionDenied => {
            "; ports above 1023 need no permission, as `--port 8096`"
        }
        _ => "",
    }
}

/// A server that listens, and answers when it [runs](Server::run).
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    name: Name,
    page: Page,
    endings: Tables,
}

impl Server {
    /// Listens at a host and a port. The host may be a name or an address. Port 0 is any that is
    /// free.
    pub fn bind(host: &str, port: u16) -> Result<Server, ServerError> {
        let page = Page::built_in()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(ServerError::Run)?;
        let at = |error| ServerError::Listen {
            host: host.to_owned(),
            port,
            error,
        };
        let listener = runtime
            .block_on(TcpListener::bind((host, port)))
            .map_err(at)?;
        let address = listener.local_addr().map_err(at)?;
        Ok(Server {
            runtime,
            listener,
            address,
            name: Name(host.into()),
            page,
            endings: Tables::default(),
        })
    }

    /// The same, with tables in which every search looks endings up.
    pub fn with_endings(self, endings: Tables) -> Server {
        Server { endings, ..self }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends.
    pub fn run(self) -> Result<(), ServerError> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let shared = SharedState {
            share: CoreShares::new(cores, MAX_SEARCHES),
            cores,
            running: Running::default(),
            ended_searches: EndedSearches::default(),
            endings: self.endings,
        };
        let router = routes(shared, self.name, Some(self.page));
        memory::give_large_blocks_back();
        let listener = LimitedListener::new(self.listener);
        self.runtime
            .block_on(async { axum::serve(listener, router).await })
            .map_err(ServerError::Run)
    }
}
