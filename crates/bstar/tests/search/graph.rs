//! What several paths to one position change.

use bstar::{
    Child, Class, Config, Event, Key, Kind, Next, Purpose, Quantity, Search, Selected, Side, Span,
};

fn child(name: char, real: i32, hope: i32) -> Child<char> {
    Child::new(name, Key(name as u64))
        .real(Span::exact(real))
        .max_bound(Span::exact(hope))
}

/// Expands whatever comes next until `steps` expansions are done. `moves` says what there is at the
/// position that the path leads to.
fn expand(
    search: &mut Search<char>,
    steps: usize,
    moves: impl Fn(&str) -> Vec<Child<char>>,
) -> Vec<Event<char>> {
    let mut events = Vec::new();
    let mut done = 0;
    while done < steps {
        let Next::Work(job) = search.next() else {
            break;
        };
        let path: String = job.path.iter().collect();
        let mut found = moves(&path);
        for child in &mut found {
            let is_asked = |quantity| job.asks_about(child.mv).any(|ask| ask.quantity == quantity);
            let (max, min) = (is_asked(Quantity::MaxBound), is_asked(Quantity::MinBound));
            child.max_bound = child.max_bound.filter(|_| max);
            child.min_bound = child.min_bound.filter(|_| min);
        }
        found.retain(|child| job.asks_about(child.mv).next().is_some());
        search.complete(job.id, found).unwrap();
        done += usize::from(job.purpose == Purpose::Expand);
    }
    events.extend(search.take_events());
    events
}

#[test]
fn moves_that_rest_on_the_same_position_are_not_searched_for_ever() {
    // Without dithering it would never expand the second of two equal moves.
    let config = Config {
        limits: None,
        ..Config::default()
    };
    let mut search = Search::new(Key(0), Class::default(), Side::Max, config).unwrap();
    // Both moves lead to X, and X is as open as ever, however often it is searched.
    let events = expand(&mut search, 50, |path| match path.chars().last() {
        None => vec![child('A', 10, 90), child('B', 10, 90), child('C', -50, 5)],
        Some('A' | 'B') => vec![child('X', 10, 90)],
        Some(last) => {
            let next = char::from_u32(last as u32 + 1).unwrap();
            vec![child(next, 10, 90).min_bound(Span::exact(10))]
        }
    });
    let ended = events.iter().find_map(|event| match event {
        Event::SelectEnded { why, selected } => Some((*why, *selected)),
        _ => None,
    });
    assert_eq!(ended, Some((Selected::SameLeaf, 'A')));
    assert_eq!(search.find(Key('X' as u64)).unwrap().parent_count(), 2);
}

#[test]
fn a_bound_far_from_the_root_is_worth_less() {
    // Half of the hope for every move of the path beyond the first.
    let config = Config {
        discount: |Kind(kind), real, bound, distance| {
            if kind == 7 {
                real + ((bound - real) >> (distance - 1))
            } else {
                bound
            }
        },
        ..Config::plain(0.15)
    };
    let mut search = Search::new(Key(0), Class::default(), Side::Max, config).unwrap();
    let mate_threat = |name, real, hope| {
        let mut child = child(name, real, hope);
        child.max_bound = Some((Span::exact(hope), Kind(7)));
        child
    };
    expand(&mut search, 3, |path| match path {
        "" => vec![mate_threat('A', 0, 80), child('B', 0, 60)],
        "A" => vec![child('R', 0, 0)],
        _ => vec![mate_threat('T', 0, 80), child('U', -9, -9)],
    });
    let opt = |search: &Search<char>, name: char| search.find(Key(name as u64)).unwrap().opt();
    assert_eq!(
        opt(&search, 'T'),
        Some(Span::exact(20)),
        "three moves from the root"
    );
    // The game goes on, and it comes closer.
    search.advance('A', []).unwrap();
    let pess = search.find(Key('T' as u64)).unwrap().pess();
    assert_eq!(
        pess,
        Some(Span::exact(-40)),
        "two moves from the root, and now the Opponent's"
    );
}

#[test]
fn with_several_parents_the_loosest_bound_is_inherited() {
    let mut search = Search::new(Key(0), Class::default(), Side::Max, Config::plain(0.15)).unwrap();
    expand(&mut search, 3, |path| match path {
        "" => vec![child('A', 10, 90), child('B', 9, 70), child('C', -50, -40)],
        _ => vec![
            child('X', 8, 0),
            child(if path == "A" { 'P' } else { 'Q' }, 9, 0),
        ],
    });
    // No job asks replies for the Player's hope: X and P have it from A, Q from B.
    let opt = |name: char| search.find(Key(name as u64)).unwrap().opt();
    assert_eq!(
        (opt('X'), opt('P')),
        (Some(Span::exact(90)), Some(Span::exact(90)))
    );
    assert_eq!(opt('Q'), Some(Span::exact(70)));
}
