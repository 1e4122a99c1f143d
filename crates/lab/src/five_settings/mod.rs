//! What more effort buys: Table 2 of the 1996 paper.
//!
//! Berliner and McConnell tried five settings of their programs on a book of problems: alpha-beta
//! as in a tournament and with four times the time; B* as in a tournament, with twice the
//! expansions, and with probes one ply deeper (section 6.2.2). [`FiveSettings`] does the same with
//! ours, on suites.
//!
//! Our B* chooses the depth of its probes by its effort. That would mix the two ways to spend more.
//! So the second and the third B* take their measure from the first in the same position. The
//! second has twice the nodes and probes of the *same* depth. The third has the same number of
//! expansions and probes a ply deeper.

mod answers;
mod experiment;
mod table;

pub use answers::{Attempt, Five, PositionAnswers};
pub use experiment::{FiveSettings, FiveSettingsError};
pub use table::{PAPER_TABLE_TWO, PaperRow, SettingsTable, SuiteRow};
