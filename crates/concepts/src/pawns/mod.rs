//! Pawns: structure, levers, weaknesses, space.

pub(crate) mod centre_occupied;
pub(crate) mod centre_supported;
pub(crate) mod fixes_doubled;
pub(crate) mod fixes_pawn;
pub(crate) mod hits_backward;
pub(crate) mod hits_doubled;
pub(crate) mod hits_hanging_pawns;
pub(crate) mod hits_isolated;
pub(crate) mod holds_break;
pub(crate) mod keeps_tension;
pub(crate) mod leaves_hole;
pub(crate) mod lever;
pub(crate) mod locks;
pub(crate) mod majority;
pub(crate) mod minority_attack;
pub(crate) mod pushes_away_support;
pub(crate) mod releases_tension;
pub(crate) mod restrains_pawn;
pub(crate) mod space;
pub(crate) mod spoils_pawns;
pub(crate) mod supports_advance;
pub(crate) mod unblocks_pawn;
pub(crate) mod undermines;
pub(crate) mod undoubles;
pub(crate) mod wing_advance;
pub(crate) mod would_open;
