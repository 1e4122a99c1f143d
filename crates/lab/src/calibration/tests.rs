//! Tests on real trees, and of reports about statements made by hand.

use std::collections::HashMap;

use bstar::{Independence, NodeView, Phase, Search, Span, Target};
use bstar_board::{Game, Move, fen, notation};
use bstar_engine::analyst::Analyst;
use bstar_engine::{Evaluation, Settings, Task};
use bstar_explain::Reading;
use bstar_explain::facts::{Answers, Overtaking, Viewpoint};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::Thought;

use super::kind::StatementKind;
use super::record::{PositionRecord, Statement};
use super::report::{CalibrationReport, HalfProgress};
use super::root::root_said;
use super::said::{InnerSaid, rounded};
use super::tree::draw;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
const BLACK_TO_MOVE: &str = "1r4k1/3nbpp1/3p3p/RP1Pp3/6P1/2B4P/1Pr2PB1/4R1K1 b - - 0 1";

fn settings() -> Settings {
    Settings {
        hash_mib: 8,
        evaluation: Evaluation::Terms,
        ..Settings::default()
    }
}

fn thought(text: &str) -> Thought {
    thought_by(settings(), text)
}

fn thought_by(settings: Settings, text: &str) -> Thought {
    let game = Game::new(fen::parse(text).unwrap());
    let mut analyst = Analyst::start(settings, &Stop::new()).unwrap();
    let task = Task::explain(&game, Effort::nodes(100_000));
    analyst.run(&task).unwrap()
}

/// The position of the tree that a path leads to.
fn node<'a>(thought: &'a Thought, drawn: &InnerSaid) -> NodeView<'a, Move> {
    let mut position = thought.position.clone();
    let mut node = thought.search.root();
    for word in &drawn.path {
        let mv = notation::parse(&position, word).unwrap();
        node = node.moves().find(|(known, _)| *known == mv).unwrap().1;
        position = position.after(mv);
    }
    node
}

#[test]
fn what_is_drawn_is_of_its_kind_and_has_the_librarys_probability() {
    for text in [MIDDLEGAME, BLACK_TO_MOVE] {
        let thought = thought(text);
        let value = Overtaking::of(&thought).overtaking_target().unwrap();
        let mut library = thought.search.probabilities(Target {
            phase: Phase::Select,
            value,
        });
        let mut drawn_once = HashMap::new();
        for seed in 0..40 {
            let draws = draw(&thought, seed);
            let kinds: Vec<StatementKind> = draws.iter().map(|draw| draw.kind).collect();
            assert_eq!(kinds, StatementKind::INNER);
            for draw in &draws {
                let drawn = draw.drawn.as_ref().unwrap();
                let node = node(&thought, drawn);
                match draw.kind {
                    StatementKind::Leaf => assert!(!node.is_expanded()),
                    kind => {
                        let depth = drawn.path.len();
                        assert_eq!(kind.name(), format!("depth {depth}"));
                        assert_eq!(node.distance() as usize, depth);
                    }
                }
                let known = library.of(node.key()).unwrap();
                assert_eq!(drawn.said, rounded(known.min));
                assert!(known.max > 0.0 && known.min < 1.0 && known.max - known.min <= 0.02);
                drawn_once.insert((draw.kind, drawn.path.clone()), ());
            }
            assert_eq!(draws, draw(&thought, seed));
        }
        assert!(drawn_once.len() > 20, "{}", drawn_once.len());
        // Every leaf is of one of the four sorts.
        let leaves = draw(&thought, 1)[0].counts;
        let all = thought.search.nodes().filter(|node| !node.is_expanded());
        let sorts = [
            leaves.open,
            leaves.ruled_out,
            leaves.reached,
            leaves.unknown,
        ];
        assert_eq!(sorts.iter().sum::<usize>(), all.count());
    }
}

/// The probability that a position reaches the target, by the formulas of docs/search.md, sections
/// 3 and 7. None where positions repeat.
fn by_hand(search: &Search<Move>, node: NodeView<Move>, target: f64) -> Option<f64> {
    let real = node.real().known()?;
    let hope = node.opt().map_or(Some(real), Span::known)?;
    if f64::from(real) >= target {
        return Some(1.0);
    }
    if f64::from(hope) < target {
        return Some(0.0);
    }
    if !node.is_expanded() {
        let distribution = search.config().distribution;
        return Some(distribution.probability(real, hope, target));
    }
    if node.repeats() {
        return None;
    }
    let children: Option<Vec<_>> = node
        .moves()
        .map(|(_, child)| Some((child.tag(), by_hand(search, child, target)?)))
        .collect();
    let children = children?;
    if node.side() == search.player() {
        return Some(children.iter().map(|one| one.1).fold(0.0, f64::max));
    }
    assert_eq!(search.config().independence, Independence::ReplyGroups);
    let mut groups = HashMap::new();
    let mut product = 1.0;
    for (tag, probability) in children {
        match tag {
            Some(tag) => {
                let lowest = groups.entry(tag.0).or_insert(1.0f64);
                *lowest = lowest.min(probability);
            }
            None => product *= probability,
        }
    }
    Some(
        groups
            .values()
            .fold(product, |product, lowest| product * lowest),
    )
}

#[test]
fn the_probabilities_are_those_of_the_player_under_the_target_of_select() {
    let (mut leaves, mut expanded) = (0, 0);
    // All values are asked for, and exactly.
    let mut settings = settings();
    settings.options.as_needed = false;
    for text in [MIDDLEGAME, BLACK_TO_MOVE] {
        let thought = thought_by(settings.clone(), text);
        let mut overtaking = Overtaking::of(&thought);
        let target = overtaking.overtaking_target().unwrap();
        for node in thought.search.nodes() {
            let Some(expected) = by_hand(&thought.search, node, target) else {
                continue;
            };
            let known = overtaking.probability(node).unwrap();
            assert!((known.min - expected).abs() < 1e-9, "{known:?}, {expected}");
            assert!(known.is_exact());
            if expected > 0.0 && expected < 1.0 {
                match node.is_expanded() {
                    true => expanded += 1,
                    false => leaves += 1,
                }
            }
        }
    }
    assert!(leaves > 20 && expanded > 2, "{leaves} and {expanded}");
}

/// The search steers by [`Search::probability`]. Under its own target, readers see the same.
#[test]
fn readers_see_what_steers_the_search() {
    let mut thought = thought(MIDDLEGAME);
    let target = thought.search.target().unwrap();
    let mut seen = thought.search.probabilities(target);
    let keys: Vec<_> = thought.search.nodes().map(|node| node.key()).collect();
    for key in keys {
        assert_eq!(seen.of(key), thought.search.probability(key));
    }
}

#[test]
fn the_root_is_told_as_explain_tells_it() {
    for text in [MIDDLEGAME, BLACK_TO_MOVE] {
        let thought = thought(text);
        let game = Game::new(thought.position.clone());
        let answers = Answers::new(Evaluation::default());
        let reading = Reading::new(&game, &thought, &answers);
        let said = root_said(&reading).unwrap();
        let best = reading.best().unwrap();
        assert_eq!(said.chosen, notation::write(&thought.position, best.mv));
        assert_eq!(Some(said.likely), best.likely.exact());
        let [least, most] = said.interval.unwrap();
        assert!(least <= said.likely && said.likely <= most);
        let likeliest = said.likeliest.unwrap();
        let overtakes = |mv: &str| {
            let of = |known: &&bstar_explain::RootMove| {
                notation::write(&thought.position, known.mv) == mv
            };
            let known = reading.moves.iter().find(of).unwrap();
            known.overtakes.unwrap()
        };
        let told = overtakes(&likeliest.mv);
        assert_eq!(likeliest.overtakes, rounded(told.least));
        assert_eq!(likeliest.is_exact, told.is_exact);
        let all = reading.moves.iter().filter_map(|known| known.overtakes);
        assert!(all.into_iter().all(|other| other.least <= told.least));
        // The list is in the order of `likely`, and the chosen move comes first.
        let second = said.second.unwrap();
        let next = reading.moves[1].likely.max;
        assert_eq!((second.likely, second.mv.is_empty()), (next, false));
        let target = Viewpoint::of(&thought).target(reading_target(&thought));
        assert_eq!(reading.overtaking_target(), Some(target));
    }
}

fn reading_target(thought: &Thought) -> f64 {
    Overtaking::of(thought).overtaking_target().unwrap()
}

/// A record whose likeliest rival and second by likely are these moves.
fn record(number: usize, moves: [&str; 2], gap: f64, happened: bool) -> PositionRecord {
    let statement = |kind, mv: &str| Statement {
        kind,
        moves: vec![mv.to_owned()],
        said: 0.25,
        is_lower_bound: false,
        gap: Some(gap),
        worth: Some(50.0),
        happened: Some(happened),
    };
    let [likeliest, second] = moves;
    PositionRecord {
        position: format!("R{number:04}"),
        chosen: Some("e2e4".to_owned()),
        likely: Some(50.0),
        interval: Some([40.0, 60.0]),
        worth: Some(if happened { 61.0 } else { 55.0 }),
        target: Some(70.0),
        statements: vec![
            statement(StatementKind::LikeliestRival, likeliest),
            statement(StatementKind::SecondByLikely, second),
        ],
        counts: Vec::new(),
    }
}

fn progress(positions: usize) -> HalfProgress {
    HalfProgress {
        asked: positions,
        thought: positions,
    }
}

#[test]
fn a_rival_of_both_kinds_counts_once_by_its_gap() {
    let records = vec![
        record(1, ["d2d4", "d2d4"], 0.2, true),
        record(2, ["d2d4", "c2c4"], 4.0, false),
        record(3, ["d2d4", "c2c4"], 40.0, false),
        record(4, ["d2d4", "d2d4"], -2.0, false),
    ];
    let report = CalibrationReport::new(progress(4), records, None);
    let gaps: Vec<_> = report
        .gaps
        .iter()
        .map(|band| (band.from, band.cases))
        .collect();
    assert_eq!(gaps, [(0.0, 2), (3.0, 2), (30.0, 2)]);
    assert_eq!(report.gaps[0].happened, 0.5);
    let likeliest = &report.kinds[4];
    assert_eq!((likeliest.cases, likeliest.happened), (4, Some(0.25)));
    // A quarter happened, and a quarter was said.
    assert_eq!(likeliest.beside_constant.unwrap().skill, 0.0);
    assert_eq!(report.kinds[0].cases, 0);
    assert!(report.kinds[0].brier.is_none() && report.kinds[0].said.is_none());
}

#[test]
fn without_a_learning_half_the_report_says_what_is_missing() {
    let records = || (0..8).map(|n| record(n, ["d2d4", "c2c4"], n as f64, n % 3 == 0));
    let alone = CalibrationReport::new(progress(8), records().collect(), None);
    assert_eq!(alone.intervals.len(), 1);
    assert!(alone.kinds.iter().all(|kind| kind.beside_curve.is_none()));
    let text = alone.to_string();
    assert!(
        text.contains("missing: name it with --learn FILE"),
        "{text}"
    );
    assert!(text.contains("| as told | 8 |"), "{text}");

    let learned = Some((progress(8), records().collect()));
    let both = CalibrationReport::new(progress(8), records().collect(), learned);
    assert_eq!(both.intervals.len(), 3);
    assert!(both.kinds[4].beside_curve.is_some() && both.kinds[0].curve.is_none());
    let text = both.to_string();
    assert!(
        !text.contains("missing") && text.contains("p(1 − p)"),
        "{text}"
    );

    // A half that nobody has thought about is no failure.
    let empty = CalibrationReport::new(progress(0), Vec::new(), Some((progress(0), Vec::new())));
    assert!(empty.to_string().contains("0 of 0 positions"));
    assert!(empty.svg().ends_with("</svg>\n"));
}

/// B* keeps the ends of its scale for mates. An interval up to such an end holds a won game.
#[test]
fn intervals_are_compared_as_the_judge_counts() {
    let mut won = record(1, ["d2d4", "c2c4"], 1.0, false);
    (won.likely, won.interval, won.worth) = (Some(98.0), Some([50.0, 99.9]), Some(100.0));
    let report = CalibrationReport::new(progress(1), vec![won], None);
    assert_eq!(report.intervals[0].coverage, 1.0);
    assert!((report.intervals[0].median_width - 50.0).abs() < 1e-9);
}
