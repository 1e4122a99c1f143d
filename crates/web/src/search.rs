//! One visitor's search: the thread that searches, and the stream that carries its messages.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bstar_ask::rounds::{Audience, InRounds, Round};
use bstar_engine::thinker::BstarOptions;
use bstar_engine::{Engine, EngineError, Settings};
use bstar_explain::Reading;
use bstar_explain::output::lines::{OutputLine, OutputObject};
use bstar_explain::reading::Referee;
use bstar_kit::stop::Stop;
use bstar_tables::Tables;
use bstar_thought::Snapshot;
use serde::Serialize;
use thiserror::Error;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use crate::ask::{Aim, CheckedRequest};
use crate::ended::{Ended, EndedSearches};
use crate::memory::give_free_memory_back;
use crate::messenger::{Messenger, push};
use crate::running::{Handle, Ticket};
use crate::share::CoreTurn;

/// MiB for the table and the tree of one search.
pub const HASH_MIB: usize = 16;

/// The share of the deep search in percent. It is less than where a choice is explained in text:
/// here people look at the tree.
const ROOT_SEARCH_PERCENT: u32 = 70;

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
    let usual = Settings::for_explaining();
    Settings {
        hash_mib: HASH_MIB,
        threads,
        endings,
        options: BstarOptions {
            root_search_percent: Some(ROOT_SEARCH_PERCENT),
            ..usual.options
        },
        ..usual
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
    let settings = settings(accepted.threads, endings);
    let earlier = request.continues.as_deref();
    let earlier = earlier.and_then(|name| ended_searches.take(name, &request.game));
    accepted.continues = earlier.is_some();
    let mut ended = match earlier {
        Some(earlier) => earlier,
        None => Ended {
            engine: Engine::new(settings.clone())?,
            game: request.game.clone(),
            time: Duration::ZERO,
            nodes: 0,
        },
    };
    let left = Stop::new();
    let turn = Arc::new(Mutex::new(turn));
    let referee = referee(&settings, &left, &turn)?;
    ended.engine.configure(settings)?;
    let continues = accepted.continues;
    let (sender, receiver) = mpsc::channel(MAX_WAITING_MESSAGES);
    let mut first = String::new();
    push(&mut first, &OutputLine::new("accepted", accepted));
    let _ = sender.try_send(first);
    let runtime = tokio::runtime::Handle::current();
    let messenger = Messenger::new(sender, runtime.clone());
    let stop = handle.stop.clone();
    std::thread::Builder::new()
        .name("search".to_owned())
        .spawn(move || {
            let (lines, messenger) = think(
                &mut ended, &referee, &request, continues, turn, &handle, messenger,
            );
            // A comparison has searched two moves only, and nobody goes on with it. Any other
            // search is kept before its stream ends: a visitor may go on at that moment.
            if request.aim == Aim::Best {
                ended_searches.put(ticket.name.clone(), ended, &runtime);
            }
            messenger.finish(lines);
            drop((referee, request));
            give_free_memory_back();
            drop(ticket);
        })?;
    Ok(stream(receiver, move || {
        left.set();
        stop.set();
    }))
}

/// The referee of the sentences for a visitor. It shares the turn of their search, and knows no
/// more answers when they have left.
pub fn referee(
    settings: &Settings,
    left: &Stop,
    turn: &Arc<Mutex<CoreTurn>>,
) -> Result<Referee, EngineError> {
    let mut referee = Referee::new(settings)?.stopped_by(left);
    let turn = Arc::clone(turn);
    referee.share_processor(move || locked(&turn).give_way());
    Ok(referee)
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

/// Tells a visitor how a search stands.
struct Telling<'a> {
    messenger: Messenger,
    aim: Aim,
    began: Instant,
    stop: &'a Stop,
}

impl Audience for Telling<'_> {
    fn hear(&mut self, news: &Snapshot, round: Round) {
        self.messenger.comment(news);
        if let Aim::Compare(two) = self.aim
            && round == Round::Last
            && two.is_clear(news, self.began.elapsed())
        {
            self.stop.set();
        }
    }

    fn see_second_tree(&mut self, both: &Snapshot) {
        self.messenger.record(both);
    }
}

/// Of several threads that search, one waits for the turn of all, and the others wait for that one.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches, and returns the last lines with the messenger for them.
fn think(
    ended: &mut Ended,
    referee: &Referee,
    request: &CheckedRequest,
    continues: bool,
    turn: Arc<Mutex<CoreTurn>>,
    handle: &Handle,
    messenger: Messenger,
) -> (Vec<OutputLine<OutputObject<'static>>>, Messenger) {
    let game = &request.game;
    let only = match request.aim {
        Aim::Best => Vec::new(),
        Aim::Compare(two) => two.search_moves(),
    };
    let (engine, stop) = (&mut ended.engine, &handle.stop);
    // The engine may be kept for longer than the turn.
    let shared = Arc::downgrade(&turn);
    engine.share_processor(move || {
        if let Some(turn) = shared.upgrade() {
            locked(&turn).give_way();
        }
    });
    let mut telling = Telling {
        messenger,
        aim: request.aim,
        began: Instant::now(),
        stop,
    };
    let rounds = InRounds {
        game,
        only: &only,
        time: request.time,
    };
    let mut thought = match continues {
        true => rounds.go_on(engine, stop, &mut telling),
        false => rounds.run(engine, stop, &mut telling),
    };
    thought.time += ended.time;
    thought.nodes += ended.nodes;
    (ended.time, ended.nodes) = (thought.time, thought.nodes);
    // The searches for its sentences begin with a turn of their own.
    locked(&turn).rest();
    let mut reading = Reading::new(game, &thought, referee);
    if handle.is_asked() {
        reading = reading.interrupted();
    }
    let mut lines = reading.output_lines();
    if let Aim::Compare(two) = request.aim {
        lines.extend(reading.asked(two.asked).output_line());
    }
    // Sentences take their turn as the search does. Nobody waits for the visitor with a core in
    // hand.
    locked(&turn).rest();
    (lines, telling.messenger)
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
    use crate::share::CoreShares;
    use bstar_board::Game;
    use bstar_engine::Task;
    use bstar_kit::effort::Effort;

    /// Sentences once took as much of a core as they liked.
    #[test]
    fn sentences_wait_for_their_turn() {
        let share = CoreShares::new(1, 2);
        let [mut other, own] = [0, 1].map(|_| share.enter().unwrap());
        let is_told = std::thread::spawn(move || {
            let settings = settings(1, Tables::default());
            let referee = referee(&settings, &Stop::new(), &Arc::new(Mutex::new(own))).unwrap();
            let game = Game::default();
            let mut engine = Engine::new(settings).unwrap();
            let effort = Effort::nodes(2_000);
            let thought = engine.run(&Task::explain(&game, effort), &Stop::new(), &mut ());
            // The first slice is over.
            std::thread::sleep(Duration::from_millis(50));
            Reading::new(&game, &thought, &referee).story()
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
