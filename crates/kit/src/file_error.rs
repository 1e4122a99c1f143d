//! What goes wrong with files, in words that name them.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What went wrong with a file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be opened or read.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Read { path: PathBuf, source: io::Error },
    /// It cannot be created or written.
    #[error("cannot write {path}: {source}", path = .path.display())]
    Write { path: PathBuf, source: io::Error },
    /// It would be written over an input.
    #[error("cannot write {output}: it is the input{as_what}; name another file for what is written", output = .output.display(), as_what = as_what(.input, .output))]
    AlsoInput {
        /// What was to be written.
        output: PathBuf,
        /// The same file, as the input names it.
        input: PathBuf,
    },
    /// Two outputs would replace each other.
    #[error("cannot write both {} and {}: they are one file", .outputs[0].display(), .outputs[1].display())]
    OneOutput {
        /// The file under both names.
        outputs: [PathBuf; 2],
    },
    /// Another program writes it.
    #[error("{path} is being written by another program", path = .path.display())]
    InUse { path: PathBuf },
    /// It holds something that is not UTF-8.
    #[error("{path}, line {line}, column {column}: this is not text (a byte {byte:#04x} that UTF-8 does not allow here)", path = .path.display())]
    NotText {
        path: PathBuf,
        /// Where, counted from 1.
        line: usize,
        /// Where in the line, counted in bytes from 1.
        column: usize,
        byte: u8,
    },
}

/// How an input is called, if it is not called like the output.
fn as_what(input: &Path, output: &Path) -> String {
    match input {
        _ if input == output => String::new(),
        _ if input.as_os_str() == "-" => ", which standard input is read from".to_owned(),
        _ => format!(" {}", input.display()),
    }
}
