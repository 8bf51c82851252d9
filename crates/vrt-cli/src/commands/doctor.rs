//! `vrt doctor`: what this machine has for GPUs, and what to do about what it lacks.

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use vrt::tensorrt::{Doctor, Finding, Health};

use crate::args::gpu::DoctorArgs;
use crate::error::{CliError, Exit};
use crate::report::{self, DIM, json, wrapped};

/// The report, for programs.
#[derive(Debug, Serialize)]
struct Document<'a> {
    format: &'static str,
    version: &'static str,
    /// Whether engines can be run here.
    can_run: bool,
    /// Whether engines can be built here.
    can_build: bool,
    #[serde(flatten)]
    doctor: &'a Doctor,
}

/// Looks at everything, on any machine.
///
/// # Errors
/// [`CliError::Stdout`], [`CliError::Json`].
pub fn doctor(args: &DoctorArgs) -> Result<Exit, CliError> {
    let doctor = Doctor::examine();
    let can_run = can_run(&doctor);
    let can_build = can_run && doctor.can_build();
    if args.json {
        let document = Document { format: "vrt-doctor/1", version: env!("CARGO_PKG_VERSION"), can_run, can_build, doctor: &doctor };
        report::print(&String::from_utf8_lossy(&json::pretty(&document)?))?;
    } else {
        let mut text: String = doctor.findings.iter().map(lines).collect();
        text += match (can_run, can_build) {
            (true, true) => "\nEngines can be built and run here.\n",
            (true, false) => "\nEngines can be run here, not built.\n",
            _ => "\nNo engine can be run here. The processor works: --device cpu.\n",
        };
        report::print(&text)?;
    }
    Ok(if can_run { Exit::Done } else { Exit::Unavailable })
}

/// Driver, a GPU that is new enough, a TensorRT, and both fit.
fn can_run(doctor: &Doctor) -> bool {
    let good = |finding: &Finding| finding.health != Health::Missing;
    let gpu = doctor.findings.iter().any(|finding| finding.what.starts_with("gpu ") && good(finding));
    let fits = doctor.findings.iter().filter(|finding| finding.what == "tensorrt runtime").all(good);
    doctor.can_run() && gpu && fits
}

/// A finding in lines for a terminal: what was found, where it was looked for in vain, and the remedy.
fn lines(finding: &Finding) -> String {
    const INDENT: usize = 26;
    let (mark, style) = match finding.health {
        Health::Good => ("ok", AnsiColor::Green.on_default()),
        Health::Limited => ("limited", AnsiColor::Yellow.on_default()),
        Health::Missing => ("MISSING", AnsiColor::Red.on_default()),
    };
    let found = wrapped(&finding.found, INDENT);
    let mut text = format!("{style}{mark:7}{style:#}  {:15}  {found}\n", finding.what);
    for place in finding.details.iter().filter(|_| finding.health != Health::Good) {
        text += &format!("{:INDENT$}{DIM}{}{DIM:#}\n", "", wrapped(place, INDENT));
    }
    if let Some(remedy) = &finding.remedy {
        let (bold, remedy) = (Style::new().bold(), wrapped(remedy, INDENT));
        text += &format!("{:INDENT$}{bold}{remedy}{bold:#}\n", "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(what: &str) -> Finding {
        let mut finding = Doctor::examine().findings.remove(0);
        (finding.what, finding.health) = (what.to_owned(), Health::Missing);
        finding.found = "not found; ".to_owned() + &"tried libnvinfer.so.10 in /usr/lib/x86_64-linux-gnu, ".repeat(4);
        finding.remedy = Some("Install TensorRT 10 or newer, ".repeat(5));
        finding
    }

    #[test]
    fn findings_fit_a_terminal() {
        let finding = missing("tensorrt");
        let text = anstream::adapter::strip_str(&lines(&finding)).to_string();
        assert!(text.starts_with("MISSING  tensorrt         not found; tried"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn places_that_were_searched_in_vain_are_told() {
        let mut finding = missing("tensorrt");
        finding.details = vec!["/usr/lib/x86_64-linux-gnu: no such file".to_owned()];
        let text = anstream::adapter::strip_str(&lines(&finding)).to_string();
        assert!(text.contains("\n                          /usr/lib/x86_64-linux-gnu: no such file\n"), "{text}");
        finding.health = Health::Good;
        assert!(!lines(&finding).contains("no such file"));
    }

    #[test]
    fn a_gpu_that_is_too_old_is_none() {
        let mut doctor = Doctor::examine();
        doctor.findings = vec![missing("gpu 0")];
        assert!(!can_run(&doctor));
    }
}
