//! The options `Search` and `PriorFile`: which search chooses the move, and what guides the tree.
//!
//! A graphical interface sends the two in any order. So the tree may be chosen before there is a
//! prior: it is refused then, and begins as soon as one is loaded.

use std::path::Path;
use std::sync::Arc;

use bstar_engine::{Prior, SearchKind, Settings};
use bstar_uci::{OptionKind, OptionSpec};

/// The searches by the names users know.
const SEARCHES: [(&str, SearchKind); 3] = [
    ("bstar", SearchKind::Bstar),
    ("alphabeta", SearchKind::AlphaBeta),
    ("tree", SearchKind::Tree),
];

/// The search that was asked for last, whether or not it could be had.
#[derive(Default)]
pub struct SearchChoice {
    wanted: SearchKind,
}

impl SearchChoice {
    /// The options.
    pub fn options() -> [OptionSpec; 2] {
        let search = OptionKind::Combo {
            default: name(SearchKind::default()).to_owned(),
            vars: SEARCHES.map(|(name, _)| name.to_owned()).to_vec(),
        };
        let file = OptionKind::String {
            default: String::new(),
        };
        [
            OptionSpec::new("Search", search),
            OptionSpec::new("PriorFile", file),
        ]
    }

    /// The settings after one of the options was set, and what there is to say about it; or why
    /// they stay as they are.
    pub fn set(
        &mut self,
        settings: &Settings,
        option: &str,
        value: &str,
    ) -> Result<(Settings, Option<String>), String> {
        match option {
            "Search" => self.set_search(settings, value),
            _ => self.set_prior(settings, value.trim()),
        }
    }

    fn set_search(
        &mut self,
        settings: &Settings,
        value: &str,
    ) -> Result<(Settings, Option<String>), String> {
        let known = SEARCHES.iter().find(|(name, _)| *name == value);
        let (_, search) = *known.ok_or_else(|| format!("there is no search {value}"))?;
        self.wanted = search;
        if search == SearchKind::Tree && settings.prior.is_none() {
            return Err(format!(
                "the search tree needs a prior: set PriorFile to its file; until then it is {}",
                name(settings.search)
            ));
        }
        let settings = Settings {
            search,
            ..settings.clone()
        };
        Ok((settings, None))
    }

    fn set_prior(
        &mut self,
        settings: &Settings,
        file: &str,
    ) -> Result<(Settings, Option<String>), String> {
        let usual = match self.wanted {
            SearchKind::Tree => SearchKind::default(),
            other => other,
        };
        if file.is_empty() {
            let was_tree = settings.search == SearchKind::Tree;
            let said = was_tree.then(|| format!("no prior; the search is {} now", name(usual)));
            let settings = Settings {
                prior: None,
                search: usual,
                ..settings.clone()
            };
            return Ok((settings, said));
        }
        let prior = Prior::load(Path::new(file)).map_err(|error| {
            let still = settings.prior.as_ref();
            let still = still.map_or("no prior".to_owned(), |prior| prior.to_string());
            format!("{error}; still {still}")
        })?;
        let said = match self.wanted {
            SearchKind::Tree => format!("{file}: {prior}"),
            other => format!("{file}: {prior}; the search is {}", name(other)),
        };
        let settings = Settings {
            prior: Some(Arc::new(prior)),
            search: self.wanted,
            ..settings.clone()
        };
        Ok((settings, Some(said)))
    }
}

fn name(search: SearchKind) -> &'static str {
    let known = SEARCHES.iter().find(|(_, kind)| *kind == search);
    known.map_or("", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_eval::prior::PriorWeights;

    #[test]
    fn the_tree_needs_a_prior_in_whatever_order_they_come() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("made-up.prior");
        std::fs::write(&file, PriorWeights::made_up(64, 1).write()).unwrap();
        let file = file.to_str().unwrap();

        let mut choice = SearchChoice::default();
        let usual = Settings::default();
        let refused = choice.set(&usual, "Search", "tree").unwrap_err();
        assert!(
            refused.contains("PriorFile") && refused.ends_with("bstar"),
            "{refused}"
        );
        let (settings, said) = choice.set(&usual, "PriorFile", file).unwrap();
        assert_eq!(settings.search, SearchKind::Tree);
        assert!(said.unwrap().contains("64 pairs"));
        let refused = choice.set(&settings, "PriorFile", "/no/such.prior");
        assert!(refused.unwrap_err().contains("still prior"));
        let (settings, said) = choice.set(&settings, "PriorFile", "").unwrap();
        assert_eq!((settings.search, settings.prior), (SearchKind::Bstar, None));
        assert!(said.unwrap().contains("bstar"));

        let mut choice = SearchChoice::default();
        let (settings, said) = choice.set(&usual, "PriorFile", file).unwrap();
        assert_eq!(settings.search, SearchKind::Bstar);
        assert!(said.unwrap().ends_with("bstar"));
        let (settings, _) = choice.set(&settings, "Search", "tree").unwrap();
        assert_eq!(settings.search, SearchKind::Tree);
    }
}
