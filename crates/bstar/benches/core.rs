//! What the search itself costs, beside the probes: `cargo bench -p bstar`.
//!
//! Times are medians on whatever machine this is. Where `valgrind` is installed, the instructions
//! of the same work are counted beside them, and those are the same everywhere.

use std::collections::HashMap;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use bstar::{
    Child, Class, Config, Dithering, Event, Job, Key, Next, Of, Phase, Probabilities, Purpose,
    Quantity, Search, Side, Span, SplitMix64, Stopping, Tag, Target,
};

/// A tree without end whose values narrow slowly, so that the search goes deep.
struct Endless {
    known: HashMap<u64, (Side, i32, i32)>,
}

const WIDTH: u64 = 25;

impl Endless {
    fn answer(&mut self, job: &Job<u16>) -> Vec<Child<u16>> {
        let (side, depth, real) = self.known[&job.key.0];
        let sign = if side == Side::Max { 1 } else { -1 };
        let spread = 20_000 / (depth + 3);
        let mut found = Vec::new();
        for i in 0..WIDTH {
            let key = SplitMix64::mix(job.key.0.wrapping_mul(31) + i + 1);
            let part =
                |n: u32, of: i32| (SplitMix64::mix(key ^ u64::from(n)) % (of as u64 + 1)) as i32;
            let value = real + part(1, spread / 2)
                - spread / 4
                - sign * if i < 2 { 0 } else { part(2, spread) };
            let mut child =
                Child::new(i as u16, Key(key)).tag(Tag((SplitMix64::mix(key ^ 5) % 8) as u32));
            let mut is_asked = false;
            for ask in job
                .asks
                .iter()
                .filter(|ask| ask.of == Of::All || ask.of == Of::Move(i as u16))
            {
                is_asked = true;
                child = match ask.quantity {
                    Quantity::Real => child.real(Span::exact(value)),
                    Quantity::MaxBound => child.max_bound(Span::exact(value + part(3, 2 * spread))),
                    Quantity::MinBound => child.min_bound(Span::exact(value - part(4, 2 * spread))),
                };
            }
            if is_asked {
                self.known.insert(key, (!side, depth + 1, value));
                found.push(child);
            }
        }
        found
    }
}

/// Makes `expansions` expansions within a memory limit. Returns the mean time of one, choosing and
/// taking in together, the bytes at the end, and how often it folded.
fn within(memory: Option<usize>, expansions: u32) -> (Duration, usize, usize) {
    let config = Config {
        memory,
        ..endless_config()
    };
    let mut search =
        Search::new(Key(0), Class::default(), Side::Max, config).expect("sensible settings");
    let mut tree = Endless {
        known: HashMap::from([(0, (Side::Max, 0, 0))]),
    };
    let (mut time, mut foldings) = (Duration::ZERO, 0);
    while search.expansions() < expansions {
        let mut next = Next::Wait;
        time += timed(|| next = search.next());
        let Next::Work(job) = next else {
            panic!("the tree has no end: {next:?}")
        };
        let found = tree.answer(&job);
        time += timed(|| search.complete(job.id, found).expect("honest findings"));
        foldings += search
            .take_events()
            .filter(|event| matches!(event, Event::Folded { .. }))
            .count();
    }
    (time / expansions, search.bytes(), foldings)
}

struct Grown {
    search: Search<u16>,
    tree: Endless,
}

fn endless_config() -> Config {
    Config {
        stopping: Stopping::Separation,
        limits: None,
        dithering: Dithering::Discount {
            strength: 0.5,
            halfway: 100.0,
        },
        ..Config::default()
    }
}

/// A tree of this number of positions, as the search itself makes it.
fn grow(positions: usize) -> Grown {
    let config = endless_config();
    let mut search =
        Search::new(Key(0), Class::default(), Side::Max, config).expect("sensible settings");
    let mut tree = Endless {
        known: HashMap::from([(0, (Side::Max, 0, 0))]),
    };
    while search.len() < positions {
        let Next::Work(job) = search.next() else {
            panic!("the tree has no end")
        };
        let found = tree.answer(&job);
        search.complete(job.id, found).expect("honest findings");
        search.take_events().for_each(drop);
    }
    Grown { search, tree }
}

#[inline(never)]
fn measured_new_target(
    probabilities: &mut Probabilities<u16>,
    target: Target,
    roots: &[Key],
) -> f64 {
    probabilities.retarget(target);
    let known = roots.iter().filter_map(|&key| probabilities.of(key));
    known.map(|known| known.min).sum()
}

#[inline(never)]
fn measured_back_up(search: &mut Search<u16>, job: &Job<u16>, found: Vec<Child<u16>>) {
    search.complete(job.id, found).expect("honest findings");
}

#[inline(never)]
fn measured_choice(search: &mut Search<u16>) -> Next<u16> {
    search.next()
}

fn new_target(grown: &Grown, rounds: u32) -> Vec<Duration> {
    let search = &grown.search;
    let roots: Vec<Key> = search.root().moves().map(|(_, node)| node.key()).collect();
    let real = search.root().real().min();
    // Another target each time, from near the best value to far above it.
    let target = |round: u32| Target {
        phase: Phase::Select,
        value: f64::from(real) + 0.5 + f64::from(round % 50) * 40.0,
    };
    let mut probabilities = search.probabilities(target(0));
    (0..rounds)
        .map(|round| timed(|| measured_new_target(&mut probabilities, target(round), &roots)))
        .collect()
}

/// Times of choosing the next position and of taking in what was found there, and how deep those
/// positions were.
fn expansions(grown: &mut Grown, rounds: usize) -> (Vec<Duration>, Vec<Duration>, Vec<u32>) {
    let (mut choosing, mut backing_up, mut depths) = (Vec::new(), Vec::new(), Vec::new());
    while backing_up.len() < rounds {
        let mut next = Next::Wait;
        choosing.push(timed(|| next = measured_choice(&mut grown.search)));
        let Next::Work(job) = next else {
            panic!("the tree has no end")
        };
        let found = grown.tree.answer(&job);
        let depth = job.path.len() as u32;
        let time = timed(|| measured_back_up(&mut grown.search, &job, found));
        if job.purpose == Purpose::Expand {
            backing_up.push(time);
            depths.push(depth);
        }
        grown.search.take_events().for_each(drop);
    }
    (choosing, backing_up, depths)
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

fn median<T: Ord + Copy>(list: &mut [T]) -> T {
    list.sort_unstable();
    list[list.len() / 2]
}

const TARGETS: u32 = 200;
const BACK_UPS: usize = 1_000;

/// Under valgrind only the named function counts, so this only has to do the work once.
fn count_instructions(what: &str) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect=*{what}*"))
        .arg(std::env::current_exe().ok()?)
        .env("BSTAR_BENCH", what)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let total: u64 = text
        .split("Collected :")
        .nth(1)?
        .split_whitespace()
        .next()?
        .parse()
        .ok()?;
    let calls = if what == "measured_new_target" {
        u64::from(TARGETS)
    } else {
        BACK_UPS as u64
    };
    Some(total / calls)
}

fn main() {
    match std::env::var("BSTAR_BENCH").as_deref() {
        Ok("measured_new_target") => return drop(new_target(&grow(8_000), TARGETS)),
        Ok(_) => return drop(expansions(&mut grow(100_000), BACK_UPS)),
        Err(_) => {}
    }
    let instructions = |what| {
        count_instructions(what).map_or("no valgrind here".into(), |n| format!("{n} instructions"))
    };

    let grown = grow(8_000);
    let time = median(&mut new_target(&grown, TARGETS));
    println!(
        "a new target, {} positions: median {time:.2?}, mean {}",
        grown.search.len(),
        instructions("measured_new_target")
    );

    let mut grown = grow(100_000);
    let bytes = grown.search.bytes() as f64 / grown.search.len() as f64;
    let deepest = grown
        .search
        .nodes()
        .map(|node| node.distance())
        .max()
        .unwrap_or(0);
    println!(
        "memory, {} positions, deepest {deepest}: {bytes:.1} bytes a position",
        grown.search.len()
    );
    let (mut choosing, mut backing_up, mut depths) = expansions(&mut grown, BACK_UPS);
    let depth = median(&mut depths);
    println!(
        "taking in an expansion of {WIDTH} moves, median depth {depth}: median {:.2?}, mean {}",
        median(&mut backing_up),
        instructions("measured_back_up")
    );
    println!(
        "choosing the next: median {:.2?}, mean {}",
        median(&mut choosing),
        instructions("measured_choice")
    );

    let (free, bytes, _) = within(None, 10_000);
    println!("10,000 expansions without a limit of memory, {bytes} bytes: {free:.2?} each");
    for part in [4, 20] {
        let limit = bytes / part;
        let (time, bytes, foldings) = within(Some(limit), 10_000);
        println!(
            "within {limit} bytes: {time:.2?} each, {foldings} foldings, {bytes} bytes at the end"
        );
    }
}
