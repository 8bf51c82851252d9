// A frame's parameters from host memory, which the GPU reads in place, to device memory. A copy in the graph would be done by another engine of
// the GPU, which kernels then wait for.

// Grid: x covers the words.
extern "C" __global__ void __launch_bounds__(256)
copy_words(const unsigned* from, unsigned* to, unsigned len) {
    const unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i < len) {
        to[i] = from[i];
    }
}
