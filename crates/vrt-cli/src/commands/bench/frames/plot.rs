//! The saturation table as a picture: pictures a second over the batch, a line for each number of contexts.

use std::fmt::Write as _;

use super::saturation::Point;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
/// Left, top, right, bottom of the plot itself.
const AREA: [f64; 4] = [80.0, 50.0, 600.0, 380.0];
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

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n<text x=\"{left}\" y=\"28\" font-size=\"15\">{}</text>\n",
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

    let mut contexts: Vec<usize> = points.iter().map(|point| point.contexts).collect();
    contexts.sort_unstable();
    contexts.dedup();
    let mut legend = top + 10.0;
    for (count, color) in contexts.iter().zip(COLORS.iter().cycle()) {
        for (what, dash) in [("engine alone", "6 4"), ("frames", "none")] {
            let rate = |point: &Point| if what == "frames" { point.frames.pictures_per_second } else { point.engine.pictures_per_second };
            let of: Vec<&Point> = points.iter().filter(|point| point.contexts == *count).collect();
            let line: Vec<String> = of.iter().map(|point| format!("{:.1},{:.1}", x(point.batch), y(rate(point)))).collect();
            let style = format!("stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"");
            let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" {style}/>", line.join(" "));
            for point in of {
                let _ = writeln!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\"/>", x(point.batch), y(rate(point)));
            }
            let plural = if *count == 1 { "" } else { "s" };
            let _ = writeln!(svg, "<line x1=\"{}\" x2=\"{}\" y1=\"{legend}\" y2=\"{legend}\" {style}/>", right + 12.0, right + 40.0);
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"11\">{count} context{plural}, {what}</text>",
                right + 46.0,
                legend + 4.0
            );
            legend += 20.0;
        }
    }
    svg + "</svg>\n"
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
}
