//! On what the games of a file depend.

use bstar_engine::Evaluation;

use super::{DataGen, rules};
use crate::selfplay::{FEWEST_PLIES, GLANCE, LOPSIDED, SPREAD, player};
use bstar_kit::provenance::{Provenance, Setting};

impl DataGen {
    /// The file, and everything that its games depend on beside their numbers.
    pub(super) fn provenance(&self) -> Provenance<'_> {
        let most = FEWEST_PLIES + SPREAD - 1;
        let opening =
            format!("{FEWEST_PLIES} to {most} random moves, within {LOPSIDED} by {GLANCE} nodes");
        let mut settings = vec![
            Setting::new("nodes", self.nodes),
            Setting::new("seed", self.seed),
            Setting::new("player", player(self.hash)),
            // Files did not have it when there were only the terms.
            Setting::new("evaluation", &self.evaluation).or_unsaid(Evaluation::TERMS),
            Setting::new("opening", opening),
        ];
        if let Some(rule) = rules().draw {
            let rule = format!("{},{},{}", rule.from_move, rule.moves, rule.score);
            settings.push(Setting::new("draw-rule", rule));
        }
        if let Some(rule) = rules().resign {
            let rule = format!("{},{}", rule.moves, rule.score);
            settings.push(Setting::new("resign-rule", rule));
        }
        Provenance {
            file: &self.file,
            settings,
        }
    }
}
