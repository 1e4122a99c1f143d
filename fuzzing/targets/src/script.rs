//! Scripted trees, as `bstar-lab replay` reads them.

use bstar_papers::scripted_tree::{
    ReplayStep, Script, step_in_words, step_objects, svg_picture, text_picture,
};

/// Every script that is accepted has a search that ends, and everything about it can be told.
pub fn replayed(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let script: Script = match text.parse() {
        Ok(script) => script,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let steps = script.steps();
    assert!(matches!(steps.last(), Some(ReplayStep::Done { .. })) || steps.len() > 1);
    for step in &steps {
        assert!(!step_objects(&script, step).is_empty());
        let _ = step_in_words(&script, step);
    }
    let _ = text_picture(&script, &steps);
    assert!(svg_picture(&script, &steps, "a script").ends_with("</svg>\n"));
}
