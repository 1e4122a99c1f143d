//! Requests to the page's server, as they come out of HTTP: a method, an address, headers, a body.

use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, Uri, header};
use axum::response::Response;
use http_body_util::BodyExt;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// How many messages of a search are waited for, and how long. Then the visitor leaves.
const MESSAGES: usize = 2;
const PATIENCE: Duration = Duration::from_millis(300);

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let built = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    built.expect("two threads can be had")
});

/// One for all requests, as in life: it keeps the engines of some searches that have ended.
static SERVER: LazyLock<Router> = LazyLock::new(|| bstar_web::without_network::router(1));

/// Sends one request: `METHOD address`, lines of headers, an empty line, and the body.
///
/// What HTTP itself cannot carry is left out. So is a `Host` that is missing: it is filled in, so
/// that most requests come further than the guard.
pub fn answered(bytes: &[u8]) {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n");
    let (head, body) = match end {
        Some(at) => (&bytes[..at], &bytes[at + 2..]),
        None => (bytes, &[][..]),
    };
    let head = String::from_utf8_lossy(head);
    if let Some(request) = request(&head, body) {
        RUNTIME.block_on(async {
            let response = SERVER
                .clone()
                .oneshot(request)
                .await
                .expect("every request is answered");
            judge(response).await;
        });
    }
}

fn request(head: &str, body: &[u8]) -> Option<Request<Body>> {
    let mut lines = head.lines();
    let (method, address) = lines.next()?.split_once(' ')?;
    let mut request = Request::new(Body::from(body.to_vec()));
    *request.method_mut() = Method::from_bytes(method.as_bytes()).ok()?;
    *request.uri_mut() = address.parse::<Uri>().ok()?;
    let headers = request.headers_mut();
    for line in lines {
        let Some((name, value)) = line.split_once(": ") else {
            continue;
        };
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            headers.insert(name, value);
        }
    }
    let own = HeaderValue::from_static("127.0.0.1:8096");
    headers.entry(header::HOST).or_insert(own);
    let json = HeaderValue::from_static("application/json");
    headers.entry(header::CONTENT_TYPE).or_insert(json);
    Some(request)
}

async fn judge(response: Response) {
    let status = response.status();
    let headers = response.headers();
    assert!(
        headers.contains_key(header::CONTENT_SECURITY_POLICY),
        "not guarded"
    );
    assert!(
        headers.contains_key(header::X_CONTENT_TYPE_OPTIONS),
        "not guarded"
    );
    let kind = headers.get(header::CONTENT_TYPE).cloned();
    let kind = kind
        .as_ref()
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    assert!(
        !status.is_server_error() || status.as_u16() == 503,
        "{status}"
    );
    let mut body = response.into_body();
    if kind == "text/event-stream" {
        for _ in 0..MESSAGES {
            let _ = tokio::time::timeout(PATIENCE, body.frame()).await;
        }
        return;
    }
    let bytes = body.collect().await.expect("answers are whole").to_bytes();
    if kind.starts_with("application/json") && !bytes.is_empty() {
        let answer = serde_json::from_slice::<serde_json::Value>(&bytes).expect("JSON is JSON");
        assert!(answer.is_object());
    }
    if status.is_client_error() {
        assert!(!bytes.is_empty(), "{status} without a word");
    }
}
