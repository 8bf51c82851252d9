//! The saturation table as a picture: pictures a second over the batch, a line for each number of contexts.

use std::fmt::Write as _;

use super::saturation::Point;

const HEIGHT: f64 = 440.0;
/// Left, top, right, bottom of the plot itself.
const AREA: [f64; 4] = [80.0, 50.0, 600.0, 380.0];
/// Font sizes of the title and the legend; all else is between them.
const TITLE: f64 = 15.0;
const LEGEND: f64 = 11.0;
/// Where the legend's texts begin, to the right of the plot.
const LEGEND_AT: f64 = 46.0;
/// The two lines of each number of contexts, and their dashes.
const LINES: [(&str, &str); 2] = [("engine alone", "6 4"), ("frames", "none")];
/// Three colours that people with any colour vision tell apart (Okabe and Ito).
const COLORS: [&str; 3] = ["#0072B2", "#D55E00", "#009E73"];

/// The plot as SVG.
pub fn svg(title: &str, points: &[Point]) -> String {
    let [left, top, right, bottom] = AREA;
    let most = points.iter().flat_map(|point| [point.engine.pictures_per_second, point.frames.pictures_per_second]).fold(0.0, f64::max);
    let step = step(most);
    let highest = (most / step).ceil().max(1.0) * step;
    let mut batches: Vec<usize> = points.iter().map(|point| point.batch).collect();
    batches.sort_unstable();
    batches.dedup();
    let x = |batch: usize| {
        let at = batches.iter().position(|known| *known == batch).unwrap_or(0) as f64;
        left + (right - left) * (at + 0.5) / batches.len().max(1) as f64
    };
    let y = |rate: f64| bottom - (bottom - top) * rate / highest;

    let mut contexts: Vec<usize> = points.iter().map(|point| point.contexts).collect();
    contexts.sort_unstable();
    contexts.dedup();
    let texts = contexts.iter().flat_map(|count| LINES.map(|(what, _)| legend_text(*count, what)));
    let widest = texts.map(|text| text_width(&text, LEGEND)).fold(0.0, f64::max);
    let width = (right + LEGEND_AT + widest).max(left + text_width(title, TITLE)).ceil() + 10.0;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{HEIGHT}\" fill=\"white\"/>\n<text x=\"{left}\" y=\"28\" font-size=\"{TITLE}\">{}</text>\n",
        escaped(title)
    );
    // Writing to a String can't fail.
    let mut rate = 0.0;
    while rate <= highest {
        let at = y(rate);
        let _ = writeln!(svg, "<line x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{rate:.0}</text>", left - 8.0, at + 4.0);
        rate += step;
    }
    for batch in &batches {
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{batch}</text>", x(*batch), bottom + 20.0);
    }
    let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">batch</text>", f64::midpoint(left, right), bottom + 42.0);
    let middle = f64::midpoint(top, bottom);
    let _ = writeln!(
        svg,
        "<text x=\"20\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 20 {middle})\">pictures a second</text>"
    );

    let mut legend = top + 10.0;
    for (count, color) in contexts.iter().zip(COLORS.iter().cycle()) {
        for (what, dash) in LINES {
            let rate = |point: &Point| if what == "frames" { point.frames.pictures_per_second } else { point.engine.pictures_per_second };
            let of: Vec<&Point> = points.iter().filter(|point| point.contexts == *count).collect();
            let line: Vec<String> = of.iter().map(|point| format!("{:.1},{:.1}", x(point.batch), y(rate(point)))).collect();
            let style = format!("stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"");
            let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" {style}/>", line.join(" "));
            for point in of {
                let _ = writeln!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\"/>", x(point.batch), y(rate(point)));
            }
            let _ = writeln!(svg, "<line x1=\"{}\" x2=\"{}\" y1=\"{legend}\" y2=\"{legend}\" {style}/>", right + 12.0, right + 40.0);
            let text = legend_text(*count, what);
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"{LEGEND}\">{text}</text>", right + LEGEND_AT, legend + 4.0);
            legend += 20.0;
        }
    }
    svg + "</svg>\n"
}

fn legend_text(contexts: usize, what: &str) -> String {
    format!("{contexts} context{}, {what}", if contexts == 1 { "" } else { "s" })
}

/// Room for a text. Viewers choose the font: these texts take 0.52 of its size for a character in DejaVu Sans, which is a wide one.
fn text_width(text: &str, size: f64) -> f64 {
    0.6 * size * text.chars().count() as f64
}

/// A round number that a scale up to `most` counts in: 1, 2 or 5 times a power of ten, three to eight times.
fn step(most: f64) -> f64 {
    let power = 10_f64.powf((most.max(1.0) / 8.0).log10().ceil());
    [power / 5.0, power / 2.0, power].into_iter().find(|step| most / step <= 8.0).unwrap_or(power)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::Statistics;
    use super::super::saturation::Load;
    use super::*;

    #[test]
    fn scales_are_round() {
        for (most, expected) in [(3413.0, 500.0), (800.0, 100.0), (801.0, 200.0), (0.0, 0.2), (9.0, 2.0), (41.0, 10.0)] {
            assert!((step(most) - expected).abs() < 1e-9, "{most}: {}", step(most));
        }
    }

    #[test]
    fn a_plot_has_a_line_for_each_number_of_contexts() {
        let load = |rate: f64| Load { pictures_per_second: rate, batch_ms: Statistics::of(vec![1.0]) };
        let point = |contexts, batch| Point { contexts, batch, engine: load(1000.0), frames: load(900.0) };
        let svg = svg("a <model> & more", &[point(1, 1), point(1, 8), point(2, 1), point(2, 8)]);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (4, 8));
        assert!(svg.contains("a &lt;model&gt; &amp; more") && svg.contains("2 contexts, frames") && svg.ends_with("</svg>\n"));
        // The highest figure is on the highest line of the scale.
        assert!(svg.contains("cy=\"50.0\"") && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn a_plot_is_as_wide_as_its_texts() {
        let load = |rate: f64| Load { pictures_per_second: rate, batch_ms: Statistics::of(vec![1.0]) };
        let width = |title: &str, contexts| {
            let svg = svg(title, &[Point { contexts, batch: 1, engine: load(1000.0), frames: load(900.0) }]);
            let width = svg.split_once("viewBox=\"0 0 ").unwrap().1.split_once(' ').unwrap().0.to_owned();
            assert!(svg.contains(&format!("<rect width=\"{width}\"")), "{svg}");
            width.parse::<f64>().unwrap()
        };
        // The legend begins at 646. In DejaVu Sans, a wide font, its longest text is 136 wide.
        assert!((646.0 + 136.0..900.0).contains(&width("short", 4)));
        assert!(width("short", 16) > width("short", 4));
        assert!(width(&"a long name ".repeat(10), 4) > 80.0 + 15.0 * 0.5 * 120.0);
    }
}
