//! The server without a network, for tests that send it whatever they like.

use axum::Router;

use crate::ended::EndedSearches;
use crate::guard::Name;
use crate::routes::{SharedState, routes};
use crate::running::Running;
use crate::share::CoreShares;

/// All that answers requests, with room for this many searches at once. There is no page.
pub fn router(searches: usize) -> Router {
    let shared = SharedState {
        share: CoreShares::new(1, searches),
        cores: 1,
        running: Running::default(),
        ended_searches: EndedSearches::default(),
        endings: Default::default(),
    };
    routes(shared, Name("127.0.0.1".into()), None)
}
