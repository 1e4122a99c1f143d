//! Opening books. Their keys are numbers that trial does not find, so the bytes of this target may
//! also be moves and weights in positions that are known.

use bstar_board::{Game, Position, fen};
use bstar_book::key::key;
use bstar_book::suite::{SuitePlan, suite};
use bstar_book::{Book, Entry, MoveChoice, Overlap, merge};
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;

use crate::bytes::Decisions;

/// With castling, promotions and a capture en passant.
const PLACES: [&str; 3] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1",
];

fn places() -> Vec<Position> {
    let listed = PLACES
        .iter()
        .map(|text| fen::parse(text).expect("is a position"));
    std::iter::once(Position::start()).chain(listed).collect()
}

/// Reads a book. The first byte says how it comes about.
pub fn file(bytes: &[u8]) {
    let mut decisions = Decisions(bytes);
    if decisions.byte() % 2 == 0 {
        if let Ok(book) = Book::from_bytes(decisions.0.to_vec()) {
            use_up(&book);
        }
        return;
    }
    let places = places();
    let mut entries = Vec::new();
    while let Some(first) = decisions.next() {
        entries.push(Entry {
            key: key(&places[usize::from(first) % places.len()]),
            code: u16::from_be_bytes([decisions.byte(), decisions.byte()]),
            weight: u16::from_be_bytes([decisions.byte(), decisions.byte()]),
            learn: u32::from(decisions.byte()),
        });
    }
    let count = entries.len();
    match Book::from_bytes(Book::write(entries)) {
        Ok(book) => {
            assert_eq!(book.size(), count);
            use_up(&book);
        }
        Err(flaw) => assert_eq!(count, 0, "{flaw}"),
    }
}

/// Only legal moves come out of a book, and a book made of it knows the same.
fn use_up(book: &Book) {
    let mut random = Random::new(1, 0);
    for position in places() {
        let known = book.moves(&position);
        let entries = book.entries_of(key(&position)).count();
        assert_eq!(known.moves.len() + known.illegal, entries);
        assert!(known.moves.iter().all(|known| position.is_legal(known.mv)));
        assert!(
            known
                .moves
                .is_sorted_by(|one, other| one.weight >= other.weight)
        );
        for choice in [MoveChoice::Best, MoveChoice::Weighted] {
            let chosen = choice.choose(&known.moves, &mut random);
            let has_weight = known.moves.iter().any(|known| known.weight > 0);
            assert_eq!(chosen.is_some(), has_weight);
            assert!(chosen.is_none_or(|chosen| chosen.weight > 0));
        }
    }
    let plan = SuitePlan {
        count: 2,
        plies: 1,
        seed: 1,
    };
    let openings: Vec<Game> = suite(book, &plan, &Stop::new());
    assert!(openings.iter().all(|game| game.moves().len() == 1));
    for overlap in [Overlap::Add, Overlap::First] {
        let merged = merge(&[book.clone(), book.clone()], overlap);
        let merged = Book::from_bytes(merged).expect("a book is written as a book");
        assert_eq!(merged.positions(), book.positions());
        assert!(merged.size() <= book.size());
    }
}
