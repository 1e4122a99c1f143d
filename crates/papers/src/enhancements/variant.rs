//! A search method and the memories that help it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How the tree is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Alpha-beta to the wanted depth at once.
    Direct,
    /// Alpha-beta to 1, 2, 3 … ply. The best move of one iteration is the first of the next.
    Iterative,
    /// The same, with a window of a pawn to either side of the last value.
    Aspiration,
    /// The same with the whole window for the first move and a minimal window for the others
    /// (principal variation search).
    Pvs,
}

/// What a search remembers, to order moves or to save searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memories {
    /// Positions with their values and best moves.
    pub transposition: bool,
    /// For every move of the root, the line that followed in the last iteration.
    pub refutation: bool,
    /// How often a move between two squares was best, anywhere in the tree.
    pub history: bool,
}

/// One curve of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchVariant {
    /// How the tree is searched.
    pub method: Method,
    /// What it remembers.
    pub memories: Memories,
}

/// A word that names no variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchVariantError {
    /// The method is unknown.
    #[error("there is no search `{0}`: expected direct, iterative, aspiration or pvs")]
    Method(String),
    /// A memory is unknown.
    #[error("there is no memory `{0}`: expected trans, ref or hist")]
    Memory(String),
    /// A refutation table needs an earlier iteration, which direct search does not have.
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
    /// All eight combinations, from nothing to everything.
    fn all() -> impl Iterator<Item = Memories> {
        (0..8).map(|bits| Memories {
            transposition: bits & 1 != 0,
            refutation: bits & 2 != 0,
            history: bits & 4 != 0,
        })
    }
}

impl SearchVariant {
    /// The variant against which all others are measured.
    pub const DIRECT: SearchVariant = SearchVariant {
        method: Method::Direct,
        memories: Memories {
            transposition: false,
            refutation: false,
            history: false,
        },
    };

    /// The variants that are drawn by default: the four methods alone, and PVS with every
    /// combination of memories.
    pub fn default_set() -> Vec<SearchVariant> {
        SearchVariant::all()
            .into_iter()
            .filter(|variant| {
                variant.method == Method::Pvs || variant.memories == Memories::default()
            })
            .collect()
    }

    /// Every method with every combination of memories that it can use.
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
