//! Writes a record in the export format: seven tags first, lines of at most 80 columns.

use std::fmt;

use super::record::{GameRecord, RecordedMove};
use crate::position::{CastlingSide, Position};
use crate::types::{Color, File};
use crate::{fen, san};

const MAX_LINE_COLUMNS: usize = 80;

/// The tags every game has, in this order, and what is written for unknown values. `Result` comes
/// after them.
const TAG_ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Writes a game. An empty line ends it, so that games can follow each other.
///
/// A closing brace inside a comment would end it. So braces there are written as parentheses.
///
/// ```
/// use bstar_board::{Game, pgn::{self, GameRecord}, san};
///
/// let mut game = Game::default();
/// for word in ["f3", "e5", "g4", "Qh4#"] {
///     let mv = san::parse(game.position(), word).unwrap();
///     game.play(mv).unwrap();
/// }
/// let mut record = GameRecord::from_game(&game);
/// record.tags.set("White", "Fool");
/// record.moves[2].nags.push(4);
/// let text = pgn::write(&record);
/// assert!(text.starts_with("[Event \"?\"]\n"));
/// assert!(text.ends_with("\n\n1. f3 e5 2. g4 $4 Qh4# 0-1\n\n"));
/// ```
///
/// # Panics
/// May panic, or write nonsense, if a move of the record is not legal. Records that were read, or
/// come from a [`Game`](crate::Game), have only legal moves.
pub fn write(game: &GameRecord) -> String {
    let mut text = String::new();
    write_to(game, &mut text).expect("a string takes all that is written");
    text
}

/// Writes a game as [`write()`] does, piece by piece. If `out` refuses a piece, writing ends at
/// once: so a caller can stop it.
///
/// # Errors
/// Only those of `out`.
///
/// # Panics
/// As [`write()`] does.
pub fn write_to(game: &GameRecord, out: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
    tags(game, out)?;
    out.write_char('\n')?;

    let mut movetext = Movetext::new(out);
    if let Some(comment) = &game.comment {
        movetext.comment(comment)?;
    }
    movetext.line(&game.start, &game.moves)?;
    movetext.word(game.result.token())?;
    movetext.flush()?;
    out.write_str("\n\n")
}

fn tags(game: &GameRecord, out: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
    let mut first: Vec<(&str, &str)> = TAG_ROSTER
        .into_iter()
        .map(|(name, unknown)| (name, game.tag(name).unwrap_or(unknown)))
        .collect();
    first.push(("Result", game.result.token()));
    // Always in this place, so that a file that was written is written the same again.
    if let Some(variant) = game
        .tag("Variant")
        .or(needs_chess960(&game.start).then_some("Chess960"))
    {
        first.push(("Variant", variant));
    }
    let start = fen::write(&game.start);
    if game.start != Position::start() {
        first.push(("SetUp", "1"));
        first.push(("FEN", &start));
    }
    // The other tags have different names, so each need only be compared with the first few.
    let is_other = |name: &str| first.iter().all(|(known, _)| *known != name) && is_tag_name(name);
    let others = game.tags.iter().filter(|(name, _)| is_other(name));
    for (name, value) in first.iter().copied().chain(others) {
        writeln!(out, "[{name} \"{}\"]", escaped(value))?;
    }
    Ok(())
}

/// Does the position have castling rights that ordinary chess does not have?
fn needs_chess960(start: &Position) -> bool {
    let sides = [
        (CastlingSide::Short, File::H),
        (CastlingSide::Long, File::A),
    ];
    Color::ALL.into_iter().any(|color| {
        sides.into_iter().any(|(side, usual)| {
            start
                .castling_rook(color, side)
                .is_some_and(|rook| rook != usual || start.king(color).file() != File::E)
        })
    })
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn escaped(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => escaped.extend(['\\', letter]),
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// How many of the first words must stay on one line. A command for programs like `[%eval 0.34]`
/// must: not all programs read on after a line break.
fn unbroken(words: &[&str]) -> usize {
    let is_open = |word: &str| word.rfind("[%").is_some_and(|at| !word[at..].contains(']'));
    let mut width = 0;
    for (i, word) in words.iter().enumerate() {
        width += word.chars().count() + 1;
        if i == 0 && !is_open(word) || width > MAX_LINE_COLUMNS / 2 {
            break;
        }
        if i > 0 && word.contains(']') {
            return i + 1;
        }
    }
    1
}

/// Puts the words of a game on lines.
struct Movetext<'a, W: ?Sized> {
    out: &'a mut W,
    /// How wide the present line is.
    column: usize,
    /// The last word. A closing parenthesis may still join it.
    last: String,
    /// What comes before the next word: an opening parenthesis, or nothing.
    prefix: &'static str,
}

/// Whether the move number stands before a move of Black.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    WhiteOnly,
    Always,
}

impl<W: fmt::Write + ?Sized> Movetext<'_, W> {
    fn new(out: &mut W) -> Movetext<'_, W> {
        Movetext {
            out,
            column: 0,
            last: String::new(),
            prefix: "",
        }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        self.flush()?;
        self.last.push_str(std::mem::take(&mut self.prefix));
        self.last.push_str(word);
        Ok(())
    }

    /// Writes the last word, on a new line if it does not fit on this one.
    fn flush(&mut self) -> fmt::Result {
        if self.last.is_empty() {
            return Ok(());
        }
        let width = self.last.chars().count();
        if self.column > 0 && self.column + 1 + width > MAX_LINE_COLUMNS {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(&self.last)?;
        self.column += width;
        self.last.clear();
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        let comment = if comment.contains('}') {
            comment.replace('{', "(").replace('}', ")")
        } else {
            comment.to_owned()
        };
        let text = format!("{{{}}}", comment.trim());
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut rest = &words[..];
        while !rest.is_empty() {
            let (together, after) = rest.split_at(unbroken(rest));
            self.word(&together.join(" "))?;
            rest = after;
        }
        Ok(())
    }

    fn line(&mut self, start: &Position, moves: &[RecordedMove]) -> fmt::Result {
        let mut position = start.clone();
        let mut numbering = Numbering::Always;
        for recorded in moves {
            if let Some(comment) = &recorded.comment_before {
                self.comment(comment)?;
                numbering = Numbering::Always;
            }
            self.number(&position, numbering)?;
            self.word(&san::write(&position, recorded.mv))?;
            numbering = Numbering::WhiteOnly;
            for nag in &recorded.nags {
                self.word(&format!("${nag}"))?;
            }
            if let Some(comment) = &recorded.comment {
                self.comment(comment)?;
                numbering = Numbering::Always;
            }
            for variation in recorded.variations.iter().filter(|line| !line.is_empty()) {
                self.prefix = "(";
                self.line(&position, variation)?;
                self.last.push(')');
                numbering = Numbering::Always;
            }
            position = position.after(recorded.mv);
        }
        Ok(())
    }

    fn number(&mut self, position: &Position, numbering: Numbering) -> fmt::Result {
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if numbering == Numbering::Always => self.word(&format!("{number}...")),
            Color::Black => Ok(()),
        }
    }
}
