//! Games that were lost in obvious ways.

use std::path::Path;

use super::*;
use crate::game_phase::GamePhase;
use bstar_arena::openings::OpeningKind;
use bstar_kit::stop::Stop;

fn load(text: &str, player: &str) -> Result<Losses, LossesError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    let mut losses = Losses::load(&path, player)?;
    losses.nodes = 5_000;
    Ok(losses)
}

fn report(text: &str, player: &str) -> LossReport {
    let losses = load(text, player).unwrap();
    losses.run(&Stop::new(), &mut |_| {}).unwrap()
}

/// Black moves the knight away from between bishop and queen.
const QUEEN: &str = "[White \"a\"]\n[Black \"b\"]\n[Round \"3\"]\n[Result \"1-0\"]\n\n\
    1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 h6 5. Bh4 Ne4 6. Bxd8 Nxc3 7. bxc3 Kxd8 8. Nf3 1-0\n\n";

#[test]
fn a_piece_left_hanging_is_tactics() {
    let report = report(QUEEN, "b");
    assert_eq!((report.played.games, report.played.lost), (1, 1));
    let loss = &report.losses[0];
    let point = loss.turning_point.as_ref().unwrap();
    assert_eq!(point.played, "Ne4", "{report}");
    assert!(point.before > point.after + 0.2, "{report}");
    assert_eq!(loss.mistake, MistakeKind::Tactical, "{report}");
    assert_eq!(
        (point.phase, point.kind),
        (GamePhase::Opening, OpeningKind::Closed)
    );
    assert_eq!(point.character, MoveCharacter::Forcing);
    assert_eq!(point.refutation[0], "Bxd8");
    let tactical = report
        .classes
        .iter()
        .find(|class| class.class == "overlooked tactics")
        .unwrap();
    assert_eq!((tactical.games, tactical.share), (1, 1.0));
    assert_eq!(tactical.worst, [1]);
    let text = report.to_string();
    assert!(text.contains("5... Ne4"), "{text}");
}

#[test]
fn whoever_won_lost_nothing() {
    let report = report(QUEEN, "a");
    assert_eq!(report.played.lost, 0);
    assert!(report.losses.is_empty());
    assert!(
        report.to_string().contains("no points were lost"),
        "{report}"
    );
}

#[test]
fn a_draw_costs_something_only_from_a_better_position() {
    // King and queen against king, and a stalemate.
    let won = "[White \"a\"]\n[Black \"b\"]\n[SetUp \"1\"]\n[FEN \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1. Qg6 1/2-1/2\n\n";
    let ours = report(won, "a");
    assert_eq!((ours.drawn_from_better, ours.points), (1, 0.5));
    let point = ours.losses[0].turning_point.as_ref().unwrap();
    assert_eq!((point.phase, point.after), (GamePhase::Ending, 0.5));
    assert_eq!(report(won, "b").drawn_from_better, 0);
}

#[test]
fn a_game_lost_on_time_is_no_mistake_on_the_board() {
    let text = QUEEN.replace("[Round", "[Termination \"time forfeit\"]\n[Round");
    let report = report(&text, "b");
    assert_eq!(report.losses[0].mistake, MistakeKind::Forfeit);
    assert!(report.losses[0].turning_point.is_none());
}

#[test]
fn moves_without_a_comment_at_the_beginning_are_the_openings() {
    let text = QUEEN.replace("5. Bh4 Ne4", "5. Bh4 {+0.30/5} Ne4 {-0.30/5}");
    let losses = load(&text, "b").unwrap();
    assert_eq!(losses.candidates[0].opening_plies, 8);
}

#[test]
fn how_many_at_a_time_makes_no_difference() {
    let text = QUEEN.repeat(3);
    let mut losses = load(&text, "b").unwrap();
    let alone = losses.run(&Stop::new(), &mut |_| {}).unwrap().to_string();
    losses.jobs = 3;
    let together = losses.run(&Stop::new(), &mut |_| {}).unwrap().to_string();
    assert_eq!(alone, together);
}

#[test]
fn mistakes_are_named() {
    for (text, player, message) in [
        (QUEEN, "c", "nobody in"),
        (QUEEN, "c", "there are `a`, `b`"),
        ("", "a", "has no games in it"),
        ("[White \"a\"]\n\n1. e4 e5 2. Ke3 1-0\n", "a", "line 3"),
    ] {
        let error = load(text, player).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let error = Losses::load(Path::new("no/such.pgn"), "a").unwrap_err();
    assert!(error.to_string().contains("no/such.pgn"), "{error}");
}
