//! The score of B* against power, as a picture.

use bstar_kit::error_bars::{MeasuredPoint, PercentPlot};

use super::report::ScalingReport;

impl ScalingReport {
    /// The picture as an SVG. A run that is not complete is a hollow point.
    pub fn svg(&self) -> String {
        let points = self.runs.iter().filter_map(|run| {
            let score = 100.0 * run.score?;
            let games = match run.is_complete() {
                true => format!("{} games", run.games),
                false => format!("{} of {} games", run.games, run.announced),
            };
            Some(MeasuredPoint {
                x: run.nodes as f64,
                y: score,
                interval: run.interval.map(|ends| ends.map(|end| 100.0 * end)),
                is_final: run.is_complete(),
                label: format!("{score:.1} %"),
                details: games,
            })
        });
        let paper = 100.0 * self.paper.score;
        PercentPlot {
            title: "B* against full-width alpha-beta, equal nodes".to_owned(),
            across: "nodes a move".to_owned(),
            upwards: "score of B*, %".to_owned(),
            points: points.collect(),
            marks: vec![MeasuredPoint {
                x: self.paper.nodes as f64,
                y: paper,
                interval: None,
                is_final: true,
                label: format!("Hitech 1996: {paper:.1} %"),
                details: format!("{} games", self.paper.games),
            }],
            level: (50.0, "equal".to_owned()),
        }
        .svg()
    }
}
