//! A description of a position's evaluation, for people.

use bstar_board::{Color, Position};
use bstar_eval::network::Network;

/// A network and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Its file, or another word for where it comes from.
    pub origin: &'a str,
    /// The network.
    pub network: &'a Network,
}

/// Describes the evaluation of a position: a table of its terms, and the network's value if there
/// is a network. All values are for White.
pub fn describe_eval(position: &Position, network: Option<Named>) -> String {
    let terms = bstar_eval::terms(position);
    let Some(Named { origin, network }) = network else {
        return terms.to_string();
    };
    let value = network.evaluate_afresh(position);
    let white = match position.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    };
    let pawns = f64::from(white) / 100.0;
    format!(
        "{terms}\n\n{:<16}{pawns:>+24.2}\n{origin}: {network}",
        "network"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;
    use bstar_eval::network::Weights;

    #[test]
    fn both_evaluations_are_for_white() {
        let mut weights = Weights::zero(32, 1);
        weights.scale = 1;
        weights.output_biases[0] = 123 * 255 * 64; // the mover is better
        let network = Network::new(&weights).unwrap();
        let named = Some(Named {
            origin: "some.nn",
            network: &network,
        });
        for (side, value) in [("w", "+1.23"), ("b", "-1.23")] {
            let position = fen::parse(&format!("4k3/8/8/8/8/8/PPPP4/R3K3 {side} - - 0 1")).unwrap();
            let text = describe_eval(&position, named);
            assert!(text.starts_with(&describe_eval(&position, None)), "{text}");
            let lines: Vec<&str> = text.lines().rev().collect();
            assert!(lines[0].starts_with("some.nn: network "), "{text}");
            assert!(
                lines[0].ends_with(", 32 wide, buckets 1, scale 1"),
                "{text}"
            );
            assert_eq!(
                lines[1].trim_start_matches("network").trim(),
                value,
                "{text}"
            );
        }
    }
}
