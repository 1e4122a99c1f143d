//! What a file says about one game.

use std::collections::HashMap;
use std::fmt;

use crate::game::{Game, IllegalMove, Outcome};
use crate::position::Position;
use crate::types::{Color, Move};

/// A game with its tags, moves, comments and side lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Players, event and all else in the tags. The tags `Result`, `FEN` and `SetUp` are not among
    /// them: they have fields of their own.
    pub tags: Tags,
    /// Where the game began.
    pub start: Position,
    /// A comment in a game without moves. With moves, every comment belongs to one of them.
    pub comment: Option<String>,
    /// The moves of the game. Side lines belong to its moves.
    pub moves: Vec<RecordedMove>,
    pub result: GameResult,
}

/// A move and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// A comment before it: at the beginning of a line, or after variations.
    pub comment_before: Option<String>,
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?` and so on.
    pub nags: Vec<u8>,
    /// A comment after it.
    pub comment: Option<String>,
    /// Lines that were possible instead of this move. None of them is empty.
    pub variations: Vec<Vec<RecordedMove>>,
}

impl From<Move> for RecordedMove {
    fn from(mv: Move) -> Self {
        RecordedMove {
            comment_before: None,
            mv,
            nags: Vec::new(),
            comment: None,
            variations: Vec::new(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is not over, or its result is not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn from_token(token: &str) -> Option<GameResult> {
        [
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::Draw,
            GameResult::Unknown,
        ]
        .into_iter()
        .find(|result| result.token() == token)
    }

    /// The result as files write it.
    pub fn token(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.token())
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome.winner() {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }
}

/// The tags of a game, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Vec<(String, String)>,
    /// Where each name stands. A file may have very many.
    places: HashMap<String, usize>,
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.places.get(name).map(|&at| self.pairs[at].1.as_str())
    }

    /// Sets a tag. A new one comes last.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.places.get(name) {
            Some(&at) => self.pairs[at].1 = value.into(),
            None => {
                self.places.insert(name.to_owned(), self.pairs.len());
                self.pairs.push((name.to_owned(), value.into()));
            }
        }
    }

    /// All tags, each as name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl GameRecord {
    /// A record without tags and moves.
    pub fn new(start: Position) -> Self {
        GameRecord {
            tags: Tags::default(),
            start,
            comment: None,
            moves: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// A record of the moves of a game, with the result by the rules.
    pub fn from_game(game: &Game) -> Self {
        let mut record = GameRecord::new(game.start().clone());
        record.moves = game.moves().iter().copied().map(Into::into).collect();
        record.result = game.outcome().map(Into::into).unwrap_or_default();
        record
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// The game as it was played, without side lines. A record that was read has only legal moves.
    pub fn main_line(&self) -> Result<Game, IllegalMove> {
        let moves = self.moves.iter().map(|recorded| recorded.mv);
        Game::from_moves(self.start.clone(), moves)
    }
}
