//! What is in a table: how many positions are won, drawn and lost, and the longest wins.

use bstar_board::{Color, fen};

use crate::ending::Ending;
use crate::index::SlotIndex;
use crate::own::OwnTables;
use crate::table::{Distance, TableError};
use crate::value::Known;

/// How many positions are won, drawn and lost for White, the stronger side. Mirror images are one
/// position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// White wins.
    pub won: u64,
    /// Nobody wins.
    pub drawn: u64,
    /// Black wins.
    pub lost: u64,
}

impl OutcomeCounts {
    /// All of them.
    pub fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The longest win of a side, by one of the distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestWin {
    /// The side that wins and is to move. White is the stronger side.
    pub winner: Color,
    /// To what the way leads.
    pub distance: Distance,
    /// How long it is in half moves.
    pub plies: u8,
    /// A position from which it begins.
    pub fen: String,
}

impl LongestWin {
    /// How long the way is in moves of the winner.
    pub fn moves(&self) -> u8 {
        self.plies.div_ceil(2)
    }
}

#[derive(Clone, Debug)]
pub struct TableSurvey {
    pub ending: Ending,
    pub slots: usize,
    /// How long its file is, in bytes.
    pub bytes: usize,
    /// The positions with White to move.
    pub white_to_move: OutcomeCounts,
    /// Those with Black to move. There are none if both sides have the same men: it is then the
    /// same position with colours changed.
    pub black_to_move: Option<OutcomeCounts>,
    /// The longest wins, as far as a side can win: White's to mate and to zeroing, then Black's.
    pub longest: Vec<LongestWin>,
}

impl TableSurvey {
    pub fn positions(&self) -> u64 {
        let black = self.black_to_move.unwrap_or_default();
        self.white_to_move.positions() + black.positions()
    }

    /// The longest win of a side.
    pub fn longest_of(&self, winner: Color, distance: Distance) -> Option<&LongestWin> {
        let mut all = self.longest.iter();
        all.find(|win| win.winner == winner && win.distance == distance)
    }
}

/// Looks through the whole table of an ending. There is nothing to tell if the table is not there.
pub fn survey(tables: &OwnTables, ending: &Ending) -> Result<Option<TableSurvey>, TableError> {
    let Some(table) = tables.table(ending)? else {
        return Ok(None);
    };
    let index = table.index();
    let mut counts = [OutcomeCounts::default(); 2];
    // The longest win with either side to move, by distance, and its first slot.
    let mut longest: [[Option<(u8, usize)>; 2]; 2] = [[None; 2]; 2];
    for slot in 0..index.slots() {
        let mate = table.mate(slot);
        if mate == Known::Unused {
            continue;
        }
        let side = index.possible_placement(slot).side;
        let count = &mut counts[side as usize];
        match (mate, side) {
            (Known::Win(_), Color::White) | (Known::Loss(_), Color::Black) => count.won += 1,
            (Known::Win(_), Color::Black) | (Known::Loss(_), Color::White) => count.lost += 1,
            (Known::Draw | Known::Unused, _) => count.drawn += 1,
        }
        let both = [mate, table.zeroing(slot)];
        for (record, value) in longest[side as usize].iter_mut().zip(both) {
            if let Known::Win(plies) = value
                && record.is_none_or(|(longest, _)| plies > longest)
            {
                *record = Some((plies, slot));
            }
        }
    }
    let mut wins = Vec::new();
    for (winner, records) in [Color::White, Color::Black].into_iter().zip(longest) {
        for (distance, record) in [Distance::Mate, Distance::Zeroing].into_iter().zip(records) {
            wins.extend(record.map(|(plies, slot)| LongestWin {
                winner,
                distance,
                plies,
                fen: fen_of(index, slot),
            }));
        }
    }
    Ok(Some(TableSurvey {
        ending: ending.clone(),
        slots: index.slots(),
        bytes: tables.file_bytes(ending).unwrap_or_default(),
        white_to_move: counts[0],
        black_to_move: (!ending.is_even()).then_some(counts[1]),
        longest: wins,
    }))
}

fn fen_of(index: &SlotIndex, slot: usize) -> String {
    let position = index.possible_placement(slot).position(index.men());
    position.map_or_else(String::new, |position| fen::write(&position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_kit::stop::Stop;

    /// Marsland's Table 2 has these lengths; those of four men are in docs/tables.md.
    #[test]
    fn the_longest_wins_of_three_men_are_those_of_the_books() {
        let tables = OwnTables::made(&Ending::all(3), 2, &Stop::new()).unwrap();
        for (name, mate, conversion) in [
            ("KQK", Some(10), Some(10)),
            ("KRK", Some(16), Some(16)),
            ("KPK", Some(28), Some(10)),
            ("KBK", None, None),
            ("KNK", None, None),
        ] {
            let found = survey(&tables, &name.parse().unwrap()).unwrap().unwrap();
            let moves = |distance| {
                let longest = found.longest_of(Color::White, distance);
                longest.map(LongestWin::moves)
            };
            assert_eq!(moves(Distance::Mate), mate, "{name}");
            assert_eq!(moves(Distance::Zeroing), conversion, "{name}");
            for win in &found.longest {
                let value = tables.value(&fen::parse(&win.fen).unwrap()).unwrap();
                let plies = match win.distance {
                    Distance::Mate => value.plies_to_mate,
                    Distance::Zeroing => value.plies_to_zeroing,
                };
                assert_eq!(plies, Some(win.plies), "{name}");
            }
            assert_eq!(found.longest_of(Color::Black, Distance::Mate), None);
        }
        let pawn = survey(&tables, &"KPK".parse().unwrap()).unwrap().unwrap();
        assert_eq!(pawn.positions(), 165_676);
        assert!(survey(&tables, &"KQKR".parse().unwrap()).unwrap().is_none());
    }
}
