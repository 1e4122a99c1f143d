//! Ctrl-C. The first one asks the program to end cleanly, the second ends it at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use bstar_kit::stop::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signals that ask a program to end: from the user, the system, a terminal that was closed.
#[cfg(unix)]
const REQUESTS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const REQUESTS: [i32; 2] = [SIGINT, SIGTERM];

/// The exit code after the second one.
const INTERRUPTED: i32 = 130;

/// A stop flag that the first Ctrl-C sets.
pub fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let asked = Arc::new(AtomicBool::new(false));
    for request in REQUESTS {
        listen(request, &asked).context("cannot listen for interruptions")?;
    }
    Ok(Stop::made_by(asked))
}

/// Signals are heard without a thread for them. The system would give it addresses of its own, at
/// any moment, and a search that was promised that memory would end in the middle.
fn listen(request: i32, asked: &Arc<AtomicBool>) -> io::Result<()> {
    // In this order: the first request finds that nobody has asked yet.
    flag::register_conditional_shutdown(request, INTERRUPTED, Arc::clone(asked))?;
    flag::register(request, Arc::clone(asked))?;
    Ok(())
}
