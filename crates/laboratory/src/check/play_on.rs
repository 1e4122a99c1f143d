//! Plays on from a gain that is told: is it still there when the dust has settled?

use bstar_board::score::Score;
use bstar_board::{Game, Move, Position};
use bstar_concepts::ground::plain::exchange::is_at_rest;
use bstar_engine::{Engine, Task};
use bstar_explain::facts::claims::{Balance, Claim, Fact, LineStart};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;

/// Half moves that are played on at least.
const MIN_PLIES: usize = 4;
/// The most searches, one after another, until the position is at rest.
const MAX_SEARCHES: usize = 8;

/// What became of a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedOn {
    /// What was told, in centipawns.
    pub told: i32,
    /// What is left of it where the position is at rest. None if the side is mated.
    pub left: Option<i32>,
}

impl PlayedOn {
    /// Whether as much is left as was told. A bishop for a knight is no difference.
    pub fn holds(self) -> bool {
        const SLACK_CENTIPAWNS: i32 = 20;
        self.left
            .is_some_and(|left| left + SLACK_CENTIPAWNS >= self.told)
    }
}

/// Whether a claim tells that a side wins material, so that one can play on from there.
pub fn tells_gain(claim: &Claim) -> bool {
    gain(claim).is_some() && claim.begins == LineStart::Move
}

/// Searches the end of the line of a gain and follows best play until the position is at rest. None
/// if the claim tells no gain, or the search was stopped.
pub fn play_on(
    engine: &mut Engine,
    root: &Position,
    claim: &Claim,
    effort: Effort,
    stop: &Stop,
) -> Option<PlayedOn> {
    let told = gain(claim)?.worth();
    let start = position_after(root, &claim.path);
    let mut now = position_after(&start, &claim.line);
    let mut plies = 0;
    // The line of a search may end in the middle of an exchange. Then another search goes on.
    for _ in 0..MAX_SEARCHES {
        let game = Game::new(now.clone());
        let found = engine.run(&Task::play(&game, effort), stop, &mut ());
        if stop.is_set() {
            return None;
        }
        if let Some(Score::Mate(moves)) = found.score {
            let is_own = (moves > 0) == (now.side_to_move() == claim.side);
            let left = is_own.then_some(told);
            return Some(PlayedOn { told, left });
        }
        for mv in &found.line {
            if plies >= MIN_PLIES && is_at_rest(&now) {
                break;
            }
            now = now.after(*mv);
            plies += 1;
        }
        if found.line.is_empty() || is_at_rest(&now) {
            break;
        }
    }
    let left = Some(Balance::between(&start, &now, claim.side).worth());
    Some(PlayedOn { told, left })
}

fn position_after(start: &Position, moves: &[Move]) -> Position {
    moves
        .iter()
        .fold(start.clone(), |position, mv| position.after(*mv))
}

/// What a claim says is gained.
fn gain(claim: &Claim) -> Option<Balance> {
    match claim.fact {
        Fact::Gains { balance } | Fact::GainsAtLeast { least: balance } => Some(balance),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Color, fen, san};
    use bstar_engine::{SearchKind, Settings};

    /// A search of one node knows one move.
    #[test]
    fn men_are_not_counted_in_the_middle_of_an_exchange() {
        let root = fen::parse("3r2k1/5ppp/p7/1P6/8/8/5PPP/3R1RK1 w - - 0 1").unwrap();
        let takes = san::parse(&root, "bxa6").unwrap();
        let claim = Claim {
            side: Color::White,
            path: Vec::new(),
            begins: LineStart::Move,
            line: vec![takes],
            fact: Fact::Gains {
                balance: Balance([1, 0, 0, 0, 0]),
            },
        };
        let mut engine = Engine::new(Settings {
            hash_mib: 1,
            ..Settings::of(SearchKind::AlphaBeta)
        })
        .unwrap();
        let effort = Effort::nodes(1);
        let played = play_on(&mut engine, &root, &claim, effort, &Stop::new()).unwrap();
        assert_eq!((played.told, played.left), (100, Some(100)));
        assert!(played.holds());
    }
}
