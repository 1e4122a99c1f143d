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

#[cfg(test)]
mod trial {
    use super::*;
    #[test]
    fn trial() {
        let names = std::env::var("ENDINGS").unwrap_or("KQK KRK KPK".into());
        let endings: Vec<Ending> = names.split(' ').map(|n| n.parse().unwrap()).collect();
        let stop = bstar_kit::stop::Stop::new();
        let dir = std::path::Path::new("/tmp/tabtrial");
        make(dir, &endings, 2, &stop, &mut |e| match e {
            MakeEvent::Made(m) => println!("made {m:?}"),
            MakeEvent::Refused(m) => println!("refused {m}"),
            _ => (),
        })
        .unwrap();
        let own = OwnTables::open(dir).unwrap();
        let judge = SyzygyJudge::open(std::path::Path::new(
            "/tmp/ex/chess-1.11.2/data/syzygy/regular",
        ))
        .unwrap();
        for e in &endings {
            let t = std::time::Instant::now();
            println!("{:?}", check(&own, e, None, 2, &stop, &mut |_| ()).unwrap());
            println!("{:?}", t.elapsed());
            let t = std::time::Instant::now();
            println!(
                "{:?}",
                check(&own, e, Some(&judge), 2, &stop, &mut |_| ()).unwrap()
            );
            println!("{:?}", t.elapsed());
        }
    }
}
