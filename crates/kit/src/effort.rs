//! How much work a search may do: one type from the protocol to the searcher.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much work a search may do. The first limit that is reached ends it.
///
/// Every constructor names an end, and [`or`](Effort::or) takes several together. An effort without
/// an end has a name of its own, [`until_stopped`](Effort::until_stopped): none comes about because
/// a limit was left out.
///
/// ```
/// use std::time::Duration;
/// use bstar_kit::effort::Effort;
///
/// let effort = Effort::nodes(1_000).or(Effort::time(Duration::from_secs(1)));
/// assert!(effort.is_finite() && effort.halved().is_finite());
/// assert!(!Effort::until_stopped().is_finite());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    clock: Option<Clock>,
    time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    expansions: Option<u32>,
    mate: Option<u32>,
    is_pondering: bool,
}

/// A chess clock, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    pub remaining: Duration,
    /// What is added after every move.
    pub increment: Duration,
    /// Moves until more time is added, if that is how it is played.
    pub moves_to_go: Option<u32>,
}

/// The nodes that stand for an expansion in a search that expands nothing. The probes of one take
/// some hundred to some thousand nodes, depending on their depth.
const NODES_OF_EXPANSION: u64 = 2_000;

impl Effort {
    /// Nothing but a [stop](crate::stop::Stop) ends the search.
    pub fn until_stopped() -> Effort {
        Effort {
            clock: None,
            time: None,
            depth: None,
            nodes: None,
            expansions: None,
            mate: None,
            is_pondering: false,
        }
    }

    /// A mate in this many moves ends the search. Where there is none, nothing but a stop does.
    pub fn until_mate(moves: u32) -> Effort {
        Effort {
            mate: Some(moves),
            ..Effort::until_stopped()
        }
    }

    /// The clock of the side to move decides.
    pub fn clock(clock: Clock) -> Effort {
        Effort {
            clock: Some(clock),
            ..Effort::until_stopped()
        }
    }

    /// Search for this long.
    pub fn time(time: Duration) -> Effort {
        Effort {
            time: Some(time),
            ..Effort::until_stopped()
        }
    }

    /// Search this deep.
    pub fn depth(plies: u32) -> Effort {
        Effort {
            depth: Some(plies),
            ..Effort::until_stopped()
        }
    }

    /// Search this many nodes, at least one.
    pub fn nodes(nodes: u64) -> Effort {
        Effort {
            nodes: Some(nodes.max(1)),
            ..Effort::until_stopped()
        }
    }

    /// Expand this many positions. A search that expands nothing takes some thousand nodes for
    /// each.
    pub fn expansions(expansions: u32) -> Effort {
        Effort {
            expansions: Some(expansions),
            ..Effort::until_stopped()
        }
    }

    /// The search ends with whichever of the two comes first.
    pub fn or(self, other: Effort) -> Effort {
        Effort {
            clock: self.clock.or(other.clock),
            time: least(self.time, other.time),
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            expansions: least(self.expansions, other.expansions),
            mate: self.mate.or(other.mate),
            is_pondering: self.is_pondering || other.is_pondering,
        }
    }

    /// A search on the opponent's time. Nothing ends it before a
    /// [ponder hit](crate::stop::Stop::ponder_hit). From then on the clock counts. The time spent
    /// before counts as used, so a search that has run long enough answers at once.
    pub fn pondering(self) -> Effort {
        Effort {
            is_pondering: true,
            ..self
        }
    }

    /// This many times the effort. The depth stays.
    pub fn times(self, factor: u32) -> Effort {
        self.scaled(
            |time| time.saturating_mul(factor),
            |count| count.saturating_mul(factor.into()),
        )
    }

    /// Half the effort, so that two such searches take as long as one of these. The depth stays.
    pub fn halved(self) -> Effort {
        self.scaled(|time| time / 2, |count| count.div_ceil(2))
    }

    /// The effort divided by this number. The depth stays.
    pub fn divided(self, parts: u32) -> Effort {
        self.scaled(
            |time| time / parts,
            |count| (count / u64::from(parts)).max(1),
        )
    }

    fn scaled(self, time: impl Fn(Duration) -> Duration, count: impl Fn(u64) -> u64) -> Effort {
        Effort {
            clock: self.clock.map(|clock| Clock {
                remaining: time(clock.remaining),
                increment: time(clock.increment),
                ..clock
            }),
            time: self.time.map(&time),
            nodes: self.nodes.map(&count),
            expansions: self
                .expansions
                .map(|expansions| count(expansions.into()).try_into().unwrap_or(u32::MAX)),
            ..self
        }
    }

    /// The same effort with the time planned for it in the place of its clock and of its own time.
    pub fn planned(self, time: Duration) -> Effort {
        Effort {
            clock: None,
            time: Some(time),
            ..self
        }
    }

    /// The same effort for a search that expands nothing: in the place of expansions it gets the
    /// nodes that a search used for them.
    pub fn nodes_for_expansions(self, nodes: u64) -> Effort {
        Effort {
            nodes: least(self.nodes, self.expansions.map(|_| nodes.max(1))),
            expansions: None,
            ..self
        }
    }

    /// The same effort for a search that expands nothing, where nobody knows yet what expansions
    /// take.
    pub fn without_expansions(self) -> Effort {
        let expansions = u64::from(self.expansions.unwrap_or(0));
        self.nodes_for_expansions(expansions.saturating_mul(NODES_OF_EXPANSION))
    }

    /// The clock that decides, if one does.
    pub fn running_clock(&self) -> Option<Clock> {
        self.clock
    }

    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// In plies.
    pub fn depth_limit(&self) -> Option<u32> {
        self.depth
    }

    pub fn node_limit(&self) -> Option<u64> {
        self.nodes
    }

    pub fn expansion_limit(&self) -> Option<u32> {
        self.expansions
    }

    /// The search ends with a mate in this many moves.
    pub fn mate_wanted(&self) -> Option<u32> {
        self.mate
    }

    /// Whether this is a search on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.is_pondering
    }

    /// Whether such a search ends without being stopped, whichever search it is.
    pub fn is_finite(&self) -> bool {
        self.has_end() && !self.is_pondering
    }

    /// Whether nothing but a stop ends such a search.
    pub fn is_until_stopped(&self) -> bool {
        !self.has_end() && self.mate.is_none()
    }

    /// Whether anything limits it that every search reaches, at the latest after the ponder hit.
    pub fn has_end(&self) -> bool {
        self.clock.is_some()
            || self.time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.expansions.is_some()
    }
}

/// The smaller of two limits, either of which may be missing.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    [one, other].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An effort for each way to name an end.
    fn ends() -> Vec<Effort> {
        let moment = Duration::from_millis(20);
        vec![
            Effort::clock(Clock {
                remaining: moment,
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            Effort::time(moment),
            Effort::depth(2),
            Effort::nodes(500),
            Effort::expansions(3),
        ]
    }

    /// The efforts that somebody makes of another.
    fn made_of(effort: Effort) -> Vec<Effort> {
        vec![
            effort.halved(),
            effort.halved().halved(),
            effort.times(5),
            effort.divided(10),
            effort.planned(Duration::from_millis(20)),
            effort.nodes_for_expansions(800),
            effort.nodes_for_expansions(800).halved(),
            effort.without_expansions(),
            effort.or(Effort::until_mate(2)),
            Effort::until_stopped().or(effort),
        ]
    }

    /// A second opinion once had no end: it had half of no nodes and half of no time.
    #[test]
    fn only_an_effort_that_says_so_has_no_end() {
        for effort in ends() {
            assert!(effort.is_finite(), "{effort:?}");
            for made in made_of(effort) {
                assert!(made.is_finite(), "{made:?} of {effort:?}");
                for twice in made_of(made) {
                    assert!(twice.is_finite(), "{twice:?} of {made:?}");
                }
            }
            for other in ends() {
                let both = effort.or(other);
                assert!(both.halved().is_finite(), "{both:?}");
            }
            assert!(!effort.pondering().is_finite());
        }
        for endless in [Effort::until_stopped(), Effort::until_mate(2)] {
            assert!(!endless.is_finite() && !endless.halved().is_finite());
            assert!(!endless.without_expansions().is_finite());
        }
    }

    #[test]
    fn a_half_is_a_half_and_alpha_beta_gets_what_b_star_used() {
        let half = Effort::nodes(7).or(Effort::time(Duration::from_secs(3)));
        let whole = Effort::nodes(4).or(Effort::time(Duration::from_millis(1_500)));
        assert_eq!(half.halved(), whole);
        let expansions = Effort::expansions(20);
        assert_eq!(expansions.nodes_for_expansions(9_000), Effort::nodes(9_000));
        assert_eq!(expansions.without_expansions(), Effort::nodes(40_000));
        let nodes = Effort::nodes(100);
        assert_eq!(nodes.nodes_for_expansions(9_000), nodes);
        assert_eq!(nodes.without_expansions(), nodes);
    }

    #[test]
    fn parts_and_multiples_are_of_what_is_limited() {
        let effort = Effort::nodes(100).or(Effort::time(Duration::from_secs(2)));
        let five = Effort::nodes(500).or(Effort::time(Duration::from_secs(10)));
        assert_eq!(effort.times(5), five);
        assert_eq!(five.divided(5), effort);
        assert_eq!(Effort::nodes(3).divided(10), Effort::nodes(1));
        assert_eq!(Effort::nodes(u64::MAX).times(2), Effort::nodes(u64::MAX));
        assert_eq!(Effort::depth(3).times(5), Effort::depth(3));
    }

    #[test]
    fn what_is_written_is_read_back() {
        for effort in ends() {
            let text = serde_json::to_string(&effort.pondering()).unwrap();
            let back: Effort = serde_json::from_str(&text).unwrap();
            assert_eq!(back, effort.pondering());
        }
    }
}
