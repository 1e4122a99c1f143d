use bstar_board::{Position, san};
use bstar_eval::prior::{inputs, move_number};
use bstar_kit::stop::Stop;

use super::*;
use crate::datagen::ScoredGame;

/// Scholar's mate, with scores from White's side.
fn game() -> ScoredGame {
    let mut game = ScoredGame::new(Position::start(), Some(bstar_board::Color::White));
    let moves = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];
    for (word, score) in moves.into_iter().zip([20, 10, 15, 12, -30, 29_999, 29_999]) {
        let mv = san::parse(game.game().position(), word).unwrap();
        game.push(mv, score).unwrap();
    }
    game
}

fn number(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[test]
fn a_lesson_has_what_the_document_says() {
    let game = game();
    let scored: Vec<_> = game.positions().collect();
    let lessons: Vec<_> = lessons_of(&game).collect();
    assert_eq!(lessons.len(), 7);
    for (ply, (lesson, scored)) in lessons.iter().zip(&scored).enumerate() {
        let bytes = lesson.to_bytes(5);
        let position = &scored.position;
        for (place, input) in inputs(position).into_iter().enumerate() {
            assert_eq!(number(&bytes, 2 * place), input);
        }
        let chosen = number(&bytes, 64);
        assert_eq!(usize::from(chosen), move_number(position, scored.mv));
        let moves: Vec<u16> = (0..MAX_LESSON_MOVES)
            .map(|place| number(&bytes, 64 + 2 * place))
            .take_while(|number| *number != u16::MAX)
            .collect();
        let mut expected: Vec<u16> = position
            .legal_moves()
            .iter()
            .map(|mv| move_number(position, *mv) as u16)
            .collect();
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        assert_eq!(usize::from(number(&bytes, 228)), moves.len());
        assert_eq!(usize::from(number(&bytes, 230)), 6 - ply);
        assert_eq!(bytes[232], 5);
    }
    let score = |ply: usize| number(&lessons[ply].to_bytes(0), 224).cast_signed();
    let tail = |ply: usize| [226, 227].map(|at| lessons[ply].to_bytes(0)[at]);
    assert_eq!([0, 1, 5, 6].map(score), [20, -10, -15_000, 15_000]);
    assert_eq!(tail(0), [2, 32]);
    assert_eq!(tail(1), [0, 32]);
}

#[test]
fn a_file_has_the_lessons_of_all_games_in_order_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games: Vec<u8> = (0..200).flat_map(|_| game().to_bytes()).collect();
    std::fs::write(path("games"), games).unwrap();
    let mut files = Vec::new();
    for threads in [1, 3] {
        let (output, fens) = (path("lessons"), path("fens"));
        let written =
            write_lessons(&path("games"), &output, Some(&fens), threads, &Stop::new()).unwrap();
        assert_eq!((written.games, written.lessons), (200, 1400));
        files.push((
            std::fs::read(output).unwrap(),
            std::fs::read_to_string(fens).unwrap(),
        ));
    }
    assert_eq!(files[0], files[1]);
    let (lessons, fens) = &files[0];
    assert!(lessons.starts_with(b"BSTARLE1"));
    assert_eq!(lessons.len(), 16 + 1400 * LESSON_BYTES);
    let last = &lessons[lessons.len() - LESSON_BYTES..];
    assert_eq!(last[232], 199);
    assert_eq!(fens.lines().count(), 1400);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\te2e4 ";
    assert!(fens.starts_with(start));
}

#[test]
fn broken_games_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let bytes = game().to_bytes();
    std::fs::write(path("games"), &bytes[..bytes.len() - 6]).unwrap();
    let refused = write_lessons(&path("games"), &path("lessons"), None, 2, &Stop::new());
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("games, byte"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_interruption_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::write(&games, game().to_bytes()).unwrap();
    let stop = Stop::new();
    stop.set();
    let refused = write_lessons(&games, &folder.path().join("lessons"), None, 2, &stop);
    assert!(matches!(refused, Err(LessonsError::Interrupted)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
