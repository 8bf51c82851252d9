//! Tables for the terminal, at most 80 columns wide.

use std::fmt::Write as _;

use anstyle::{RgbColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use vrt_rfdetr_seg::LabelMap;
use vrt_types::BoundingBox;

use super::{class_name, distance_text, thousands};
use crate::pipeline::Analysis;

/// Widest line.
pub const WIDTH: usize = 80;
const GAP: &str = "  ";

/// A table under construction. The first column that is not right-aligned gives way where the table is too wide.
#[derive(Debug, Default)]
pub struct Table {
    columns: Vec<(String, bool)>,
    rows: Vec<Vec<Cell>>,
}

/// One cell; a style applies to its text alone.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// A cell in a style.
    pub fn styled(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), style: Style::new() }
    }
}

impl Table {
    /// A table without rows. Columns whose title begins with `>` are right-aligned.
    pub fn new(titles: &[&str]) -> Self {
        let column = |title: &&str| match title.strip_prefix('>') {
            Some(title) => (title.to_owned(), true),
            None => ((*title).to_owned(), false),
        };
        Self { columns: titles.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// The table as lines.
    pub fn render(&self) -> String {
        let mut widths: Vec<usize> = self.columns.iter().map(|(title, _)| title.width()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.text.width());
            }
        }
        let total = widths.iter().sum::<usize>() + GAP.len() * widths.len();
        if let Some(flexible) = self.columns.iter().rposition(|(_, right)| !right)
            && total > WIDTH
        {
            let least = self.columns[flexible].0.width().max(8);
            widths[flexible] = widths[flexible].saturating_sub(total - WIDTH).max(least);
        }
        let bold = Style::new().bold();
        let header: Vec<Cell> = self.columns.iter().map(|(title, _)| Cell::styled(title.as_str(), bold)).collect();
        let mut text = String::new();
        for row in std::iter::once(&header).chain(&self.rows) {
            self.line(&mut text, row, &widths);
        }
        text
    }

    fn line(&self, text: &mut String, row: &[Cell], widths: &[usize]) {
        let start = text.len();
        for ((cell, width), (_, right)) in row.iter().zip(widths).zip(&self.columns) {
            let shown = fitted(&cell.text, *width);
            let padding = " ".repeat(width - shown.width());
            let (before, after) = if *right { (padding.as_str(), "") } else { ("", padding.as_str()) };
            let style = cell.style;
            // Writing to a String can't fail.
            let _ = write!(text, "{GAP}{before}{style}{shown}{style:#}{after}");
        }
        text.truncate(start + text[start..].trim_end().len());
        text.push('\n');
    }
}

/// The text, shortened with an ellipsis to a width in columns.
fn fitted(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut used = 1;
    for char in text.chars() {
        used += char.width().unwrap_or(0);
        if used > width {
            break;
        }
        shown.push(char);
    }
    shown.push('…');
    shown
}

/// The swatch that ties a row to its colour in the overlay.
pub fn swatch(class_id: u32) -> Cell {
    let [r, g, b] = vrt_viz::class_color(class_id);
    Cell::styled("■", RgbColor(r, g, b).on_default())
}

/// Corners of a box in whole pixels.
pub fn box_text(bbox: &BoundingBox) -> String {
    format!("{:.0} {:.0} {:.0} {:.0}", bbox.x1, bbox.y1, bbox.x2, bbox.y2)
}

/// Objects of one picture: class, score, box (or position, where a camera gives it), mask area and, where there is depth, distance.
pub fn objects(analysis: &Analysis, labels: Option<&LabelMap>) -> String {
    let metric = analysis.depth.as_ref().is_some_and(|map| map.as_metric().is_some());
    // There is room for one of them.
    let positions = analysis.distances.iter().any(|depth| depth.centroid.is_some());
    let mut titles =
        vec![">#", "", "object", ">score", if positions { ">position (x y z, m)" } else { ">box (x1 y1 x2 y2)" }, ">mask area"];
    match &analysis.depth {
        Some(_) if metric => titles.push(">distance"),
        Some(map) if map.larger_is_nearer() => titles.push(">disparity"),
        Some(_) => titles.push(">rel. depth"),
        None => {}
    }
    let mut table = Table::new(&titles);
    for (index, instance) in analysis.instances.iter().enumerate() {
        let detection = &instance.detection;
        let mut row = vec![
            (index + 1).to_string().into(),
            swatch(detection.class_id),
            class_name(labels, detection.class_id).into(),
            format!("{:.2}", detection.score).into(),
            match analysis.distances.get(index).and_then(|depth| depth.centroid) {
                Some([x, y, z]) => format!("{x:.2} {y:.2} {z:.2}"),
                None if positions => "-".to_owned(),
                None => box_text(&detection.bbox),
            }
            .into(),
            format!("{} px", thousands(instance.mask.area())).into(),
        ];
        if let Some(depth) = analysis.distances.get(index) {
            let text = |median: f32| if metric { distance_text(median) } else { format!("{median:.2}") };
            row.push(depth.median.map_or_else(|| "-".to_owned(), text).into());
        }
        table.row(row);
    }
    table.render()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&[">#", "object", ">score"]);
        table.row(vec!["1".into(), "cup".into(), "0.93".into()]);
        table.row(vec!["12".into(), "laptop".into(), "0.5".into()]);
        assert_eq!(plain(&table.render()), "   #  object  score\n   1  cup      0.93\n  12  laptop    0.5\n");
    }

    #[test]
    fn long_names_give_way() {
        let mut table = Table::new(&["object", ">score"]);
        table.row(vec!["x".repeat(200).into(), "0.93".into()]);
        table.row(vec!["表".repeat(100).into(), "0.93".into()]);
        for line in plain(&table.render()).lines() {
            assert!(line.width() <= WIDTH, "{line}");
        }
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(fitted("杯子", 4), "杯子");
        assert_eq!(fitted("杯子杯子", 6), "杯子…");
        assert_eq!(fitted("cup", 3), "cup");
    }
}
