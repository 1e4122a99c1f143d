//! Endings that are known exactly.

mod check;
mod ending;
mod file;
mod index;
mod judge;
mod make;
mod outcome;
mod own;
mod placement;
mod retro;
mod survey;
mod table;
mod value;

pub use check::{CheckError, CheckedTable, check};
pub use ending::{Ending, EndingError, EndingFault, MAX_MEN};
pub use judge::{NoJudgement, SyzygyJudge};
pub use make::{MadeTable, MakeEvent, make, slots_of};
pub use outcome::Outcome;
pub use own::{OwnTables, RankedMove, default_folder};
pub use survey::{LongestWin, OutcomeCounts, TableSurvey, survey};
pub use table::{Distance, MakeError, MakeStage, TableError};
pub use value::{FIFTY_MOVES_PLIES, TableValue};
