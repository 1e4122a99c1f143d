use super::*;
use crate::game::Game;
use crate::position::Position;
use crate::types::Color;
use crate::{fen, san};

/// Line, column and message of the fault in a text.
fn fault(text: &str) -> (usize, usize, String) {
    let error = read(text).expect_err(text);
    (error.line, error.column, error.fault.to_string())
}

fn only(text: impl AsRef<[u8]>) -> GameRecord {
    let mut games = read(text).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn movetext(game: &GameRecord) -> String {
    let text = write(game);
    let (_, moves) = text.split_once("\n\n").unwrap();
    moves.trim_end().to_owned()
}

#[test]
fn an_empty_file_has_no_games() {
    for text in ["", "\n \r\n", "\u{feff}\n", "% for other eyes\n"] {
        assert!(read(text).unwrap().is_empty(), "{text:?}");
    }
}

/// A null move shows a threat. Only its variation suffers, and says as a comment what it said.
#[test]
fn a_null_move_in_a_variation_does_not_cost_the_game() {
    let game = only(
        "1. e4 e5 (1... c5 2. -- d6! {threatens} 3. Bb5+ (3. d4) 3... Nc6) 2. Nf3 \
         (2. -- Nf6) 2... Nc6 *",
    );
    assert_eq!(game.moves.len(), 4);
    assert_eq!(
        movetext(&game),
        "1. e4 e5 (1... c5 {-- d6 $1 threatens Bb5+ (d4) Nc6}) 2. Nf3 {-- Nf6} 2... Nc6 *"
    );
    assert_eq!(only(write(&game)).moves, game.moves);
    assert!(read("1. e4 -- *").is_err());
}

#[test]
fn comments_behind_a_semicolon_are_kept() {
    let text = "[Event \"a; b\"]\n[Site \"; c\"]\n\n1. e4 ; best by test\ne5 {no; not here} 2. Nf3;close} it\n\
                Nc6 ;\n3. Bb5 ; the end\n\n[Event \"next\"]\n\n; before it\r\n1. d4 * ; after it\n\n; between games\n\n1. c4 *\n";
    let games = read(text).unwrap();
    let moves: Vec<String> = games.iter().map(movetext).collect();
    assert_eq!(
        moves,
        [
            "1. e4 {best by test} 1... e5 {no; not here} 2. Nf3 {close) it} 2... Nc6 3. Bb5\n{the end} *",
            "1. d4 {after it} *",
            "1. c4 *",
        ]
    );
    assert_eq!(games[0].tag("Event"), Some("a; b"));
    assert_eq!(games[0].tag("Site"), Some("; c"));
    // Text outside the moves begins no game.
    let remarks =
        "; on top\n[Event \"a\"]\n; inside\n[Site \"b\"]\n\n; before\n\n1. e4 *\n\n; at the end\n";
    let game = only(remarks);
    assert_eq!(
        (movetext(&game).as_str(), game.tag("Site")),
        ("1. e4 *", Some("b"))
    );
    assert!(read("; nothing else\n").unwrap().is_empty());
    // However the stream comes in pieces, and whatever is wrong behind a comment.
    struct Slow<'a>(&'a [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(3).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let slowly: Result<Vec<GameRecord>, _> = super::games(Slow(text.as_bytes())).collect();
    assert_eq!(slowly.unwrap(), games);
    for text in [
        "1. e4 ; a comment\n1... Ke4 *",
        "1. e4 ;a comment\n1... Ke4 *",
    ] {
        let (line, column, message) = fault(text);
        assert_eq!((line, column), (2, 6), "{message}");
    }
}

/// It once compared every tag with every other.
#[test]
fn very_many_tags_are_read_one_by_one() {
    use std::fmt::Write;
    let count = 200_000;
    let mut text = String::new();
    for number in 0..count {
        writeln!(text, "[T{number} \"{number}\"]").unwrap();
    }
    let game = only(text + "\n1. e4 *");
    assert_eq!(game.tags.iter().count(), count);
    assert_eq!(game.tag("T199999"), Some("199999"));
    let order: Vec<&str> = game.tags.iter().map(|(name, _)| name).take(3).collect();
    assert_eq!(order, ["T0", "T1", "T2"]);
}

#[test]
fn comments_marks_and_variations_find_their_moves() {
    let game = only(
        "{To begin} 1. e4! {best by test} (1. d4 d5 (1... Nf6 $5 {Indian} 2. c4) {or} 2. c4) \
         {After all} 1... e5?! 2. Nf3 (2. f4) {The end} *",
    );
    assert_eq!(
        movetext(&game),
        "{To begin} 1. e4 $1 {best by test} (1. d4 d5 (1... Nf6 $5 {Indian} 2. c4) {or}\n\
         2. c4) {After all} 1... e5 $6 2. Nf3 {The end} (2. f4) *"
    );
    let first = &game.moves[0];
    assert_eq!(first.comment_before.as_deref(), Some("To begin"));
    assert_eq!(first.nags, [1]);
    assert_eq!(first.variations[0].len(), 3);
    assert_eq!(first.variations[0][1].variations[0][0].nags, [5]);
    assert_eq!(game.moves[1].comment_before.as_deref(), Some("After all"));
}

#[test]
fn a_game_without_moves_keeps_its_comment() {
    let game = only("[White \"A\"]\n\n{Black did not\n\n   come} 1-0");
    assert_eq!(game.comment.as_deref(), Some("Black did not come"));
    assert_eq!(game.result, GameResult::WhiteWins);
    assert_eq!(movetext(&game), "{Black did not come} 1-0");
}

#[test]
fn the_start_position_comes_from_the_tags() {
    let text = "[FEN \"4k3/8/8/8/8/8/4p3/4K2R b K - 3 12\"]\n\n12... Kf7 13. O-O exf1=Q+ 1/2-1/2";
    let error = read(text).unwrap_err();
    assert_eq!(error.column, 15, "White may not castle through check");
    let game = only(text.replace("13. O-O exf1=Q+", "13. Kxe2 Ke6"));
    assert_eq!(game.start.side_to_move(), Color::Black);
    assert!(movetext(&game).starts_with("12... Kf7 13. Kxe2 Ke6"));
    assert!(write(&game).contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K2R b K - 3 12\"]\n"));
    assert_eq!(game.result, GameResult::Draw);
}

#[test]
fn chess960_castles() {
    let text = "[Variant \"Chess960\"]\n[FEN \"1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1\"]\n\n\
                1. O-O O-O-O *";
    let game = only(text);
    assert_eq!(game.main_line().unwrap().moves().len(), 2);
    assert_eq!(game.tag("Variant"), Some("Chess960"));
    let mut nameless = game.clone();
    nameless.tags = Tags::default();
    assert!(write(&nameless).contains("[Variant \"Chess960\"]\n"));
    assert_eq!(write(&nameless), write(&only(write(&nameless))));
    assert_eq!(
        fault("[Variant \"Atomic\"]\n\n1. e4 *"),
        (1, 1, "the variant Atomic is not known here".to_owned())
    );
}

#[test]
fn the_result_comes_from_the_end_or_else_from_the_tag() {
    assert_eq!(
        only("[Result \"0-1\"]\n\n1. e4").result,
        GameResult::BlackWins
    );
    assert_eq!(
        only("[Result \"0-1\"]\n\n1. e4 1-0").result,
        GameResult::WhiteWins
    );
    assert_eq!(only("1. e4 ½–½").result, GameResult::Draw);
    assert_eq!(only("1. e4").result, GameResult::Unknown);
}

#[test]
fn faults_have_their_place() {
    for (text, line, column, message) in [
        (
            "1. e4 e5\n2. Nf3 Ng3 *",
            2,
            8,
            "the move Ng3 is not legal here",
        ),
        (
            "1. e4 e5\n2. Nf9 Nc6 *",
            2,
            4,
            "`Nf9` is no move, move number or result",
        ),
        (
            "1. e4 e5 2. -- *",
            1,
            13,
            "the null move is no move of chess",
        ),
        ("1. e4 é5 *", 1, 7, "`é5` is no move, move number or result"),
        ("{é é} 1. e5 *", 1, 10, "the move e5 is not legal here"),
        (
            "1. e4 (1. d4 {x} d5\n",
            1,
            7,
            "this variation is never closed",
        ),
        (
            "1. e4 (1. d4 (1. c4 c5)\n\n1. e4 *",
            1,
            7,
            "this variation is never closed",
        ),
        ("1. e4\n {Best by", 2, 2, "this comment is never closed"),
        (
            "1. e4 by test} e5 *",
            1,
            7,
            "`by` is no move, move number or result",
        ),
        ("1. e4 } e5 *", 1, 7, "this comment was never opened"),
        ("1. e4 e5) *", 1, 9, "this variation was never opened"),
        ("(1. d4) 1. e4 *", 1, 1, "a variation before any move"),
        (
            "1. e4 $256 *",
            1,
            7,
            "expected a number from 0 to 255 after $",
        ),
        ("1. e4 1-0 e5", 1, 11, "the game goes on after its result"),
        ("1. e4 1-0 0-1", 1, 11, "the game goes on after its result"),
        ("\u{feff}1. e5 *", 1, 4, "the move e5 is not legal here"),
        (
            "[Event \"x\n\n1. e4 *",
            1,
            1,
            "expected a tag like [White \"Name\"]",
        ),
        (
            "[Event \"x\"]\n[Site]\n\n1. e4 *",
            2,
            1,
            "expected a tag like [White \"Name\"]",
        ),
        (
            "[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n*",
            2,
            1,
            "the tag FEN has a fault in column 1: White has no king",
        ),
    ] {
        assert_eq!(fault(text), (line, column, message.to_owned()), "{text:?}");
    }
}

#[test]
fn a_bad_game_can_be_skipped() {
    let file = "[White \"A\"]\r\n\r\n1. e4 e5 *\r\n\r\n\
                [White \"B\"]\r\n\r\n1. e4 {a [tag?]\r\n\r\n[White \"X\"] } e6 2. Nf6 (2. d4 *\r\n\r\n\
                [White \"C\"]\r\n\r\n1. c4 *\r\n";
    let all: Vec<_> = games(file.as_bytes()).collect();
    assert_eq!(all.len(), 3);
    assert_eq!(all[0].as_ref().unwrap().tag("White"), Some("A"));
    let error = all[1].as_ref().unwrap_err();
    assert_eq!((error.game, error.line, error.column), (2, 9, 21));
    assert_eq!(all[2].as_ref().unwrap().tag("White"), Some("C"));
}

#[test]
fn latin_1_is_read_as_such() {
    let game = only(b"[White \"M\xfcller\"]\n\n1. e4 {\xc4hnlich} *");
    assert_eq!(game.tag("White"), Some("Müller"));
    assert_eq!(game.moves[0].comment.as_deref(), Some("Ähnlich"));
}

#[test]
fn a_long_comment_stays_in_one_piece() {
    let comment = "wörter ".repeat(20_000);
    let game = only(format!("1. e4 {{{comment}}} e5 *"));
    assert_eq!(game.moves[0].comment.as_deref(), Some(comment.trim()));
    assert!(write(&game).lines().all(|line| line.chars().count() <= 80));
    assert_eq!(only(write(&game)).moves, game.moves);
}

#[test]
fn variations_of_any_depth_do_no_harm() {
    let deep = |depth: usize| format!("1. e4 {}{}", "(1. e4 ".repeat(depth), ")".repeat(depth));
    assert_eq!(read(deep(MAX_VARIATION_DEPTH)).unwrap().len(), 1);
    assert!(matches!(
        read(deep(MAX_VARIATION_DEPTH + 1)).unwrap_err().fault,
        PgnFault::TooDeep
    ));
    assert!(read(deep(100_000)).is_err());
}

#[test]
fn lines_for_other_programs_and_line_comments_are_passed_over() {
    let game = only("%x\n[White \"A\"]\n%[Bl\n\n1. e4 ; Nf9 }\n%Nf9\ne5 2. d4 exd4 e.p. *");
    assert_eq!(game.moves.len(), 4);
}

#[test]
fn tags_are_escaped_and_in_order() {
    let mut game = GameRecord::new(Position::start());
    game.tags.set("Annotator", "a \"b\" \\ c\nd");
    game.tags.set("Black", "B");
    game.tags.set("not a name", "x");
    let text = write(&game);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"B\"]\n[Result \"*\"]\n[Annotator \"a \\\"b\\\" \\\\ c d\"]\n\n*\n\n"
    );
    assert_eq!(only(text).tag("Annotator"), Some("a \"b\" \\ c d"));
}

#[test]
fn a_brace_in_a_comment_does_not_end_it() {
    let mut game = only("1. e4 e5 *");
    game.moves[0].comment = Some("set {1, 2} of".to_owned());
    assert_eq!(movetext(&game), "1. e4 {set (1, 2) of} 1... e5 *");
}

#[test]
fn commands_in_comments_are_not_broken() {
    for length in 1..80 {
        let filler = "x".repeat(length);
        let comment =
            format!("{filler} [%eval 0.34] [%clk 0:10:00] {filler} word [%never {filler} closed");
        let game = only(format!("1. e4 {{{comment}}} *"));
        let text = movetext(&game);
        assert!(
            text.contains("[%eval 0.34]") && text.contains("[%clk 0:10:00]"),
            "{text}"
        );
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!(only(write(&game)).moves, game.moves);
    }
}

#[test]
fn a_game_becomes_a_record() {
    let start = fen::parse("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    let mut game = Game::new(start);
    game.play(san::parse(game.position(), "Ra8").unwrap())
        .unwrap();
    let record = GameRecord::from_game(&game);
    assert_eq!(record.result, GameResult::WhiteWins);
    assert_eq!(movetext(&record), "1. Ra8# 1-0");
    assert_eq!(record.main_line().unwrap().position(), game.position());
}

#[test]
fn an_error_of_the_stream_ends_the_games() {
    struct Broken<'a>(&'a [u8]);
    impl std::io::Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(std::io::Error::other("the disk is gone")),
                count => Ok(count),
            }
        }
    }
    let all: Vec<_> = games(Broken(b"1. e4 {and")).collect();
    assert_eq!(all.len(), 1);
    let error = all[0].as_ref().unwrap_err();
    assert!(error.to_string().ends_with("the disk is gone"), "{error}");
}

#[test]
fn a_game_without_an_end_is_an_error_of_the_stream() {
    for byte in [0, b' ', b'e', b';'] {
        let all: Vec<_> = games(std::io::repeat(byte)).collect();
        assert_eq!(all.len(), 1, "{byte}");
        let error = all[0].as_ref().unwrap_err().to_string();
        assert!(error.ends_with("a game has more than 16 MiB"), "{error}");
    }
}

/// Takes a limited number of pieces of text.
struct Reader {
    text: String,
    left: usize,
}

impl std::fmt::Write for Reader {
    fn write_str(&mut self, piece: &str) -> std::fmt::Result {
        self.left = self.left.checked_sub(1).ok_or(std::fmt::Error)?;
        self.text.push_str(piece);
        Ok(())
    }
}

/// The length of the game makes no difference, so a long one can be stopped while it is written.
#[test]
fn writing_ends_where_nothing_more_is_taken() {
    let comment = "word ".repeat(1_000);
    let text = format!("1. e4 {{{comment}}} e5 (1... c5 {{{comment}}}) *");
    let record = read(&text).unwrap().remove(0);
    let whole = write(&record);
    let mut reader = Reader {
        text: String::new(),
        left: usize::MAX,
    };
    write_to(&record, &mut reader).unwrap();
    assert_eq!(reader.text, whole);
    for left in [0, 1, 10, 100, 1_000] {
        let mut reader = Reader {
            text: String::new(),
            left,
        };
        write_to(&record, &mut reader).unwrap_err();
        assert!(whole.starts_with(&reader.text) && reader.left == 0);
    }
}
