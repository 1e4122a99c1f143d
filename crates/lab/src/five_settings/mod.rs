//! What more effort buys: Table 2 of the 1996 paper.
//!
//! Berliner and McConnell gave a book of problems to five settings of their programs: alpha-beta as
//! in a tournament and with four times the time, B* as in a tournament, with twice the expansions,
//! and with probes one ply deeper (section 6.2.2). [`FiveSettings`] does the same with ours, on
//! suites.
//!
//! Our B* chooses the depth of its probes by its effort, which would blur the two ways to spend
//! more of it. So the second and third B* of a position take their measure from what the first did
//! there: twice its nodes with probes of the *same* depth, and the same number of expansions with
//! probes a ply deeper.

mod answers;
mod experiment;
mod table;

pub use answers::{Attempt, Five, PositionAnswers};
pub use experiment::{FiveSettings, FiveSettingsError};
pub use table::{PAPER_TABLE_TWO, PaperRow, SettingsTable, SuiteRow};
