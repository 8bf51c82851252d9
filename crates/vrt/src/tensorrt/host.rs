//! Tensors in host memory whose type and rank are known at run time only: what goes into and comes out of an engine in tests and checks.

use std::fmt;

use kornia_tensor::Tensor;

use crate::cuda::half::{bf16, f16};
use crate::cuda::{CudaError, DType, Element, host_slice};

/// Values of one element type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum HostValues {
    /// 32-bit floats.
    F32(Vec<f32>),
    /// 16-bit floats.
    F16(Vec<f16>),
    /// bfloat16.
    Bf16(Vec<bf16>),
    /// Signed bytes.
    I8(Vec<i8>),
    /// Bytes; also what `bool` tensors are read as.
    U8(Vec<u8>),
    /// 32-bit integers.
    I32(Vec<i32>),
    /// 64-bit integers.
    I64(Vec<i64>),
}

/// A row-major tensor in host memory.
#[derive(Debug, Clone, PartialEq)]
pub struct HostTensor {
    shape: Vec<usize>,
    values: HostValues,
}

/// A tensor whose shape and number of values do not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a tensor of shape {shape:?} cannot have {values} values")]
pub struct HostTensorError {
    /// The shape.
    pub shape: Vec<usize>,
    /// How many values there are.
    pub values: usize,
}

impl HostValues {
    /// Their number.
    pub fn len(&self) -> usize {
        match self {
            Self::F32(values) => values.len(),
            Self::F16(values) => values.len(),
            Self::Bf16(values) => values.len(),
            Self::I8(values) => values.len(),
            Self::U8(values) => values.len(),
            Self::I32(values) => values.len(),
            Self::I64(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Their type.
    pub fn dtype(&self) -> DType {
        match self {
            Self::F32(_) => DType::F32,
            Self::F16(_) => DType::F16,
            Self::Bf16(_) => DType::Bf16,
            Self::I8(_) => DType::I8,
            Self::U8(_) => DType::U8,
            Self::I32(_) => DType::I32,
            Self::I64(_) => DType::I64,
        }
    }

    /// All as 64-bit floats, for comparisons.
    pub fn to_f64(&self) -> Vec<f64> {
        match self {
            Self::F32(values) => values.iter().map(|&value| f64::from(value)).collect(),
            Self::F16(values) => values.iter().map(|&value| f64::from(value)).collect(),
            Self::Bf16(values) => values.iter().map(|&value| f64::from(value)).collect(),
            Self::I8(values) => values.iter().map(|&value| f64::from(value)).collect(),
            Self::U8(values) => values.iter().map(|&value| f64::from(value)).collect(),
            Self::I32(values) => values.iter().map(|&value| f64::from(value)).collect(),
            Self::I64(values) => values.iter().map(|&value| value as f64).collect(),
        }
    }

    /// Whether these are floats.
    pub fn is_float(&self) -> bool {
        matches!(self, Self::F32(_) | Self::F16(_) | Self::Bf16(_))
    }
}

macro_rules! from_values {
    ($($type:ty => $variant:ident)*) => {
        $(
            impl From<Vec<$type>> for HostValues {
                fn from(values: Vec<$type>) -> Self {
                    Self::$variant(values)
                }
            }
        )*
    };
}
from_values!(f32 => F32 f16 => F16 bf16 => Bf16 i8 => I8 u8 => U8 i32 => I32 i64 => I64);

impl HostTensor {
    /// A tensor of this shape.
    ///
    /// # Errors
    /// [`HostTensorError`] where the number of values is not the shape's.
    pub fn new(shape: &[usize], values: impl Into<HostValues>) -> Result<Self, HostTensorError> {
        let values = values.into();
        let len = shape.iter().try_fold(1_usize, |len, &side| len.checked_mul(side));
        if len == Some(values.len()) {
            Ok(Self { shape: shape.to_vec(), values })
        } else {
            Err(HostTensorError { shape: shape.to_vec(), values: values.len() })
        }
    }

    /// From a host tensor of kornia's.
    ///
    /// # Errors
    /// [`CudaError::NotOnHost`] for a device tensor, [`CudaError::Length`] where its shape and storage do not fit.
    pub fn from_tensor<T: Element, const N: usize>(tensor: &Tensor<T, N>) -> Result<Self, CudaError>
    where
        HostValues: From<Vec<T>>,
    {
        let values = host_slice(tensor, "the tensor")?;
        Self::new(&tensor.shape, values.to_vec()).map_err(|error| CudaError::Length {
            doing: "reading a host tensor".into(),
            expected: error.shape.iter().product(),
            found: error.values,
        })
    }

    /// Its shape.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Its values.
    pub fn values(&self) -> &HostValues {
        &self.values
    }

    /// Its element type.
    pub fn dtype(&self) -> DType {
        self.values.dtype()
    }

    /// Its values where they are 32-bit floats.
    pub fn as_f32(&self) -> Option<&[f32]> {
        match &self.values {
            HostValues::F32(values) => Some(values),
            _ => None,
        }
    }
}

impl fmt::Display for HostTensor {
    /// E.g. `f32 [1, 3, 8, 8]`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {:?}", self.dtype(), self.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shape_and_values_must_fit() {
        assert!(HostTensor::new(&[2, 3], vec![0.0_f32; 6]).is_ok());
        assert!(HostTensor::new(&[], vec![1_i64]).is_ok(), "a scalar");
        assert!(HostTensor::new(&[2, 3], vec![0.0_f32; 5]).is_err());
        assert!(HostTensor::new(&[usize::MAX, 2], vec![0_u8; 5]).is_err());
        let tensor = Tensor::<f32, 2>::from_shape_vec([1, 2], vec![1.0, 2.0]).unwrap();
        assert_eq!(HostTensor::from_tensor(&tensor).unwrap().to_string(), "f32 [1, 2]");
    }
}
