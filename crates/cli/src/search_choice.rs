//! The option `Search`: which search chooses the move.

use bstar_engine::SearchKind;
use bstar_uci::{OptionKind, OptionSpec};

/// The searches by the names users know.
const SEARCHES: [(&str, SearchKind); 2] = [
    ("bstar", SearchKind::Bstar),
    ("alphabeta", SearchKind::AlphaBeta),
];

pub fn option() -> OptionSpec {
    let usual = SearchKind::default();
    let default = SEARCHES.iter().find(|(_, search)| *search == usual);
    let kind = OptionKind::Combo {
        default: default.map_or("", |(name, _)| name).to_owned(),
        vars: SEARCHES.map(|(name, _)| name.to_owned()).to_vec(),
    };
    OptionSpec::new("Search", kind)
}

/// The search of this name.
pub fn named(name: &str) -> Result<SearchKind, String> {
    let known = SEARCHES.iter().find(|(known, _)| *known == name);
    let (_, search) = *known.ok_or_else(|| format!("there is no search {name}"))?;
    Ok(search)
}
