//! Endings that are known exactly.

mod ending;
mod index;
mod outcome;
mod placement;
mod retro;
mod table;
mod value;

pub use ending::{Ending, EndingError, EndingFault, MAX_MEN};
pub use outcome::Outcome;
pub use table::{Distance, MakeError, MakeStage, TableError};
pub use value::{FIFTY_MOVES_PLIES, TableValue};

#[cfg(test)]
mod trial {
    use super::*;
    use crate::table::Table;
    use crate::value::Known;
    #[test]
    fn trial() {
        let names = std::env::var("ENDINGS").unwrap_or("KQK KRK KPK".into());
        let endings: Vec<Ending> = names.split(' ').map(|n| n.parse().unwrap()).collect();
        let mut made: Vec<(Ending, Table)> = Vec::new();
        for e in Ending::with_all_they_lead_to(&endings) {
            let t = std::time::Instant::now();
            let table = Table::make(&e, |w| made.iter().find(|(n, _)| n == w).map(|(_, t)| t), 2, &bstar_kit::stop::Stop::new(), &mut |_| ()).unwrap();
            let slots = table.index().slots();
            let mut m = 0; let mut z = 0; let mut used = 0;
            for s in 0..slots {
                if let Known::Win(n) = table.mate(s) { m = m.max(n); }
                if let Known::Win(n) = table.zeroing(s) { z = z.max(n); }
                if table.mate(s) != Known::Unused { used += 1; }
            }
            println!("{e} {slots} {used} mate {} zeroing {} {:?}", (m + 1) / 2, (z + 1) / 2, t.elapsed());
            made.push((e, table));
        }
    }
}
