//! The reasons and ideas for the chosen move: how they were weighed, and which of them were told.

use bstar_board::san;

use super::table::in_columns;
use crate::facts::Reading;
use crate::tell::choose::{MAX_REASONS, MIN_WEIGHT, weight_of};
use crate::tell::weigh::{Candidate, LeftOut};
use crate::write::words::grammar::wrapped;
use crate::write::words::phrases::phrase;
use crate::write::words::sentence::Sentence;

impl Reading<'_> {
    /// Every reason for the chosen move, and every idea about it with its factors, the weightiest
    /// first, and whether it was told.
    pub fn why(&self) -> String {
        let Some(best) = self.best() else {
            return String::new();
        };
        let (reasons, ideas) = self.reasons_and_ideas(best);
        let mv = san::numbered(self.position(), &[best.mv]).join(" ");
        if reasons.is_empty() && ideas.is_empty() {
            return format!("There is no reason and no idea to tell for {mv}.\n");
        }
        let head = [
            "weight", "idea", "usual", "contrast", "lasting", "worth", "told", "in words",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(reasons.iter().map(reason_row));
        rows.extend(ideas.iter().map(|idea| self.idea_row(idea)));
        let legend = format!(
            "Reasons without a weight are forced or win something, and come first. The weight of an idea is what it usually weighs, times contrast (1 where no \
             other move has it), lasting (less if it is gone after some moves) and worth (what the evaluation says of the man's new place). The heaviest from \
             {MIN_WEIGHT:.1} on are told, up to {MAX_REASONS} sentences with the reasons; an idea repeats another if they share the theme or the squares. All weights and limits are in \
             crates/explain/src/tell/choose.rs: to change a weight, move the idea to another group of WEIGHTS there."
        );
        format!(
            "Reasons and ideas for {mv}:\n\n{}\n{}\n",
            in_columns(&rows, &[1, 6, 7]),
            wrapped(&legend)
        )
    }

    fn idea_row(&self, idea: &Candidate) -> Vec<String> {
        let told = match idea.left_out {
            None => "yes",
            Some(LeftOut::TooLight) => "too light",
            Some(LeftOut::Repeats) => "repeats",
            Some(LeftOut::NoRoom) => "no room",
        };
        let [contrast, lasting, worth] = idea.factors.map(|factor| format!("{factor:.2}"));
        vec![
            format!("{:.1}", idea.weight),
            idea.concept.name.to_owned(),
            weight_of(idea.concept).to_string(),
            contrast,
            lasting,
            worth,
            told.to_owned(),
            plain(&phrase(self.position(), &idea.claim)),
        ]
    }
}

fn reason_row(reason: &Sentence) -> Vec<String> {
    let mut row = vec![String::new(); 6];
    row[1] = reason.kind().to_owned();
    row.extend(["yes".to_owned(), plain(&reason.text)]);
    row
}

fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}
