//! The list of names, by position.

use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

use bstar_board::{Position, san};
use flate2::read::DeflateDecoder;

/// `data/openings.tsv`, packed by the build script.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openings.deflate"));

/// Each line: a code, how many half moves are shared with the line before, further moves, a name.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    let read = DeflateDecoder::new(PACKED).read_to_string(&mut text);
    read.expect("the list is part of the program, and a test reads it");
    text
});

/// The list. It is put together when somebody first asks.
pub static LIST: LazyLock<NameList> = LazyLock::new(|| NameList::read(&TEXT));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedName {
    pub eco: &'static str,
    pub name: &'static str,
}

/// Names by the key of their position. Positions on the way to one are there without a name.
pub struct NameList {
    names: HashMap<u64, Option<ListedName>>,
}

impl NameList {
    /// What is known about a position. `None` if it is on no known path; `Some(None)` if it is on
    /// one and has no name.
    pub fn get(&self, position: &Position) -> Option<Option<ListedName>> {
        self.names.get(&position.key()).copied()
    }

    /// # Panics
    /// Panics if the list is damaged. It is part of the program, and a test reads it.
    fn read(text: &'static str) -> NameList {
        let start = Position::start();
        let mut names = HashMap::from([(start.key(), None)]);
        let mut line_before = vec![start];
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let mut field = || fields.next().expect("four fields in every line");
            let (eco, shared, moves, name) = (field(), field(), field(), field());
            let shared: usize = shared.parse().expect("a number of half moves");
            line_before.truncate(shared + 1);
            for word in moves.split(' ') {
                let position = &line_before[line_before.len() - 1];
                let mv = san::parse(position, word).expect("legal moves");
                let next = position.after(mv);
                names.entry(next.key()).or_insert(None);
                line_before.push(next);
            }
            let last = &line_before[line_before.len() - 1];
            names.insert(last.key(), Some(ListedName { eco, name }));
        }
        NameList { names }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole_and_no_position_has_two_names() {
        let lines = TEXT.lines().filter(|line| !line.starts_with('#')).count();
        assert!(lines > 3_500, "{lines}");
        let named = LIST.names.values().flatten();
        assert_eq!(named.clone().count(), lines);
        for ListedName { eco, name } in named {
            let (volume, number) = eco.split_at(1);
            assert!("ABCDE".contains(volume), "{eco}");
            assert!(number.len() == 2 && number.parse::<u8>().is_ok(), "{eco}");
            assert!(!name.is_empty());
        }
    }
}
