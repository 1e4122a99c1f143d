//! What changes hands along a line: so many men of each kind, net, and what a player calls that.

use bstar_board::{Color, EXCHANGE_VALUES, Piece, Position};

use crate::words::list;

/// Kinds of men that can be won.
const KINDS: [Piece; 5] = [
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];
/// Centipawns that are worth a word: less is a bishop for a knight.
const SOMETHING: i32 = 80;

/// How many men of each kind a side is better off than before, by kind; what it lost counts below nothing. A promotion costs a pawn and brings a queen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance(pub [i8; 5]);

impl Balance {
    /// What a side gained from one position to another.
    pub fn between(before: &Position, after: &Position, side: Color) -> Balance {
        Balance(std::array::from_fn(|kind| {
            let lead = |position: &Position| {
                let men = |color| position.men(color, Piece::ALL[kind]).len() as i8;
                men(side) - men(!side)
            };
            lead(after) - lead(before)
        }))
    }

    /// The same, as the other side sees it.
    pub fn reversed(self) -> Balance {
        Balance(self.0.map(|count| -count))
    }

    /// How many of one kind.
    pub fn of(self, piece: Piece) -> i8 {
        self.0.get(piece as usize).copied().unwrap_or(0)
    }

    /// In centipawns, as exchanges are counted.
    pub fn worth(self) -> i32 {
        self.0
            .iter()
            .zip(EXCHANGE_VALUES)
            .map(|(count, value)| i32::from(*count) * value)
            .sum()
    }

    /// Whether the side is better off by a pawn or so.
    pub fn is_gain(self) -> bool {
        self.worth() >= SOMETHING
    }

    /// The same without a pawn that became a queen.
    pub fn without_promotion(self) -> Balance {
        let mut rest = self;
        rest.0[Piece::Queen as usize] -= 1;
        rest.0[Piece::Pawn as usize] += 1;
        rest
    }

    /// A knight for a bishop is nothing to speak of.
    fn without_minor_exchanges(self) -> Balance {
        let mut rest = self.0;
        let (knight, bishop) = (Piece::Knight as usize, Piece::Bishop as usize);
        while rest[knight] * rest[bishop] < 0 {
            rest[knight] -= rest[knight].signum();
            rest[bishop] -= rest[bishop].signum();
        }
        Balance(rest)
    }

    /// What it is called: `a pawn`, `the exchange`, `the queen for a rook`. None if it is no gain.
    pub fn name(self) -> Option<String> {
        if !self.is_gain() {
            return None;
        }
        let rest = self.without_minor_exchanges();
        if let Some(name) = rest.exchange_name() {
            return Some(name);
        }
        let (gained, paid) = (rest.men(1), rest.men(-1));
        Some(match paid.is_empty() {
            true => list(&gained),
            false => format!("{} for {}", list(&gained), list(&paid)),
        })
    }

    /// What was given for nothing, if that is all there is: `two pawns`.
    pub fn price(self) -> Option<String> {
        let rest = self.without_minor_exchanges();
        let (gained, paid) = (rest.men(1), rest.men(-1));
        (gained.is_empty() && !paid.is_empty()).then(|| list(&paid))
    }

    /// A rook for a knight or a bishop has a name of its own.
    fn exchange_name(self) -> Option<String> {
        let minors = self.of(Piece::Knight) + self.of(Piece::Bishop);
        let is_exchange = self.of(Piece::Queen) == 0 && self.of(Piece::Rook) == 1 && minors == -1;
        is_exchange.then(|| match self.of(Piece::Pawn) {
            0 => "the exchange".to_owned(),
            pawns if pawns > 0 => format!("the exchange and {}", some(Piece::Pawn, pawns)),
            pawns => format!("the exchange for {}", some(Piece::Pawn, -pawns)),
        })
    }

    /// The men on one side of the balance, the most valuable first.
    fn men(self, sign: i8) -> Vec<String> {
        KINDS
            .into_iter()
            .filter(|piece| self.of(*piece) * sign > 0)
            .map(|piece| some(piece, self.of(piece) * sign))
            .collect()
    }
}

/// `a knight`, `two pawns`.
fn some(piece: Piece, count: i8) -> String {
    match (piece, count) {
        (Piece::Queen, 1) => "the queen".to_owned(),
        (_, 1) => format!("a {}", man(piece)),
        (_, 2) => format!("two {}s", man(piece)),
        (_, 3) => format!("three {}s", man(piece)),
        (_, n) => format!("{n} {}s", man(piece)),
    }
}

/// The name of a man.
pub(crate) fn man(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_have_the_names_players_use() {
        // Pawns, knights, bishops, rooks, queens.
        for (balance, name) in [
            ([1, 0, 0, 0, 0], Some("a pawn")),
            ([2, 0, 0, 0, 0], Some("two pawns")),
            ([0, 1, 0, 0, 0], Some("a knight")),
            ([1, 0, 1, 0, 0], Some("a bishop and a pawn")),
            ([0, -1, 0, 1, 0], Some("the exchange")),
            ([-1, -1, 0, 1, 0], Some("the exchange for a pawn")),
            ([1, 0, -1, 1, 0], Some("the exchange and a pawn")),
            ([0, 0, 0, -1, 1], Some("the queen for a rook")),
            ([-2, 1, 0, 0, 0], Some("a knight for two pawns")),
            ([0, 1, 1, -1, 0], Some("a bishop and a knight for a rook")),
            ([1, 1, -1, 0, 0], Some("a pawn")),
            ([0, 1, -1, 0, 0], None),
            ([0, -1, 1, 0, 0], None),
            ([0, 0, 0, 0, 0], None),
            ([-1, 0, 0, 0, 0], None),
        ] {
            assert_eq!(Balance(balance).name().as_deref(), name, "{balance:?}");
        }
        assert_eq!(
            Balance([-3, 0, 0, 0, 1])
                .without_promotion()
                .price()
                .as_deref(),
            Some("two pawns")
        );
        assert_eq!(Balance([1, 0, 0, 0, -1]).price(), None);
    }

    #[test]
    fn men_are_counted_for_both_sides() {
        let before = bstar_board::fen::parse("4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
        let takes = bstar_board::san::parse(&before, "Rxe7+").unwrap();
        let after = before.after(takes);
        let won = Balance::between(&before, &after, Color::White);
        assert_eq!(won, Balance([0, 1, 0, 0, 0]));
        assert_eq!(
            Balance::between(&before, &after, Color::Black),
            won.reversed()
        );
        assert_eq!(won.worth(), 320);
    }
}
