//! A position with its history.

use thiserror::Error;

use crate::notation;
use crate::position::Position;
use crate::types::{Color, Move};

/// How a game ended by the rules alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever give mate.
    DeadPosition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// The same position for the third time.
    Threefold,
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::DeadPosition => "insufficient material",
            Outcome::FiftyMoves => "fifty moves",
            Outcome::Threefold => "threefold repetition",
        })
    }
}

/// The move is not legal in the position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the move {mv} is not legal in {fen}")]
pub struct IllegalMove {
    /// The move as it was given.
    pub mv: String,
    /// The position it was tried in.
    pub fen: String,
}

/// A word that is not a move of the game it was read for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move number {number}, `{word}`: {error}")]
pub struct BadWord<E> {
    /// Which word, counted from 1.
    pub number: usize,
    pub word: String,
    /// What is wrong with it.
    pub error: E,
}

/// A start position and the moves played from it.
///
/// ```
/// use bstar_board::{Game, Outcome, Position, notation};
///
/// let mut game = Game::new(Position::start());
/// for word in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(8) {
///     let mv = notation::parse(game.position(), word).unwrap();
///     game.play(mv).unwrap();
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Threefold));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Keys of all positions since the start, the current one last.
    keys: Vec<u64>,
}

impl Default for Game {
    fn default() -> Self {
        Game::new(Position::start())
    }
}

impl Game {
    /// A game that begins at a position.
    pub fn new(start: Position) -> Self {
        let keys = vec![start.key()];
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            keys,
        }
    }

    /// The game of these moves from a start.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalMove> {
        let mut game = Game::new(start);
        for mv in moves {
            game.play(mv)?;
        }
        Ok(game)
    }

    /// The game of moves that are written down. `read` reads one word; it gives only legal moves,
    /// as [`notation::parse`] and [`san::parse_either`](crate::san::parse_either) do.
    ///
    /// ```
    /// use bstar_board::{Game, Position, notation, san};
    ///
    /// let words = ["e2e4", "e5", "Nf3"];
    /// let game = Game::from_words(Position::start(), words, san::parse_either).unwrap();
    /// assert_eq!(game.moves().len(), 3);
    /// let bad = Game::from_words(Position::start(), words, notation::parse).unwrap_err();
    /// assert_eq!((bad.number, bad.word.as_str()), (2, "e5"));
    /// ```
    pub fn from_words<W: AsRef<str>, E>(
        start: Position,
        words: impl IntoIterator<Item = W>,
        read: impl Fn(&Position, &str) -> Result<Move, E>,
    ) -> Result<Self, BadWord<E>> {
        let mut game = Game::new(start);
        for (number, word) in (1..).zip(words) {
            let word = word.as_ref();
            let mv = read(&game.position, word).map_err(|error| BadWord {
                number,
                word: word.to_owned(),
                error,
            })?;
            game.push(mv);
        }
        Ok(game)
    }

    /// The game as it stood at its start, and then after each of its moves.
    pub fn stages(&self) -> Stages {
        let mut positions = vec![self.start.clone()];
        for mv in &self.moves {
            positions.push(positions[positions.len() - 1].after(*mv));
        }
        Stages {
            moves: self.moves.clone(),
            positions,
        }
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of all positions since the start, the current one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove {
                mv: notation::write(&self.position, mv),
                fen: crate::fen::write(&self.position),
            });
        }
        self.push(mv);
        Ok(())
    }

    /// Plays a legal move.
    fn push(&mut self, mv: Move) {
        self.position = self.position.after(mv);
        self.moves.push(mv);
        self.keys.push(self.position.key());
    }

    /// How often the current position has occurred in this game, now included.
    pub fn occurrences(&self) -> usize {
        let (current, earlier) = self.keys.split_last().expect("a game has a position");
        let reach = usize::from(self.position.halfmove_clock());
        1 + earlier
            .iter()
            .rev()
            .take(reach)
            .filter(|key| *key == current)
            .count()
    }

    /// How the game has ended, if it has. Mate comes before every draw.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.position.has_legal_move() {
            return Some(if self.position.in_check() {
                Outcome::Checkmate {
                    winner: !self.position.side_to_move(),
                }
            } else {
                Outcome::Stalemate
            });
        }
        if self.position.is_dead() {
            Some(Outcome::DeadPosition)
        } else if self.occurrences() >= 3 {
            Some(Outcome::Threefold)
        } else if self.position.halfmove_clock() >= 100 {
            Some(Outcome::FiftyMoves)
        } else {
            None
        }
    }
}

/// A game move by move: see [`Game::stages`].
///
/// A [`Game`] for each half move would take memory that grows with the square of their number. So
/// each is made when it is asked for.
///
/// ```
/// use bstar_board::{Game, Position, notation};
///
/// let game = Game::from_words(Position::start(), ["e2e4", "e7e5"], notation::parse).unwrap();
/// let stages = game.stages();
/// assert_eq!(stages.len(), 3);
/// assert_eq!(stages.at(2).position(), game.position());
/// ```
#[derive(Clone, Debug)]
pub struct Stages {
    moves: Vec<Move>,
    positions: Vec<Position>,
}

impl Stages {
    /// How many there are, one more than moves.
    #[expect(clippy::len_without_is_empty, reason = "the start is always there")]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The position after this many half moves.
    ///
    /// # Panics
    /// Panics if the game is shorter.
    pub fn position(&self, ply: usize) -> &Position {
        &self.positions[ply]
    }

    /// The game after this many half moves. It begins after the last capture or pawn move: nothing
    /// before that can come again.
    ///
    /// # Panics
    /// Panics if the game is shorter.
    pub fn at(&self, ply: usize) -> Game {
        let position = self.positions[ply].clone();
        let reach = usize::from(position.halfmove_clock());
        let first = ply.saturating_sub(reach);
        Game {
            start: self.positions[first].clone(),
            moves: self.moves[first..ply].to_vec(),
            keys: self.positions[first..=ply]
                .iter()
                .map(Position::key)
                .collect(),
            position,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    fn play_all(game: &mut Game, words: &[&str]) {
        for word in words {
            let mv = notation::parse(game.position(), word).unwrap();
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn the_start_position_counts_as_an_occurrence() {
        let mut game = Game::default();
        assert_eq!(game.occurrences(), 1);
        play_all(&mut game, &["b1c3", "b8c6", "c3b1", "c6b8"]);
        assert_eq!(game.occurrences(), 2);
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn a_game_stands_after_each_of_its_moves() {
        let words = ["e2e4", "e7e5", "g1f3"];
        let game = Game::from_words(Position::start(), words, notation::parse).unwrap();
        let stages = game.stages();
        assert_eq!(stages.len(), 4);
        for ply in 0..stages.len() {
            let moves = game.moves()[..ply].to_vec();
            let played = Game::from_moves(Position::start(), moves).unwrap();
            assert_eq!(stages.at(ply).position(), played.position());
            assert_eq!(stages.position(ply), played.position());
        }
        assert_eq!(stages.at(3).moves(), &game.moves()[2..]);
        let again = Game::from_moves(Position::start(), game.moves().to_vec()).unwrap();
        assert_eq!(again.keys(), game.keys());
        assert!(Game::from_moves(Position::start(), game.moves()[1..].to_vec()).is_err());
    }

    /// Each stage knows all repetitions, and no more of the past than these need: so all of them
    /// together, one after the other, take time in proportion to the game.
    #[test]
    fn a_stage_has_the_past_that_counts() {
        let mut game = Game::default();
        for _ in 0..60 {
            play_all(&mut game, &["b1c3", "b8c6", "c3b1", "c6b8"]);
        }
        play_all(&mut game, &["e2e4", "e7e5", "g1f3"]);
        let stages = game.stages();
        let mut played = Game::default();
        for (ply, mv) in game.moves().iter().enumerate() {
            let stage = stages.at(ply);
            assert_eq!(stage.outcome(), played.outcome());
            assert_eq!(stage.occurrences(), played.occurrences());
            assert!(stage.moves().len() <= 100 && stage.keys().len() <= 101);
            played.play(*mv).unwrap();
        }
        assert_eq!(stages.at(242).moves().len(), 0);
    }

    #[test]
    fn an_en_passant_square_without_a_capture_does_not_hide_a_repetition() {
        let mut game = Game::default();
        play_all(&mut game, &["e2e4"]);
        for _ in 0..2 {
            play_all(&mut game, &["g8f6", "g1f3", "f6g8", "f3g1"]);
        }
        assert_eq!(game.outcome(), Some(Outcome::Threefold));
    }

    #[test]
    fn a_possible_en_passant_capture_makes_another_position() {
        let mut game = Game::new(fen::parse("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1").unwrap());
        play_all(&mut game, &["e2e4"]);
        for _ in 0..2 {
            play_all(&mut game, &["g8f6", "g1f3", "f6g8", "f3g1"]);
        }
        // The position after e2e4 allowed d4xe3; the two later ones do not.
        assert_eq!(game.occurrences(), 2);
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn mate_on_the_hundredth_half_move_wins() {
        let mut game = Game::new(fen::parse("7k/8/6K1/8/8/8/8/R7 w - - 99 80").unwrap());
        play_all(&mut game, &["a1a8"]);
        assert_eq!(
            game.outcome(),
            Some(Outcome::Checkmate {
                winner: Color::White
            })
        );
        let mut game = Game::new(fen::parse("7k/8/6K1/8/8/8/8/R7 w - - 99 80").unwrap());
        play_all(&mut game, &["a1a7"]);
        assert_eq!(game.outcome(), Some(Outcome::FiftyMoves));
    }

    #[test]
    fn dead_positions() {
        for (text, dead) in [
            ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", true),
            ("8/8/4k3/5b2/8/3K4/4B3/8 w - - 0 1", true),
            ("8/8/4k3/4b3/8/3K4/4B3/8 w - - 0 1", false),
            ("8/8/4k3/4n3/8/3KN3/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", false),
        ] {
            assert_eq!(fen::parse(text).unwrap().is_dead(), dead, "{text}");
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::default();
        let mv = "e2e5".parse().unwrap();
        assert_eq!(game.play(mv).unwrap_err().mv, "e2e5");
        assert_eq!(game.moves(), &[]);
    }
}
