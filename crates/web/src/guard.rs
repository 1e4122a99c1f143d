//! Keeps other sites from using a server that only its own page should use.
//!
//! A page of another site can send requests here from a visitor's browser. The browser then names
//! that site as `Origin`, and the request is refused. A site could also point a name of its own at
//! this address, to pass for the same site. So only addresses, `localhost` and the name the server
//! was told to listen at are accepted as `Host`.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// The headers of every answer: no content from elsewhere, no framing, no guessing of types, no
/// caching.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The name the server was told to listen at.
#[derive(Clone, Debug)]
pub struct Name(pub Arc<str>);

/// Lets a request through, or says why not.
pub async fn guard(State(name): State<Name>, request: Request, next: Next) -> Response {
    let mut response = match check(&name, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (header, value) in HEADERS {
        response
            .headers_mut()
            .insert(header, HeaderValue::from_static(value));
    }
    response
}

fn check(name: &Name, request: &Request) -> Result<(), Problem> {
    // A header that comes twice is refused: a program on the way may have gone by the other one.
    let text = |header: header::HeaderName| {
        let values = request.headers().get_all(header).into_iter();
        let words: Vec<&str> = values.map(|value| value.to_str().unwrap_or("?")).collect();
        (!words.is_empty()).then(|| words.join(", "))
    };
    let host = text(header::HOST).unwrap_or_default();
    if !goes_by(name, &host) {
        return Err(Problem::UnknownHost(host));
    }
    let is_own = |origin: String| origin == format!("http://{host}");
    if !text(header::ORIGIN).is_none_or(is_own) {
        return Err(Problem::Foreign);
    }
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    let is_api = request.uri().path().starts_with("/api/");
    if is_api && site.is_some_and(|site| !matches!(&site[..], "same-origin" | "none")) {
        return Err(Problem::Foreign);
    }
    Ok(())
}

fn goes_by(name: &Name, host: &str) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((bare, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => bare,
        _ => host,
    };
    let address = bare.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost")
        || bare.eq_ignore_ascii_case(&name.0)
        || address.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_names() {
        let name = Name("study.example".into());
        for host in [
            "127.0.0.1:8080",
            "[::1]:80",
            "localhost",
            "LOCALHOST:1",
            "study.example:9",
            "192.168.0.7",
        ] {
            assert!(goes_by(&name, host), "{host}");
        }
        for host in [
            "",
            "evil.example:8080",
            "127.0.0.1.evil.example",
            "localhost.evil.example:80",
        ] {
            assert!(!goes_by(&name, host), "{host}");
        }
    }
}
