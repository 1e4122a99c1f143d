//! Inputs and outputs that are different files.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::files::FileError;
use crate::input::stdin_metadata;
use crate::whole_file::{behind_links, ensure_writable};

/// Refuses outputs that cannot be written, or that are an input or each other, before the work
/// whose results they are for. A file is known under whatever name: by another way through the
/// folders, by a link, as standard input (`-`).
pub fn check_outputs<'a>(
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), FileError> {
    let outputs: Vec<&PathBuf> = outputs.into_iter().collect();
    keep_apart(outputs.iter().copied(), inputs)?;
    outputs
        .into_iter()
        .try_for_each(|path| ensure_writable(path))
}

/// The same for outputs that grow, which are opened before the work.
pub fn keep_apart<'a>(
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), FileError> {
    let read = inputs.into_iter();
    let read: Vec<_> = read
        .filter_map(|input| Some((Identity::of_input(input)?, input)))
        .collect();
    let mut written: Vec<(Identity, &PathBuf)> = Vec::new();
    for output in outputs {
        let Some(identity) = Identity::of_output(output) else {
            continue;
        };
        if let Some((_, input)) = read.iter().find(|(input, _)| *input == identity) {
            return Err(FileError::AlsoInput {
                output: output.clone(),
                input: PathBuf::clone(input),
            });
        }
        if let Some((_, other)) = written.iter().find(|(other, _)| *other == identity) {
            return Err(FileError::OneOutput {
                outputs: [PathBuf::clone(other), output.clone()],
            });
        }
        written.push((identity, output));
    }
    Ok(())
}

/// What tells one file from another. Only plain files have it: a device can be read and written.
#[derive(PartialEq, Eq)]
enum Identity {
    /// The device and the number of a file that is there.
    #[cfg(unix)]
    Number(u64, u64),
    /// Where a file is, or will be.
    Place(PathBuf),
}

impl Identity {
    fn of_input(path: &Path) -> Option<Identity> {
        match path.as_os_str() == "-" {
            true => Identity::of(path, &stdin_metadata()?),
            false => Identity::of(path, &std::fs::metadata(path).ok()?),
        }
    }

    fn of_output(path: &Path) -> Option<Identity> {
        match std::fs::metadata(path) {
            Ok(found) => Identity::of(path, &found),
            Err(_) => {
                let path = behind_links(path);
                let name = path.file_name()?;
                let folder = match path.parent()? {
                    folder if folder.as_os_str().is_empty() => Path::new("."),
                    folder => folder,
                };
                let folder = folder.canonicalize().ok()?;
                Some(Identity::Place(folder.join(name)))
            }
        }
    }

    #[cfg(unix)]
    fn of(_: &Path, found: &Metadata) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        let identity = Identity::Number(found.dev(), found.ino());
        found.is_file().then_some(identity)
    }

    #[cfg(not(unix))]
    fn of(path: &Path, found: &Metadata) -> Option<Identity> {
        let path = path.canonicalize().ok()?;
        found.is_file().then_some(Identity::Place(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_no_output_under_whatever_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("inside")).unwrap();
        let games = path("games");
        std::fs::write(&games, "games").unwrap();
        let mut names = vec![games.clone(), path("inside/../games")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("games", path("symbolic")).unwrap();
            std::fs::hard_link(&games, path("hard")).unwrap();
            std::os::unix::fs::symlink(folder.path(), path("inside/up")).unwrap();
            names.extend([path("symbolic"), path("hard"), path("inside/up/hard")]);
        }
        let other = path("other");
        std::fs::write(&other, "games").unwrap();
        for name in &names {
            let error = check_outputs([name], [&other, &games]).unwrap_err();
            let named = format!("cannot write {}: it is the input", name.display());
            assert!(error.to_string().starts_with(&named), "{error}");
        }
        assert_eq!(std::fs::read(&games).unwrap(), b"games");
        check_outputs([&path("new"), &other], [&games, &path("missing")]).unwrap();
        let null = PathBuf::from("/dev/null");
        keep_apart([&null, &null], [&null]).unwrap();
    }

    #[test]
    fn two_outputs_are_two_files() {
        let folder = tempfile::tempdir().unwrap();
        let (new, same) = (folder.path().join("new"), folder.path().join("./new"));
        for _ in 0..2 {
            let error = keep_apart([&new, &same], []).unwrap_err();
            assert!(error.to_string().ends_with("they are one file"), "{error}");
            std::fs::write(&new, "").unwrap();
        }
    }
}
