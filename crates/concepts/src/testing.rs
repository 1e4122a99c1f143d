//! What the tests of the concepts share.

use bstar_board::{Move, Position, Square, fen, san};

use super::{Concept, Scene};

/// Half moves of a line.
const MAX_LINE: usize = 6;

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

/// What a concept says about the first move of a line. All that it finds must be confirmed.
pub(super) fn says(concept: &Concept, text: &str, moves: &str) -> Vec<String> {
    said(concept, &scene(text, moves))
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
