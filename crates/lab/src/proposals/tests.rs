//! Proposals in positions where they are known to come.

use super::*;

/// In the first position the tree's move is refused, in the second, the other side's, confirmed.
const GAMES: &str = "[White \"a\"]\n[Black \"b\"]\n[SetUp \"1\"]\n[FEN \"1k1q3r/1b6/ppnr4/4p3/4Pp1P/5N2/1Q1PNPP1/2R1R1K1 w - - 0 25\"]\n[Result \"*\"]\n\n25. Nxe5 *\n\n\
    [White \"b\"]\n[Black \"a\"]\n[SetUp \"1\"]\n[FEN \"1r3r1k/p1R3bp/2npb3/4ppPp/5P1P/2P1B3/q1N1N3/3Q1RK1 b - - 2 17\"]\n[Result \"*\"]\n\n17... Rbc8 18. Rxc6 *\n\n";

fn inquiry(text: &str, player: &str) -> Result<Inquiry, ProposalsError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    let mut inquiry = Inquiry::load(&path, player, "alphabeta".parse().unwrap())?;
    (inquiry.nodes, inquiry.judge_nodes) = (40_000, 20_000);
    Ok(inquiry)
}

fn run(inquiry: &Inquiry) -> Report {
    inquiry.run(&Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn only_the_players_own_moves_are_looked_for() {
    let report = run(&inquiry(GAMES, "a").unwrap());
    assert_eq!((report.games, report.searches), (2, 2));
    let [confirmed, refused, all] = &report.groups[..] else {
        panic!("{report}")
    };
    assert_eq!(confirmed.proposals + refused.proposals, all.proposals);
    assert_eq!(all.proposals, report.proposed.len());
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

fn proposed(confirmed: bool, gain: f64) -> Proposed {
    Proposed {
        game: 1,
        fen: String::new(),
        first: "e4".to_owned(),
        other: "d4".to_owned(),
        confirmed,
        first_worth: 0.5,
        other_worth: 0.5 + gain,
    }
}

#[test]
fn gains_are_counted_by_what_became_of_the_proposal() {
    let mut report = Report::new("a", &inquiry(GAMES, "a").unwrap());
    report.add(
        7,
        vec![
            proposed(true, 0.04),
            proposed(false, -0.3),
            proposed(false, -0.01),
        ],
    );
    report.count();
    let [confirmed, refused, all] = &report.groups[..] else {
        panic!("{report}")
    };
    assert_eq!((confirmed.proposals, confirmed.better), (1, 1));
    assert_eq!(confirmed.gain_error, None);
    assert_eq!((refused.better, refused.worse), (0, 1));
    assert!((refused.gain.unwrap() + 0.155).abs() < 1e-9);
    // Half the difference of two numbers is the error of their mean.
    assert!((refused.gain_error.unwrap() - 1.96 * 0.145).abs() < 1e-9);
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
    inquiry.judge = "./no-such-engine".parse().unwrap();
    let error = inquiry
        .run(&Stop::new(), &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("no-such-engine"), "{error}");
}
