//! What men that change hands are called: `a pawn`, `the exchange`, `the queen for a rook`.

pub(crate) use bstar_concepts::names::man;

use bstar_board::Piece;

use super::grammar::list;
use crate::facts::claims::Balance;

/// The kinds of men that can be won, the most valuable first.
const KINDS: [Piece; 5] = [
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];

impl Balance {
    /// The balance without bishops exchanged for knights: they count as even.
    fn without_minor_exchanges(self) -> Balance {
        let mut rest = self.0;
        let (knight, bishop) = (Piece::Knight as usize, Piece::Bishop as usize);
        while rest[knight] * rest[bishop] < 0 {
            rest[knight] -= rest[knight].signum();
            rest[bishop] -= rest[bishop].signum();
        }
        Balance(rest)
    }

    /// What a gain is called: `a pawn`, `the exchange`, `the queen for a rook`. None if it is no
    /// gain.
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

    /// What was given up, if nothing was gained: `two pawns`.
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
}
