//! What the last move threatens.

use bstar_board::Move;

use super::node_path::NodePath;
use crate::facts::claims::{Claim, LineStart};

/// A threat to win something must be carried out within this many half moves.
pub(crate) const MAX_THREAT_PLIES: usize = 5;

impl<'a> NodePath<'a> {
    /// What the side not to move threatens, by the line that would follow if the other passed: a
    /// mate, a queen or material. A line that begins with a quiet move and does not mate is a plan
    /// and no threat.
    pub fn threat(self, line: &'a [Move]) -> Option<Claim> {
        let position = self.position();
        let passed = position.pass().ok()?;
        let first = *line.first().filter(|mv| passed.is_legal(**mv))?;
        let side = !position.side_to_move();
        let mate = self.along(LineStart::Pass, line).mate(side);
        mate.or_else(|| {
            let is_forcing = !passed.is_quiet(first) || passed.after(first).in_check();
            let near = &line[..line.len().min(MAX_THREAT_PLIES)];
            let near = self.along(LineStart::Pass, near);
            is_forcing.then(|| near.queens(side).or_else(|| near.gains(side)))?
        })
    }
}

#[cfg(test)]
mod tests {
    use bstar_board::{Color, Position};

    use crate::facts::claims::{Auditor, Claim};
    use crate::facts::found::NodePath;
    use crate::tests::{played, read_position};

    /// The kind of threat after some moves from the start position, if these would follow.
    fn kind(moves: &str, line: &str) -> Option<&'static str> {
        let root = Position::start();
        let path = played(&root, moves);
        let place = NodePath {
            root: &root,
            path: &path,
        };
        let passed = place.position().pass().unwrap();
        let claim = place.threat(&played(&passed, line));
        claim.map(|claim| {
            assert_eq!(claim.side, Color::White);
            claim.kind()
        })
    }

    #[test]
    fn only_what_wins_something_is_a_threat() {
        // The line after a null move is known for many positions. Mostly it is a plan.
        assert_eq!(kind("e4", "d4"), None);
        assert_eq!(kind("e4", "d4 d5 Nc3"), None);
        // Captures that win nothing, and one that does.
        assert_eq!(kind("e4 e5 Qh5", "Qxf7+ Kxf7"), None);
        assert_eq!(kind("e4 e5 Nf3 Nc6 Bb5 a6 Ba4", "Bxc6 dxc6"), None);
        assert_eq!(
            kind("e4 e5 Nf3 d6 d4", "dxe5 Nc6 exd6 Bxd6"),
            Some("threatens-material")
        );
        assert_eq!(kind("e4 e5 Bc4 Nc6 Qh5", "Qxf7#"), Some("threatens-mate"));
    }

    /// The tree says threat where the sentences do.
    #[test]
    fn the_tree_and_the_sentences_call_the_same_a_threat() {
        let mut threats = 0;
        for text in [
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
        ] {
            let reading = read_position(text);
            let objects: Vec<_> = reading
                .objects()
                .map(|object| serde_json::to_value(object).unwrap())
                .collect();
            for known in &reading.moves {
                let key = format!("{:016x}", known.key.0);
                let node = objects.iter().find(|object| object["key"] == key).unwrap();
                if node["threat"].as_array().unwrap().is_empty() {
                    assert!(node["threatens"].is_null(), "{node}");
                    continue;
                }
                let path = [known.mv];
                let claim: Option<Claim> = reading.at(&path).threat(&reading.threat_of(known));
                let claim = Auditor::new(reading.game).confirm(claim);
                threats += usize::from(claim.is_some());
                assert_eq!(node["threatens"].as_str(), claim.map(|claim| claim.kind()));
            }
        }
        assert!(threats > 3, "{threats}");
    }
}
