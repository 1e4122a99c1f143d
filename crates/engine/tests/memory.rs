//! Searches that would take far more memory than they may.

use bstar::{Event, Purpose, Reason};
use bstar_board::{Game, fen};
use bstar_engine::thinker::{Manner, Moment, News, Thought};
use bstar_engine::{Engine, Limits, SearchKind, Settings, Signals};

/// Full of pieces behind closed pawns: nothing is ever decided.
const CLOSED: &str = "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1";

fn game(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

/// Small probes, many expansions.
fn settings(hash_mib: usize, expansions: u32) -> Settings {
    let manner = Manner {
        probe_depth: 1,
        ..Manner::default()
    };
    Settings {
        hash_mib,
        expansions,
        manner,
        ..Settings::default()
    }
}

fn is_folding(moment: &Moment) -> bool {
    matches!(moment.event, Event::Folded { .. })
}

fn is_expansion(moment: &Moment) -> bool {
    let purpose = match moment.event {
        Event::Completed { purpose, .. } => Some(purpose),
        _ => None,
    };
    purpose == Some(Purpose::Expand)
}

/// Thinks, and makes sure after every expansion that no more memory is taken than allowed. Gives what was thought, and how often news came in which the tree had
/// been folded.
fn think(settings: &Settings, text: &str, limits: &Limits) -> (Thought, usize) {
    let game = game(text);
    let mut engine = Engine::new(settings.clone()).unwrap();
    let mut folded = 0;
    let mut listen = |news: &News| {
        let News {
            bytes, expansions, ..
        } = news;
        assert!(
            *bytes <= settings.tree_bytes(),
            "{bytes} bytes after {expansions} expansions"
        );
        assert!(news.search.bytes() < *bytes);
        let last = news.moments.iter().rev();
        folded += last
            .skip(1)
            .take_while(|moment| !is_expansion(moment))
            .filter(|moment| is_folding(moment))
            .count();
    };
    let thought = engine.think(&game, limits, &Signals::new(), &mut listen);
    let decision = thought.decision.expect("there is a move");
    assert!(game.position().is_legal(decision.best));
    let line = thought.line();
    let mut replay = game.clone();
    assert!(line.iter().all(|mv| replay.play(*mv).is_ok()), "{line:?}");
    assert_eq!(line.first(), Some(&decision.best));
    let keys = thought.search.nodes().map(|node| node.key());
    let known = keys.filter(|&key| thought.records.get(key).is_some());
    assert_eq!(
        known.count(),
        thought.records.len(),
        "what was folded away is not remembered"
    );
    (thought, folded)
}

/// By their own count; what the system says about the program is tested from outside.
#[test]
fn ten_thousand_expansions_stay_within_a_small_hash() {
    let (thought, _) = think(&settings(4, 10_000), CLOSED, &Limits::default());
    assert_eq!(thought.expansions, 10_000);
    assert!(thought.moments.iter().any(is_folding));
    let told = thought.moments.iter().filter(|moment| is_expansion(moment));
    assert!(thought.forgotten.expansions > 0);
    assert_eq!(
        thought.forgotten.expansions + told.count(),
        10_000,
        "every expansion is told or counted as forgotten"
    );
}

/// With one MiB there is still a move, whether or not the search can go on to the end.
#[test]
fn the_smallest_hash_gives_a_move() {
    for text in [
        CLOSED,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // As many moves as there can be.
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let (thought, folded) = think(&settings(1, 2_000), text, &Limits::default());
        println!(
            "{:?} {} {folded}",
            thought.decision.unwrap(),
            thought.expansions
        );
    }
}

/// A second search beside the one that has decided, both within the limit.
#[test]
fn two_trees_stay_within_one_hash() {
    let settings = Settings {
        hash_mib: 1,
        ..Settings::default()
    };
    let limits = Limits {
        nodes: Some(1_500_000),
        ..Limits::default()
    };
    let (mut deepened, mut folded) = (0, 0);
    for text in [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
        "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    ] {
        let (thought, times) = think(&settings, text, &limits);
        println!(
            "{:?} {} {} {times}",
            thought.decision.unwrap(),
            thought.expansions,
            thought.all_expansions
        );
        assert_ne!(thought.decision.unwrap().reason, Reason::Forced);
        deepened += usize::from(thought.all_expansions > thought.expansions);
        folded += times;
    }
    assert!(deepened > 0 && folded > 0, "{deepened} and {folded}");
}

/// The table has another part of the memory with another search, and a table that cannot be had leaves all as it was.
#[test]
fn the_table_has_what_the_search_leaves_it() {
    let of = |search, hash_mib| Settings {
        search,
        hash_mib,
        ..Settings::default()
    };
    let (bstar, alphabeta) = (of(SearchKind::Bstar, 3), of(SearchKind::AlphaBeta, 3));
    let mut engine = Engine::new(bstar.clone()).unwrap();
    assert_eq!(engine.table_bytes(), 3 << 19);
    assert_eq!(bstar.tree_bytes(), 3 << 19);
    engine.configure(alphabeta.clone()).unwrap();
    assert_eq!(engine.table_bytes(), 3 << 20);
    let too_much = of(SearchKind::Bstar, 1_000_000_000);
    let error = engine.configure(too_much).unwrap_err().to_string();
    assert!(error.contains(" 1000000000 MiB"), "{error}");
    assert_eq!(engine.settings(), &alphabeta);
    assert_eq!(engine.table_bytes(), 3 << 20);
    engine.configure(bstar).unwrap();
    assert_eq!(engine.table_bytes(), 3 << 19);
    engine.configure(of(SearchKind::Bstar, 1)).unwrap();
    assert_eq!(engine.table_bytes(), 1 << 19);
}
