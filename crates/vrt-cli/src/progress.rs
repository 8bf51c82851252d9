//! A progress bar, on a terminal only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// Progress over many pictures on standard error; nothing where that is no terminal or there is little to wait for.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar over `total` pictures.
    pub fn new(total: usize) -> Self {
        if total < 2 || !std::io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(total as u64);
        // A template that does not parse leaves the default style, which serves too.
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} pictures, {rate}/s, {eta} left") {
            let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{:.1}", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate).progress_chars("━╸─"));
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        Self(bar)
    }

    /// One picture more is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Runs `print` while the bar is out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
