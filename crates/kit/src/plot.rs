//! Curves drawn as an SVG that needs nothing else: no fonts, no style sheets, its own background.

use std::fmt::Write;

use crate::drawing::{begin, escaped, text};

pub(crate) const WIDTH: f64 = 720.0;
pub(crate) const HEIGHT: f64 = 360.0;
pub(crate) const LEFT: f64 = 76.0;
pub(crate) const RIGHT: f64 = 24.0;
pub(crate) const TOP: f64 = 76.0;
pub(crate) const BOTTOM: f64 = 56.0;
/// More points than this cannot be told apart.
const MAX_POINTS: usize = 1000;
/// Approximate number of marks on an axis.
const USUAL_MARKS: f64 = 5.0;
pub(crate) const COLORS: [&str; 13] = [
    "#2f6fb3", "#b3741a", "#2e7d4f", "#8a3ffc", "#c62f4d", "#0f8b8d", "#7a5230", "#d05fa2",
    "#5c6b00", "#e07a00", "#4b4fc4", "#57606a", "#a9b1ba",
];
/// Where the legend begins, and how far apart its lines are.
pub(crate) const LEGEND: f64 = 56.0;
const LEGEND_LINE: f64 = 20.0;
/// Each further curve makes the picture higher by `HEIGHT_PER_CURVE`.
const USUAL_MAX_CURVES: usize = 4;
const HEIGHT_PER_CURVE: f64 = 20.0;
/// Every rule names the class of this picture: inside a page, a style sheet is for the whole page.
pub(crate) const STYLE: &str = ".bplot{max-width:100%;height:auto}\
    .bplot text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1b1f24}\
    .bplot .title{font-size:17px;font-weight:600}.bplot .axis{font-size:12px}\
    .bplot .mark{font-size:11px;fill:#57606a}.bplot .grid{stroke:#d8dee4;stroke-width:1}\
    .bplot .frame{stroke:#57606a;stroke-width:1.2}.bplot .curve{fill:none;stroke-width:2;stroke-linejoin:round}";

/// A value that changes.
pub struct Curve {
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// A picture of curves over one pair of axes. The vertical axis begins at 0, so that small changes
/// seem small.
pub struct Plot {
    pub title: String,
    /// What the horizontal axis shows.
    pub across: String,
    /// What the vertical axis shows.
    pub upwards: String,
    /// What is drawn.
    pub curves: Vec<Curve>,
}

/// An axis: numbers on one end, places in the picture on the other.
pub(crate) struct Axis {
    pub from: f64,
    pub to: f64,
    pub step: f64,
    pub begin: f64,
    pub end: f64,
}

impl Axis {
    /// Marks are 1, 2 or 5 times a power of ten apart, and no closer than `least_step`. The ends
    /// are marks.
    pub fn new(from: f64, to: f64, least_step: f64, begin: f64, end: f64) -> Axis {
        let rough = ((to - from) / USUAL_MARKS).max(f64::MIN_POSITIVE);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(10.0 * power)
            .max(least_step);
        let from = (from / step).floor() * step;
        let to = ((to / step).ceil() * step).max(from + step);
        Axis {
            from,
            to,
            step,
            begin,
            end,
        }
    }

    pub fn place(&self, value: f64) -> f64 {
        self.begin + (value - self.from) / (self.to - self.from) * (self.end - self.begin)
    }

    fn marks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.to - self.from) / self.step).round() as u32;
        (0..=count).map(|number| self.from + f64::from(number) * self.step)
    }
}

impl Plot {
    /// Draws it.
    pub fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let largest = |value: fn(&(f64, f64)) -> f64| points().map(value).fold(0.0, f64::max);
        let first = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let first = if first.is_finite() { first } else { 0.0 };
        let across = Axis::new(first, largest(|point| point.0), 1.0, LEFT, WIDTH - RIGHT);
        let legend = self.legend();
        let last_line = legend.last().map_or(LEGEND, |place| place.1);
        let top = TOP + last_line - LEGEND;
        // Many curves need room to be told apart.
        let height = HEIGHT
            + (last_line - LEGEND)
            + HEIGHT_PER_CURVE * self.curves.len().saturating_sub(USUAL_MAX_CURVES) as f64;
        let upwards = Axis::new(0.0, largest(|point| point.1), 0.1, height - BOTTOM, top);
        let mut drawing = begin("bplot", &self.title, STYLE, WIDTH, height);
        text(&mut drawing, "title", 24.0, 32.0, "start", &self.title);
        let label = |value| rounded(value, across.step);
        draw_axes(&across, &upwards, label, &mut drawing);
        name_axes(&across, &upwards, &self.across, &self.upwards, &mut drawing);
        for ((curve, color), place) in self.curves.iter().zip(COLORS.iter().cycle()).zip(legend) {
            draw_curve(curve, color, &across, &upwards, &mut drawing);
            draw_legend(&curve.name, color, place, &mut drawing);
        }
        drawing + "</svg>\n"
    }

    fn legend(&self) -> Vec<(f64, f64)> {
        legend_places(self.curves.iter().map(|curve| curve.name.as_str()))
    }
}

/// Where the name of each curve stands, line by line.
pub(crate) fn legend_places<'a>(names: impl Iterator<Item = &'a str>) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (LEFT, LEGEND);
    let mut places = Vec::new();
    for name in names {
        // This is a generous guess at the width of letters: no font is known here.
        let width = 44.0 + 6.8 * name.chars().count() as f64;
        if x > LEFT && x + width > WIDTH {
            (x, y) = (LEFT, y + LEGEND_LINE);
        }
        places.push((x, y));
        x += width;
    }
    places
}

/// Writes the name of a curve beside its colour.
pub(crate) fn draw_legend(name: &str, color: &str, (x, y): (f64, f64), drawing: &mut String) {
    let _ = writeln!(
        drawing,
        "<rect x=\"{x}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{color}\"/>",
        y - 6.0
    );
    text(drawing, "axis", x + 20.0, y, "start", name);
}

/// Draws the lines and marks of both axes. `label` writes the marks of the horizontal one.
pub(crate) fn draw_axes(
    across: &Axis,
    upwards: &Axis,
    label: impl Fn(f64) -> String,
    drawing: &mut String,
) {
    for value in upwards.marks() {
        let y = upwards.place(value);
        let class = if value == upwards.from {
            "frame"
        } else {
            "grid"
        };
        let _ = writeln!(
            drawing,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>",
            across.begin, across.end
        );
        let words = rounded(value, upwards.step);
        text(drawing, "mark", across.begin - 8.0, y + 4.0, "end", &words);
    }
    for value in across.marks() {
        let x = across.place(value);
        let y = upwards.begin + 18.0;
        text(drawing, "mark", x, y, "middle", &label(value));
    }
}

/// Writes what the axes show.
pub(crate) fn name_axes(
    across: &Axis,
    upwards: &Axis,
    name_across: &str,
    name_upwards: &str,
    drawing: &mut String,
) {
    let middle = f64::midpoint(across.begin, across.end);
    let below = upwards.begin + BOTTOM - 14.0;
    text(drawing, "axis", middle, below, "middle", name_across);
    let middle = f64::midpoint(upwards.end, upwards.begin);
    let _ = writeln!(
        drawing,
        "<text class=\"axis\" x=\"20\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 20 {middle})\">{}</text>",
        escaped(name_upwards)
    );
}

fn rounded(value: f64, step: f64) -> String {
    if step < 1.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

fn draw_curve(curve: &Curve, color: &str, across: &Axis, upwards: &Axis, drawing: &mut String) {
    let places: Vec<String> = thinned(&curve.points)
        .iter()
        .map(|(x, y)| format!("{:.1},{:.1}", across.place(*x), upwards.place(*y)))
        .collect();
    let _ = match &places[..] {
        [] => Ok(()),
        [only] => {
            let (x, y) = only.split_once(',').unwrap_or((only, only));
            writeln!(
                drawing,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{color}\"/>"
            )
        }
        _ => writeln!(
            drawing,
            "<polyline class=\"curve\" stroke=\"{color}\" points=\"{}\"/>",
            places.join(" ")
        ),
    };
}

/// Keeps the highest of every few points, if there are many. The first and the last stay.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    if points.len() <= MAX_POINTS {
        return points.to_vec();
    }
    let few = points.len().div_ceil(MAX_POINTS);
    let highest = points.chunks(few).filter_map(|chunk| {
        let by_height = |one: &&(f64, f64), other: &&(f64, f64)| one.1.total_cmp(&other.1);
        chunk.iter().max_by(by_height).copied()
    });
    std::iter::once(first)
        .chain(highest)
        .chain(std::iter::once(last))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<(f64, f64)>) -> Plot {
        Plot {
            title: "title".to_owned(),
            across: "games".to_owned(),
            upwards: "MiB".to_owned(),
            curves: vec![Curve {
                name: "curve".to_owned(),
                points,
            }],
        }
    }

    #[test]
    fn axes_end_at_round_numbers() {
        let axis = Axis::new(0.0, 83.0, 0.1, 0.0, 100.0);
        assert_eq!(
            axis.marks().collect::<Vec<_>>(),
            [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
        );
        assert_eq!(axis.place(50.0), 50.0);
        let axis = Axis::new(1.0, 2.0, 1.0, 0.0, 100.0);
        assert_eq!(axis.marks().collect::<Vec<_>>(), [1.0, 2.0]);
    }

    #[test]
    fn any_number_of_points_is_drawn() {
        let empty = plot(Vec::new()).svg();
        assert!(empty.ends_with("</svg>\n"));
        assert!(plot(vec![(1.0, 5.0)]).svg().contains("<circle"));
        let many = (0..12_345).map(|n| (f64::from(n), f64::from(n % 100)));
        let picture = plot(many.collect()).svg();
        assert!(picture.contains("<polyline"));
        assert!(picture.len() < 40_000);
        for picture in [empty, picture] {
            assert!(!picture.contains("NaN") && !picture.contains("inf\""));
        }
    }

    #[test]
    fn many_names_take_several_lines_and_none_leaves_the_picture() {
        let mut picture = plot(vec![(1.0, 5.0)]);
        assert_eq!(picture.legend(), [(LEFT, LEGEND)]);
        picture.curves = (0..9)
            .map(|number| Curve {
                name: format!("a curve with a name {number}"),
                points: vec![(1.0, 5.0), (2.0, 6.0)],
            })
            .collect();
        let places = picture.legend();
        assert!(places.iter().all(|(x, _)| *x < WIDTH - 100.0), "{places:?}");
        assert!(places[8].1 > places[0].1);
        assert!(!picture.svg().contains(&format!("height=\"{HEIGHT}\"")));
    }

    #[test]
    fn peaks_survive_thinning() {
        let mut points: Vec<_> = (0..5000).map(|n| (f64::from(n), 1.0)).collect();
        points[1234].1 = 9.0;
        let thin = thinned(&points);
        assert!(thin.len() <= MAX_POINTS + 2);
        assert!(thin.contains(&(1234.0, 9.0)));
        assert_eq!((thin[0], thin[thin.len() - 1]), (points[0], points[4999]));
    }
}
