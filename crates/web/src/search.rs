//! One visitor's search: a thread that thinks, and the stream on which it is heard.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bstar_engine::{Engine, EngineError, SearchKind, SearchLimits, Settings, Signals};
use bstar_explain::Reading;
use bstar_explain::output::lines::Line;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use crate::ask::{Aim, Question};
use crate::running::{Handle, Ticket};
use crate::share::Turn;
use crate::voice::{Voice, push};

/// MiB for the table and the tree of one search.
const HASH_MIB: usize = 16;

/// So many messages may wait for a visitor; while they do, no more are made.
const WAITING: usize = 8;

/// Where a visitor stands when he is let in.
#[derive(Serialize)]
pub struct Accepted {
    /// The name of his search.
    pub search: String,
    /// How many are searching, he included.
    pub running: usize,
    /// On so many cores.
    pub cores: usize,
    /// For so long.
    pub seconds: f64,
}

/// Begins a search. Dropping the stream ends it.
pub fn begin(
    question: Question,
    turn: Turn,
    ticket: Ticket,
    handle: Handle,
    accepted: Accepted,
) -> Result<Response, EngineError> {
    let engine = Engine::new(Settings {
        hash_mib: HASH_MIB,
        search: SearchKind::Bstar,
        ..Settings::default()
    })?;
    let (sender, receiver) = mpsc::channel(WAITING);
    let mut first = String::new();
    push(&mut first, &Line::new("accepted", accepted));
    let _ = sender.try_send(first);
    let voice = Voice::new(sender, tokio::runtime::Handle::current());
    let signals = handle.signals.clone();
    std::thread::spawn(move || {
        think(engine, &question, turn, &handle, voice);
        drop(ticket);
    });
    let lines = Lines { receiver, signals };
    Ok(Sse::new(lines)
        .keep_alive(KeepAlive::default())
        .into_response())
}

fn think(
    mut engine: Engine,
    question: &Question,
    mut turn: Turn,
    handle: &Handle,
    mut voice: Voice,
) {
    let game = &question.game;
    let limits = SearchLimits {
        move_time: Some(question.time),
        ..SearchLimits::default()
    };
    let limits = match question.aim {
        Aim::Best => limits,
        Aim::Compare(two) => two.limits(&limits),
    };
    let enough = handle.signals.clone();
    let began = Instant::now();
    let thought = engine.think(game, &limits, &handle.signals, &mut |news| {
        voice.comment(news);
        if let Aim::Compare(two) = question.aim
            && two.is_clear(news, began.elapsed())
        {
            enough.stop();
        }
        turn.give_way();
    });
    turn.rest();
    let mut reading = Reading::new(game, &thought);
    if handle.is_asked() {
        reading = reading.interrupted();
    }
    let mut lines = reading.telling();
    if let Aim::Compare(two) = question.aim {
        lines.extend(reading.asked(two.asked).telling());
    }
    voice.finish(lines);
}

/// What a visitor hears: messages of a few lines each. When he leaves, nobody holds this any more, and the search is told to stop.
pub struct Lines {
    receiver: mpsc::Receiver<String>,
    signals: Signals,
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
        self.signals.stop();
    }
}
