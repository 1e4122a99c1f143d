//! What was said against what happened, as a picture.

use bstar_kit::error_bars::MeasuredPoint;
use bstar_kit::reliability::{ReliabilityCurve, ReliabilityPlot};

use super::report::CalibrationReport;

impl CalibrationReport {
    /// The picture as an SVG, with a curve for each kind of statement. A point is a band of what
    /// was said.
    pub fn svg(&self) -> String {
        let kinds = self.kinds.iter().filter(|kind| kind.cases > 0);
        let curves = kinds.map(|kind| ReliabilityCurve {
            name: kind.kind.name().to_owned(),
            points: kind
                .bands
                .iter()
                .map(|band| MeasuredPoint {
                    x: 100.0 * band.said,
                    y: 100.0 * band.happened,
                    interval: Some(band.interval.map(|end| 100.0 * end)),
                    is_final: !self.interrupted,
                    label: String::new(),
                    details: format!(
                        "{}, said {:.1} % on average, happened in {:.1} % of {} cases",
                        kind.kind.name(),
                        100.0 * band.said,
                        100.0 * band.happened,
                        band.cases
                    ),
                })
                .collect(),
        });
        ReliabilityPlot {
            title: format!("What {} says, and what happens", self.player),
            across: "said, % (both axes show square roots)".to_owned(),
            upwards: "happened, %".to_owned(),
            curves: curves.collect(),
        }
        .svg()
    }
}
