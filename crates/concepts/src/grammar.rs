//! Moves as books print them, numbers with their nouns, lists, and broken lines.

pub use bstar_board::color_name as side;
use bstar_board::{Move, Position, san};

/// A space at which no line may be broken.
const FIRM_SPACE: char = '\u{a0}';

/// A line of moves with their numbers: `1. e4 e5 2. Nf3`. No line is broken after a number.
pub fn numbered(start: &Position, moves: &[Move]) -> String {
    let firm = |word: String| word.replace(' ', &FIRM_SPACE.to_string());
    san::numbered(start, moves)
        .into_iter()
        .map(firm)
        .collect::<Vec<_>>()
        .join(" ")
}

/// `1 reply`, `2 replies`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!(
        "{}{FIRM_SPACE}{}",
        grouped(number as u64),
        if number == 1 { one } else { many }
    )
}

/// `once`, `twice`, `3 times`.
pub fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{}{FIRM_SPACE}times", grouped(n as u64)),
    }
}

/// `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Breaks a paragraph into lines.
pub fn wrapped(text: &str) -> String {
    const LINE_WIDTH_COLUMNS: usize = 80;
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > LINE_WIDTH_COLUMNS {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += width;
    }
    lines.replace(FIRM_SPACE, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
        assert_eq!(count(1, "reply", "replies"), "1\u{a0}reply");
        assert_eq!(count(0, "reply", "replies"), "0\u{a0}replies");
        assert_eq!(
            [1, 2, 3].map(times),
            ["once", "twice", "3\u{a0}times"].map(str::to_owned)
        );
        let words: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(list(&words), "a, b and c");
        assert_eq!(list(&words[..1]), "a");
    }

    #[test]
    fn lines_are_broken_between_words() {
        let text = "word ".repeat(40);
        assert!(
            wrapped(&text)
                .lines()
                .all(|line| line.len() <= 80 && !line.ends_with(' '))
        );
        assert_eq!(wrapped("1.\u{a0}e4"), "1. e4");
    }
}
