//! Where the cluster is, and the way in.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use bstar_kit::input::{LimitedInput, open_plain};
use percent_encoding::percent_decode_str;
use thiserror::Error;

use crate::error::ClusterError;
use crate::notice::{Notice, Notify};

/// How long to wait for the server at the start.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// The port of NATS, unless another is named.
const USUAL_PORT: u16 = 4222;

/// The address of a cluster, with user and password if it has some. They are never shown.
#[derive(Clone)]
pub struct Address {
    server: ServerAddr,
    /// A file with a key, as NATS makes them: `.creds`, or the seed of an nkey.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that signed the server's.
    pub authority: Option<PathBuf>,
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected nats://HOST, nats://USER:PASSWORD@HOST:PORT or tls://HOST")]
pub struct AddressError;

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let server: ServerAddr = text.parse().map_err(|_| AddressError)?;
        let is_known = ["nats", "tls"].contains(&server.scheme());
        if !is_known || server.host().is_empty() {
            return Err(AddressError);
        }
        Ok(Address {
            server,
            credentials: None,
            authority: None,
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let server = &self.server;
        write!(f, "{}://{}", server.scheme(), server.host())?;
        match server.port() {
            USUAL_PORT => Ok(()),
            port => write!(f, ":{port}"),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

impl Address {
    /// Connects. A connection that breaks later is made again, however long that takes.
    pub(crate) async fn connect(&self, notify: &Notify) -> Result<Client, ClusterError> {
        let mut options = ConnectOptions::new()
            .name("bstar")
            .connection_timeout(CONNECT_PATIENCE)
            .request_timeout(Some(CONNECT_PATIENCE))
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(100 * (attempts as u64).min(20))
            });
        if let Some(user) = self.server.username() {
            let password = self.server.password().unwrap_or_default();
            let [user, password] = [user, password]
                .map(|word| percent_decode_str(word).decode_utf8_lossy().into_owned());
            options = options.user_and_password(user, password);
        }
        let unreadable = |path: &PathBuf, source| ClusterError::Unreadable {
            path: path.clone(),
            source,
        };
        if let Some(path) = &self.credentials {
            let text = LimitedInput::whole(path).and_then(io::read_to_string);
            let text = text.map_err(|error| unreadable(path, error))?;
            options = match text.contains("BEGIN NATS USER JWT") {
                true => options
                    .credentials(&text)
                    .map_err(|error| unreadable(path, error))?,
                false => options.nkey(text.trim().to_owned()),
            };
        }
        if let Some(path) = &self.authority {
            // Else it would not be said which file is missing.
            open_plain(path).map_err(|error| unreadable(path, error))?;
            options = options.add_root_certificates(path.clone());
        }
        let told = notify.clone();
        // The first connection is nothing to tell.
        let was_lost = Arc::new(AtomicBool::new(false));
        let options = options.event_callback(move |event| {
            let (told, was_lost) = (told.clone(), was_lost.clone());
            async move {
                match event {
                    Event::Disconnected => {
                        was_lost.store(true, Ordering::Relaxed);
                        told(Notice::Disconnected);
                    }
                    Event::Connected if was_lost.load(Ordering::Relaxed) => {
                        told(Notice::Connected);
                    }
                    _ => {}
                }
            }
        });
        let client = options.connect(self.server.clone()).await;
        let client = client.map_err(|error| ClusterError::Connect {
            address: self.to_string(),
            reason: error.to_string(),
        })?;
        if !client.server_info().auth_required {
            notify(Notice::OpenToEverybody(self.to_string()));
        }
        Ok(client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        let address: Address = "nats://me:secret@example.org:4333".parse().unwrap();
        for shown in [format!("{address}"), format!("{address:?}")] {
            assert!(shown.contains("nats://example.org:4333"), "{shown}");
            assert!(!shown.contains("secret") && !shown.contains("me:"));
        }
        let address: Address = "tls://example.org".parse().unwrap();
        assert_eq!(address.to_string(), "tls://example.org");
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in ["", "http://example.org", "nats://", "ws://example.org"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
