//! A diagram of a position in letters.

use crate::position::Position;
use crate::types::{Color, File, Piece, Rank, Square};

impl Position {
    /// The board in nine lines, with White below. Capitals are White's men and dots are empty
    /// squares. The last line names the files.
    ///
    /// ```
    /// use bstar_board::Position;
    ///
    /// let diagram = Position::start().diagram();
    /// assert_eq!(diagram.lines().next(), Some("8 r n b q k b n r"));
    /// assert_eq!(diagram.lines().last(), Some("  a b c d e f g h"));
    /// ```
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            text.push_str(&rank.to_string());
            for file in File::ALL {
                text.push(' ');
                text.push(self.letter(Square::new(file, rank)));
            }
            text.push('\n');
        }
        text.push_str("  a b c d e f g h");
        text
    }

    fn letter(&self, square: Square) -> char {
        let letter = match self.piece_on(square) {
            None => '.',
            Some(Piece::Pawn) => 'p',
            Some(Piece::Knight) => 'n',
            Some(Piece::Bishop) => 'b',
            Some(Piece::Rook) => 'r',
            Some(Piece::Queen) => 'q',
            Some(Piece::King) => 'k',
        };
        match self.color_on(square) {
            Some(Color::White) => letter.to_ascii_uppercase(),
            _ => letter,
        }
    }
}
