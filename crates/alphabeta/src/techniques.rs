//! The techniques of the search, each with a switch.

use thiserror::Error;

/// A name that no technique has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no technique called `{0}`; the names are: {names}", names = Techniques::NAMES.join(", "))]
pub struct UnknownTechnique(pub String);

macro_rules! techniques {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)*) => {
        /// Which techniques are switched on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Techniques {
            $($(#[$doc])* pub $field: bool,)*
        }

        impl Techniques {
            /// The names by which techniques are switched off.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Everything on.
            pub const fn all() -> Self {
                Self { $($field: true,)* }
            }

            /// The same with one technique switched off.
            ///
            /// ```
            /// use bstar_alphabeta::Techniques;
            ///
            /// let without = Techniques::all().without("null-move").unwrap();
            /// assert!(!without.null_move);
            /// assert!(Techniques::all().without("magic").is_err());
            /// ```
            pub fn without(mut self, name: &str) -> Result<Self, UnknownTechnique> {
                match name {
                    $($name => self.$field = false,)*
                    _ => return Err(UnknownTechnique(name.to_owned())),
                }
                Ok(self)
            }
        }
    };
}

techniques! {
    /// Searching depth 1, 2, 3 … instead of the wanted depth at once. Only a search with a fixed
    /// depth works without it.
    iterative_deepening = "iterative-deepening",
    /// A narrow window around the last iteration's value.
    aspiration = "aspiration",
    /// Searching all moves but the first with a window of one point (principal variation search).
    minimal_window = "minimal-window",
    /// Remembering positions.
    transposition_table = "transposition-table",
    /// Remembering a line for every move of the root.
    refutation_table = "refutation-table",
    /// Playing captures out before evaluating.
    quiescence = "quiescence",
    /// Trying checks at the first ply of quiescence.
    quiescence_checks = "quiescence-checks",
    /// Skipping captures and moves that lose material by static exchange.
    exchange_pruning = "exchange-pruning",
    /// Passing: if even that is good enough, the position is.
    null_move = "null-move",
    /// Searching late moves less deeply.
    late_move_reductions = "late-move-reductions",
    /// Skipping quiet moves that cannot raise the value enough.
    futility = "futility",
    /// Returning at once when the value is far above what is needed.
    reverse_futility = "reverse-futility",
    /// Skipping the late quiet moves of a shallow node.
    late_move_pruning = "late-move-pruning",
    /// Dropping into quiescence when the value is far below what is needed.
    razoring = "razoring",
    /// Trying good captures at less depth against a raised limit.
    probcut = "probcut",
    /// Searching a move deeper that is much better than all others.
    singular_extensions = "singular-extensions",
    /// Searching deeper where a king is in check.
    check_extensions = "check-extensions",
    /// Trying moves first that refuted a sister position.
    killers = "killers",
    /// Ordering quiet moves by how often they worked.
    history = "history",
    /// Ordering by what worked against the last move.
    counter_moves = "counter-moves",
    /// Ordering by what worked after the last two moves.
    continuation_history = "continuation-history",
    /// Searching less deeply where no best move is known yet.
    internal_reduction = "internal-reduction",
    /// Correcting the evaluation by how wrong it was with the same pawns or pieces.
    correction_history = "correction-history",
}

impl Default for Techniques {
    fn default() -> Self {
        Self::all()
    }
}
