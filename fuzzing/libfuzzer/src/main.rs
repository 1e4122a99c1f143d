//! One program for all targets. `BSTAR_FUZZ_TARGET` says which, so that there is only one to build.

#![no_main]

use std::sync::LazyLock;

use bstar_fuzz_targets::Target;
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("BSTAR_FUZZ_TARGET").expect("BSTAR_FUZZ_TARGET names a target");
    Target::named(&name).unwrap_or_else(|| panic!("there is no target {name}"))
});

fuzz_target!(|bytes: &[u8]| TARGET.run(bytes));
