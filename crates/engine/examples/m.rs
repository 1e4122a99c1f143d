use bstar_board::*;
use bstar_engine::*;
fn main() {
    let fen = std::env::args().nth(1).unwrap();
    let d: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let mut t = Techniques::all();
    for x in std::env::args().skip(3) {
        t = t.without(&x).unwrap();
    }
    let mut e = Engine::new(Settings {
        techniques: t,
        threads: std::env::var("T")
            .ok()
            .and_then(|x| x.parse().ok())
            .unwrap_or(1),
        ..Settings::default()
    })
    .unwrap();
    let g = Game::new(fen::parse(&fen).unwrap());
    e.search(
        &g,
        &Limits {
            depth: Some(d),
            ..Default::default()
        },
        &Signals::new(),
        &mut |r| {
            let l: Vec<String> = r.line.iter().map(|m| m.to_string()).collect();
            println!(
                "{} {} {:?} {:?} {} {}",
                r.depth,
                r.seldepth,
                r.score,
                r.bound,
                r.nodes,
                l.join(" ")
            );
        },
    );
}
