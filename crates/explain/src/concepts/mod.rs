//! The vocabulary of quiet chess: outposts, levers, open files, blockades.
//!
//! A [`Concept`] is a word that a trainer uses. It is one file: a definition, a function that finds
//! it, a function that checks it by other means, and the sentence. [`CONCEPTS`] is the one place
//! where it is registered; docs/words.md has the definitions for people and says how to add one.
//!
//! Every concept is asked about a [`Scene`]: a move, the positions before and after it, and what
//! best play makes of it. What it finds is a [`Finding`]: the squares it is about. Together with the
//! name of the concept that is an [`Idea`], which is all a claim has to keep.
//!
//! Which ideas are worth telling is not decided here but in [`words`](crate::words).

mod activity;
mod aims_at_king;
mod avoids_trade;
mod battery;
mod bishop_against_knight;
mod bishop_pair;
mod board_facts;
mod centralizes;
mod centre_occupied;
mod centre_supported;
mod clears_square;
mod connects_rooks;
mod defends_king;
mod doubling;
mod fixes_pawn;
mod frees_bishop;
mod half_open_file;
mod heads_for_outpost;
mod hits_backward;
mod hits_defender;
mod hits_doubled;
mod hits_hanging_pawns;
mod hits_isolated;
mod keeps_tension;
mod king_activity;
mod lever;
mod locks;
mod long_diagonal;
mod luft;
mod majority;
mod minority_attack;
mod more_active;
mod naming;
mod offers_trade;
mod opens_king;
mod opens_line;
mod opposition;
mod outpost;
mod passer_made;
mod passer_pushed;
mod passers;
mod pawn_square;
mod pawn_storm;
mod pawns;
mod pieces;
mod recaptures;
mod reroute;
mod rid_of_bad_bishop;
mod rook_behind_passer;
mod rook_lift;
mod scene;
mod seventh_rank;
mod shelters_king;
mod space;
mod supports_passer;
mod takes_open_file;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trades;
mod trades_when_ahead;
mod undermines;

pub(crate) use scene::{Finding, Scene};

use bstar_board::Square;

/// What kind of thing a concept says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// How men stand after the move. It lasts as long as they stand so.
    Standing,
    /// What the move changes.
    Change,
    /// What the move takes from the opponent.
    Denial,
    /// What the move costs its own side.
    Fault,
}

/// A word that a trainer uses, and everything about it.
#[derive(Debug)]
pub(crate) struct Concept {
    /// Its name for programs, `open-file`. Names are unique, also among other kinds of claims.
    pub name: &'static str,
    /// What a trainer would call a move that is good because of this: the themes of
    /// `bstar explain --themes`, as in data/quiet.epd.
    pub themes: &'static [&'static str],
    /// What kind of thing it says.
    pub nature: Nature,
    /// How much it usually explains, beside the others: 1 for what is nearly always there, 9 for
    /// what decides games.
    pub weight: u8,
    /// Finds it.
    pub find: fn(&Scene) -> Vec<Finding>,
    /// Recomputes it: whether the idea with these squares is true, or what is wrong. It may use
    /// what a square holds, legal moves and [`plain`](crate::ground::plain), and nothing that the
    /// finder uses.
    pub check: fn(&Scene, &[Square]) -> Result<(), &'static str>,
    /// A sentence about the move, `it`.
    pub say: fn(&Scene, &[Square]) -> String,
}

/// All concepts. The order decides between ideas of equal weight.
pub(crate) static CONCEPTS: &[&Concept] = &[
    &activity::ACTIVITY,
    &aims_at_king::AIMS_AT_KING,
    &avoids_trade::AVOIDS_TRADE,
    &battery::BATTERY,
    &bishop_against_knight::BISHOP_AGAINST_KNIGHT,
    &bishop_pair::BISHOP_PAIR,
    &centralizes::CENTRALIZES,
    &centre_occupied::CENTRE_OCCUPIED,
    &centre_supported::CENTRE_SUPPORTED,
    &clears_square::CLEARS_SQUARE,
    &connects_rooks::CONNECTS_ROOKS,
    &defends_king::DEFENDS_KING,
    &doubling::DOUBLING,
    &fixes_pawn::FIXES_PAWN,
    &frees_bishop::FREES_BISHOP,
    &half_open_file::HALF_OPEN_FILE,
    &heads_for_outpost::HEADS_FOR_OUTPOST,
    &hits_backward::HITS_BACKWARD,
    &hits_defender::HITS_DEFENDER,
    &hits_doubled::HITS_DOUBLED,
    &hits_hanging_pawns::HITS_HANGING_PAWNS,
    &hits_isolated::HITS_ISOLATED,
    &keeps_tension::KEEPS_TENSION,
    &king_activity::KING_ACTIVITY,
    &lever::LEVER,
    &locks::LOCKS,
    &long_diagonal::LONG_DIAGONAL,
    &luft::LUFT,
    &majority::MAJORITY,
    &minority_attack::MINORITY_ATTACK,
    &more_active::MORE_ACTIVE,
    &offers_trade::OFFERS_TRADE,
    &opens_king::OPENS_KING,
    &opens_line::OPENS_LINE,
    &opposition::OPPOSITION,
    &outpost::OUTPOST,
    &passer_made::PASSER_MADE,
    &passer_pushed::PASSER_PUSHED,
    &pawn_square::PAWN_SQUARE,
    &pawn_storm::PAWN_STORM,
    &recaptures::RECAPTURES,
    &reroute::REROUTE,
    &rid_of_bad_bishop::RID_OF_BAD_BISHOP,
    &rook_behind_passer::ROOK_BEHIND_PASSER,
    &rook_lift::ROOK_LIFT,
    &seventh_rank::SEVENTH_RANK,
    &shelters_king::SHELTERS_KING,
    &space::SPACE,
    &supports_passer::SUPPORTS_PASSER,
    &takes_open_file::TAKES_OPEN_FILE,
    &trades_when_ahead::TRADES_WHEN_AHEAD,
    &undermines::UNDERMINES,
];

/// What is said with a concept: its name, and the squares it is about. What each square means the
/// concept says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idea {
    /// The name of the concept.
    pub concept: &'static str,
    /// The squares.
    pub squares: Vec<Square>,
}

impl Idea {
    /// The concept.
    pub(crate) fn concept(&self) -> Option<&'static Concept> {
        CONCEPTS
            .iter()
            .find(|concept| concept.name == self.concept)
            .copied()
    }
}
