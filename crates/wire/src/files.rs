//! The files that are made, and whether they are current.

use std::path::{Path, PathBuf};

use bstar_engine::options::OptionRow;

use crate::catalogue::{self, ANSWERS, JUDGED_STREAM, STREAM};
use crate::wire::Wire;
use crate::{document, markdown, openapi, options, typescript};

/// The command that makes all files.
pub const COMMAND: &str = "cargo run -p bstar-wire";

/// A file that is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its path in the repository.
    pub path: &'static str,
    pub text: String,
}

/// All files, or everything that is wrong with the prose.
pub fn make(wire: &Wire, uci_options: &[OptionRow]) -> Result<Vec<Made>, Vec<String>> {
    let of = |command: &str| -> Vec<String> {
        let commands = wire.commands.iter().filter(|known| known.name == command);
        let objects = commands.flat_map(|command| &command.objects);
        objects.map(|object| object.definition.clone()).collect()
    };
    let (stream, judging) = (of(STREAM), of(JUDGED_STREAM));
    let mut page = [stream.clone(), of(ANSWERS), wire.requests.clone()].concat();
    let others = judging.iter().filter(|name| !stream.contains(name));
    page.extend(others.cloned());
    let unions = [
        ("Line", "A line of the stream.", stream.clone()),
        (
            "JudgeLine",
            "A line of the stream while a game is judged.",
            judging.clone(),
        ),
    ];
    let made = |path, text| Made { path, text };
    Ok(vec![
        made("docs/json.md", markdown::write(wire, catalogue::PROSE)?),
        made("docs/uci.md", options::write(uci_options, options::PROSE)?),
        made("docs/schema.json", document::write(wire)),
        made("docs/openapi.json", openapi::write(wire, &stream, &judging)),
        made(
            "crates/web/page/src/wire.ts",
            typescript::write(wire, &page, &unions),
        ),
    ])
}

/// Those of the files that are not what they should be.
pub fn outdated<'a>(made: &'a [Made], root: &Path) -> Vec<&'a Made> {
    made.iter()
        .filter(|file| {
            let known = std::fs::read_to_string(root.join(file.path));
            known.map_or(true, |known| known != file.text)
        })
        .collect()
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
