//! Ctrl-C: the first one asks for a clean end, the second does not ask.

use anyhow::Context;
use bstar_lab::parallel::Stop;

/// A request to stop that the keyboard can make.
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
