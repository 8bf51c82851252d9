//! What goes into a network and what comes out of it.

use std::fmt;

use kornia_tensor::Tensor;

use super::CpuError;

/// One dimension of a tensor as the file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dim {
    /// Always this size.
    Fixed(usize),
    /// Any size; the name is the file's, empty where it gives none.
    Dynamic(String),
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(size) => write!(f, "{size}"),
            Self::Dynamic(name) if name.is_empty() => f.write_str("?"),
            Self::Dynamic(name) => f.write_str(name),
        }
    }
}

/// Element type of a tensor as the file declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementType {
    /// 32-bit float.
    F32,
    /// 16-bit float.
    F16,
    /// bfloat16.
    Bf16,
    /// 64-bit float.
    F64,
    /// Boolean.
    Bool,
    /// Unsigned integer of so many bits.
    Unsigned(u8),
    /// Signed integer of so many bits.
    Signed(u8),
    /// Another type of ONNX, by its number in `TensorProto.DataType`; 0 where the file does not say.
    Other(i32),
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::F32 => f.write_str("f32"),
            Self::F16 => f.write_str("f16"),
            Self::Bf16 => f.write_str("bf16"),
            Self::F64 => f.write_str("f64"),
            Self::Bool => f.write_str("bool"),
            Self::Unsigned(bits) => write!(f, "u{bits}"),
            Self::Signed(bits) => write!(f, "i{bits}"),
            Self::Other(number) => write!(f, "ONNX type {number}"),
        }
    }
}

/// Name, shape and element type of an input or output. Its `Display` reads like `images f32[batch, 3, 312, 312]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorInfo {
    /// Name in the file.
    pub name: String,
    /// Its dimensions; empty where the file declares none.
    pub shape: Vec<Dim>,
    /// Its element type.
    pub dtype: ElementType,
}

impl TensorInfo {
    /// Whether a tensor of this shape fits what the file declares.
    pub fn accepts(&self, shape: &[usize]) -> bool {
        let fits = |(dim, size): (&Dim, &usize)| match dim {
            Dim::Fixed(fixed) => fixed == size,
            Dim::Dynamic(_) => *size > 0,
        };
        self.shape.is_empty() || (self.shape.len() == shape.len() && self.shape.iter().zip(shape).all(fits))
    }
}

impl TensorInfo {
    /// The shape of an input of four dimensions, if all are fixed.
    pub(super) fn fixed_shape(&self) -> Option<[usize; 4]> {
        let sizes = self.shape.iter().map(|dim| match dim {
            Dim::Fixed(size) => Some(*size),
            Dim::Dynamic(_) => None,
        });
        sizes.collect::<Option<Vec<_>>>()?.try_into().ok()
    }

    pub(super) fn not_float(&self, file: &str) -> CpuError {
        CpuError::OutputType { file: file.to_owned(), output: self.name.clone(), found: self.dtype.to_string() }
    }
}

impl fmt::Display for TensorInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        write!(f, "{} {}[{}]", self.name, self.dtype, shape.join(", "))
    }
}

/// One output of a run, in host memory.
#[derive(Debug, Clone, PartialEq)]
pub struct HostOutput {
    name: String,
    shape: Vec<usize>,
    values: Vec<f32>,
}

impl HostOutput {
    pub(super) fn new(name: String, shape: Vec<usize>, values: Vec<f32>) -> Self {
        Self { name, shape, values }
    }

    /// Name in the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its shape in this run.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// All values, row-major.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The values alone, without copying them.
    pub fn into_values(self) -> Vec<f32> {
        self.values
    }

    /// The output as a tensor of `N` dimensions, without copying it.
    ///
    /// # Errors
    /// [`CpuError::OutputRank`] unless it has `N` dimensions.
    pub fn into_tensor<const N: usize>(self) -> Result<Tensor<f32, N>, CpuError> {
        let Self { name, shape, values } = self;
        let sizes: Result<[usize; N], _> = shape.as_slice().try_into();
        let tensor = sizes.ok().and_then(|sizes| Tensor::from_shape_vec(sizes, values).ok());
        tensor.ok_or(CpuError::OutputRank { output: name, shape, wanted: N })
    }
}
