//! Regret with players and judges that search little.

use std::path::Path;

use bstar_board::{Game, Move, notation};
use bstar_kit::crew::Crew;
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;

use super::report::PlayerChoices;
use super::*;
use crate::judge::{Judge, Worth};

const POSITIONS: &str = "\
r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - id \"mate\";
rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - id \"open\";
8/5k2/8/4K3/4P3/8/8/8 w - - id \"pawn\";
";

fn plan(folder: &Path, players: &[&str]) -> RegretPlan {
    let path = folder.join("p.epd");
    std::fs::write(&path, POSITIONS).unwrap();
    RegretPlan {
        positions: PositionSet::load(&path).unwrap(),
        first: usize::MAX,
        players: players.iter().map(|text| text.parse().unwrap()).collect(),
        nodes: 10_000,
        judge: Judge {
            player: "alphabeta,Hash=1".parse().unwrap(),
            nodes: 20_000,
        },
        crew: Crew::Threads(2),
        journal: None,
    }
}

fn run(plan: &RegretPlan) -> RegretReport {
    plan.run(&Stop::new(), &mut |_, _, _| {}).unwrap()
}

#[test]
fn a_mate_is_not_regretted_and_everything_is_judged_once() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path(), &["alphabeta,Hash=1", "bstar,Hash=4"]);
    let report = run(&plan);
    assert_eq!((report.asked, report.positions), (3, 3));
    let mate = &report.by_position[0];
    assert_eq!((mate.best.as_str(), mate.worth), ("h5f7", 100.0));
    assert_eq!(mate.regrets, [0.0, 0.0]);
    assert!(report.players[1].trees.is_some() && report.players[0].trees.is_none());
    let files = [plan.sets_file(), plan.judgements_file()];
    let kept = files.each_ref().map(|file| std::fs::read(file).unwrap());
    let mut searches = 0;
    let again = plan.run(&Stop::new(), &mut |stage, _, _| {
        searches += usize::from(stage != Stage::Choosing);
    });
    assert_eq!(again.unwrap().to_string(), report.to_string());
    assert_eq!(searches, 0);
    assert_eq!(kept, files.map(|file| std::fs::read(file).unwrap()));
}

#[test]
fn how_many_at_a_time_makes_no_difference() {
    let [alone, together] = [1, 3].map(|jobs| {
        let folder = tempfile::tempdir().unwrap();
        let mut plan = plan(folder.path(), &["alphabeta,Hash=1"]);
        plan.crew = Crew::Threads(jobs);
        run(&plan).to_string()
    });
    assert_eq!(alone, together);
}

/// The moves of every position with a worth of their own, all judged, all in the set.
fn judged(folder: &Path) -> (PositionSet, MoveSets, Judgements) {
    let path = folder.join("p.epd");
    std::fs::write(&path, POSITIONS).unwrap();
    let positions = PositionSet::load(&path).unwrap();
    let mut sets = MoveSets::read(&folder.join("sets"), &positions).unwrap();
    let mut judgements = Judgements::read(&folder.join("judged"), &positions).unwrap();
    for of in positions.all() {
        let moves = legal(of);
        for (number, &mv) in moves.iter().enumerate() {
            let worth = Worth(9_000 - 100 * number as u16);
            judgements.add("a test", of, mv, worth).unwrap();
        }
        sets.fix(of, moves).unwrap();
    }
    (positions, sets, judgements)
}

fn legal(of: &SetPosition) -> Vec<Move> {
    of.position.legal_moves().into_iter().collect()
}

fn report_of(
    (positions, sets, judgements): &(PositionSet, MoveSets, Judgements),
    mut choose: impl FnMut(&[Move]) -> Move,
) -> PlayerRegret {
    let choices = positions.all().iter();
    let choices = choices.map(|of| Some((choose(&legal(of)), None))).collect();
    let player = PlayerChoices {
        name: "player".to_owned(),
        nodes: 1,
        choices,
    };
    RegretReport::new(positions.all(), &[player], sets, judgements)
        .players
        .remove(0)
}

#[test]
fn the_judges_choice_is_never_regretted() {
    let folder = tempfile::tempdir().unwrap();
    let player = report_of(&judged(folder.path()), |moves| moves[0]);
    let regret = player.regret.unwrap();
    assert_eq!((regret.count, regret.mean), (3, 0.0));
    assert_eq!((player.above_1, player.better_than_set), (0.0, 0));
}

/// Of n moves that are worth a point less each, a random one is (n - 1) / 2 points from the best.
#[test]
fn a_random_move_costs_what_an_average_move_costs() {
    let folder = tempfile::tempdir().unwrap();
    let judged = judged(folder.path());
    let expected: f64 = judged
        .0
        .all()
        .iter()
        .map(|of| (legal(of).len() as f64 - 1.0) / 2.0 / 3.0)
        .sum();
    let mut random = Random::new(1, 0);
    let rounds = 2_000;
    let mean = (0..rounds)
        .map(|_| {
            let player = report_of(&judged, |moves| moves[random.below(moves.len())]);
            player.regret.unwrap().mean
        })
        .sum::<f64>()
        / f64::from(rounds);
    assert!((mean - expected).abs() < 0.3, "{mean}, not {expected}");
}

#[test]
fn a_better_move_from_outside_the_set_has_negative_regret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.epd");
    std::fs::write(&path, POSITIONS.lines().nth(1).unwrap()).unwrap();
    let positions = PositionSet::load(&path).unwrap();
    let of = &positions.all()[0];
    let [known, better] = ["b1c3", "f2f3"].map(|word| notation::parse(&of.position, word).unwrap());
    let mut sets = MoveSets::read(&folder.path().join("sets"), &positions).unwrap();
    sets.fix(of, vec![known]).unwrap();
    let mut judgements = Judgements::read(&folder.path().join("judged"), &positions).unwrap();
    judgements.add("a test", of, known, Worth(5_000)).unwrap();
    judgements.add("a test", of, better, Worth(5_250)).unwrap();
    let player = report_of(&(positions, sets, judgements), |_| better);
    assert_eq!(player.regret.unwrap().mean, -2.5);
    assert_eq!(player.better_than_set, 1);
}

/// Three players may choose two moves from outside the set. A move that is judged twice makes a
/// file that cannot be read again.
#[test]
fn a_move_that_several_players_choose_is_judged_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.epd");
    std::fs::write(&path, POSITIONS.lines().nth(1).unwrap()).unwrap();
    let positions = PositionSet::load(&path).unwrap();
    let of = &positions.all()[0];
    let [inside, a, b] =
        ["b1c3", "f2f3", "h2h4"].map(|word| notation::parse(&of.position, word).unwrap());
    let wanted = super::plan::with_others(&[inside], [a, b, a, inside, b]);
    assert_eq!(wanted, [inside, a, b]);
}

#[test]
fn a_position_that_is_not_judged_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let (positions, sets, _) = judged(folder.path());
    let nothing = Judgements::read(&folder.path().join("nothing"), &positions).unwrap();
    let player = report_of(&(positions, sets, nothing), |moves| moves[0]);
    assert!(player.regret.is_none());
}

#[test]
fn kept_files_name_their_faults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.epd");
    std::fs::write(&path, POSITIONS).unwrap();
    let positions = PositionSet::load(&path).unwrap();
    let file = folder.path().join("kept");
    for (text, message) in [
        (
            "pawn e5d6\n",
            "line 1: expected the id of a position, a tab",
        ),
        ("# x\nqueen\te5d6\n", "line 2: no position has the id queen"),
        ("pawn\te5e7\n", "line 1: "),
        ("pawn\te5d6\npawn\te5d6\n", "line 2: pawn has a set already"),
    ] {
        std::fs::write(&file, text).unwrap();
        let error = MoveSets::read(&file, &positions).err().unwrap().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for (text, message) in [
        ("pawn\te5d6=5000\n", "line 1: no line above says who judged"),
        ("judge\tx\npawn\te5d6\n", "line 2: expected MOVE=WORTH"),
        ("judge\tx\npawn\te5d6=10001\n", "no number from 0 to 10000"),
        ("judge\tx\npawn\te5d6=1\npawn\te5d6=2\n", "was judged above"),
    ] {
        std::fs::write(&file, text).unwrap();
        let error = Judgements::read(&file, &positions)
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn a_line_that_was_cut_off_is_judged_again() {
    let folder = tempfile::tempdir().unwrap();
    let (positions, _, _) = judged(folder.path());
    let file = folder.path().join("cut");
    std::fs::write(&file, "judge\tx\npawn\te5d6=5000\npawn\te5d5=49").unwrap();
    let mut judgements = Judgements::read(&file, &positions).unwrap();
    let of = positions.named("pawn").unwrap();
    let worth = |word| judgements.of("pawn", notation::parse(&of.position, word).unwrap());
    assert_eq!((worth("e5d6"), worth("e5d5")), (Some(Worth(5_000)), None));
    judgements.open().unwrap();
    let other = Judgements::read(&file, &positions).unwrap().open();
    let error = other.err().unwrap().to_string();
    assert!(error.contains("is being written"), "{error}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "judge\tx\npawn\te5d6=5000\n");
}

#[test]
fn a_new_version_of_the_judge_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (positions, ..) = judged(folder.path());
    let file = folder.path().join("versions");
    let of = positions.named("pawn").unwrap();
    for (version, mv) in ["old", "old", "new"].into_iter().zip(legal(of)) {
        let mut judgements = Judgements::read(&file, &positions).unwrap();
        judgements.add(version, of, mv, Worth(1)).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let judges: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("judge"))
        .collect();
    assert_eq!(judges, ["judge\told", "judge\tnew"]);
}

#[test]
fn positions_need_names_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.epd");
    let line = "8/5k2/8/4K3/4P3/8/8/8 w - -";
    for (text, message) in [
        (line.to_owned(), "line 1: the position has no id"),
        (format!("{line} id \"a\";\n{line} id \"a\";"), "line 2: "),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - id \"x\";".to_owned(),
            "no legal move",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = PositionSet::load(&path).err().unwrap().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn players_are_limited_by_nodes_and_have_names_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    for (players, message) in [
        (
            ["alphabeta", "alphabeta"],
            "two players are called alphabeta",
        ),
        (["alphabeta", "bstar,depth=3"], "must be limited by nodes"),
    ] {
        let plan = plan(folder.path(), &players);
        let error = plan.run(&Stop::new(), &mut |_, _, _| {}).err().unwrap();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn the_first_moves_of_a_judge_are_different() {
    let judge = Judge {
        player: "alphabeta,Hash=1".parse().unwrap(),
        nodes: 1_000,
    };
    let mut judge = judge.sit(&Stop::new()).unwrap();
    let game = Game::default();
    let first = judge.first_moves(game.position(), 4, 500).unwrap();
    let mut unique = first.clone();
    unique.sort_by_key(|mv| format!("{mv:?}"));
    unique.dedup();
    assert_eq!((first.len(), unique.len()), (4, 4));
}
