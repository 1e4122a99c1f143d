//! The documents are what the types and the examples of the program make them.

use bstar_wire::{catalogue, files};

#[test]
fn every_document_is_current() {
    let wire = catalogue::wire().unwrap_or_else(|problems| panic!("{}", problems.join("\n")));
    let made = files::make(&wire, &bstar_cli::uci::option_rows().unwrap());
    let made = made.unwrap_or_else(|problems| panic!("{}", problems.join("\n")));
    let old: Vec<&str> = files::outdated(&made, &files::root())
        .iter()
        .map(|file| file.path)
        .collect();
    assert!(
        old.is_empty(),
        "{} not current: `{}` mends that",
        old.join(", "),
        files::COMMAND
    );
}

/// The words in `out.json("game", …)`, `OutputLine::new("frame", …)` and the like, all over the
/// crates.
#[test]
fn every_type_that_is_written_is_in_the_catalogue() {
    let wire = catalogue::wire().unwrap_or_else(|problems| panic!("{}", problems.join("\n")));
    let known: Vec<&str> = wire
        .commands
        .iter()
        .flat_map(|command| &command.objects)
        .map(|object| object.kind.as_str())
        .collect();
    let mut missing = Vec::new();
    for file in sources(&files::root().join("crates")) {
        let text = std::fs::read_to_string(&file).unwrap();
        for opening in ["out.json(", "OutputLine::new(", "object_line("] {
            for rest in text.split(opening).skip(1) {
                let Some(word) = rest.trim_start().strip_prefix('"') else {
                    continue;
                };
                let kind = word.split('"').next().unwrap_or_default();
                if !known.contains(&kind) {
                    missing.push(format!("{kind} of {}", file.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_block_of_the_guide_is_in_the_example() {
    let read = |path| std::fs::read_to_string(files::root().join(path)).unwrap();
    let guide = read("docs/bring-your-own-game.md");
    let example = read("crates/bstar/examples/tic_tac_toe.rs");
    let blocks: Vec<&str> = (guide.split("```rust\n").skip(1))
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert!(blocks.len() >= 10, "the guide has lost its code");
    for block in blocks {
        assert!(
            example.contains(block),
            "not in the example, or not any more:\n{block}"
        );
    }
}

fn sources(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_other = path.ends_with("page") || path.ends_with("crates/wire");
        if path.is_dir() && !is_other {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
