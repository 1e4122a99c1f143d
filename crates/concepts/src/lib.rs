//! The vocabulary of quiet chess: outposts, levers, open files, blockades.
//!
//! A [`Concept`] is a word that a trainer uses. It is one file, in the folder of its subject: a
//! definition, a function that finds it, a function that checks it by other means, and the
//! sentence. [`CONCEPTS`] is the one place where it is registered; docs/words.md has the
//! definitions for people and says how to add one.
//!
//! Every concept is asked about a [`Scene`]: a move, the positions before and after it, and what
//! best play makes of it. Its result is a [`Finding`]: the squares it is about. Together with the
//! name of the concept that is an [`Idea`], which is all a claim has to keep.
//!
//! Which ideas are worth telling is not decided here but in the package `bstar-explain`.

pub mod grammar;
pub mod ground;
pub mod names;

mod endings;
mod finders;
mod king;
mod lines;
mod passers;
mod pawns;
mod pieces;
mod scene;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod threats;
mod trades;

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
    /// Finds it.
    pub find: fn(&Scene) -> Vec<Finding>,
    /// Recomputes it: whether the idea with these squares is true, or what is wrong. It may use
    /// what a square holds, legal moves and [`plain`](crate::ground::plain), and nothing that the
    /// finder uses.
    pub check: fn(&Scene, &[Square]) -> Result<(), &'static str>,
    /// A sentence about the move, `it`.
    pub say: fn(&Scene, &[Square]) -> String,
}

/// All concepts. The order decides between ideas that weigh the same.
pub static CONCEPTS: &[&Concept] = &[
    &pieces::active_development::ACTIVE_DEVELOPMENT,
    &pieces::activity::ACTIVITY,
    &king::aims_at_king::AIMS_AT_KING,
    &trades::avoids_trade::AVOIDS_TRADE,
    &lines::battery::BATTERY,
    &pieces::bishop_against_knight::BISHOP_AGAINST_KNIGHT,
    &pieces::bishop_pair::BISHOP_PAIR,
    &passers::blockades::BLOCKADES,
    &pieces::blocks_own::BLOCKS_OWN,
    &king::castles_safely::CASTLES_SAFELY,
    &pieces::centralizes::CENTRALIZES,
    &pawns::centre_occupied::CENTRE_OCCUPIED,
    &pawns::centre_supported::CENTRE_SUPPORTED,
    &pieces::clears_square::CLEARS_SQUARE,
    &lines::connects_rooks::CONNECTS_ROOKS,
    &king::defends_king::DEFENDS_KING,
    &pieces::denies_square::DENIES_SQUARE,
    &threats::desperado::DESPERADO,
    &threats::double_threat::DOUBLE_THREAT,
    &lines::doubling::DOUBLING,
    &pieces::early_queen::EARLY_QUEEN,
    &pieces::eyes_squares::EYES_SQUARES,
    &pieces::fianchetto::FIANCHETTO,
    &pawns::fixes_doubled::FIXES_DOUBLED,
    &pawns::fixes_pawn::FIXES_PAWN,
    &pieces::frees_bishop::FREES_BISHOP,
    &lines::frees_diagonal::FREES_DIAGONAL,
    &pieces::gives_tempo::GIVES_TEMPO,
    &king::gives_up_castling::GIVES_UP_CASTLING,
    &lines::gives_up_file::GIVES_UP_FILE,
    &threats::gives_up_guard::GIVES_UP_GUARD,
    &pieces::gives_up_pair::GIVES_UP_PAIR,
    &threats::guards_loose::GUARDS_LOOSE,
    &threats::guards_weak_point::GUARDS_WEAK_POINT,
    &lines::half_open_file::HALF_OPEN_FILE,
    &passers::heads_for_blockade::HEADS_FOR_BLOCKADE,
    &pieces::heads_for_outpost::HEADS_FOR_OUTPOST,
    &pawns::hits_backward::HITS_BACKWARD,
    &threats::hits_defender::HITS_DEFENDER,
    &pawns::hits_doubled::HITS_DOUBLED,
    &threats::hits_guard::HITS_GUARD,
    &pawns::hits_hanging_pawns::HITS_HANGING_PAWNS,
    &pawns::hits_isolated::HITS_ISOLATED,
    &pawns::holds_break::HOLDS_BREAK,
    &threats::in_between::IN_BETWEEN,
    &threats::interferes::INTERFERES,
    &threats::joint_pressure::JOINT_PRESSURE,
    &pawns::keeps_tension::KEEPS_TENSION,
    &endings::king_activity::KING_ACTIVITY,
    &pawns::leaves_hole::LEAVES_HOLE,
    &pieces::lets_chase::LETS_CHASE,
    &pawns::lever::LEVER,
    &pawns::locks::LOCKS,
    &lines::long_diagonal::LONG_DIAGONAL,
    &king::loosens_king::LOOSENS_KING,
    &king::luft::LUFT,
    &threats::lures::LURES,
    &pawns::majority::MAJORITY,
    &pawns::minority_attack::MINORITY_ATTACK,
    &pieces::more_active::MORE_ACTIVE,
    &pieces::moves_again::MOVES_AGAIN,
    &trades::offers_trade::OFFERS_TRADE,
    &king::opens_king::OPENS_KING,
    &lines::opens_line::OPENS_LINE,
    &endings::opposition::OPPOSITION,
    &pieces::outpost::OUTPOST,
    &threats::overloads::OVERLOADS,
    &passers::passer_made::PASSER_MADE,
    &passers::passer_pushed::PASSER_PUSHED,
    &pieces::passive::PASSIVE,
    &endings::pawn_square::PAWN_SQUARE,
    &king::pawn_storm::PAWN_STORM,
    &threats::perpetual::PERPETUAL,
    &threats::prepares::PREPARES,
    &threats::pressure::PRESSURE,
    &threats::prevents_move::PREVENTS_MOVE,
    &pawns::pushes_away_support::PUSHES_AWAY_SUPPORT,
    &pieces::queen_first::QUEEN_FIRST,
    &trades::recaptures::RECAPTURES,
    &pieces::regroups::REGROUPS,
    &pawns::releases_tension::RELEASES_TENSION,
    &pieces::reroute::REROUTE,
    &pawns::restrains_pawn::RESTRAINS_PAWN,
    &pieces::restricts::RESTRICTS,
    &pieces::rid_of_bad_bishop::RID_OF_BAD_BISHOP,
    &pieces::rim_knight::RIM_KNIGHT,
    &passers::rook_behind_passer::ROOK_BEHIND_PASSER,
    &lines::rook_behind_pawn::ROOK_BEHIND_PAWN,
    &lines::rook_lift::ROOK_LIFT,
    &king::room_to_castle::ROOM_TO_CASTLE,
    &lines::seventh_rank::SEVENTH_RANK,
    &king::shelters_king::SHELTERS_KING,
    &pieces::shuts_in::SHUTS_IN,
    &pawns::space::SPACE,
    &pawns::spoils_pawns::SPOILS_PAWNS,
    &king::steps_aside::STEPS_ASIDE,
    &pieces::strong_square::STRONG_SQUARE,
    &threats::supports::SUPPORTS,
    &pawns::supports_advance::SUPPORTS_ADVANCE,
    &passers::supports_blockade::SUPPORTS_BLOCKADE,
    &passers::supports_passer::SUPPORTS_PASSER,
    &lines::takes_open_file::TAKES_OPEN_FILE,
    &trades::trades_helps_them::TRADES_HELPS_THEM,
    &trades::trades_when_ahead::TRADES_WHEN_AHEAD,
    &king::tucks_king::TUCKS_KING,
    &pawns::unblocks_pawn::UNBLOCKS_PAWN,
    &pawns::undermines::UNDERMINES,
    &pawns::undoubles::UNDOUBLES,
    &pawns::wing_advance::WING_ADVANCE,
    &pawns::would_open::WOULD_OPEN,
    &endings::zugzwang::ZUGZWANG,
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
