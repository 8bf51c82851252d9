// Counts values that are NaN or infinite. One u32 counter per call, which the caller clears before.
// Exponent bits all set means NaN or infinite in every IEEE-like format, so the bits are tested, whatever the maths options are.

template <typename Bits, Bits EXPONENT>
__device__ void count(const Bits* values, unsigned long long len, unsigned int* counter) {
    unsigned int found = 0;
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < len; i += step) {
        found += (values[i] & EXPONENT) == EXPONENT;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        found += __shfl_down_sync(0xffffffffu, found, offset);
    }
    if ((threadIdx.x & 31) == 0 && found != 0) {
        atomicAdd(counter, found);
    }
}

extern "C" __global__ void nonfinite_f32(const unsigned int* values, unsigned long long len, unsigned int* counter) {
    count<unsigned int, 0x7f800000u>(values, len, counter);
}

extern "C" __global__ void nonfinite_f16(const unsigned short* values, unsigned long long len, unsigned int* counter) {
    count<unsigned short, 0x7c00>(values, len, counter);
}

extern "C" __global__ void nonfinite_bf16(const unsigned short* values, unsigned long long len, unsigned int* counter) {
    count<unsigned short, 0x7f80>(values, len, counter);
}
