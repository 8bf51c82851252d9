//! Why a network could not be loaded or run on the CPU.

use super::UnsupportedOperator;

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
    /// The network's input is not one float tensor of four dimensions, or it has no outputs.
    #[error("can't run {file}: {reason}")]
    Signature {
        /// The file.
        file: String,
        /// What is wrong with its input or outputs, and what to do.
        reason: String,
    },
    /// A tensor that the file keeps in another file can't be read from there.
    #[error("{file} keeps the tensor {tensor} in the file {side_file}: {reason}")]
    SideFile {
        /// The file.
        file: String,
        /// The other file, as the first one names it.
        side_file: String,
        /// Name of the tensor.
        tensor: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The network uses operators that the engine does not have.
    #[error("{engine} can't run {} of the operators of {file}: {}; {}", .operators.len(), list(.operators), remedy(.operators))]
    Operators {
        /// The file.
        file: String,
        /// The engine.
        engine: &'static str,
        /// All of them, with the nodes that use them.
        operators: Vec<UnsupportedOperator>,
    },
    /// A cubic resize within the network, which rten would compute as a linear one.
    #[error(
        "rten would compute the cubic Resize {node} of {file} as a linear one, which gives wrong results: {reason}; export the network for \
         a fixed size with its position embeddings baked in, or run it with ONNX Runtime (CpuBackend::Ort, feature ort)"
    )]
    CubicResize {
        /// The file.
        file: String,
        /// Name of the node.
        node: String,
        /// Why it is not the identity, or can't be proven to be.
        reason: String,
    },
    /// The library of the engine can't be opened.
    #[error(
        "can't open ONNX Runtime's library {library}: {reason}; install it (pip install onnxruntime brings one) and set ORT_DYLIB_PATH to its \
         path, or use the built-in engine (CpuBackend::Rten)"
    )]
    Library {
        /// Where it was looked for.
        library: String,
        /// What the system said.
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
    #[error("output {output} of {file} holds {found}, but only f32 can be read; export the network with float32 outputs")]
    OutputType {
        /// The file.
        file: String,
        /// Name of the output.
        output: String,
        /// What it holds.
        found: String,
    },
    /// An output with values that are no numbers.
    #[error(
        "{count} of {total} values of output {output} of {file} are NaN: its weights are broken, or overflowed when they were converted to \
         16 bits; export it again in float32"
    )]
    NotANumber {
        /// The file.
        file: String,
        /// Name of the output.
        output: String,
        /// How many values are NaN.
        count: usize,
        /// How many values there are.
        total: usize,
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

fn list(operators: &[UnsupportedOperator]) -> String {
    operators.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn remedy(operators: &[UnsupportedOperator]) -> &'static str {
    if operators.iter().any(|operator| operator.domain == "com.microsoft") {
        "export the network again and leave out onnxsim and ONNX Runtime's optimiser, which write com.microsoft operators"
    } else if operators.iter().any(|operator| !matches!(operator.domain.as_str(), "" | "ai.onnx")) {
        "export the network with ONNX's own operators alone, and with its functions inlined (onnx.inliner.inline_local_functions)"
    } else {
        "export the network again at opset 17, or run it with ONNX Runtime (CpuBackend::Ort, feature ort)"
    }
}
