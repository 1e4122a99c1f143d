//! Extended position description: test positions with what is known about them, one on each line.
//!
//! A line has the first four fields of a FEN. Operations follow: each has a name, operands and a
//! semicolon.
//!
//! ```text
//! 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; id "Fine 70"; c0 "the only winning move";
//! ```
//!
//! The operations that this project uses have fields of their own in [`Epd`]. All others are kept
//! as text. Two variants are accepted too, because real files have them: a whole FEN with both
//! counters, and semicolons before the operations, as in files of move counts (`;D1 20 ;D2 400`).

use std::collections::HashSet;

use thiserror::Error;

use crate::fen::{self, FenError};
use crate::position::Position;
use crate::san::{self, SanError};
use crate::text::shortened;
use crate::types::Move;

/// A position and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    pub position: Position,
    /// `bm`: the moves that solve it.
    pub best: Vec<Move>,
    /// `am`: the moves to avoid.
    pub avoid: Vec<Move>,
    /// `id`: its name.
    pub id: Option<String>,
    /// `c0`: a comment.
    pub comment: Option<String>,
    /// `dm`: the side to move mates in this many moves.
    pub mate_in: Option<u32>,
    /// All other operations, in the order of the line.
    pub other: Vec<Operation>,
}

/// An operation that is kept as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name, like `acd` or `D4`.
    pub name: String,
    /// Its operands as they were written, quotation marks included.
    pub operands: String,
}

/// Why a line is not EPD, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("EPD, line {line}, column {column}: {fault}")]
pub struct EpdError {
    /// The line in the text, from 1.
    pub line: usize,
    /// The column in the line, in characters, from 1.
    pub column: usize,
    pub fault: EpdFault,
}

/// The faults a line of EPD can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EpdFault {
    /// The position has a fault.
    #[error("{}", .0.fault)]
    Fen(FenError),
    /// The name is not one: it must begin with a letter and go on with letters, digits and `_`.
    #[error("`{0}` is no name of an operation; expected a letter, then letters, digits or _")]
    Name(String),
    /// An operation stands twice.
    #[error("the operation {0} stands here twice")]
    Repeated(String),
    /// A quotation mark has no partner.
    #[error("this quotation mark has no partner")]
    OpenQuote,
    /// An operation needs operands and has none.
    #[error("the operation {0} says nothing")]
    NoOperand(String),
    /// A move of `bm` or `am` has a fault.
    #[error("{0}")]
    Move(SanError),
    /// The operand of `dm` is not a number.
    #[error("`{0}` is no number of moves")]
    MateIn(String),
}

impl Epd {
    /// A position without operations.
    pub fn new(position: Position) -> Self {
        Epd {
            position,
            best: Vec::new(),
            avoid: Vec::new(),
            id: None,
            comment: None,
            mate_in: None,
            other: Vec::new(),
        }
    }

    /// The operands of an operation that is kept as text, without quotation marks around them.
    ///
    /// ```
    /// use bstar_board::epd;
    ///
    /// let epd = epd::parse_line("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66").unwrap();
    /// assert_eq!(epd.operand("D2"), Some("66"));
    /// assert_eq!(epd.operand("D3"), None);
    /// ```
    pub fn operand(&self, name: &str) -> Option<&str> {
        self.other
            .iter()
            .find(|operation| operation.name == name)
            .map(|operation| unquoted(&operation.operands))
    }
}

/// Reads a text of many [lines].
///
/// ```
/// use bstar_board::epd;
///
/// let text = "# endings\n8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; id \"Fine 70\";\n";
/// let epds = epd::read(text).unwrap();
/// assert_eq!(epds[0].id.as_deref(), Some("Fine 70"));
///
/// let error = epd::read("# endings\n8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb3;").unwrap_err();
/// assert_eq!(error.to_string(), "EPD, line 2, column 40: the move Kb3 is not legal here");
/// ```
pub fn read(text: &str) -> Result<Vec<Epd>, EpdError> {
    let read_line = |(number, line)| {
        parse_line(line).map_err(|error| EpdError {
            line: number,
            ..error
        })
    };
    lines(text).map(read_line).collect()
}

/// The lines of a text that have positions, with their numbers from 1. Empty lines and lines that
/// begin with `#` are left out. Both kinds of line end are accepted, and a byte order mark before
/// any line: files that are joined may have one each.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bare = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
    (1..).zip(bare).filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    })
}

/// Reads one line. Errors call it line 1.
pub fn parse_line(line: &str) -> Result<Epd, EpdError> {
    let split = position_end(line);
    let position = fen::parse(&line[..split]).map_err(|error| EpdError {
        line: 1,
        column: error.column,
        fault: EpdFault::Fen(error),
    })?;
    let mut epd = Epd::new(position);
    let mut seen = HashSet::new();
    for part in operations(line, split)? {
        let (name, operands) = part.name_and_operands();
        if !is_name(name.text) {
            return Err(name.error(EpdFault::Name(shortened(name.text))));
        }
        if !seen.insert(name.text) {
            return Err(name.error(EpdFault::Repeated(shortened(name.text))));
        }
        epd.add(name, operands)?;
    }
    Ok(epd)
}

/// Writes one line, without a line end and without the counters of the position.
///
/// EPD cannot write a quotation mark inside the id or the comment. It becomes an apostrophe.
///
/// ```
/// use bstar_board::epd;
///
/// let line = r#"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; id "Fine 70";"#;
/// assert_eq!(epd::write(&epd::parse_line(line).unwrap()), line);
/// ```
pub fn write(epd: &Epd) -> String {
    let moves = |moves: &[Move]| {
        let words: Vec<String> = moves
            .iter()
            .map(|mv| san::write(&epd.position, *mv))
            .collect();
        words.join(" ")
    };
    let mut operations: Vec<(&str, String)> = Vec::new();
    if !epd.best.is_empty() {
        operations.push(("bm", moves(&epd.best)));
    }
    if !epd.avoid.is_empty() {
        operations.push(("am", moves(&epd.avoid)));
    }
    operations.extend(epd.mate_in.map(|moves| ("dm", moves.to_string())));
    operations.extend(epd.id.as_deref().map(|text| ("id", quoted(text))));
    operations.extend(epd.comment.as_deref().map(|text| ("c0", quoted(text))));
    for Operation { name, operands } in &epd.other {
        operations.push((name, operands.clone()));
    }

    let mut line = fen::four_fields(&epd.position);
    for (name, operands) in operations {
        line.push(' ');
        line.push_str(name);
        if !operands.is_empty() {
            line.push(' ');
            line.push_str(&operands);
        }
        line.push(';');
    }
    line
}

impl Epd {
    fn add(&mut self, name: Part<'_>, operands: Part<'_>) -> Result<(), EpdError> {
        let said = || unquoted(operands.text).to_owned();
        match name.text {
            "bm" => self.best = self.moves(name, operands)?,
            "am" => self.avoid = self.moves(name, operands)?,
            "id" => self.id = Some(said()),
            "c0" => self.comment = Some(said()),
            "dm" => {
                let moves = said()
                    .parse()
                    .map_err(|_| operands.error(EpdFault::MateIn(shortened(operands.text))))?;
                self.mate_in = Some(moves);
            }
            other => self.other.push(Operation {
                name: other.to_owned(),
                operands: operands.text.to_owned(),
            }),
        }
        Ok(())
    }

    fn moves(&self, name: Part<'_>, operands: Part<'_>) -> Result<Vec<Move>, EpdError> {
        let moves: Vec<Move> = operands
            .words()
            // Some files put commas between the moves.
            .map(|word| {
                let san = word.text.trim_end_matches(',');
                san::parse(&self.position, san).map_err(|error| word.error(EpdFault::Move(error)))
            })
            .collect::<Result<_, _>>()?;
        if moves.is_empty() {
            return Err(name.error(EpdFault::NoOperand(name.text.to_owned())));
        }
        Ok(moves)
    }
}

/// A part of a line.
#[derive(Clone, Copy)]
struct Part<'a> {
    line: &'a str,
    /// Where in the line it begins, in bytes.
    at: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    fn new(line: &'a str, start: usize, end: usize) -> Part<'a> {
        let whole = &line[start..end];
        let indent = whole.len() - whole.trim_start().len();
        Part {
            line,
            at: start + indent,
            text: whole.trim(),
        }
    }

    fn error(self, fault: EpdFault) -> EpdError {
        EpdError {
            line: 1,
            column: self.line[..self.at].chars().count() + 1,
            fault,
        }
    }

    fn from(self, at: usize) -> Part<'a> {
        Part::new(self.line, self.at + at, self.at + self.text.len())
    }

    fn name_and_operands(self) -> (Part<'a>, Part<'a>) {
        let end = self
            .text
            .find(char::is_whitespace)
            .unwrap_or(self.text.len());
        let name = Part {
            text: &self.text[..end],
            ..self
        };
        (name, self.from(end))
    }

    fn words(self) -> impl Iterator<Item = Part<'a>> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (word, after) = rest.name_and_operands();
            rest = after;
            (!word.text.is_empty()).then_some(word)
        })
    }
}

/// Where the operations begin: after four words, or after six if the fifth and sixth are the
/// counters of a whole FEN. A semicolon ends the position too.
fn position_end(line: &str) -> usize {
    let line = line.split(';').next().unwrap_or(line);
    let mut end = 0;
    for count in 0.. {
        let rest = &line[end..];
        let word = rest.trim_start();
        let is_counter = word.starts_with(|c: char| c.is_ascii_digit());
        if word.is_empty() || (count >= 4 && !is_counter) {
            break;
        }
        let width = word.find(char::is_whitespace).unwrap_or(word.len());
        end += rest.len() - word.len() + width;
    }
    end
}

/// The parts between semicolons, without the empty ones. A semicolon between quotation marks does
/// not count.
fn operations(line: &str, from: usize) -> Result<Vec<Part<'_>>, EpdError> {
    let mut parts = Vec::new();
    let mut start = from;
    let mut quote = None;
    for (at, letter) in line[from..].char_indices() {
        let at = from + at;
        match letter {
            '"' if quote.is_some() => quote = None,
            '"' => quote = Some(at),
            ';' if quote.is_none() => {
                parts.push(Part::new(line, start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    if let Some(at) = quote {
        return Err(Part::new(line, at, line.len()).error(EpdFault::OpenQuote));
    }
    parts.push(Part::new(line, start, line.len()));
    parts.retain(|part| !part.text.is_empty());
    Ok(parts)
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(text)
}

fn quoted(text: &str) -> String {
    let inner: String = text
        .chars()
        .map(|c| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    format!("\"{inner}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";

    fn fault(operations: &str) -> (usize, EpdFault) {
        let error = parse_line(&format!("{FINE_70} {operations}")).unwrap_err();
        (error.column - FINE_70.len() - 1, error.fault)
    }

    #[test]
    fn every_operation_finds_its_place() {
        let epd = parse_line(&format!(
            "{FINE_70} bm Kb1 Ka2; am Kb2; id \"a; b\"; c0 \"it's; fine\"; c1 \"x\"; dm 30; acd 12; draw_offer;"
        ))
        .unwrap();
        let names = |moves: &[Move]| -> Vec<String> {
            moves
                .iter()
                .map(|mv| san::write(&epd.position, *mv))
                .collect()
        };
        assert_eq!(names(&epd.best), ["Kb1", "Ka2"]);
        assert_eq!(names(&epd.avoid), ["Kb2"]);
        assert_eq!(epd.id.as_deref(), Some("a; b"));
        assert_eq!(epd.comment.as_deref(), Some("it's; fine"));
        assert_eq!(epd.mate_in, Some(30));
        assert_eq!(epd.operand("c1"), Some("x"));
        assert_eq!(epd.operand("acd"), Some("12"));
        assert_eq!(epd.operand("draw_offer"), Some(""));
        assert_eq!(parse_line(&write(&epd)), Ok(epd));
    }

    #[test]
    fn joined_files_may_have_a_mark_each_and_diagrams_no_rights() {
        let text = "\u{feff}4k3/8/8/8/8/8/8/4K2R w K - id \"a\";\n\u{feff}# b\n\u{feff}4k3/8/8/8/8/8/8/4K2R w\n";
        let found = read(text).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[1]
                .position
                .castling_rook(crate::Color::White, crate::CastlingSide::Short),
            None
        );
    }

    #[test]
    fn a_whole_fen_keeps_its_counters() {
        let epd = parse_line("4k3/8/8/8/8/8/8/4K2R w K - 7 31 ;D1 15 ;D2 66").unwrap();
        assert_eq!(epd.position.halfmove_clock(), 7);
        assert_eq!(epd.position.fullmove_number(), 31);
        assert_eq!(epd.operand("D1"), Some("15"));
    }

    #[test]
    fn the_last_semicolon_may_be_missing() {
        let epd = parse_line(&format!("{FINE_70} bm Kb1")).unwrap();
        assert_eq!(epd.best.len(), 1);
    }

    #[test]
    fn faults_have_their_column() {
        assert_eq!(
            fault("bm Kb1 Kb3;"),
            (8, EpdFault::Move(SanError::Illegal("Kb3".to_owned())))
        );
        assert_eq!(fault("bm;"), (1, EpdFault::NoOperand("bm".to_owned())));
        assert_eq!(fault("id \"x;"), (4, EpdFault::OpenQuote));
        assert_eq!(fault("dm many;"), (4, EpdFault::MateIn("many".to_owned())));
        assert_eq!(
            fault("id \"é\"; +x 1;"),
            (9, EpdFault::Name("+x".to_owned()))
        );
        assert_eq!(
            fault("bm Kb1; bm Kb2;"),
            (9, EpdFault::Repeated("bm".to_owned()))
        );
    }

    #[test]
    fn faults_of_the_position_have_their_line_and_column() {
        let error = read("\u{feff}\r\n# x\r\n8/k7/3p4/p2P1p2/P2P1P2/8/8/K6x w - - bm Kb1;\r\n")
            .unwrap_err();
        assert_eq!((error.line, error.column), (3, 30));
        assert!(matches!(error.fault, EpdFault::Fen(_)));
        let error = read("8/8 w;").unwrap_err();
        assert_eq!(error.line, 1);
    }
}
