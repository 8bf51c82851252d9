// What TensorRT's headers need of the CUDA runtime's, so that they can be read on a machine without CUDA.
#pragma once
#include <cstddef>
#include <cstdint>
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef int cudaError_t;
