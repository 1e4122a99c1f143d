//! Shows the position to people: the command `d`.

use std::fmt::Write;

use bstar_board::{Position, fen};

/// The board from White's side, then FEN, key, checkers and the number of legal moves.
pub(super) fn draw(position: &Position) -> String {
    let mut text = position.diagram();
    text.push_str("\n\n");
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let checkers = if checkers.is_empty() {
        "none".to_owned()
    } else {
        checkers.join(" ")
    };
    let _ = writeln!(text, "Fen: {}", fen::write(position));
    let _ = writeln!(text, "Key: {:016X}", position.key());
    let _ = writeln!(text, "Checkers: {checkers}");
    let _ = write!(text, "Legal moves: {}", position.legal_moves().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checked_king() {
        let text = "4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1";
        let display = draw(&fen::parse(text).unwrap());
        let lines: Vec<&str> = display.lines().collect();
        assert_eq!(lines[0], "8 . . . . k . . .");
        assert_eq!(lines[4], "4 . . . . . . . b");
        assert_eq!(lines[6], "2 . . . P . . . .");
        assert_eq!(lines[8], "  a b c d e f g h");
        assert_eq!(lines[10], format!("Fen: {text}"));
        assert!(lines[11].starts_with("Key: ") && lines[11].len() == 21);
        assert_eq!(lines[12], "Checkers: h4");
        assert_eq!(lines[13], "Legal moves: 3");
    }
}
