//! What runs beside.

use tokio::task::JoinHandle;

/// Ends a task with whoever has it.
pub(crate) struct AbortOnDrop(pub JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
