//! Writes the weights as source code.

use std::fmt::Write;

use bstar_eval::feature::GROUPS;

/// How many weights are written on a line.
const WEIGHTS_PER_LINE: usize = 4;

/// The text of `crates/eval/src/weights.rs` for these weights. `origin` says on what they were
/// tuned.
pub fn write_weights(weights: &[[i32; 2]], origin: &str) -> String {
    let mut text = String::from(
        "//! What each feature is worth, middlegame and endgame, in centipawns.\n//!\n\
         //! Written by `bstar-lab tune`; change it by tuning, not by hand.\n",
    );
    for line in origin.lines() {
        let _ = writeln!(text, "//! {line}");
    }
    text.push_str(
        "\nuse crate::feature::COUNT;\nuse crate::tapered::Tapered;\n\n\
         const fn t(middlegame: i32, endgame: i32) -> Tapered {\n    \
         Tapered::new(middlegame, endgame)\n}\n\n\
         /// The weights, in the order of [`crate::feature::GROUPS`].\n\
         #[rustfmt::skip]\npub static WEIGHTS: [Tapered; COUNT] = [\n",
    );
    for group in GROUPS {
        let _ = writeln!(text, "    // {}", group.name);
        for line in weights[group.at(0)..group.end()].chunks(WEIGHTS_PER_LINE) {
            let words: Vec<String> = line
                .iter()
                .map(|[middlegame, endgame]| format!("t({middlegame}, {endgame}),"))
                .collect();
            let _ = writeln!(text, "    {}", words.join(" "));
        }
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_eval::WEIGHTS;

    #[test]
    fn the_weights_in_use_are_written_as_they_stand() {
        let weights: Vec<[i32; 2]> = WEIGHTS
            .iter()
            .map(|w| [w.middlegame(), w.endgame()])
            .collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/src/weights.rs");
        let in_use = std::fs::read_to_string(path).unwrap();
        let body = |text: &str| text[text.find("pub static").unwrap()..].to_owned();
        assert_eq!(body(&write_weights(&weights, "")), body(&in_use));
    }
}
