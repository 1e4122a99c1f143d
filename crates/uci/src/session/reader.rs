//! The thread that reads.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use crate::go::Go;
use crate::lines::{self, Line};

use super::command::{self, Command, Parsed};
use super::output::Output;
use super::search::{Nature, Search};

/// Something for the worker.
pub(super) struct Order {
    /// What to do, if anything.
    pub(super) job: Option<Job>,
    /// What to tell the user first.
    pub(super) complaints: Vec<String>,
    /// Words that meant nothing.
    pub(super) ignored: Vec<String>,
}

pub(super) enum Job {
    /// A `go`, with the search the reader may speak to.
    Go(Go, Search),
    /// Any other command that waits its turn.
    Other(Command),
}

/// Reads commands, does at once what cannot wait, and hands on the rest.
pub(super) struct Reader {
    output: Arc<Output>,
    orders: Sender<Order>,
    /// The last search asked for, which may be over. All earlier ones have been told to stop.
    last: Option<Search>,
}

impl Reader {
    pub(super) fn new(output: Arc<Output>, orders: Sender<Order>) -> Self {
        Self {
            output,
            orders,
            last: None,
        }
    }

    /// Reads until `quit`, the end of the input, or the end of the worker.
    pub(super) fn read(mut self, mut input: impl BufRead) -> io::Result<()> {
        while let Some(line) = lines::next_line(&mut input)? {
            let parsed = match line {
                Line::Text(text) => command::parse(&text),
                Line::TooLong => Parsed {
                    complaints: vec![format!(
                        "a line of more than {} bytes was ignored",
                        lines::LONGEST
                    )],
                    ..Parsed::default()
                },
            };
            if parsed.command == Some(Command::Quit) {
                if let Some(search) = &self.last {
                    search.quit();
                }
                break;
            }
            if !self.hand_on(parsed) {
                break;
            }
        }
        Ok(())
    }

    /// False if the worker is gone.
    fn hand_on(&mut self, parsed: Parsed) -> bool {
        let job = parsed.command.and_then(|command| self.take(command));
        let order = Order {
            job,
            complaints: parsed.complaints,
            ignored: parsed.ignored,
        };
        let is_empty =
            order.job.is_none() && order.complaints.is_empty() && order.ignored.is_empty();
        is_empty || self.orders.send(order).is_ok()
    }

    /// Does what cannot wait; the rest becomes a job.
    fn take(&mut self, command: Command) -> Option<Job> {
        match command {
            Command::Stop => {
                self.stop_last();
                None
            }
            Command::PonderHit => {
                if let Some(search) = &self.last {
                    search.signals.ponder_hit();
                }
                None
            }
            Command::IsReady if self.is_searching() => {
                self.output.say("readyok");
                None
            }
            Command::Go(go) => {
                self.stop_last();
                let search = Search::new(Nature::of(&go));
                self.last = Some(search.clone());
                Some(Job::Go(go, search))
            }
            // When nothing is searched, `isready` asks whether all that was said before is done: it queues.
            other => Some(Job::Other(other)),
        }
    }

    fn is_searching(&self) -> bool {
        self.last.as_ref().is_some_and(|last| !last.is_finished())
    }

    fn stop_last(&self) {
        if let Some(search) = &self.last {
            search.signals.stop();
        }
    }
}

impl Drop for Reader {
    /// However reading ended, nobody is left to release a search that waits for it.
    fn drop(&mut self) {
        if self.last.as_ref().is_some_and(|last| !last.is_released()) {
            self.stop_last();
        }
    }
}
