//! scratch
use bstar_board::{Game, fen};
use bstar_engine::{Engine, SearchKind, SearchLimits, Settings, Signals};
use bstar_explain::Reading;
use bstar_tables::{Syzygy, Tables};
fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap();
    for text in std::fs::read_to_string(args.next().unwrap())
        .unwrap()
        .lines()
    {
        let endings = Tables::default().with_syzygy(Some(Syzygy::open(&path).unwrap()));
        let settings = Settings {
            hash_mib: 4,
            search: SearchKind::Bstar,
            expansions: 20,
            endings,
            ..Settings::default()
        };
        let game = Game::new(fen::parse(text).unwrap());
        let mut engine = Engine::new(settings).unwrap();
        let begin = std::time::Instant::now();
        let thought = engine.think(
            &game,
            &SearchLimits::default(),
            &Signals::new(),
            &mut |_| {},
        );
        let reading = Reading::new(&game, &thought);
        let story = reading.story();
        let (_, audit) = reading.audited();
        println!("=== {text}  ({:?})\n{story}", begin.elapsed());
        for f in audit.refused {
            println!("REFUSED {f}");
        }
        if audit.undecided > 0 {
            println!("undecided {}", audit.undecided);
        }
    }
}
