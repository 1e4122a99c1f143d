//! PGN: random games with comments, marks and variations are read back as they were written. No
//! bytes make the reader panic.

use crate::common::Chance;
use bstar_board::pgn::{self, GameRecord, GameResult, RecordedMove};
use bstar_board::{Position, san};
use proptest::prelude::*;

const WORDS: [&str; 14] = [
    "good",
    "Nf3",
    "1-0",
    "(no)",
    "é",
    "[%clk 0:01:02]",
    "{",
    ";",
    "%",
    "a\"b",
    "$1",
    "12.",
    "*",
    "naïve",
];

fn comment(chance: &mut Chance) -> Option<String> {
    chance.one_in(4).then(|| {
        let count = 1 + chance.below(12);
        let words: Vec<&str> = (0..count).map(|_| *chance.pick(&WORDS)).collect();
        words.join(" ")
    })
}

fn line(chance: &mut Chance, start: &Position, plies: usize, depth: usize) -> Vec<RecordedMove> {
    let mut position = start.clone();
    let mut line: Vec<RecordedMove> = Vec::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut recorded = RecordedMove::from(*chance.pick(&moves));
        // In other places a comment belongs to the move before.
        if line.last().is_none_or(|last| !last.variations.is_empty()) {
            recorded.comment_before = comment(chance);
        }
        recorded.comment = comment(chance);
        for _ in 0..chance.below(3) {
            recorded.nags.push(chance.below(256) as u8);
        }
        while depth > 0 && chance.one_in(6) {
            let plies = 1 + chance.below(8);
            let variation = self::line(chance, &position, plies, depth - 1);
            recorded.variations.push(variation);
        }
        position = position.after(recorded.mv);
        line.push(recorded);
    }
    line
}

fn game(chance: &mut Chance) -> GameRecord {
    let plies = chance.below(30);
    let start = chance.walk(plies).pop().unwrap();
    // Writing drops an en-passant square where no capture is possible.
    let start = bstar_board::fen::parse(&bstar_board::fen::write(&start)).unwrap();
    let mut game = GameRecord::new(start);
    for name in [
        "Event", "Site", "Date", "Round", "White", "Black", "Variant",
    ] {
        let value = if name == "Variant" {
            "Chess960"
        } else {
            chance.pick(&WORDS)
        };
        game.tags.set(name, value);
    }
    let start = game.start.clone();
    let plies = chance.below(60);
    game.moves = line(chance, &start, plies, 3);
    if game.moves.is_empty() {
        game.comment = comment(chance);
    }
    game.result = *chance.pick(&[
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unknown,
    ]);
    game
}

#[test]
fn the_data_file_is_read() {
    let games = pgn::read(crate::common::data("hitech-games.pgn")).unwrap();
    assert_eq!(games.len(), 6);
    for game in &games {
        let line = game.main_line().unwrap();
        assert!(line.moves().len() > 40);
    }
    assert_eq!(games[5].tag("Black"), Some("Cray Blitz"));
    let last = games[0].moves.last().unwrap();
    let before = games[0].main_line().unwrap();
    let position = before.moves()[..before.moves().len() - 1]
        .iter()
        .fold(Position::start(), |position, mv| position.after(*mv));
    assert_eq!(san::write(&position, last.mv), "Rxh5");
    let again: String = games.iter().map(pgn::write).collect();
    assert_eq!(pgn::read(again).unwrap(), games);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn games_survive_writing(seed: u64) {
        let mut chance = Chance::new(seed);
        let games: Vec<GameRecord> = (0..3).map(|_| game(&mut chance)).collect();
        let text: String = games.iter().map(pgn::write).collect();
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            prop_assert!(line.chars().count() <= 80, "{}", line);
        }
        let again = pgn::read(&text);
        prop_assert!(again.is_ok(), "{}\n{}", again.unwrap_err(), text);
        prop_assert_eq!(again.unwrap(), games);
    }

    #[test]
    fn no_damage_makes_the_reader_panic(seed: u64) {
        let mut chance = Chance::new(seed);
        let mut text = (0..3).map(|_| pgn::write(&game(&mut chance))).collect::<String>().into_bytes();
        for _ in 0..=chance.below(8) {
            if text.is_empty() {
                break;
            }
            let at = chance.below(text.len());
            match chance.below(4) {
                0 => text[at] = chance.below(256) as u8,
                1 => text.insert(at, *chance.pick(b"(){}[]\"\\$%;\n*.01-N")),
                2 => drop(text.remove(at)),
                _ => text.truncate(at + 1),
            }
        }
        let lines = text.iter().filter(|byte| **byte == b'\n').count() + 1;
        for game in pgn::games(text.as_slice()) {
            match game {
                Ok(game) => prop_assert!(game.main_line().is_ok()),
                Err(error) => prop_assert!(error.line <= lines + 1 && error.column >= 1),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes: Vec<u8>) {
        let _ = pgn::games(bytes.as_slice()).count();
    }

    #[test]
    fn no_near_game_makes_the_reader_panic(
        bytes in prop::collection::vec(prop::sample::select(b"[]{}()\"\\ \n\n\r%;$*.-/012eNf34+#x\xe9".to_vec()), 0..80)
    ) {
        let _ = pgn::games(bytes.as_slice()).count();
    }
}
