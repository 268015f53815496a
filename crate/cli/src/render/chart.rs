//! The chart as an SVG that stands alone, in the shape of the page's export (`www/chart/export.js`).

use super::figures::{Suite, measured};
use super::table::escape;
use super::words::Words;
use nas_forecast_core::report::Quantity;
use std::fmt::Write;

const WIDTH: f64 = 860.0;
const ROW: f64 = 34.0;
const TOP: f64 = 96.0;
const LEFT: f64 = 220.0;
const RIGHT: f64 = 190.0;
const PLOT: f64 = WIDTH - LEFT - RIGHT;
/// The lower end of the axis, MB/s: nothing on a NAS is slower; and the least upper end.
const AXIS_FROM: f64 = 0.1;
const AXIS_TO_AT_LEAST: f64 = 1000.0;

/// What the page's export asks for: a font of the reader's machine.
pub const PAGE_FONTS: &str = "system-ui, Segoe UI, Roboto, sans-serif";

// The light values of the page's tokens (`www/style/tokens.css`) as every viewer knows them.
const INK: &str = "#1a2029";
const SOFT: &str = "#545b66";
const LINE: &str = "#e8e6e2";
const CARD: &str = "#ffffff";
const PLAIN: &str = "#899cbe";
const CACHED: &str = "#007d7e";

/// The picture, drawn in the fonts named.
pub fn svg(words: &Words, suite: &Suite, fonts: &str) -> String {
    let rows: Vec<_> = suite.rows(words).collect();
    let tops = rows.iter().flat_map(|(_, row)| {
        let (plain, cached) = measured(row);
        [plain, cached].into_iter().flatten().map(|figure| figure.high)
    });
    let axis = Axis::up_to(tops.fold(0.0, f64::max));
    let bottom = TOP + rows.len() as f64 * ROW;
    let mut picture = Picture::new(WIDTH, bottom + 34.0, fonts);
    for (index, line) in wrap(&suite.sentence(words), 92).iter().enumerate() {
        picture.text(16.0, 28.0 + index as f64 * 22.0, line, &[("font-size", "16"), ("font-weight", "600")]);
    }
    let small = [("fill", SOFT), ("font-size", "11")];
    picture.text(LEFT + PLOT, TOP - 26.0, words.unit("MB/s"), &[&small[..], &[("text-anchor", "end")]].concat());
    for tick in &axis.ticks {
        let x = axis.at(*tick);
        picture.line(x, TOP - 4.0, bottom);
        picture.text(x, TOP - 9.0, &words.number(*tick, 3), &[&small[..], &[("text-anchor", "middle")]].concat());
    }
    for (index, (name, row)) in rows.iter().enumerate() {
        let y = TOP + index as f64 * ROW;
        picture.text(16.0, y + 20.0, name, &[]);
        let (plain, cached) = measured(row);
        picture.bar(&axis, plain, PLAIN, y + 6.0, if cached.is_some() { 9.0 } else { 18.0 });
        picture.bar(&axis, cached, CACHED, y + 17.0, 11.0);
        let figure = cached
            .or(plain)
            .map_or_else(|| "–".to_owned(), |figure| words.figure(figure.value, Some((figure.low, figure.high))));
        let bold = [("text-anchor", "end"), ("font-weight", "600")];
        picture.text(LEFT + PLOT + 60.0, y + 20.0, &figure, &bold);
        let station = words.station(&row.report.bottleneck);
        picture.text(LEFT + PLOT + 72.0, y + 20.0, station, &[("font-size", "12"), ("fill", SOFT)]);
    }
    picture.text(16.0, bottom + 22.0, &format!("nas-forecast · {}", words.results("interval")), &small);
    picture.done()
}

/// Powers of ten, each with its line.
struct Axis {
    ticks: Vec<f64>,
    to: f64,
}

impl Axis {
    fn up_to(largest: f64) -> Self {
        let wanted = largest.max(AXIS_TO_AT_LEAST) * 0.999;
        let mut ticks = vec![AXIS_FROM, 1.0];
        while ticks.last().is_some_and(|last| *last < wanted) {
            ticks.push(ticks.last().unwrap_or(&1.0) * 10.0);
        }
        let to = ticks.last().copied().unwrap_or(AXIS_TO_AT_LEAST);
        Axis { ticks, to }
    }

    fn at(&self, value: f64) -> f64 {
        let span = libm::log(self.to / AXIS_FROM);
        LEFT + (100.0 * libm::log(value / AXIS_FROM) / span).clamp(0.0, 100.0) / 100.0 * PLOT
    }
}

struct Picture(String);

impl Picture {
    fn new(width: f64, height: f64, fonts: &str) -> Self {
        Picture(format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="{fonts}"><rect width="{width}" height="{height}" fill="{CARD}"/>"#
        ))
    }

    /// Thirteen pixels in ink, unless told otherwise.
    fn text(&mut self, x: f64, y: f64, content: &str, properties: &[(&str, &str)]) {
        let given = |name: &str| properties.iter().find(|(each, _)| *each == name).map(|(_, value)| *value);
        let (fill, size) = (given("fill").unwrap_or(INK), given("font-size").unwrap_or("13"));
        self.put(format_args!(r#"<text x="{}" y="{}" fill="{fill}" font-size="{size}""#, Short(x), Short(y)));
        for (name, value) in properties.iter().filter(|(name, _)| !["fill", "font-size"].contains(name)) {
            self.put(format_args!(r#" {name}="{value}""#));
        }
        self.put(format_args!(">{}</text>", escape(content)));
    }

    fn line(&mut self, x: f64, y1: f64, y2: f64) {
        let x = Short(x);
        self.put(format_args!(r#"<line x1="{x}" x2="{x}" y1="{y1}" y2="{y2}" stroke="{LINE}"/>"#));
    }

    /// A bar and the whisker of its interval.
    fn bar(&mut self, axis: &Axis, figure: Option<&Quantity>, fill: &str, y: f64, height: f64) {
        let Some(figure) = figure else { return };
        let width = Short((axis.at(figure.value) - LEFT).max(1.0));
        let (low, high, middle) = (Short(axis.at(figure.low)), Short(axis.at(figure.high)), y + height / 2.0);
        self.put(format_args!(r#"<rect x="{LEFT}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
        self.put(format_args!(r#"<path d="M{low} {middle}H{high}" stroke="{INK}" stroke-width="1.5"/>"#));
    }

    fn put(&mut self, text: std::fmt::Arguments) {
        // Writing to a string can't fail.
        let _ = self.0.write_fmt(text);
    }

    fn done(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

/// A place in hundredths of a pixel.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", (self.0 * 100.0).round() / 100.0)
    }
}

/// At most two lines of about so many characters.
fn wrap(sentence: &str, length: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let Some(last) = lines.last_mut() else { break };
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + word.chars().count() + 1 > length {
            lines.push(word.to_owned());
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines.truncate(2);
    lines
}
