//! Which search, helped by which memories.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How the tree is gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Alpha-beta to the wanted depth at once.
    Direct,
    /// Alpha-beta to 1, 2, 3 … ply; the best move of one iteration is the first of the next.
    Iterative,
    /// The same with a window of a pawn to either side of the last value.
    Aspiration,
    /// The same with the whole window, and a minimal one for all moves but the first (principal variation search).
    Pvs,
}

/// What is remembered to order moves, or to do without a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memories {
    /// Positions: what they are worth and their best move.
    pub transposition: bool,
    /// For every move of the root, the line that followed in the last iteration.
    pub refutation: bool,
    /// How often a move from one square to another was best, anywhere in the tree.
    pub history: bool,
}

/// One trace of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchVariant {
    /// How the tree is gone through.
    pub method: Method,
    /// What is remembered.
    pub memories: Memories,
}

/// A word that names no variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchVariantError {
    /// The search itself.
    #[error("there is no search `{0}`: expected direct, iterative, aspiration or pvs")]
    Method(String),
    /// What comes after a plus sign.
    #[error("there is no memory `{0}`: expected trans, ref or hist")]
    Memory(String),
    /// A refutation table is filled by one iteration for the next.
    #[error("direct search has no earlier iteration that could fill a refutation table")]
    DirectWithRefutations,
}

impl Method {
    const ALL: [Method; 4] = [
        Method::Direct,
        Method::Iterative,
        Method::Aspiration,
        Method::Pvs,
    ];

    fn name(self) -> &'static str {
        match self {
            Method::Direct => "direct",
            Method::Iterative => "iterative",
            Method::Aspiration => "aspiration",
            Method::Pvs => "pvs",
        }
    }
}

impl Memories {
    /// All eight combinations, nothing first and everything last.
    fn all() -> impl Iterator<Item = Memories> {
        (0..8).map(|bits| Memories {
            transposition: bits & 1 != 0,
            refutation: bits & 2 != 0,
            history: bits & 4 != 0,
        })
    }
}

impl SearchVariant {
    /// What everything is measured against.
    pub const DIRECT: SearchVariant = SearchVariant {
        method: Method::Direct,
        memories: Memories {
            transposition: false,
            refutation: false,
            history: false,
        },
    };

    /// What is drawn unless something else is asked for: the four searches alone, and PVS with every combination of memories.
    pub fn default_set() -> Vec<SearchVariant> {
        SearchVariant::all()
            .into_iter()
            .filter(|variant| {
                variant.method == Method::Pvs || variant.memories == Memories::default()
            })
            .collect()
    }

    /// Every search with every combination of memories it can use.
    pub fn all() -> Vec<SearchVariant> {
        Method::ALL
            .into_iter()
            .flat_map(|method| {
                Memories::all().map(move |memories| SearchVariant { method, memories })
            })
            .filter(|variant| variant.is_possible())
            .collect()
    }

    fn is_possible(&self) -> bool {
        !(self.method == Method::Direct && self.memories.refutation)
    }
}

impl fmt::Display for SearchVariant {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.method.name())?;
        let memories = &self.memories;
        for (used, name) in [
            (memories.transposition, "+trans"),
            (memories.refutation, "+ref"),
            (memories.history, "+hist"),
        ] {
            if used {
                out.write_str(name)?;
            }
        }
        Ok(())
    }
}

impl FromStr for SearchVariant {
    type Err = SearchVariantError;

    fn from_str(text: &str) -> Result<SearchVariant, SearchVariantError> {
        let mut words = text.split('+');
        let name = words.next().unwrap_or_default();
        let method = Method::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| SearchVariantError::Method(name.to_owned()))?;
        let mut memories = Memories::default();
        for word in words {
            match word {
                "trans" => memories.transposition = true,
                "ref" => memories.refutation = true,
                "hist" => memories.history = true,
                _ => return Err(SearchVariantError::Memory(word.to_owned())),
            }
        }
        let variant = SearchVariant { method, memories };
        if variant.is_possible() {
            Ok(variant)
        } else {
            Err(SearchVariantError::DirectWithRefutations)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let all = SearchVariant::all();
        assert_eq!(all.len(), 4 + 3 * 8);
        for variant in all {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        let named: Vec<String> = SearchVariant::default_set()
            .iter()
            .map(SearchVariant::to_string)
            .collect();
        assert_eq!(
            named,
            [
                "direct",
                "iterative",
                "aspiration",
                "pvs",
                "pvs+trans",
                "pvs+ref",
                "pvs+trans+ref",
                "pvs+hist",
                "pvs+trans+hist",
                "pvs+ref+hist",
                "pvs+trans+ref+hist"
            ]
        );
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<SearchVariant>().unwrap_err().to_string();
        assert!(error("scout").contains("no search `scout`"));
        assert!(error("pvs+magic").contains("no memory `magic`"));
        assert!(error("direct+ref").contains("no earlier iteration"));
    }
}
