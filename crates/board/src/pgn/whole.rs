//! Finding the games that were written to the end.

/// The whole games at the beginning of a file that our programs wrote.
///
/// Each game is a head, an empty line, moves and an empty line. A game that was cut off while it
/// was written comes last and is left out.
///
/// ```
/// use bstar_board::pgn::whole_games;
///
/// let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d";
/// assert_eq!(whole_games(text).count(), 1);
/// ```
pub fn whole_games(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let head = rest.find("\n\n")? + 2;
        let end = head + rest[head..].find("\n\n")? + 2;
        let (game, after) = rest.split_at(end);
        rest = after;
        Some(game)
    })
}
