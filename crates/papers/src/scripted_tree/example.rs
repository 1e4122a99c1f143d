//! The worked example of Berliner and McConnell's paper of 1996 (section 3.6), figure by figure.

use super::replay::{ReplayStep, TableAfter};
use super::script::Script;
use super::svg_picture::svg_picture;
use super::text_picture::text_picture;
use super::words::{step_in_words, table};

const TREE: &str = include_str!("../../../../data/worked-example.json");

/// The words above the example.
const INTRODUCTION: &str = "\
The worked example of Berliner and McConnell's paper of 1996 (section 3.6), found anew by the search.
OptVal is the optimism of whoever made the move, PessVal that of the other side. MinAct is 0.15.";

/// Where the paper's figures differ (docs/search.md, section 12).
const ERRATUM: &str = "\
What differs from the printed figures: Figs. 12 to 14 leave the RealVal of G, D and A at 34 and that of F at 80. By the
paper's own rule (section 3.4) they are backed up: those of G, D and A are 20 after G is expanded (Fig. 12) and 30 after M
(Figs. 13 and 14), and that of F is 60 after J (Fig. 14). The rule is right, the figures are not. The probabilities agree
to the last printed digit.";

/// The tree of the example.
pub fn script() -> Script {
    TREE.parse().expect("the built-in example is a good script")
}

/// The number and title of the paper's figure for a table.
fn figure(script: &Script, after: TableAfter) -> Option<&'static str> {
    Some(match after {
        TableAfter::Expansion(node) => match script.name(node) {
            "root" => "Fig. 4. Initialization",
            "A" => "Fig. 5. SELECT after expanding A",
            "D" => "Fig. 7. SELECT after expanding D",
            "F" => "Fig. 10. VERIFY after expanding F",
            "G" => "Fig. 12. VERIFY after expanding G",
            "M" => "Fig. 13. VERIFY after expanding M",
            "J" => "Fig. 14. VERIFY after expanding J",
            _ => return None,
        },
        TableAfter::Verify => "Fig. 8. Start of VERIFY",
        TableAfter::Select => return None,
    })
}

/// The whole example as text: the tables of Figs. 4 to 14, the tree of Fig. 15, and where the print
/// differs.
pub fn in_figures() -> String {
    let script = script();
    let steps = script.steps();
    let mut parts = vec![INTRODUCTION.to_owned()];
    for step in &steps {
        match step {
            // The titles of the tables name the expansions.
            ReplayStep::Expand { .. } => {}
            ReplayStep::Table(rows) => {
                let title = figure(&script, rows.after).unwrap_or("(not in the paper)");
                parts.push(format!("{title}\n\n{}", table(&script, rows)));
            }
            ReplayStep::Verify { .. } | ReplayStep::Refuted { .. } | ReplayStep::Done { .. } => {
                parts.push(step_in_words(&script, step));
            }
        }
    }
    parts.push(format!(
        "Fig. 15. Final tree (double lines lead to expanded nodes)\n\n{}",
        text_picture(&script, &steps)
    ));
    parts.push(ERRATUM.to_owned());
    parts.join("\n\n")
}

/// The final tree as an SVG.
pub fn drawing() -> String {
    let script = script();
    svg_picture(
        &script,
        &script.steps(),
        "The final tree of the worked example (Berliner and McConnell 1996, Fig. 15)",
    )
}
