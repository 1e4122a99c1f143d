//! What the tests of the concepts share.

use bstar_board::{Move, Position, Square, fen, san};

use super::{Concept, Scene};

/// Half moves of a line.
const MAX_LINE: usize = 6;

impl Concept {
    /// Tries a table of cases, a line each. A position holds for the lines below it:
    ///
    /// ```text
    /// # A knight goes to the rim.
    /// rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
    /// Nh3: It puts the knight on the rim: from h3 it has little to do.
    /// Nf3: -
    /// Nh3 not: h4, h3 h3
    /// ```
    ///
    /// Behind the colon is what it says about the first move of a line, with `|` between
    /// sentences; `-` is nothing. Behind `not:` are lists of squares that the checker must refuse;
    /// it must refuse an empty one, too.
    pub(super) fn holds(&self, cases: &str) {
        let mut position = "";
        for case in cases.lines().map(str::trim) {
            let (moves, expected) = match case.split_once(": ") {
                _ if case.is_empty() || case.starts_with('#') => continue,
                Some(parts) => parts,
                None => {
                    assert!(case.contains('/'), "{}, no case: {case}", self.name);
                    position = case;
                    continue;
                }
            };
            let listed = |between| expected.split(between).filter(|each| *each != "-");
            if let Some(moves) = moves.strip_suffix(" not") {
                for squares in listed(", ").chain([""]) {
                    let is_refused = refuses(self, position, moves, squares);
                    assert!(is_refused, "{}, {case} ({squares})", self.name);
                }
            } else {
                let expected: Vec<&str> = listed(" | ").collect();
                let said = said(self, &scene(position, moves));
                assert_eq!(said, expected, "{}, {position}, {case}", self.name);
            }
        }
    }
}

/// The scene of the first of these moves; the others follow it.
pub(super) fn scene(text: &str, moves: &str) -> Scene {
    let start = fen::parse(text).unwrap();
    let mut now = start.clone();
    let mut line: Vec<Move> = Vec::new();
    for word in moves.split_whitespace() {
        let mv = san::parse(&now, word).unwrap_or_else(|error| panic!("{text} {word}: {error}"));
        now = now.after(mv);
        line.push(mv);
    }
    Scene::new(&start, line[0], &line[1..])
}

/// What a concept says about a scene.
pub(super) fn said(concept: &Concept, scene: &Scene) -> Vec<String> {
    let tell = |squares: &[Square]| {
        let checked = (concept.check)(scene, squares);
        assert_eq!(checked, Ok(()), "{} {squares:?}", concept.name);
        (concept.say)(scene, squares).replace('\u{a0}', " ")
    };
    let found = (concept.find)(scene);
    found.iter().map(|finding| tell(&finding.squares)).collect()
}

/// Whether the checker refuses an idea with these squares (`"d5 c3"`).
pub(super) fn refuses(concept: &Concept, text: &str, moves: &str, squares: &str) -> bool {
    let squares: Vec<Square> = squares
        .split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect();
    (concept.check)(&scene(text, moves), &squares).is_err()
}

/// Every legal move of a position, with a line of chance moves after it: the same ones every time.
pub(super) fn scenes(position: &Position) -> Vec<Scene> {
    let scene = |mv: &Move| {
        let mut now = position.after(*mv);
        let mut line = Vec::new();
        while line.len() < MAX_LINE {
            let moves = now.legal_moves();
            let Some(next) = moves.get(now.key() as usize % moves.len().max(1)) else {
                break;
            };
            line.push(*next);
            now = now.after(*next);
        }
        Scene::new(position, *mv, &line)
    };
    position.legal_moves().iter().map(scene).collect()
}
