//! B* search.

mod error;
mod event;
mod graph;
mod job;
mod policy;
mod probability;
mod search;
mod value;

pub use error::{AdvanceError, ConfigError, FindingError};
pub use event::{Decision, Event, Phase, Reason, Selected, Target};
pub use job::{Ask, Child, Class, Job, JobId, Key, Kind, Of, Precision, Purpose, Quantity, Tag};
pub use policy::{
    Asking, Config, Discount, Distribution, Dithering, Independence, Limits, OrRule, Rival, Stopping,
};
pub use search::{Next, NodeView, Probabilities, Search};
pub use value::{MAX_VALUE, Outcome, Scale, Side, Span, Value};
