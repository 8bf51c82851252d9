//! `vrt verify`: models on this machine, hashed anew.

use serde::Serialize;
use vrt_hub::{FileVerdict, ModelSpec, Source, Verdict};

use crate::args::hub::VerifyArgs;
use crate::error::{CliError, Exit};
use crate::interrupt::Interrupt;
use crate::progress::Transfer;
use crate::report::table::Table;
use crate::report::{self, json};
use crate::shelf::{Shelf, Stock};

/// One file, for programs.
#[derive(Debug, Serialize)]
struct Row {
    model: String,
    file: String,
    verdict: &'static str,
    path: Option<String>,
    sha256: Option<String>,
    expected: Option<String>,
}

/// Hashes files, whatever is remembered of them.
///
/// # Errors
/// A name that does not exist, or a file that can't be read. Wrong and missing files are reported and counted in the exit code.
pub fn verify(args: &VerifyArgs) -> Result<Exit, CliError> {
    let shelf = Shelf::offline(args.registry.registry.as_deref())?;
    let specs = if args.names.is_empty() {
        let here = |spec: &&ModelSpec| !matches!(shelf.stock(spec), Ok(Stock::Missing));
        shelf.registry.models().filter(here).collect()
    } else {
        args.names.iter().map(|name| shelf.registry.get(name)).collect::<Result<Vec<_>, _>>()?
    };
    let interrupt = Interrupt::listen("stopping")?;
    let mut rows = Vec::new();
    for spec in specs {
        let mut transfer = Transfer::new(Some(&interrupt));
        let verdicts = shelf.hub.verify(spec, &mut |progress| transfer.show(progress));
        transfer.finish();
        rows.extend(verdicts?.into_iter().map(|verdict| row(spec, verdict)));
    }
    if args.json {
        report::print(&String::from_utf8_lossy(&json::pretty(&rows)?))?;
    } else if rows.is_empty() {
        report::note("no model is on this machine; `vrt models` lists those that can be pulled");
    } else {
        let mut table = Table::new(&["model", "file", "contents"]);
        for row in &rows {
            table.row(vec![row.model.as_str().into(), row.file.as_str().into(), row.verdict.into()]);
        }
        report::print(&table.render())?;
    }
    let bad = rows.iter().filter(|row| matches!(row.verdict, "wrong" | "missing")).count();
    Ok(match bad {
        0 => Exit::Done,
        bad if bad == rows.len() => Exit::Failure,
        _ => Exit::Partial,
    })
}

/// What a verdict means; what to do about a bad one is told.
fn row(spec: &ModelSpec, of: FileVerdict) -> Row {
    let is_own = matches!(spec.source, Source::Local { .. });
    let name = &spec.name;
    let mut row = Row { model: name.to_string(), file: of.file, verdict: "missing", path: None, sha256: None, expected: None };
    match of.verdict {
        Verdict::Right { path, sha256 } => {
            row.verdict = "right";
            (row.path, row.sha256) = (Some(path.display().to_string()), Some(sha256.to_string()));
            row.expected.clone_from(&row.sha256);
        }
        Verdict::Wrong { path, found, expected } => {
            let advice = match is_own {
                true => format!("if it was changed on purpose, `vrt add {name} --replace` it"),
                false => format!("`vrt rm {name}` and `vrt pull {name}` get it anew"),
            };
            report::error(&format_args!("{} has the SHA-256 {found}, expected {expected}; {advice}", path.display()));
            row.verdict = "wrong";
            (row.path, row.sha256, row.expected) = (Some(path.display().to_string()), Some(found.to_string()), Some(expected.to_string()));
        }
        Verdict::Unknown { path, found } => {
            row.verdict = "no hash known";
            (row.path, row.sha256) = (Some(path.display().to_string()), Some(found.to_string()));
        }
        _ => {
            let advice = if is_own { "put it back where it was" } else { "`vrt pull` gets it" };
            report::error(&format_args!("{} of {name} is not on this machine; {advice}", row.file));
        }
    }
    row
}
