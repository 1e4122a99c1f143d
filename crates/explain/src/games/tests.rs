use bstar_board::score::{Centipawns, Score};
use bstar_board::{Move, Position, notation, pgn, san};

use super::*;
use crate::games::Turning;
use crate::tests::{game as position, read, think};

fn moves(position: &Position, words: &str) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in words.split_whitespace() {
        let mv = san::parse(&position, word).unwrap();
        position = position.after(mv);
        moves.push(mv);
    }
    moves
}

/// A game in which a search expected these points for the side to move in each position, and
/// expected it to go on like that.
fn judged(text: &str, judgements: &[(Points, &str)]) -> JudgedGame {
    let record = pgn::read(text).unwrap().remove(0);
    let mut position = record.start.clone();
    let mut all = Vec::new();
    for (ply, (expected, line)) in judgements.iter().enumerate() {
        all.push(Judgement {
            score: Some(Score::Centipawns(Centipawns((expected - 5_000) / 10))),
            expected: *expected,
            line: moves(&position, line),
        });
        if let Some(recorded) = record.moves.get(ply) {
            position = position.after(recorded.mv);
        }
    }
    JudgedGame::new(record, all)
}

fn marks(game: &JudgedGame) -> Vec<Option<Mark>> {
    game.moves().iter().map(|judged| judged.mark).collect()
}

/// Wherever it stands, the game comes out as if it had been judged so from the beginning.
#[test]
fn a_judgement_can_be_replaced() {
    let moves = "1. e4 e5 2. Nf3 a6 *";
    let first = [5_200, 5_500, 5_700, 4_900, 7_000].map(|expected| (expected, ""));
    for at in 0..first.len() {
        let mut second = first;
        second[at].0 = 9_000;
        let wanted = judged(moves, &second);
        let mut game = judged(moves, &first);
        game.replace(at, wanted.judgements[at].clone());
        assert_eq!(marks(&game), marks(&wanted));
        assert_eq!(game.judgements, wanted.judgements);
        let losses = |game: &JudgedGame| -> Vec<Points> {
            game.moves().iter().map(JudgedMove::loss).collect()
        };
        assert_eq!(losses(&game), losses(&wanted));
    }
}

#[test]
fn a_move_is_judged_by_what_its_player_loses() {
    let game = judged(
        "1. e4 e5 2. Nf3 a6 *",
        &[
            (5_200, "d4"),
            // Black expects 55 %: White has lost 7 %.
            (5_500, "c5"),
            // Black has lost 12 %.
            (5_700, "Nf3 Nc6"),
            // The search would have played it, too: what it came to is no mistake.
            (4_900, "Nc6"),
            (7_000, "Nxe5"),
        ],
    );
    assert_eq!(
        marks(&game),
        [
            Some(Mark::Dubious),
            Some(Mark::Mistake),
            None,
            Some(Mark::Mistake)
        ]
    );
    assert_eq!(game.moves()[0].loss(), 700);
    assert_eq!(game.turning_points(), [1, 3]);
}

#[test]
fn who_has_no_choice_makes_no_mistake() {
    let game = judged(
        "[FEN \"7k/8/5QK1/8/8/8/8/8 b - - 0 1\"]\n\n1... Kg8 *",
        &[(5_000, ""), (10_000, "")],
    );
    assert_eq!(marks(&game), [None]);
}

#[test]
fn every_mistake_is_explained() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 *";
    // Every move leaves its player worse off, at first by 10 %, then by ever more.
    let look = |ply| (5_500 + 20 * ply, if ply % 2 == 0 { "a3" } else { "a6" });
    let judgements: Vec<(Points, &str)> = (0..13).map(look).collect();
    let game = judged(shuffle, &judgements);
    assert!(marks(&game).iter().all(|mark| *mark == Some(Mark::Mistake)));
    assert_eq!(game.turning_points(), (0..12).collect::<Vec<_>>());
}

#[test]
fn obvious_moves_are_not_praised() {
    let game = judged(
        "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 *",
        &[
            (5_000, "e4"),
            (5_000, "d5"),
            (5_000, "exd5"),
            (5_000, "Qxd5"),
            (5_000, "Nc3"),
            (5_000, "Qa5"),
            (5_000, "d4"),
        ],
    );
    // Not the captures: one wins a pawn, the other takes back.
    assert_eq!(game.candidates(), [0, 1, 4, 5]);
    let mate = judged(
        "1. f3 e5 2. g4 Qh4# 0-1",
        &[
            (5_000, "f3"),
            (5_000, "e5"),
            (5_000, "a3"),
            (10_000, "Qh4#"),
            (0, ""),
        ],
    );
    assert_eq!(mate.candidates(), [0, 1]);
    assert!(game.would_be_only(4, 4_000));
    assert!(!game.would_be_only(4, 4_001));
}

#[test]
fn what_the_file_said_is_kept() {
    let text = "[White \"A\"]\n[Annotator \"B\"]\n\n{Here} 1. e4 $1 {[%eval 0.3] [%clk 0:10:00] Best by test} (1. d4 {also} d5) 1... f6 {why} 2. d4 *\n";
    let mut game = judged(
        text,
        &[
            (5_200, "Nf3"),
            (5_500, "e5 Nf3"),
            (8_500, "d4"),
            (2_000, "e6"),
        ],
    );
    for ply in game.turning_points() {
        game.tell(ply, Turning::default());
    }
    let written = pgn::write(&game.annotated());
    let again = pgn::read(&written).unwrap().remove(0);
    assert_eq!(again.moves, game.annotated().moves);
    assert_eq!(again.tag("Annotator"), Some("B"));
    let [first, second, third] = &again.moves[..] else {
        panic!("three moves");
    };
    assert_eq!(first.comment_before.as_deref(), Some("Here"));
    // A move that has a mark keeps it.
    assert_eq!(first.nags, [1]);
    assert_eq!(
        first.comment.as_deref(),
        Some("[%eval -0.50] [%clk 0:10:00] Best by test")
    );
    assert_eq!(first.variations[0][0].comment.as_deref(), Some("also"));
    assert_eq!(second.nags, [4]);
    assert_eq!(
        second.comment.as_deref(),
        Some(
            "[%eval 3.50] f6 is a blunder: what Black can expect falls from 55.0% to 15.0%. Better was 1... e5. why"
        )
    );
    let better: Vec<Move> = second.variations[0].iter().map(|step| step.mv).collect();
    assert_eq!(better, moves(&first_position(), "e5 Nf3"));
    assert_eq!(third.comment.as_deref(), Some("[%eval 3.00]"));
}

fn first_position() -> Position {
    let start = Position::start();
    start.after(notation::parse(&start, "e2e4").unwrap())
}

#[test]
fn an_answer_is_told_where_nobody_played_it() {
    let judgements = [(5_200, "d4"), (8_000, "e5 Nf3 Nc6"), (5_000, "d4")];
    let told = |text| {
        let mut game = judged(text, &judgements);
        game.tell(0, Turning::default());
        game.words(0).unwrap()
    };
    assert_eq!(
        told("1. e4 c5 *"),
        "e4 is a blunder: what White can expect falls from 52.0% to 20.0%. The best answer was 1... e5 2. Nf3 Nc6. Better was 1. d4."
    );
    assert!(!told("1. e4 e5 *").contains("best answer"));
}

#[test]
fn mate_ends_a_game_and_stalemate_too() {
    let at = |fen| Judgement::at_the_end(position(fen).position());
    assert_eq!(at("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expected, 0);
    assert_eq!(at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").expected, 5_000);
}

/// After the last move there is nothing to evaluate.
#[test]
fn a_mate_has_no_evaluation() {
    let record = pgn::read("1. f3 e5 2. g4 Qh4#").unwrap().remove(0);
    let game = record.main_line().unwrap();
    let open = Judgement {
        score: Some(Score::Mate(-2)),
        expected: 5_000,
        line: Vec::new(),
    };
    let mut judgements = vec![open; 4];
    judgements.push(Judgement::at_the_end(game.position()));
    let annotated = JudgedGame::new(record, judgements).annotated();
    assert_eq!(annotated.moves[3].comment, None);
    assert_eq!(
        annotated.moves[0].comment.as_deref(),
        Some("[%eval #2]"),
        "for White, whoever is to move"
    );
    assert_eq!(annotated.moves[1].comment.as_deref(), Some("[%eval #-2]"));
}

#[test]
fn a_turning_point_is_told_from_the_search() {
    let game = position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let thought = think(&game);
    let reading = read(&game, &thought);
    let played = moves(game.position(), "h3")[0];
    let turning = Turning::of(&reading.asked(played));
    assert_eq!(turning.merits, ["It is checkmate."]);
    let asked = reading.asked(played).sentences().unwrap();
    let texts: Vec<&str> = turning
        .sentences
        .iter()
        .map(|it| it.text.as_str())
        .collect();
    let told: Vec<String> = asked
        .iter()
        .map(|it| it.text.replace('\u{a0}', " "))
        .collect();
    assert_eq!(texts, told);
    let best = reading.best().unwrap();
    assert_eq!(turning.better, best.line.moves);
    let chosen = Turning::of(&reading.asked(best.mv));
    assert!(!chosen.has_words() && chosen.better.is_empty());
}

#[test]
fn a_line_does_not_end_in_the_middle_of_an_exchange() {
    let start = Position::start();
    let line = moves(&start, "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nxd4 Qxd4 d6 Nc3");
    assert_eq!(line::excerpt(&start, &line).len(), 10);
    let quiet = moves(&start, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
    assert_eq!(line::excerpt(&start, &quiet).len(), 6);
}

#[test]
fn the_opening_is_named_where_the_file_does_not_name_it() {
    let even = [(5_000, ""); 8];
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 a5 4. a4 *";
    let game = judged(moves, &even);
    let record = game.annotated();
    assert_eq!(record.tag("ECO"), Some("C50"));
    assert_eq!(record.tag("Opening"), Some("Italian Game"));
    let comment = record.moves[5].comment.clone().unwrap();
    assert!(
        comment.ends_with("Here the game leaves known paths (Italian Game)."),
        "{comment}"
    );
    let object = game.object(1).opening;
    assert_eq!((object.opening.unwrap().ply, object.left_at), (5, Some(6)));

    let named = judged(
        &format!("[Opening \"Mine\"]\n[ECO \"?\"]\n\n{moves}"),
        &even,
    );
    let record = named.annotated();
    assert_eq!(record.tag("Opening"), Some("Mine"));
    assert_eq!(record.tag("ECO"), Some("C50"));
}
