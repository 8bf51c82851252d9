//! Progress bars, on a terminal only.

use std::io::IsTerminal;
#[cfg(feature = "hub")]
use std::ops::ControlFlow;
#[cfg(feature = "cuda")]
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

#[cfg(feature = "hub")]
use crate::interrupt::Interrupt;

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

/// Progress of a transfer or of hashing on standard error: a bar on a terminal, else a line where something begins.
#[cfg(feature = "hub")]
#[derive(Debug)]
pub struct Transfer<'a> {
    bar: ProgressBar,
    interrupt: Option<&'a Interrupt>,
    told: Option<(usize, vrt_hub::Phase)>,
}

#[cfg(feature = "hub")]
impl<'a> Transfer<'a> {
    /// A bar that shows itself once there is something to wait for.
    pub fn new(interrupt: Option<&'a Interrupt>) -> Self {
        let bar = if std::io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {msg}") {
            bar.set_style(style.progress_chars("━╸─"));
        }
        Self { bar, interrupt, told: None }
    }

    /// Shows how far it is. Breaks off if the user wants to stop.
    pub fn show(&mut self, progress: &vrt_hub::Progress<'_>) -> ControlFlow<()> {
        use vrt_hub::Phase;
        if self.bar.is_hidden() {
            self.tell(progress);
        } else {
            if let Phase::Retrying { reason, .. } = &progress.phase
                && self.is_news(progress)
            {
                self.bar.suspend(|| crate::report::note(format_args!("{}: {reason}; trying again", progress.file)));
            }
            self.bar.set_length(progress.total.unwrap_or(0));
            self.bar.set_position(progress.done);
            self.bar.set_message(transfer_text(progress));
        }
        match self.interrupt {
            Some(interrupt) if interrupt.wanted() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Where no bar moves: each file once, and what went wrong.
    fn tell(&mut self, progress: &vrt_hub::Progress<'_>) {
        use vrt_hub::Phase;
        if !self.is_news(progress) {
            return;
        }
        let file = progress.file;
        match &progress.phase {
            Phase::Downloading => {
                let size = progress.total.map_or_else(String::new, |total| format!(", {}", crate::report::size_text(total)));
                crate::report::note(format_args!("downloading {file} of {}{size}", progress.model));
            }
            Phase::WaitingForOther => crate::report::note(format_args!("{file}: waiting for another process that downloads it")),
            Phase::Retrying { reason, wait } => {
                crate::report::note(format_args!("{file}: {reason}; trying again in {}", crate::report::duration_text(*wait)));
            }
            _ => {}
        }
    }

    /// Whether a phase has begun, which is told once. Of a pause each tick is told to this program, with less left to wait.
    fn is_news(&mut self, progress: &vrt_hub::Progress<'_>) -> bool {
        use vrt_hub::Phase;
        let now = (progress.index, progress.phase.clone());
        let goes_on = match (&self.told, &now) {
            (Some((before, Phase::Retrying { reason: said, wait: left })), (index, Phase::Retrying { reason, wait })) => {
                before == index && said == reason && wait <= left
            }
            (told, now) => told.as_ref() == Some(now),
        };
        self.told = Some(now);
        !goes_on
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Progress of an engine build on standard error: a bar on a terminal, else a line every tenth.
#[cfg(feature = "cuda")]
#[derive(Debug, Clone)]
pub struct Build {
    bar: ProgressBar,
    tenth: Arc<AtomicU32>,
}

#[cfg(feature = "cuda")]
impl Build {
    const STEPS: f32 = 1000.0;

    /// A bar that shows itself once the build begins.
    pub fn new() -> Self {
        let bar = if std::io::stderr().is_terminal() { ProgressBar::new(Self::STEPS as u64) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent:>3} % {msg}") {
            bar.set_style(style.progress_chars("━╸─"));
        }
        Self { bar, tenth: Arc::new(AtomicU32::new(0)) }
    }

    /// Shows how far it is.
    pub fn show(&self, progress: &vrt::tensorrt::BuildProgress) {
        use crate::report::duration_text;
        // The outermost phase says more than the kernel that is tried right now.
        let phase = progress.within.first().unwrap_or(&progress.phase);
        let left = progress.remaining.map_or_else(String::new, |left| format!(", about {} left", duration_text(left)));
        let text = format!("{phase}, {}{left}", duration_text(progress.elapsed));
        self.bar.set_position((progress.share * Self::STEPS) as u64);
        self.bar.set_message(text.clone());
        let tenth = (progress.share * 10.0) as u32;
        if self.bar.is_hidden() && self.tenth.fetch_max(tenth, Ordering::Relaxed) < tenth {
            crate::report::note(format_args!("{:3.0} % {text}", progress.share * 100.0));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// What a transfer does, how far it is, how fast, and how long it will take.
#[cfg(feature = "hub")]
fn transfer_text(progress: &vrt_hub::Progress<'_>) -> String {
    use crate::report::{duration_text, size_text};
    use vrt_hub::Phase;
    let doing = match progress.phase {
        Phase::Checking => "checking",
        Phase::Connecting => "connecting",
        Phase::WaitingForOther => "another process downloads",
        Phase::Retrying { .. } => "trying again",
        _ => "",
    };
    let name = progress.file.rsplit('/').next().unwrap_or(progress.file);
    let mut text = if doing.is_empty() { name.to_owned() } else { format!("{doing} {name}") };
    if progress.done > 0 || progress.phase == Phase::Downloading {
        text += &format!(" {}", size_text(progress.done));
        text += &progress.total.map_or_else(String::new, |total| format!(" of {}", size_text(total)));
    }
    text += &progress.bytes_per_second.map_or_else(String::new, |speed| format!(", {}/s", size_text(speed as u64)));
    text += &progress.eta.map_or_else(String::new, |eta| format!(", {} left", duration_text(eta)));
    text
}
