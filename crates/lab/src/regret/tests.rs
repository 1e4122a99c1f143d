//! Tests of regret.
