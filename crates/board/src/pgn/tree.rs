//! Grows the record of a game from what `pgn-reader` finds.

use std::mem;
use std::ops::ControlFlow::{self, Break, Continue};

use pgn_reader::shakmaty::san::San;
use pgn_reader::shakmaty::{Color, KnownOutcome, Outcome};
use pgn_reader::{Nag, RawComment, RawTag, SanPlus, Skip, Visitor};

use super::error::{DEEPEST_VARIATION, PgnFault};
use super::record::{GameRecord, GameResult, RecordedMove, Tags};
use crate::position::Position;
use crate::text::{decode, shortened};
use crate::{fen, san};

/// Turns what is found into a record, or into the first fault.
pub(super) struct Gardener;

/// The tags, and what some of them mean.
#[derive(Default)]
pub(super) struct Header {
    tags: Tags,
    start: Position,
    result: GameResult,
}

/// A record that is growing.
pub(super) struct Tree {
    header: Header,
    /// The main line and the variations that are open in it, innermost last.
    open: Vec<Line>,
    /// A comment that came in pieces.
    pieces: Vec<u8>,
    result: Option<GameResult>,
}

struct Line {
    moves: Vec<RecordedMove>,
    /// The position before the last move, where its variations begin.
    before: Position,
    position: Position,
    /// A comment for the move to come.
    pending: Option<String>,
    /// Where the next comment belongs.
    next_comment: Belongs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Belongs {
    ToLastMove,
    ToNextMove,
}

type Flow<T = ()> = ControlFlow<Result<GameRecord, PgnFault>, T>;

fn fault<T>(fault: PgnFault) -> Flow<T> {
    Break(Err(fault))
}

impl Line {
    fn new(position: Position) -> Line {
        Line {
            moves: Vec::new(),
            before: position.clone(),
            position,
            pending: None,
            next_comment: Belongs::ToNextMove,
        }
    }

    fn comment(&mut self, text: &str) {
        match self.moves.last_mut() {
            Some(last) if self.next_comment == Belongs::ToLastMove => {
                append(&mut last.comment, text);
            }
            _ => append(&mut self.pending, text),
        }
    }

    /// The moves, and a comment that has found none.
    fn close(mut self) -> (Vec<RecordedMove>, Option<String>) {
        if let (Some(last), Some(text)) = (self.moves.last_mut(), &self.pending) {
            append(&mut last.comment, text);
            self.pending = None;
        }
        (self.moves, self.pending)
    }
}

impl Tree {
    fn line(&mut self) -> &mut Line {
        self.open.last_mut().expect("the main line is always open")
    }
}

impl Visitor for Gardener {
    type Tags = Header;
    type Movetext = Tree;
    type Output = Result<GameRecord, PgnFault>;

    fn begin_tags(&mut self) -> Flow<Header> {
        Continue(Header::default())
    }

    fn tag(&mut self, header: &mut Header, name: &[u8], value: RawTag<'_>) -> Flow {
        let name = decode(name.trim_ascii());
        let value = decode(&value.decode());
        match name.as_str() {
            "FEN" => match fen::parse(&value) {
                Ok(start) => header.start = start,
                Err(error) => return fault(PgnFault::Fen(error)),
            },
            "SetUp" => {}
            "Result" => header.result = GameResult::from_token(&value).unwrap_or_default(),
            "Variant" if !is_chess(&value) => return fault(PgnFault::Variant(shortened(&value))),
            _ => header.tags.set(&name, value),
        }
        Continue(())
    }

    fn begin_movetext(&mut self, header: Header) -> Flow<Tree> {
        Continue(Tree {
            open: vec![Line::new(header.start.clone())],
            header,
            pieces: Vec::new(),
            result: None,
        })
    }

    fn san(&mut self, tree: &mut Tree, word: SanPlus) -> Flow {
        if tree.open.len() == 1 && tree.result.is_some() {
            return fault(PgnFault::AfterResult);
        }
        if matches!(word.san, San::Null) {
            return fault(PgnFault::NullMove);
        }
        let line = tree.line();
        let mv = match san::parse(&line.position, &word.san.to_string()) {
            Ok(mv) => mv,
            Err(error) => return fault(PgnFault::Move(error)),
        };
        let after = line.position.after(mv);
        line.before = mem::replace(&mut line.position, after);
        line.moves.push(RecordedMove {
            comment_before: line.pending.take(),
            ..mv.into()
        });
        line.next_comment = Belongs::ToLastMove;
        Continue(())
    }

    fn nag(&mut self, tree: &mut Tree, nag: Nag) -> Flow {
        if let Some(last) = tree.line().moves.last_mut() {
            last.nags.push(nag.0);
        }
        Continue(())
    }

    fn partial_comment(&mut self, tree: &mut Tree, piece: RawComment<'_>) -> Flow {
        tree.pieces.extend_from_slice(piece.as_bytes());
        Continue(())
    }

    fn comment(&mut self, tree: &mut Tree, piece: RawComment<'_>) -> Flow {
        let mut bytes = mem::take(&mut tree.pieces);
        bytes.extend_from_slice(piece.as_bytes());
        let text = decode(&bytes);
        tree.line().comment(&text);
        Continue(())
    }

    fn begin_variation(&mut self, tree: &mut Tree) -> Flow<Skip> {
        if tree.line().moves.is_empty() {
            return fault(PgnFault::VariationWithoutMove);
        }
        if tree.open.len() > DEEPEST_VARIATION {
            return fault(PgnFault::TooDeep);
        }
        let before = tree.line().before.clone();
        tree.open.push(Line::new(before));
        Continue(Skip(false))
    }

    fn end_variation(&mut self, tree: &mut Tree) -> Flow {
        if tree.open.len() == 1 {
            return fault(PgnFault::UnopenedVariation);
        }
        let closed = tree.open.pop().expect("at least two lines are open");
        let (moves, comment) = closed.close();
        let line = tree.line();
        if let Some(text) = comment {
            line.comment(&text);
        }
        if let Some(last) = line.moves.last_mut()
            && !moves.is_empty()
        {
            last.variations.push(moves);
            line.next_comment = Belongs::ToNextMove;
        }
        Continue(())
    }

    fn outcome(&mut self, tree: &mut Tree, outcome: Outcome) -> Flow {
        // Some programs end every variation with a star.
        if tree.open.len() > 1 {
            return Continue(());
        }
        let result = match outcome {
            Outcome::Unknown => GameResult::Unknown,
            Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
            Outcome::Known(KnownOutcome::Decisive { winner }) => match winner {
                Color::White => GameResult::WhiteWins,
                Color::Black => GameResult::BlackWins,
            },
        };
        if tree.result.replace(result).is_some() {
            return fault(PgnFault::AfterResult);
        }
        Continue(())
    }

    fn end_game(&mut self, mut tree: Tree) -> Self::Output {
        if tree.open.len() > 1 {
            return Err(PgnFault::UnclosedVariation);
        }
        let main = tree.open.pop().expect("the main line is always open");
        let (moves, comment) = main.close();
        Ok(GameRecord {
            tags: tree.header.tags,
            start: tree.header.start,
            comment,
            moves,
            // A file without the token at the end may still say it in front.
            result: tree.result.unwrap_or(tree.header.result),
        })
    }
}

/// Joins a text to a comment, with single spaces between all words.
fn append(comment: &mut Option<String>, text: &str) {
    for word in text.split_whitespace() {
        let comment = comment.get_or_insert_default();
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(word);
    }
}

/// The names under which files say that a game is chess, from whatever position.
fn is_chess(variant: &str) -> bool {
    let plain: String = variant
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect::<String>()
        .to_lowercase();
    matches!(
        plain.as_str(),
        "" | "chess"
            | "standard"
            | "normal"
            | "fromposition"
            | "chess960"
            | "960"
            | "fischerandom"
            | "fischerrandom"
            | "fischerrandomchess"
            | "freestyle"
    )
}
