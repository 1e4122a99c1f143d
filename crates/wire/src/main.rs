//! Writes the documents that are made from the types of the program.

use std::process::ExitCode;

use bstar_kit::files::write_whole;
use bstar_wire::{catalogue, files};

fn main() -> ExitCode {
    let options = match bstar_cli::uci::option_rows() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let made = match catalogue::wire().and_then(|wire| files::make(&wire, &options)) {
        Ok(made) => made,
        Err(problems) => {
            eprintln!("{}", problems.join("\n"));
            return ExitCode::FAILURE;
        }
    };
    let root = files::root();
    for file in files::outdated(&made, &root) {
        if let Err(error) = write_whole(&root.join(file.path), &file.text) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        println!("{}", file.path);
    }
    ExitCode::SUCCESS
}
