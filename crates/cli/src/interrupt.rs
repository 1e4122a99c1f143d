//! Ctrl-C: the first one asks for a clean end, the second does not ask.

use anyhow::Context;
use bstar_kit::stop::Stop;

/// A request to stop that the keyboard can make.
pub fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let handle = stop.clone();
    on_interrupt(move || handle.set())?;
    Ok(stop)
}

/// Has the first Ctrl-C do this.
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
