//! Ctrl-C. The first one asks the program to end cleanly, the second ends it at once.

use anyhow::Context;
use bstar_kit::stop::Stop;

/// A stop flag that the first Ctrl-C sets.
pub fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let handle = stop.clone();
    on_interrupt(move || handle.set())?;
    Ok(stop)
}

/// Calls `act` at the first Ctrl-C.
pub fn on_interrupt(act: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let stop = Stop::new();
    ctrlc::set_handler(move || {
        if stop.is_set() {
            std::process::exit(130);
        }
        stop.set();
        act();
    })
    .context("cannot listen for interruptions")
}
