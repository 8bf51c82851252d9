//! Why a network could not be loaded or run on the CPU.

/// Why a network could not be loaded or run on the CPU.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CpuError {
    /// The file can't be read.
    #[error("can't read the network {file}: {source}; check the path and its permissions")]
    Read {
        /// The file.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is no ONNX file, or a broken one.
    #[error("{file} is not a whole ONNX file: {reason}; download or export it again")]
    NotOnnx {
        /// The file.
        file: String,
        /// What is wrong, and where.
        reason: String,
    },
    /// The network's inputs are not one float tensor of four dimensions.
    #[error("can't run {file}: {reason}")]
    Signature {
        /// The file.
        file: String,
        /// What is wrong with its inputs or outputs, and what to do.
        reason: String,
    },
    /// The engine can't load the network.
    #[error("{engine} can't load {file}: {reason}")]
    Load {
        /// The file.
        file: String,
        /// The engine.
        engine: &'static str,
        /// What it said.
        reason: String,
    },
    /// An input that does not fit the network.
    #[error("can't run {file} on a tensor of shape {found:?}: {problem}; its input is {wanted}")]
    InputShape {
        /// The file.
        file: String,
        /// The network's input.
        wanted: String,
        /// Shape of the tensor given.
        found: [usize; 4],
        /// What is wrong.
        problem: &'static str,
    },
    /// The engine failed while it ran.
    #[error("{engine} failed while running {file} on a tensor of shape {input:?}: {reason}")]
    Run {
        /// The file.
        file: String,
        /// The engine.
        engine: &'static str,
        /// Shape of the input.
        input: [usize; 4],
        /// What it said.
        reason: String,
    },
    /// An output that is not made of 32-bit floats.
    #[error("output {output} of {file} holds {found}, but only f32 can be read; export the network with float outputs")]
    OutputType {
        /// The file.
        file: String,
        /// Name of the output.
        output: String,
        /// What it holds.
        found: String,
    },
    /// An output taken as a tensor of another rank than it has.
    #[error("output {output} has the shape {shape:?}, which is no tensor of {wanted} dimensions")]
    OutputRank {
        /// Name of the output.
        output: String,
        /// Its shape.
        shape: Vec<usize>,
        /// Dimensions asked for.
        wanted: usize,
    },
}
