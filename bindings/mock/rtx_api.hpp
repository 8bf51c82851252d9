// Made by `cargo xtask bindings` from bindings/abi. Do not edit.
// The interfaces of TensorRT-RTX 1.7.1 in bindings/abi, declared for the tests.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#define NV_TENSORRT_MAJOR 1
#define NV_TENSORRT_MINOR 7
#define NV_TENSORRT_PATCH 1
#define NV_TENSORRT_VERSION (NV_TENSORRT_MAJOR * 10000 + NV_TENSORRT_MINOR * 100 + NV_TENSORRT_PATCH)
#define MOCK_HAS_PARSER 1

struct CUstream_st;
struct CUevent_st;
typedef CUstream_st* cudaStream_t;

namespace nvinfer1 { 
class IActivationLayer;
class IAssertionLayer;
class IAttention;
class IBuilder;
class IBuilderConfig;
class ICastLayer;
class IConcatenationLayer;
class IConstantLayer;
class IConvolutionLayer;
class ICudaEngine;
class ICumulativeLayer;
class IDeconvolutionLayer;
class IDequantizeLayer;
class IDistCollectiveLayer;
class IDynamicQuantizeLayer;
class IEinsumLayer;
class IElementWiseLayer;
class IEngineInspector;
class IExecutionContext;
class IFillLayer;
class IGatherLayer;
class IGridSampleLayer;
class IHostMemory;
class IIdentityLayer;
class IIfConditional;
class IKVCacheUpdateLayer;
class ILRNLayer;
class ILayer;
class ILoop;
class IMatrixMultiplyLayer;
class IMoELayer;
class INMSLayer;
class INetworkDefinition;
class INonZeroLayer;
class INormalizationLayer;
class IOneHotLayer;
class IOptimizationProfile;
class IPaddingLayer;
class IParametricReLULayer;
class IPluginRegistry;
class IPoolingLayer;
class IQuantizeLayer;
class IRaggedSoftMaxLayer;
class IReduceLayer;
class IRefitter;
class IResizeLayer;
class IReverseSequenceLayer;
class IRotaryEmbeddingLayer;
class IRuntime;
class IRuntimeCache;
class IRuntimeConfig;
class IScaleLayer;
class IScatterLayer;
class ISelectLayer;
class ISerializationConfig;
class IShapeLayer;
class IShuffleLayer;
class ISliceLayer;
class ISoftMaxLayer;
class ISqueezeLayer;
class ITensor;
class ITimingCache;
class ITopKLayer;
class IUnaryLayer;
class IUnsqueezeLayer;
class IVersionedInterface;
class IWeightsManager;
}
namespace nvinfer1 { namespace apiv { 
class VBuilder;
class VBuilderConfig;
class VCudaEngine;
class VEngineInspector;
class VExecutionContext;
class VHostMemory;
class VLayer;
class VNetworkDefinition;
class VOptimizationProfile;
class VRefitter;
class VRuntime;
class VRuntimeConfig;
class VSerializationConfig;
class VTensor;
class VTimingCache;
}}
namespace nvinfer1 { namespace v_1_0 { 
class IDebugListener;
class IErrorRecorder;
class IGpuAllocator;
class IGpuAsyncAllocator;
class ILogger;
class IOutputAllocator;
class IProfiler;
class IProgressMonitor;
class IStreamReader;
class IStreamReaderV2;
class IStreamWriter;
class TimingCacheKey;
}}
namespace nvonnxparser { 
class IParser;
class IParserError;
class IParserRefitter;
class IRefitterObserver;
}
namespace nvinfer1 { 
enum class APILanguage : int {
    kCPP = 0,
    kPYTHON = 1,
};
}
namespace nvinfer1 { 
enum class ActivationType : int {
    kRELU = 0,
    kSIGMOID = 1,
    kTANH = 2,
    kLEAKY_RELU = 3,
    kELU = 4,
    kSELU = 5,
    kSOFTSIGN = 6,
    kSOFTPLUS = 7,
    kCLIP = 8,
    kHARD_SIGMOID = 9,
    kSCALED_TANH = 10,
    kTHRESHOLDED_RELU = 11,
    kGELU_ERF = 12,
    kGELU_TANH = 13,
};
}
namespace nvinfer1 { 
enum class AllocatorFlag : int {
    kRESIZABLE = 0,
};
}
namespace nvinfer1 { 
enum class AttentionIOForm : int {
    kPADDED_BHND = 0,
    kPACKED_NHD = 1,
};
}
namespace nvinfer1 { 
enum class AttentionNormalizationOp : int {
    kNONE = 0,
    kSOFTMAX = 1,
};
}
namespace nvinfer1 { 
enum class BoundingBoxFormat : int {
    kCORNER_PAIRS = 0,
    kCENTER_SIZES = 1,
};
}
namespace nvinfer1 { 
enum class BuilderFlag : int {
    kDEBUG = 2,
    kGPU_FALLBACK = 3,
    kREFIT = 4,
    kDISABLE_TIMING_CACHE = 5,
    kTF32 = 6,
    kSPARSE_WEIGHTS = 7,
    kSAFETY_SCOPE = 8,
    kDIRECT_IO = 11,
    kVERSION_COMPATIBLE = 12,
    kEXCLUDE_LEAN_RUNTIME = 13,
    kERROR_ON_TIMING_CACHE_MISS = 15,
    kDISABLE_COMPILATION_CACHE = 17,
    kSTRIP_PLAN = 18,
    kREFIT_IDENTICAL = 19,
    kWEIGHT_STREAMING = 20,
    kREFIT_INDIVIDUAL = 22,
    kSTRICT_NANS = 23,
    kMONITOR_MEMORY = 24,
    kEDITABLE_TIMING_CACHE = 26,
    kDISTRIBUTIVE_INDEPENDENCE = 27,
    kREQUIRE_USER_ALLOCATION = 28,
};
}
namespace nvinfer1 { 
enum class CausalMaskKind : int {
    kNONE = 0,
    kUPPER_LEFT = 1,
    kLOWER_RIGHT = 2,
};
}
namespace nvinfer1 { 
enum class CollectiveOperation : int {
    kALL_REDUCE = 0,
    kALL_GATHER = 1,
    kBROADCAST = 2,
    kREDUCE = 3,
    kREDUCE_SCATTER = 4,
    kALL_TO_ALL = 5,
    kGATHER = 6,
    kSCATTER = 7,
};
}
namespace nvinfer1 { 
enum class ComputeCapability : int {
    kNONE = 0,
    kCURRENT = 1,
    kSM75 = 75,
    kSM80 = 80,
    kSM86 = 86,
    kSM89 = 89,
    kSM120 = 120,
    kSM121 = 121,
};
}
namespace nvinfer1 { 
enum class CudaGraphStrategy : int {
    kDISABLED = 0,
    kWHOLE_GRAPH_CAPTURE = 1,
};
}
namespace nvinfer1 { 
enum class CumulativeOperation : int {
    kSUM = 0,
};
}
namespace nvinfer1 { 
enum class DLAWorkspaceAllocationStrategy : int {
    kDEFAULT = 0,
    kSHARED_STATIC = 1,
};
}
namespace nvinfer1 { 
enum class DataType : int {
    kFLOAT = 0,
    kHALF = 1,
    kINT8 = 2,
    kINT32 = 3,
    kBOOL = 4,
    kUINT8 = 5,
    kFP8 = 6,
    kBF16 = 7,
    kINT64 = 8,
    kINT4 = 9,
    kFP4 = 10,
    kE8M0 = 11,
};
}
namespace nvinfer1 { 
enum class DeviceType : int {
    kGPU = 0,
    kDLA = 1,
};
}
namespace nvinfer1 { 
enum class DimensionOperation : int {
    kSUM = 0,
    kPROD = 1,
    kMAX = 2,
    kMIN = 3,
    kSUB = 4,
    kEQUAL = 5,
    kLESS = 6,
    kFLOOR_DIV = 7,
    kCEIL_DIV = 8,
};
}
namespace nvinfer1 { 
enum class DynamicShapesKernelSpecializationStrategy : int {
    kLAZY = 0,
    kEAGER = 1,
    kNONE = 2,
};
}
namespace nvinfer1 { 
enum class ElementWiseOperation : int {
    kSUM = 0,
    kPROD = 1,
    kMAX = 2,
    kMIN = 3,
    kSUB = 4,
    kDIV = 5,
    kPOW = 6,
    kFLOOR_DIV = 7,
    kAND = 8,
    kOR = 9,
    kXOR = 10,
    kEQUAL = 11,
    kGREATER = 12,
    kLESS = 13,
};
}
namespace nvinfer1 { 
enum class EngineCapability : int {
    kSTANDARD = 0,
    kSAFETY = 1,
    kDLA_STANDALONE = 2,
};
}
namespace nvinfer1 { 
enum class EngineInvalidityDiagnostics : unsigned long {
    kVERSION_MISMATCH = 1,
    kUNSUPPORTED_CC = 2,
    kOLD_CUDA_DRIVER = 4,
    kOLD_CUDA_RUNTIME = 8,
    kINSUFFICIENT_GPU_MEMORY = 16,
    kMALFORMED_ENGINE = 32,
    kCUDA_ERROR = 64,
};
}
namespace nvinfer1 { 
enum class EngineStat : int {
    kTOTAL_WEIGHTS_SIZE = 0,
    kSTRIPPED_WEIGHTS_SIZE = 1,
};
}
namespace nvinfer1 { 
enum class EngineValidity : int {
    kVALID = 0,
    kSUBOPTIMAL = 1,
    kINVALID = 2,
};
}
namespace nvinfer1 { 
enum class ErrorCode : int {
    kSUCCESS = 0,
    kUNSPECIFIED_ERROR = 1,
    kINTERNAL_ERROR = 2,
    kINVALID_ARGUMENT = 3,
    kINVALID_CONFIG = 4,
    kFAILED_ALLOCATION = 5,
    kFAILED_INITIALIZATION = 6,
    kFAILED_EXECUTION = 7,
    kFAILED_COMPUTATION = 8,
    kINVALID_STATE = 9,
    kUNSUPPORTED_STATE = 10,
};
}
namespace nvinfer1 { 
enum class ExecutionContextAllocationStrategy : int {
    kSTATIC = 0,
    kON_PROFILE_CHANGE = 1,
    kUSER_MANAGED = 2,
};
}
namespace nvinfer1 { 
enum class FillOperation : int {
    kLINSPACE = 0,
    kRANDOM_UNIFORM = 1,
    kRANDOM_NORMAL = 2,
};
}
namespace nvinfer1 { 
enum class GatherMode : int {
    kDEFAULT = 0,
    kELEMENT = 1,
    kND = 2,
};
}
namespace nvinfer1 { 
enum class HardwareCompatibilityLevel : int {
    kNONE = 0,
    kAMPERE_PLUS = 1,
    kSAME_COMPUTE_CAPABILITY = 2,
};
}
namespace nvinfer1 { 
enum class InterpolationMode : int {
    kNEAREST = 0,
    kLINEAR = 1,
    kCUBIC = 2,
};
}
namespace nvinfer1 { 
enum class KVCacheMode : int {
    kLINEAR = 0,
};
}
namespace nvinfer1 { 
enum class LayerInformationFormat : int {
    kONELINE = 0,
    kJSON = 1,
};
}
namespace nvinfer1 { 
enum class LayerType : int {
    kCONVOLUTION = 0,
    kCAST = 1,
    kACTIVATION = 2,
    kPOOLING = 3,
    kLRN = 4,
    kSCALE = 5,
    kSOFTMAX = 6,
    kDECONVOLUTION = 7,
    kCONCATENATION = 8,
    kELEMENTWISE = 9,
    kPLUGIN = 10,
    kUNARY = 11,
    kPADDING = 12,
    kSHUFFLE = 13,
    kREDUCE = 14,
    kTOPK = 15,
    kGATHER = 16,
    kMATRIX_MULTIPLY = 17,
    kRAGGED_SOFTMAX = 18,
    kCONSTANT = 19,
    kIDENTITY = 20,
    kPLUGIN_V2 = 21,
    kSLICE = 22,
    kSHAPE = 23,
    kPARAMETRIC_RELU = 24,
    kRESIZE = 25,
    kTRIP_LIMIT = 26,
    kRECURRENCE = 27,
    kITERATOR = 28,
    kLOOP_OUTPUT = 29,
    kSELECT = 30,
    kFILL = 31,
    kQUANTIZE = 32,
    kDEQUANTIZE = 33,
    kCONDITION = 34,
    kCONDITIONAL_INPUT = 35,
    kCONDITIONAL_OUTPUT = 36,
    kSCATTER = 37,
    kEINSUM = 38,
    kASSERTION = 39,
    kONE_HOT = 40,
    kNON_ZERO = 41,
    kGRID_SAMPLE = 42,
    kNMS = 43,
    kREVERSE_SEQUENCE = 44,
    kNORMALIZATION = 45,
    kPLUGIN_V3 = 46,
    kSQUEEZE = 47,
    kUNSQUEEZE = 48,
    kCUMULATIVE = 49,
    kDYNAMIC_QUANTIZE = 50,
    kATTENTION_INPUT = 51,
    kATTENTION_OUTPUT = 52,
    kROTARY_EMBEDDING = 53,
    kKVCACHE_UPDATE = 54,
    kMOE = 55,
    kDIST_COLLECTIVE = 56,
};
}
namespace nvinfer1 { 
enum class LoopOutput : int {
    kLAST_VALUE = 0,
    kCONCATENATE = 1,
    kREVERSE = 2,
};
}
namespace nvinfer1 { 
enum class MatrixOperation : int {
    kNONE = 0,
    kTRANSPOSE = 1,
    kVECTOR = 2,
};
}
namespace nvinfer1 { 
enum class MemoryPoolType : int {
    kWORKSPACE = 0,
    kDLA_MANAGED_SRAM = 1,
    kDLA_LOCAL_DRAM = 2,
    kDLA_GLOBAL_DRAM = 3,
    kTACTIC_DRAM = 4,
    kTACTIC_SHARED_MEMORY = 5,
};
}
namespace nvinfer1 { 
enum class MoEActType : int {
    kNONE = 0,
    kSILU = 1,
};
}
namespace nvinfer1 { 
enum class NetworkDefinitionCreationFlag : int {
    kSTRONGLY_TYPED = 0,
};
}
namespace nvinfer1 { 
enum class OptProfileSelector : int {
    kMIN = 0,
    kOPT = 1,
    kMAX = 2,
};
}
namespace nvinfer1 { 
enum class PaddingMode : int {
    kEXPLICIT_ROUND_DOWN = 0,
    kEXPLICIT_ROUND_UP = 1,
    kSAME_UPPER = 2,
    kSAME_LOWER = 3,
};
}
namespace nvinfer1 { 
enum class PluginCapabilityType : int {
    kCORE = 0,
    kBUILD = 1,
    kRUNTIME = 2,
};
}
namespace nvinfer1 { 
enum class PluginCreatorVersion : int {
    kV1 = 0,
    kV1_PYTHON = 64,
};
}
namespace nvinfer1 { 
enum class PluginFieldType : int {
    kFLOAT16 = 0,
    kFLOAT32 = 1,
    kFLOAT64 = 2,
    kINT8 = 3,
    kINT16 = 4,
    kINT32 = 5,
    kCHAR = 6,
    kDIMS = 7,
    kUNKNOWN = 8,
    kBF16 = 9,
    kINT64 = 10,
    kFP8 = 11,
    kINT4 = 12,
    kFP4 = 13,
};
}
namespace nvinfer1 { 
enum class PluginVersion : unsigned char {
    kV2 = 0,
    kV2_EXT = 1,
    kV2_IOEXT = 2,
    kV2_DYNAMICEXT = 3,
    kV2_DYNAMICEXT_PYTHON = 67,
};
}
namespace nvinfer1 { 
enum class PoolingType : int {
    kMAX = 0,
    kAVERAGE = 1,
    kMAX_AVERAGE_BLEND = 2,
};
}
namespace nvinfer1 { 
enum class PreviewFeature : int {
    kALIASED_PLUGIN_IO_10_03 = 0,
    kRUNTIME_ACTIVATION_RESIZE_10_10 = 1,
};
}
namespace nvinfer1 { 
enum class ProfilingVerbosity : int {
    kLAYER_NAMES_ONLY = 0,
    kNONE = 1,
    kDETAILED = 2,
};
}
namespace nvinfer1 { 
enum class ReduceOperation : int {
    kSUM = 0,
    kPROD = 1,
    kMAX = 2,
    kMIN = 3,
    kAVG = 4,
    kNONE = 5,
};
}
namespace nvinfer1 { 
enum class ResizeCoordinateTransformation : int {
    kALIGN_CORNERS = 0,
    kASYMMETRIC = 1,
    kHALF_PIXEL = 2,
};
}
namespace nvinfer1 { 
enum class ResizeRoundMode : int {
    kHALF_UP = 0,
    kHALF_DOWN = 1,
    kFLOOR = 2,
    kCEIL = 3,
};
}
namespace nvinfer1 { 
enum class ResizeSelector : int {
    kFORMULA = 0,
    kUPPER = 1,
};
}
namespace nvinfer1 { 
enum class RuntimePlatform : int {
    kSAME_AS_BUILD = 0,
    kWINDOWS_AMD64 = 1,
};
}
namespace nvinfer1 { 
enum class SampleMode : int {
    kSTRICT_BOUNDS = 0,
    kWRAP = 1,
    kCLAMP = 2,
    kFILL = 3,
    kREFLECT = 4,
};
}
namespace nvinfer1 { 
enum class ScaleMode : int {
    kUNIFORM = 0,
    kCHANNEL = 1,
    kELEMENTWISE = 2,
};
}
namespace nvinfer1 { 
enum class ScatterMode : int {
    kELEMENT = 0,
    kND = 1,
};
}
namespace nvinfer1 { 
enum class SeekPosition : int {
    kSET = 0,
    kCUR = 1,
    kEND = 2,
};
}
namespace nvinfer1 { 
enum class SerializationFlag : int {
    kEXCLUDE_WEIGHTS = 0,
    kEXCLUDE_LEAN_RUNTIME = 1,
    kINCLUDE_REFIT = 2,
};
}
namespace nvinfer1 { 
enum class TacticSource : int {
    kEDGE_MASK_CONVOLUTIONS = 0,
    kJIT_CONVOLUTIONS = 1,
};
}
namespace nvinfer1 { 
enum class TempfileControlFlag : int {
    kALLOW_IN_MEMORY_FILES = 0,
    kALLOW_TEMPORARY_FILES = 1,
};
}
namespace nvinfer1 { 
enum class TensorFormat : int {
    kLINEAR = 0,
    kCHW2 = 1,
    kHWC8 = 2,
    kCHW4 = 3,
    kCHW16 = 4,
    kCHW32 = 5,
    kDHWC8 = 6,
    kCDHW32 = 7,
    kHWC = 8,
    kDLA_LINEAR = 9,
    kDLA_HWC4 = 10,
    kHWC16 = 11,
    kDHWC = 12,
};
}
namespace nvinfer1 { 
enum class TensorIOMode : int {
    kNONE = 0,
    kINPUT = 1,
    kOUTPUT = 2,
};
}
namespace nvinfer1 { 
enum class TensorLocation : int {
    kDEVICE = 0,
    kHOST = 1,
};
}
namespace nvinfer1 { 
enum class TensorRTPhase : int {
    kBUILD = 0,
    kRUNTIME = 1,
};
}
namespace nvinfer1 { 
enum class TilingOptimizationLevel : int {
    kNONE = 0,
    kFAST = 1,
    kMODERATE = 2,
    kFULL = 3,
};
}
namespace nvinfer1 { 
enum class TopKOperation : int {
    kMAX = 0,
    kMIN = 1,
};
}
namespace nvinfer1 { 
enum class TripLimit : int {
    kCOUNT = 0,
    kWHILE = 1,
};
}
namespace nvinfer1 { 
enum class UnaryOperation : int {
    kEXP = 0,
    kLOG = 1,
    kSQRT = 2,
    kRECIP = 3,
    kABS = 4,
    kNEG = 5,
    kSIN = 6,
    kCOS = 7,
    kTAN = 8,
    kSINH = 9,
    kCOSH = 10,
    kASIN = 11,
    kACOS = 12,
    kATAN = 13,
    kASINH = 14,
    kACOSH = 15,
    kATANH = 16,
    kCEIL = 17,
    kFLOOR = 18,
    kERF = 19,
    kNOT = 20,
    kSIGN = 21,
    kROUND = 22,
    kISINF = 23,
    kISNAN = 24,
};
}
namespace nvinfer1 { 
enum class WeightsRole : int {
    kKERNEL = 0,
    kBIAS = 1,
    kSHIFT = 2,
    kSCALE = 3,
    kCONSTANT = 4,
    kANY = 5,
};
}
namespace nvonnxparser { 
enum class ErrorCode : int {
    kSUCCESS = 0,
    kINTERNAL_ERROR = 1,
    kMEM_ALLOC_FAILED = 2,
    kMODEL_DESERIALIZE_FAILED = 3,
    kINVALID_VALUE = 4,
    kINVALID_GRAPH = 5,
    kINVALID_NODE = 6,
    kUNSUPPORTED_GRAPH = 7,
    kUNSUPPORTED_NODE = 8,
    kUNSUPPORTED_NODE_ATTR = 9,
    kUNSUPPORTED_NODE_INPUT = 10,
    kUNSUPPORTED_NODE_DATATYPE = 11,
    kUNSUPPORTED_NODE_DYNAMIC = 12,
    kUNSUPPORTED_NODE_SHAPE = 13,
    kREFIT_FAILED = 14,
};
}
namespace nvonnxparser { 
enum class OnnxParserFlag : int {
    kNATIVE_INSTANCENORM = 0,
    kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA = 1,
    kREPORT_CAPABILITY_DLA = 2,
    kENABLE_PLUGIN_OVERRIDE = 3,
    kADJUST_FOR_DLA = 4,
};
}
namespace nvonnxparser { 
enum class RefitTransformKind : int {
    kIDENTITY = 0,
    kDOUBLE_TO_FLOAT = 1,
    kBATCH_NORM_FOLD_SCALE = 2,
    kBATCH_NORM_FOLD_BIAS = 3,
    kCONSTANT_NODE = 4,
    kCONSTANT_OF_SHAPE = 5,
};
}
namespace nvinfer1 { namespace v_1_0 { 
struct TimingCacheValue { uint64_t tacticHash; float timingMSec; };
}}
namespace nvinfer1 { 
struct Dims64 { static constexpr int32_t MAX_DIMS{8}; int32_t nbDims; int64_t d[MAX_DIMS]; };
using Dims = Dims64;
struct InterfaceInfo { char const* kind; int32_t major; int32_t minor; };
struct Weights { DataType type; void const* values; int64_t count; };
static_assert(sizeof(nvinfer1::Dims64) == 72, "");
static_assert(sizeof(nvinfer1::InterfaceInfo) == 16, "");
static_assert(sizeof(nvinfer1::Weights) == 24, "");
static_assert(sizeof(nvinfer1::v_1_0::TimingCacheValue) == 16, "");
}
namespace nvinfer1 { 
class IVersionedInterface {
public:
    virtual nvinfer1::APILanguage getAPILanguage() const noexcept = 0;
    virtual nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept = 0;
    virtual ~IVersionedInterface() noexcept = default;
};
}
namespace nvinfer1 { namespace v_1_0 { 
class ILogger : public nvinfer1::IVersionedInterface {
public:
enum class Severity : int {
    kINTERNAL_ERROR = 0,
    kERROR = 1,
    kWARNING = 2,
    kINFO = 3,
    kVERBOSE = 4,
};
    virtual void log(nvinfer1::v_1_0::ILogger::Severity a0, const char * a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
using ILogger = v_1_0::ILogger;
}
namespace nvinfer1 { namespace apiv { 
class VBuilder {
public:
    virtual ~VBuilder() noexcept = default;
    virtual int getMaxDLABatchSize() const noexcept = 0;
    virtual int getNbDLACores() const noexcept = 0;
    virtual void setGpuAllocator(nvinfer1::v_1_0::IGpuAllocator * a0) noexcept = 0;
    virtual nvinfer1::IBuilderConfig * createBuilderConfig() noexcept = 0;
    virtual nvinfer1::INetworkDefinition * createNetworkV2(unsigned int a0) noexcept = 0;
    virtual nvinfer1::IOptimizationProfile * createOptimizationProfile() noexcept = 0;
    virtual void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept = 0;
    virtual void reset() noexcept = 0;
    virtual nvinfer1::IHostMemory * buildSerializedNetwork(nvinfer1::INetworkDefinition & a0, nvinfer1::IBuilderConfig & a1) noexcept = 0;
    virtual bool isNetworkSupported(const nvinfer1::INetworkDefinition & a0, const nvinfer1::IBuilderConfig & a1) const noexcept = 0;
    virtual nvinfer1::v_1_0::ILogger * getLogger() const noexcept = 0;
    virtual bool setMaxThreads(int a0) noexcept = 0;
    virtual int getMaxThreads() const noexcept = 0;
    virtual nvinfer1::IPluginRegistry & getPluginRegistry() noexcept = 0;
    virtual bool buildSerializedNetworkToStream(nvinfer1::INetworkDefinition & a0, nvinfer1::IBuilderConfig & a1, nvinfer1::v_1_0::IStreamWriter & a2) noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VBuilderConfig {
public:
    virtual ~VBuilderConfig() noexcept = default;
    virtual void setAvgTimingIterations(int a0) noexcept = 0;
    virtual int getAvgTimingIterations() const noexcept = 0;
    virtual void setEngineCapability(nvinfer1::EngineCapability a0) noexcept = 0;
    virtual nvinfer1::EngineCapability getEngineCapability() const noexcept = 0;
    virtual void setFlags(unsigned int a0) noexcept = 0;
    virtual unsigned int getFlags() const noexcept = 0;
    virtual void clearFlag(nvinfer1::BuilderFlag a0) noexcept = 0;
    virtual void setFlag(nvinfer1::BuilderFlag a0) noexcept = 0;
    virtual bool getFlag(nvinfer1::BuilderFlag a0) const noexcept = 0;
    virtual void setDeviceType(const nvinfer1::ILayer * a0, nvinfer1::DeviceType a1) noexcept = 0;
    virtual nvinfer1::DeviceType getDeviceType(const nvinfer1::ILayer * a0) const noexcept = 0;
    virtual bool isDeviceTypeSet(const nvinfer1::ILayer * a0) const noexcept = 0;
    virtual void resetDeviceType(const nvinfer1::ILayer * a0) noexcept = 0;
    virtual bool canRunOnDLA(const nvinfer1::ILayer * a0) const noexcept = 0;
    virtual void setDLACore(int a0) noexcept = 0;
    virtual int getDLACore() const noexcept = 0;
    virtual void setDefaultDeviceType(nvinfer1::DeviceType a0) noexcept = 0;
    virtual nvinfer1::DeviceType getDefaultDeviceType() const noexcept = 0;
    virtual void reset() noexcept = 0;
    virtual void setProfileStream(CUstream_st *const a0) noexcept = 0;
    virtual CUstream_st * getProfileStream() const noexcept = 0;
    virtual int addOptimizationProfile(const nvinfer1::IOptimizationProfile * a0) noexcept = 0;
    virtual int getNbOptimizationProfiles() const noexcept = 0;
    virtual void setProfilingVerbosity(nvinfer1::ProfilingVerbosity a0) noexcept = 0;
    virtual nvinfer1::ProfilingVerbosity getProfilingVerbosity() const noexcept = 0;
    virtual bool setTacticSources(unsigned int a0) noexcept = 0;
    virtual unsigned int getTacticSources() const noexcept = 0;
    virtual nvinfer1::ITimingCache * createTimingCache(const void * a0, unsigned long a1) const noexcept = 0;
    virtual bool setTimingCache(const nvinfer1::ITimingCache & a0, bool a1) noexcept = 0;
    virtual const nvinfer1::ITimingCache * getTimingCache() const noexcept = 0;
    virtual void setMemoryPoolLimit(nvinfer1::MemoryPoolType a0, unsigned long a1) noexcept = 0;
    virtual unsigned long getMemoryPoolLimit(nvinfer1::MemoryPoolType a0) const noexcept = 0;
    virtual void setPreviewFeature(nvinfer1::PreviewFeature a0, bool a1) noexcept = 0;
    virtual bool getPreviewFeature(nvinfer1::PreviewFeature a0) const noexcept = 0;
    virtual void setBuilderOptimizationLevel(int a0) noexcept = 0;
    virtual int getBuilderOptimizationLevel() const noexcept = 0;
    virtual void setHardwareCompatibilityLevel(nvinfer1::HardwareCompatibilityLevel a0) noexcept = 0;
    virtual nvinfer1::HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept = 0;
    virtual void setPluginsToSerialize(const char *const * a0, int a1) noexcept = 0;
    virtual const char * getPluginToSerialize(int a0) const noexcept = 0;
    virtual int getNbPluginsToSerialize() const noexcept = 0;
    virtual bool setMaxAuxStreams(int a0) noexcept = 0;
    virtual int getMaxAuxStreams() const noexcept = 0;
    virtual void setProgressMonitor(nvinfer1::v_1_0::IProgressMonitor * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IProgressMonitor * getProgressMonitor() const noexcept = 0;
    virtual void setRuntimePlatform(nvinfer1::RuntimePlatform a0) noexcept = 0;
    virtual nvinfer1::RuntimePlatform getRuntimePlatform() const noexcept = 0;
    virtual void setMaxNbTactics(int a0) noexcept = 0;
    virtual int getMaxNbTactics() const noexcept = 0;
    virtual bool setTilingOptimizationLevel(nvinfer1::TilingOptimizationLevel a0) noexcept = 0;
    virtual nvinfer1::TilingOptimizationLevel getTilingOptimizationLevel() const noexcept = 0;
    virtual bool setL2LimitForTiling(long a0) noexcept = 0;
    virtual long getL2LimitForTiling() const noexcept = 0;
    virtual bool setNbComputeCapabilities(int a0) noexcept = 0;
    virtual int getNbComputeCapabilities() const noexcept = 0;
    virtual bool setComputeCapability(nvinfer1::ComputeCapability a0, int a1) noexcept = 0;
    virtual nvinfer1::ComputeCapability getComputeCapability(int a0) const noexcept = 0;
    virtual bool setBuildRoute(const char * a0) noexcept = 0;
    virtual const char * getBuildRoute() const noexcept = 0;
    virtual const char * getAllBuildRoutes() const noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VCudaEngine {
public:
    virtual ~VCudaEngine() noexcept = default;
    virtual nvinfer1::ICudaEngine * getPImpl() noexcept = 0;
    virtual int getNbLayers() const noexcept = 0;
    virtual nvinfer1::IHostMemory * serialize() const noexcept = 0;
    virtual nvinfer1::IExecutionContext * createExecutionContext(nvinfer1::ExecutionContextAllocationStrategy a0) noexcept = 0;
    virtual bool isRefittable() const noexcept = 0;
    virtual const char * getName() const noexcept = 0;
    virtual int getNbOptimizationProfiles() const noexcept = 0;
    virtual nvinfer1::EngineCapability getEngineCapability() const noexcept = 0;
    virtual void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept = 0;
    virtual unsigned int getTacticSources() const noexcept = 0;
    virtual nvinfer1::ProfilingVerbosity getProfilingVerbosity() const noexcept = 0;
    virtual nvinfer1::IEngineInspector * createEngineInspector() const noexcept = 0;
    virtual nvinfer1::Dims64 getTensorShape(const char * a0) const noexcept = 0;
    virtual nvinfer1::DataType getTensorDataType(const char * a0) const noexcept = 0;
    virtual nvinfer1::TensorLocation getTensorLocation(const char * a0) const noexcept = 0;
    virtual bool isShapeInferenceIO(const char * a0) const noexcept = 0;
    virtual nvinfer1::TensorIOMode getTensorIOMode(const char * a0) const noexcept = 0;
    virtual int getTensorBytesPerComponent(const char * a0) const noexcept = 0;
    virtual int getTensorComponentsPerElement(const char * a0) const noexcept = 0;
    virtual nvinfer1::TensorFormat getTensorFormat(const char * a0) const noexcept = 0;
    virtual const char * getTensorFormatDesc(const char * a0) const noexcept = 0;
    virtual int getTensorVectorizedDim(const char * a0) const noexcept = 0;
    virtual nvinfer1::Dims64 getProfileShape(const char * a0, int a1, nvinfer1::OptProfileSelector a2) const noexcept = 0;
    virtual int getNbIOTensors() const noexcept = 0;
    virtual const char * getIOTensorName(int a0) const noexcept = 0;
    virtual nvinfer1::HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept = 0;
    virtual int getNbAuxStreams() const noexcept = 0;
    virtual int getTensorBytesPerComponentV2(const char * a0, int a1) const noexcept = 0;
    virtual int getTensorComponentsPerElementV2(const char * a0, int a1) const noexcept = 0;
    virtual nvinfer1::TensorFormat getTensorFormatV2(const char * a0, int a1) const noexcept = 0;
    virtual const char * getTensorFormatDescV2(const char * a0, int a1) const noexcept = 0;
    virtual int getTensorVectorizedDimV2(const char * a0, int a1) const noexcept = 0;
    virtual nvinfer1::ISerializationConfig * createSerializationConfig() noexcept = 0;
    virtual nvinfer1::IHostMemory * serializeWithConfig(nvinfer1::ISerializationConfig & a0) const noexcept = 0;
    virtual nvinfer1::IRefitter * createRefitter(nvinfer1::v_1_0::ILogger & a0) noexcept = 0;
    virtual long getStreamableWeightsSize() const noexcept = 0;
    virtual bool isDebugTensor(const char * a0) const noexcept = 0;
    virtual bool setWeightStreamingBudgetV2(long a0) noexcept = 0;
    virtual long getWeightStreamingBudgetV2() const noexcept = 0;
    virtual long getWeightStreamingAutomaticBudget() const noexcept = 0;
    virtual long getWeightStreamingScratchMemorySize() const noexcept = 0;
    virtual long getDeviceMemorySizeV2() const noexcept = 0;
    virtual long getDeviceMemorySizeForProfileV2(int a0) const noexcept = 0;
    virtual const long * getProfileTensorValuesV2(const char * a0, int a1, nvinfer1::OptProfileSelector a2) const noexcept = 0;
    virtual nvinfer1::IExecutionContext * createExecutionContextWithRuntimeConfig(nvinfer1::IRuntimeConfig * a0) noexcept = 0;
    virtual nvinfer1::IRuntimeConfig * createRuntimeConfig() noexcept = 0;
    virtual long getEngineStat(nvinfer1::EngineStat a0) const noexcept = 0;
    virtual const char * getAliasedInputTensor(const char * a0) const noexcept = 0;
    virtual bool areWeightsLoaded() const noexcept = 0;
    virtual bool loadWeights(const void * a0, long a1) noexcept = 0;
    virtual bool loadWeightsAsync(nvinfer1::v_1_0::IStreamReaderV2 & a0, CUstream_st * a1) noexcept = 0;
    virtual bool unloadWeights() noexcept = 0;
    virtual nvinfer1::IWeightsManager * createWeightsManager() noexcept = 0;
};
}}
namespace nvinfer1 { namespace v_1_0 { 
class IDebugListener : public nvinfer1::IVersionedInterface {
public:
    virtual bool processDebugTensor(const void * a0, nvinfer1::TensorLocation a1, nvinfer1::DataType a2, const nvinfer1::Dims64 & a3, const char * a4, CUstream_st * a5) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IDebugListener = v_1_0::IDebugListener;
}
namespace nvinfer1 { namespace apiv { 
class VEngineInspector {
public:
    virtual ~VEngineInspector() noexcept = default;
    virtual nvinfer1::IEngineInspector * getPImpl() noexcept = 0;
    virtual bool setExecutionContext(const nvinfer1::IExecutionContext * a0) noexcept = 0;
    virtual const nvinfer1::IExecutionContext * getExecutionContext() const noexcept = 0;
    virtual const char * getLayerInformation(int a0, nvinfer1::LayerInformationFormat a1) const noexcept = 0;
    virtual const char * getEngineInformation(nvinfer1::LayerInformationFormat a0) const noexcept = 0;
    virtual void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept = 0;
};
}}
namespace nvinfer1 { namespace v_1_0 { 
class IErrorRecorder : public nvinfer1::IVersionedInterface {
public:
    virtual int getNbErrors() const noexcept = 0;
    virtual nvinfer1::ErrorCode getErrorCode(int a0) const noexcept = 0;
    virtual const char * getErrorDesc(int a0) const noexcept = 0;
    virtual bool hasOverflowed() const noexcept = 0;
    virtual void clear() noexcept = 0;
    virtual bool reportError(nvinfer1::ErrorCode a0, const char * a1) noexcept = 0;
    virtual int incRefCount() noexcept = 0;
    virtual int decRefCount() noexcept = 0;
};
}}
namespace nvinfer1 { 
using IErrorRecorder = v_1_0::IErrorRecorder;
}
namespace nvinfer1 { namespace apiv { 
class VExecutionContext {
public:
    virtual ~VExecutionContext() noexcept = default;
    virtual nvinfer1::IExecutionContext * getPImpl() noexcept = 0;
    virtual void setDebugSync(bool a0) noexcept = 0;
    virtual bool getDebugSync() const noexcept = 0;
    virtual void setProfiler(nvinfer1::v_1_0::IProfiler * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IProfiler * getProfiler() const noexcept = 0;
    virtual const nvinfer1::ICudaEngine & getEngine() const noexcept = 0;
    virtual void setName(const char * a0) noexcept = 0;
    virtual const char * getName() const noexcept = 0;
    virtual void setDeviceMemory(void * a0) noexcept = 0;
    virtual int getOptimizationProfile() const noexcept = 0;
    virtual bool allInputDimensionsSpecified() const noexcept = 0;
    virtual void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept = 0;
    virtual bool executeV2(void *const * a0) noexcept = 0;
    virtual bool setOptimizationProfileAsync(int a0, CUstream_st * a1) noexcept = 0;
    virtual void setEnqueueEmitsProfile(bool a0) noexcept = 0;
    virtual bool getEnqueueEmitsProfile() const noexcept = 0;
    virtual bool reportToProfiler() const noexcept = 0;
    virtual bool setInputShape(const char * a0, const nvinfer1::Dims64 & a1) noexcept = 0;
    virtual nvinfer1::Dims64 getTensorShape(const char * a0) const noexcept = 0;
    virtual nvinfer1::Dims64 getTensorStrides(const char * a0) const noexcept = 0;
    virtual bool setTensorAddress(const char * a0, void * a1) noexcept = 0;
    virtual const void * getTensorAddress(const char * a0) const noexcept = 0;
    virtual bool setInputTensorAddress(const char * a0, const void * a1) noexcept = 0;
    virtual bool setOutputTensorAddress(const char * a0, void * a1) noexcept = 0;
    virtual int inferShapes(int a0, const char ** a1) noexcept = 0;
    virtual bool setInputConsumedEvent(CUevent_st * a0) noexcept = 0;
    virtual CUevent_st * getInputConsumedEvent() const noexcept = 0;
    virtual void * getOutputTensorAddress(const char * a0) const noexcept = 0;
    virtual bool setOutputAllocator(const char * a0, nvinfer1::v_1_0::IOutputAllocator * a1) noexcept = 0;
    virtual nvinfer1::v_1_0::IOutputAllocator * getOutputAllocator(const char * a0) noexcept = 0;
    virtual long getMaxOutputSize(const char * a0) const noexcept = 0;
    virtual bool setTemporaryStorageAllocator(nvinfer1::v_1_0::IGpuAllocator * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IGpuAllocator * getTemporaryStorageAllocator() const noexcept = 0;
    virtual bool enqueueV3(CUstream_st * a0) noexcept = 0;
    virtual void setPersistentCacheLimit(unsigned long a0) noexcept = 0;
    virtual unsigned long getPersistentCacheLimit() const noexcept = 0;
    virtual bool setNvtxVerbosity(nvinfer1::ProfilingVerbosity a0) noexcept = 0;
    virtual nvinfer1::ProfilingVerbosity getNvtxVerbosity() const noexcept = 0;
    virtual void setAuxStreams(CUstream_st ** a0, int a1) noexcept = 0;
    virtual bool setDebugListener(nvinfer1::v_1_0::IDebugListener * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IDebugListener * getDebugListener() noexcept = 0;
    virtual bool setTensorDebugState(const char * a0, bool a1) noexcept = 0;
    virtual bool getDebugState(const char * a0) const noexcept = 0;
    virtual bool setAllTensorsDebugState(bool a0) noexcept = 0;
    virtual unsigned long updateDeviceMemorySizeForShapes() noexcept = 0;
    virtual void setDeviceMemoryV2(void * a0, long a1) noexcept = 0;
    virtual nvinfer1::IRuntimeConfig * getRuntimeConfig() const noexcept = 0;
    virtual bool setUnfusedTensorsDebugState(bool a0) noexcept = 0;
    virtual bool getUnfusedTensorsDebugState() const noexcept = 0;
    virtual bool isStreamCapturable(CUstream_st * a0) const noexcept = 0;
    virtual bool setCommunicator(void * a0) noexcept = 0;
};
}}
namespace nvinfer1 { namespace v_1_0 { 
class IGpuAllocator : public nvinfer1::IVersionedInterface {
public:
    virtual void * allocate(const unsigned long a0, const unsigned long a1, const unsigned int a2) noexcept = 0;
    virtual void * reallocate(void *const a0, unsigned long a1, unsigned long a2) noexcept = 0;
    virtual bool deallocate(void *const a0) noexcept = 0;
    virtual void * allocateAsync(const unsigned long a0, const unsigned long a1, const unsigned int a2, CUstream_st * a3) noexcept = 0;
    virtual bool deallocateAsync(void *const a0, CUstream_st * a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IGpuAllocator = v_1_0::IGpuAllocator;
}
namespace nvinfer1 { namespace v_1_0 { 
class IGpuAsyncAllocator : public nvinfer1::v_1_0::IGpuAllocator {
public:
};
}}
namespace nvinfer1 { 
using IGpuAsyncAllocator = v_1_0::IGpuAsyncAllocator;
}
namespace nvinfer1 { namespace apiv { 
class VHostMemory {
public:
    virtual ~VHostMemory() noexcept = default;
    virtual void * data() const noexcept = 0;
    virtual unsigned long size() const noexcept = 0;
    virtual nvinfer1::DataType type() const noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VLayer {
public:
    virtual ~VLayer() noexcept = default;
    virtual nvinfer1::LayerType getType() const noexcept = 0;
    virtual void setName(const char * a0) noexcept = 0;
    virtual const char * getName() const noexcept = 0;
    virtual int getNbInputs() const noexcept = 0;
    virtual nvinfer1::ITensor * getInput(int a0) const noexcept = 0;
    virtual int getNbOutputs() const noexcept = 0;
    virtual nvinfer1::ITensor * getOutput(int a0) const noexcept = 0;
    virtual void setInput(int a0, nvinfer1::ITensor & a1) noexcept = 0;
    virtual nvinfer1::DataType getOutputType(int a0) const noexcept = 0;
    virtual void setMetadata(const char * a0) noexcept = 0;
    virtual const char * getMetadata() const noexcept = 0;
    virtual bool setNbRanks(int a0) noexcept = 0;
    virtual int getNbRanks() const noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VNetworkDefinition {
public:
    virtual ~VNetworkDefinition() noexcept = default;
    virtual nvinfer1::ITensor * addInput(const char * a0, nvinfer1::DataType a1, const nvinfer1::Dims64 & a2) noexcept = 0;
    virtual void markOutput(nvinfer1::ITensor & a0) noexcept = 0;
    virtual nvinfer1::IActivationLayer * addActivation(nvinfer1::ITensor & a0, nvinfer1::ActivationType a1) noexcept = 0;
    virtual nvinfer1::ILRNLayer * addLRN(nvinfer1::ITensor & a0, long a1, float a2, float a3, float a4) noexcept = 0;
    virtual nvinfer1::IScaleLayer * addScale(nvinfer1::ITensor & a0, nvinfer1::ScaleMode a1, nvinfer1::Weights a2, nvinfer1::Weights a3, nvinfer1::Weights a4) noexcept = 0;
    virtual nvinfer1::ISoftMaxLayer * addSoftMax(nvinfer1::ITensor & a0) noexcept = 0;
    virtual nvinfer1::IConcatenationLayer * addConcatenation(nvinfer1::ITensor *const * a0, int a1) noexcept = 0;
    virtual nvinfer1::IElementWiseLayer * addElementWise(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ElementWiseOperation a2) noexcept = 0;
    virtual nvinfer1::IUnaryLayer * addUnary(nvinfer1::ITensor & a0, nvinfer1::UnaryOperation a1) noexcept = 0;
    virtual nvinfer1::IShuffleLayer * addShuffle(nvinfer1::ITensor & a0) noexcept = 0;
    virtual int getNbLayers() const noexcept = 0;
    virtual nvinfer1::ILayer * getLayer(int a0) const noexcept = 0;
    virtual int getNbInputs() const noexcept = 0;
    virtual nvinfer1::ITensor * getInput(int a0) const noexcept = 0;
    virtual int getNbOutputs() const noexcept = 0;
    virtual nvinfer1::ITensor * getOutput(int a0) const noexcept = 0;
    virtual nvinfer1::IReduceLayer * addReduce(nvinfer1::ITensor & a0, nvinfer1::ReduceOperation a1, unsigned int a2, bool a3) noexcept = 0;
    virtual nvinfer1::ITopKLayer * addTopK(nvinfer1::ITensor & a0, nvinfer1::TopKOperation a1, int a2, unsigned int a3) noexcept = 0;
    virtual nvinfer1::IGatherLayer * addGather(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, int a2) noexcept = 0;
    virtual nvinfer1::IRaggedSoftMaxLayer * addRaggedSoftMax(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept = 0;
    virtual nvinfer1::IMatrixMultiplyLayer * addMatrixMultiply(nvinfer1::ITensor & a0, nvinfer1::MatrixOperation a1, nvinfer1::ITensor & a2, nvinfer1::MatrixOperation a3) noexcept = 0;
    virtual nvinfer1::IConstantLayer * addConstant(const nvinfer1::Dims64 & a0, nvinfer1::Weights a1) noexcept = 0;
    virtual nvinfer1::IIdentityLayer * addIdentity(nvinfer1::ITensor & a0) noexcept = 0;
    virtual void removeTensor(nvinfer1::ITensor & a0) noexcept = 0;
    virtual void unmarkOutput(nvinfer1::ITensor & a0) noexcept = 0;
    virtual nvinfer1::ISliceLayer * addSlice(nvinfer1::ITensor & a0, const nvinfer1::Dims64 & a1, const nvinfer1::Dims64 & a2, const nvinfer1::Dims64 & a3) noexcept = 0;
    virtual void setName(const char * a0) noexcept = 0;
    virtual const char * getName() const noexcept = 0;
    virtual nvinfer1::IShapeLayer * addShape(nvinfer1::ITensor & a0) noexcept = 0;
    virtual bool hasImplicitBatchDimension() const noexcept = 0;
    virtual bool markOutputForShapes(nvinfer1::ITensor & a0) noexcept = 0;
    virtual bool unmarkOutputForShapes(nvinfer1::ITensor & a0) noexcept = 0;
    virtual nvinfer1::IParametricReLULayer * addParametricReLU(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept = 0;
    virtual nvinfer1::IConvolutionLayer * addConvolutionNd(nvinfer1::ITensor & a0, long a1, const nvinfer1::Dims64 & a2, nvinfer1::Weights a3, nvinfer1::Weights a4) noexcept = 0;
    virtual nvinfer1::IPoolingLayer * addPoolingNd(nvinfer1::ITensor & a0, nvinfer1::PoolingType a1, const nvinfer1::Dims64 & a2) noexcept = 0;
    virtual nvinfer1::IDeconvolutionLayer * addDeconvolutionNd(nvinfer1::ITensor & a0, long a1, const nvinfer1::Dims64 & a2, nvinfer1::Weights a3, nvinfer1::Weights a4) noexcept = 0;
    virtual nvinfer1::IScaleLayer * addScaleNd(nvinfer1::ITensor & a0, nvinfer1::ScaleMode a1, nvinfer1::Weights a2, nvinfer1::Weights a3, nvinfer1::Weights a4, int a5) noexcept = 0;
    virtual nvinfer1::IResizeLayer * addResize(nvinfer1::ITensor & a0) noexcept = 0;
    virtual nvinfer1::ILoop * addLoop() noexcept = 0;
    virtual nvinfer1::ISelectLayer * addSelect(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2) noexcept = 0;
    virtual nvinfer1::IPaddingLayer * addPaddingNd(nvinfer1::ITensor & a0, const nvinfer1::Dims64 & a1, const nvinfer1::Dims64 & a2) noexcept = 0;
    virtual bool setWeightsName(nvinfer1::Weights a0, const char * a1) noexcept = 0;
    virtual void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept = 0;
    virtual nvinfer1::IGatherLayer * addGatherV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::GatherMode a2) noexcept = 0;
    virtual nvinfer1::IIfConditional * addIfConditional() noexcept = 0;
    virtual nvinfer1::IScatterLayer * addScatter(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::ScatterMode a3) noexcept = 0;
    virtual nvinfer1::IEinsumLayer * addEinsum(nvinfer1::ITensor *const * a0, int a1, const char * a2) noexcept = 0;
    virtual nvinfer1::IAssertionLayer * addAssertion(nvinfer1::ITensor & a0, const char * a1) noexcept = 0;
    virtual nvinfer1::IOneHotLayer * addOneHot(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, int a3) noexcept = 0;
    virtual nvinfer1::INonZeroLayer * addNonZero(nvinfer1::ITensor & a0) noexcept = 0;
    virtual nvinfer1::IGridSampleLayer * addGridSample(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept = 0;
    virtual nvinfer1::INMSLayer * addNMS(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2) noexcept = 0;
    virtual nvinfer1::IReverseSequenceLayer * addReverseSequence(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept = 0;
    virtual nvinfer1::INormalizationLayer * addNormalization(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, unsigned int a3) noexcept = 0;
    virtual nvinfer1::ICastLayer * addCast(nvinfer1::ITensor & a0, nvinfer1::DataType a1) noexcept = 0;
    virtual nvinfer1::IBuilder & getBuilder() const noexcept = 0;
    virtual unsigned int getFlags() const noexcept = 0;
    virtual bool getFlag(nvinfer1::NetworkDefinitionCreationFlag a0) const noexcept = 0;
    virtual nvinfer1::IQuantizeLayer * addQuantizeV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::DataType a2) noexcept = 0;
    virtual nvinfer1::IDequantizeLayer * addDequantizeV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::DataType a2) noexcept = 0;
    virtual nvinfer1::IFillLayer * addFillV2(const nvinfer1::Dims64 & a0, nvinfer1::FillOperation a1, nvinfer1::DataType a2) noexcept = 0;
    virtual bool markDebug(nvinfer1::ITensor & a0) noexcept = 0;
    virtual bool unmarkDebug(nvinfer1::ITensor & a0) noexcept = 0;
    virtual bool isDebugTensor(const nvinfer1::ITensor & a0) const noexcept = 0;
    virtual bool markWeightsRefittable(const char * a0) noexcept = 0;
    virtual bool unmarkWeightsRefittable(const char * a0) noexcept = 0;
    virtual bool areWeightsMarkedRefittable(const char * a0) const noexcept = 0;
    virtual nvinfer1::ISqueezeLayer * addSqueeze(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept = 0;
    virtual nvinfer1::IUnsqueezeLayer * addUnsqueeze(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept = 0;
    virtual nvinfer1::IDynamicQuantizeLayer * addDynamicQuantize(nvinfer1::ITensor & a0, int a1, int a2, nvinfer1::DataType a3, nvinfer1::DataType a4) noexcept = 0;
    virtual nvinfer1::ICumulativeLayer * addCumulative(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::CumulativeOperation a2, bool a3, bool a4) noexcept = 0;
    virtual bool markUnfusedTensorsAsDebugTensors() noexcept = 0;
    virtual bool unmarkUnfusedTensorsAsDebugTensors() noexcept = 0;
    virtual nvinfer1::ITopKLayer * addTopKV2(nvinfer1::ITensor & a0, nvinfer1::TopKOperation a1, int a2, unsigned int a3, nvinfer1::DataType a4) noexcept = 0;
    virtual nvinfer1::INonZeroLayer * addNonZeroV2(nvinfer1::ITensor & a0, nvinfer1::DataType a1) noexcept = 0;
    virtual nvinfer1::INMSLayer * addNMSV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::DataType a3) noexcept = 0;
    virtual nvinfer1::IAttention * addAttention(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::AttentionNormalizationOp a3, bool a4) noexcept = 0;
    virtual nvinfer1::IRotaryEmbeddingLayer * addRotaryEmbedding(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, bool a3, int a4) noexcept = 0;
    virtual nvinfer1::IDynamicQuantizeLayer * addDynamicQuantizeV2(nvinfer1::ITensor & a0, const nvinfer1::Dims64 & a1, nvinfer1::DataType a2, nvinfer1::DataType a3) noexcept = 0;
    virtual nvinfer1::IKVCacheUpdateLayer * addKVCacheUpdate(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::KVCacheMode a3) noexcept = 0;
    virtual nvinfer1::INormalizationLayer * addNormalizationV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, unsigned int a3) noexcept = 0;
    virtual nvinfer1::IMoELayer * addMoE(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2) noexcept = 0;
    virtual nvinfer1::IDistCollectiveLayer * addDistCollective(nvinfer1::ITensor & a0, nvinfer1::CollectiveOperation a1, nvinfer1::ReduceOperation a2, long a3, long * a4, long a5) noexcept = 0;
    virtual nvinfer1::IAttention * addAttentionV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::AttentionNormalizationOp a3, nvinfer1::CausalMaskKind a4) noexcept = 0;
    virtual nvinfer1::ISqueezeLayer * addSqueezeV2(nvinfer1::ITensor & a0, nvinfer1::ITensor * a1) noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VOptimizationProfile {
public:
    virtual ~VOptimizationProfile() noexcept = default;
    virtual bool setDimensions(const char * a0, nvinfer1::OptProfileSelector a1, const nvinfer1::Dims64 & a2) noexcept = 0;
    virtual nvinfer1::Dims64 getDimensions(const char * a0, nvinfer1::OptProfileSelector a1) const noexcept = 0;
    virtual int getNbShapeValues(const char * a0) const noexcept = 0;
    virtual bool setExtraMemoryTarget(float a0) noexcept = 0;
    virtual float getExtraMemoryTarget() const noexcept = 0;
    virtual bool isValid() const noexcept = 0;
    virtual bool setShapeValuesV2(const char * a0, nvinfer1::OptProfileSelector a1, const long * a2, int a3) noexcept = 0;
    virtual const long * getShapeValuesV2(const char * a0, nvinfer1::OptProfileSelector a1) const noexcept = 0;
    virtual void setProfileStream(CUstream_st * a0) noexcept = 0;
    virtual CUstream_st * getProfileStream() const noexcept = 0;
};
}}
namespace nvinfer1 { namespace v_1_0 { 
class IOutputAllocator : public nvinfer1::IVersionedInterface {
public:
    virtual void * reallocateOutputAsync(const char * a0, void * a1, unsigned long a2, unsigned long a3, CUstream_st * a4) noexcept = 0;
    virtual void notifyShape(const char * a0, const nvinfer1::Dims64 & a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IOutputAllocator = v_1_0::IOutputAllocator;
}
namespace nvonnxparser { 
class IParser {
public:
    virtual bool parse(const void * a0, unsigned long a1, const char * a2) noexcept = 0;
    virtual bool parseFromFile(const char * a0, int a1) noexcept = 0;
    virtual bool supportsOperator(const char * a0) const noexcept = 0;
    virtual int getNbErrors() const noexcept = 0;
    virtual const nvonnxparser::IParserError * getError(int a0) const noexcept = 0;
    virtual void clearErrors() noexcept = 0;
    virtual ~IParser() noexcept = default;
    virtual const char *const * getUsedVCPluginLibraries(long & a0) const noexcept = 0;
    virtual void setFlags(unsigned int a0) noexcept = 0;
    virtual unsigned int getFlags() const noexcept = 0;
    virtual void clearFlag(nvonnxparser::OnnxParserFlag a0) noexcept = 0;
    virtual void setFlag(nvonnxparser::OnnxParserFlag a0) noexcept = 0;
    virtual bool getFlag(nvonnxparser::OnnxParserFlag a0) const noexcept = 0;
    virtual const nvinfer1::ITensor * getLayerOutputTensor(const char * a0, long a1) noexcept = 0;
    virtual bool supportsModelV2(const void * a0, unsigned long a1, const char * a2) noexcept = 0;
    virtual long getNbSubgraphs() noexcept = 0;
    virtual bool isSubgraphSupported(const long a0) noexcept = 0;
    virtual long * getSubgraphNodes(const long a0, long & a1) noexcept = 0;
    virtual bool loadModelProto(const void * a0, unsigned long a1, const char * a2) noexcept = 0;
    virtual bool loadInitializer(const char * a0, const void * a1, unsigned long a2) noexcept = 0;
    virtual bool parseModelProto() noexcept = 0;
    virtual bool setBuilderConfig(const nvinfer1::IBuilderConfig *const a0) noexcept = 0;
    virtual void setRefitObserver(nvonnxparser::IRefitterObserver * a0) noexcept = 0;
};
}
namespace nvonnxparser { 
class IParserError {
public:
    virtual nvonnxparser::ErrorCode code() const noexcept = 0;
    virtual const char * desc() const noexcept = 0;
    virtual const char * file() const noexcept = 0;
    virtual int line() const noexcept = 0;
    virtual const char * func() const noexcept = 0;
    virtual int node() const noexcept = 0;
    virtual const char * nodeName() const noexcept = 0;
    virtual const char * nodeOperator() const noexcept = 0;
    virtual const char *const * localFunctionStack() const noexcept = 0;
    virtual int localFunctionStackSize() const noexcept = 0;
    virtual ~IParserError() noexcept = default;
};
}
namespace nvonnxparser { 
class IParserRefitter {
public:
    virtual bool refitFromBytes(const void * a0, unsigned long a1, const char * a2) noexcept = 0;
    virtual bool refitFromFile(const char * a0) noexcept = 0;
    virtual int getNbErrors() const noexcept = 0;
    virtual const nvonnxparser::IParserError * getError(int a0) const noexcept = 0;
    virtual void clearErrors() noexcept = 0;
    virtual ~IParserRefitter() noexcept = default;
    virtual bool loadModelProto(const void * a0, unsigned long a1, const char * a2) noexcept = 0;
    virtual bool loadInitializer(const char * a0, const void * a1, unsigned long a2) noexcept = 0;
    virtual bool refitModelProto() noexcept = 0;
    virtual void setRefitObserver(nvonnxparser::IRefitterObserver * a0) noexcept = 0;
};
}
namespace nvinfer1 { namespace v_1_0 { 
class IProfiler : public nvinfer1::IVersionedInterface {
public:
    virtual void reportLayerTime(const char * a0, float a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IProfiler = v_1_0::IProfiler;
}
namespace nvinfer1 { namespace v_1_0 { 
class IProgressMonitor : public nvinfer1::IVersionedInterface {
public:
    virtual void phaseStart(const char * a0, const char * a1, int a2) noexcept = 0;
    virtual bool stepComplete(const char * a0, int a1) noexcept = 0;
    virtual void phaseFinish(const char * a0) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IProgressMonitor = v_1_0::IProgressMonitor;
}
namespace nvinfer1 { namespace apiv { 
class VRefitter {
public:
    virtual ~VRefitter() noexcept = default;
    virtual nvinfer1::IRefitter * getPImpl() noexcept = 0;
    virtual bool setWeights(const char * a0, nvinfer1::WeightsRole a1, const nvinfer1::Weights a2) noexcept = 0;
    virtual bool refitCudaEngine() noexcept = 0;
    virtual int getMissing(int a0, const char ** a1, nvinfer1::WeightsRole * a2) noexcept = 0;
    virtual int getAll(int a0, const char ** a1, nvinfer1::WeightsRole * a2) noexcept = 0;
    virtual void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept = 0;
    virtual bool setNamedWeights(const char * a0, nvinfer1::Weights a1) noexcept = 0;
    virtual int getMissingWeights(int a0, const char ** a1) noexcept = 0;
    virtual int getAllWeights(int a0, const char ** a1) noexcept = 0;
    virtual nvinfer1::v_1_0::ILogger * getLogger() const noexcept = 0;
    virtual bool setMaxThreads(int a0) noexcept = 0;
    virtual int getMaxThreads() const noexcept = 0;
    virtual bool setNamedWeightsWithLocation(const char * a0, nvinfer1::Weights a1, nvinfer1::TensorLocation a2) noexcept = 0;
    virtual nvinfer1::Weights getNamedWeights(const char * a0) const noexcept = 0;
    virtual nvinfer1::TensorLocation getWeightsLocation(const char * a0) const noexcept = 0;
    virtual bool unsetNamedWeights(const char * a0) noexcept = 0;
    virtual void setWeightsValidation(bool a0) noexcept = 0;
    virtual bool getWeightsValidation() const noexcept = 0;
    virtual bool refitCudaEngineAsync(CUstream_st * a0) noexcept = 0;
    virtual nvinfer1::Weights getWeightsPrototype(const char * a0) const noexcept = 0;
    virtual bool releaseRefitResources() noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VRuntime {
public:
    virtual ~VRuntime() noexcept = default;
    virtual nvinfer1::IRuntime * getPImpl() noexcept = 0;
    virtual nvinfer1::ICudaEngine * deserializeCudaEngine(const void * a0, unsigned long a1) noexcept = 0;
    virtual void setDLACore(int a0) noexcept = 0;
    virtual int getDLACore() const noexcept = 0;
    virtual int getNbDLACores() const noexcept = 0;
    virtual void setGpuAllocator(nvinfer1::v_1_0::IGpuAllocator * a0) noexcept = 0;
    virtual void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept = 0;
    virtual nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept = 0;
    virtual nvinfer1::v_1_0::ILogger * getLogger() const noexcept = 0;
    virtual bool setMaxThreads(int a0) noexcept = 0;
    virtual int getMaxThreads() const noexcept = 0;
    virtual void setTemporaryDirectory(const char * a0) noexcept = 0;
    virtual const char * getTemporaryDirectory() const noexcept = 0;
    virtual void setTempfileControlFlags(unsigned int a0) noexcept = 0;
    virtual unsigned int getTempfileControlFlags() const noexcept = 0;
    virtual nvinfer1::IPluginRegistry & getPluginRegistry() noexcept = 0;
    virtual void setPluginRegistryParent(nvinfer1::IPluginRegistry * a0) noexcept = 0;
    virtual nvinfer1::IRuntime * loadRuntime(const char * a0) noexcept = 0;
    virtual void setEngineHostCodeAllowed(bool a0) noexcept = 0;
    virtual bool getEngineHostCodeAllowed() const noexcept = 0;
    virtual nvinfer1::ICudaEngine * deserializeCudaEngineV2(nvinfer1::v_1_0::IStreamReaderV2 & a0) noexcept = 0;
    virtual long getEngineHeaderSize() const noexcept = 0;
    virtual nvinfer1::EngineValidity getEngineValidity(const void * a0, long a1, unsigned long * a2) const noexcept = 0;
    virtual void setDeferredWeightsLoading(bool a0) noexcept = 0;
    virtual bool getDeferredWeightsLoading() const noexcept = 0;
    virtual bool setDLAWorkspaceAllocationStrategy(nvinfer1::DLAWorkspaceAllocationStrategy a0) noexcept = 0;
    virtual nvinfer1::DLAWorkspaceAllocationStrategy getDLAWorkspaceAllocationStrategy() const noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VRuntimeConfig {
public:
    virtual ~VRuntimeConfig() noexcept = default;
    virtual nvinfer1::IRuntimeConfig * getPImpl() noexcept = 0;
    virtual void setExecutionContextAllocationStrategy(nvinfer1::ExecutionContextAllocationStrategy a0) noexcept = 0;
    virtual nvinfer1::ExecutionContextAllocationStrategy getExecutionContextAllocationStrategy() const noexcept = 0;
    virtual nvinfer1::IRuntimeCache * createRuntimeCache() const noexcept = 0;
    virtual bool setRuntimeCache(const nvinfer1::IRuntimeCache & a0) noexcept = 0;
    virtual nvinfer1::IRuntimeCache * getRuntimeCache() const noexcept = 0;
    virtual void setDynamicShapesKernelSpecializationStrategy(nvinfer1::DynamicShapesKernelSpecializationStrategy a0) noexcept = 0;
    virtual nvinfer1::DynamicShapesKernelSpecializationStrategy getDynamicShapesKernelSpecializationStrategy() const noexcept = 0;
    virtual bool setCudaGraphStrategy(nvinfer1::CudaGraphStrategy a0) noexcept = 0;
    virtual nvinfer1::CudaGraphStrategy getCudaGraphStrategy() const noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VSerializationConfig {
public:
    virtual ~VSerializationConfig() noexcept = default;
    virtual bool setFlags(unsigned int a0) noexcept = 0;
    virtual unsigned int getFlags() const noexcept = 0;
    virtual bool clearFlag(nvinfer1::SerializationFlag a0) noexcept = 0;
    virtual bool setFlag(nvinfer1::SerializationFlag a0) noexcept = 0;
    virtual bool getFlag(nvinfer1::SerializationFlag a0) const noexcept = 0;
};
}}
namespace nvinfer1 { namespace v_1_0 { 
class IStreamReader : public nvinfer1::IVersionedInterface {
public:
    virtual long read(void * a0, long a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IStreamReader = v_1_0::IStreamReader;
}
namespace nvinfer1 { namespace v_1_0 { 
class IStreamReaderV2 : public nvinfer1::IVersionedInterface {
public:
    virtual long read(void * a0, long a1, CUstream_st * a2) noexcept = 0;
    virtual bool seek(long a0, nvinfer1::SeekPosition a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IStreamReaderV2 = v_1_0::IStreamReaderV2;
}
namespace nvinfer1 { namespace v_1_0 { 
class IStreamWriter : public nvinfer1::IVersionedInterface {
public:
    virtual long write(const void * a0, long a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
using IStreamWriter = v_1_0::IStreamWriter;
}
namespace nvinfer1 { namespace apiv { 
class VTensor {
public:
    virtual ~VTensor() noexcept = default;
    virtual void setName(const char * a0) noexcept = 0;
    virtual const char * getName() const noexcept = 0;
    virtual void setDimensions(const nvinfer1::Dims64 & a0) noexcept = 0;
    virtual nvinfer1::Dims64 getDimensions() const noexcept = 0;
    virtual nvinfer1::DataType getType() const noexcept = 0;
    virtual bool isNetworkInput() const noexcept = 0;
    virtual bool isNetworkOutput() const noexcept = 0;
    virtual void setAllowedFormats(unsigned int a0) noexcept = 0;
    virtual unsigned int getAllowedFormats() const noexcept = 0;
    virtual bool isShapeTensor() const noexcept = 0;
    virtual bool isExecutionTensor() const noexcept = 0;
    virtual void setDimensionName(int a0, const char * a1) noexcept = 0;
    virtual const char * getDimensionName(int a0) const noexcept = 0;
};
}}
namespace nvinfer1 { namespace apiv { 
class VTimingCache {
public:
    virtual ~VTimingCache() noexcept = default;
    virtual nvinfer1::IHostMemory * serialize() const noexcept = 0;
    virtual bool combine(const nvinfer1::ITimingCache & a0, bool a1) noexcept = 0;
    virtual bool reset() noexcept = 0;
    virtual long queryKeys(nvinfer1::v_1_0::TimingCacheKey * a0, long a1) const noexcept = 0;
    virtual nvinfer1::v_1_0::TimingCacheValue query(const nvinfer1::v_1_0::TimingCacheKey & a0) const noexcept = 0;
    virtual bool update(const nvinfer1::v_1_0::TimingCacheKey & a0, const nvinfer1::v_1_0::TimingCacheValue & a1) noexcept = 0;
};
}}
namespace nvinfer1 { 
class IBuilder {
public:
    virtual ~IBuilder() noexcept = default;
protected:
    apiv::VBuilder* mImpl;
};
}
namespace nvinfer1 { 
class IBuilderConfig {
public:
    virtual ~IBuilderConfig() noexcept = default;
    virtual void setAvgTimingIterations(int a0) noexcept { return mImpl->setAvgTimingIterations(a0); }
protected:
    apiv::VBuilderConfig* mImpl;
};
}
namespace nvinfer1 { 
class ICudaEngine {
public:
    virtual ~ICudaEngine() noexcept = default;
protected:
    apiv::VCudaEngine* mImpl;
};
}
namespace nvinfer1 { 
class IEngineInspector {
public:
    virtual ~IEngineInspector() noexcept = default;
protected:
    apiv::VEngineInspector* mImpl;
};
}
namespace nvinfer1 { 
class IExecutionContext {
public:
    virtual ~IExecutionContext() noexcept = default;
protected:
    apiv::VExecutionContext* mImpl;
};
}
namespace nvinfer1 { 
class IHostMemory {
public:
    virtual ~IHostMemory() noexcept = default;
protected:
    apiv::VHostMemory* mImpl;
};
}
namespace nvinfer1 { 
class ILayer {
public:
    virtual ~ILayer() noexcept = default;
protected:
    apiv::VLayer* mLayer;
};
}
namespace nvinfer1 { 
class INetworkDefinition {
public:
    virtual ~INetworkDefinition() noexcept = default;
    virtual nvinfer1::IBuilder & getBuilder() const noexcept { return mImpl->getBuilder(); }
protected:
    apiv::VNetworkDefinition* mImpl;
};
}
namespace nvinfer1 { 
class IOptimizationProfile {
public:
    virtual ~IOptimizationProfile() noexcept = default;
protected:
    apiv::VOptimizationProfile* mImpl;
};
}
namespace nvinfer1 { 
class IRefitter {
public:
    virtual ~IRefitter() noexcept = default;
protected:
    apiv::VRefitter* mImpl;
};
}
namespace nvinfer1 { 
class IRuntime {
public:
    virtual ~IRuntime() noexcept = default;
protected:
    apiv::VRuntime* mImpl;
};
}
namespace nvinfer1 { 
class IRuntimeConfig {
public:
    virtual ~IRuntimeConfig() noexcept = default;
protected:
    apiv::VRuntimeConfig* mImpl;
};
}
namespace nvinfer1 { 
class ISerializationConfig {
public:
    virtual ~ISerializationConfig() noexcept = default;
protected:
    apiv::VSerializationConfig* mImpl;
};
}
namespace nvinfer1 { 
class ITensor {
public:
    virtual ~ITensor() noexcept = default;
protected:
    apiv::VTensor* mImpl;
};
}
namespace nvinfer1 { 
class ITimingCache {
public:
    virtual ~ITimingCache() noexcept = default;
protected:
    apiv::VTimingCache* mImpl;
};
}
