//! Positions, games and records on their way to another machine (`serde`).
//!
//! A position travels as a FEN, a move as two squares. A record travels as a list of moves, each
//! with how deep in variations it stands, because a tree of any depth would not be read again.

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

use crate::epd::{Epd, Operation};
use crate::fen;
use crate::game::Game;
use crate::pgn::{GameRecord, GameResult, RecordedMove, Tags};
use crate::position::Position;
use crate::types::Move;

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&fen::write(self))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?;
        fen::parse(&text).map_err(D::Error::custom)
    }
}

/// Moves as words. The king captures its own rook to castle, whatever the variant.
pub mod moves {
    use super::*;

    pub fn serialize<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        serializer.serialize_str(&words.join(" "))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Move>, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.split_whitespace().map(read_move).collect()
    }
}

fn read_move<E: Error>(word: &str) -> Result<Move, E> {
    word.parse()
        .map_err(|_| E::custom(format!("`{word}` is no move")))
}

#[derive(Serialize, Deserialize)]
struct SentGame {
    start: Position,
    #[serde(with = "moves")]
    moves: Vec<Move>,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sent = SentGame {
            start: self.start().clone(),
            moves: self.moves().to_vec(),
        };
        sent.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let SentGame { start, moves } = SentGame::deserialize(deserializer)?;
        Game::from_moves(start, moves).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
struct SentEpd {
    position: Position,
    #[serde(with = "moves")]
    best: Vec<Move>,
    #[serde(with = "moves")]
    avoid: Vec<Move>,
    id: Option<String>,
    comment: Option<String>,
    mate_in: Option<u32>,
    other: Vec<(String, String)>,
}

impl Serialize for Epd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pair = |one: &Operation| (one.name.clone(), one.operands.clone());
        let sent = SentEpd {
            position: self.position.clone(),
            best: self.best.clone(),
            avoid: self.avoid.clone(),
            id: self.id.clone(),
            comment: self.comment.clone(),
            mate_in: self.mate_in,
            other: self.other.iter().map(pair).collect(),
        };
        sent.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Epd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Epd, D::Error> {
        let sent = SentEpd::deserialize(deserializer)?;
        let operation = |(name, operands)| Operation { name, operands };
        Ok(Epd {
            position: sent.position,
            best: sent.best,
            avoid: sent.avoid,
            id: sent.id,
            comment: sent.comment,
            mate_in: sent.mate_in,
            other: sent.other.into_iter().map(operation).collect(),
        })
    }
}

#[derive(Serialize, Deserialize)]
struct SentRecord {
    tags: Vec<(String, String)>,
    start: Position,
    comment: Option<String>,
    moves: Vec<SentMove>,
    result: String,
}

#[derive(Serialize, Deserialize)]
struct SentMove {
    /// How many variations it stands in.
    depth: usize,
    /// Whether a variation begins with it.
    begins: bool,
    #[serde(rename = "move")]
    word: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

impl Serialize for GameRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut moves = Vec::new();
        flatten(&self.moves, 0, &mut moves);
        let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let sent = SentRecord {
            tags: self.tags.iter().map(pair).collect(),
            start: self.start.clone(),
            comment: self.comment.clone(),
            moves,
            result: self.result.token().to_owned(),
        };
        sent.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameRecord, D::Error> {
        let sent = SentRecord::deserialize(deserializer)?;
        let mut tags = Tags::default();
        for (name, value) in sent.tags {
            tags.set(&name, value);
        }
        let result = GameResult::from_token(&sent.result)
            .ok_or_else(|| D::Error::custom(format!("`{}` is no result", sent.result)))?;
        Ok(GameRecord {
            tags,
            start: sent.start,
            comment: sent.comment,
            moves: unflatten(sent.moves)?,
            result,
        })
    }
}

fn flatten(line: &[RecordedMove], depth: usize, all: &mut Vec<SentMove>) {
    for (at, one) in line.iter().enumerate() {
        all.push(SentMove {
            depth,
            begins: at == 0,
            word: one.mv.to_string(),
            before: one.comment_before.clone(),
            nags: one.nags.clone(),
            comment: one.comment.clone(),
        });
        for variation in &one.variations {
            flatten(variation, depth + 1, all);
        }
    }
}

fn unflatten<E: Error>(moves: Vec<SentMove>) -> Result<Vec<RecordedMove>, E> {
    // The lines that are open: the game, a variation of its last move, a variation in that.
    let mut open: Vec<Vec<RecordedMove>> = vec![Vec::new()];
    for sent in moves {
        let wrong = || E::custom("a variation that belongs to no move");
        if sent.depth > open.len() || (sent.depth == open.len() && !sent.begins) {
            return Err(wrong());
        }
        let stay = sent.depth + usize::from(!(sent.begins && sent.depth > 0));
        while open.len() > stay {
            close(&mut open).ok_or_else(wrong)?;
        }
        if open.len() == sent.depth {
            open.push(Vec::new());
        }
        open.last_mut().ok_or_else(wrong)?.push(RecordedMove {
            comment_before: sent.before,
            mv: read_move(&sent.word)?,
            nags: sent.nags,
            comment: sent.comment,
            variations: Vec::new(),
        });
    }
    while open.len() > 1 {
        close(&mut open).ok_or_else(|| E::custom("a variation that belongs to no move"))?;
    }
    Ok(open.pop().unwrap_or_default())
}

/// Gives the innermost line to the move it belongs to.
fn close(open: &mut Vec<Vec<RecordedMove>>) -> Option<()> {
    let variation = open.pop()?;
    open.last_mut()?.last_mut()?.variations.push(variation);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;

    fn back<T: Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }

    #[test]
    fn records_come_back_as_they_were() {
        let deep = (0..pgn::MAX_VARIATION_DEPTH)
            .fold("Nf3".to_owned(), |inner, _| format!("Nf3 ({inner})"));
        for text in [
            "1. e4 (1. d4 d5 (1... Nf6 {Indian} 2. c4) (1... f5) 2. c4 $1) (1. c4) 1... e5 2. Nf3 1-0",
            "[White \"A \\\"B\\\"\"] [FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 3 17\"]\n\n{first} 1. O-O $5 {a  b} Kd7 *",
            "{no moves} 1/2-1/2",
            &format!("1. {deep} *"),
        ] {
            for record in pgn::read(text).unwrap() {
                assert_eq!(back(&record), record, "{text}");
            }
        }
    }

    #[test]
    fn a_variation_of_nothing_is_refused() {
        let record = pgn::read("1. e4 (1. d4) *").unwrap().remove(0);
        let text = serde_json::to_string(&record).unwrap();
        for (good, bad) in [
            ("\"depth\":1", "\"depth\":2"),
            ("\"depth\":0", "\"depth\":1"),
        ] {
            assert!(serde_json::from_str::<GameRecord>(&text.replace(good, bad)).is_err());
        }
    }

    #[test]
    fn games_and_positions_come_back() {
        let line = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; am Ra2; id \"x\"; c1 \"y\"; dm 4;";
        let epd = crate::epd::parse_line(line).unwrap();
        assert_eq!(back(&epd), epd);
        let mut game = Game::new(epd.position.clone());
        game.play(epd.best[0]).unwrap();
        let same = back(&game);
        assert_eq!((same.start(), same.moves()), (game.start(), game.moves()));
    }
}
