//! Writes a record in the export format: seven tags first, lines of at most 80 columns.

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
    let mut text = tags(game);
    text.push('\n');

    let mut movetext = Movetext::default();
    if let Some(comment) = &game.comment {
        movetext.comment(comment);
    }
    movetext.line(&game.start, &game.moves);
    movetext.word(game.result.token());
    text.push_str(&movetext.wrapped());
    text.push_str("\n\n");
    text
}

fn tags(game: &GameRecord) -> String {
    let mut pairs: Vec<(&str, String)> = TAG_ROSTER
        .into_iter()
        .map(|(name, unknown)| (name, game.tag(name).unwrap_or(unknown).to_owned()))
        .collect();
    pairs.push(("Result", game.result.token().to_owned()));
    // Always in this place, so that a file that was written is written the same again.
    if let Some(variant) = game
        .tag("Variant")
        .or(needs_chess960(&game.start).then_some("Chess960"))
    {
        pairs.push(("Variant", variant.to_owned()));
    }
    if game.start != Position::start() {
        pairs.push(("SetUp", "1".to_owned()));
        pairs.push(("FEN", fen::write(&game.start)));
    }
    for (name, value) in game.tags.iter() {
        if pairs.iter().all(|(other, _)| *other != name) && is_tag_name(name) {
            pairs.push((name, value.to_owned()));
        }
    }
    pairs
        .into_iter()
        .map(|(name, value)| format!("[{name} \"{}\"]\n", escaped(&value)))
        .collect()
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

/// The words of a game, before they are put on lines.
#[derive(Default)]
struct Movetext {
    words: Vec<String>,
    /// What comes before the next word: an opening parenthesis, or nothing.
    prefix: &'static str,
}

/// Whether the move number stands before a move of Black.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    WhiteOnly,
    Always,
}

impl Movetext {
    fn word(&mut self, word: &str) {
        let prefix = std::mem::take(&mut self.prefix);
        self.words.push(format!("{prefix}{word}"));
    }

    /// Puts as many words on each line as fit.
    fn wrapped(self) -> String {
        let mut text = String::new();
        let mut column = 0;
        for word in self.words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > MAX_LINE_COLUMNS {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += width;
        }
        text
    }

    fn comment(&mut self, comment: &str) {
        let comment = if comment.contains('}') {
            comment.replace('{', "(").replace('}', ")")
        } else {
            comment.to_owned()
        };
        let text = format!("{{{}}}", comment.trim());
        let mut words: Vec<&str> = text.split_whitespace().collect();
        while !words.is_empty() {
            let rest = words.split_off(unbroken(&words));
            self.word(&words.join(" "));
            words = rest;
        }
    }

    fn line(&mut self, start: &Position, moves: &[RecordedMove]) {
        let mut position = start.clone();
        let mut numbering = Numbering::Always;
        for recorded in moves {
            if let Some(comment) = &recorded.comment_before {
                self.comment(comment);
                numbering = Numbering::Always;
            }
            self.number(&position, numbering);
            self.word(&san::write(&position, recorded.mv));
            numbering = Numbering::WhiteOnly;
            for nag in &recorded.nags {
                self.word(&format!("${nag}"));
            }
            if let Some(comment) = &recorded.comment {
                self.comment(comment);
                numbering = Numbering::Always;
            }
            for variation in recorded.variations.iter().filter(|line| !line.is_empty()) {
                self.prefix = "(";
                self.line(&position, variation);
                if let Some(last) = self.words.last_mut() {
                    last.push(')');
                }
                numbering = Numbering::Always;
            }
            position = position.after(recorded.mv);
        }
    }

    fn number(&mut self, position: &Position, numbering: Numbering) {
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if numbering == Numbering::Always => self.word(&format!("{number}...")),
            Color::Black => {}
        }
    }
}
