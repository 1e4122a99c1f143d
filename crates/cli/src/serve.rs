//! `bstar serve`: the page on which B* can be watched thinking.

use bstar_web::Server;
use clap::Args;

use bstar_terminal::endings;
use bstar_terminal::output::{Out, Verdict, remark};

const EXAMPLES: &str = "\
Examples:
  bstar serve
  bstar serve --port 0                   (any port that is free)
  bstar serve --syzygy data/syzygy       (endings are known exactly)";

/// Serves a page that explains positions and games: the answer in words, the rivals, and the whole
/// tree as it grows. Ctrl-C ends the server.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Port; 0 picks a free one
    #[arg(long, default_value_t = 8096)]
    port: u16,
    /// Address to listen on; any other than this machine's own lets other people use the server
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    #[command(flatten)]
    endings: endings::EndingsArguments,
}

/// Serves until it is stopped.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let server =
        Server::bind(&arguments.host, arguments.port)?.with_endings(arguments.endings.tables()?);
    if !server.address().ip().is_loopback() {
        remark("everybody who can reach this machine can now use it, and its processors");
    }
    out.line(format_args!(
        "bstar is at http://{}/ (Ctrl-C ends it)",
        server.address()
    ))?;
    server.run()?;
    Ok(Verdict::Done)
}
