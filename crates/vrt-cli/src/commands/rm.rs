//! `vrt rm`: models off this machine.

use vrt_hub::{ModelSpec, Origin, Source, remove_model};

use crate::args::hub::RmArgs;
use crate::commands::of_several;
use crate::error::{CliError, Exit};
use crate::report::{self, count, size_text};
use crate::shelf::Shelf;

/// Removes files from the cache, and models of the user's own from the registry.
///
/// # Errors
/// A name that does not exist, or what can't be removed. With several names, those that fail are reported and counted in the exit code.
pub fn rm(args: &RmArgs) -> Result<Exit, CliError> {
    let shelf = Shelf::offline(args.registry.registry.as_deref())?;
    let specs = args.names.iter().map(|name| shelf.registry.get(name)).collect::<Result<Vec<_>, _>>()?;
    of_several(&specs, |spec| one(&shelf, spec))
}

fn one(shelf: &Shelf, spec: &ModelSpec) -> Result<(), CliError> {
    let name = &spec.name;
    if let (Source::Local { folder }, Some(Origin::File(file))) = (&spec.source, shelf.registry.origin(name)) {
        remove_model(file, name)?;
        return report::print(&format!("{name}: taken out of {}; its files stay in {}\n", file.display(), folder.display()));
    }
    let removed = shelf.hub.remove(spec)?;
    report::print(&match removed.files.len() {
        0 if removed.bytes == 0 => format!("{name}: nothing of it is on this machine\n"),
        files => format!("{name}: {} removed, {} free\n", count(files, "file"), size_text(removed.bytes)),
    })
}
