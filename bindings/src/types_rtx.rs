// Made by `cargo xtask bindings` from bindings/abi. Do not edit.
// Written by bindgen from the headers of TensorRT-RTX 1.7.1.

impl Severity {
    pub const kINTERNAL_ERROR: Severity = Severity(
        0,
    );
    pub const kERROR: Severity = Severity(
        1,
    );
    pub const kWARNING: Severity = Severity(
        2,
    );
    pub const kINFO: Severity = Severity(
        3,
    );
    pub const kVERBOSE: Severity = Severity(
        4,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct Severity(pub i32);
impl DataType {
    pub const kFLOAT: DataType = DataType(0);
    pub const kHALF: DataType = DataType(1);
    pub const kINT8: DataType = DataType(2);
    pub const kINT32: DataType = DataType(3);
    pub const kBOOL: DataType = DataType(4);
    pub const kUINT8: DataType = DataType(5);
    pub const kFP8: DataType = DataType(6);
    pub const kBF16: DataType = DataType(7);
    pub const kINT64: DataType = DataType(8);
    pub const kINT4: DataType = DataType(9);
    pub const kFP4: DataType = DataType(10);
    pub const kE8M0: DataType = DataType(11);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct DataType(pub i32);
impl ErrorCode {
    pub const kSUCCESS: ErrorCode = ErrorCode(0);
    pub const kUNSPECIFIED_ERROR: ErrorCode = ErrorCode(1);
    pub const kINTERNAL_ERROR: ErrorCode = ErrorCode(2);
    pub const kINVALID_ARGUMENT: ErrorCode = ErrorCode(3);
    pub const kINVALID_CONFIG: ErrorCode = ErrorCode(4);
    pub const kFAILED_ALLOCATION: ErrorCode = ErrorCode(5);
    pub const kFAILED_INITIALIZATION: ErrorCode = ErrorCode(6);
    pub const kFAILED_EXECUTION: ErrorCode = ErrorCode(7);
    pub const kFAILED_COMPUTATION: ErrorCode = ErrorCode(8);
    pub const kINVALID_STATE: ErrorCode = ErrorCode(9);
    pub const kUNSUPPORTED_STATE: ErrorCode = ErrorCode(10);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct ErrorCode(pub i32);
impl TensorIoMode {
    pub const kNONE: TensorIoMode = TensorIoMode(0);
    pub const kINPUT: TensorIoMode = TensorIoMode(1);
    pub const kOUTPUT: TensorIoMode = TensorIoMode(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct TensorIoMode(pub i32);
impl TensorLocation {
    pub const kDEVICE: TensorLocation = TensorLocation(0);
    pub const kHOST: TensorLocation = TensorLocation(1);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct TensorLocation(pub i32);
impl TensorFormat {
    pub const kLINEAR: TensorFormat = TensorFormat(0);
    pub const kCHW2: TensorFormat = TensorFormat(1);
    pub const kHWC8: TensorFormat = TensorFormat(2);
    pub const kCHW4: TensorFormat = TensorFormat(3);
    pub const kCHW16: TensorFormat = TensorFormat(4);
    pub const kCHW32: TensorFormat = TensorFormat(5);
    pub const kDHWC8: TensorFormat = TensorFormat(6);
    pub const kCDHW32: TensorFormat = TensorFormat(7);
    pub const kHWC: TensorFormat = TensorFormat(8);
    pub const kDLA_LINEAR: TensorFormat = TensorFormat(9);
    pub const kDLA_HWC4: TensorFormat = TensorFormat(10);
    pub const kHWC16: TensorFormat = TensorFormat(11);
    pub const kDHWC: TensorFormat = TensorFormat(12);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct TensorFormat(pub i32);
impl OptProfileSelector {
    pub const kMIN: OptProfileSelector = OptProfileSelector(0);
    pub const kOPT: OptProfileSelector = OptProfileSelector(1);
    pub const kMAX: OptProfileSelector = OptProfileSelector(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct OptProfileSelector(pub i32);
impl ProfilingVerbosity {
    pub const kLAYER_NAMES_ONLY: ProfilingVerbosity = ProfilingVerbosity(
        0,
    );
    pub const kNONE: ProfilingVerbosity = ProfilingVerbosity(1);
    pub const kDETAILED: ProfilingVerbosity = ProfilingVerbosity(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct ProfilingVerbosity(pub i32);
impl ExecutionContextAllocationStrategy {
    pub const kSTATIC: ExecutionContextAllocationStrategy = ExecutionContextAllocationStrategy(
        0,
    );
    pub const kON_PROFILE_CHANGE: ExecutionContextAllocationStrategy = ExecutionContextAllocationStrategy(
        1,
    );
    pub const kUSER_MANAGED: ExecutionContextAllocationStrategy = ExecutionContextAllocationStrategy(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct ExecutionContextAllocationStrategy(pub i32);
impl LayerInformationFormat {
    pub const kONELINE: LayerInformationFormat = LayerInformationFormat(
        0,
    );
    pub const kJSON: LayerInformationFormat = LayerInformationFormat(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct LayerInformationFormat(pub i32);
impl LayerType {
    pub const kCONVOLUTION: LayerType = LayerType(0);
    pub const kCAST: LayerType = LayerType(1);
    pub const kACTIVATION: LayerType = LayerType(2);
    pub const kPOOLING: LayerType = LayerType(3);
    pub const kLRN: LayerType = LayerType(4);
    pub const kSCALE: LayerType = LayerType(5);
    pub const kSOFTMAX: LayerType = LayerType(6);
    pub const kDECONVOLUTION: LayerType = LayerType(7);
    pub const kCONCATENATION: LayerType = LayerType(8);
    pub const kELEMENTWISE: LayerType = LayerType(9);
    pub const kPLUGIN: LayerType = LayerType(10);
    pub const kUNARY: LayerType = LayerType(11);
    pub const kPADDING: LayerType = LayerType(12);
    pub const kSHUFFLE: LayerType = LayerType(13);
    pub const kREDUCE: LayerType = LayerType(14);
    pub const kTOPK: LayerType = LayerType(15);
    pub const kGATHER: LayerType = LayerType(16);
    pub const kMATRIX_MULTIPLY: LayerType = LayerType(17);
    pub const kRAGGED_SOFTMAX: LayerType = LayerType(18);
    pub const kCONSTANT: LayerType = LayerType(19);
    pub const kIDENTITY: LayerType = LayerType(20);
    pub const kPLUGIN_V2: LayerType = LayerType(21);
    pub const kSLICE: LayerType = LayerType(22);
    pub const kSHAPE: LayerType = LayerType(23);
    pub const kPARAMETRIC_RELU: LayerType = LayerType(24);
    pub const kRESIZE: LayerType = LayerType(25);
    pub const kTRIP_LIMIT: LayerType = LayerType(26);
    pub const kRECURRENCE: LayerType = LayerType(27);
    pub const kITERATOR: LayerType = LayerType(28);
    pub const kLOOP_OUTPUT: LayerType = LayerType(29);
    pub const kSELECT: LayerType = LayerType(30);
    pub const kFILL: LayerType = LayerType(31);
    pub const kQUANTIZE: LayerType = LayerType(32);
    pub const kDEQUANTIZE: LayerType = LayerType(33);
    pub const kCONDITION: LayerType = LayerType(34);
    pub const kCONDITIONAL_INPUT: LayerType = LayerType(35);
    pub const kCONDITIONAL_OUTPUT: LayerType = LayerType(36);
    pub const kSCATTER: LayerType = LayerType(37);
    pub const kEINSUM: LayerType = LayerType(38);
    pub const kASSERTION: LayerType = LayerType(39);
    pub const kONE_HOT: LayerType = LayerType(40);
    pub const kNON_ZERO: LayerType = LayerType(41);
    pub const kGRID_SAMPLE: LayerType = LayerType(42);
    pub const kNMS: LayerType = LayerType(43);
    pub const kREVERSE_SEQUENCE: LayerType = LayerType(44);
    pub const kNORMALIZATION: LayerType = LayerType(45);
    pub const kPLUGIN_V3: LayerType = LayerType(46);
    pub const kSQUEEZE: LayerType = LayerType(47);
    pub const kUNSQUEEZE: LayerType = LayerType(48);
    pub const kCUMULATIVE: LayerType = LayerType(49);
    pub const kDYNAMIC_QUANTIZE: LayerType = LayerType(50);
    pub const kATTENTION_INPUT: LayerType = LayerType(51);
    pub const kATTENTION_OUTPUT: LayerType = LayerType(52);
    pub const kROTARY_EMBEDDING: LayerType = LayerType(53);
    pub const kKVCACHE_UPDATE: LayerType = LayerType(54);
    pub const kMOE: LayerType = LayerType(55);
    pub const kDIST_COLLECTIVE: LayerType = LayerType(56);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct LayerType(pub i32);
impl BuilderFlag {
    pub const kDEBUG: BuilderFlag = BuilderFlag(2);
    pub const kGPU_FALLBACK: BuilderFlag = BuilderFlag(3);
    pub const kREFIT: BuilderFlag = BuilderFlag(4);
    pub const kDISABLE_TIMING_CACHE: BuilderFlag = BuilderFlag(5);
    pub const kTF32: BuilderFlag = BuilderFlag(6);
    pub const kSPARSE_WEIGHTS: BuilderFlag = BuilderFlag(7);
    pub const kSAFETY_SCOPE: BuilderFlag = BuilderFlag(8);
    pub const kDIRECT_IO: BuilderFlag = BuilderFlag(11);
    pub const kVERSION_COMPATIBLE: BuilderFlag = BuilderFlag(12);
    pub const kEXCLUDE_LEAN_RUNTIME: BuilderFlag = BuilderFlag(13);
    pub const kERROR_ON_TIMING_CACHE_MISS: BuilderFlag = BuilderFlag(
        15,
    );
    pub const kDISABLE_COMPILATION_CACHE: BuilderFlag = BuilderFlag(
        17,
    );
    pub const kSTRIP_PLAN: BuilderFlag = BuilderFlag(18);
    pub const kREFIT_IDENTICAL: BuilderFlag = BuilderFlag(19);
    pub const kWEIGHT_STREAMING: BuilderFlag = BuilderFlag(20);
    pub const kREFIT_INDIVIDUAL: BuilderFlag = BuilderFlag(22);
    pub const kSTRICT_NANS: BuilderFlag = BuilderFlag(23);
    pub const kMONITOR_MEMORY: BuilderFlag = BuilderFlag(24);
    pub const kEDITABLE_TIMING_CACHE: BuilderFlag = BuilderFlag(26);
    pub const kDISTRIBUTIVE_INDEPENDENCE: BuilderFlag = BuilderFlag(
        27,
    );
    pub const kREQUIRE_USER_ALLOCATION: BuilderFlag = BuilderFlag(28);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct BuilderFlag(pub i32);
impl MemoryPoolType {
    pub const kWORKSPACE: MemoryPoolType = MemoryPoolType(0);
    pub const kDLA_MANAGED_SRAM: MemoryPoolType = MemoryPoolType(1);
    pub const kDLA_LOCAL_DRAM: MemoryPoolType = MemoryPoolType(2);
    pub const kDLA_GLOBAL_DRAM: MemoryPoolType = MemoryPoolType(3);
    pub const kTACTIC_DRAM: MemoryPoolType = MemoryPoolType(4);
    pub const kTACTIC_SHARED_MEMORY: MemoryPoolType = MemoryPoolType(
        5,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct MemoryPoolType(pub i32);
impl PreviewFeature {
    pub const kALIASED_PLUGIN_IO_10_03: PreviewFeature = PreviewFeature(
        0,
    );
    pub const kRUNTIME_ACTIVATION_RESIZE_10_10: PreviewFeature = PreviewFeature(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct PreviewFeature(pub i32);
impl HardwareCompatibilityLevel {
    pub const kNONE: HardwareCompatibilityLevel = HardwareCompatibilityLevel(
        0,
    );
    pub const kAMPERE_PLUS: HardwareCompatibilityLevel = HardwareCompatibilityLevel(
        1,
    );
    pub const kSAME_COMPUTE_CAPABILITY: HardwareCompatibilityLevel = HardwareCompatibilityLevel(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HardwareCompatibilityLevel(pub i32);
impl ComputeCapability {
    pub const kNONE: ComputeCapability = ComputeCapability(0);
    pub const kCURRENT: ComputeCapability = ComputeCapability(1);
    pub const kSM75: ComputeCapability = ComputeCapability(75);
    pub const kSM80: ComputeCapability = ComputeCapability(80);
    pub const kSM86: ComputeCapability = ComputeCapability(86);
    pub const kSM89: ComputeCapability = ComputeCapability(89);
    pub const kSM120: ComputeCapability = ComputeCapability(120);
    pub const kSM121: ComputeCapability = ComputeCapability(121);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct ComputeCapability(pub i32);
impl NetworkDefinitionCreationFlag {
    pub const kSTRONGLY_TYPED: NetworkDefinitionCreationFlag = NetworkDefinitionCreationFlag(
        0,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct NetworkDefinitionCreationFlag(pub i32);
impl ParserErrorCode {
    pub const kSUCCESS: ParserErrorCode = ParserErrorCode(0);
    pub const kINTERNAL_ERROR: ParserErrorCode = ParserErrorCode(1);
    pub const kMEM_ALLOC_FAILED: ParserErrorCode = ParserErrorCode(2);
    pub const kMODEL_DESERIALIZE_FAILED: ParserErrorCode = ParserErrorCode(
        3,
    );
    pub const kINVALID_VALUE: ParserErrorCode = ParserErrorCode(4);
    pub const kINVALID_GRAPH: ParserErrorCode = ParserErrorCode(5);
    pub const kINVALID_NODE: ParserErrorCode = ParserErrorCode(6);
    pub const kUNSUPPORTED_GRAPH: ParserErrorCode = ParserErrorCode(7);
    pub const kUNSUPPORTED_NODE: ParserErrorCode = ParserErrorCode(8);
    pub const kUNSUPPORTED_NODE_ATTR: ParserErrorCode = ParserErrorCode(9);
    pub const kUNSUPPORTED_NODE_INPUT: ParserErrorCode = ParserErrorCode(
        10,
    );
    pub const kUNSUPPORTED_NODE_DATATYPE: ParserErrorCode = ParserErrorCode(
        11,
    );
    pub const kUNSUPPORTED_NODE_DYNAMIC: ParserErrorCode = ParserErrorCode(
        12,
    );
    pub const kUNSUPPORTED_NODE_SHAPE: ParserErrorCode = ParserErrorCode(
        13,
    );
    pub const kREFIT_FAILED: ParserErrorCode = ParserErrorCode(14);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct ParserErrorCode(pub ::core::ffi::c_int);
impl OnnxParserFlag {
    pub const kNATIVE_INSTANCENORM: OnnxParserFlag = OnnxParserFlag(
        0,
    );
    pub const kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA: OnnxParserFlag = OnnxParserFlag(
        1,
    );
    pub const kREPORT_CAPABILITY_DLA: OnnxParserFlag = OnnxParserFlag(
        2,
    );
    pub const kENABLE_PLUGIN_OVERRIDE: OnnxParserFlag = OnnxParserFlag(
        3,
    );
    pub const kADJUST_FOR_DLA: OnnxParserFlag = OnnxParserFlag(
        4,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct OnnxParserFlag(pub i32);
