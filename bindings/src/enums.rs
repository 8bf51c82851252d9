// Made by `cargo xtask bindings` from bindings/abi. Do not edit.

/// The type of a tensor's elements. `nvinfer1::DataType` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DataType {
    /// `kFLOAT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Float,
    /// `kHALF`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Half,
    /// `kINT8`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Int8,
    /// `kINT32`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Int32,
    /// `kBOOL`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Bool,
    /// `kUINT8`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Uint8,
    /// `kFP8`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Fp8,
    /// `kBF16`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Bf16,
    /// `kINT64`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Int64,
    /// `kINT4`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Int4,
    /// `kFP4`. Since TensorRT 10.8, TensorRT 11.0, TensorRT-RTX 1.5.
    Fp4,
    /// `kE8M0`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    E8m0,
}

impl RawEnum for DataType {
    const NAME: &'static str = "DataType";
    const ALL: &'static [Self] = &[
        Self::Float,
        Self::Half,
        Self::Int8,
        Self::Int32,
        Self::Bool,
        Self::Uint8,
        Self::Fp8,
        Self::Bf16,
        Self::Int64,
        Self::Int4,
        Self::Fp4,
        Self::E8m0,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Float => "kFLOAT",
            Self::Half => "kHALF",
            Self::Int8 => "kINT8",
            Self::Int32 => "kINT32",
            Self::Bool => "kBOOL",
            Self::Uint8 => "kUINT8",
            Self::Fp8 => "kFP8",
            Self::Bf16 => "kBF16",
            Self::Int64 => "kINT64",
            Self::Int4 => "kINT4",
            Self::Fp4 => "kFP4",
            Self::E8m0 => "kE8M0",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Float) => raw(trt10::DataType::kFLOAT.0, 100000),
            (Family::Trt10, Self::Half) => raw(trt10::DataType::kHALF.0, 100000),
            (Family::Trt10, Self::Int8) => raw(trt10::DataType::kINT8.0, 100000),
            (Family::Trt10, Self::Int32) => raw(trt10::DataType::kINT32.0, 100000),
            (Family::Trt10, Self::Bool) => raw(trt10::DataType::kBOOL.0, 100000),
            (Family::Trt10, Self::Uint8) => raw(trt10::DataType::kUINT8.0, 100000),
            (Family::Trt10, Self::Fp8) => raw(trt10::DataType::kFP8.0, 100000),
            (Family::Trt10, Self::Bf16) => raw(trt10::DataType::kBF16.0, 100000),
            (Family::Trt10, Self::Int64) => raw(trt10::DataType::kINT64.0, 100000),
            (Family::Trt10, Self::Int4) => raw(trt10::DataType::kINT4.0, 100000),
            (Family::Trt10, Self::Fp4) => raw(trt10::DataType::kFP4.0, 100800),
            (Family::Trt10, Self::E8m0) => raw(trt10::DataType::kE8M0.0, 101500),
            (Family::Trt11, Self::Float) => raw(trt11::DataType::kFLOAT.0, 110000),
            (Family::Trt11, Self::Half) => raw(trt11::DataType::kHALF.0, 110000),
            (Family::Trt11, Self::Int8) => raw(trt11::DataType::kINT8.0, 110000),
            (Family::Trt11, Self::Int32) => raw(trt11::DataType::kINT32.0, 110000),
            (Family::Trt11, Self::Bool) => raw(trt11::DataType::kBOOL.0, 110000),
            (Family::Trt11, Self::Uint8) => raw(trt11::DataType::kUINT8.0, 110000),
            (Family::Trt11, Self::Fp8) => raw(trt11::DataType::kFP8.0, 110000),
            (Family::Trt11, Self::Bf16) => raw(trt11::DataType::kBF16.0, 110000),
            (Family::Trt11, Self::Int64) => raw(trt11::DataType::kINT64.0, 110000),
            (Family::Trt11, Self::Int4) => raw(trt11::DataType::kINT4.0, 110000),
            (Family::Trt11, Self::Fp4) => raw(trt11::DataType::kFP4.0, 110000),
            (Family::Trt11, Self::E8m0) => raw(trt11::DataType::kE8M0.0, 110000),
            (Family::Rtx, Self::Float) => raw(rtx::DataType::kFLOAT.0, 10500),
            (Family::Rtx, Self::Half) => raw(rtx::DataType::kHALF.0, 10500),
            (Family::Rtx, Self::Int8) => raw(rtx::DataType::kINT8.0, 10500),
            (Family::Rtx, Self::Int32) => raw(rtx::DataType::kINT32.0, 10500),
            (Family::Rtx, Self::Bool) => raw(rtx::DataType::kBOOL.0, 10500),
            (Family::Rtx, Self::Uint8) => raw(rtx::DataType::kUINT8.0, 10500),
            (Family::Rtx, Self::Fp8) => raw(rtx::DataType::kFP8.0, 10500),
            (Family::Rtx, Self::Bf16) => raw(rtx::DataType::kBF16.0, 10500),
            (Family::Rtx, Self::Int64) => raw(rtx::DataType::kINT64.0, 10500),
            (Family::Rtx, Self::Int4) => raw(rtx::DataType::kINT4.0, 10500),
            (Family::Rtx, Self::Fp4) => raw(rtx::DataType::kFP4.0, 10500),
            (Family::Rtx, Self::E8m0) => raw(rtx::DataType::kE8M0.0, 10500),
            _ => return None,
        })
    }
}

/// Whether a tensor of an engine is an input or an output. `nvinfer1::TensorIOMode` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TensorIoMode {
    /// `kNONE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    None,
    /// `kINPUT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Input,
    /// `kOUTPUT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Output,
}

impl RawEnum for TensorIoMode {
    const NAME: &'static str = "TensorIoMode";
    const ALL: &'static [Self] = &[
        Self::None,
        Self::Input,
        Self::Output,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::None => "kNONE",
            Self::Input => "kINPUT",
            Self::Output => "kOUTPUT",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::None) => raw(trt10::TensorIoMode::kNONE.0, 100000),
            (Family::Trt10, Self::Input) => raw(trt10::TensorIoMode::kINPUT.0, 100000),
            (Family::Trt10, Self::Output) => raw(trt10::TensorIoMode::kOUTPUT.0, 100000),
            (Family::Trt11, Self::None) => raw(trt11::TensorIoMode::kNONE.0, 110000),
            (Family::Trt11, Self::Input) => raw(trt11::TensorIoMode::kINPUT.0, 110000),
            (Family::Trt11, Self::Output) => raw(trt11::TensorIoMode::kOUTPUT.0, 110000),
            (Family::Rtx, Self::None) => raw(rtx::TensorIoMode::kNONE.0, 10500),
            (Family::Rtx, Self::Input) => raw(rtx::TensorIoMode::kINPUT.0, 10500),
            (Family::Rtx, Self::Output) => raw(rtx::TensorIoMode::kOUTPUT.0, 10500),
            _ => return None,
        })
    }
}

/// Where a tensor's data has to be. `nvinfer1::TensorLocation` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TensorLocation {
    /// `kDEVICE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Device,
    /// `kHOST`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Host,
}

impl RawEnum for TensorLocation {
    const NAME: &'static str = "TensorLocation";
    const ALL: &'static [Self] = &[
        Self::Device,
        Self::Host,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Device => "kDEVICE",
            Self::Host => "kHOST",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Device) => raw(trt10::TensorLocation::kDEVICE.0, 100000),
            (Family::Trt10, Self::Host) => raw(trt10::TensorLocation::kHOST.0, 100000),
            (Family::Trt11, Self::Device) => raw(trt11::TensorLocation::kDEVICE.0, 110000),
            (Family::Trt11, Self::Host) => raw(trt11::TensorLocation::kHOST.0, 110000),
            (Family::Rtx, Self::Device) => raw(rtx::TensorLocation::kDEVICE.0, 10500),
            (Family::Rtx, Self::Host) => raw(rtx::TensorLocation::kHOST.0, 10500),
            _ => return None,
        })
    }
}

/// How a tensor's elements are laid out. `nvinfer1::TensorFormat` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TensorFormat {
    /// `kLINEAR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Linear,
    /// `kCHW2`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Chw2,
    /// `kHWC8`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Hwc8,
    /// `kCHW4`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Chw4,
    /// `kCHW16`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Chw16,
    /// `kCHW32`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Chw32,
    /// `kDHWC8`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Dhwc8,
    /// `kCDHW32`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Cdhw32,
    /// `kHWC`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Hwc,
    /// `kDLA_LINEAR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DlaLinear,
    /// `kDLA_HWC4`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DlaHwc4,
    /// `kHWC16`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Hwc16,
    /// `kDHWC`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Dhwc,
}

impl RawEnum for TensorFormat {
    const NAME: &'static str = "TensorFormat";
    const ALL: &'static [Self] = &[
        Self::Linear,
        Self::Chw2,
        Self::Hwc8,
        Self::Chw4,
        Self::Chw16,
        Self::Chw32,
        Self::Dhwc8,
        Self::Cdhw32,
        Self::Hwc,
        Self::DlaLinear,
        Self::DlaHwc4,
        Self::Hwc16,
        Self::Dhwc,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Linear => "kLINEAR",
            Self::Chw2 => "kCHW2",
            Self::Hwc8 => "kHWC8",
            Self::Chw4 => "kCHW4",
            Self::Chw16 => "kCHW16",
            Self::Chw32 => "kCHW32",
            Self::Dhwc8 => "kDHWC8",
            Self::Cdhw32 => "kCDHW32",
            Self::Hwc => "kHWC",
            Self::DlaLinear => "kDLA_LINEAR",
            Self::DlaHwc4 => "kDLA_HWC4",
            Self::Hwc16 => "kHWC16",
            Self::Dhwc => "kDHWC",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Linear) => raw(trt10::TensorFormat::kLINEAR.0, 100000),
            (Family::Trt10, Self::Chw2) => raw(trt10::TensorFormat::kCHW2.0, 100000),
            (Family::Trt10, Self::Hwc8) => raw(trt10::TensorFormat::kHWC8.0, 100000),
            (Family::Trt10, Self::Chw4) => raw(trt10::TensorFormat::kCHW4.0, 100000),
            (Family::Trt10, Self::Chw16) => raw(trt10::TensorFormat::kCHW16.0, 100000),
            (Family::Trt10, Self::Chw32) => raw(trt10::TensorFormat::kCHW32.0, 100000),
            (Family::Trt10, Self::Dhwc8) => raw(trt10::TensorFormat::kDHWC8.0, 100000),
            (Family::Trt10, Self::Cdhw32) => raw(trt10::TensorFormat::kCDHW32.0, 100000),
            (Family::Trt10, Self::Hwc) => raw(trt10::TensorFormat::kHWC.0, 100000),
            (Family::Trt10, Self::DlaLinear) => raw(trt10::TensorFormat::kDLA_LINEAR.0, 100000),
            (Family::Trt10, Self::DlaHwc4) => raw(trt10::TensorFormat::kDLA_HWC4.0, 100000),
            (Family::Trt10, Self::Hwc16) => raw(trt10::TensorFormat::kHWC16.0, 100000),
            (Family::Trt10, Self::Dhwc) => raw(trt10::TensorFormat::kDHWC.0, 100000),
            (Family::Trt11, Self::Linear) => raw(trt11::TensorFormat::kLINEAR.0, 110000),
            (Family::Trt11, Self::Chw2) => raw(trt11::TensorFormat::kCHW2.0, 110000),
            (Family::Trt11, Self::Hwc8) => raw(trt11::TensorFormat::kHWC8.0, 110000),
            (Family::Trt11, Self::Chw4) => raw(trt11::TensorFormat::kCHW4.0, 110000),
            (Family::Trt11, Self::Chw16) => raw(trt11::TensorFormat::kCHW16.0, 110000),
            (Family::Trt11, Self::Chw32) => raw(trt11::TensorFormat::kCHW32.0, 110000),
            (Family::Trt11, Self::Dhwc8) => raw(trt11::TensorFormat::kDHWC8.0, 110000),
            (Family::Trt11, Self::Cdhw32) => raw(trt11::TensorFormat::kCDHW32.0, 110000),
            (Family::Trt11, Self::Hwc) => raw(trt11::TensorFormat::kHWC.0, 110000),
            (Family::Trt11, Self::DlaLinear) => raw(trt11::TensorFormat::kDLA_LINEAR.0, 110000),
            (Family::Trt11, Self::DlaHwc4) => raw(trt11::TensorFormat::kDLA_HWC4.0, 110000),
            (Family::Trt11, Self::Hwc16) => raw(trt11::TensorFormat::kHWC16.0, 110000),
            (Family::Trt11, Self::Dhwc) => raw(trt11::TensorFormat::kDHWC.0, 110000),
            (Family::Rtx, Self::Linear) => raw(rtx::TensorFormat::kLINEAR.0, 10500),
            (Family::Rtx, Self::Chw2) => raw(rtx::TensorFormat::kCHW2.0, 10500),
            (Family::Rtx, Self::Hwc8) => raw(rtx::TensorFormat::kHWC8.0, 10500),
            (Family::Rtx, Self::Chw4) => raw(rtx::TensorFormat::kCHW4.0, 10500),
            (Family::Rtx, Self::Chw16) => raw(rtx::TensorFormat::kCHW16.0, 10500),
            (Family::Rtx, Self::Chw32) => raw(rtx::TensorFormat::kCHW32.0, 10500),
            (Family::Rtx, Self::Dhwc8) => raw(rtx::TensorFormat::kDHWC8.0, 10500),
            (Family::Rtx, Self::Cdhw32) => raw(rtx::TensorFormat::kCDHW32.0, 10500),
            (Family::Rtx, Self::Hwc) => raw(rtx::TensorFormat::kHWC.0, 10500),
            (Family::Rtx, Self::DlaLinear) => raw(rtx::TensorFormat::kDLA_LINEAR.0, 10500),
            (Family::Rtx, Self::DlaHwc4) => raw(rtx::TensorFormat::kDLA_HWC4.0, 10500),
            (Family::Rtx, Self::Hwc16) => raw(rtx::TensorFormat::kHWC16.0, 10500),
            (Family::Rtx, Self::Dhwc) => raw(rtx::TensorFormat::kDHWC.0, 10500),
            _ => return None,
        })
    }
}

/// Which of an optimisation profile's three shapes. `nvinfer1::OptProfileSelector` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptProfileSelector {
    /// `kMIN`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Min,
    /// `kOPT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Opt,
    /// `kMAX`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Max,
}

impl RawEnum for OptProfileSelector {
    const NAME: &'static str = "OptProfileSelector";
    const ALL: &'static [Self] = &[
        Self::Min,
        Self::Opt,
        Self::Max,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Min => "kMIN",
            Self::Opt => "kOPT",
            Self::Max => "kMAX",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Min) => raw(trt10::OptProfileSelector::kMIN.0, 100000),
            (Family::Trt10, Self::Opt) => raw(trt10::OptProfileSelector::kOPT.0, 100000),
            (Family::Trt10, Self::Max) => raw(trt10::OptProfileSelector::kMAX.0, 100000),
            (Family::Trt11, Self::Min) => raw(trt11::OptProfileSelector::kMIN.0, 110000),
            (Family::Trt11, Self::Opt) => raw(trt11::OptProfileSelector::kOPT.0, 110000),
            (Family::Trt11, Self::Max) => raw(trt11::OptProfileSelector::kMAX.0, 110000),
            (Family::Rtx, Self::Min) => raw(rtx::OptProfileSelector::kMIN.0, 10500),
            (Family::Rtx, Self::Opt) => raw(rtx::OptProfileSelector::kOPT.0, 10500),
            (Family::Rtx, Self::Max) => raw(rtx::OptProfileSelector::kMAX.0, 10500),
            _ => return None,
        })
    }
}

/// A switch of the builder's configuration. `nvinfer1::BuilderFlag` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuilderFlag {
    /// `kFP16`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    Fp16,
    /// `kINT8`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    Int8,
    /// `kDEBUG`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Debug,
    /// `kGPU_FALLBACK`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    GpuFallback,
    /// `kREFIT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Refit,
    /// `kDISABLE_TIMING_CACHE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DisableTimingCache,
    /// `kTF32`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Tf32,
    /// `kSPARSE_WEIGHTS`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    SparseWeights,
    /// `kSAFETY_SCOPE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    SafetyScope,
    /// `kOBEY_PRECISION_CONSTRAINTS`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    ObeyPrecisionConstraints,
    /// `kPREFER_PRECISION_CONSTRAINTS`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    PreferPrecisionConstraints,
    /// `kDIRECT_IO`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DirectIo,
    /// `kREJECT_EMPTY_ALGORITHMS`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    RejectEmptyAlgorithms,
    /// `kVERSION_COMPATIBLE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    VersionCompatible,
    /// `kEXCLUDE_LEAN_RUNTIME`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExcludeLeanRuntime,
    /// `kFP8`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    Fp8,
    /// `kERROR_ON_TIMING_CACHE_MISS`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ErrorOnTimingCacheMiss,
    /// `kBF16`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    Bf16,
    /// `kDISABLE_COMPILATION_CACHE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DisableCompilationCache,
    /// `kSTRIP_PLAN`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    StripPlan,
    /// `kREFIT_IDENTICAL`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RefitIdentical,
    /// `kWEIGHT_STREAMING`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    WeightStreaming,
    /// `kINT4`. Since TensorRT 10.1; not in TensorRT 11 or TensorRT-RTX.
    Int4,
    /// `kREFIT_INDIVIDUAL`. Since TensorRT 10.3, TensorRT 11.0, TensorRT-RTX 1.5.
    RefitIndividual,
    /// `kSTRICT_NANS`. Since TensorRT 10.6, TensorRT 11.0, TensorRT-RTX 1.5.
    StrictNans,
    /// `kMONITOR_MEMORY`. Since TensorRT 10.6, TensorRT 11.0, TensorRT-RTX 1.5.
    MonitorMemory,
    /// `kFP4`. Since TensorRT 10.8; not in TensorRT 11 or TensorRT-RTX.
    Fp4,
    /// `kEDITABLE_TIMING_CACHE`. Since TensorRT 10.8, TensorRT 11.0, TensorRT-RTX 1.5.
    EditableTimingCache,
    /// `kDISTRIBUTIVE_INDEPENDENCE`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    DistributiveIndependence,
    /// `kREQUIRE_USER_ALLOCATION`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    RequireUserAllocation,
}

impl RawEnum for BuilderFlag {
    const NAME: &'static str = "BuilderFlag";
    const ALL: &'static [Self] = &[
        Self::Fp16,
        Self::Int8,
        Self::Debug,
        Self::GpuFallback,
        Self::Refit,
        Self::DisableTimingCache,
        Self::Tf32,
        Self::SparseWeights,
        Self::SafetyScope,
        Self::ObeyPrecisionConstraints,
        Self::PreferPrecisionConstraints,
        Self::DirectIo,
        Self::RejectEmptyAlgorithms,
        Self::VersionCompatible,
        Self::ExcludeLeanRuntime,
        Self::Fp8,
        Self::ErrorOnTimingCacheMiss,
        Self::Bf16,
        Self::DisableCompilationCache,
        Self::StripPlan,
        Self::RefitIdentical,
        Self::WeightStreaming,
        Self::Int4,
        Self::RefitIndividual,
        Self::StrictNans,
        Self::MonitorMemory,
        Self::Fp4,
        Self::EditableTimingCache,
        Self::DistributiveIndependence,
        Self::RequireUserAllocation,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Fp16 => "kFP16",
            Self::Int8 => "kINT8",
            Self::Debug => "kDEBUG",
            Self::GpuFallback => "kGPU_FALLBACK",
            Self::Refit => "kREFIT",
            Self::DisableTimingCache => "kDISABLE_TIMING_CACHE",
            Self::Tf32 => "kTF32",
            Self::SparseWeights => "kSPARSE_WEIGHTS",
            Self::SafetyScope => "kSAFETY_SCOPE",
            Self::ObeyPrecisionConstraints => "kOBEY_PRECISION_CONSTRAINTS",
            Self::PreferPrecisionConstraints => "kPREFER_PRECISION_CONSTRAINTS",
            Self::DirectIo => "kDIRECT_IO",
            Self::RejectEmptyAlgorithms => "kREJECT_EMPTY_ALGORITHMS",
            Self::VersionCompatible => "kVERSION_COMPATIBLE",
            Self::ExcludeLeanRuntime => "kEXCLUDE_LEAN_RUNTIME",
            Self::Fp8 => "kFP8",
            Self::ErrorOnTimingCacheMiss => "kERROR_ON_TIMING_CACHE_MISS",
            Self::Bf16 => "kBF16",
            Self::DisableCompilationCache => "kDISABLE_COMPILATION_CACHE",
            Self::StripPlan => "kSTRIP_PLAN",
            Self::RefitIdentical => "kREFIT_IDENTICAL",
            Self::WeightStreaming => "kWEIGHT_STREAMING",
            Self::Int4 => "kINT4",
            Self::RefitIndividual => "kREFIT_INDIVIDUAL",
            Self::StrictNans => "kSTRICT_NANS",
            Self::MonitorMemory => "kMONITOR_MEMORY",
            Self::Fp4 => "kFP4",
            Self::EditableTimingCache => "kEDITABLE_TIMING_CACHE",
            Self::DistributiveIndependence => "kDISTRIBUTIVE_INDEPENDENCE",
            Self::RequireUserAllocation => "kREQUIRE_USER_ALLOCATION",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Fp16) => raw(trt10::BuilderFlag::kFP16.0, 100000),
            (Family::Trt10, Self::Int8) => raw(trt10::BuilderFlag::kINT8.0, 100000),
            (Family::Trt10, Self::Debug) => raw(trt10::BuilderFlag::kDEBUG.0, 100000),
            (Family::Trt10, Self::GpuFallback) => raw(trt10::BuilderFlag::kGPU_FALLBACK.0, 100000),
            (Family::Trt10, Self::Refit) => raw(trt10::BuilderFlag::kREFIT.0, 100000),
            (Family::Trt10, Self::DisableTimingCache) => raw(trt10::BuilderFlag::kDISABLE_TIMING_CACHE.0, 100000),
            (Family::Trt10, Self::Tf32) => raw(trt10::BuilderFlag::kTF32.0, 100000),
            (Family::Trt10, Self::SparseWeights) => raw(trt10::BuilderFlag::kSPARSE_WEIGHTS.0, 100000),
            (Family::Trt10, Self::SafetyScope) => raw(trt10::BuilderFlag::kSAFETY_SCOPE.0, 100000),
            (Family::Trt10, Self::ObeyPrecisionConstraints) => raw(trt10::BuilderFlag::kOBEY_PRECISION_CONSTRAINTS.0, 100000),
            (Family::Trt10, Self::PreferPrecisionConstraints) => raw(trt10::BuilderFlag::kPREFER_PRECISION_CONSTRAINTS.0, 100000),
            (Family::Trt10, Self::DirectIo) => raw(trt10::BuilderFlag::kDIRECT_IO.0, 100000),
            (Family::Trt10, Self::RejectEmptyAlgorithms) => raw(trt10::BuilderFlag::kREJECT_EMPTY_ALGORITHMS.0, 100000),
            (Family::Trt10, Self::VersionCompatible) => raw(trt10::BuilderFlag::kVERSION_COMPATIBLE.0, 100000),
            (Family::Trt10, Self::ExcludeLeanRuntime) => raw(trt10::BuilderFlag::kEXCLUDE_LEAN_RUNTIME.0, 100000),
            (Family::Trt10, Self::Fp8) => raw(trt10::BuilderFlag::kFP8.0, 100000),
            (Family::Trt10, Self::ErrorOnTimingCacheMiss) => raw(trt10::BuilderFlag::kERROR_ON_TIMING_CACHE_MISS.0, 100000),
            (Family::Trt10, Self::Bf16) => raw(trt10::BuilderFlag::kBF16.0, 100000),
            (Family::Trt10, Self::DisableCompilationCache) => raw(trt10::BuilderFlag::kDISABLE_COMPILATION_CACHE.0, 100000),
            (Family::Trt10, Self::StripPlan) => raw(trt10::BuilderFlag::kSTRIP_PLAN.0, 100000),
            (Family::Trt10, Self::RefitIdentical) => raw(trt10::BuilderFlag::kREFIT_IDENTICAL.0, 100000),
            (Family::Trt10, Self::WeightStreaming) => raw(trt10::BuilderFlag::kWEIGHT_STREAMING.0, 100000),
            (Family::Trt10, Self::Int4) => raw(trt10::BuilderFlag::kINT4.0, 100100),
            (Family::Trt10, Self::RefitIndividual) => raw(trt10::BuilderFlag::kREFIT_INDIVIDUAL.0, 100300),
            (Family::Trt10, Self::StrictNans) => raw(trt10::BuilderFlag::kSTRICT_NANS.0, 100600),
            (Family::Trt10, Self::MonitorMemory) => raw(trt10::BuilderFlag::kMONITOR_MEMORY.0, 100600),
            (Family::Trt10, Self::Fp4) => raw(trt10::BuilderFlag::kFP4.0, 100800),
            (Family::Trt10, Self::EditableTimingCache) => raw(trt10::BuilderFlag::kEDITABLE_TIMING_CACHE.0, 100800),
            (Family::Trt10, Self::DistributiveIndependence) => raw(trt10::BuilderFlag::kDISTRIBUTIVE_INDEPENDENCE.0, 101500),
            (Family::Trt11, Self::Debug) => raw(trt11::BuilderFlag::kDEBUG.0, 110000),
            (Family::Trt11, Self::GpuFallback) => raw(trt11::BuilderFlag::kGPU_FALLBACK.0, 110000),
            (Family::Trt11, Self::Refit) => raw(trt11::BuilderFlag::kREFIT.0, 110000),
            (Family::Trt11, Self::DisableTimingCache) => raw(trt11::BuilderFlag::kDISABLE_TIMING_CACHE.0, 110000),
            (Family::Trt11, Self::Tf32) => raw(trt11::BuilderFlag::kTF32.0, 110000),
            (Family::Trt11, Self::SparseWeights) => raw(trt11::BuilderFlag::kSPARSE_WEIGHTS.0, 110000),
            (Family::Trt11, Self::SafetyScope) => raw(trt11::BuilderFlag::kSAFETY_SCOPE.0, 110000),
            (Family::Trt11, Self::DirectIo) => raw(trt11::BuilderFlag::kDIRECT_IO.0, 110000),
            (Family::Trt11, Self::VersionCompatible) => raw(trt11::BuilderFlag::kVERSION_COMPATIBLE.0, 110000),
            (Family::Trt11, Self::ExcludeLeanRuntime) => raw(trt11::BuilderFlag::kEXCLUDE_LEAN_RUNTIME.0, 110000),
            (Family::Trt11, Self::ErrorOnTimingCacheMiss) => raw(trt11::BuilderFlag::kERROR_ON_TIMING_CACHE_MISS.0, 110000),
            (Family::Trt11, Self::DisableCompilationCache) => raw(trt11::BuilderFlag::kDISABLE_COMPILATION_CACHE.0, 110000),
            (Family::Trt11, Self::StripPlan) => raw(trt11::BuilderFlag::kSTRIP_PLAN.0, 110000),
            (Family::Trt11, Self::RefitIdentical) => raw(trt11::BuilderFlag::kREFIT_IDENTICAL.0, 110000),
            (Family::Trt11, Self::WeightStreaming) => raw(trt11::BuilderFlag::kWEIGHT_STREAMING.0, 110000),
            (Family::Trt11, Self::RefitIndividual) => raw(trt11::BuilderFlag::kREFIT_INDIVIDUAL.0, 110000),
            (Family::Trt11, Self::StrictNans) => raw(trt11::BuilderFlag::kSTRICT_NANS.0, 110000),
            (Family::Trt11, Self::MonitorMemory) => raw(trt11::BuilderFlag::kMONITOR_MEMORY.0, 110000),
            (Family::Trt11, Self::EditableTimingCache) => raw(trt11::BuilderFlag::kEDITABLE_TIMING_CACHE.0, 110000),
            (Family::Trt11, Self::DistributiveIndependence) => raw(trt11::BuilderFlag::kDISTRIBUTIVE_INDEPENDENCE.0, 110000),
            (Family::Rtx, Self::Debug) => raw(rtx::BuilderFlag::kDEBUG.0, 10500),
            (Family::Rtx, Self::GpuFallback) => raw(rtx::BuilderFlag::kGPU_FALLBACK.0, 10500),
            (Family::Rtx, Self::Refit) => raw(rtx::BuilderFlag::kREFIT.0, 10500),
            (Family::Rtx, Self::DisableTimingCache) => raw(rtx::BuilderFlag::kDISABLE_TIMING_CACHE.0, 10500),
            (Family::Rtx, Self::Tf32) => raw(rtx::BuilderFlag::kTF32.0, 10500),
            (Family::Rtx, Self::SparseWeights) => raw(rtx::BuilderFlag::kSPARSE_WEIGHTS.0, 10500),
            (Family::Rtx, Self::SafetyScope) => raw(rtx::BuilderFlag::kSAFETY_SCOPE.0, 10500),
            (Family::Rtx, Self::DirectIo) => raw(rtx::BuilderFlag::kDIRECT_IO.0, 10500),
            (Family::Rtx, Self::VersionCompatible) => raw(rtx::BuilderFlag::kVERSION_COMPATIBLE.0, 10500),
            (Family::Rtx, Self::ExcludeLeanRuntime) => raw(rtx::BuilderFlag::kEXCLUDE_LEAN_RUNTIME.0, 10500),
            (Family::Rtx, Self::ErrorOnTimingCacheMiss) => raw(rtx::BuilderFlag::kERROR_ON_TIMING_CACHE_MISS.0, 10500),
            (Family::Rtx, Self::DisableCompilationCache) => raw(rtx::BuilderFlag::kDISABLE_COMPILATION_CACHE.0, 10500),
            (Family::Rtx, Self::StripPlan) => raw(rtx::BuilderFlag::kSTRIP_PLAN.0, 10500),
            (Family::Rtx, Self::RefitIdentical) => raw(rtx::BuilderFlag::kREFIT_IDENTICAL.0, 10500),
            (Family::Rtx, Self::WeightStreaming) => raw(rtx::BuilderFlag::kWEIGHT_STREAMING.0, 10500),
            (Family::Rtx, Self::RefitIndividual) => raw(rtx::BuilderFlag::kREFIT_INDIVIDUAL.0, 10500),
            (Family::Rtx, Self::StrictNans) => raw(rtx::BuilderFlag::kSTRICT_NANS.0, 10500),
            (Family::Rtx, Self::MonitorMemory) => raw(rtx::BuilderFlag::kMONITOR_MEMORY.0, 10500),
            (Family::Rtx, Self::EditableTimingCache) => raw(rtx::BuilderFlag::kEDITABLE_TIMING_CACHE.0, 10500),
            (Family::Rtx, Self::DistributiveIndependence) => raw(rtx::BuilderFlag::kDISTRIBUTIVE_INDEPENDENCE.0, 10500),
            (Family::Rtx, Self::RequireUserAllocation) => raw(rtx::BuilderFlag::kREQUIRE_USER_ALLOCATION.0, 10500),
            _ => return None,
        })
    }
}

/// A pool of memory whose size the builder's configuration limits. `nvinfer1::MemoryPoolType` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryPoolType {
    /// `kWORKSPACE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Workspace,
    /// `kDLA_MANAGED_SRAM`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DlaManagedSram,
    /// `kDLA_LOCAL_DRAM`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DlaLocalDram,
    /// `kDLA_GLOBAL_DRAM`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    DlaGlobalDram,
    /// `kTACTIC_DRAM`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TacticDram,
    /// `kTACTIC_SHARED_MEMORY`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TacticSharedMemory,
}

impl RawEnum for MemoryPoolType {
    const NAME: &'static str = "MemoryPoolType";
    const ALL: &'static [Self] = &[
        Self::Workspace,
        Self::DlaManagedSram,
        Self::DlaLocalDram,
        Self::DlaGlobalDram,
        Self::TacticDram,
        Self::TacticSharedMemory,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Workspace => "kWORKSPACE",
            Self::DlaManagedSram => "kDLA_MANAGED_SRAM",
            Self::DlaLocalDram => "kDLA_LOCAL_DRAM",
            Self::DlaGlobalDram => "kDLA_GLOBAL_DRAM",
            Self::TacticDram => "kTACTIC_DRAM",
            Self::TacticSharedMemory => "kTACTIC_SHARED_MEMORY",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Workspace) => raw(trt10::MemoryPoolType::kWORKSPACE.0, 100000),
            (Family::Trt10, Self::DlaManagedSram) => raw(trt10::MemoryPoolType::kDLA_MANAGED_SRAM.0, 100000),
            (Family::Trt10, Self::DlaLocalDram) => raw(trt10::MemoryPoolType::kDLA_LOCAL_DRAM.0, 100000),
            (Family::Trt10, Self::DlaGlobalDram) => raw(trt10::MemoryPoolType::kDLA_GLOBAL_DRAM.0, 100000),
            (Family::Trt10, Self::TacticDram) => raw(trt10::MemoryPoolType::kTACTIC_DRAM.0, 100000),
            (Family::Trt10, Self::TacticSharedMemory) => raw(trt10::MemoryPoolType::kTACTIC_SHARED_MEMORY.0, 100000),
            (Family::Trt11, Self::Workspace) => raw(trt11::MemoryPoolType::kWORKSPACE.0, 110000),
            (Family::Trt11, Self::DlaManagedSram) => raw(trt11::MemoryPoolType::kDLA_MANAGED_SRAM.0, 110000),
            (Family::Trt11, Self::DlaLocalDram) => raw(trt11::MemoryPoolType::kDLA_LOCAL_DRAM.0, 110000),
            (Family::Trt11, Self::DlaGlobalDram) => raw(trt11::MemoryPoolType::kDLA_GLOBAL_DRAM.0, 110000),
            (Family::Trt11, Self::TacticDram) => raw(trt11::MemoryPoolType::kTACTIC_DRAM.0, 110000),
            (Family::Trt11, Self::TacticSharedMemory) => raw(trt11::MemoryPoolType::kTACTIC_SHARED_MEMORY.0, 110000),
            (Family::Rtx, Self::Workspace) => raw(rtx::MemoryPoolType::kWORKSPACE.0, 10500),
            (Family::Rtx, Self::DlaManagedSram) => raw(rtx::MemoryPoolType::kDLA_MANAGED_SRAM.0, 10500),
            (Family::Rtx, Self::DlaLocalDram) => raw(rtx::MemoryPoolType::kDLA_LOCAL_DRAM.0, 10500),
            (Family::Rtx, Self::DlaGlobalDram) => raw(rtx::MemoryPoolType::kDLA_GLOBAL_DRAM.0, 10500),
            (Family::Rtx, Self::TacticDram) => raw(rtx::MemoryPoolType::kTACTIC_DRAM.0, 10500),
            (Family::Rtx, Self::TacticSharedMemory) => raw(rtx::MemoryPoolType::kTACTIC_SHARED_MEMORY.0, 10500),
            _ => return None,
        })
    }
}

/// How much of its layers an engine remembers for inspection. `nvinfer1::ProfilingVerbosity` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProfilingVerbosity {
    /// `kLAYER_NAMES_ONLY`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerNamesOnly,
    /// `kNONE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    None,
    /// `kDETAILED`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Detailed,
}

impl RawEnum for ProfilingVerbosity {
    const NAME: &'static str = "ProfilingVerbosity";
    const ALL: &'static [Self] = &[
        Self::LayerNamesOnly,
        Self::None,
        Self::Detailed,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::LayerNamesOnly => "kLAYER_NAMES_ONLY",
            Self::None => "kNONE",
            Self::Detailed => "kDETAILED",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::LayerNamesOnly) => raw(trt10::ProfilingVerbosity::kLAYER_NAMES_ONLY.0, 100000),
            (Family::Trt10, Self::None) => raw(trt10::ProfilingVerbosity::kNONE.0, 100000),
            (Family::Trt10, Self::Detailed) => raw(trt10::ProfilingVerbosity::kDETAILED.0, 100000),
            (Family::Trt11, Self::LayerNamesOnly) => raw(trt11::ProfilingVerbosity::kLAYER_NAMES_ONLY.0, 110000),
            (Family::Trt11, Self::None) => raw(trt11::ProfilingVerbosity::kNONE.0, 110000),
            (Family::Trt11, Self::Detailed) => raw(trt11::ProfilingVerbosity::kDETAILED.0, 110000),
            (Family::Rtx, Self::LayerNamesOnly) => raw(rtx::ProfilingVerbosity::kLAYER_NAMES_ONLY.0, 10500),
            (Family::Rtx, Self::None) => raw(rtx::ProfilingVerbosity::kNONE.0, 10500),
            (Family::Rtx, Self::Detailed) => raw(rtx::ProfilingVerbosity::kDETAILED.0, 10500),
            _ => return None,
        })
    }
}

/// How a network definition is created. `nvinfer1::NetworkDefinitionCreationFlag` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NetworkDefinitionCreationFlag {
    /// `kEXPLICIT_BATCH`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    ExplicitBatch,
    /// `kSTRONGLY_TYPED`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    StronglyTyped,
    /// `kPREFER_JIT_PYTHON_PLUGINS`. Since TensorRT 10.15, TensorRT 11.0; not in TensorRT-RTX.
    PreferJitPythonPlugins,
    /// `kPREFER_AOT_PYTHON_PLUGINS`. Since TensorRT 10.15, TensorRT 11.0; not in TensorRT-RTX.
    PreferAotPythonPlugins,
}

impl RawEnum for NetworkDefinitionCreationFlag {
    const NAME: &'static str = "NetworkDefinitionCreationFlag";
    const ALL: &'static [Self] = &[
        Self::ExplicitBatch,
        Self::StronglyTyped,
        Self::PreferJitPythonPlugins,
        Self::PreferAotPythonPlugins,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::ExplicitBatch => "kEXPLICIT_BATCH",
            Self::StronglyTyped => "kSTRONGLY_TYPED",
            Self::PreferJitPythonPlugins => "kPREFER_JIT_PYTHON_PLUGINS",
            Self::PreferAotPythonPlugins => "kPREFER_AOT_PYTHON_PLUGINS",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::ExplicitBatch) => raw(trt10::NetworkDefinitionCreationFlag::kEXPLICIT_BATCH.0, 100000),
            (Family::Trt10, Self::StronglyTyped) => raw(trt10::NetworkDefinitionCreationFlag::kSTRONGLY_TYPED.0, 100000),
            (Family::Trt10, Self::PreferJitPythonPlugins) => raw(trt10::NetworkDefinitionCreationFlag::kPREFER_JIT_PYTHON_PLUGINS.0, 101500),
            (Family::Trt10, Self::PreferAotPythonPlugins) => raw(trt10::NetworkDefinitionCreationFlag::kPREFER_AOT_PYTHON_PLUGINS.0, 101500),
            (Family::Trt11, Self::StronglyTyped) => raw(trt11::NetworkDefinitionCreationFlag::kSTRONGLY_TYPED.0, 110000),
            (Family::Trt11, Self::PreferJitPythonPlugins) => raw(trt11::NetworkDefinitionCreationFlag::kPREFER_JIT_PYTHON_PLUGINS.0, 110000),
            (Family::Trt11, Self::PreferAotPythonPlugins) => raw(trt11::NetworkDefinitionCreationFlag::kPREFER_AOT_PYTHON_PLUGINS.0, 110000),
            (Family::Rtx, Self::StronglyTyped) => raw(rtx::NetworkDefinitionCreationFlag::kSTRONGLY_TYPED.0, 10500),
            _ => return None,
        })
    }
}

/// A feature that is off until asked for. `nvinfer1::PreviewFeature` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PreviewFeature {
    /// `kPROFILE_SHARING_0806`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    ProfileSharing0806,
    /// `kALIASED_PLUGIN_IO_10_03`. Since TensorRT 10.3, TensorRT 11.0, TensorRT-RTX 1.5.
    AliasedPluginIo1003,
    /// `kRUNTIME_ACTIVATION_RESIZE_10_10`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    RuntimeActivationResize1010,
    /// `kMULTIDEVICE_RUNTIME_10_16`. Since TensorRT 10.16; not in TensorRT 11 or TensorRT-RTX.
    MultideviceRuntime1016,
}

impl RawEnum for PreviewFeature {
    const NAME: &'static str = "PreviewFeature";
    const ALL: &'static [Self] = &[
        Self::ProfileSharing0806,
        Self::AliasedPluginIo1003,
        Self::RuntimeActivationResize1010,
        Self::MultideviceRuntime1016,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::ProfileSharing0806 => "kPROFILE_SHARING_0806",
            Self::AliasedPluginIo1003 => "kALIASED_PLUGIN_IO_10_03",
            Self::RuntimeActivationResize1010 => "kRUNTIME_ACTIVATION_RESIZE_10_10",
            Self::MultideviceRuntime1016 => "kMULTIDEVICE_RUNTIME_10_16",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::ProfileSharing0806) => raw(trt10::PreviewFeature::kPROFILE_SHARING_0806.0, 100000),
            (Family::Trt10, Self::AliasedPluginIo1003) => raw(trt10::PreviewFeature::kALIASED_PLUGIN_IO_10_03.0, 100300),
            (Family::Trt10, Self::RuntimeActivationResize1010) => raw(trt10::PreviewFeature::kRUNTIME_ACTIVATION_RESIZE_10_10.0, 101500),
            (Family::Trt10, Self::MultideviceRuntime1016) => raw(trt10::PreviewFeature::kMULTIDEVICE_RUNTIME_10_16.0, 101600),
            (Family::Trt11, Self::AliasedPluginIo1003) => raw(trt11::PreviewFeature::kALIASED_PLUGIN_IO_10_03.0, 110000),
            (Family::Trt11, Self::RuntimeActivationResize1010) => raw(trt11::PreviewFeature::kRUNTIME_ACTIVATION_RESIZE_10_10.0, 110000),
            (Family::Rtx, Self::AliasedPluginIo1003) => raw(rtx::PreviewFeature::kALIASED_PLUGIN_IO_10_03.0, 10500),
            (Family::Rtx, Self::RuntimeActivationResize1010) => raw(rtx::PreviewFeature::kRUNTIME_ACTIVATION_RESIZE_10_10.0, 10500),
            _ => return None,
        })
    }
}

/// On which other GPUs an engine has to run. `nvinfer1::HardwareCompatibilityLevel` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HardwareCompatibilityLevel {
    /// `kNONE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    None,
    /// `kAMPERE_PLUS`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    AmperePlus,
    /// `kSAME_COMPUTE_CAPABILITY`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    SameComputeCapability,
}

impl RawEnum for HardwareCompatibilityLevel {
    const NAME: &'static str = "HardwareCompatibilityLevel";
    const ALL: &'static [Self] = &[
        Self::None,
        Self::AmperePlus,
        Self::SameComputeCapability,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::None => "kNONE",
            Self::AmperePlus => "kAMPERE_PLUS",
            Self::SameComputeCapability => "kSAME_COMPUTE_CAPABILITY",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::None) => raw(trt10::HardwareCompatibilityLevel::kNONE.0, 100000),
            (Family::Trt10, Self::AmperePlus) => raw(trt10::HardwareCompatibilityLevel::kAMPERE_PLUS.0, 100000),
            (Family::Trt10, Self::SameComputeCapability) => raw(trt10::HardwareCompatibilityLevel::kSAME_COMPUTE_CAPABILITY.0, 101500),
            (Family::Trt11, Self::None) => raw(trt11::HardwareCompatibilityLevel::kNONE.0, 110000),
            (Family::Trt11, Self::AmperePlus) => raw(trt11::HardwareCompatibilityLevel::kAMPERE_PLUS.0, 110000),
            (Family::Trt11, Self::SameComputeCapability) => raw(trt11::HardwareCompatibilityLevel::kSAME_COMPUTE_CAPABILITY.0, 110000),
            (Family::Rtx, Self::None) => raw(rtx::HardwareCompatibilityLevel::kNONE.0, 10500),
            (Family::Rtx, Self::AmperePlus) => raw(rtx::HardwareCompatibilityLevel::kAMPERE_PLUS.0, 10500),
            (Family::Rtx, Self::SameComputeCapability) => raw(rtx::HardwareCompatibilityLevel::kSAME_COMPUTE_CAPABILITY.0, 10500),
            _ => return None,
        })
    }
}

/// What a layer computes. `nvinfer1::LayerType` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayerType {
    /// `kCONVOLUTION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Convolution,
    /// `kCAST`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Cast,
    /// `kACTIVATION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Activation,
    /// `kPOOLING`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Pooling,
    /// `kLRN`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Lrn,
    /// `kSCALE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Scale,
    /// `kSOFTMAX`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Softmax,
    /// `kDECONVOLUTION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Deconvolution,
    /// `kCONCATENATION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Concatenation,
    /// `kELEMENTWISE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Elementwise,
    /// `kPLUGIN`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Plugin,
    /// `kUNARY`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Unary,
    /// `kPADDING`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Padding,
    /// `kSHUFFLE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Shuffle,
    /// `kREDUCE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Reduce,
    /// `kTOPK`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Topk,
    /// `kGATHER`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Gather,
    /// `kMATRIX_MULTIPLY`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    MatrixMultiply,
    /// `kRAGGED_SOFTMAX`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RaggedSoftmax,
    /// `kCONSTANT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Constant,
    /// `kIDENTITY`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Identity,
    /// `kPLUGIN_V2`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    PluginV2,
    /// `kSLICE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Slice,
    /// `kSHAPE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Shape,
    /// `kPARAMETRIC_RELU`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParametricRelu,
    /// `kRESIZE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Resize,
    /// `kTRIP_LIMIT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TripLimit,
    /// `kRECURRENCE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Recurrence,
    /// `kITERATOR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Iterator,
    /// `kLOOP_OUTPUT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LoopOutput,
    /// `kSELECT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Select,
    /// `kFILL`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Fill,
    /// `kQUANTIZE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Quantize,
    /// `kDEQUANTIZE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Dequantize,
    /// `kCONDITION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Condition,
    /// `kCONDITIONAL_INPUT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ConditionalInput,
    /// `kCONDITIONAL_OUTPUT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ConditionalOutput,
    /// `kSCATTER`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Scatter,
    /// `kEINSUM`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Einsum,
    /// `kASSERTION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Assertion,
    /// `kONE_HOT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    OneHot,
    /// `kNON_ZERO`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NonZero,
    /// `kGRID_SAMPLE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    GridSample,
    /// `kNMS`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Nms,
    /// `kREVERSE_SEQUENCE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ReverseSequence,
    /// `kNORMALIZATION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Normalization,
    /// `kPLUGIN_V3`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    PluginV3,
    /// `kSQUEEZE`. Since TensorRT 10.8, TensorRT 11.0, TensorRT-RTX 1.5.
    Squeeze,
    /// `kUNSQUEEZE`. Since TensorRT 10.8, TensorRT 11.0, TensorRT-RTX 1.5.
    Unsqueeze,
    /// `kCUMULATIVE`. Since TensorRT 10.8, TensorRT 11.0, TensorRT-RTX 1.5.
    Cumulative,
    /// `kDYNAMIC_QUANTIZE`. Since TensorRT 10.8, TensorRT 11.0, TensorRT-RTX 1.5.
    DynamicQuantize,
    /// `kATTENTION_INPUT`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    AttentionInput,
    /// `kATTENTION_OUTPUT`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    AttentionOutput,
    /// `kROTARY_EMBEDDING`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    RotaryEmbedding,
    /// `kKVCACHE_UPDATE`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    KvcacheUpdate,
    /// `kMOE`. Since TensorRT 10.16, TensorRT 11.0, TensorRT-RTX 1.5.
    Moe,
    /// `kDIST_COLLECTIVE`. Since TensorRT 10.16, TensorRT 11.0, TensorRT-RTX 1.5.
    DistCollective,
}

impl RawEnum for LayerType {
    const NAME: &'static str = "LayerType";
    const ALL: &'static [Self] = &[
        Self::Convolution,
        Self::Cast,
        Self::Activation,
        Self::Pooling,
        Self::Lrn,
        Self::Scale,
        Self::Softmax,
        Self::Deconvolution,
        Self::Concatenation,
        Self::Elementwise,
        Self::Plugin,
        Self::Unary,
        Self::Padding,
        Self::Shuffle,
        Self::Reduce,
        Self::Topk,
        Self::Gather,
        Self::MatrixMultiply,
        Self::RaggedSoftmax,
        Self::Constant,
        Self::Identity,
        Self::PluginV2,
        Self::Slice,
        Self::Shape,
        Self::ParametricRelu,
        Self::Resize,
        Self::TripLimit,
        Self::Recurrence,
        Self::Iterator,
        Self::LoopOutput,
        Self::Select,
        Self::Fill,
        Self::Quantize,
        Self::Dequantize,
        Self::Condition,
        Self::ConditionalInput,
        Self::ConditionalOutput,
        Self::Scatter,
        Self::Einsum,
        Self::Assertion,
        Self::OneHot,
        Self::NonZero,
        Self::GridSample,
        Self::Nms,
        Self::ReverseSequence,
        Self::Normalization,
        Self::PluginV3,
        Self::Squeeze,
        Self::Unsqueeze,
        Self::Cumulative,
        Self::DynamicQuantize,
        Self::AttentionInput,
        Self::AttentionOutput,
        Self::RotaryEmbedding,
        Self::KvcacheUpdate,
        Self::Moe,
        Self::DistCollective,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Convolution => "kCONVOLUTION",
            Self::Cast => "kCAST",
            Self::Activation => "kACTIVATION",
            Self::Pooling => "kPOOLING",
            Self::Lrn => "kLRN",
            Self::Scale => "kSCALE",
            Self::Softmax => "kSOFTMAX",
            Self::Deconvolution => "kDECONVOLUTION",
            Self::Concatenation => "kCONCATENATION",
            Self::Elementwise => "kELEMENTWISE",
            Self::Plugin => "kPLUGIN",
            Self::Unary => "kUNARY",
            Self::Padding => "kPADDING",
            Self::Shuffle => "kSHUFFLE",
            Self::Reduce => "kREDUCE",
            Self::Topk => "kTOPK",
            Self::Gather => "kGATHER",
            Self::MatrixMultiply => "kMATRIX_MULTIPLY",
            Self::RaggedSoftmax => "kRAGGED_SOFTMAX",
            Self::Constant => "kCONSTANT",
            Self::Identity => "kIDENTITY",
            Self::PluginV2 => "kPLUGIN_V2",
            Self::Slice => "kSLICE",
            Self::Shape => "kSHAPE",
            Self::ParametricRelu => "kPARAMETRIC_RELU",
            Self::Resize => "kRESIZE",
            Self::TripLimit => "kTRIP_LIMIT",
            Self::Recurrence => "kRECURRENCE",
            Self::Iterator => "kITERATOR",
            Self::LoopOutput => "kLOOP_OUTPUT",
            Self::Select => "kSELECT",
            Self::Fill => "kFILL",
            Self::Quantize => "kQUANTIZE",
            Self::Dequantize => "kDEQUANTIZE",
            Self::Condition => "kCONDITION",
            Self::ConditionalInput => "kCONDITIONAL_INPUT",
            Self::ConditionalOutput => "kCONDITIONAL_OUTPUT",
            Self::Scatter => "kSCATTER",
            Self::Einsum => "kEINSUM",
            Self::Assertion => "kASSERTION",
            Self::OneHot => "kONE_HOT",
            Self::NonZero => "kNON_ZERO",
            Self::GridSample => "kGRID_SAMPLE",
            Self::Nms => "kNMS",
            Self::ReverseSequence => "kREVERSE_SEQUENCE",
            Self::Normalization => "kNORMALIZATION",
            Self::PluginV3 => "kPLUGIN_V3",
            Self::Squeeze => "kSQUEEZE",
            Self::Unsqueeze => "kUNSQUEEZE",
            Self::Cumulative => "kCUMULATIVE",
            Self::DynamicQuantize => "kDYNAMIC_QUANTIZE",
            Self::AttentionInput => "kATTENTION_INPUT",
            Self::AttentionOutput => "kATTENTION_OUTPUT",
            Self::RotaryEmbedding => "kROTARY_EMBEDDING",
            Self::KvcacheUpdate => "kKVCACHE_UPDATE",
            Self::Moe => "kMOE",
            Self::DistCollective => "kDIST_COLLECTIVE",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Convolution) => raw(trt10::LayerType::kCONVOLUTION.0, 100000),
            (Family::Trt10, Self::Cast) => raw(trt10::LayerType::kCAST.0, 100000),
            (Family::Trt10, Self::Activation) => raw(trt10::LayerType::kACTIVATION.0, 100000),
            (Family::Trt10, Self::Pooling) => raw(trt10::LayerType::kPOOLING.0, 100000),
            (Family::Trt10, Self::Lrn) => raw(trt10::LayerType::kLRN.0, 100000),
            (Family::Trt10, Self::Scale) => raw(trt10::LayerType::kSCALE.0, 100000),
            (Family::Trt10, Self::Softmax) => raw(trt10::LayerType::kSOFTMAX.0, 100000),
            (Family::Trt10, Self::Deconvolution) => raw(trt10::LayerType::kDECONVOLUTION.0, 100000),
            (Family::Trt10, Self::Concatenation) => raw(trt10::LayerType::kCONCATENATION.0, 100000),
            (Family::Trt10, Self::Elementwise) => raw(trt10::LayerType::kELEMENTWISE.0, 100000),
            (Family::Trt10, Self::Plugin) => raw(trt10::LayerType::kPLUGIN.0, 100000),
            (Family::Trt10, Self::Unary) => raw(trt10::LayerType::kUNARY.0, 100000),
            (Family::Trt10, Self::Padding) => raw(trt10::LayerType::kPADDING.0, 100000),
            (Family::Trt10, Self::Shuffle) => raw(trt10::LayerType::kSHUFFLE.0, 100000),
            (Family::Trt10, Self::Reduce) => raw(trt10::LayerType::kREDUCE.0, 100000),
            (Family::Trt10, Self::Topk) => raw(trt10::LayerType::kTOPK.0, 100000),
            (Family::Trt10, Self::Gather) => raw(trt10::LayerType::kGATHER.0, 100000),
            (Family::Trt10, Self::MatrixMultiply) => raw(trt10::LayerType::kMATRIX_MULTIPLY.0, 100000),
            (Family::Trt10, Self::RaggedSoftmax) => raw(trt10::LayerType::kRAGGED_SOFTMAX.0, 100000),
            (Family::Trt10, Self::Constant) => raw(trt10::LayerType::kCONSTANT.0, 100000),
            (Family::Trt10, Self::Identity) => raw(trt10::LayerType::kIDENTITY.0, 100000),
            (Family::Trt10, Self::PluginV2) => raw(trt10::LayerType::kPLUGIN_V2.0, 100000),
            (Family::Trt10, Self::Slice) => raw(trt10::LayerType::kSLICE.0, 100000),
            (Family::Trt10, Self::Shape) => raw(trt10::LayerType::kSHAPE.0, 100000),
            (Family::Trt10, Self::ParametricRelu) => raw(trt10::LayerType::kPARAMETRIC_RELU.0, 100000),
            (Family::Trt10, Self::Resize) => raw(trt10::LayerType::kRESIZE.0, 100000),
            (Family::Trt10, Self::TripLimit) => raw(trt10::LayerType::kTRIP_LIMIT.0, 100000),
            (Family::Trt10, Self::Recurrence) => raw(trt10::LayerType::kRECURRENCE.0, 100000),
            (Family::Trt10, Self::Iterator) => raw(trt10::LayerType::kITERATOR.0, 100000),
            (Family::Trt10, Self::LoopOutput) => raw(trt10::LayerType::kLOOP_OUTPUT.0, 100000),
            (Family::Trt10, Self::Select) => raw(trt10::LayerType::kSELECT.0, 100000),
            (Family::Trt10, Self::Fill) => raw(trt10::LayerType::kFILL.0, 100000),
            (Family::Trt10, Self::Quantize) => raw(trt10::LayerType::kQUANTIZE.0, 100000),
            (Family::Trt10, Self::Dequantize) => raw(trt10::LayerType::kDEQUANTIZE.0, 100000),
            (Family::Trt10, Self::Condition) => raw(trt10::LayerType::kCONDITION.0, 100000),
            (Family::Trt10, Self::ConditionalInput) => raw(trt10::LayerType::kCONDITIONAL_INPUT.0, 100000),
            (Family::Trt10, Self::ConditionalOutput) => raw(trt10::LayerType::kCONDITIONAL_OUTPUT.0, 100000),
            (Family::Trt10, Self::Scatter) => raw(trt10::LayerType::kSCATTER.0, 100000),
            (Family::Trt10, Self::Einsum) => raw(trt10::LayerType::kEINSUM.0, 100000),
            (Family::Trt10, Self::Assertion) => raw(trt10::LayerType::kASSERTION.0, 100000),
            (Family::Trt10, Self::OneHot) => raw(trt10::LayerType::kONE_HOT.0, 100000),
            (Family::Trt10, Self::NonZero) => raw(trt10::LayerType::kNON_ZERO.0, 100000),
            (Family::Trt10, Self::GridSample) => raw(trt10::LayerType::kGRID_SAMPLE.0, 100000),
            (Family::Trt10, Self::Nms) => raw(trt10::LayerType::kNMS.0, 100000),
            (Family::Trt10, Self::ReverseSequence) => raw(trt10::LayerType::kREVERSE_SEQUENCE.0, 100000),
            (Family::Trt10, Self::Normalization) => raw(trt10::LayerType::kNORMALIZATION.0, 100000),
            (Family::Trt10, Self::PluginV3) => raw(trt10::LayerType::kPLUGIN_V3.0, 100000),
            (Family::Trt10, Self::Squeeze) => raw(trt10::LayerType::kSQUEEZE.0, 100800),
            (Family::Trt10, Self::Unsqueeze) => raw(trt10::LayerType::kUNSQUEEZE.0, 100800),
            (Family::Trt10, Self::Cumulative) => raw(trt10::LayerType::kCUMULATIVE.0, 100800),
            (Family::Trt10, Self::DynamicQuantize) => raw(trt10::LayerType::kDYNAMIC_QUANTIZE.0, 100800),
            (Family::Trt10, Self::AttentionInput) => raw(trt10::LayerType::kATTENTION_INPUT.0, 101500),
            (Family::Trt10, Self::AttentionOutput) => raw(trt10::LayerType::kATTENTION_OUTPUT.0, 101500),
            (Family::Trt10, Self::RotaryEmbedding) => raw(trt10::LayerType::kROTARY_EMBEDDING.0, 101500),
            (Family::Trt10, Self::KvcacheUpdate) => raw(trt10::LayerType::kKVCACHE_UPDATE.0, 101500),
            (Family::Trt10, Self::Moe) => raw(trt10::LayerType::kMOE.0, 101600),
            (Family::Trt10, Self::DistCollective) => raw(trt10::LayerType::kDIST_COLLECTIVE.0, 101600),
            (Family::Trt11, Self::Convolution) => raw(trt11::LayerType::kCONVOLUTION.0, 110000),
            (Family::Trt11, Self::Cast) => raw(trt11::LayerType::kCAST.0, 110000),
            (Family::Trt11, Self::Activation) => raw(trt11::LayerType::kACTIVATION.0, 110000),
            (Family::Trt11, Self::Pooling) => raw(trt11::LayerType::kPOOLING.0, 110000),
            (Family::Trt11, Self::Lrn) => raw(trt11::LayerType::kLRN.0, 110000),
            (Family::Trt11, Self::Scale) => raw(trt11::LayerType::kSCALE.0, 110000),
            (Family::Trt11, Self::Softmax) => raw(trt11::LayerType::kSOFTMAX.0, 110000),
            (Family::Trt11, Self::Deconvolution) => raw(trt11::LayerType::kDECONVOLUTION.0, 110000),
            (Family::Trt11, Self::Concatenation) => raw(trt11::LayerType::kCONCATENATION.0, 110000),
            (Family::Trt11, Self::Elementwise) => raw(trt11::LayerType::kELEMENTWISE.0, 110000),
            (Family::Trt11, Self::Plugin) => raw(trt11::LayerType::kPLUGIN.0, 110000),
            (Family::Trt11, Self::Unary) => raw(trt11::LayerType::kUNARY.0, 110000),
            (Family::Trt11, Self::Padding) => raw(trt11::LayerType::kPADDING.0, 110000),
            (Family::Trt11, Self::Shuffle) => raw(trt11::LayerType::kSHUFFLE.0, 110000),
            (Family::Trt11, Self::Reduce) => raw(trt11::LayerType::kREDUCE.0, 110000),
            (Family::Trt11, Self::Topk) => raw(trt11::LayerType::kTOPK.0, 110000),
            (Family::Trt11, Self::Gather) => raw(trt11::LayerType::kGATHER.0, 110000),
            (Family::Trt11, Self::MatrixMultiply) => raw(trt11::LayerType::kMATRIX_MULTIPLY.0, 110000),
            (Family::Trt11, Self::RaggedSoftmax) => raw(trt11::LayerType::kRAGGED_SOFTMAX.0, 110000),
            (Family::Trt11, Self::Constant) => raw(trt11::LayerType::kCONSTANT.0, 110000),
            (Family::Trt11, Self::Identity) => raw(trt11::LayerType::kIDENTITY.0, 110000),
            (Family::Trt11, Self::PluginV2) => raw(trt11::LayerType::kPLUGIN_V2.0, 110000),
            (Family::Trt11, Self::Slice) => raw(trt11::LayerType::kSLICE.0, 110000),
            (Family::Trt11, Self::Shape) => raw(trt11::LayerType::kSHAPE.0, 110000),
            (Family::Trt11, Self::ParametricRelu) => raw(trt11::LayerType::kPARAMETRIC_RELU.0, 110000),
            (Family::Trt11, Self::Resize) => raw(trt11::LayerType::kRESIZE.0, 110000),
            (Family::Trt11, Self::TripLimit) => raw(trt11::LayerType::kTRIP_LIMIT.0, 110000),
            (Family::Trt11, Self::Recurrence) => raw(trt11::LayerType::kRECURRENCE.0, 110000),
            (Family::Trt11, Self::Iterator) => raw(trt11::LayerType::kITERATOR.0, 110000),
            (Family::Trt11, Self::LoopOutput) => raw(trt11::LayerType::kLOOP_OUTPUT.0, 110000),
            (Family::Trt11, Self::Select) => raw(trt11::LayerType::kSELECT.0, 110000),
            (Family::Trt11, Self::Fill) => raw(trt11::LayerType::kFILL.0, 110000),
            (Family::Trt11, Self::Quantize) => raw(trt11::LayerType::kQUANTIZE.0, 110000),
            (Family::Trt11, Self::Dequantize) => raw(trt11::LayerType::kDEQUANTIZE.0, 110000),
            (Family::Trt11, Self::Condition) => raw(trt11::LayerType::kCONDITION.0, 110000),
            (Family::Trt11, Self::ConditionalInput) => raw(trt11::LayerType::kCONDITIONAL_INPUT.0, 110000),
            (Family::Trt11, Self::ConditionalOutput) => raw(trt11::LayerType::kCONDITIONAL_OUTPUT.0, 110000),
            (Family::Trt11, Self::Scatter) => raw(trt11::LayerType::kSCATTER.0, 110000),
            (Family::Trt11, Self::Einsum) => raw(trt11::LayerType::kEINSUM.0, 110000),
            (Family::Trt11, Self::Assertion) => raw(trt11::LayerType::kASSERTION.0, 110000),
            (Family::Trt11, Self::OneHot) => raw(trt11::LayerType::kONE_HOT.0, 110000),
            (Family::Trt11, Self::NonZero) => raw(trt11::LayerType::kNON_ZERO.0, 110000),
            (Family::Trt11, Self::GridSample) => raw(trt11::LayerType::kGRID_SAMPLE.0, 110000),
            (Family::Trt11, Self::Nms) => raw(trt11::LayerType::kNMS.0, 110000),
            (Family::Trt11, Self::ReverseSequence) => raw(trt11::LayerType::kREVERSE_SEQUENCE.0, 110000),
            (Family::Trt11, Self::Normalization) => raw(trt11::LayerType::kNORMALIZATION.0, 110000),
            (Family::Trt11, Self::PluginV3) => raw(trt11::LayerType::kPLUGIN_V3.0, 110000),
            (Family::Trt11, Self::Squeeze) => raw(trt11::LayerType::kSQUEEZE.0, 110000),
            (Family::Trt11, Self::Unsqueeze) => raw(trt11::LayerType::kUNSQUEEZE.0, 110000),
            (Family::Trt11, Self::Cumulative) => raw(trt11::LayerType::kCUMULATIVE.0, 110000),
            (Family::Trt11, Self::DynamicQuantize) => raw(trt11::LayerType::kDYNAMIC_QUANTIZE.0, 110000),
            (Family::Trt11, Self::AttentionInput) => raw(trt11::LayerType::kATTENTION_INPUT.0, 110000),
            (Family::Trt11, Self::AttentionOutput) => raw(trt11::LayerType::kATTENTION_OUTPUT.0, 110000),
            (Family::Trt11, Self::RotaryEmbedding) => raw(trt11::LayerType::kROTARY_EMBEDDING.0, 110000),
            (Family::Trt11, Self::KvcacheUpdate) => raw(trt11::LayerType::kKVCACHE_UPDATE.0, 110000),
            (Family::Trt11, Self::Moe) => raw(trt11::LayerType::kMOE.0, 110000),
            (Family::Trt11, Self::DistCollective) => raw(trt11::LayerType::kDIST_COLLECTIVE.0, 110000),
            (Family::Rtx, Self::Convolution) => raw(rtx::LayerType::kCONVOLUTION.0, 10500),
            (Family::Rtx, Self::Cast) => raw(rtx::LayerType::kCAST.0, 10500),
            (Family::Rtx, Self::Activation) => raw(rtx::LayerType::kACTIVATION.0, 10500),
            (Family::Rtx, Self::Pooling) => raw(rtx::LayerType::kPOOLING.0, 10500),
            (Family::Rtx, Self::Lrn) => raw(rtx::LayerType::kLRN.0, 10500),
            (Family::Rtx, Self::Scale) => raw(rtx::LayerType::kSCALE.0, 10500),
            (Family::Rtx, Self::Softmax) => raw(rtx::LayerType::kSOFTMAX.0, 10500),
            (Family::Rtx, Self::Deconvolution) => raw(rtx::LayerType::kDECONVOLUTION.0, 10500),
            (Family::Rtx, Self::Concatenation) => raw(rtx::LayerType::kCONCATENATION.0, 10500),
            (Family::Rtx, Self::Elementwise) => raw(rtx::LayerType::kELEMENTWISE.0, 10500),
            (Family::Rtx, Self::Plugin) => raw(rtx::LayerType::kPLUGIN.0, 10500),
            (Family::Rtx, Self::Unary) => raw(rtx::LayerType::kUNARY.0, 10500),
            (Family::Rtx, Self::Padding) => raw(rtx::LayerType::kPADDING.0, 10500),
            (Family::Rtx, Self::Shuffle) => raw(rtx::LayerType::kSHUFFLE.0, 10500),
            (Family::Rtx, Self::Reduce) => raw(rtx::LayerType::kREDUCE.0, 10500),
            (Family::Rtx, Self::Topk) => raw(rtx::LayerType::kTOPK.0, 10500),
            (Family::Rtx, Self::Gather) => raw(rtx::LayerType::kGATHER.0, 10500),
            (Family::Rtx, Self::MatrixMultiply) => raw(rtx::LayerType::kMATRIX_MULTIPLY.0, 10500),
            (Family::Rtx, Self::RaggedSoftmax) => raw(rtx::LayerType::kRAGGED_SOFTMAX.0, 10500),
            (Family::Rtx, Self::Constant) => raw(rtx::LayerType::kCONSTANT.0, 10500),
            (Family::Rtx, Self::Identity) => raw(rtx::LayerType::kIDENTITY.0, 10500),
            (Family::Rtx, Self::PluginV2) => raw(rtx::LayerType::kPLUGIN_V2.0, 10500),
            (Family::Rtx, Self::Slice) => raw(rtx::LayerType::kSLICE.0, 10500),
            (Family::Rtx, Self::Shape) => raw(rtx::LayerType::kSHAPE.0, 10500),
            (Family::Rtx, Self::ParametricRelu) => raw(rtx::LayerType::kPARAMETRIC_RELU.0, 10500),
            (Family::Rtx, Self::Resize) => raw(rtx::LayerType::kRESIZE.0, 10500),
            (Family::Rtx, Self::TripLimit) => raw(rtx::LayerType::kTRIP_LIMIT.0, 10500),
            (Family::Rtx, Self::Recurrence) => raw(rtx::LayerType::kRECURRENCE.0, 10500),
            (Family::Rtx, Self::Iterator) => raw(rtx::LayerType::kITERATOR.0, 10500),
            (Family::Rtx, Self::LoopOutput) => raw(rtx::LayerType::kLOOP_OUTPUT.0, 10500),
            (Family::Rtx, Self::Select) => raw(rtx::LayerType::kSELECT.0, 10500),
            (Family::Rtx, Self::Fill) => raw(rtx::LayerType::kFILL.0, 10500),
            (Family::Rtx, Self::Quantize) => raw(rtx::LayerType::kQUANTIZE.0, 10500),
            (Family::Rtx, Self::Dequantize) => raw(rtx::LayerType::kDEQUANTIZE.0, 10500),
            (Family::Rtx, Self::Condition) => raw(rtx::LayerType::kCONDITION.0, 10500),
            (Family::Rtx, Self::ConditionalInput) => raw(rtx::LayerType::kCONDITIONAL_INPUT.0, 10500),
            (Family::Rtx, Self::ConditionalOutput) => raw(rtx::LayerType::kCONDITIONAL_OUTPUT.0, 10500),
            (Family::Rtx, Self::Scatter) => raw(rtx::LayerType::kSCATTER.0, 10500),
            (Family::Rtx, Self::Einsum) => raw(rtx::LayerType::kEINSUM.0, 10500),
            (Family::Rtx, Self::Assertion) => raw(rtx::LayerType::kASSERTION.0, 10500),
            (Family::Rtx, Self::OneHot) => raw(rtx::LayerType::kONE_HOT.0, 10500),
            (Family::Rtx, Self::NonZero) => raw(rtx::LayerType::kNON_ZERO.0, 10500),
            (Family::Rtx, Self::GridSample) => raw(rtx::LayerType::kGRID_SAMPLE.0, 10500),
            (Family::Rtx, Self::Nms) => raw(rtx::LayerType::kNMS.0, 10500),
            (Family::Rtx, Self::ReverseSequence) => raw(rtx::LayerType::kREVERSE_SEQUENCE.0, 10500),
            (Family::Rtx, Self::Normalization) => raw(rtx::LayerType::kNORMALIZATION.0, 10500),
            (Family::Rtx, Self::PluginV3) => raw(rtx::LayerType::kPLUGIN_V3.0, 10500),
            (Family::Rtx, Self::Squeeze) => raw(rtx::LayerType::kSQUEEZE.0, 10500),
            (Family::Rtx, Self::Unsqueeze) => raw(rtx::LayerType::kUNSQUEEZE.0, 10500),
            (Family::Rtx, Self::Cumulative) => raw(rtx::LayerType::kCUMULATIVE.0, 10500),
            (Family::Rtx, Self::DynamicQuantize) => raw(rtx::LayerType::kDYNAMIC_QUANTIZE.0, 10500),
            (Family::Rtx, Self::AttentionInput) => raw(rtx::LayerType::kATTENTION_INPUT.0, 10500),
            (Family::Rtx, Self::AttentionOutput) => raw(rtx::LayerType::kATTENTION_OUTPUT.0, 10500),
            (Family::Rtx, Self::RotaryEmbedding) => raw(rtx::LayerType::kROTARY_EMBEDDING.0, 10500),
            (Family::Rtx, Self::KvcacheUpdate) => raw(rtx::LayerType::kKVCACHE_UPDATE.0, 10500),
            (Family::Rtx, Self::Moe) => raw(rtx::LayerType::kMOE.0, 10500),
            (Family::Rtx, Self::DistCollective) => raw(rtx::LayerType::kDIST_COLLECTIVE.0, 10500),
            _ => return None,
        })
    }
}

/// In which form an inspector answers. `nvinfer1::LayerInformationFormat` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayerInformationFormat {
    /// `kONELINE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Oneline,
    /// `kJSON`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Json,
}

impl RawEnum for LayerInformationFormat {
    const NAME: &'static str = "LayerInformationFormat";
    const ALL: &'static [Self] = &[
        Self::Oneline,
        Self::Json,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Oneline => "kONELINE",
            Self::Json => "kJSON",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Oneline) => raw(trt10::LayerInformationFormat::kONELINE.0, 100000),
            (Family::Trt10, Self::Json) => raw(trt10::LayerInformationFormat::kJSON.0, 100000),
            (Family::Trt11, Self::Oneline) => raw(trt11::LayerInformationFormat::kONELINE.0, 110000),
            (Family::Trt11, Self::Json) => raw(trt11::LayerInformationFormat::kJSON.0, 110000),
            (Family::Rtx, Self::Oneline) => raw(rtx::LayerInformationFormat::kONELINE.0, 10500),
            (Family::Rtx, Self::Json) => raw(rtx::LayerInformationFormat::kJSON.0, 10500),
            _ => return None,
        })
    }
}

/// Who allocates an execution context's activation memory, and when. `nvinfer1::ExecutionContextAllocationStrategy` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExecutionContextAllocationStrategy {
    /// `kSTATIC`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Static,
    /// `kON_PROFILE_CHANGE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    OnProfileChange,
    /// `kUSER_MANAGED`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UserManaged,
}

impl RawEnum for ExecutionContextAllocationStrategy {
    const NAME: &'static str = "ExecutionContextAllocationStrategy";
    const ALL: &'static [Self] = &[
        Self::Static,
        Self::OnProfileChange,
        Self::UserManaged,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Static => "kSTATIC",
            Self::OnProfileChange => "kON_PROFILE_CHANGE",
            Self::UserManaged => "kUSER_MANAGED",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Static) => raw(trt10::ExecutionContextAllocationStrategy::kSTATIC.0, 100000),
            (Family::Trt10, Self::OnProfileChange) => raw(trt10::ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE.0, 100000),
            (Family::Trt10, Self::UserManaged) => raw(trt10::ExecutionContextAllocationStrategy::kUSER_MANAGED.0, 100000),
            (Family::Trt11, Self::Static) => raw(trt11::ExecutionContextAllocationStrategy::kSTATIC.0, 110000),
            (Family::Trt11, Self::OnProfileChange) => raw(trt11::ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE.0, 110000),
            (Family::Trt11, Self::UserManaged) => raw(trt11::ExecutionContextAllocationStrategy::kUSER_MANAGED.0, 110000),
            (Family::Rtx, Self::Static) => raw(rtx::ExecutionContextAllocationStrategy::kSTATIC.0, 10500),
            (Family::Rtx, Self::OnProfileChange) => raw(rtx::ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE.0, 10500),
            (Family::Rtx, Self::UserManaged) => raw(rtx::ExecutionContextAllocationStrategy::kUSER_MANAGED.0, 10500),
            _ => return None,
        })
    }
}

/// What kind of error TensorRT reports. `nvinfer1::ErrorCode` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// `kSUCCESS`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Success,
    /// `kUNSPECIFIED_ERROR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnspecifiedError,
    /// `kINTERNAL_ERROR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InternalError,
    /// `kINVALID_ARGUMENT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InvalidArgument,
    /// `kINVALID_CONFIG`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InvalidConfig,
    /// `kFAILED_ALLOCATION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    FailedAllocation,
    /// `kFAILED_INITIALIZATION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    FailedInitialization,
    /// `kFAILED_EXECUTION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    FailedExecution,
    /// `kFAILED_COMPUTATION`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    FailedComputation,
    /// `kINVALID_STATE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InvalidState,
    /// `kUNSUPPORTED_STATE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedState,
}

impl RawEnum for ErrorCode {
    const NAME: &'static str = "ErrorCode";
    const ALL: &'static [Self] = &[
        Self::Success,
        Self::UnspecifiedError,
        Self::InternalError,
        Self::InvalidArgument,
        Self::InvalidConfig,
        Self::FailedAllocation,
        Self::FailedInitialization,
        Self::FailedExecution,
        Self::FailedComputation,
        Self::InvalidState,
        Self::UnsupportedState,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Success => "kSUCCESS",
            Self::UnspecifiedError => "kUNSPECIFIED_ERROR",
            Self::InternalError => "kINTERNAL_ERROR",
            Self::InvalidArgument => "kINVALID_ARGUMENT",
            Self::InvalidConfig => "kINVALID_CONFIG",
            Self::FailedAllocation => "kFAILED_ALLOCATION",
            Self::FailedInitialization => "kFAILED_INITIALIZATION",
            Self::FailedExecution => "kFAILED_EXECUTION",
            Self::FailedComputation => "kFAILED_COMPUTATION",
            Self::InvalidState => "kINVALID_STATE",
            Self::UnsupportedState => "kUNSUPPORTED_STATE",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Success) => raw(trt10::ErrorCode::kSUCCESS.0, 100000),
            (Family::Trt10, Self::UnspecifiedError) => raw(trt10::ErrorCode::kUNSPECIFIED_ERROR.0, 100000),
            (Family::Trt10, Self::InternalError) => raw(trt10::ErrorCode::kINTERNAL_ERROR.0, 100000),
            (Family::Trt10, Self::InvalidArgument) => raw(trt10::ErrorCode::kINVALID_ARGUMENT.0, 100000),
            (Family::Trt10, Self::InvalidConfig) => raw(trt10::ErrorCode::kINVALID_CONFIG.0, 100000),
            (Family::Trt10, Self::FailedAllocation) => raw(trt10::ErrorCode::kFAILED_ALLOCATION.0, 100000),
            (Family::Trt10, Self::FailedInitialization) => raw(trt10::ErrorCode::kFAILED_INITIALIZATION.0, 100000),
            (Family::Trt10, Self::FailedExecution) => raw(trt10::ErrorCode::kFAILED_EXECUTION.0, 100000),
            (Family::Trt10, Self::FailedComputation) => raw(trt10::ErrorCode::kFAILED_COMPUTATION.0, 100000),
            (Family::Trt10, Self::InvalidState) => raw(trt10::ErrorCode::kINVALID_STATE.0, 100000),
            (Family::Trt10, Self::UnsupportedState) => raw(trt10::ErrorCode::kUNSUPPORTED_STATE.0, 100000),
            (Family::Trt11, Self::Success) => raw(trt11::ErrorCode::kSUCCESS.0, 110000),
            (Family::Trt11, Self::UnspecifiedError) => raw(trt11::ErrorCode::kUNSPECIFIED_ERROR.0, 110000),
            (Family::Trt11, Self::InternalError) => raw(trt11::ErrorCode::kINTERNAL_ERROR.0, 110000),
            (Family::Trt11, Self::InvalidArgument) => raw(trt11::ErrorCode::kINVALID_ARGUMENT.0, 110000),
            (Family::Trt11, Self::InvalidConfig) => raw(trt11::ErrorCode::kINVALID_CONFIG.0, 110000),
            (Family::Trt11, Self::FailedAllocation) => raw(trt11::ErrorCode::kFAILED_ALLOCATION.0, 110000),
            (Family::Trt11, Self::FailedInitialization) => raw(trt11::ErrorCode::kFAILED_INITIALIZATION.0, 110000),
            (Family::Trt11, Self::FailedExecution) => raw(trt11::ErrorCode::kFAILED_EXECUTION.0, 110000),
            (Family::Trt11, Self::FailedComputation) => raw(trt11::ErrorCode::kFAILED_COMPUTATION.0, 110000),
            (Family::Trt11, Self::InvalidState) => raw(trt11::ErrorCode::kINVALID_STATE.0, 110000),
            (Family::Trt11, Self::UnsupportedState) => raw(trt11::ErrorCode::kUNSUPPORTED_STATE.0, 110000),
            (Family::Rtx, Self::Success) => raw(rtx::ErrorCode::kSUCCESS.0, 10500),
            (Family::Rtx, Self::UnspecifiedError) => raw(rtx::ErrorCode::kUNSPECIFIED_ERROR.0, 10500),
            (Family::Rtx, Self::InternalError) => raw(rtx::ErrorCode::kINTERNAL_ERROR.0, 10500),
            (Family::Rtx, Self::InvalidArgument) => raw(rtx::ErrorCode::kINVALID_ARGUMENT.0, 10500),
            (Family::Rtx, Self::InvalidConfig) => raw(rtx::ErrorCode::kINVALID_CONFIG.0, 10500),
            (Family::Rtx, Self::FailedAllocation) => raw(rtx::ErrorCode::kFAILED_ALLOCATION.0, 10500),
            (Family::Rtx, Self::FailedInitialization) => raw(rtx::ErrorCode::kFAILED_INITIALIZATION.0, 10500),
            (Family::Rtx, Self::FailedExecution) => raw(rtx::ErrorCode::kFAILED_EXECUTION.0, 10500),
            (Family::Rtx, Self::FailedComputation) => raw(rtx::ErrorCode::kFAILED_COMPUTATION.0, 10500),
            (Family::Rtx, Self::InvalidState) => raw(rtx::ErrorCode::kINVALID_STATE.0, 10500),
            (Family::Rtx, Self::UnsupportedState) => raw(rtx::ErrorCode::kUNSUPPORTED_STATE.0, 10500),
            _ => return None,
        })
    }
}

/// How serious a log line is. `nvinfer1::ILogger::Severity` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// `kINTERNAL_ERROR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InternalError,
    /// `kERROR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Error,
    /// `kWARNING`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Warning,
    /// `kINFO`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Info,
    /// `kVERBOSE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Verbose,
}

impl RawEnum for Severity {
    const NAME: &'static str = "Severity";
    const ALL: &'static [Self] = &[
        Self::InternalError,
        Self::Error,
        Self::Warning,
        Self::Info,
        Self::Verbose,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::InternalError => "kINTERNAL_ERROR",
            Self::Error => "kERROR",
            Self::Warning => "kWARNING",
            Self::Info => "kINFO",
            Self::Verbose => "kVERBOSE",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::InternalError) => raw(trt10::Severity::kINTERNAL_ERROR.0, 100000),
            (Family::Trt10, Self::Error) => raw(trt10::Severity::kERROR.0, 100000),
            (Family::Trt10, Self::Warning) => raw(trt10::Severity::kWARNING.0, 100000),
            (Family::Trt10, Self::Info) => raw(trt10::Severity::kINFO.0, 100000),
            (Family::Trt10, Self::Verbose) => raw(trt10::Severity::kVERBOSE.0, 100000),
            (Family::Trt11, Self::InternalError) => raw(trt11::Severity::kINTERNAL_ERROR.0, 110000),
            (Family::Trt11, Self::Error) => raw(trt11::Severity::kERROR.0, 110000),
            (Family::Trt11, Self::Warning) => raw(trt11::Severity::kWARNING.0, 110000),
            (Family::Trt11, Self::Info) => raw(trt11::Severity::kINFO.0, 110000),
            (Family::Trt11, Self::Verbose) => raw(trt11::Severity::kVERBOSE.0, 110000),
            (Family::Rtx, Self::InternalError) => raw(rtx::Severity::kINTERNAL_ERROR.0, 10500),
            (Family::Rtx, Self::Error) => raw(rtx::Severity::kERROR.0, 10500),
            (Family::Rtx, Self::Warning) => raw(rtx::Severity::kWARNING.0, 10500),
            (Family::Rtx, Self::Info) => raw(rtx::Severity::kINFO.0, 10500),
            (Family::Rtx, Self::Verbose) => raw(rtx::Severity::kVERBOSE.0, 10500),
            _ => return None,
        })
    }
}

/// A GPU generation to build for (TensorRT-RTX only). `nvinfer1::ComputeCapability` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ComputeCapability {
    /// `kNONE`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    None,
    /// `kCURRENT`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    Current,
    /// `kSM75`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    Sm75,
    /// `kSM80`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    Sm80,
    /// `kSM86`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    Sm86,
    /// `kSM89`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    Sm89,
    /// `kSM120`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    Sm120,
    /// `kSM121`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    Sm121,
}

impl RawEnum for ComputeCapability {
    const NAME: &'static str = "ComputeCapability";
    const ALL: &'static [Self] = &[
        Self::None,
        Self::Current,
        Self::Sm75,
        Self::Sm80,
        Self::Sm86,
        Self::Sm89,
        Self::Sm120,
        Self::Sm121,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::None => "kNONE",
            Self::Current => "kCURRENT",
            Self::Sm75 => "kSM75",
            Self::Sm80 => "kSM80",
            Self::Sm86 => "kSM86",
            Self::Sm89 => "kSM89",
            Self::Sm120 => "kSM120",
            Self::Sm121 => "kSM121",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Rtx, Self::None) => raw(rtx::ComputeCapability::kNONE.0, 10500),
            (Family::Rtx, Self::Current) => raw(rtx::ComputeCapability::kCURRENT.0, 10500),
            (Family::Rtx, Self::Sm75) => raw(rtx::ComputeCapability::kSM75.0, 10500),
            (Family::Rtx, Self::Sm80) => raw(rtx::ComputeCapability::kSM80.0, 10500),
            (Family::Rtx, Self::Sm86) => raw(rtx::ComputeCapability::kSM86.0, 10500),
            (Family::Rtx, Self::Sm89) => raw(rtx::ComputeCapability::kSM89.0, 10500),
            (Family::Rtx, Self::Sm120) => raw(rtx::ComputeCapability::kSM120.0, 10500),
            (Family::Rtx, Self::Sm121) => raw(rtx::ComputeCapability::kSM121.0, 10500),
            _ => return None,
        })
    }
}

/// A switch of the ONNX parser. `nvonnxparser::OnnxParserFlag` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnnxParserFlag {
    /// `kNATIVE_INSTANCENORM`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NativeInstancenorm,
    /// `kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    EnableUint8AndAsymmetricQuantizationDla,
    /// `kREPORT_CAPABILITY_DLA`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    ReportCapabilityDla,
    /// `kENABLE_PLUGIN_OVERRIDE`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    EnablePluginOverride,
    /// `kADJUST_FOR_DLA`. Since TensorRT 10.16, TensorRT 11.0, TensorRT-RTX 1.5.
    AdjustForDla,
}

impl RawEnum for OnnxParserFlag {
    const NAME: &'static str = "OnnxParserFlag";
    const ALL: &'static [Self] = &[
        Self::NativeInstancenorm,
        Self::EnableUint8AndAsymmetricQuantizationDla,
        Self::ReportCapabilityDla,
        Self::EnablePluginOverride,
        Self::AdjustForDla,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::NativeInstancenorm => "kNATIVE_INSTANCENORM",
            Self::EnableUint8AndAsymmetricQuantizationDla => "kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA",
            Self::ReportCapabilityDla => "kREPORT_CAPABILITY_DLA",
            Self::EnablePluginOverride => "kENABLE_PLUGIN_OVERRIDE",
            Self::AdjustForDla => "kADJUST_FOR_DLA",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::NativeInstancenorm) => raw(trt10::OnnxParserFlag::kNATIVE_INSTANCENORM.0, 100000),
            (Family::Trt10, Self::EnableUint8AndAsymmetricQuantizationDla) => raw(trt10::OnnxParserFlag::kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA.0, 101500),
            (Family::Trt10, Self::ReportCapabilityDla) => raw(trt10::OnnxParserFlag::kREPORT_CAPABILITY_DLA.0, 101500),
            (Family::Trt10, Self::EnablePluginOverride) => raw(trt10::OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE.0, 101500),
            (Family::Trt10, Self::AdjustForDla) => raw(trt10::OnnxParserFlag::kADJUST_FOR_DLA.0, 101600),
            (Family::Trt11, Self::NativeInstancenorm) => raw(trt11::OnnxParserFlag::kNATIVE_INSTANCENORM.0, 110000),
            (Family::Trt11, Self::EnableUint8AndAsymmetricQuantizationDla) => raw(trt11::OnnxParserFlag::kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA.0, 110000),
            (Family::Trt11, Self::ReportCapabilityDla) => raw(trt11::OnnxParserFlag::kREPORT_CAPABILITY_DLA.0, 110000),
            (Family::Trt11, Self::EnablePluginOverride) => raw(trt11::OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE.0, 110000),
            (Family::Trt11, Self::AdjustForDla) => raw(trt11::OnnxParserFlag::kADJUST_FOR_DLA.0, 110000),
            (Family::Rtx, Self::NativeInstancenorm) => raw(rtx::OnnxParserFlag::kNATIVE_INSTANCENORM.0, 10500),
            (Family::Rtx, Self::EnableUint8AndAsymmetricQuantizationDla) => raw(rtx::OnnxParserFlag::kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA.0, 10500),
            (Family::Rtx, Self::ReportCapabilityDla) => raw(rtx::OnnxParserFlag::kREPORT_CAPABILITY_DLA.0, 10500),
            (Family::Rtx, Self::EnablePluginOverride) => raw(rtx::OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE.0, 10500),
            (Family::Rtx, Self::AdjustForDla) => raw(rtx::OnnxParserFlag::kADJUST_FOR_DLA.0, 10500),
            _ => return None,
        })
    }
}

/// What kind of error the ONNX parser reports. `nvonnxparser::ErrorCode` in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParserErrorCode {
    /// `kSUCCESS`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    Success,
    /// `kINTERNAL_ERROR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InternalError,
    /// `kMEM_ALLOC_FAILED`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    MemAllocFailed,
    /// `kMODEL_DESERIALIZE_FAILED`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ModelDeserializeFailed,
    /// `kINVALID_VALUE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InvalidValue,
    /// `kINVALID_GRAPH`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InvalidGraph,
    /// `kINVALID_NODE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    InvalidNode,
    /// `kUNSUPPORTED_GRAPH`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedGraph,
    /// `kUNSUPPORTED_NODE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedNode,
    /// `kUNSUPPORTED_NODE_ATTR`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedNodeAttr,
    /// `kUNSUPPORTED_NODE_INPUT`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedNodeInput,
    /// `kUNSUPPORTED_NODE_DATATYPE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedNodeDatatype,
    /// `kUNSUPPORTED_NODE_DYNAMIC`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedNodeDynamic,
    /// `kUNSUPPORTED_NODE_SHAPE`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    UnsupportedNodeShape,
    /// `kREFIT_FAILED`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RefitFailed,
}

impl RawEnum for ParserErrorCode {
    const NAME: &'static str = "ParserErrorCode";
    const ALL: &'static [Self] = &[
        Self::Success,
        Self::InternalError,
        Self::MemAllocFailed,
        Self::ModelDeserializeFailed,
        Self::InvalidValue,
        Self::InvalidGraph,
        Self::InvalidNode,
        Self::UnsupportedGraph,
        Self::UnsupportedNode,
        Self::UnsupportedNodeAttr,
        Self::UnsupportedNodeInput,
        Self::UnsupportedNodeDatatype,
        Self::UnsupportedNodeDynamic,
        Self::UnsupportedNodeShape,
        Self::RefitFailed,
    ];

    fn constant(self) -> &'static str {
        match self {
            Self::Success => "kSUCCESS",
            Self::InternalError => "kINTERNAL_ERROR",
            Self::MemAllocFailed => "kMEM_ALLOC_FAILED",
            Self::ModelDeserializeFailed => "kMODEL_DESERIALIZE_FAILED",
            Self::InvalidValue => "kINVALID_VALUE",
            Self::InvalidGraph => "kINVALID_GRAPH",
            Self::InvalidNode => "kINVALID_NODE",
            Self::UnsupportedGraph => "kUNSUPPORTED_GRAPH",
            Self::UnsupportedNode => "kUNSUPPORTED_NODE",
            Self::UnsupportedNodeAttr => "kUNSUPPORTED_NODE_ATTR",
            Self::UnsupportedNodeInput => "kUNSUPPORTED_NODE_INPUT",
            Self::UnsupportedNodeDatatype => "kUNSUPPORTED_NODE_DATATYPE",
            Self::UnsupportedNodeDynamic => "kUNSUPPORTED_NODE_DYNAMIC",
            Self::UnsupportedNodeShape => "kUNSUPPORTED_NODE_SHAPE",
            Self::RefitFailed => "kREFIT_FAILED",
        }
    }

    fn raw(self, family: Family) -> Option<RawValue> {
        Some(match (family, self) {
            (Family::Trt10, Self::Success) => raw(trt10::ParserErrorCode::kSUCCESS.0, 100000),
            (Family::Trt10, Self::InternalError) => raw(trt10::ParserErrorCode::kINTERNAL_ERROR.0, 100000),
            (Family::Trt10, Self::MemAllocFailed) => raw(trt10::ParserErrorCode::kMEM_ALLOC_FAILED.0, 100000),
            (Family::Trt10, Self::ModelDeserializeFailed) => raw(trt10::ParserErrorCode::kMODEL_DESERIALIZE_FAILED.0, 100000),
            (Family::Trt10, Self::InvalidValue) => raw(trt10::ParserErrorCode::kINVALID_VALUE.0, 100000),
            (Family::Trt10, Self::InvalidGraph) => raw(trt10::ParserErrorCode::kINVALID_GRAPH.0, 100000),
            (Family::Trt10, Self::InvalidNode) => raw(trt10::ParserErrorCode::kINVALID_NODE.0, 100000),
            (Family::Trt10, Self::UnsupportedGraph) => raw(trt10::ParserErrorCode::kUNSUPPORTED_GRAPH.0, 100000),
            (Family::Trt10, Self::UnsupportedNode) => raw(trt10::ParserErrorCode::kUNSUPPORTED_NODE.0, 100000),
            (Family::Trt10, Self::UnsupportedNodeAttr) => raw(trt10::ParserErrorCode::kUNSUPPORTED_NODE_ATTR.0, 100000),
            (Family::Trt10, Self::UnsupportedNodeInput) => raw(trt10::ParserErrorCode::kUNSUPPORTED_NODE_INPUT.0, 100000),
            (Family::Trt10, Self::UnsupportedNodeDatatype) => raw(trt10::ParserErrorCode::kUNSUPPORTED_NODE_DATATYPE.0, 100000),
            (Family::Trt10, Self::UnsupportedNodeDynamic) => raw(trt10::ParserErrorCode::kUNSUPPORTED_NODE_DYNAMIC.0, 100000),
            (Family::Trt10, Self::UnsupportedNodeShape) => raw(trt10::ParserErrorCode::kUNSUPPORTED_NODE_SHAPE.0, 100000),
            (Family::Trt10, Self::RefitFailed) => raw(trt10::ParserErrorCode::kREFIT_FAILED.0, 100000),
            (Family::Trt11, Self::Success) => raw(trt11::ParserErrorCode::kSUCCESS.0, 110000),
            (Family::Trt11, Self::InternalError) => raw(trt11::ParserErrorCode::kINTERNAL_ERROR.0, 110000),
            (Family::Trt11, Self::MemAllocFailed) => raw(trt11::ParserErrorCode::kMEM_ALLOC_FAILED.0, 110000),
            (Family::Trt11, Self::ModelDeserializeFailed) => raw(trt11::ParserErrorCode::kMODEL_DESERIALIZE_FAILED.0, 110000),
            (Family::Trt11, Self::InvalidValue) => raw(trt11::ParserErrorCode::kINVALID_VALUE.0, 110000),
            (Family::Trt11, Self::InvalidGraph) => raw(trt11::ParserErrorCode::kINVALID_GRAPH.0, 110000),
            (Family::Trt11, Self::InvalidNode) => raw(trt11::ParserErrorCode::kINVALID_NODE.0, 110000),
            (Family::Trt11, Self::UnsupportedGraph) => raw(trt11::ParserErrorCode::kUNSUPPORTED_GRAPH.0, 110000),
            (Family::Trt11, Self::UnsupportedNode) => raw(trt11::ParserErrorCode::kUNSUPPORTED_NODE.0, 110000),
            (Family::Trt11, Self::UnsupportedNodeAttr) => raw(trt11::ParserErrorCode::kUNSUPPORTED_NODE_ATTR.0, 110000),
            (Family::Trt11, Self::UnsupportedNodeInput) => raw(trt11::ParserErrorCode::kUNSUPPORTED_NODE_INPUT.0, 110000),
            (Family::Trt11, Self::UnsupportedNodeDatatype) => raw(trt11::ParserErrorCode::kUNSUPPORTED_NODE_DATATYPE.0, 110000),
            (Family::Trt11, Self::UnsupportedNodeDynamic) => raw(trt11::ParserErrorCode::kUNSUPPORTED_NODE_DYNAMIC.0, 110000),
            (Family::Trt11, Self::UnsupportedNodeShape) => raw(trt11::ParserErrorCode::kUNSUPPORTED_NODE_SHAPE.0, 110000),
            (Family::Trt11, Self::RefitFailed) => raw(trt11::ParserErrorCode::kREFIT_FAILED.0, 110000),
            (Family::Rtx, Self::Success) => raw(rtx::ParserErrorCode::kSUCCESS.0, 10500),
            (Family::Rtx, Self::InternalError) => raw(rtx::ParserErrorCode::kINTERNAL_ERROR.0, 10500),
            (Family::Rtx, Self::MemAllocFailed) => raw(rtx::ParserErrorCode::kMEM_ALLOC_FAILED.0, 10500),
            (Family::Rtx, Self::ModelDeserializeFailed) => raw(rtx::ParserErrorCode::kMODEL_DESERIALIZE_FAILED.0, 10500),
            (Family::Rtx, Self::InvalidValue) => raw(rtx::ParserErrorCode::kINVALID_VALUE.0, 10500),
            (Family::Rtx, Self::InvalidGraph) => raw(rtx::ParserErrorCode::kINVALID_GRAPH.0, 10500),
            (Family::Rtx, Self::InvalidNode) => raw(rtx::ParserErrorCode::kINVALID_NODE.0, 10500),
            (Family::Rtx, Self::UnsupportedGraph) => raw(rtx::ParserErrorCode::kUNSUPPORTED_GRAPH.0, 10500),
            (Family::Rtx, Self::UnsupportedNode) => raw(rtx::ParserErrorCode::kUNSUPPORTED_NODE.0, 10500),
            (Family::Rtx, Self::UnsupportedNodeAttr) => raw(rtx::ParserErrorCode::kUNSUPPORTED_NODE_ATTR.0, 10500),
            (Family::Rtx, Self::UnsupportedNodeInput) => raw(rtx::ParserErrorCode::kUNSUPPORTED_NODE_INPUT.0, 10500),
            (Family::Rtx, Self::UnsupportedNodeDatatype) => raw(rtx::ParserErrorCode::kUNSUPPORTED_NODE_DATATYPE.0, 10500),
            (Family::Rtx, Self::UnsupportedNodeDynamic) => raw(rtx::ParserErrorCode::kUNSUPPORTED_NODE_DYNAMIC.0, 10500),
            (Family::Rtx, Self::UnsupportedNodeShape) => raw(rtx::ParserErrorCode::kUNSUPPORTED_NODE_SHAPE.0, 10500),
            (Family::Rtx, Self::RefitFailed) => raw(rtx::ParserErrorCode::kREFIT_FAILED.0, 10500),
            _ => return None,
        })
    }
}
