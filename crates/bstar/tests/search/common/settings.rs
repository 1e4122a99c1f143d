//! Settings drawn by lot.

use bstar::{Config, Dithering, ExpansionLimits, Independence, Stopping};

use super::random::Random;

/// Every setting takes part.
pub fn random_config(random: &mut Random) -> Config {
    Config {
        independence: [Independence::All, Independence::ReplyGroups][random.below(2)],
        dithering: [Dithering::Off, Dithering::default()][random.below(2)],
        stopping: [
            Stopping::MinAct {
                start: 0.15,
                end: 0.15,
            },
            Stopping::default(),
            Stopping::Separation,
        ][random.below(3)],
        limits: [
            None,
            Some(ExpansionLimits::default()),
            Some(ExpansionLimits::of(10)),
        ][random.below(3)],
        ..Config::default()
    }
}
