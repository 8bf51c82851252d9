//! Says what this machine has for running networks on a GPU, and what to do about what it lacks.
//!
//! ```sh
//! cargo run -p vrt --features cuda --example doctor              # `-- --all` shows every place that was looked at
//! ```

fn main() {
    let report = vrt::tensorrt::Doctor::examine();
    if std::env::args().any(|argument| argument == "--all") {
        println!("{report:#}");
    } else {
        println!("{report}");
    }
    if !report.can_run() {
        std::process::exit(1);
    }
}
