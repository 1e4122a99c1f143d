//! The program bstar.
fn main() {}
