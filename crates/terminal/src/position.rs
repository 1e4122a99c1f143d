//! Positions on the command line: a FEN, `startpos`, either with `moves …`.

use anyhow::{Context, anyhow, bail};
use bstar_board::{Game, Position, fen, san};

/// Reads the words of a position. No words mean the start position. Moves may be written as `e2e4`
/// or as `e4`, and numbered.
pub fn parse(words: &[String]) -> anyhow::Result<Game> {
    let text = words.join(" ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let (place, moves) = match words.iter().position(|word| *word == "moves") {
        Some(at) => (&words[..at], unnumbered(&words[at + 1..])),
        None => (&words[..], Vec::new()),
    };
    let is_start = |word: &&str| word.eq_ignore_ascii_case("startpos");
    let start = match place {
        [] => Position::start(),
        [word] if is_start(word) => Position::start(),
        [word, rest @ ..] if is_start(word) => bail!(
            "expected `moves` after `startpos`, not `{}`: write `startpos moves {}`",
            rest[0],
            rest.join(" ")
        ),
        _ if are_moves(&unnumbered(place)) => bail!(
            "bad position `{0}`: these are moves; write `startpos moves {0}`",
            words
                .iter()
                .filter(|word| **word != "moves")
                .copied()
                .collect::<Vec<_>>()
                .join(" ")
        ),
        [word] if !word.contains('/') => bail!(
            "bad position `{word}`: it is neither a FEN nor `startpos`{}",
            match word.to_lowercase().ends_with(".pgn") {
                true => "; for the games of a file there is `bstar analyse`",
                false => "",
            }
        ),
        _ => fen::parse(&place.join(" "))
            .with_context(|| format!("bad position `{}`", place.join(" ")))?,
    };
    Game::from_words(start, moves, san::parse_either)
        .map_err(|bad| anyhow!(bad.error).context(format!("bad move number {}", bad.number)))
}

/// Moves without their numbers: of `1. e4`, `1.e4` and `1...` what is left behind the last dot.
fn unnumbered<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let bare = |word: &&'a str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = rest.len() < word.len() && rest.starts_with('.');
        if is_numbered {
            rest.trim_start_matches('.')
        } else {
            *word
        }
    };
    let words = words.iter().map(bare);
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether somebody wrote the moves of a game where a position belongs.
fn are_moves(words: &[&str]) -> bool {
    !words.is_empty() && Game::from_words(Position::start(), words, san::parse_either).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_forms_of_a_position() {
        assert_eq!(parse(&[]).unwrap().moves().len(), 0);
        assert_eq!(
            parse(&words("startpos moves e2e4 e5 Nf3"))
                .unwrap()
                .moves()
                .len(),
            3
        );
        for numbered in [
            "startpos moves 1. e4 e5 2. Nf3",
            "STARTPOS moves 1.e4 e5 2.Nf3",
        ] {
            assert_eq!(parse(&words(numbered)).unwrap().moves().len(), 3);
        }
        let quoted = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O".to_owned()];
        assert_eq!(parse(&quoted).unwrap().moves().len(), 1);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("startpos e2e4", "expected `moves`"),
            (
                "startpos moves e2e5",
                "move number 1: the move e2e5 is not legal here",
            ),
            ("startpos moves e4 e5 Ke3", "the move Ke3 is not legal here"),
            ("startpos moves e4 xx", "expected something like Nf3"),
            ("startpos e4", "write `startpos moves e4`"),
            ("hello", "neither a FEN nor `startpos`"),
            ("game.pgn", "`bstar analyse`"),
            ("1.", "neither a FEN nor `startpos`"),
            ("1. e4 e5 2. Nf3", "write `startpos moves 1. e4 e5 2. Nf3`"),
            ("8/8 w", "bad position"),
            ("e4 e5", "these are moves; write `startpos moves e4 e5`"),
            ("e2e4 moves e5", "write `startpos moves e2e4 e5`"),
            ("e5 e4", "bad position `e5 e4`: FEN"),
        ] {
            let error = format!("{:#}", parse(&words(text)).unwrap_err());
            assert!(error.contains(part), "{error}");
        }
    }
}
