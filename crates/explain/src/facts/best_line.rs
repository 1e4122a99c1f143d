//! The line of best play after a root move, as the engine reads it. It goes through the tree, and
//! on into the probe of the position where the tree ends.

use bstar::Key;
use bstar_board::{Game, Move, Outcome};
use bstar_thought::{Lines, Thought};

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// Its moves, from the root.
    pub moves: Vec<Move>,
    /// How many of them are moves of the tree; the rest were found by one probe.
    pub in_tree: usize,
    pub end: LineEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The search looked no further.
    Open,
    /// It ends in mate.
    Mate,
    /// The game is drawn there.
    Draw,
    /// The next move would lead back to an earlier position of the line.
    Repeats,
}

/// Reads lines out of a search of this game's position.
pub fn lines<'a>(game: &'a Game, thought: &'a Thought) -> Lines<'a> {
    Lines::new(game, &thought.search, &thought.records)
}

/// The line that begins with a root move.
pub fn after(game: &Game, thought: &Thought, mv: Move) -> BestLine {
    played(game, thought, lines(game, thought).after(mv))
}

/// The line that begins with a root move, as a search of the root found it. The position after the
/// move has this key.
pub fn probed(game: &Game, thought: &Thought, mv: Move, key: Key) -> BestLine {
    let record = thought.records.get(key);
    let answers = record.map_or(&[][..], |record| &record.line);
    let moves = std::iter::once(mv).chain(answers.iter().copied());
    played(game, thought, moves.collect())
}

/// The line as far as it can be played.
fn played(game: &Game, thought: &Thought, mut moves: Vec<Move>) -> BestLine {
    let mut replay = game.clone();
    let mut end = LineEnd::Open;
    for i in 0..moves.len() {
        if replay.play(moves[i]).is_err() {
            moves.truncate(i);
            break;
        }
        let (key, earlier) = replay.keys().split_last().expect("has a position");
        match replay.outcome() {
            Some(Outcome::Checkmate { .. }) => end = LineEnd::Mate,
            Some(_) => end = LineEnd::Draw,
            None if earlier[game.keys().len() - 1..].contains(key) => {
                end = LineEnd::Repeats;
                moves.truncate(i);
                break;
            }
            None => {}
        }
        if end != LineEnd::Open {
            moves.truncate(i + 1);
            break;
        }
    }
    BestLine {
        in_tree: in_tree(thought, &moves),
        moves,
        end,
    }
}

/// How many moves of a line the tree has.
fn in_tree(thought: &Thought, moves: &[Move]) -> usize {
    let mut node = thought.search.root();
    let mut known = 0;
    for mv in moves {
        match node.moves().find(|(next, _)| next == mv) {
            Some((_, next)) => node = next,
            None => break,
        }
        known += 1;
    }
    known
}
