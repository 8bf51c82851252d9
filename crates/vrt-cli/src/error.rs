//! What can go wrong, and the exit code that says so.

use std::io;
use std::path::PathBuf;

#[cfg(feature = "cuda")]
use vrt::cuda::CudaError;
use vrt_picture::{PictureError, WriteError};

/// Exit codes of the program; `vrt --help` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything done.
    Done,
    /// Nothing could be done.
    Failure,
    /// No such option, model or class, or options that exclude each other. clap exits with the same code.
    Usage,
    /// Some inputs failed, the others are done.
    Partial,
    /// A device that this build or machine does not have.
    Unavailable,
    /// Stopped by a signal; what is written is whole.
    Interrupted,
    /// The reader of standard output went away.
    BrokenPipe,
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failure => 1,
            Self::Usage => 2,
            Self::Partial => 3,
            Self::Unavailable => 4,
            // 128 + the number of the signal, as shells have it.
            Self::Interrupted => 130,
            Self::BrokenPipe => 141,
        }
    }
}

/// Why the program, or one picture, failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    /// A picture can't be read.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A result can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The segmentation model failed.
    #[error(transparent)]
    Segmentation(#[from] vrt_rfdetr_seg::Error),
    /// The depth model, or the measuring of objects in its map, failed.
    #[error(transparent)]
    Depth(#[from] vrt_depth_anything::Error),
    /// A network can't be loaded.
    #[error(transparent)]
    Network(#[from] vrt::cpu::CpuError),
    /// Drawing failed.
    #[error(transparent)]
    Viz(#[from] vrt_viz::VizError),
    /// The result can't be put into JSON.
    #[error("can't put the result into JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// Standard output can't be written.
    #[error("can't write to standard output: {0}")]
    Stdout(#[source] io::Error),
    /// A GPU was asked for in a build without them.
    #[error("--device cuda:{index}: this build does not use GPUs (feature `cuda` is off); use --device cpu")]
    #[cfg(not(feature = "cuda"))]
    NoCuda {
        /// Number of the GPU.
        index: u32,
    },
    /// The GPU that was asked for can't be used.
    #[error("{source}; --device cpu looks at pictures on the processor")]
    #[cfg(feature = "cuda")]
    NoGpu {
        /// Why not.
        source: Box<CliError>,
    },
    /// An engine that must be built first.
    #[error("{model} has no {precision} engine for this GPU yet; --device cuda builds it, which takes minutes ({miss})")]
    #[cfg(feature = "cuda")]
    NoEngine {
        /// Name of the model.
        model: String,
        /// The precision wanted.
        precision: vrt::tensorrt::Precision,
        /// What the store says.
        miss: vrt::tensorrt::Miss,
    },
    /// A model that is neither built in nor in the registry was asked for without its file.
    #[error(
        "model {model} is not built in, and no ONNX file of it is known: pass one with {flag} FILE. {advice}; `vrt models` lists what each \
         model needs"
    )]
    NeedsFile {
        /// Name of the model.
        model: String,
        /// The option that takes the file.
        flag: &'static str,
        /// Where a file comes from.
        advice: String,
    },
    /// A model that is not on this machine.
    #[error(
        "model {model} is not on this machine: `vrt pull {model}{options}` downloads it ({about}), or pass its ONNX file with {flag} FILE"
    )]
    #[cfg(feature = "hub")]
    NotPulled {
        /// Name of the model.
        model: String,
        /// Options that pulling it needs.
        options: &'static str,
        /// Size and licence.
        about: String,
        /// The option that takes the file.
        flag: &'static str,
    },
    /// A name that no model has.
    #[error("there is no model {name:?}{}; there are {}. `vrt models` tells more", .nearest.as_deref().map_or_else(String::new, |name| format!(", did you mean {name:?}?")), .known.join(", "))]
    UnknownModel {
        /// The name.
        name: String,
        /// The name that is most like it.
        nearest: Option<String>,
        /// All names.
        known: Vec<String>,
    },
    /// A model whose files are here and can't be used.
    #[error("model {model} can't be used as it is; `vrt pull {model}` puts that right: {source}")]
    #[cfg(feature = "hub")]
    NotReady {
        /// Name of the model.
        model: String,
        /// Why not.
        source: Box<vrt_hub::Error>,
    },
    /// The registry, a download or the cache failed.
    #[error(transparent)]
    #[cfg(feature = "hub")]
    Hub(#[from] vrt_hub::Error),
    /// No GPU, or one that fails.
    #[error("{0} (`vrt doctor` tells what this machine has)")]
    #[cfg(feature = "cuda")]
    Gpu(#[from] vrt::cuda::CudaError),
    /// A frame that can't be given to a GPU.
    #[error(transparent)]
    #[cfg(feature = "cuda")]
    Frame(#[from] vrt::cuda::FrameError),
    /// No TensorRT, or one that fails.
    #[error("{0} (`vrt doctor` tells what this machine has)")]
    #[cfg(feature = "cuda")]
    TensorRt(#[from] vrt::tensorrt::TensorRtError),
    /// An ONNX file that no engine can be built from.
    #[error(transparent)]
    #[cfg(feature = "cuda")]
    Onnx(#[from] vrt::tensorrt::OnnxError),
    /// A build failed.
    #[error(transparent)]
    #[cfg(feature = "cuda")]
    Build(#[from] vrt::tensorrt::BuildError),
    /// The folder of engines can't be used.
    #[error(transparent)]
    #[cfg(feature = "cuda")]
    Store(#[from] vrt::tensorrt::StoreError),
    /// An engine can't be loaded.
    #[error(transparent)]
    #[cfg(feature = "cuda")]
    Engine(#[from] vrt::tensorrt::EngineError),
    /// An engine can't be run.
    #[error(transparent)]
    #[cfg(feature = "cuda")]
    Session(#[from] vrt::tensorrt::SessionError),
    /// The manifest beside an engine can't be used.
    #[error("engine manifest {}: {problem}. Build the engine anew (`vrt build`), or remove the manifest", .path.display())]
    #[cfg(feature = "cuda")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A file of labels that can't be used.
    #[error("label file {}: {problem}", .path.display())]
    #[cfg(feature = "hub")]
    Labels {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A file that nothing describes.
    #[error(
        "{flag} {} says nothing of its classes and its input: name the model with {model_flag} NAME, or put a description beside it, {} \
         (\"vrt-model/1\")", .file.display(), .expected.display()
    )]
    NoMetadata {
        /// The option that gave the file.
        flag: &'static str,
        /// The option that names a model.
        model_flag: &'static str,
        /// The file.
        file: PathBuf,
        /// The description that was looked for.
        expected: PathBuf,
    },
    /// A description that can't be read, or that is not for this task.
    #[error("model description {}: {problem}", .path.display())]
    Metadata {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A model file that can't be opened, told before any work is done.
    #[error("can't read the model file {}: {source}; check {flag}", .path.display())]
    ModelFile {
        /// The option that gave it.
        flag: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Options that make no sense together, or values that do not exist.
    #[error("{0}")]
    Usage(String),
    /// A camera file that can't be used.
    #[error("camera file {}: {problem}", .path.display())]
    Camera {
        /// The file.
        path: PathBuf,
        /// What is wrong and what is needed.
        problem: String,
    },
    /// A folder without pictures.
    #[error("there are no pictures in {}{}; PNG, JPEG, WebP, TIFF and BMP are read{}", .folder.display(),
        if *.others == 0 { String::new() } else { format!(" ({} other files)", .others) },
        if *.subfolders == 0 { String::new() } else { format!("; it has {} subfolders, --recursive looks into them", .subfolders) })]
    NoPictures {
        /// The folder.
        folder: PathBuf,
        /// Files in it that are no pictures.
        others: usize,
        /// Folders in it that were not looked into.
        subfolders: usize,
    },
    /// A folder that can't be listed.
    #[error("can't list the folder {}: {source}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder for the results can't be used. Told before any work is done.
    #[error("can't write results to {}: {reason}; choose another folder with --out", .folder.display())]
    Output {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A result would replace a picture that was given.
    #[error("the result {} would replace the picture {}; choose another folder with --out", .result.display(), .input.display())]
    OverInput {
        /// Where the result would go.
        result: PathBuf,
        /// The picture.
        input: PathBuf,
    },
    /// Ctrl-C can't be listened for.
    #[error("can't listen for Ctrl-C: {source}")]
    Signals {
        /// What the system says.
        source: ctrlc::Error,
    },
    /// A part of the program itself that does not fit together.
    #[error("built-in {what} is broken: {problem}; this is a fault of the program")]
    #[cfg(feature = "sample")]
    BuiltIn {
        /// Which part.
        what: String,
        /// What is wrong.
        problem: String,
    },
}

impl CliError {
    /// The exit code when this ends the program.
    pub fn exit(&self) -> Exit {
        match self {
            #[cfg(not(feature = "cuda"))]
            Self::NoCuda { .. } => Exit::Unavailable,
            #[cfg(feature = "cuda")]
            Self::NoGpu { source } => source.exit(),
            #[cfg(feature = "cuda")]
            Self::NoEngine { .. } => Exit::Unavailable,
            #[cfg(feature = "hub")]
            Self::NotPulled { .. } => Exit::Usage,
            Self::Usage(_) | Self::NeedsFile { .. } | Self::UnknownModel { .. } | Self::NoMetadata { .. } | Self::OverInput { .. } => {
                Exit::Usage
            }
            #[cfg(feature = "cuda")]
            Self::Gpu(CudaError::NoDriver(_) | CudaError::DriverName | CudaError::UnknownDevice { .. }) => Exit::Unavailable,
            #[cfg(feature = "cuda")]
            Self::TensorRt(vrt::tensorrt::TensorRtError::Library(_)) => Exit::Unavailable,
            #[cfg(feature = "cuda")]
            Self::Build(vrt::tensorrt::BuildError::Cancelled { .. }) => Exit::Interrupted,
            #[cfg(feature = "hub")]
            Self::Hub(vrt_hub::Error::Cancelled { .. }) => Exit::Interrupted,
            // An option makes them possible, or another name.
            #[cfg(feature = "hub")]
            Self::Hub(vrt_hub::Error::UnknownModel { .. } | vrt_hub::Error::License { .. } | vrt_hub::Error::Unverified { .. }) => {
                Exit::Usage
            }
            Self::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::BrokenPipe,
            _ => Exit::Failure,
        }
    }

    /// A stable word for programs, in the JSON of a picture that failed.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Picture(PictureError::Read { .. }) => "unreadable",
            Self::Picture(PictureError::Folder { .. }) => "folder",
            Self::Picture(PictureError::Empty { .. }) => "empty",
            Self::Picture(PictureError::UnknownFormat { .. }) => "unknown-format",
            Self::Picture(PictureError::Unsupported { .. }) => "unsupported",
            Self::Picture(PictureError::Truncated { .. }) => "truncated",
            Self::Picture(PictureError::Broken { .. }) => "broken",
            Self::Picture(_) => "too-large",
            Self::Write(_) => "write",
            Self::NoPictures { .. } | Self::Folder { .. } => "folder",
            Self::Segmentation(_) | Self::Depth(_) | Self::Network(_) => "model",
            _ => "other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_those_documented() {
        let documented = [
            (Exit::Done, 0),
            (Exit::Failure, 1),
            (Exit::Usage, 2),
            (Exit::Partial, 3),
            (Exit::Unavailable, 4),
            (Exit::Interrupted, 130),
            (Exit::BrokenPipe, 141),
        ];
        for (exit, code) in documented {
            assert_eq!(exit.code(), code);
        }
        #[cfg(not(feature = "cuda"))]
        assert_eq!(CliError::NoCuda { index: 0 }.exit(), Exit::Unavailable);
        assert_eq!(CliError::Stdout(io::ErrorKind::BrokenPipe.into()).exit(), Exit::BrokenPipe);
    }

    #[test]
    fn a_folder_without_pictures_says_what_it_has() {
        let error = CliError::NoPictures { folder: "shots".into(), others: 3, subfolders: 1 }.to_string();
        assert!(error.contains("shots (3 other files)") && error.contains("--recursive"), "{error}");
        let error = CliError::NoPictures { folder: "shots".into(), others: 0, subfolders: 0 }.to_string();
        assert!(!error.contains("other files") && !error.contains("--recursive"), "{error}");
    }
}
