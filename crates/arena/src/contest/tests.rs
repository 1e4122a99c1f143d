//! Whole matches of the built-in player, short ones.

use super::*;
use crate::openings::Book;
use crate::player::{Pace, PlayerSpec};
use bstar_kit::crew::Crew;
use bstar_kit::stop::Stop;

fn contest(first: &str, second: &str, games: usize) -> Contest {
    let [first, second]: [PlayerSpec; 2] = [first, second].map(|text| text.parse().unwrap());
    let mut contest = Contest::new([first, second], Pace::Nodes(200), games, Book::built_in());
    contest.rules.draw = Some("10,3,50".parse().unwrap());
    contest.rules.resign = Some("2,300".parse().unwrap());
    contest
}

fn run(contest: &Contest) -> (MatchResult, Vec<GameSummary>) {
    let mut lines = Vec::new();
    let result = contest
        .run(&Stop::new(), &mut |line, _| lines.push(line.clone()))
        .unwrap();
    lines.sort_by_key(|line| line.number);
    (result, lines)
}

#[test]
fn the_result_does_not_depend_on_concurrency() {
    let mut contest = contest(
        "alphabeta,Hash=1",
        "alphabeta,Hash=1,depth=1,name=shallow",
        6,
    );
    let (alone, lines) = run(&contest);
    contest.crew = Crew::Threads(3);
    let (together, same_lines) = run(&contest);
    assert_eq!(alone.tally, together.tally);
    assert_eq!(lines, same_lines);
    assert_eq!(alone.tally.games(), 6);
    assert_eq!(alone.tally.pairs.iter().sum::<u64>(), 3);
}

#[test]
fn a_player_against_itself_mirrors_every_pair() {
    let (result, _) = run(&contest("alphabeta,Hash=1", "alphabeta,Hash=1", 4));
    // Both games of a pair are the same game, once from each side.
    assert_eq!(result.tally.pairs, [0, 0, 2, 0, 0]);
    assert_eq!(
        result.players,
        ["alphabeta,Hash=1 (1)", "alphabeta,Hash=1 (2)"]
    );
}

#[test]
fn a_match_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let mut contest = contest(
        "alphabeta,Hash=1",
        "alphabeta,Hash=1,depth=1,name=shallow",
        2,
    );
    contest.journal = Some(folder.path().join("journal"));
    contest.pgn = Some(folder.path().join("games.pgn"));
    let (_, first) = run(&contest);
    assert_eq!(first.len(), 2);
    contest.games = 6;
    let (result, rest) = run(&contest);
    assert_eq!(
        rest.iter().map(|line| line.number).collect::<Vec<_>>(),
        [2, 3, 4, 5]
    );
    assert_eq!(result.tally.games(), 6);
    let (again, none) = run(&contest);
    assert!(none.is_empty());
    assert_eq!(again.tally, result.tally);
    let pgn = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    assert_eq!(bstar_board::pgn::read(&pgn).unwrap().len(), 6);
    contest.pace = Pace::Nodes(201);
    let error = contest
        .run(&Stop::new(), &mut |_, _| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("other settings (pace"), "{error}");
}

/// A full disk cut a game off, and the first game after it was glued onto what was left.
#[test]
fn journal_and_games_agree_after_any_break() {
    let folder = tempfile::tempdir().unwrap();
    let mut contest = contest(
        "alphabeta,Hash=1",
        "alphabeta,Hash=1,depth=1,name=shallow",
        4,
    );
    let [journal, games] = ["journal", "games.pgn"].map(|name| folder.path().join(name));
    contest.journal = Some(journal.clone());
    contest.pgn = Some(games.clone());
    let (whole, _) = run(&contest);
    let [all_lines, all_games] = [&journal, &games].map(|path| std::fs::read(path).unwrap());
    let ends = |bytes: &[u8]| -> Vec<usize> {
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        ends.map(|(at, _)| at + 1).collect()
    };
    let lines = ends(&all_lines);
    let text = String::from_utf8(all_games.clone()).unwrap();
    let lengths: Vec<usize> = bstar_board::pgn::whole_games(&text).map(str::len).collect();
    let third: usize = lengths[..3].iter().sum();
    let moves = |bytes: &[u8]| {
        let text = str::from_utf8(bytes).unwrap();
        let records = bstar_board::pgn::read(text).unwrap();
        let mut games: Vec<(String, Vec<_>)> = records
            .iter()
            .map(|record| {
                let moves = record.moves.iter().map(|recorded| recorded.mv).collect();
                (record.tag("Round").unwrap().to_owned(), moves)
            })
            .collect();
        games.sort_by(|one, other| one.0.cmp(&other.0));
        games
    };
    for (lines, games_there) in [
        // Both are whole.
        (lines[4], all_games.len()),
        // The last game is not in the PGN, or only a part of it.
        (lines[4], third),
        (lines[4], third + 10),
        (lines[4], third + 300),
        (lines[4], all_games.len() - 1),
        (lines[4], 0),
        // The last game is not in the journal, or only a part of it.
        (lines[3], all_games.len()),
        (lines[4] - 5, all_games.len()),
        // It is in neither.
        (lines[3] + 5, third + 300),
    ] {
        std::fs::write(&journal, &all_lines[..lines]).unwrap();
        std::fs::write(&games, &all_games[..games_there]).unwrap();
        let (again, _) = run(&contest);
        assert_eq!(again.tally, whole.tally);
        let found = std::fs::read(&games).unwrap();
        assert_eq!(moves(&found), moves(&all_games), "{lines} {games_there}");
    }
}

#[test]
fn several_matches_are_played_as_each_would_be_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut contests: Vec<Contest> = [100, 200, 300]
        .into_iter()
        .map(|nodes| {
            let mut contest = contest(
                "alphabeta,Hash=1",
                "alphabeta,Hash=1,depth=1,name=shallow",
                4,
            );
            contest.pace = Pace::Nodes(nodes);
            contest.is_size_announced = true;
            contest
        })
        .collect();
    let alone: Vec<_> = contests
        .iter()
        .map(|contest| run(contest).0.tally)
        .collect();
    for (number, contest) in contests.iter_mut().enumerate() {
        contest.journal = Some(folder.path().join(number.to_string()));
    }
    let so_far = |contests: &[Contest]| -> Vec<_> {
        let results = contests.iter().map(|contest| contest.result_so_far());
        results.map(|result| result.unwrap()).collect()
    };
    let stop = Stop::new();
    let mut seen = Vec::new();
    let results = run_all(
        &contests,
        &Crew::Threads(2),
        &stop,
        &mut |contest, _, result| {
            seen.push((contest, result.tally.games()));
            if seen.len() == 6 {
                stop.set();
            }
        },
    )
    .unwrap();
    // The matches are played in their order.
    assert_eq!(seen[0].0, 0);
    for result in &results {
        assert_eq!(result.interrupted, result.tally.games() < 4);
    }
    let counted =
        |results: &[MatchResult]| -> Vec<_> { results.iter().map(|result| result.tally).collect() };
    let interrupted = so_far(&contests);
    assert_eq!(counted(&interrupted), counted(&results));
    // A game may have ended at the same moment.
    let games: u64 = results.iter().map(|result| result.tally.games()).sum();
    assert!((6..12).contains(&games), "{games}");
    let results = run_all(
        &contests,
        &Crew::Threads(2),
        &Stop::new(),
        &mut |_, _, _| {},
    )
    .unwrap();
    assert_eq!(counted(&results), alone);
    assert_eq!(counted(&so_far(&contests)), alone);
    // Time goes on being counted, and comes back from the journal.
    for (result, (before, after)) in results
        .iter()
        .zip(interrupted.iter().zip(so_far(&contests)))
    {
        assert!(result.seconds[0] > 0.0 && result.seconds[0] >= before.seconds[0]);
        assert!((result.seconds[1] - after.seconds[1]).abs() < 1e-9);
    }
    contests[0].games = 6;
    let error = contests[0].result_so_far().unwrap_err().to_string();
    assert!(error.contains("games: 4 there, 6 here"), "{error}");
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let contest = contest("alphabeta,Hash=1", "no-such-engine-anywhere", 2);
    let error = contest
        .run(&Stop::new(), &mut |_, _| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("no-such-engine-anywhere"), "{error}");
}

#[test]
fn the_table_says_everything() {
    let (result, _) = run(&contest("alphabeta,Hash=1", "alphabeta,Hash=1", 4));
    let text = result.to_string();
    for part in [
        "4 games",
        "score 50.0 %",
        "0, 0, 2, 0, 0",
        "Elo +0.0 ± ",
        "no time losses",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn the_trees_of_every_move_are_kept_and_survive_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let mut contest = contest("alphabeta,Hash=1", "bstar,Hash=1", 2);
    contest.pace = Pace::Nodes(2_000);
    contest.journal = Some(folder.path().join("journal"));
    let (whole, lines) = run(&contest);
    assert!(whole.trees[0].is_empty());
    let typical = whole.trees[1].typical().unwrap();
    assert!(
        typical.searches > 0 && typical.probe_depth > 0,
        "{typical:?}"
    );
    for line in &lines {
        // Every move of the second player has one, and no other.
        let first = usize::from(line.white == Contestant::First) + 1;
        let plies: Vec<usize> = line.trees.iter().map(|moved| moved.ply).collect();
        let expected: Vec<usize> = (first..=line.plies).step_by(2).collect();
        assert_eq!(plies, expected, "game {}", line.number);
        assert!(
            line.trees
                .iter()
                .all(|moved| moved.side == Contestant::Second)
        );
    }
    let (again, none) = run(&contest);
    assert!(none.is_empty());
    assert_eq!(again.trees[1].typical().unwrap().searches, typical.searches);
    assert!(again.to_string().contains("bstar,Hash=1: "), "{again}");
}

/// A book of two openings, one of them with a kind of its own.
fn small_book(folder: &std::path::Path) -> Book {
    let path = folder.join("book.pgn");
    let text = "[Opening \"Scotch\"]\n\n1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 *\n\n[Kind \"closed\"]\n\n1. d4 d5 *\n";
    std::fs::write(&path, text).unwrap();
    Book::load(&path).unwrap()
}

#[test]
fn games_are_counted_by_kind_of_opening() {
    use crate::openings::OpeningKind;

    let folder = tempfile::tempdir().unwrap();
    let mut contest = contest("alphabeta,Hash=1", "alphabeta,Hash=1", 4);
    contest.book = small_book(folder.path());
    contest.journal = Some(folder.path().join("journal"));
    let (result, lines) = run(&contest);
    let kinds: Vec<_> = result
        .kinds
        .iter()
        .map(|of| (of.kind, of.tally.games(), of.tally.pairs))
        .collect();
    assert_eq!(
        kinds,
        [
            (OpeningKind::Closed, 2, [0, 0, 1, 0, 0]),
            (OpeningKind::Open, 2, [0, 0, 1, 0, 0])
        ]
    );
    assert_eq!(lines[0].kind, Some(OpeningKind::Open));
    let text = result.to_string();
    assert!(text.contains("closed openings: 2 games"), "{text}");
    let (again, _) = run(&contest);
    assert_eq!(again.kinds, result.kinds);
}

#[test]
fn the_same_games_are_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut contest = contest("alphabeta,Hash=1", "bstar,Hash=1,depth=1", 6);
    contest.book = small_book(folder.path());
    let refused = |contest: &Contest| {
        contest
            .run(&Stop::new(), &mut |_, _| {})
            .err()
            .map(|error| error.to_string())
    };
    let error = refused(&contest).unwrap();
    assert!(
        error.contains("6 games need 3 openings, and there are 2"),
        "{error}"
    );
    assert!(error.contains("at most 4 games"), "{error}");
    contest.players[1] = "alphabeta,Hash=1,elo=1500".parse().unwrap();
    assert_eq!(refused(&contest), None);
}

#[test]
fn pondering_is_counted_for_players_that_do_it_and_survives_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let mut contest = contest("bstar,Hash=1,ponder=true", "alphabeta,Hash=1", 2);
    contest.pace = Pace::MoveTime(std::time::Duration::from_millis(10));
    contest.rules.margin = std::time::Duration::from_secs(10);
    contest.journal = Some(folder.path().join("journal"));
    let (whole, lines) = run(&contest);
    let total = whole.pondering[0].unwrap();
    assert_eq!(whole.pondering[1], None);
    assert!(total.pondered > 0, "{total}");
    assert!(total.ready <= total.hits && total.hits <= total.pondered);
    assert!(total.pondered <= total.moves);
    let moves: u64 = lines
        .iter()
        .map(|line| line.pondering[0].unwrap().moves)
        .sum();
    assert_eq!(moves, total.moves);
    let (again, none) = run(&contest);
    assert!(none.is_empty());
    assert_eq!(again.pondering, whole.pondering);
    assert!(again.to_string().contains("thought ahead before"));
    let json = serde_json::to_value(&again).unwrap();
    assert_eq!(json["pondering"][0]["hits"], total.hits);
    assert!(json["pondering"][1].is_null());
}

#[test]
fn a_player_that_thinks_ahead_does_not_play_the_same_game_again() {
    let mut contest = contest("alphabeta,Hash=1", "alphabeta,Hash=1", 2);
    assert!(contest.is_repeatable());
    contest.players[1] = "alphabeta,Hash=1,ponder=true".parse().unwrap();
    assert!(!contest.is_repeatable());
}

#[test]
fn a_match_that_is_stopped_stops_players_that_think_ahead() {
    let mut contest = contest("bstar,Hash=1,ponder=true", "bstar,Hash=1,ponder=true", 100);
    contest.pace = "60+1".parse().unwrap();
    contest.crew = Crew::Threads(2);
    let stop = Stop::new();
    let later = stop.clone();
    let began = std::time::Instant::now();
    let interrupter = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(500));
        later.set();
    });
    let result = contest.run(&stop, &mut |_, _| {}).unwrap();
    interrupter.join().unwrap();
    assert!(result.interrupted);
    assert!(began.elapsed() < std::time::Duration::from_secs(30));
}

/// A mute engine is waited for once, however many games there are.
#[test]
#[cfg(unix)]
fn a_mute_program_is_started_once() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let (program, starts) = (folder.path().join("mute"), folder.path().join("starts"));
    let script = format!("#!/bin/sh\necho >> {}\nexec sleep 60\n", starts.display());
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let mut contest = contest("alphabeta,Hash=1", &program.display().to_string(), 4);
    contest.players[1].start_patience = std::time::Duration::from_millis(300);
    let error = contest.run(&Stop::new(), &mut |_, _| {}).unwrap_err();
    assert!(
        error.to_string().contains("did not answer `uci`"),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 1);
}
