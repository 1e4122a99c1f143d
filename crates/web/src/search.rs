//! One visitor's search: the thread that searches, and the stream that carries its messages.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bstar_ask::{Asker, Listener, Question, Start, Told};
use bstar_engine::{EngineError, Settings};
use bstar_explain::write::output::lines::{OutputLine, OutputObject};
use bstar_kit::stop::Stop;
use bstar_tables::Tables;
use bstar_thought::Snapshot;
use serde::Serialize;
use thiserror::Error;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use crate::ask::CheckedRequest;
use crate::ended::{Ended, EndedSearches, Tree};
use crate::memory::give_free_memory_back;
use crate::messenger::{Messenger, push};
use crate::running::{Handle, Ticket};
use crate::share::CoreTurn;

/// MiB for the table and the tree of one search.
pub const HASH_MIB: usize = 16;

/// The most messages that may wait for a visitor. While they do, no more are made.
pub const MAX_WAITING_MESSAGES: usize = 8;

/// What a visitor is told when their search is accepted.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accepted {
    /// The name of the search.
    pub search: String,
    /// How many searches are running, this one included.
    pub running: usize,
    /// How many cores there are.
    pub cores: usize,
    /// How long the search may take; where a game is judged, how long that of each position.
    pub seconds: f64,
    /// How many threads search.
    pub threads: usize,
    /// Whether it goes on where the search that was named ended, with what that had learned.
    pub continues: bool,
}

/// What a search needs and the system does not have now.
#[derive(Debug, Error)]
pub enum Missing {
    /// Memory.
    #[error(transparent)]
    Memory(#[from] EngineError),
    /// A thread.
    #[error("no thread to search in: {0}")]
    Thread(#[from] io::Error),
}

/// A search that was accepted, with all it needs.
pub struct AcceptedSearch {
    /// What is asked for.
    pub request: CheckedRequest,
    pub turn: CoreTurn,
    /// Its name.
    pub ticket: Ticket,
    /// What ends it.
    pub handle: Handle,
    /// Where it is kept after its end.
    pub ended_searches: EndedSearches,
    /// Where it looks endings up.
    pub endings: Tables,
}

fn settings(threads: usize, endings: Tables) -> Settings {
    Settings {
        hash_mib: HASH_MIB,
        threads,
        endings,
        ..Settings::for_explaining()
    }
}

/// Begins a search. Dropping the stream ends it.
pub fn begin(search: AcceptedSearch, mut accepted: Accepted) -> Result<Response, Missing> {
    let AcceptedSearch {
        request,
        turn,
        ticket,
        handle,
        ended_searches,
        endings,
    } = search;
    let earlier = request.continues.as_deref();
    let earlier = earlier.and_then(|name| ended_searches.take(name, &request.game));
    accepted.continues = earlier.is_some();
    let (mut asker, tree) = match earlier {
        Some(Ended { mut asker, tree }) => {
            asker.set_threads(accepted.threads)?;
            (asker, Some(tree))
        }
        None => (Asker::new(settings(accepted.threads, endings))?, None),
    };
    let left = Stop::new();
    let turn = Arc::new(Mutex::new(turn));
    asker.share_processor(turns(&turn));
    let (sender, receiver) = mpsc::channel(MAX_WAITING_MESSAGES);
    let mut first = String::new();
    push(&mut first, &OutputLine::new("accepted", accepted));
    let _ = sender.try_send(first);
    let runtime = tokio::runtime::Handle::current();
    let messenger = Messenger::new(sender, runtime.clone());
    let stop = handle.stop.clone();
    let gone = left.clone();
    std::thread::Builder::new()
        .name("search".to_owned())
        .spawn(move || {
            let mut visitor = Visitor { messenger, turn };
            let name = match (&request.asked, &request.continues) {
                // The visitor still looks at the search that was there before.
                (Some(_), Some(earlier)) if tree.is_some() => earlier.clone(),
                _ => ticket.name.clone(),
            };
            let (lines, tree) = think(&mut asker, tree, request, &handle.stop, &gone, &mut visitor);
            // A search is kept before its stream ends: a visitor may go on at that moment.
            ended_searches.put(name, Ended { asker, tree }, &runtime);
            visitor.messenger.finish(lines);
            give_free_memory_back();
            drop(ticket);
        })?;
    Ok(stream(receiver, move || {
        left.set();
        stop.set();
    }))
}

/// What lets others have their turn, for all searches that are made for a visitor. Who makes them
/// is kept longer than the turn.
pub fn turns(turn: &Arc<Mutex<CoreTurn>>) -> impl Fn() + Clone + Send + Sync + 'static {
    let turn = Arc::downgrade(turn);
    move || {
        if let Some(turn) = turn.upgrade() {
            locked(&turn).give_way();
        }
    }
}

/// The messages of a channel as the answer to a request. When the visitor has left, `leave` is
/// called.
pub fn stream(
    receiver: mpsc::Receiver<String>,
    leave: impl Fn() + Send + Sync + 'static,
) -> Response {
    let lines = Lines {
        receiver,
        leave: Box::new(leave),
    };
    Sse::new(lines)
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// A visitor, and their turn on a core.
struct Visitor {
    messenger: Messenger,
    turn: Arc<Mutex<CoreTurn>>,
}

impl Listener for Visitor {
    fn hear(&mut self, news: &Snapshot) {
        self.messenger.comment(news);
    }

    fn see_second_tree(&mut self, both: &Snapshot) {
        self.messenger.record(both);
    }

    fn turn_to_asked_move(&mut self) {
        self.messenger.begin_anew();
    }

    fn compose(&mut self) {
        // The searches for sentences begin with a turn of their own.
        locked(&self.turn).rest();
    }
}

/// Of several threads that search, one waits for the turn of all, and the others wait for that one.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches, and returns the last lines, and the tree for the next question.
fn think(
    asker: &mut Asker,
    earlier: Option<Tree>,
    request: CheckedRequest,
    stop: &Stop,
    left: &Stop,
    visitor: &mut Visitor,
) -> (Vec<OutputLine<OutputObject<'static>>>, Tree) {
    let before = earlier.as_ref().map_or_else(Default::default, Tree::spent);
    let start = match (earlier, request.asked) {
        (None, _) => Start::Fresh,
        (Some(_), None) => Start::Further,
        (Some(tree), Some(_)) => Start::Searched(Box::new(tree.thought)),
    };
    let goes_on = matches!(start, Start::Further);
    let question = Question::new(request.game, request.effort)
        .about(request.asked)
        .from(start)
        .watched();
    let mut answer = asker.ask(question, stop, visitor);
    if goes_on {
        answer.whole.time += before.time;
        answer.whole.nodes += before.nodes;
    }
    visitor.compose();
    asker.compose(&answer, left, |told| told.shown_sentences());
    let lines = answer.told(lines);
    // Nobody waits for the visitor with a core in hand.
    locked(&visitor.turn).rest();
    let tree = Tree {
        game: answer.game,
        thought: answer.whole,
    };
    (lines, tree)
}

/// The lines of an answer. Of a move that was asked about, they show the tree that knows it.
fn lines(told: &Told) -> Vec<OutputLine<OutputObject<'static>>> {
    let mut lines = told.shown().output_lines();
    lines.extend(told.asked.and_then(|asked| asked.output_line()));
    lines
}

/// The stream of messages to a visitor, a few lines each. When the visitor leaves, it is dropped,
/// and the search is told to stop.
pub struct Lines {
    receiver: mpsc::Receiver<String>,
    leave: Box<dyn Fn() + Send + Sync>,
}

impl Stream for Lines {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|message| {
            let text = message?;
            Some(Ok(Event::default().event("lines").data(text.trim_end())))
        })
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        (self.leave)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use crate::share::CoreShares;
    use bstar_board::Game;
    use bstar_kit::effort::Effort;

    /// Sentences once took as much of a core as they liked.
    #[test]
    fn sentences_wait_for_their_turn() {
        let share = CoreShares::new(1, 2);
        let [mut other, own] = [0, 1].map(|_| share.enter().unwrap());
        let is_told = std::thread::spawn(move || {
            let mut asker = Asker::new(settings(1, Tables::default())).unwrap();
            let question = Question::new(Game::default(), Effort::nodes(2_000));
            let answer = asker.ask(question, &Stop::new(), &mut ());
            let own = Arc::new(Mutex::new(own));
            asker.share_processor(turns(&own));
            // The first slice is over.
            std::thread::sleep(Duration::from_millis(50));
            asker.compose(&answer, &Stop::new(), |told| told.reading.story())
        });
        std::thread::sleep(Duration::from_millis(50));
        other.give_way();
        while share.waiting() == 0 {
            assert!(!is_told.is_finished(), "they took no turn");
            std::thread::sleep(Duration::from_millis(5));
        }
        other.rest();
        assert!(!is_told.join().unwrap().is_empty());
    }
}
