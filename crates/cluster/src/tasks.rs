//! Tasks in the background.

use tokio::task::JoinHandle;

/// Aborts a task when it is dropped.
pub(crate) struct AbortOnDrop(pub JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
