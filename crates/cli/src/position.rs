//! Positions on the command line: a FEN, `startpos`, either with `moves …`.

use anyhow::{Context, bail};
use bstar_board::{Game, Position, fen, notation, san};

/// Reads the words of a position; none at all mean the start position. Moves may be written either way, `e2e4` or `e4`.
pub fn parse(words: &[String]) -> anyhow::Result<Game> {
    let text = words.join(" ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let (place, moves) = match words.iter().position(|word| *word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let start = match place {
        [] | ["startpos"] => Position::start(),
        ["startpos", other, ..] => bail!("expected `moves` after `startpos`, not `{other}`"),
        _ => fen::parse(&place.join(" "))
            .with_context(|| format!("bad position `{}`", place.join(" ")))?,
    };
    let mut game = Game::new(start);
    for (number, word) in (1..).zip(moves) {
        let position = game.position();
        let mv = notation::parse(position, word)
            .or_else(|error| san::parse(position, word).map_err(|_| error))
            .with_context(|| format!("bad move number {number}"))?;
        game.play(mv)?;
    }
    Ok(game)
}

/// A picture of the board, White below, with its FEN.
pub fn picture(position: &Position) -> String {
    use bstar_board::{Color, File, Piece, Rank, Square};
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&format!("  {rank} "));
        for file in File::ALL {
            let square = Square::new(file, rank);
            let letter = match position.piece_on(square) {
                None => '.',
                Some(Piece::Pawn) => 'p',
                Some(Piece::Knight) => 'n',
                Some(Piece::Bishop) => 'b',
                Some(Piece::Rook) => 'r',
                Some(Piece::Queen) => 'q',
                Some(Piece::King) => 'k',
            };
            let letter = if position.color_on(square) == Some(Color::White) {
                letter.to_ascii_uppercase()
            } else {
                letter
            };
            text.push(' ');
            text.push(letter);
        }
        text.push('\n');
    }
    text.push_str("     a b c d e f g h\n");
    text.push_str(&fen::write(position));
    text
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
        let quoted = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O".to_owned()];
        assert_eq!(parse(&quoted).unwrap().moves().len(), 1);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("startpos e2e4", "expected `moves`"),
            ("startpos moves e2e5", "move number 1"),
            ("8/8 w", "bad position"),
        ] {
            let error = format!("{:#}", parse(&words(text)).unwrap_err());
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn white_is_below() {
        let picture = picture(&Position::start());
        let last = picture.lines().nth(7).unwrap();
        assert_eq!(last, "  1  R N B Q K B N R");
    }
}
