//! The notations of chess. What was read can be written, and is then read as the same.

use bstar_board::{
    Game, Position, epd as epd_lines, fen as fens, notation, pgn as pgns, san as sans,
};

/// A position.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match fens::parse(&text) {
        Ok(position) => {
            let written = fens::write(&position);
            let again = fens::parse(&written).expect("what was written can be read");
            assert_eq!(fens::write(&again), written);
            use_up(&position);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Every move of a position can be written in both ways, and read again.
fn use_up(position: &Position) {
    for &mv in position.legal_moves().iter() {
        let written = sans::write(position, mv);
        assert_eq!(
            sans::parse(position, &written).as_ref(),
            Ok(&mv),
            "{written}"
        );
        let word = notation::write(position, mv);
        assert_eq!(notation::parse(position, &word).as_ref(), Ok(&mv), "{word}");
        let _ = position.after(mv).legal_moves();
    }
    let _ = Game::new(position.clone()).outcome();
}

/// Lines of positions with operations.
pub fn epd(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match epd_lines::read(&text) {
        Ok(lines) => {
            for line in lines {
                let written = epd_lines::write(&line);
                let again = epd_lines::parse_line(&written).expect("what was written can be read");
                assert_eq!(epd_lines::write(&again), written);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A position, and on the next line moves from it.
pub fn san(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or(("", &text));
    let mut position = fens::parse(first).unwrap_or_else(|_| Position::start());
    for word in rest.split_whitespace() {
        match sans::parse_either(&position, word) {
            Ok(mv) => {
                assert!(position.legal_moves().contains(&mv), "{word} is not legal");
                let written = sans::write(&position, mv);
                assert_eq!(sans::parse(&position, &written).as_ref(), Ok(&mv));
                position = position.after(mv);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Games with comments and variations. A bad game does not keep the next from being read.
pub fn pgn(bytes: &[u8]) {
    for game in pgns::games(bytes) {
        match game {
            Ok(game) => {
                game.main_line()
                    .expect("the moves were legal when they were read");
                let written = pgns::write(&game);
                let again = pgns::read(&written).expect("what was written can be read");
                assert_eq!(again.len(), 1, "one game was written:\n{written}");
                assert_eq!(pgns::write(&again[0]), written);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let _ = pgns::whole_games(&String::from_utf8_lossy(bytes)).count();
}
