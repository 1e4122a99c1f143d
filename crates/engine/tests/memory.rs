//! Searches that would take far more memory than they may.

use std::sync::Arc;

use bstar::{Event, Purpose, Reason};
use bstar_alphabeta::{NeverStop, Searcher, Team, Techniques, TranspositionTable};
use bstar_board::{Game, fen};
use bstar_engine::thinker::{BstarOptions, Searchers, Thinker, probe_techniques};
use bstar_engine::{Engine, Evaluation, OnSnapshot, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::{LoggedEvent, Snapshot, Thought};

/// The pieces stand behind closed pawns, and nothing is ever decided.
const CLOSED: &str = "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1";

fn game(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

/// Shallow probes, many expansions.
fn settings(hash_mib: usize) -> Settings {
    let options = BstarOptions {
        probe_depth: 1,
        ..BstarOptions::default()
    };
    Settings {
        hash_mib,
        options,
        evaluation: Evaluation::Terms,
        ..Settings::default()
    }
}

fn is_folding(logged: &LoggedEvent) -> bool {
    matches!(logged.event, Event::Folded { .. })
}

fn is_expansion(logged: &LoggedEvent) -> bool {
    let purpose = match logged.event {
        Event::Completed { purpose, .. } => Some(purpose),
        _ => None,
    };
    purpose == Some(Purpose::Expand)
}

/// Searches, and asserts after every expansion that it takes no more memory than allowed. Returns
/// the finished search, and in how many snapshots the tree had been folded.
fn think(settings: &Settings, text: &str, effort: Effort) -> (Thought, usize) {
    let game = game(text);
    let mut engine = Engine::new(settings.clone()).unwrap();
    let mut folded = 0;
    let mut listen = OnSnapshot(|snapshot: &Snapshot| {
        let Snapshot {
            bytes, expansions, ..
        } = snapshot;
        assert!(
            *bytes <= settings.tree_bytes(),
            "{bytes} bytes after {expansions} expansions"
        );
        assert!(snapshot.search.bytes() < *bytes);
        let last = snapshot.events.iter().rev();
        folded += last
            .skip(1)
            .take_while(|logged| !is_expansion(logged))
            .filter(|logged| is_folding(logged))
            .count();
    });
    let task = Task::explain(&game, effort);
    let thought = engine.run(&task, &Stop::new(), &mut listen);
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

/// This is what the search counts itself. Another test measures the process from outside.
#[test]
fn ten_thousand_expansions_stay_within_a_small_hash() {
    let (thought, _) = think(&settings(4), CLOSED, Effort::expansions(10_000));
    assert_eq!(thought.expansions, 10_000);
    assert!(thought.events.iter().any(is_folding));
    let told = thought.events.iter().filter(|logged| is_expansion(logged));
    assert!(thought.forgotten.expansions > 0);
    assert_eq!(
        thought.forgotten.expansions + told.count(),
        10_000,
        "every expansion is told or counted as forgotten"
    );
}

/// The search also works with one MiB.
#[test]
fn the_smallest_hash_is_enough() {
    for text in [
        CLOSED,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        let (thought, folded) = think(&settings(1), text, Effort::expansions(2_000));
        assert_eq!(thought.decision.unwrap().reason, Reason::EffortSpent);
        assert_eq!(thought.expansions, 2_000);
        assert!(folded > 10, "folded only {folded} times");
    }
    // No position has more moves.
    let crowd = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    think(&settings(1), crowd, Effort::expansions(2_000));
}

/// Searches within a memory limit. `listen` gets the number of bytes in use.
fn think_within(bytes: usize, nodes: u64, text: &str, listen: &mut dyn FnMut(usize)) -> Thought {
    let table = Arc::new(TranspositionTable::new(4).unwrap());
    let mut root_searcher =
        Searcher::new(Arc::clone(&table), Techniques::all(), &Evaluation::Terms);
    let mut probe_searcher = Searcher::new(
        table,
        probe_techniques(Techniques::all()),
        &Evaluation::Terms,
    );
    let searchers = Searchers {
        root_team: Team::of_one(&mut root_searcher),
        probe_searchers: std::slice::from_mut(&mut probe_searcher),
    };
    let effort = Effort::nodes(nodes);
    let game = game(text);
    Thinker::new(&game, &[], BstarOptions::default(), effort, &NeverStop)
        .within(bytes)
        .think(searchers, &mut |snapshot| listen(snapshot.bytes))
}

/// A second search runs beside the one that has decided. The first makes room for it, and both stay
/// within the limit.
#[test]
fn two_trees_stay_within_one_limit() {
    let bytes = 64 << 10;
    let (mut deepened, mut most) = (0, 0);
    for text in [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
        "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
        "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    ] {
        let thought = think_within(bytes, 500_000, text, &mut |taken| most = most.max(taken));
        assert!(thought.decision.is_some());
        deepened += usize::from(thought.all_expansions > thought.expansions);
    }
    assert!(deepened > 0);
    assert!((bytes / 2..=bytes).contains(&most), "{most} of {bytes}");
}

/// Where not even a few positions fit, going on gains nothing. The root's moves as they were probed
/// decide.
#[test]
fn without_any_room_the_search_ends() {
    let nodes = 5_000_000;
    let thought = think_within(1_000, nodes, CLOSED, &mut |_| {});
    assert_eq!(thought.decision.unwrap().reason, Reason::MemoryFull);
    assert!(thought.ended_early && thought.nodes < nodes / 2);
}

/// With another search the table has another share of the memory. If the memory for it is not
/// there, everything stays as it was.
#[test]
fn the_table_has_what_the_search_leaves_it() {
    let of = |search, hash_mib| Settings {
        search,
        hash_mib,
        evaluation: Evaluation::Terms,
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
