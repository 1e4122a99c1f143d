//! A description of a position's evaluation, for people.

use bstar_board::Position;
use bstar_eval::network::Network;

/// A network and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Its file, or another word for where it comes from.
    pub origin: &'a str,
    pub network: &'a Network,
}

/// Describes the evaluation of a position: a table of its terms, and the network's value if there
/// is a network. Values are for the side to move, as those of searches are.
pub fn describe_eval(position: &Position, network: Option<Named>) -> String {
    let terms = bstar_eval::terms(position);
    let terms = terms.table_for(position.side_to_move());
    let Some(Named { origin, network }) = network else {
        return terms.to_string();
    };
    let pawns = f64::from(network.evaluate_afresh(position)) / 100.0;
    format!(
        "{terms}\n\n{:<16}{pawns:>+27.2}\n{origin}: {network}",
        "network"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;
    use bstar_eval::network::Weights;

    #[test]
    fn both_evaluations_are_for_the_side_to_move() {
        let mut weights = Weights::zero(32, 1);
        weights.scale = 1;
        weights.output_biases[0] = 123 * 255 * 64; // the mover is better
        let network = Network::new(&weights).unwrap();
        let named = Some(Named {
            origin: "some.nn",
            network: &network,
        });
        for (side, title, total) in [("w", "for White", '+'), ("b", "for Black", '-')] {
            let position = fen::parse(&format!("4k3/8/8/8/8/8/PPPP4/R3K3 {side} - - 0 1")).unwrap();
            let text = describe_eval(&position, named);
            assert!(text.starts_with(&describe_eval(&position, None)), "{text}");
            assert!(text.lines().next().unwrap().ends_with(title), "{text}");
            let total_line = text
                .lines()
                .find(|line| line.starts_with("in all"))
                .unwrap();
            let total_value = total_line.trim_start_matches("in all").trim();
            assert!(total_value.starts_with(total), "{text}");
            let lines: Vec<&str> = text.lines().rev().collect();
            assert!(lines[0].starts_with("some.nn: network "), "{text}");
            assert!(
                lines[0].ends_with(", 32 wide, buckets 1, scale 1"),
                "{text}"
            );
            assert_eq!(
                lines[1].trim_start_matches("network").trim(),
                "+1.23",
                "{text}"
            );
        }
    }
}
