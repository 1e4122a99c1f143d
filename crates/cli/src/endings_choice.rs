//! The options `TablesPath`, `SyzygyPath`, `SyzygyProbeDepth` and `Syzygy50MoveRule`: where endings
//! are looked up, and when.

use std::path::Path;

use bstar_tables::{OwnTables, Syzygy, TableRules, Tables};
use bstar_uci::{OptionKind, OptionSpec};

/// The largest value of the option `SyzygyProbeDepth`.
const MOST_PROBE_DEPTH: i64 = 100;

pub fn options() -> [OptionSpec; 4] {
    let usual = TableRules::default();
    let path = OptionKind::String {
        default: String::new(),
    };
    let depth = OptionKind::Spin {
        default: usual.probe_depth.into(),
        min: 1,
        max: MOST_PROBE_DEPTH,
    };
    let fifty = OptionKind::Check {
        default: usual.fifty_moves,
    };
    [
        OptionSpec::new("TablesPath", path.clone()),
        OptionSpec::new("SyzygyPath", path),
        OptionSpec::new("SyzygyProbeDepth", depth),
        OptionSpec::new("Syzygy50MoveRule", fifty),
    ]
}

/// The tables after one of the options was set, and what there is to say about it; or why they stay
/// as they are.
pub fn set(tables: &Tables, name: &str, value: &str) -> Result<(Tables, Option<String>), String> {
    let (tables, rules) = (tables.clone(), tables.rules());
    let file = Some(value.trim()).filter(|value| !value.is_empty());
    match name {
        "TablesPath" => {
            let own = file.map(|file| OwnTables::open_for_search(Path::new(file)));
            let own = own.transpose().map_err(|error| error.to_string())?;
            let said = own.as_ref().map(|own| {
                let count = own.endings().count();
                format!("endgame tables of {count} endings")
            });
            Ok((tables.with_own(own), said))
        }
        "SyzygyPath" => {
            let syzygy = file.map(Syzygy::open).transpose();
            let syzygy = syzygy.map_err(|error| error.to_string())?;
            let said = syzygy.as_ref().map(|syzygy| {
                let (files, men) = (syzygy.files(), syzygy.men());
                format!("Syzygy: {files} files with up to {men} men")
            });
            Ok((tables.with_syzygy(syzygy), said))
        }
        "SyzygyProbeDepth" => {
            let depth = value.trim().parse();
            let probe_depth = depth.map_err(|_| format!("option {name} needs a whole number"))?;
            let rules = TableRules {
                probe_depth,
                ..rules
            };
            Ok((tables.with_rules(rules), None))
        }
        "Syzygy50MoveRule" => {
            let rules = TableRules {
                fifty_moves: value == "true",
                ..rules
            };
            Ok((tables.with_rules(rules), None))
        }
        _ => Err(format!("there is no option {name}")),
    }
}
