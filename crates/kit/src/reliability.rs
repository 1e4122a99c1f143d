//! What was said against what happened, drawn as an SVG.

use std::fmt::Write;

use crate::drawing::{begin, text};
use crate::error_bars::{MeasuredPoint, draw_point};
use crate::plot::{
    Axis, BOTTOM, COLORS, LEFT, LEGEND, RIGHT, STYLE, TOP, WIDTH, draw_legend, legend_places,
    name_axes,
};

/// The height of the part between the axes.
const PLOT_HEIGHT: f64 = 480.0;
/// The marks on both axes, in percent.
const MARKS: [f64; 9] = [0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 35.0, 50.0, 100.0];

/// The points of one kind of statement.
#[derive(Clone, Debug, PartialEq)]
pub struct ReliabilityCurve {
    pub name: String,
    /// From left to right: what was said across, what happened upwards, both in percent.
    pub points: Vec<MeasuredPoint>,
}

/// A picture of probabilities that were said and shares that happened. Accurate ones lie on the
/// diagonal. Both axes show square roots, because most probabilities are small.
#[derive(Clone, Debug, PartialEq)]
pub struct ReliabilityPlot {
    pub title: String,
    /// What the horizontal axis shows.
    pub across: String,
    /// What the vertical axis shows.
    pub upwards: String,
    /// What is drawn.
    pub curves: Vec<ReliabilityCurve>,
}

impl ReliabilityPlot {
    /// Draws it.
    pub fn svg(&self) -> String {
        let names = || self.curves.iter().map(|curve| curve.name.as_str());
        let legend = legend_places(names());
        let top = TOP + legend.last().map_or(LEGEND, |place| place.1) - LEGEND;
        let bottom = top + PLOT_HEIGHT;
        let (across, upwards) = (axis(LEFT, WIDTH - RIGHT), axis(bottom, top));
        let mut drawing = begin("bplot", &self.title, STYLE, WIDTH, bottom + BOTTOM);
        text(&mut drawing, "title", 24.0, 32.0, "start", &self.title);
        draw_grid(&across, &upwards, &mut drawing);
        name_axes(&across, &upwards, &self.across, &self.upwards, &mut drawing);
        for ((curve, color), name) in self.curves.iter().zip(COLORS.iter().cycle()).zip(legend) {
            draw_legend(&curve.name, color, name, &mut drawing);
            let place = |point: &MeasuredPoint| (at(&across, point.x), at(&upwards, point.y));
            let line: Vec<String> = curve
                .points
                .iter()
                .map(place)
                .map(|(x, y)| format!("{x:.1},{y:.1}"))
                .collect();
            let _ = writeln!(
                drawing,
                "<polyline class=\"curve\" stroke=\"{color}\" points=\"{}\"/>",
                line.join(" ")
            );
            for point in &curve.points {
                let upwards = |value| at(&upwards, value);
                draw_point(point, place(point), upwards, color, &mut drawing);
            }
        }
        drawing + "</svg>\n"
    }
}

/// An axis of square roots of percentages.
fn axis(begin: f64, end: f64) -> Axis {
    Axis {
        from: 0.0,
        to: 10.0,
        step: 1.0,
        begin,
        end,
    }
}

/// Where a percentage stands on an axis.
fn at(axis: &Axis, percent: f64) -> f64 {
    axis.place(percent.clamp(0.0, 100.0).sqrt())
}

/// The lines and marks of both axes, and the diagonal.
fn draw_grid(across: &Axis, upwards: &Axis, drawing: &mut String) {
    for mark in MARKS {
        let (x, y) = (at(across, mark), at(upwards, mark));
        let class = if mark == 0.0 { "frame" } else { "grid" };
        let _ = writeln!(
            drawing,
            "<path class=\"{class}\" fill=\"none\" d=\"M{x:.1} {:.1}V{:.1}M{:.1} {y:.1}H{:.1}\"/>",
            upwards.begin, upwards.end, across.begin, across.end
        );
        let words = format!("{mark:.0}");
        text(drawing, "mark", x, upwards.begin + 18.0, "middle", &words);
        text(drawing, "mark", across.begin - 8.0, y + 4.0, "end", &words);
    }
    let _ = writeln!(
        drawing,
        "<line class=\"frame\" stroke-dasharray=\"6 4\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        across.begin, upwards.begin, across.end, upwards.end
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<MeasuredPoint>) -> ReliabilityPlot {
        ReliabilityPlot {
            title: "title".to_owned(),
            across: "said, %".to_owned(),
            upwards: "happened, %".to_owned(),
            curves: vec![ReliabilityCurve {
                name: "rain".to_owned(),
                points,
            }],
        }
    }

    #[test]
    fn what_is_true_stands_on_the_diagonal() {
        let point = |percent: f64| MeasuredPoint {
            x: percent,
            y: percent,
            interval: Some([percent / 2.0, 2.0 * percent]),
            is_final: true,
            label: String::new(),
            details: format!("{percent} % of 30 days"),
        };
        let picture = plot(vec![point(1.0), point(25.0), point(100.0)]).svg();
        // The square root of 25 is half of that of 100.
        let middle = (
            f64::midpoint(LEFT, WIDTH - RIGHT),
            f64::midpoint(TOP, TOP + PLOT_HEIGHT),
        );
        let circle = format!("<circle cx=\"{:.1}\" cy=\"{:.1}\"", middle.0, middle.1);
        assert!(picture.contains(&circle), "{picture}");
        assert!(picture.contains("25 % of 30 days") && picture.contains(">rain<"));
        // A bar ends where the picture does.
        assert!(picture.contains(&format!("V{TOP:.1}M")), "{picture}");
    }

    #[test]
    fn a_picture_without_points_is_still_a_picture() {
        let picture = plot(Vec::new()).svg();
        assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN"));
    }
}
