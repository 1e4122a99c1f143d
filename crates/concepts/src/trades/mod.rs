//! Trades: offered, avoided, and whom they help.

pub(crate) mod avoids_trade;
pub(crate) mod offers_trade;
pub(crate) mod recaptures;
pub(crate) mod trades_helps_them;
pub(crate) mod trades_when_ahead;
