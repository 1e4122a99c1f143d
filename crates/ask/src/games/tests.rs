use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::*;
use bstar_board::pgn;
use bstar_engine::Evaluation;
use bstar_kit::crew::Crew;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;

const GAMES: &str = "\
[White \"Müller\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n
[White \"Ada\"]\n\n1. e4 e5 2. Nf3 Nf9 *\n
[White \"Zoë\"]\n\n1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 1/2-1/2\n
[White \"Nobody\"]\n\n*\n";

fn analysis(form: OutputForm) -> Analysis {
    Analysis {
        effort: Effort::nodes(500),
        expansions: None,
        hash: 1,
        evaluation: Evaluation::Terms,
        endings: Default::default(),
        crew: Crew::Threads(2),
        form,
    }
}

/// In how many places a file is cut.
const CUTS: usize = 20;

struct Desk {
    folder: tempfile::TempDir,
    games: InputGames,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, GAMES).unwrap();
        let games = InputGames::load(&path).unwrap();
        Desk { folder, games }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    /// Writes at most `most` more games. Returns the number of games that were there before.
    fn work(&self, form: OutputForm, most: usize) -> Result<usize, AnnotationsError> {
        let analysis = analysis(form);
        let existing = Existing::Continue;
        let mut file = Annotations::open(&self.path(), &analysis, &self.games, existing)?;
        let rest = &self.games.readable[file.done..];
        let rest = &rest[..most.min(rest.len())];
        analysis
            .run(rest, &Stop::new(), Arc::new(|_| {}), |finished| {
                file.add(&finished.text).unwrap();
                ControlFlow::Continue(())
            })
            .unwrap();
        Ok(file.done)
    }
}

#[test]
fn games_that_cannot_be_read_are_named_and_the_others_read() {
    let desk = Desk::new();
    let numbers: Vec<usize> = desk.games.readable.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [1, 3, 4]);
    let error = desk.games.unreadable[0].to_string();
    assert!(error.contains("game 2, line 7"), "{error}");
}

/// The file may be cut off anywhere, even within a letter. Whole games stay, and the rest comes out
/// the same.
#[test]
fn a_file_is_continued_from_any_place() {
    for form in [OutputForm::Pgn, OutputForm::JsonLines] {
        let desk = Desk::new();
        assert_eq!(desk.work(form, 9).unwrap(), 0);
        let whole = std::fs::read(desk.path()).unwrap();
        for cut in (1..=whole.len())
            .step_by(whole.len() / CUTS)
            .chain([whole.len()])
        {
            std::fs::write(desk.path(), &whole[..cut]).unwrap();
            let done = desk.work(form, 9).unwrap();
            assert!(done <= 3 && (cut < whole.len() || done == 3));
            assert!(std::fs::read(desk.path()).unwrap() == whole, "cut at {cut}");
        }
    }
}

#[test]
fn nothing_is_done_twice() {
    let desk = Desk::new();
    assert_eq!(desk.work(OutputForm::Pgn, 2).unwrap(), 0);
    assert_eq!(desk.work(OutputForm::Pgn, 2).unwrap(), 2);
    assert_eq!(desk.work(OutputForm::Pgn, 2).unwrap(), 3);
}

/// Two runs wrote every game twice, and both ended with exit code 0.
#[test]
fn a_second_run_is_refused_while_the_first_one_writes() {
    let desk = Desk::new();
    let analysis = analysis(OutputForm::Pgn);
    let open = |existing| Annotations::open(&desk.path(), &analysis, &desk.games, existing);
    let refused = |existing| {
        let error = open(existing).unwrap_err().to_string();
        assert!(error.contains("is being written by"), "{error}");
    };
    for beginning in [Existing::Refuse, Existing::Continue] {
        let mut first = open(beginning).unwrap();
        refused(Existing::Refuse);
        refused(Existing::Continue);
        // Any whole game counts, whatever is in it.
        first.add("[Event \"x\"]\n\n1. e4 *\n\n").unwrap();
        refused(Existing::Refuse);
        refused(Existing::Continue);
    }
    assert_eq!(open(Existing::Continue).unwrap().done, 2);
}

#[test]
fn other_settings_and_other_games_are_refused() {
    let mut desk = Desk::new();
    desk.work(OutputForm::Pgn, 1).unwrap();
    let before = std::fs::read(desk.path()).unwrap();
    let other = Analysis {
        effort: Effort::nodes(501),
        ..analysis(OutputForm::Pgn)
    };
    let open = |games, analysis, existing| {
        let opened = Annotations::open(&desk.path(), analysis, games, existing);
        opened.unwrap_err().to_string()
    };
    let error = open(&desk.games, &other, Existing::Continue);
    assert!(
        error.contains("500 nodes") && error.contains("501 nodes"),
        "{error}"
    );
    let same = analysis(OutputForm::Pgn);
    let error = open(&desk.games, &same, Existing::Refuse);
    assert!(error.contains("--resume"), "{error}");
    let settings = desk.folder.path().join("out.settings");
    std::fs::rename(&settings, desk.folder.path().join("elsewhere")).unwrap();
    let error = open(&desk.games, &same, Existing::Continue);
    assert!(error.contains("out.settings"), "{error}");
    std::fs::rename(desk.folder.path().join("elsewhere"), &settings).unwrap();
    assert_eq!(std::fs::read(desk.path()).unwrap(), before);
    desk.games.checksum += 1;
    let error = desk.work(OutputForm::Pgn, 9).unwrap_err().to_string();
    assert!(error.contains("input"), "{error}");
    assert_eq!(std::fs::read(desk.path()).unwrap(), before);
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let games = Desk::new().games;
    let written = |jobs| {
        let mut text = String::new();
        let analysis = Analysis {
            crew: Crew::Threads(jobs),
            ..analysis(OutputForm::JsonLines)
        };
        analysis
            .run(
                &games.readable,
                &Stop::new(),
                Arc::new(|_| {}),
                |finished| {
                    text.push_str(&finished.text);
                    ControlFlow::Continue(())
                },
            )
            .unwrap();
        text
    };
    let text = written(1);
    assert_eq!(text.lines().count(), 3);
    assert!(text == written(3));
}

#[test]
fn a_document_is_whole_with_any_number_of_games() {
    let games = Desk::new().games;
    let given_up = FinishedGame {
        text: r#"{"game":4,"reason":"too often"}"#.to_owned(),
        tally: MarkTally::default(),
        is_given_up: true,
    };
    for count in 0..=2 {
        let (mut document, mut text) = GamesDocument::begin(&games.unreadable);
        text.push_str(&document.add(&given_up));
        analysis(OutputForm::Json)
            .run(
                &games.readable[..count],
                &Stop::new(),
                Arc::new(|_| {}),
                |finished| {
                    text.push_str(&document.add(finished));
                    ControlFlow::Continue(())
                },
            )
            .unwrap();
        text.push_str(&document.end());
        let found: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&found["type"], text.lines().count()), (&"games".into(), 1));
        assert_eq!(found["unreadable"][0]["game"], 2);
        assert_eq!(found["games"].as_array().unwrap().len(), count);
        assert_eq!(found["not_judged"][0]["reason"], "too often");
        for game in found["games"].as_array().unwrap() {
            assert!(game["moves"].is_array() && game.get("type").is_none());
        }
    }
}

#[test]
fn a_mate_that_was_allowed_is_a_blunder() {
    let games = Desk::new().games;
    let mut sheets = Vec::new();
    let mut tally = MarkTally::default();
    analysis(OutputForm::Pgn)
        .run(
            &games.readable[..1],
            &Stop::new(),
            Arc::new(|_| {}),
            |finished| {
                sheets.push(finished.text.clone());
                tally.add(&finished.tally);
                ControlFlow::Break(())
            },
        )
        .unwrap();
    let game = pgn::read(&sheets[0]).unwrap().remove(0);
    let fatal = &game.moves[2];
    assert_eq!(fatal.nags, [4]);
    let comment = fatal.comment.as_deref().unwrap();
    assert!(
        comment.starts_with("[%eval #-1] g4 is a blunder"),
        "{comment}"
    );
    assert!(comment.contains("It runs into 2... Qh4#."), "{comment}");
    assert_eq!(fatal.variations.len(), 1);
    assert_eq!((tally.games, tally.moves, tally.marks[3]), (1, 4, 1));
}
