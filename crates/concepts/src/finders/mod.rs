//! What the finders of several concepts share. The checkers use none of it: they have their own, in
//! [`plain`](crate::ground::plain).

pub(crate) mod board_facts;
pub(crate) mod naming;
pub(crate) mod passers;
pub(crate) mod pawns;
pub(crate) mod pieces;
pub(crate) mod replies;
pub(crate) mod trades;
