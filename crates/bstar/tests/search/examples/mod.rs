//! The examples play, solve and prove as they say.

mod connect_four;
mod eight_puzzle;
mod rows_and_columns;
mod tic_tac_toe;
