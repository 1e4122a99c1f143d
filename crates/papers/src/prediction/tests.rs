//! What follows from runs, and a whole experiment, a very small one.

use bstar_arena::stats::{EloEstimate, GamePoints, GameTally};
use bstar_kit::stop::Stop;

use super::scaling_run::score_interval;
use super::*;

/// A run with these numbers of pairs won, split and lost.
fn run(nodes: u64, announced: usize, [won, split, lost]: [usize; 3]) -> ScalingRun {
    let mut tally = GameTally::default();
    for (count, second) in [(won, GamePoints::Win), (split, GamePoints::Loss)] {
        (0..count).for_each(|_| tally.add_pair(GamePoints::Win, second));
    }
    (0..lost).for_each(|_| tally.add_pair(GamePoints::Loss, GamePoints::Loss));
    ScalingRun {
        nodes,
        announced,
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        faults: 0,
        score: tally.score(),
        interval: EloEstimate::of(&tally).map(score_interval),
        strength: EloEstimate::of(&tally),
        expansions: Some(20),
        probe_depth: Some(3),
        searches: 1_234,
        share_below_root: Some(0.667),
        largest_lead: Some(1),
        long_leads: 0,
        is_tree_led: Some(true),
        core_hours: 0.5,
    }
}

fn report(runs: Vec<ScalingRun>) -> ScalingReport {
    ScalingReport::new(
        &FullWidthPlayers::new("extra-move", None).unwrap(),
        runs,
        false,
    )
}

#[test]
fn an_interval_that_contains_half_decides_nothing() {
    let report = report(vec![run(1_500_000, 20, [3, 4, 3])]);
    assert_eq!(report.ahead, WhoIsAhead::Undecided);
    assert_eq!(
        report.answer,
        "At 1,500,000 nodes a move, the largest power whose run is complete, B* scored 50.0 % (26.0 to 74.0): undecided, so far. Two powers are needed to say whether the score rises with power."
    );
}

#[test]
fn an_interval_on_one_side_of_half_says_who_is_ahead() {
    for (pairs, ahead, words) in [
        ([18, 2, 0], WhoIsAhead::Bstar, ": B* is ahead."),
        ([0, 2, 18], WhoIsAhead::Alphabeta, ": alpha-beta is ahead."),
    ] {
        let report = report(vec![run(300_000, 40, pairs)]);
        assert_eq!(report.ahead, ahead);
        assert!(report.answer.contains(words), "{}", report.answer);
    }
}

/// Four pairs without a point might be bad luck, six hardly. The Elo difference says the same.
#[test]
fn a_clean_sweep_decides_only_if_it_is_long() {
    for (pairs, ahead) in [(4, WhoIsAhead::Undecided), (6, WhoIsAhead::Alphabeta)] {
        let report = report(vec![run(300_000, 2 * pairs, [0, 0, pairs])]);
        assert_eq!(report.ahead, ahead, "{report}");
        let strength = report.runs[0].strength.unwrap();
        assert_eq!(strength.high < 0.0, ahead == WhoIsAhead::Alphabeta);
    }
}

#[test]
fn only_a_complete_run_decides_and_no_game_is_left_out() {
    let unfinished = run(7_500_000, 32, [4, 0, 0]);
    let none = report(vec![unfinished.clone()]);
    assert_eq!(none.ahead, WhoIsAhead::NothingComplete);
    assert!(none.answer.starts_with("No run is complete"), "{none}");
    assert!(
        none.answer
            .contains("At 7,500,000 nodes 8 of 32 games announced are played."),
        "{none}"
    );
    let both = report(vec![unfinished, run(300_000, 20, [0, 1, 9])]);
    assert_eq!(both.ahead, WhoIsAhead::Alphabeta);
    assert!(both.answer.starts_with("At 300,000 nodes"), "{both}");
    assert!(both.to_string().contains("8 of 32"), "{both}");
    // The games that were played tell about the trend all the same.
    let trend = both.trend.unwrap();
    assert_eq!((trend.from_nodes, trend.to_nodes), (300_000, 7_500_000));
    assert_eq!(trend.direction, TrendDirection::Rises);
    assert!((trend.difference - 0.95).abs() < 1e-12, "{trend:?}");
}

#[test]
fn a_trend_has_the_error_of_both_ends() {
    let middle = run(1_500_000, 20, [10, 0, 0]);
    let trend = |first, last| {
        let runs = vec![
            run(7_500_000, 20, last),
            middle.clone(),
            run(300_000, 20, first),
        ];
        report(runs).trend.unwrap()
    };
    let flat = trend([3, 4, 3], [4, 4, 2]);
    assert_eq!(flat.direction, TrendDirection::Undecided);
    let [first, last] = [[3, 4, 3], [4, 4, 2]].map(|pairs| run(1, 20, pairs).interval.unwrap());
    let half = |ends: [f64; 2]| 0.5 * (ends[1] - ends[0]);
    let error = half(first).hypot(half(last));
    assert!((half(flat.interval) - error).abs() < 1e-9);
    assert!((flat.interval[0] - (flat.difference - error)).abs() < 1e-9);
    assert_eq!(trend([9, 1, 0], [0, 1, 9]).direction, TrendDirection::Falls);
    // One pair has no interval, and one power no trend.
    assert_eq!(
        report(vec![run(1, 2, [1, 0, 0]), run(2, 20, [3, 4, 3])]).trend,
        None
    );
}

#[test]
fn a_run_in_which_the_root_led_does_not_count_in_silence() {
    let mut ahead = run(300_000, 20, [3, 4, 3]);
    (ahead.is_tree_led, ahead.long_leads) = (Some(false), 7);
    let text = report(vec![ahead]).to_string();
    assert!(text.contains("7 of 1234"), "{text}");
    assert!(
        text.contains("At 300,000 nodes the tree did not lead"),
        "{text}"
    );
}

#[test]
fn the_table_and_the_picture_have_every_run() {
    let report = report(vec![
        run(300_000, 20, [1, 2, 7]),
        run(1_500_000, 30, [3, 4, 3]),
    ]);
    let text = report.to_string();
    for part in [
        "|                300,000 |              1,500,000 |",
        "|               20 of 20 |               20 of 30 |",
        "|   20.0 % (0.0 to 40.6) |",
        "|                   0.50 |",
        "The paper has 41.7 % of 24 games, at about 50,000,000 nodes a move.",
        "All runs took 1.00 core-hours.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let picture = report.svg();
    for part in [
        "<title>20 games</title>",
        "<title>20 of 30 games</title>",
        ">20.0 %</text>",
        ">Hitech 1996: 41.7 %</text>",
    ] {
        assert!(picture.contains(part), "{part} in {picture}");
    }
}

fn tiny(runs: &[&str]) -> Prediction {
    let runs: Vec<PlannedRun> = runs.iter().map(|run| run.parse().unwrap()).collect();
    let players = FullWidthPlayers::new("extra-move", Some("Hash=2")).unwrap();
    Prediction::new(players, &runs).unwrap()
}

#[test]
fn both_players_do_without_the_same_techniques() {
    let players = FullWidthPlayers::new("extra-move", Some("room=7")).unwrap();
    let [bstar, alphabeta] = players.texts();
    for name in FULL_WIDTH_OFF {
        assert!(bstar.contains(&format!(",without={name}")), "{bstar}");
        assert!(alphabeta.contains(&format!(",off={name}")), "{alphabeta}");
    }
    assert!(bstar.contains("root-search=0,bounds=extra-move") && bstar.ends_with(",room=7"));
}

#[test]
fn what_cannot_be_played_is_named() {
    for (bounds, options, message) in [
        ("learned", None, "expected extra-move"),
        ("extra-move", Some("rooms=3"), "no option `rooms`"),
        ("extra-move", Some("nodes=9"), "`nodes=9` is not an option"),
        ("extra-move", Some("ponder=true"), "`ponder=true`"),
    ] {
        let error = FullWidthPlayers::new(bounds, options)
            .unwrap_err()
            .to_string();
        assert!(error.contains(message), "{error}");
    }
    let players = FullWidthPlayers::new("extra-move", None).unwrap();
    let runs = ["5:2", "6:2", "5:4"].map(|run| run.parse::<PlannedRun>().unwrap());
    for (runs, message) in [
        (&runs[..0], "no runs"),
        (&runs[..], "two runs with 5 nodes"),
    ] {
        let error = Prediction::new(players.clone(), runs)
            .unwrap_err()
            .to_string();
        assert!(error.contains(message), "{error}");
    }
    let too_many = tiny(&["50:5000"]).run(&Stop::new(), &mut |_, _, _| {});
    let error = too_many.unwrap_err().to_string();
    assert!(error.contains("5000 games need 2500 openings"), "{error}");
}

/// What the same games say of themselves, whenever they were played.
fn without_time(mut report: ScalingReport) -> ScalingReport {
    report.core_hours = 0.0;
    report.runs.iter_mut().for_each(|run| run.core_hours = 0.0);
    report
}

#[test]
fn an_interrupted_experiment_comes_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = tiny(&["1000:4", "500:4"]);
    let whole = plan.run(&Stop::new(), &mut |_, _, _| {}).unwrap();
    assert!(whole.core_hours > 0.0 && whole.runs.iter().all(ScalingRun::is_complete));
    assert_eq!(whole.runs[0].nodes, 500);
    assert!(
        whole
            .runs
            .iter()
            .all(|run| run.searches > 20 && run.share_below_root.is_some())
    );
    plan.jobs = 2;
    plan.journals = Some(folder.path().to_owned());
    plan.games = Some(folder.path().to_owned());
    let stop = Stop::new();
    let mut first = None;
    let part = plan
        .run(&stop, &mut |run, _, _| {
            first.get_or_insert(run.nodes);
            stop.set();
        })
        .unwrap();
    assert_eq!(first, Some(1000));
    assert!(part.interrupted && part.core_hours > 0.0);
    let so_far = plan.report_so_far().unwrap();
    assert_eq!(so_far.runs, part.runs);
    let resumed = plan.run(&Stop::new(), &mut |_, _, _| {}).unwrap();
    assert!(resumed.core_hours > part.core_hours);
    assert_eq!(without_time(resumed), without_time(whole));
    let games = std::fs::read_to_string(folder.path().join("500-nodes.pgn")).unwrap();
    assert_eq!(games.matches("[Event ").count(), 4);
    // The size was announced.
    let mut longer = tiny(&["1000:6"]);
    longer.journals = plan.journals.clone();
    let error = longer.report_so_far().unwrap_err().to_string();
    assert!(error.contains("games: 4 there, 6 here"), "{error}");
}
