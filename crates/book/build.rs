//! Packs the names of openings: in the program they take a third of the room.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

fn main() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/openings.tsv");
    println!("cargo::rerun-if-changed={}", list.display());
    let text = fs::read(&list).expect("data/openings.tsv has the names of openings");
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer
        .write_all(&text)
        .expect("nothing fails that is written to memory");
    let packed = packer
        .finish()
        .expect("nothing fails that is written to memory");
    let folder = env::var_os("OUT_DIR").expect("cargo says where to write");
    let packed_list = Path::new(&folder).join("openings.deflate");
    fs::write(packed_list, packed).expect("cargo's folder can be written to");
}
