//! The connections of the server: how many there may be, and how long one may wait.
//!
//! A visitor could open connections and never finish a request on them, or never read the answer.
//! Each would keep a file open, and after a few hundred nobody else could get in. So there are two
//! limits:
//!
//! * A connection on which the server could write nothing for [`MAX_WAIT`] is closed. That is the
//!   time for the head and the body of a request together, for the next request on the same
//!   connection, and for reading an answer. A search writes more often than that.
//! * With [`MAX_CONNECTIONS`] open, the next one is still let in, and another makes room: the
//!   oldest without any answer, or else the one whose last answer is the oldest. Every one has had
//!   [`MIN_WAIT`] before, so that a crowd does not drive out those who have only just asked.

use std::collections::BTreeMap;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep};

/// The most connections at once. Many systems allow a program 256 open files.
pub const MAX_CONNECTIONS: usize = 200;

/// How long a connection may go without a byte of an answer. The streams of searches are kept alive
/// every 15 seconds.
pub const MAX_WAIT: Duration = Duration::from_secs(30);

/// How long no connection has to make room after it was opened, or after its last answer. A request
/// takes a few milliseconds.
const MIN_WAIT: Duration = Duration::from_millis(250);

/// How long to wait after the system could not open a connection.
const RETRY_AFTER: Duration = Duration::from_millis(50);

/// Lets visitors in, within the limits.
pub struct LimitedListener {
    inner: TcpListener,
    open: OpenConnections,
}

impl LimitedListener {
    /// Limits the connections of a listener.
    pub fn new(inner: TcpListener) -> LimitedListener {
        LimitedListener {
            inner,
            open: OpenConnections::default(),
        }
    }
}

impl Listener for LimitedListener {
    type Io = Connection<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            match self.inner.accept().await {
                Ok((stream, address)) => {
                    self.open.make_room().await;
                    return (self.open.enter(stream), address);
                }
                Err(error) if is_of_one_visitor(&error) => {}
                // Most likely no more files may be open. One less makes room.
                Err(_) => {
                    self.open.close_one();
                    sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// Whether a visitor left before they were let in, which is no concern of others.
fn is_of_one_visitor(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// The connections that are open, by the order in which they were opened.
#[derive(Clone, Default)]
struct OpenConnections {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    opened: u64,
    connections: BTreeMap<u64, Entry>,
}

struct Entry {
    opened: Instant,
    /// When something was last written to the visitor.
    answered: Option<Instant>,
    close: oneshot::Sender<()>,
}

impl OpenConnections {
    /// Waits until there is room for one more. For that, another one may have to go.
    async fn make_room(&self) {
        while let Some(wait) = self.time_until_room() {
            if wait.is_zero() {
                self.close_one();
            }
            sleep(wait).await;
        }
    }

    /// How long it takes until the connection that has waited longest may be closed. `None` if
    /// there is room already.
    fn time_until_room(&self) -> Option<Duration> {
        let state = self.state();
        if state.connections.len() < MAX_CONNECTIONS {
            return None;
        }
        let entry = &state.connections[&state.longest_waiting()?];
        let since = entry.answered.unwrap_or(entry.opened);
        Some(MIN_WAIT.saturating_sub(since.elapsed()))
    }

    fn enter<S>(&self, stream: S) -> Connection<S> {
        let (close, closed) = oneshot::channel();
        let mut state = self.state();
        let number = state.opened;
        state.opened += 1;
        let entry = Entry {
            opened: Instant::now(),
            answered: None,
            close,
        };
        state.connections.insert(number, entry);
        Connection {
            stream,
            number,
            open: self.clone(),
            closed,
            is_closed: false,
            deadline: Box::pin(sleep(MAX_WAIT)),
        }
    }

    /// Closes the connection that has waited longest.
    fn close_one(&self) {
        let mut state = self.state();
        let longest = state.longest_waiting();
        if let Some(entry) = longest.and_then(|number| state.connections.remove(&number)) {
            let _ = entry.close.send(());
        }
    }

    fn note_answer(&self, number: u64) {
        if let Some(entry) = self.state().connections.get_mut(&number) {
            entry.answered = Some(Instant::now());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic leaves nothing half done in the list.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The connection that has waited longest: one without an answer before all others.
    fn longest_waiting(&self) -> Option<u64> {
        self.connections
            .iter()
            .min_by_key(|(number, entry)| (entry.answered, **number))
            .map(|(number, _)| *number)
    }
}

/// A connection that is closed when it has waited too long, or when it has to make room.
pub struct Connection<S> {
    stream: S,
    number: u64,
    open: OpenConnections,
    closed: oneshot::Receiver<()>,
    /// A receiver must not be asked again after it has answered.
    is_closed: bool,
    deadline: Pin<Box<Sleep>>,
}

impl<S> Connection<S> {
    /// Fails if the connection is to be closed. Otherwise the task is woken when it is.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        self.is_closed = self.is_closed || Pin::new(&mut self.closed).poll(context).is_ready();
        if self.is_closed {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        match self.deadline.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(()),
        }
    }

    /// Begins to wait anew, because something was written.
    fn note_written(&mut self, written: &io::Result<usize>, context: &mut Context<'_>) {
        if matches!(written, Ok(count) if *count > 0) {
            self.deadline.as_mut().reset(Instant::now() + MAX_WAIT);
            // The reader is not polled again by itself, so the new deadline has to wake it.
            let _ = self.deadline.as_mut().poll(context);
            self.open.note_answer(self.number);
        }
    }
}

impl<S> Drop for Connection<S> {
    fn drop(&mut self) {
        self.open.state().connections.remove(&self.number);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check(context)?;
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes));
        self.note_written(&written, context);
        Poll::Ready(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check(context)?;
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(context, pieces));
        self.note_written(&written, context);
        Poll::Ready(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    /// Runs with a clock that jumps ahead whenever everybody waits.
    fn with_paused_clock(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap()
            .block_on(test);
    }

    fn pair(open: &OpenConnections) -> (Connection<DuplexStream>, DuplexStream) {
        let (server, visitor) = duplex(64);
        (open.enter(server), visitor)
    }

    async fn fault_of(connection: &mut Connection<DuplexStream>) -> io::ErrorKind {
        let mut buffer = [0; 16];
        loop {
            match connection.read(&mut buffer).await {
                Ok(_) => {}
                Err(error) => return error.kind(),
            }
        }
    }

    #[test]
    fn a_request_that_comes_byte_by_byte_is_cut_off() {
        with_paused_clock(async {
            let began = Instant::now();
            let (mut connection, mut visitor) = pair(&OpenConnections::default());
            let trickle = tokio::spawn(async move {
                while visitor.write_all(b"G").await.is_ok() {
                    sleep(Duration::from_secs(1)).await;
                }
            });
            assert_eq!(fault_of(&mut connection).await, io::ErrorKind::TimedOut);
            assert_eq!(began.elapsed().as_secs(), MAX_WAIT.as_secs());
            drop(connection);
            trickle.await.unwrap();
        });
    }

    #[test]
    fn every_byte_of_an_answer_gives_more_time() {
        with_paused_clock(async {
            let began = Instant::now();
            let (mut connection, mut visitor) = pair(&OpenConnections::default());
            for _ in 0..5 {
                sleep(MAX_WAIT / 2).await;
                connection.write_all(b"news").await.unwrap();
                visitor.read_exact(&mut [0; 4]).await.unwrap();
            }
            assert_eq!(fault_of(&mut connection).await, io::ErrorKind::TimedOut);
            assert_eq!(began.elapsed(), MAX_WAIT / 2 * 5 + MAX_WAIT);
        });
    }

    /// As the server does between two requests: it found nothing to read, wrote, and waits.
    #[test]
    fn a_connection_that_only_waits_for_its_next_request_is_woken_to_be_closed() {
        with_paused_clock(async {
            let (mut connection, _visitor) = pair(&OpenConnections::default());
            let mut polls = 0;
            let waiting = std::future::poll_fn(|context| {
                polls += 1;
                let mut bytes = [0; 16];
                let mut buffer = ReadBuf::new(&mut bytes);
                match Pin::new(&mut connection).poll_read(context, &mut buffer) {
                    Poll::Pending if polls == 1 => {
                        let written = Pin::new(&mut connection).poll_write(context, b"news");
                        assert!(matches!(written, Poll::Ready(Ok(4))));
                        Poll::Pending
                    }
                    other => other,
                }
            });
            let closed = tokio::time::timeout(2 * MAX_WAIT, waiting).await;
            assert_eq!(closed.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn a_visitor_who_does_not_read_is_left() {
        with_paused_clock(async {
            let (mut connection, _visitor) = pair(&OpenConnections::default());
            let error = connection.write_all(&[0; 1000]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn who_has_no_answer_makes_room_before_who_has_one() {
        with_paused_clock(async {
            let open = OpenConnections::default();
            let (mut answered, _visitor) = pair(&open);
            answered.write_all(b"news").await.unwrap();
            let mut silent: Vec<_> = (1..MAX_CONNECTIONS).map(|_| pair(&open)).collect();
            assert_eq!(open.state().connections.len(), MAX_CONNECTIONS);
            let full = Instant::now();
            open.make_room().await;
            assert_eq!(full.elapsed(), MIN_WAIT);
            assert_eq!(open.state().connections.len(), MAX_CONNECTIONS - 1);
            let (first, _) = &mut silent[0];
            assert_eq!(fault_of(first).await, io::ErrorKind::ConnectionAborted);
            // The server may still try to answer, or to read on.
            assert!(first.write_all(b"too late").await.is_err());
            assert_eq!(fault_of(first).await, io::ErrorKind::ConnectionAborted);
            answered.write_all(b"more").await.unwrap();
            silent.clear();
            assert_eq!(open.state().connections.len(), 1);
        });
    }

    #[test]
    fn among_those_with_an_answer_the_oldest_makes_room() {
        with_paused_clock(async {
            let open = OpenConnections::default();
            let (mut first, _one) = pair(&open);
            let (mut second, _two) = pair(&open);
            for connection in [&mut second, &mut first] {
                connection.write_all(b"news").await.unwrap();
                sleep(Duration::from_secs(1)).await;
            }
            open.close_one();
            assert_eq!(
                fault_of(&mut second).await,
                io::ErrorKind::ConnectionAborted
            );
            first.write_all(b"more").await.unwrap();
        });
    }
}
