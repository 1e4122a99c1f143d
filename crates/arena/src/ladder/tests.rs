//! Games that were made from ratings, so that the ratings are known.

use proptest::prelude::*;

use super::fit::{ELO_PER_LOGIT, Fit, ScaleTie, expected, fit};
use super::games::Bout;
use super::*;
use crate::stats::{EloEstimate, GameGroups, GamePoints, GameTally};
use bstar_kit::random::Random;

fn uniform(random: &mut Random) -> f64 {
    random.below(1 << 32) as f64 / (1u64 << 32) as f64
}

/// A game at a difference in Elo. Between equal players a third of the games are drawn.
fn play(random: &mut Random, difference: f64) -> GamePoints {
    let score = expected(difference / ELO_PER_LOGIT);
    let draws = 1.3 * score * (1.0 - score);
    let dice = uniform(random);
    if dice < draws {
        GamePoints::Draw
    } else if dice < draws + score - 0.5 * draws {
        GamePoints::Win
    } else {
        GamePoints::Loss
    }
}

/// Pairs of games. The opening helps White by about 40 Elo, which makes the games of a pair depend
/// on each other.
fn bout(random: &mut Random, players: [usize; 2], ratings: &[f64], pairs: usize) -> Bout {
    let mut tally = GameTally::default();
    let mut groups = GameGroups::default();
    let difference = ratings[players[0]] - ratings[players[1]];
    for _ in 0..pairs {
        let opening = 160.0 * (uniform(random) - 0.25);
        let first = play(random, difference + opening);
        let second = play(random, difference - opening);
        tally.add_pair(first, second);
        groups.add_pair(first, second);
    }
    Bout {
        players,
        tally,
        groups,
    }
}

/// All players against all others.
fn all_bouts(random: &mut Random, ratings: &[f64], pairs: usize) -> Vec<Bout> {
    let mut bouts = Vec::new();
    for a in 0..ratings.len() {
        for b in a + 1..ratings.len() {
            bouts.push(bout(random, [a, b], ratings, pairs));
        }
    }
    bouts
}

const RATINGS: [f64; 5] = [-150.0, -100.0, 0.0, 50.0, 200.0];

#[test]
fn many_games_give_the_ratings_back() {
    let mut random = Random::new(1, 0);
    let bouts = all_bouts(&mut random, &RATINGS, 4000);
    let found = fit(5, &bouts, &[None; 5]);
    assert!(found.ratings.iter().sum::<f64>().abs() < 1e-6);
    for ((found, error), truth) in found.ratings.iter().zip(&found.errors).zip(RATINGS) {
        // The opening costs the better player a little: the mean of two expectations is not the
        // expectation of the mean.
        assert!(
            (found - truth).abs() < error + 6.0,
            "{found} ± {error}, {truth}"
        );
        assert!(*error < 6.0);
    }
}

#[test]
fn the_intervals_hold_what_they_promise() {
    // The opening helps neither side, so that the truth is exactly known. The games of a pair are
    // then independent, but a pair is still one observation.
    let mut held = 0;
    let mut random = Random::new(2, 0);
    let runs = 400;
    for _ in 0..runs {
        let mut bouts = all_bouts(&mut random, &RATINGS, 0);
        for bout in &mut bouts {
            let [a, b] = bout.players;
            for _ in 0..25 {
                let difference = RATINGS[a] - RATINGS[b];
                let first = play(&mut random, difference);
                let second = play(&mut random, difference);
                bout.groups.add_pair(first, second);
            }
        }
        let Fit { ratings, errors } = fit(5, &bouts, &[None; 5]);
        held += (0..5)
            .filter(|p| (ratings[*p] - RATINGS[*p]).abs() <= errors[*p])
            .count();
    }
    let share = held as f64 / (5.0 * f64::from(runs));
    assert!((0.93..0.97).contains(&share), "{share}");
}

#[test]
fn games_of_a_pair_that_go_together_widen_the_interval() {
    // The same games: once the pairs are won or lost as a whole, once every pair is split.
    let with = |pairs| Bout {
        players: [0, 1],
        tally: GameTally::default(),
        groups: GameGroups {
            pairs,
            singles: [0; 3],
        },
    };
    let [wide, narrow] = [[25, 0, 0, 0, 25], [1, 0, 48, 0, 1]]
        .map(|pairs| fit(2, &[with(pairs)], &[None; 2]).errors[0]);
    assert!(wide > 4.0 * narrow, "{wide} {narrow}");
}

#[test]
fn two_players_are_rated_as_in_a_match() {
    let groups = GameGroups {
        pairs: [3, 8, 20, 25, 14],
        singles: [1, 0, 0],
    };
    let bout = Bout {
        players: [0, 1],
        tally: GameTally::default(),
        groups,
    };
    let tie = ScaleTie {
        rating: 0.0,
        error: None,
    };
    let found = fit(2, &[bout], &[None, Some(tie)]);
    let strength = EloEstimate::of_groups(&groups).unwrap();
    assert!((found.ratings[0] - strength.elo).abs() < 1e-6);
    // The one interval is even in Elo, the other in the score.
    assert!((found.errors[0] - strength.error()).abs() < 0.02 * strength.error());
    assert_eq!((found.ratings[1], found.errors[1]), (0.0, 0.0));
}

#[test]
fn an_anchors_own_error_is_in_the_interval() {
    let mut random = Random::new(3, 0);
    let bouts = [bout(&mut random, [0, 1], &[0.0, 50.0], 200)];
    let with = |error| {
        let tie = ScaleTie {
            rating: 2500.0,
            error,
        };
        fit(2, &bouts, &[None, Some(tie)])
    };
    let (exact, loose) = (with(None), with(Some(30.0)));
    assert!((exact.ratings[0] - loose.ratings[0]).abs() < 1e-6);
    assert!((loose.errors[1] - 30.0).abs() < 1e-6);
    let together = (exact.errors[0].powi(2) + 30f64.powi(2)).sqrt();
    assert!((loose.errors[0] - together).abs() < 1e-6);
}

/// What the likelihood of all games is, one by one, as the books write it.
fn slow_likelihood(games: &[([usize; 2], f64)], ratings: &[f64]) -> f64 {
    let of_game = |([a, b], points): &([usize; 2], f64)| {
        let score = 1.0 / (1.0 + 10f64.powf((ratings[*b] - ratings[*a]) / 400.0));
        points * score.ln() + (1.0 - points) * (1.0 - score).ln()
    };
    games.iter().map(of_game).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_other_ratings_are_likelier(seed in any::<u64>(), players in 2usize..6, pairs in 3usize..30) {
        let mut random = Random::new(seed, 0);
        let truth: Vec<f64> = (0..players).map(|_| 300.0 * uniform(&mut random)).collect();
        let bouts = all_bouts(&mut random, &truth, pairs);
        let rifts = rifts::without_rifts(players, &bouts, &[]);
        prop_assume!(rifts.len() == 1);
        let mut games = Vec::new();
        for bout in &bouts {
            for (points, count) in [(1.0, bout.tally.wins), (0.5, bout.tally.draws), (0.0, bout.tally.losses)] {
                games.extend(std::iter::repeat_n((bout.players, points), count as usize));
            }
        }
        let found = fit(players, &bouts, &vec![None; players]).ratings;
        for player in 0..players {
            let beside = |by: f64| {
                let mut there = found.clone();
                there[player] += by;
                slow_likelihood(&games, &there)
            };
            // Per Elo, with hundreds of games in the sum.
            let slope = (beside(0.01) - beside(-0.01)) / 0.02;
            prop_assert!(slope.abs() < 1e-6, "{slope} {found:?}");
            prop_assert!(beside(0.0) > beside(3.0) && beside(0.0) > beside(-3.0));
        }
    }
}

/// A game as PGN.
fn sheet(white: &str, black: &str, round: &str, result: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
    )
}

/// Pairs of games by the points of the first player in the first and the second game.
fn sheets(first: &str, second: &str, pairs: &[(f64, f64)]) -> String {
    let result = |white: f64| match white {
        1.0 => "1-0",
        0.5 => "1/2-1/2",
        _ => "0-1",
    };
    (1..)
        .zip(pairs)
        .map(|(round, (one, two))| {
            sheet(first, second, &format!("{round}.1"), result(*one))
                + &sheet(second, first, &format!("{round}.2"), result(1.0 - two))
        })
        .collect()
}

fn read(files: &[String]) -> Result<LadderGames, LadderError> {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = (0..files.len())
        .map(|at| folder.path().join(format!("{at}.pgn")))
        .collect();
    for (path, text) in paths.iter().zip(files) {
        std::fs::write(path, text).unwrap();
    }
    LadderGames::read(&paths)
}

fn anchors(known: &[(&str, f64, Option<f64>)]) -> Anchors {
    let anchor = |(player, rating, error): &(&str, f64, Option<f64>)| Anchor {
        player: (*player).to_owned(),
        rating: *rating,
        error: *error,
        source: "the test".to_owned(),
    };
    known.iter().map(anchor).collect()
}

fn rating<'a>(report: &'a LadderReport, player: &str) -> &'a Rating {
    report.ratings.iter().find(|r| r.player == player).unwrap()
}

const MIXED: [(f64, f64); 4] = [(1.0, 0.5), (0.0, 0.5), (1.0, 1.0), (0.5, 0.5)];

#[test]
fn pieces_of_a_match_are_put_together_in_any_order() {
    let pieces = [
        sheets("us", "toga", &MIXED),
        sheets("us", "toga", &MIXED[..2]),
    ];
    let more = sheets("us", "fish", &MIXED);
    let games = read(&[
        pieces[0].clone(),
        more.clone(),
        pieces[1].replace("e5", "c5"),
    ])
    .unwrap();
    assert_eq!((games.counts.games, games.counts.unpaired), (20, 0));
    let one = rate(&games, &Anchors::none());
    // The player that met more others comes first.
    assert_eq!(one.pairings[1].players, ["us", "toga"]);
    assert_eq!(one.pairings[1].tally.pairs, [0, 2, 1, 2, 1]);
    let again = read(&[pieces[1].replace("e5", "c5"), pieces[0].clone(), more]).unwrap();
    assert_eq!(one.to_string(), rate(&again, &Anchors::none()).to_string());
    assert!(one.to_string().contains("these are differences only"));
}

#[test]
fn what_does_not_count_is_counted() {
    let text = sheets("a", "b", &MIXED);
    let open = sheet("a", "b", "9.1", "*");
    let half = sheet("a", "b", "10.1", "1-0");
    // The same file twice, a game that goes on, half a pair, and the half of a pair that was played
    // again after a break.
    let again = sheet("a", "b", "1.1", "0-1");
    let games = read(&[text.clone() + &open + &half + &again, text]).unwrap();
    let counts = GameCounts {
        files: 2,
        games: 10,
        unfinished: 1,
        repeated: 8,
        unpaired: 2,
    };
    assert_eq!(games.counts, counts);
    assert_eq!(games.bouts[0].groups.pairs, [0, 1, 1, 1, 1]);
}

#[test]
fn games_that_were_not_lost_on_the_board_are_named() {
    let ended = |white, black, round, result, how: &str| {
        let tag = format!("[Termination \"{how}\"]\n[Result");
        sheet(white, black, round, result).replace("[Result", &tag)
    };
    let text = sheets("a", "b", &MIXED)
        + &ended("a", "b", "11.1", "0-1", "time forfeit")
        + &ended("b", "a", "11.2", "1-0", "Time forfeit")
        + &ended("a", "b", "12.1", "1-0", "rules infraction")
        + &ended("b", "a", "12.2", "0-1", "abandoned")
        // Lost by no one: the other had nothing left to win with.
        + &ended("a", "b", "13.1", "1/2-1/2", "time forfeit")
        + &ended("b", "a", "13.2", "1/2-1/2", "adjudication");
    let games = read(&[text.clone(), text]).unwrap();
    let report = rate(&games, &Anchors::none()).to_string();
    assert!(report.contains(
        "\nNot lost on the board, but counted:\n\
         a lost 2 games on time against b\n\
         b abandoned 1 game against a\n\
         b broke the rules in 1 game against a\n\n"
    ));
    let clean = read(&[sheets("a", "b", &MIXED)]).unwrap();
    let report = rate(&clean, &Anchors::none()).to_string();
    assert!(!report.contains("Not lost on the board"));
}

#[test]
fn games_of_others_that_have_no_pairs_count_one_by_one() {
    let text = sheet("a", "b", "?", "1-0") + &sheet("b", "a", "?", "1-0");
    let games = read(&[text]).unwrap();
    assert_eq!(games.bouts[0].groups.singles, [1, 0, 1]);
    // Not from the same position, or the same colours: no pair either.
    let other = sheet("b", "a", "1.2", "0-1").replace("1. e4", "1. a3");
    let elsewhere = other.replace(
        "[Result",
        "[FEN \"4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\"]\n[Result",
    );
    let elsewhere = elsewhere.replace(" e5", "");
    for second in [elsewhere, sheet("a", "b", "1.2", "0-1")] {
        let games = read(&[sheet("a", "b", "1.1", "1-0") + &second]).unwrap();
        assert_eq!(games.counts.unpaired, 2);
    }
}

#[test]
fn a_player_that_won_everything_gets_a_bound() {
    let swept = [(1.0, 1.0); 20];
    let text = sheets("us", "toga", &MIXED) + &sheets("fish", "us", &swept);
    let report = rate(&read(&[text]).unwrap(), &Anchors::none());
    let fish = rating(&report, "fish");
    assert_eq!((fish.elo, fish.high), (None, f64::INFINITY));
    // As the match tells it.
    let alone = report
        .pairings
        .iter()
        .find(|p| p.players.contains(&"fish".to_owned()));
    let strength = alone.unwrap().strength.unwrap();
    let us = rating(&report, "us").elo.unwrap();
    assert!((fish.low - us - strength.low.abs().min(strength.high.abs())).abs() < 1e-6);
    assert_eq!(report.ratings[0].player, "fish");
    let text = report.to_string();
    assert!(
        text.contains("at least") && text.contains("only a bound is told"),
        "{text}"
    );
}

#[test]
fn a_player_that_won_everything_against_one_anchor_and_lost_everything_against_another_has_a_rating()
 {
    let text = sheets("us", "low", &[(1.0, 1.0); 10]) + &sheets("us", "high", &[(0.0, 0.0); 10]);
    let games = read(&[text]).unwrap();
    let known = anchors(&[("low", 2000.0, None), ("high", 3000.0, None)]);
    let us = rating(&rate(&games, &known), "us").clone();
    assert!(
        (us.elo.unwrap() - 2500.0).abs() < 1e-3 && us.error() > 50.0,
        "{us:?}"
    );
    let report = rate(&games, &anchors(&[("low", 2000.0, None)]));
    // Ten pairs won with a probability of 2.5 %: 69 % for each.
    assert!((rating(&report, "us").low - 2140.2).abs() < 0.1);
    // A player that is only known through one with a bound gets a bound too.
    assert!(rating(&report, "high").low > rating(&report, "us").low + 140.0);
}

#[test]
fn a_loose_upper_bound_is_no_high_place() {
    let text = sheets("us", "toga", &MIXED) + &sheets("us", "weak", &[(1.0, 1.0)]);
    let report = rate(&read(&[text]).unwrap(), &Anchors::none());
    let weak = &report.ratings[2];
    let best = report.ratings[0].elo.unwrap();
    assert!(weak.player == "weak" && weak.high > best, "{report}");
}

#[test]
fn groups_that_never_met_are_named() {
    let text = sheets("a", "b", &MIXED) + &sheets("c", "d", &MIXED);
    let report = rate(&read(&[text]).unwrap(), &anchors(&[("b", 2000.0, None)]));
    assert_eq!(report.groups, [["a", "b"], ["c", "d"]]);
    assert!(rating(&report, "a").anchored && !rating(&report, "c").anchored);
    assert_eq!(rating(&report, "b").elo, Some(2000.0));
    let text = report.to_string();
    assert!(
        text.contains("never met") && text.contains("a, b | c, d"),
        "{text}"
    );
}

#[test]
fn anchors_that_disagree_show_it() {
    // 75 % against both, which should be 200 apart.
    let good = [(1.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.5, 0.5)];
    let text = sheets("us", "low", &good) + &sheets("us", "high", &good);
    let known = anchors(&[("low", 2000.0, None), ("high", 2200.0, Some(20.0))]);
    let report = rate(&read(&[text]).unwrap(), &known);
    let us = rating(&report, "us");
    assert!(us.low < 2191.0 && us.elo.unwrap() > 2191.0 && us.elo.unwrap() < 2391.0);
    let [high, low] = &report.anchors[..] else {
        panic!("{report}");
    };
    assert!(high.expected.unwrap() > high.score && low.expected.unwrap() < low.score);
    // By the other they would be the same.
    assert!((high.by_others.unwrap().elo.unwrap() - 2000.0).abs() < 1e-6);
    assert!((low.by_others.unwrap().elo.unwrap() - 2200.0).abs() < 1e-6);
    assert!(report.to_string().contains("count as exact"));
}

#[test]
fn mistakes_are_named() {
    for (text, message) in [
        (String::new(), "0.pgn has no games in it"),
        (sheet("a", "b", "1", "*"), "none of the 1 games is finished"),
        (
            sheet("a", "a", "1", "1-0"),
            "0.pgn, game 1: `a` plays against itself",
        ),
        (
            sheet("?", "a", "1", "1-0"),
            "0.pgn, game 1: it does not say who had White",
        ),
        (
            sheet("a", "b", "1", "1-0").replace("e5", "e6 Ke4"),
            "line 6",
        ),
    ] {
        let error = read(&[text]).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let error = LadderGames::read(&["no/such.pgn"]).unwrap_err();
    assert!(error.to_string().contains("no/such.pgn"), "{error}");
}
