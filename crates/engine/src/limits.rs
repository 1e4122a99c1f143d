//! What ends a search.

use std::time::Duration;

use bstar_board::Move;
use bstar_board::score::Score;

use crate::thinker::plan::Pace;

/// What ends a search.
///
/// Every constructor names an end, and [`or`](SearchLimits::or) takes several together. A search
/// without an end has to be asked for by its name, [`until_stopped`](SearchLimits::until_stopped):
/// none comes about because a field was left out.
///
/// ```
/// use std::time::Duration;
/// use bstar_engine::SearchLimits;
///
/// let limits = SearchLimits::nodes(1_000).or(SearchLimits::time(Duration::from_secs(1)));
/// assert!(limits.is_finite() && limits.halved().is_finite());
/// assert!(!SearchLimits::until_stopped().is_finite());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The clock of the side to move.
    pub(crate) clock: Option<Clock>,
    /// Think for this long.
    pub(crate) move_time: Option<Duration>,
    /// Think this deep.
    pub(crate) depth: Option<u32>,
    /// Search this many nodes.
    pub(crate) nodes: Option<u64>,
    /// Expand this many positions.
    pub(crate) expansions: Option<u32>,
    /// Search until a mate in this many moves is found.
    pub(crate) mate: Option<u32>,
    /// Think on the opponent's time.
    pub(crate) ponder: bool,
    /// Only these moves; all if empty.
    pub(crate) search_moves: Vec<Move>,
}

/// The nodes that stand for an expansion in a search that expands nothing. The probes of one take
/// some hundred to some thousand nodes, depending on their depth.
const NODES_OF_EXPANSION: u64 = 2_000;

impl SearchLimits {
    /// Nothing but [`stop`](crate::Signals::stop) ends the search.
    pub fn until_stopped() -> SearchLimits {
        SearchLimits {
            clock: None,
            move_time: None,
            depth: None,
            nodes: None,
            expansions: None,
            mate: None,
            ponder: false,
            search_moves: Vec::new(),
        }
    }

    /// A mate in this many moves ends the search. Where there is none, nothing but
    /// [`stop`](crate::Signals::stop) does.
    pub fn until_mate(moves: u32) -> SearchLimits {
        SearchLimits {
            mate: Some(moves),
            ..SearchLimits::until_stopped()
        }
    }

    /// The clock of the side to move decides.
    pub fn clock(clock: Clock) -> SearchLimits {
        SearchLimits {
            clock: Some(clock),
            ..SearchLimits::until_stopped()
        }
    }

    /// Think for this long.
    pub fn time(time: Duration) -> SearchLimits {
        SearchLimits {
            move_time: Some(time),
            ..SearchLimits::until_stopped()
        }
    }

    /// Think this deep.
    pub fn depth(plies: u32) -> SearchLimits {
        SearchLimits {
            depth: Some(plies),
            ..SearchLimits::until_stopped()
        }
    }

    /// Search this many nodes.
    pub fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::until_stopped()
        }
    }

    /// Expand this many positions. A search that expands nothing takes some thousand nodes for
    /// each.
    pub fn expansions(expansions: u32) -> SearchLimits {
        SearchLimits {
            expansions: Some(expansions),
            ..SearchLimits::until_stopped()
        }
    }

    /// The search ends with whichever of the two comes first.
    pub fn or(self, other: SearchLimits) -> SearchLimits {
        SearchLimits {
            clock: self.clock.or(other.clock),
            move_time: least(self.move_time, other.move_time),
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            expansions: least(self.expansions, other.expansions),
            mate: self.mate.or(other.mate),
            ponder: self.ponder || other.ponder,
            search_moves: match self.search_moves.is_empty() {
                true => other.search_moves,
                false => self.search_moves,
            },
        }
    }

    /// The same end for a search of these moves only; of all if there are none.
    pub fn only(self, search_moves: Vec<Move>) -> SearchLimits {
        SearchLimits {
            search_moves,
            ..self
        }
    }

    /// The moves that are searched; all if there are none.
    pub fn search_moves(&self) -> &[Move] {
        &self.search_moves
    }

    /// A search on the opponent's time. Nothing ends it before
    /// [`ponder_hit`](crate::Signals::ponder_hit). From then on the clock counts. The time spent
    /// before counts as used, so a search that has run long enough answers at once.
    pub fn pondering(self) -> SearchLimits {
        SearchLimits {
            ponder: true,
            ..self
        }
    }

    /// Half the effort, so that two such searches take as long as one of these. The depth stays.
    pub fn halved(self) -> SearchLimits {
        SearchLimits {
            clock: self.clock.map(|clock| Clock {
                remaining: clock.remaining / 2,
                increment: clock.increment / 2,
                ..clock
            }),
            move_time: self.move_time.map(|time| time / 2),
            nodes: self.nodes.map(|nodes| nodes.div_ceil(2)),
            expansions: self.expansions.map(|expansions| expansions.div_ceil(2)),
            ..self
        }
    }

    /// The same effort for a search that expands nothing: in the place of expansions it gets the
    /// nodes that a search used for them.
    pub fn nodes_for_expansions(self, nodes: u64) -> SearchLimits {
        SearchLimits {
            nodes: least(self.nodes, self.expansions.map(|_| nodes)),
            expansions: None,
            ..self
        }
    }

    /// Whether such a search ends without being stopped, whichever search it is.
    pub fn is_finite(&self) -> bool {
        self.has_end() && !self.ponder
    }

    /// Whether nothing but a stop ends such a search.
    pub(crate) fn is_until_stopped(&self) -> bool {
        !self.has_end() && self.mate.is_none()
    }

    fn has_end(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.expansions.is_some()
    }

    /// The limit of nodes of a search that expands nothing.
    pub(crate) fn nodes_without_expansions(&self) -> Option<u64> {
        let expansions = self.expansions.map(u64::from);
        least(
            self.nodes,
            expansions.map(|expansions| expansions.saturating_mul(NODES_OF_EXPANSION)),
        )
    }

    /// Whether a clock says how long to think.
    pub(crate) fn pace(&self) -> Pace {
        match self.clock {
            Some(_) => Pace::Clock,
            None => Pace::Fixed,
        }
    }

    /// Whether the mate that was asked for is found. The score is computed only if one was asked
    /// for.
    pub(crate) fn is_mate_found(&self, score: impl FnOnce() -> Option<Score>) -> bool {
        let Some(wanted) = self.mate else {
            return false;
        };
        matches!(score(), Some(Score::Mate(moves)) if moves > 0 && moves.unsigned_abs() <= wanted)
    }
}

/// The smaller of two limits, either of which may be missing.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    [one, other].into_iter().flatten().min()
}

/// A chess clock, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub remaining: Duration,
    /// What is added after every move.
    pub increment: Duration,
    /// Moves until more time is added, if that is how it is played.
    pub moves_to_go: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{MIDDLEGAME, game, search, settings};
    use crate::{Engine, SearchKind, Settings, Signals};
    use bstar_board::san;

    /// Limits with an end, one for each way to name one. They are short.
    fn ends() -> Vec<SearchLimits> {
        let moment = Duration::from_millis(20);
        vec![
            SearchLimits::clock(Clock {
                remaining: moment,
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            SearchLimits::time(moment),
            SearchLimits::depth(2),
            SearchLimits::nodes(500),
            SearchLimits::expansions(3),
        ]
    }

    /// The limits that somebody makes of others.
    fn made_of(limits: &SearchLimits) -> Vec<SearchLimits> {
        let only = san::parse(game(MIDDLEGAME).position(), "h3").unwrap();
        let again = limits.clone();
        vec![
            again.clone().halved(),
            again.clone().halved().halved(),
            again.clone().nodes_for_expansions(800),
            again.clone().nodes_for_expansions(800).halved(),
            again.clone().only(vec![only]),
            again.clone().or(SearchLimits::until_mate(2)),
            SearchLimits::until_stopped().or(again),
        ]
    }

    /// A second opinion once had no end: it had half of no nodes and half of no time.
    #[test]
    fn only_limits_that_say_so_have_no_end() {
        for limits in ends() {
            assert!(limits.is_finite(), "{limits:?}");
            for made in made_of(&limits) {
                assert!(made.is_finite(), "{made:?} of {limits:?}");
                for twice in made_of(&made) {
                    assert!(twice.is_finite(), "{twice:?} of {made:?}");
                }
            }
            for other in ends() {
                let both = limits.clone().or(other);
                assert!(both.clone().halved().is_finite(), "{both:?}");
            }
            assert!(!limits.pondering().is_finite());
        }
        for endless in [SearchLimits::until_stopped(), SearchLimits::until_mate(2)] {
            assert!(!endless.is_finite() && !endless.halved().is_finite());
        }
    }

    /// An end is one for every search. Expansions once were none for alpha-beta, which makes none.
    #[test]
    fn every_end_ends_every_search() {
        let game = game(MIDDLEGAME);
        for kind in [SearchKind::Bstar, SearchKind::AlphaBeta] {
            let mut engine = Engine::new(Settings {
                search: kind,
                ..settings()
            })
            .unwrap();
            for limits in ends() {
                for limits in made_of(&limits).into_iter().chain([limits]) {
                    let found = search(&mut engine, &game, &limits);
                    assert!(found.best.is_some(), "{kind:?} {limits:?}");
                    let thought = engine.think(&game, &limits, &Signals::new(), &mut |_| {});
                    assert!(thought.decision.is_some(), "{limits:?}");
                }
            }
        }
    }

    #[test]
    fn a_half_is_a_half_and_alpha_beta_gets_what_b_star_used() {
        let half = SearchLimits::nodes(7).or(SearchLimits::time(Duration::from_secs(3)));
        let whole = SearchLimits::nodes(4).or(SearchLimits::time(Duration::from_millis(1_500)));
        assert_eq!(half.halved(), whole);
        let expansions = SearchLimits::expansions(20);
        assert_eq!(
            expansions.nodes_for_expansions(9_000),
            SearchLimits::nodes(9_000)
        );
        let nodes = SearchLimits::nodes(100);
        assert_eq!(nodes.clone().nodes_for_expansions(9_000), nodes);
    }
}
