//! What is told to people and to programs.

pub mod ending;
pub mod json;
pub mod table;

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use vrt_rfdetr_seg::LabelMap;

use crate::error::CliError;

/// Of errors.
const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Of what must not be overlooked.
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Of what may be overlooked.
pub const DIM: Style = Style::new().dimmed();

/// Tells an error on standard error.
pub fn error(error: &dyn Display) {
    // Where standard error is gone, there is nobody to tell.
    let _ = writeln!(anstream::stderr(), "{ERROR}error{ERROR:#}: {error}");
}

/// Tells something that must not be overlooked on standard error.
pub fn warning(text: &dyn Display) {
    let _ = writeln!(anstream::stderr(), "{WARNING}warning{WARNING:#}: {text}");
}

/// Tells something in passing on standard error.
pub fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{DIM}{text}{DIM:#}");
}

/// Prints a text to standard output.
///
/// # Errors
/// [`CliError::Stdout`].
pub fn print(text: &str) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(CliError::Stdout)
}

/// Name of a class; its number where there is no name for it.
pub fn class_name(labels: Option<&LabelMap>, class_id: u32) -> String {
    labels.and_then(|labels| labels.name(class_id)).map_or_else(|| format!("class {class_id}"), str::to_owned)
}

/// Metres, as exactly as they are worth.
pub fn distance_text(metres: f32) -> String {
    if metres < 99.995 { format!("{metres:.2} m") } else { format!("{metres:.0} m") }
}

/// Seconds or milliseconds, whichever reads better.
pub fn duration_text(duration: std::time::Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 0.9995 { format!("{:.0} ms", seconds * 1e3) } else { format!("{seconds:.1} s") }
}

/// A text in lines that end before column 80, where the first begins after `indent` columns and so do the others.
#[cfg(feature = "cuda")]
pub fn wrapped(text: &str, indent: usize) -> String {
    let room = table::WIDTH.saturating_sub(indent);
    let (mut lines, mut used) = (String::new(), 0);
    for word in text.split_whitespace() {
        // Paths are longer than a line at times, and must stay in one piece for copying.
        let width = word.chars().count();
        if used > 0 && used + 1 + width > room {
            lines += &format!("\n{:indent$}", "");
            used = 0;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += word;
        used += width;
    }
    lines
}

/// Bytes as people count them, in powers of ten.
#[cfg(any(feature = "hub", feature = "cuda"))]
pub fn size_text(bytes: u64) -> String {
    let number = bytes as f64;
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.0} kB", number / 1e3),
        1_000_000..999_950_000 => format!("{:.1} MB", number / 1e6),
        _ => format!("{:.2} GB", number / 1e9),
    }
}

/// A number with the noun it counts: `1 picture`, `2 pictures`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A number with its thousands set apart.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1,000");
        assert_eq!(thousands(12_345_678), "12,345,678");
        assert_eq!(
            (distance_text(0.514), distance_text(99.99), distance_text(99.999)),
            ("0.51 m".into(), "99.99 m".into(), "100 m".into())
        );
        assert_eq!(duration_text(Duration::from_micros(47_600)), "48 ms");
        assert_eq!(duration_text(Duration::from_millis(1234)), "1.2 s");
        assert_eq!((count(1, "object"), count(0, "object")), ("1 object".into(), "0 objects".into()));
    }

    #[cfg(any(feature = "hub", feature = "cuda"))]
    #[test]
    fn sizes_read_well() {
        let sizes = [999, 1_000, 99_060_839, 999_949_999, 1_340_000_000].map(size_text);
        assert_eq!(sizes, ["999 B", "1 kB", "99.1 MB", "999.9 MB", "1.34 GB"]);
    }
}
