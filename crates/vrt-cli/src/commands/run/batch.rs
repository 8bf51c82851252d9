//! Many pictures: while the networks work on one, the next is decoded and the one before is drawn and written.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use vrt::kornia_image::Image;
use vrt_picture::{ReadOptions, WriteError, read_picture_with, write_atomic};

use crate::error::{CliError, Exit};
use crate::interrupt::Interrupt;
use crate::outputs::{Target, write_pictures};
use crate::pipeline::{Analysis, Pending, Pipeline};
use crate::progress::Progress;
use crate::render;
use crate::report::ending::{files_text, times_text};
use crate::report::json::{Context, Document, Failure, Files, Size};
use crate::report::{self, class_name, count, duration_text, json, table};

/// Pictures that wait between two stages. More would take memory and bring nothing.
const WAITING: usize = 1;

/// A run over pictures.
pub struct Batch<'a> {
    /// The pictures.
    pub files: &'a [PathBuf],
    /// Where their results go, one for each.
    pub targets: &'a [Target],
    /// Limits for reading.
    pub read: ReadOptions,
    /// What documents say apart from the result.
    pub context: Context<'a>,
    /// Whether standard output takes JSON.
    pub json: bool,
    /// Whether there is one picture, which is told about at length.
    pub single: bool,
    /// How long loading the models took.
    pub loaded: Duration,
    /// Whether to stop.
    pub interrupt: Interrupt,
}

/// What became of the pictures.
#[derive(Debug, Default)]
pub struct Tally {
    total: usize,
    done: usize,
    failed: usize,
    objects: usize,
    elapsed: Duration,
    interrupted: bool,
}

/// A picture between two stages.
struct Item<T> {
    index: usize,
    read: Duration,
    content: Result<T, CliError>,
}

impl Batch<'_> {
    /// Does it.
    ///
    /// # Errors
    /// [`CliError::Stdout`] if nobody listens any more. Everything else is reported and counted.
    pub fn run(&self, mut pipeline: Pipeline) -> Result<Tally, CliError> {
        let start = Instant::now();
        let stop = AtomicBool::new(false);
        let (send_picture, pictures) = sync_channel(WAITING);
        let (send_begun, begun) = sync_channel(WAITING);
        let mut tally = std::thread::scope(|scope| {
            scope.spawn(|| self.read_all(&stop, send_picture));
            let writer = scope.spawn(|| self.write_all(&stop, begun));
            for Item { index, read, content } in pictures {
                let content = content.and_then(|picture: Image<u8, 3>| Ok((pipeline.begin(&picture)?, picture)));
                // The writer hangs up only after it has asked to stop.
                if send_begun.send(Item { index, read, content }).is_err() {
                    break;
                }
            }
            drop(send_begun);
            writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })?;
        tally.elapsed = start.elapsed();
        tally.interrupted = self.interrupt.wanted() && tally.done + tally.failed < tally.total;
        Ok(tally)
    }

    fn read_all(&self, stop: &AtomicBool, pictures: SyncSender<Item<Image<u8, 3>>>) {
        for (index, file) in self.files.iter().enumerate() {
            if stop.load(Ordering::SeqCst) || self.interrupt.wanted() {
                return;
            }
            let start = Instant::now();
            let content = read_picture_with(file, &self.read).map_err(CliError::from);
            if pictures.send(Item { index, read: start.elapsed(), content }).is_err() {
                return;
            }
        }
    }

    fn write_all(&self, stop: &AtomicBool, begun: Receiver<Item<(Pending, Image<u8, 3>)>>) -> Result<Tally, CliError> {
        let mut tally = Tally { total: self.files.len(), ..Tally::default() };
        let progress = Progress::new(self.files.len());
        for Item { index, read, content } in begun {
            let content = content.and_then(|(pending, picture)| Ok((pending.finish()?, picture)));
            let objects = content.as_ref().map_or(0, |(analysis, _)| analysis.instances.len());
            let written = content.and_then(|(analysis, picture)| self.write_one(index, read, analysis, picture, &progress));
            match written {
                Ok(()) => {
                    tally.done += 1;
                    tally.objects += objects;
                }
                Err(error @ CliError::Stdout(_)) => {
                    stop.store(true, Ordering::SeqCst);
                    return Err(error);
                }
                Err(error) => {
                    tally.failed += 1;
                    let gone = disk_is_gone(&error);
                    let failure = json::line(&Failure::new(self.files[index].display().to_string(), &error))?;
                    progress.aside(|| {
                        report::error(&error);
                        if self.json { report::print(&failure) } else { Ok(()) }
                    })?;
                    if gone {
                        // The pictures after it would fail alike.
                        stop.store(true, Ordering::SeqCst);
                        break;
                    }
                }
            }
            progress.step();
        }
        progress.finish();
        Ok(tally)
    }

    fn write_one(
        &self,
        index: usize,
        read: Duration,
        analysis: Analysis,
        mut picture: Image<u8, 3>,
        progress: &Progress,
    ) -> Result<(), CliError> {
        let start = Instant::now();
        let target = &self.targets[index];
        let size = Size { width: picture.width() as u32, height: picture.height() as u32 };
        let depth = analysis.depth.as_ref().map(render::depth).transpose()?;
        let overlay = self.context.models.segmentation.is_some();
        if overlay {
            render::overlay(&mut picture, &analysis, self.context.labels)?;
        }
        let mut pictures = Vec::new();
        let mut files = Files::default();
        if overlay {
            files.overlay = Some(Target::OVERLAY);
            pictures.push((target.file(Target::OVERLAY), &picture));
        }
        if let Some(depth) = &depth {
            files.depth = Some(Target::DEPTH);
            pictures.push((target.file(Target::DEPTH), depth));
        }
        std::fs::create_dir_all(&target.folder).map_err(|source| WriteError::Create { folder: target.folder.clone(), source })?;
        write_pictures(&pictures)?;
        let source = self.files[index].display().to_string();
        let document = Document::new(source, size, &analysis, read, files, &self.context);
        // Last, so that a document always stands for whole pictures.
        write_atomic(target.file(Target::RESULT), &json::pretty(&document)?)?;
        let text = match (self.json, self.single) {
            (true, _) => json::line(&document)?,
            (false, true) => self.at_length(size, &analysis, &files, target, start.elapsed()),
            (false, false) => self.in_brief(index, &analysis),
        };
        progress.aside(|| report::print(&text))
    }

    /// Table, files and times of a single picture.
    fn at_length(&self, size: Size, analysis: &Analysis, files: &Files, target: &Target, written: Duration) -> String {
        let mut text = format!("{}, {}x{}", self.files[0].display(), size.width, size.height);
        if self.context.models.segmentation.is_some() {
            // Writing to a String can't fail.
            let _ = write!(text, ": {}", count(analysis.instances.len(), "object"));
            if analysis.instances.is_empty() {
                let _ = write!(text, " with a score above {}; a lower --threshold shows more", self.context.threshold);
            }
        }
        text.push('\n');
        if !analysis.instances.is_empty() {
            let _ = write!(text, "\n{}", table::objects(analysis, self.context.labels));
        }
        let _ = write!(text, "\n{}", files_text(target, files));
        let _ = writeln!(text, "{}", times_text(self.loaded, analysis, written));
        text
    }

    /// One line of a picture among many.
    fn in_brief(&self, index: usize, analysis: &Analysis) -> String {
        let mut text = format!("{}: ", self.files[index].display());
        if self.context.models.segmentation.is_none() {
            text.push_str("done");
        } else {
            text.push_str(&count(analysis.instances.len(), "object"));
        }
        // Classes in the order of their best object.
        let mut classes: Vec<(u32, usize)> = Vec::new();
        for instance in &analysis.instances {
            let id = instance.detection.class_id;
            match classes.iter_mut().find(|(class_id, _)| *class_id == id) {
                Some((_, count)) => *count += 1,
                None => classes.push((id, 1)),
            }
        }
        for (position, (id, number)) in classes.into_iter().enumerate() {
            let _ = write!(text, "{}{number} {}", if position == 0 { " (" } else { ", " }, class_name(self.context.labels, id));
        }
        if !analysis.instances.is_empty() {
            text.push(')');
        }
        text.push('\n');
        text
    }
}

/// Whether nothing more can be written, so that going on is of no use.
fn disk_is_gone(error: &CliError) -> bool {
    let CliError::Write(error) = error else { return false };
    let kind = error.io_error().map(std::io::Error::kind);
    matches!(kind, Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::ReadOnlyFilesystem))
}

impl Tally {
    /// One line for people; `failures` are those before any picture was read.
    pub fn summary(&self, failures: usize, out: &Path) -> String {
        let failed = self.failed + failures;
        let rest = self.total - self.done - self.failed;
        let mut text = format!("{}, {}, {}", count(self.done, "picture"), count(self.objects, "object"), count(failed, "failure"));
        if rest > 0 {
            let _ = write!(text, ", {rest} not done");
        }
        let seconds = self.elapsed.as_secs_f64();
        let rate = if seconds > 0.0 { self.done as f64 / seconds } else { 0.0 };
        let _ = write!(text, " in {} ({rate:.1} pictures/s)", duration_text(self.elapsed));
        if self.done > 0 {
            let _ = write!(text, "; results in {}", out.join("NAME").display());
        }
        text.push('\n');
        text
    }

    /// The exit code.
    pub fn exit(&self, failures: usize) -> Exit {
        match (self.done, self.done + self.failed < self.total || self.failed + failures > 0) {
            _ if self.interrupted => Exit::Interrupted,
            (_, false) => Exit::Done,
            (0, true) => Exit::Failure,
            (_, true) => Exit::Partial,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_tells_some_from_all() {
        let tally = |done, failed| Tally { total: done + failed, done, failed, ..Tally::default() };
        assert_eq!(tally(3, 0).exit(0), Exit::Done);
        assert_eq!(tally(3, 1).exit(0), Exit::Partial);
        assert_eq!(tally(3, 0).exit(1), Exit::Partial);
        assert_eq!(tally(0, 2).exit(0), Exit::Failure);
        assert_eq!(Tally { interrupted: true, total: 5, done: 2, ..Tally::default() }.exit(0), Exit::Interrupted);
        assert_eq!(Tally { total: 5, done: 2, ..Tally::default() }.exit(0), Exit::Partial);
    }

    #[test]
    fn the_summary_counts() {
        let tally = Tally { total: 4, done: 2, failed: 1, objects: 1, elapsed: Duration::from_secs(1), interrupted: true };
        let text = tally.summary(1, Path::new("out"));
        assert_eq!(text, "2 pictures, 1 object, 2 failures, 1 not done in 1.0 s (2.0 pictures/s); results in out/NAME\n");
    }
}
