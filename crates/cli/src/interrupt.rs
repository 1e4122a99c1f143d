//! Ctrl-C. The first one asks the program to end cleanly, the second ends it at once.

use anyhow::Context;
use bstar_kit::stop::Stop;

/// A stop flag that the first Ctrl-C sets.
pub fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let handle = stop.clone();
    ctrlc::set_handler(move || {
        if handle.is_set() {
            std::process::exit(130);
        }
        handle.set();
    })
    .context("cannot listen for interruptions")?;
    Ok(stop)
}
