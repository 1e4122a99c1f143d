//! The two streams on the server.

use std::time::Duration;

use async_nats::jetstream::consumer::{self, AckPolicy, PullConsumer};
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};

use crate::messages::{Needs, Program, consumer_of, results_of};

/// A client that takes no notice of a result for so long gets it again.
const ACK_WAIT: Duration = Duration::from_secs(10);

/// Messages of this age are deleted, and so are consumers that are unused for this time.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(7 * 24 * 3600);

/// Maximum number of jobs under way at a time.
const MAX_JOBS_UNDER_WAY: i64 = 65_536;

/// Any error of NATS, as words. None is dealt with in another way than the others.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The streams of jobs and results.
#[derive(Clone)]
pub(crate) struct Streams {
    pub jobs: Stream,
    pub results: Stream,
}

impl Streams {
    /// Finds the streams, or makes them.
    pub async fn open(client: &async_nats::Client) -> Result<Streams, Failure> {
        let context = Streams::context(client);
        let kept = |name: &str, subjects: &str, retention| stream::Config {
            name: name.to_owned(),
            subjects: vec![subjects.to_owned()],
            retention,
            storage: StorageType::File,
            max_age: FORGOTTEN_AFTER,
            ..stream::Config::default()
        };
        let jobs = kept("BSTAR_JOBS", "bstar.jobs.>", RetentionPolicy::WorkQueue);
        let results = kept("BSTAR_RESULTS", "bstar.results.>", RetentionPolicy::Limits);
        Ok(Streams {
            jobs: context.get_or_create_stream(jobs).await?,
            results: context.get_or_create_stream(results).await?,
        })
    }

    /// The way to them.
    pub fn context(client: &async_nats::Client) -> Context {
        jetstream::new(client.clone())
    }

    /// The jobs of a program. All its workers share them. One that says nothing for so long has
    /// lost its job; what the first of them says counts.
    pub async fn jobs_of(
        &self,
        program: &Program,
        needs: Needs,
        lost_after: Duration,
    ) -> Result<PullConsumer, Failure> {
        let (name, subjects) = consumer_of(program, needs);
        let config = consumer::pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: subjects,
            ack_policy: AckPolicy::Explicit,
            ack_wait: lost_after,
            max_ack_pending: MAX_JOBS_UNDER_WAY,
            inactive_threshold: FORGOTTEN_AFTER,
            ..consumer::pull::Config::default()
        };
        Ok(self.jobs.get_or_create_consumer(&name, config).await?)
    }

    pub async fn results_of(&self, run: &str) -> Result<PullConsumer, Failure> {
        let config = consumer::pull::Config {
            durable_name: Some(run.to_owned()),
            filter_subject: results_of(run),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            inactive_threshold: FORGOTTEN_AFTER,
            ..consumer::pull::Config::default()
        };
        Ok(self.results.get_or_create_consumer(run, config).await?)
    }
}
