use std::sync::Arc;

use bstar::{Ask, Config, Next, Of, Search, Side};
use bstar_alphabeta::{NeverStop, Searcher, Techniques, TranspositionTable};
use bstar_board::{fen, notation};
use bstar_eval::Evaluation;
use bstar_thought::ProbeRecord;
use bstar_thought::scale::SCALE;
use futures::executor::block_on;

use super::super::identity::class;
use super::hands::Shared;
use super::*;

fn prober<'a>(searcher: &'a mut Searcher, position: &Position) -> Prober<'a> {
    let shared = Shared {
        watch: &NeverStop,
        keys: [position.key()].into(),
        nodes: Arc::default(),
    };
    let hands = Hands::alone(searcher, shared);
    Prober::new(hands, Naming::for_root(position), Rules::ALL)
}

fn answer(fen: &str, real: Precision, hope: Precision, depth: u32) -> Vec<Child<Move>> {
    let position = fen::parse(fen).unwrap();
    let table = Arc::new(TranspositionTable::new(4).unwrap());
    let techniques = crate::thinker::probe_techniques(Techniques::all());
    let mut searcher = Searcher::new(table, techniques, &Evaluation::Terms);
    let naming = Naming::for_root(&position);
    let mut prober = prober(&mut searcher, &position);
    prober.root_values = Cell::new([Points::DRAW; 2]);
    prober.threat_reduction = 1;
    let ask = |quantity, precision| Ask {
        of: Of::All,
        quantity,
        precision,
    };
    let bound = match position.side_to_move() {
        Color::White => Quantity::MaxBound,
        Color::Black => Quantity::MinBound,
    };
    let player = match position.side_to_move() {
        Color::White => Side::Max,
        Color::Black => Side::Min,
    };
    let mut search = Search::new(
        naming.key(&position),
        class(&position),
        player,
        Config::default(),
    )
    .unwrap();
    let Next::Work(mut job) = search.next() else {
        unreachable!("a new search wants its root")
    };
    job.asks = vec![ask(Quantity::Real, real), ask(bound, hope)];
    let records = RefCell::new(prober.new_records());
    block_on(prober.answer(&records, &position, &job, &[], depth)).unwrap()
}

/// A question whether a value lies above or below a limit is answered, whatever a deeper probe
/// knows.
#[test]
fn a_reconciled_value_is_still_an_answer() {
    let spans = || {
        let ends = [0, 1_000, 4_000, 4_300, 4_600, 5_000, 9_000, 10_000];
        let exact = ends.map(Span::exact);
        exact
            .into_iter()
            .chain(ends.map(|end| at_most(Points(end))))
            .chain(ends.map(|end| at_least(Points(end))))
    };
    for (known, found) in spans().flat_map(|known| spans().map(move |found| (known, found))) {
        for margin in [PROBE_NOISE_POINTS, Points::WIN] {
            let reconciled = reconcile(known, found, margin);
            for x in (0..=10_000).step_by(100) {
                for precision in [Precision::From(x), Precision::UpTo(x)] {
                    assert!(
                        !precision.is_met_by(found) || precision.is_met_by(reconciled),
                        "{precision:?}: {found:?} beside {known:?} is {reconciled:?}"
                    );
                }
            }
        }
    }
    let exact = Span::exact;
    let up_to = |end| at_most(Points(end));
    for (known, found, by_noise, wholly) in [
        (up_to(4_300), exact(4_600), exact(4_300), exact(4_300)),
        (up_to(4_300), exact(9_000), exact(9_000), exact(4_300)),
        (up_to(4_300), exact(4_000), exact(4_000), exact(4_000)),
        (exact(4_300), up_to(4_000), exact(4_300), exact(4_300)),
    ] {
        assert_eq!(reconcile(known, found, PROBE_NOISE_POINTS), by_noise);
        assert_eq!(reconcile(known, found, Points::WIN), wholly);
    }
}

/// The result of a far deeper probe stays, however shallow the next probe is.
#[test]
fn a_short_probe_does_not_overrule_a_deeper_one() {
    let position = fen::parse("6k1/5ppp/8/3q4/8/1B6/5PPP/6K1 w - - 0 1").unwrap();
    let quiet = notation::parse(&position, "b3c4").unwrap();
    let takes = notation::parse(&position, "b3d5").unwrap();
    let table = Arc::new(TranspositionTable::new(4).unwrap());
    let mut searcher = Searcher::new(table, Techniques::all(), &Evaluation::Terms);
    let naming = Naming::for_root(&position);
    let prober = prober(&mut searcher, &position);
    prober.reconcile_margin.set(Points::WIN);
    let records = RefCell::new(prober.new_records());
    let mut candidates = [quiet, takes].map(|mv| prober.candidate(&position, mv));
    let best_move = BestMove {
        points: Points(6_000),
        line: &[quiet],
        depth: 8,
    };
    best_move.apply_to(&mut candidates);
    let [_, mut takes] = candidates;
    block_on(prober.learn_real(&records, &mut takes, WantedRange::EXACTLY, 2)).unwrap();
    assert_eq!((takes.real, takes.depth), (Span::exact(5_999), 8));
    // A record holds too, but not for a probe that is as deep.
    let key = naming.key(&takes.after);
    let record = ProbeRecord {
        line: Vec::new(),
        threat: Vec::new(),
        depth: 8,
        real: at_most(Points(5_000)),
    };
    records.borrow_mut().remember(key, record);
    for (depth, is_reconciled) in [(7, true), (8, false)] {
        let mut candidate = prober.candidate(&position, takes.mv);
        block_on(prober.learn_real(&records, &mut candidate, WantedRange::EXACTLY, depth)).unwrap();
        let real = candidate.real.known().unwrap();
        assert_eq!(real == 5_000, is_reconciled, "{depth}: {real}");
    }
}

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

#[test]
fn only_the_best_move_is_known_exactly_and_it_is_no_worse_than_any() {
    let exactly = answer(MIDDLEGAME, Precision::Exact, Precision::Exact, 2);
    let best_of = |children: &[Child<Move>]| {
        let real = |child: &Child<Move>| child.real.unwrap().min();
        children.iter().map(real).max().unwrap()
    };
    let than = SCALE.loss;
    let lazily = answer(
        MIDDLEGAME,
        Precision::Best { than },
        Precision::From(9_000),
        2,
    );
    assert_eq!(best_of(&lazily), best_of(&exactly));
    let open = lazily
        .iter()
        .filter(|child| !child.real.unwrap().is_exact());
    assert!(open.clone().count() > lazily.len() / 2);
    for child in open {
        assert!(child.real.unwrap().max() <= best_of(&lazily), "{child:?}");
    }
    for child in &lazily {
        let (hope, _) = child.max_bound.unwrap();
        assert!(hope.is_exact() || hope.max() < 9_000, "{child:?}");
    }
}

/// After Rxb2 the rook is captured, so it cannot move again. But the threats of the pawns stay.
#[test]
fn what_others_do_with_the_extra_move_is_hoped_for_though_the_runner_is_taken() {
    let fen = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1";
    let position = fen::parse(fen).unwrap();
    let sacrifice = notation::parse(&position, "b3b2").unwrap();
    let children = answer(fen, Precision::Exact, Precision::Exact, 4);
    let child = children.iter().find(|child| child.mv == sacrifice).unwrap();
    let real = SCALE.win - child.real.unwrap().known().unwrap();
    let hope = SCALE.win - child.min_bound.unwrap().0.known().unwrap();
    assert!(real < 5_000 && hope > real + 1_000, "{real} and {hope}");
}
