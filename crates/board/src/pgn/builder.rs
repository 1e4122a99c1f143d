//! Builds the record of a game from what `pgn-reader` finds.

use std::mem;
use std::ops::ControlFlow::{self, Break, Continue};

use pgn_reader::shakmaty::san::San;
use pgn_reader::shakmaty::{Color, KnownOutcome, Outcome};
use pgn_reader::{Nag, RawComment, RawTag, SanPlus, Skip, Visitor};

use super::error::{MAX_VARIATION_DEPTH, PgnFault};
use super::record::{GameRecord, GameResult, RecordedMove, Tags};
use crate::position::Position;
use crate::text::{decode, shortened};
use crate::{fen, san};

/// What `pgn-reader` calls. Its output is a record, or the first fault.
pub(super) struct RecordVisitor;

/// The tags, with the start position and the result that they give.
#[derive(Default)]
pub(super) struct Header {
    tags: Tags,
    start: Position,
    result: GameResult,
}

/// A record while it is built.
pub(super) struct RecordBuilder {
    header: Header,
    /// The main line and the open variations in it, innermost last.
    open: Vec<OpenLine>,
    /// The pieces of a comment that is not complete yet.
    pieces: Vec<u8>,
    result: Option<GameResult>,
}

struct OpenLine {
    moves: Vec<RecordedMove>,
    /// The position before the last move, where its variations begin.
    before: Position,
    position: Position,
    /// A comment for the next move.
    pending: Option<String>,
    /// Which move the next comment belongs to.
    next_comment: CommentOwner,
    /// What stands in a variation from its null move on. No position belongs to it, so it is kept
    /// as a comment.
    after_null_move: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentOwner {
    LastMove,
    NextMove,
}

type Flow<T = ()> = ControlFlow<Result<GameRecord, PgnFault>, T>;

fn fault<T>(fault: PgnFault) -> Flow<T> {
    Break(Err(fault))
}

impl OpenLine {
    fn new(position: Position) -> OpenLine {
        OpenLine {
            moves: Vec::new(),
            before: position.clone(),
            position,
            pending: None,
            next_comment: CommentOwner::NextMove,
            after_null_move: None,
        }
    }

    fn comment(&mut self, text: &str) {
        if self.after_null_move.is_some() {
            append(&mut self.after_null_move, text);
            return;
        }
        match self.moves.last_mut() {
            Some(last) if self.next_comment == CommentOwner::LastMove => {
                append(&mut last.comment, text);
            }
            _ => append(&mut self.pending, text),
        }
    }

    /// The moves, and a comment that belongs to none of them.
    fn close(mut self) -> (Vec<RecordedMove>, Option<String>) {
        if let Some(text) = self.after_null_move.take() {
            self.comment(&text);
        }
        if let (Some(last), Some(text)) = (self.moves.last_mut(), &self.pending) {
            append(&mut last.comment, text);
            self.pending = None;
        }
        (self.moves, self.pending)
    }
}

impl RecordBuilder {
    fn line(&mut self) -> &mut OpenLine {
        self.open.last_mut().expect("the main line is always open")
    }
}

impl Visitor for RecordVisitor {
    type Tags = Header;
    type Movetext = RecordBuilder;
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

    fn begin_movetext(&mut self, header: Header) -> Flow<RecordBuilder> {
        Continue(RecordBuilder {
            open: vec![OpenLine::new(header.start.clone())],
            header,
            pieces: Vec::new(),
            result: None,
        })
    }

    fn san(&mut self, builder: &mut RecordBuilder, word: SanPlus) -> Flow {
        if builder.open.len() == 1 && builder.result.is_some() {
            return fault(PgnFault::AfterResult);
        }
        let is_main_line = builder.open.len() == 1;
        let line = builder.line();
        let is_null = matches!(word.san, San::Null);
        if is_null && is_main_line {
            return fault(PgnFault::NullMove);
        }
        if is_null || line.after_null_move.is_some() {
            let word = if is_null {
                "--".to_owned()
            } else {
                word.to_string()
            };
            append(&mut line.after_null_move, &word);
            return Continue(());
        }
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
        line.next_comment = CommentOwner::LastMove;
        Continue(())
    }

    fn nag(&mut self, builder: &mut RecordBuilder, nag: Nag) -> Flow {
        let line = builder.line();
        if line.after_null_move.is_some() {
            append(&mut line.after_null_move, &nag.to_string());
        } else if let Some(last) = line.moves.last_mut() {
            last.nags.push(nag.0);
        }
        Continue(())
    }

    fn partial_comment(&mut self, builder: &mut RecordBuilder, piece: RawComment<'_>) -> Flow {
        builder.pieces.extend_from_slice(piece.as_bytes());
        Continue(())
    }

    fn comment(&mut self, builder: &mut RecordBuilder, piece: RawComment<'_>) -> Flow {
        let mut bytes = mem::take(&mut builder.pieces);
        bytes.extend_from_slice(piece.as_bytes());
        let text = decode(&bytes);
        builder.line().comment(&text);
        Continue(())
    }

    fn begin_variation(&mut self, builder: &mut RecordBuilder) -> Flow<Skip> {
        let is_after_null_move = builder.line().after_null_move.is_some();
        if builder.line().moves.is_empty() && !is_after_null_move {
            return fault(PgnFault::VariationWithoutMove);
        }
        if builder.open.len() > MAX_VARIATION_DEPTH {
            return fault(PgnFault::TooDeep);
        }
        let before = builder.line().before.clone();
        builder.open.push(OpenLine {
            after_null_move: is_after_null_move.then(String::new),
            ..OpenLine::new(before)
        });
        Continue(Skip(false))
    }

    fn end_variation(&mut self, builder: &mut RecordBuilder) -> Flow {
        if builder.open.len() == 1 {
            return fault(PgnFault::UnopenedVariation);
        }
        let closed = builder.open.pop().expect("at least two lines are open");
        let (moves, comment) = closed.close();
        let line = builder.line();
        match comment {
            Some(text) if line.after_null_move.is_some() => line.comment(&format!("({text})")),
            Some(text) => line.comment(&text),
            None => {}
        }
        if let Some(last) = line.moves.last_mut()
            && !moves.is_empty()
        {
            last.variations.push(moves);
            line.next_comment = CommentOwner::NextMove;
        }
        Continue(())
    }

    fn outcome(&mut self, builder: &mut RecordBuilder, outcome: Outcome) -> Flow {
        // Some programs end every variation with a star.
        if builder.open.len() > 1 {
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
        if builder.result.replace(result).is_some() {
            return fault(PgnFault::AfterResult);
        }
        Continue(())
    }

    fn end_game(&mut self, mut builder: RecordBuilder) -> Self::Output {
        if builder.open.len() > 1 {
            return Err(PgnFault::UnclosedVariation);
        }
        let main = builder.open.pop().expect("the main line is always open");
        let (moves, comment) = main.close();
        Ok(GameRecord {
            tags: builder.header.tags,
            start: builder.header.start,
            comment,
            moves,
            // Without a result at the end, the tag may have one.
            result: builder.result.unwrap_or(builder.header.result),
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

/// Does this name mean chess? It may begin from any position.
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
