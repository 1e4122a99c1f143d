//! Who hears how an answer comes along.

use bstar_thought::Snapshot;

/// Hears how an answer comes along.
pub trait Listener {
    /// Takes in how a search stands. There may be thousands a second.
    fn hear(&mut self, _news: &Snapshot) {}

    /// Takes in two trees at once: the second begins to grow beside the first.
    fn see_second_tree(&mut self, _both: &Snapshot) {}

    /// The search of the position is over. The next reports are about the move in question.
    fn turn_to_asked_move(&mut self) {}

    /// The searches are over for now, and sentences are composed.
    fn compose(&mut self) {}
}

/// Nobody listens.
impl Listener for () {}
