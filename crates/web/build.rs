//! Puts the built page into the program, if there is one. It builds nothing: `./build-page` does,
//! for those who have Node.js. And it puts the description of the interface there, without the
//! spaces that indent it for people.

use std::path::Path;
use std::{env, fs};

/// The files of the page.
const FILES: [(&str, &str); 3] = [
    ("INDEX", "index.html"),
    ("SCRIPT", "page.js"),
    ("STYLE", "page.css"),
];

/// The description, from the folder of this package.
const OPENAPI: &str = "../../docs/openapi.json";

fn main() {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let here = Path::new(&here);
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let out = Path::new(&out);
    println!("cargo:rerun-if-changed={OPENAPI}");
    let description = fs::read_to_string(here.join(OPENAPI)).expect("the description is there");
    let lines: String = description.lines().map(str::trim_start).collect();
    fs::write(out.join("openapi.json"), lines).expect("cargo's folder can be written to");
    let dist = here.join("page/dist");
    let is_complete = FILES.iter().all(|(_, file)| dist.join(file).is_file());
    println!("cargo:rerun-if-changed=build.rs");
    if is_complete {
        for (_, file) in FILES {
            println!("cargo:rerun-if-changed=page/dist/{file}");
        }
    } else {
        // Cargo takes a file that is missing for one that has changed, every time. The folder is
        // always there: it holds a README.
        println!("cargo:rerun-if-changed=page/dist");
    }
    let mut code = String::new();
    for (name, file) in FILES {
        let value = match is_complete {
            true => format!("Some(include_str!({:?}))", dist.join(file)),
            false => "None".to_owned(),
        };
        code.push_str(&format!("const {name}: Option<&str> = {value};\n"));
    }
    fs::write(out.join("page.rs"), code).expect("cargo's folder can be written to");
}
