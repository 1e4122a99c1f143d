//! What is attacked, guarded, lured away, prepared and prevented.

pub(crate) mod desperado;
pub(crate) mod double_threat;
pub(crate) mod gives_up_guard;
pub(crate) mod guards_loose;
pub(crate) mod guards_weak_point;
pub(crate) mod hits_defender;
pub(crate) mod hits_guard;
pub(crate) mod in_between;
pub(crate) mod interferes;
pub(crate) mod joint_pressure;
pub(crate) mod lures;
pub(crate) mod overloads;
pub(crate) mod perpetual;
pub(crate) mod prepares;
pub(crate) mod pressure;
pub(crate) mod prevents_move;
pub(crate) mod supports;
