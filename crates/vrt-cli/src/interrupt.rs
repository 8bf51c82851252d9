//! Ctrl-C: stop where nothing is left half done; at once when pressed again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{CliError, Exit};

/// Whether the user wants to stop. Clones see the same wish.
#[derive(Debug, Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C, and says then what it does about it. Once in a process.
    ///
    /// # Errors
    /// [`CliError::Signals`] if the system does not let it.
    pub fn listen(what: &'static str) -> Result<Self, CliError> {
        let flag = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&flag);
        ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::SeqCst) {
                // Files are renamed into place when they are whole, so nothing that is named can be half.
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            crate::report::note(format_args!("{what}; press Ctrl-C again to stop at once"));
        })
        .map_err(|source| CliError::Signals { source })?;
        Ok(Self(flag))
    }

    /// A user who never wants to stop.
    #[cfg(test)]
    pub fn never() -> Self {
        Self(Arc::default())
    }

    /// Whether to stop.
    pub fn wanted(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
