//! Two positions in which the tree proposes something with the present network. No test depends on
//! that.

use super::*;
use crate::judge::Judge;
use bstar_arena::stats::DEVIATIONS_FOR_95_PERCENT;
use bstar_kit::stop::Stop;

const GAMES: &str = "[White \"a\"]\n[Black \"b\"]\n[SetUp \"1\"]\n[FEN \"rb2q2r/1p2k3/pPp1p3/P1Pp1p1p/3P1PnR/4P1P1/4K1R1/4B2Q w - - 19 38\"]\n[Result \"*\"]\n\n38. Kd3 *\n\n\
    [White \"b\"]\n[Black \"a\"]\n[SetUp \"1\"]\n[FEN \"1R6/5p1k/p5p1/1pBb2Pp/7r/1PK5/2P5/8 b - - 1 45\"]\n[Result \"*\"]\n\n45... Be6 46. Kd2 *\n\n";

fn inquiry(text: &str, player: &str) -> Result<ProposalInquiry, ProposalsError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    let judge = Judge {
        player: "alphabeta".parse().unwrap(),
        nodes: 20_000,
    };
    let mut inquiry = ProposalInquiry::load(&path, player, judge)?;
    inquiry.nodes = 60_000;
    Ok(inquiry)
}

fn run(inquiry: &ProposalInquiry) -> ProposalReport {
    inquiry.run(&Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn only_the_players_own_moves_are_searched() {
    let report = run(&inquiry(GAMES, "a").unwrap());
    assert_eq!((report.games, report.searches), (2, 2));
    let counts: Vec<usize> = report.groups.iter().map(|group| group.proposals).collect();
    assert_eq!(counts[..3].iter().sum::<usize>(), counts[3]);
    assert_eq!(counts[3], report.proposed.len());
    assert_eq!(run(&inquiry(GAMES, "b").unwrap()).searches, 1);
}

#[test]
fn how_many_at_a_time_makes_no_difference() {
    let mut inquiry = inquiry(&GAMES.repeat(3), "a").unwrap();
    let alone = run(&inquiry);
    inquiry.jobs = 3;
    let together = run(&inquiry);
    assert_eq!(alone.proposed, together.proposed);
    assert_eq!(alone.to_string(), together.to_string());
}

fn proposed(ruling: &'static str, gain: f64) -> Proposed {
    Proposed {
        game: 1,
        fen: String::new(),
        first: "e4".to_owned(),
        other: "d4".to_owned(),
        ruling,
        first_worth: 0.5,
        other_worth: 0.5 + gain,
    }
}

#[test]
fn gains_are_counted_by_what_became_of_the_proposal() {
    let mut report = inquiry(GAMES, "a").unwrap().empty_report();
    report.add(
        7,
        vec![
            proposed("confirmed", 0.04),
            proposed("refused", -0.3),
            proposed("refused", -0.01),
        ],
    );
    report.count();
    let [confirmed, refused, unheard, all] = &report.groups[..] else {
        panic!("{report}")
    };
    assert_eq!((confirmed.proposals, confirmed.better), (1, 1));
    assert_eq!(confirmed.gain_error, None);
    assert_eq!((refused.better, refused.worse), (0, 1));
    assert!((refused.gain.unwrap() + 0.155).abs() < 1e-9);
    // Half the difference of two numbers is the error of their mean.
    assert!((refused.gain_error.unwrap() - DEVIATIONS_FOR_95_PERCENT * 0.145).abs() < 1e-9);
    assert_eq!((unheard.proposals, unheard.gain), (0, None));
    assert_eq!((all.proposals, all.better, all.worse), (3, 1, 1));
    assert!(report.to_string().contains("-15.50 ± 28.42"), "{report}");
}

#[test]
fn mistakes_are_named() {
    for (text, player, message) in [
        (GAMES, "c", "there are `a`, `b`"),
        ("", "a", "has no games in it"),
    ] {
        let error = inquiry(text, player).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let mut inquiry = inquiry(GAMES, "a").unwrap();
    inquiry.judge.player = "./no-such-engine".parse().unwrap();
    let error = inquiry
        .run(&Stop::new(), &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("no-such-engine"), "{error}");
}
