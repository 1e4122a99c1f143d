//! Measured points with error bars over a logarithmic axis, drawn as an SVG.

use std::fmt::Write;

use crate::drawing::{begin, escaped, text};
use crate::plot::{
    Axis, BOTTOM, COLORS, HEIGHT, LEFT, RIGHT, STYLE, TOP, WIDTH, draw_axes, name_axes,
};

/// Half the width of the end of an error bar.
const BAR_END: f64 = 5.0;
/// Where the horizontal axis ends. The last mark on it is a long number.
const RIGHT_END: f64 = WIDTH - 2.0 * RIGHT;
const POINT_RADIUS: f64 = 4.0;

/// A measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredPoint {
    /// Where it is on the horizontal axis, above 0.
    pub x: f64,
    /// The value, 0 to 100.
    pub y: f64,
    /// The lower and the upper end of its error bar, if it has one.
    pub interval: Option<[f64; 2]>,
    /// Whether the measurement is finished. If not, the point is hollow.
    pub is_final: bool,
    /// What stands beside it.
    pub label: String,
    /// What is shown to somebody who points at it.
    pub details: String,
}

/// A picture of percentages over a logarithmic axis. The points are joined from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct PercentPlot {
    pub title: String,
    /// What the horizontal axis shows.
    pub across: String,
    /// What the vertical axis shows, from 0 to 100.
    pub upwards: String,
    pub points: Vec<MeasuredPoint>,
    /// Points that others measured. They are not joined.
    pub marks: Vec<MeasuredPoint>,
    /// A level line across the picture, with its name.
    pub level: (f64, String),
}

impl PercentPlot {
    /// Draws it.
    pub fn svg(&self) -> String {
        let places = || self.points.iter().chain(&self.marks);
        let powers = || places().map(|point| point.x.max(1.0).log10());
        let first = powers().reduce(f64::min).unwrap_or(0.0);
        let last = powers().reduce(f64::max).unwrap_or(1.0);
        let across = Axis::new(first, last, 1.0, LEFT, RIGHT_END);
        let upwards = Axis::new(0.0, 100.0, 20.0, HEIGHT - BOTTOM, TOP);
        let mut drawing = begin("bplot", &self.title, STYLE, WIDTH, HEIGHT);
        text(&mut drawing, "title", 24.0, 32.0, "start", &self.title);
        draw_axes(&across, &upwards, power_of_ten, &mut drawing);
        name_axes(&across, &upwards, &self.across, &self.upwards, &mut drawing);
        let (level, name) = &self.level;
        let y = upwards.place(*level);
        let (left, right) = (across.begin, across.end);
        let _ = writeln!(
            drawing,
            "<line class=\"frame\" stroke-dasharray=\"6 4\" x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>"
        );
        text(&mut drawing, "mark", left + 6.0, y - 6.0, "start", name);
        let place = |point: &MeasuredPoint| {
            let x = across.place(point.x.max(1.0).log10());
            (x, upwards.place(point.y))
        };
        let line: Vec<String> = self
            .points
            .iter()
            .map(place)
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        if line.len() > 1 {
            let _ = writeln!(
                drawing,
                "<polyline class=\"curve\" stroke=\"{}\" points=\"{}\"/>",
                COLORS[0],
                line.join(" ")
            );
        }
        for (points, color) in [(&self.points, COLORS[0]), (&self.marks, COLORS[1])] {
            for point in points {
                let upwards = |value| upwards.place(value);
                draw_point(point, place(point), upwards, color, &mut drawing);
            }
        }
        drawing + "</svg>\n"
    }
}

/// Draws a point at its place. `upwards` says how high a value stands in the picture.
pub(crate) fn draw_point(
    point: &MeasuredPoint,
    (x, y): (f64, f64),
    upwards: impl Fn(f64) -> f64,
    color: &str,
    drawing: &mut String,
) {
    if let Some(interval) = point.interval {
        let [low, high] = interval.map(|end| upwards(end.clamp(0.0, 100.0)));
        let (left, right) = (x - BAR_END, x + BAR_END);
        let _ = writeln!(
            drawing,
            "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\" d=\"M{x:.1} {low:.1}V{high:.1}M{left:.1} {low:.1}H{right:.1}M{left:.1} {high:.1}H{right:.1}\"/>"
        );
    }
    let fill = if point.is_final { color } else { "#ffffff" };
    let _ = writeln!(
        drawing,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{POINT_RADIUS}\" fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"1.5\"><title>{}</title></circle>",
        escaped(&point.details)
    );
    // Beside the last mark there is room only on the left.
    let (anchor, beside) = if x > WIDTH / 2.0 {
        ("end", x - 10.0)
    } else {
        ("start", x + 10.0)
    };
    text(drawing, "mark", beside, y - 8.0, anchor, &point.label);
}

/// A power of ten in digits, like 1,000,000.
fn power_of_ten(power: f64) -> String {
    let zeros = power.max(0.0).round() as usize;
    let mut digits = "1".to_owned();
    for left in (0..zeros).rev() {
        if left % 3 == 2 {
            digits.push(',');
        }
        digits.push('0');
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64, interval: Option<[f64; 2]>) -> MeasuredPoint {
        MeasuredPoint {
            x,
            y,
            interval,
            is_final: interval.is_some(),
            label: format!("{y} %"),
            details: format!("{y} % of 24 games"),
        }
    }

    fn plot(points: Vec<MeasuredPoint>) -> PercentPlot {
        PercentPlot {
            title: "title".to_owned(),
            across: "nodes".to_owned(),
            upwards: "score, %".to_owned(),
            points,
            marks: vec![point(5e7, 41.7, None)],
            level: (50.0, "equal".to_owned()),
        }
    }

    #[test]
    fn powers_of_ten_are_written_out() {
        let written: Vec<String> = [0.0, 1.0, 3.0, 5.0, 6.0].map(power_of_ten).into();
        assert_eq!(written, ["1", "10", "1,000", "100,000", "1,000,000"]);
    }

    #[test]
    fn points_stand_on_a_logarithmic_axis_with_their_bars() {
        let points = vec![point(1e5, 3.0, Some([-4.0, 10.0])), point(1e6, 50.0, None)];
        let picture = plot(points).svg();
        // Three decades from 100,000 to 100,000,000.
        let width = RIGHT_END - LEFT;
        let second = format!("<circle cx=\"{:.1}\"", LEFT + width / 3.0);
        assert!(picture.contains(&second), "{picture}");
        assert_eq!(picture.matches("<circle").count(), 3);
        assert_eq!(picture.matches("<path").count(), 1);
        assert!(picture.contains("10,000,000") && picture.contains("41.7 % of 24 games"));
        // A bar does not leave the picture.
        let bottom = HEIGHT - BOTTOM;
        assert!(picture.contains(&format!(" {bottom:.1}V")), "{picture}");
    }

    #[test]
    fn a_picture_without_points_is_still_a_picture() {
        let picture = plot(Vec::new()).svg();
        assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN"));
    }
}
