//! The vocabulary of quiet chess: outposts, levers, open files, blockades.
//!
//! A [`Concept`] is a word that a trainer uses. It is one file: a definition, a function that
//! finds it, a function that checks it by other means, and the sentence. [`CONCEPTS`] is the one
//! place where it is registered; docs/words.md has the definitions for people and says how to add
//! one.
//!
//! Every concept is asked about a [`Scene`]: a move, the positions before and after it, and what
//! best play makes of it. What it finds is a [`Finding`]: the squares it is about. Together with
//! the name of the concept that is an [`Idea`], which is all a claim has to keep.
//!
//! Which ideas are worth telling is not decided here but in the package `bstar-explain`.

pub mod grammar;
pub mod ground;
pub mod names;

mod active_development;
mod activity;
mod aims_at_king;
mod avoids_trade;
mod battery;
mod bishop_against_knight;
mod bishop_pair;
mod blockades;
mod blocks_own;
mod board_facts;
mod castles_safely;
mod centralizes;
mod centre_occupied;
mod centre_supported;
mod clears_square;
mod connects_rooks;
mod defends_king;
mod denies_square;
mod desperado;
mod double_threat;
mod doubling;
mod early_queen;
mod eyes_squares;
mod fianchetto;
mod fixes_doubled;
mod fixes_pawn;
mod frees_bishop;
mod frees_diagonal;
mod gives_tempo;
mod gives_up_castling;
mod gives_up_file;
mod gives_up_guard;
mod gives_up_pair;
mod guards_loose;
mod guards_weak_point;
mod half_open_file;
mod heads_for_blockade;
mod heads_for_outpost;
mod hits_backward;
mod hits_defender;
mod hits_doubled;
mod hits_guard;
mod hits_hanging_pawns;
mod hits_isolated;
mod holds_break;
mod in_between;
mod interferes;
mod joint_pressure;
mod keeps_tension;
mod king_activity;
mod leaves_hole;
mod lets_chase;
mod lever;
mod locks;
mod long_diagonal;
mod loosens_king;
mod luft;
mod lures;
mod majority;
mod minority_attack;
mod more_active;
mod moves_again;
mod naming;
mod offers_trade;
mod opens_king;
mod opens_line;
mod opposition;
mod outpost;
mod overloads;
mod passer_made;
mod passer_pushed;
mod passers;
mod passive;
mod pawn_square;
mod pawn_storm;
mod pawns;
mod perpetual;
mod pieces;
mod prepares;
mod pressure;
mod prevents_move;
mod pushes_away_support;
mod queen_first;
mod recaptures;
mod regroups;
mod releases_tension;
mod replies;
mod reroute;
mod restrains_pawn;
mod restricts;
mod rid_of_bad_bishop;
mod rim_knight;
mod rook_behind_passer;
mod rook_behind_pawn;
mod rook_lift;
mod room_to_castle;
mod scene;
mod seventh_rank;
mod shelters_king;
mod shuts_in;
mod space;
mod spoils_pawns;
mod steps_aside;
mod strong_square;
mod supports;
mod supports_advance;
mod supports_blockade;
mod supports_passer;
mod takes_open_file;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trades;
mod trades_helps_them;
mod trades_when_ahead;
mod tucks_king;
mod unblocks_pawn;
mod undermines;
mod undoubles;
mod wing_advance;
mod would_open;
mod zugzwang;

pub use scene::{Finding, Scene};

use bstar_board::Square;
use scene::{ensure, exactly};

/// What kind of thing a concept says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdeaClass {
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
pub struct Concept {
    /// Its name for programs, `open-file`. Names are unique, also among other kinds of claims.
    pub name: &'static str,
    /// What a trainer would call a move that is good because of this: the themes of
    /// `bstar-lab check themes`, as in data/quiet.epd.
    pub themes: &'static [&'static str],
    /// What kind of thing it says.
    pub class: IdeaClass,
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
pub static CONCEPTS: &[&Concept] = &[
    &active_development::ACTIVE_DEVELOPMENT,
    &activity::ACTIVITY,
    &aims_at_king::AIMS_AT_KING,
    &avoids_trade::AVOIDS_TRADE,
    &battery::BATTERY,
    &bishop_against_knight::BISHOP_AGAINST_KNIGHT,
    &bishop_pair::BISHOP_PAIR,
    &blockades::BLOCKADES,
    &blocks_own::BLOCKS_OWN,
    &castles_safely::CASTLES_SAFELY,
    &centralizes::CENTRALIZES,
    &centre_occupied::CENTRE_OCCUPIED,
    &centre_supported::CENTRE_SUPPORTED,
    &clears_square::CLEARS_SQUARE,
    &connects_rooks::CONNECTS_ROOKS,
    &defends_king::DEFENDS_KING,
    &denies_square::DENIES_SQUARE,
    &desperado::DESPERADO,
    &double_threat::DOUBLE_THREAT,
    &doubling::DOUBLING,
    &early_queen::EARLY_QUEEN,
    &eyes_squares::EYES_SQUARES,
    &fianchetto::FIANCHETTO,
    &fixes_doubled::FIXES_DOUBLED,
    &fixes_pawn::FIXES_PAWN,
    &frees_bishop::FREES_BISHOP,
    &frees_diagonal::FREES_DIAGONAL,
    &gives_tempo::GIVES_TEMPO,
    &gives_up_castling::GIVES_UP_CASTLING,
    &gives_up_file::GIVES_UP_FILE,
    &gives_up_guard::GIVES_UP_GUARD,
    &gives_up_pair::GIVES_UP_PAIR,
    &guards_loose::GUARDS_LOOSE,
    &guards_weak_point::GUARDS_WEAK_POINT,
    &half_open_file::HALF_OPEN_FILE,
    &heads_for_blockade::HEADS_FOR_BLOCKADE,
    &heads_for_outpost::HEADS_FOR_OUTPOST,
    &hits_backward::HITS_BACKWARD,
    &hits_defender::HITS_DEFENDER,
    &hits_doubled::HITS_DOUBLED,
    &hits_guard::HITS_GUARD,
    &hits_hanging_pawns::HITS_HANGING_PAWNS,
    &hits_isolated::HITS_ISOLATED,
    &holds_break::HOLDS_BREAK,
    &in_between::IN_BETWEEN,
    &interferes::INTERFERES,
    &joint_pressure::JOINT_PRESSURE,
    &keeps_tension::KEEPS_TENSION,
    &king_activity::KING_ACTIVITY,
    &leaves_hole::LEAVES_HOLE,
    &lets_chase::LETS_CHASE,
    &lever::LEVER,
    &locks::LOCKS,
    &long_diagonal::LONG_DIAGONAL,
    &loosens_king::LOOSENS_KING,
    &luft::LUFT,
    &lures::LURES,
    &majority::MAJORITY,
    &minority_attack::MINORITY_ATTACK,
    &more_active::MORE_ACTIVE,
    &moves_again::MOVES_AGAIN,
    &offers_trade::OFFERS_TRADE,
    &opens_king::OPENS_KING,
    &opens_line::OPENS_LINE,
    &opposition::OPPOSITION,
    &outpost::OUTPOST,
    &overloads::OVERLOADS,
    &passer_made::PASSER_MADE,
    &passer_pushed::PASSER_PUSHED,
    &passive::PASSIVE,
    &pawn_square::PAWN_SQUARE,
    &pawn_storm::PAWN_STORM,
    &perpetual::PERPETUAL,
    &prepares::PREPARES,
    &pressure::PRESSURE,
    &prevents_move::PREVENTS_MOVE,
    &pushes_away_support::PUSHES_AWAY_SUPPORT,
    &queen_first::QUEEN_FIRST,
    &recaptures::RECAPTURES,
    &regroups::REGROUPS,
    &releases_tension::RELEASES_TENSION,
    &reroute::REROUTE,
    &restrains_pawn::RESTRAINS_PAWN,
    &restricts::RESTRICTS,
    &rid_of_bad_bishop::RID_OF_BAD_BISHOP,
    &rim_knight::RIM_KNIGHT,
    &rook_behind_passer::ROOK_BEHIND_PASSER,
    &rook_behind_pawn::ROOK_BEHIND_PAWN,
    &rook_lift::ROOK_LIFT,
    &room_to_castle::ROOM_TO_CASTLE,
    &seventh_rank::SEVENTH_RANK,
    &shelters_king::SHELTERS_KING,
    &shuts_in::SHUTS_IN,
    &space::SPACE,
    &spoils_pawns::SPOILS_PAWNS,
    &steps_aside::STEPS_ASIDE,
    &strong_square::STRONG_SQUARE,
    &supports::SUPPORTS,
    &supports_advance::SUPPORTS_ADVANCE,
    &supports_blockade::SUPPORTS_BLOCKADE,
    &supports_passer::SUPPORTS_PASSER,
    &takes_open_file::TAKES_OPEN_FILE,
    &trades_helps_them::TRADES_HELPS_THEM,
    &trades_when_ahead::TRADES_WHEN_AHEAD,
    &tucks_king::TUCKS_KING,
    &unblocks_pawn::UNBLOCKS_PAWN,
    &undermines::UNDERMINES,
    &undoubles::UNDOUBLES,
    &wing_advance::WING_ADVANCE,
    &would_open::WOULD_OPEN,
    &zugzwang::ZUGZWANG,
];

/// A concept that fits a scene, and where.
#[derive(Clone, Debug)]
pub struct Found {
    pub concept: &'static Concept,
    /// The squares it is about.
    pub finding: Finding,
}

impl Found {
    /// What a claim keeps of it.
    pub fn idea(&self) -> Idea {
        Idea {
            concept: self.concept.name,
            squares: self.finding.squares.clone(),
        }
    }
}

/// Everything that all concepts find about a scene, in their order.
pub fn found(scene: &Scene) -> Vec<Found> {
    let of_concept = |concept: &&'static Concept| {
        let concept = *concept;
        let findings = (concept.find)(scene).into_iter();
        findings.map(move |finding| Found { concept, finding })
    };
    CONCEPTS.iter().flat_map(of_concept).collect()
}

/// What is said with a concept: its name, and the squares it is about. What each square means the
/// concept says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idea {
    /// The name of the concept.
    pub concept: &'static str,
    pub squares: Vec<Square>,
}

impl Idea {
    pub fn concept(&self) -> Option<&'static Concept> {
        CONCEPTS
            .iter()
            .find(|concept| concept.name == self.concept)
            .copied()
    }
}
