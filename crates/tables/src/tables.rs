//! All tables at hand, ours and Syzygy's, and what they know together.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use bstar_board::{Move, Piece, Position};

use crate::ending::MAX_MEN;
use crate::known::{Known, TableMove, is_zeroing};
use crate::outcome::Outcome;
use crate::own::OwnTables;
use crate::syzygy::Syzygy;
use crate::value::FIFTY_MOVES_PLIES;

/// How tables are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// Whether the fifty-move rule counts.
    pub fifty_moves: bool,
    /// Minimum depth left at which a search looks up positions with as many pieces as the largest
    /// table has.
    pub probe_depth: u32,
}

impl Default for TableRules {
    fn default() -> Self {
        TableRules {
            fifty_moves: true,
            probe_depth: 1,
        }
    }
}

/// All tables at hand. Without any, nothing is known. A copy shares the tables.
#[derive(Clone, Default)]
pub struct Tables {
    own: Option<Arc<OwnTables>>,
    syzygy: Option<Arc<Syzygy>>,
    rules: TableRules,
}

impl Tables {
    /// The same, with these tables of ours or none. They are asked before others.
    pub fn with_own(self, own: Option<OwnTables>) -> Tables {
        Tables {
            own: own.map(Arc::new),
            ..self
        }
    }

    /// The same, with these tables of Syzygy or none.
    pub fn with_syzygy(self, syzygy: Option<Syzygy>) -> Tables {
        Tables {
            syzygy: syzygy.map(Arc::new),
            ..self
        }
    }

    /// The same, used in this way.
    pub fn with_rules(self, rules: TableRules) -> Tables {
        Tables { rules, ..self }
    }

    /// How they are used.
    pub fn rules(&self) -> TableRules {
        self.rules
    }

    /// The most men of any table; 0 without tables.
    #[inline]
    pub fn men(&self) -> u32 {
        let own = self.own.as_ref().map_or(0, |_| MAX_MEN as u32);
        let syzygy = self.syzygy.as_ref().map_or(0, |syzygy| syzygy.men());
        own.max(syzygy)
    }

    /// What went wrong first when a table was asked, if anything did.
    pub fn failure(&self) -> Option<String> {
        let own = self.own.as_ref().and_then(|own| own.failure());
        let syzygy = || Some(self.syzygy.as_ref()?.failure()?.to_owned());
        own.or_else(syzygy)
    }

    /// The value of a position for a search that has `depth` plies left. It is called often, so it
    /// skips slow lookups: a value that only they would give is `None`.
    #[inline]
    pub fn inside_search(&self, position: &Position, depth: u32) -> Option<Known> {
        let (men, most) = (position.occupied().len(), self.men());
        if men > most || (men == most && depth < self.rules.probe_depth) {
            return None;
        }
        self.in_own(position)
            .or_else(|| self.in_syzygy_quickly(position))
    }

    fn in_own(&self, position: &Position) -> Option<Known> {
        let value = self.own.as_ref()?.value(position)?;
        Some(Known::of(value, self.rules.fifty_moves))
    }

    fn in_syzygy_quickly(&self, position: &Position) -> Option<Known> {
        // Syzygy's tables of outcomes are for positions after a capture or pawn move.
        if self.rules.fifty_moves && position.halfmove_clock() > 0 {
            return None;
        }
        let syzygy = self.syzygy.as_ref()?;
        let outcome = syzygy.outcome_from_zero(position, self.rules.fifty_moves)?;
        Some(Known {
            outcome,
            plies_to_mate: None,
            plies_to_zeroing: None,
        })
    }

    /// What is known of a position, with the distance. The position must have a legal move.
    pub fn known(&self, position: &Position) -> Option<Known> {
        if position.occupied().len() > self.men() {
            return None;
        }
        self.in_own(position).or_else(|| {
            let syzygy = self.syzygy.as_ref()?;
            syzygy.known(position, self.rules.fifty_moves)
        })
    }

    /// All moves of a position with what they come to, the best first; `None` if anything is
    /// unknown.
    pub fn moves(&self, position: &Position) -> Option<Vec<TableMove>> {
        if position.occupied().len() > self.men() {
            return None;
        }
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let is_zeroing = is_zeroing(position, mv);
            let known = self.after_move(&after)?.for_mover(is_zeroing);
            moves.push(TableMove {
                mv,
                known,
                is_zeroing,
            });
        }
        let clock = u32::from(position.halfmove_clock());
        // Of moves that are as good as one another, a queen is what people would make.
        moves.sort_by_key(|known| {
            let is_queen = known.mv.promotion == Some(Piece::Queen);
            Reverse((merit(known, clock, self.rules.fifty_moves), is_queen))
        });
        Some(moves)
    }

    /// What is known after a move: the game may be over.
    fn after_move(&self, after: &Position) -> Option<Known> {
        let (outcome, plies) = if !after.has_legal_move() {
            match after.in_check() {
                true => (Outcome::Loss, Some(0)),
                false => (Outcome::Draw, None),
            }
        } else if after.is_dead()
            || (self.rules.fifty_moves && after.halfmove_clock() >= FIFTY_MOVES_PLIES)
        {
            (Outcome::Draw, None)
        } else {
            return self.known(after);
        };
        Some(Known {
            outcome,
            plies_to_mate: plies,
            plies_to_zeroing: plies,
        })
    }

    /// The line of best play, at most `plies` half moves.
    pub fn line(&self, position: &Position, plies: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while line.len() < plies {
            let best = self
                .moves(&position)
                .and_then(|moves| moves.first().copied());
            let Some(best) = best else { break };
            line.push(best.mv);
            position = position.after(best.mv);
            if best.known.outcome == Outcome::Draw {
                // Of a draw any line is as good as another.
                break;
            }
        }
        line
    }
}

/// How good a move is, beside the others of its position. The winner mates soon, but not so that
/// the fifty moves might run out. The loser holds out.
fn merit(known: &TableMove, clock: u32, fifty: bool) -> (Outcome, bool, i64, bool) {
    let Known {
        outcome,
        plies_to_mate,
        plies_to_zeroing,
    } = known.known;
    let clock = if known.is_zeroing {
        0
    } else {
        i64::from(clock)
    };
    let to_mate = plies_to_mate.map(i64::from);
    let to_zeroing = i64::from(plies_to_zeroing.unwrap_or(0));
    let (is_mate, distance) = match outcome {
        Outcome::Draw => (false, 0),
        Outcome::Win => match to_mate {
            Some(plies) if !fifty || plies + clock <= i64::from(FIFTY_MOVES_PLIES) => {
                (true, -plies)
            }
            _ => (false, -to_zeroing),
        },
        Outcome::Loss => (false, to_mate.unwrap_or(to_zeroing)),
    };
    // A rook that does as well as a queen would only puzzle people.
    let is_usual = known.mv.promotion.is_none_or(|piece| piece == Piece::Queen);
    (outcome, is_mate, distance, is_usual)
}

impl PartialEq for Tables {
    fn eq(&self, other: &Tables) -> bool {
        is_same(&self.own, &other.own)
            && is_same(&self.syzygy, &other.syzygy)
            && self.rules == other.rules
    }
}

fn is_same<T>(one: &Option<Arc<T>>, other: &Option<Arc<T>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

impl Eq for Tables {}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Tables")
            .field("men", &self.men())
            .field("rules", &self.rules)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, san};

    fn tables() -> Tables {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
        Tables::default().with_syzygy(Some(Syzygy::open(folder).unwrap()))
    }

    fn position(text: &str) -> Position {
        fen::parse(text).unwrap()
    }

    #[test]
    fn without_tables_nothing_is_known() {
        let bare = position("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
        assert_eq!(Tables::default().known(&bare), None);
        assert_eq!(Tables::default().moves(&bare), None);
        assert_eq!(Tables::default().inside_search(&bare, 9), None);
    }

    #[test]
    fn winning_moves_come_first() {
        // The king must go forward.
        let place = position("8/8/3k4/8/8/3K4/3P4/8 w - - 0 1");
        let moves = tables().moves(&place).unwrap();
        let wins = moves
            .iter()
            .filter(|known| known.known.outcome == Outcome::Win);
        let mut wins: Vec<String> = wins.map(|known| san::write(&place, known.mv)).collect();
        wins.sort();
        assert_eq!(wins, ["Kc4", "Kd4", "Ke4"]);
        assert_eq!(moves.len(), place.legal_moves().len());
        assert!(moves.is_sorted_by_key(|known| Reverse(known.known.outcome)));
    }

    #[test]
    fn a_mate_on_the_board_is_the_best_move() {
        let mates = position("k7/8/1K6/8/8/8/8/7R w - - 0 1");
        let moves = tables().moves(&mates).unwrap();
        assert_eq!(san::write(&mates, moves[0].mv), "Rh8#");
        assert_eq!(moves[0].known.plies_to_mate, Some(1));
        let stalemates = position("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
        let moves = tables().moves(&stalemates).unwrap();
        let draw = moves.last().unwrap().known;
        assert_eq!(draw.outcome, Outcome::Draw);
    }

    #[test]
    fn who_follows_the_tables_mates() {
        let mut now = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        let tables = tables();
        let mut plies = 0;
        while now.has_legal_move() {
            now = now.after(tables.moves(&now).unwrap()[0].mv);
            plies += 1;
            assert!(plies <= 32, "a rook mates in sixteen moves");
        }
        assert!(now.in_check());
    }

    #[test]
    fn our_own_tables_come_first_and_tell_how_far_the_mate_is() {
        let endings = ["KRK".parse().unwrap()];
        let own = OwnTables::made(&endings, 1, &bstar_kit::stop::Stop::new()).unwrap();
        let tables = Tables::default().with_own(Some(own));
        let rook = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        let known = tables.known(&rook).unwrap();
        let plies = known.plies_to_mate.unwrap();
        assert!(plies % 2 == 1 && known.moves_to_mate() == Some(plies.div_ceil(2)));
        assert_eq!(tables.line(&rook, 99).len(), plies as usize);
        assert_eq!(tables.inside_search(&rook, 1), Some(known));
        let late = position("8/8/8/3k4/8/8/8/KR6 w - - 90 80");
        assert_eq!(tables.known(&late).unwrap().outcome, Outcome::Draw);
        let without = TableRules {
            fifty_moves: false,
            ..TableRules::default()
        };
        let known = tables.with_rules(without).known(&late).unwrap();
        assert_eq!(known.outcome, Outcome::Win);
    }

    #[test]
    fn the_best_move_has_the_value_of_the_position() {
        let endings = ["KPK".parse().unwrap()];
        let own = OwnTables::made(&endings, 1, &bstar_kit::stop::Stop::new()).unwrap();
        let tables = Tables::default().with_own(Some(own));
        for text in [
            "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
            "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
            "8/P7/8/8/8/2k5/8/K7 w - - 0 1",
            "8/8/8/8/8/8/kR6/7K b - - 0 1",
        ] {
            let place = position(text);
            let moves = tables.moves(&place).unwrap();
            assert_eq!(moves.len(), place.legal_moves().len());
            let (best, whole) = (moves[0].known, tables.known(&place).unwrap());
            assert_eq!(best.outcome, whole.outcome, "{text}");
            assert_eq!(best.plies_to_mate, whole.plies_to_mate, "{text}");
            assert!(moves.is_sorted_by_key(|known| Reverse(known.known.outcome)));
        }
        assert_eq!(tables.moves(&Position::start()), None);
    }

    #[test]
    fn a_search_asks_only_where_it_may() {
        let rules = TableRules {
            probe_depth: 4,
            ..TableRules::default()
        };
        let tables = tables().with_rules(rules);
        let most = position("8/8/8/8/8/2k4r/8/KQ6 w - - 0 1");
        assert_eq!(tables.inside_search(&most, 3), None);
        assert!(tables.inside_search(&most, 4).is_some());
        let fewer = position("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
        assert_eq!(
            tables.inside_search(&fewer, 1).unwrap().outcome,
            Outcome::Win
        );
        let later = position("8/8/8/8/8/2k5/8/KQ6 w - - 1 1");
        assert_eq!(tables.inside_search(&later, 4), None);
    }
}
