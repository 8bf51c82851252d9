// The stand-in driver of the crate `vrt`, with its kernels, this crate's and, for masks to fuse with, those of the segmentation.
#define added added_segmentation
#include "vrt-rfdetr-seg/tests/fake/driver.cpp"
#undef added

namespace maps
{
#include "values.cuh"
#include "maps.cu"
#undef THREADS
#undef ALL
#undef NONE
#undef PERCENTS
}
namespace selection
{
#include "values.cuh"
#include "rows.cuh"
#include "bins.cuh"
#include "select.cu"
#undef THREADS
#undef WARPS
#undef GROUP
#undef BATCH
#undef ALL
#undef NONE
#undef PERCENTS
}
namespace positions
{
#include "values.cuh"
#include "rows.cuh"
#include "positions.cu"
}

namespace
{
bool const added = add({
    KERNEL("check_maps", maps::check_maps),
    KERNEL("finish_maps", maps::finish_maps),
    KERNEL("upsample_maps", maps::upsample_maps),
    KERNEL("sky_to_bits", maps::sky_to_bits),
    KERNEL("color_map", maps::color_map),
    KERNEL("count_values", selection::count_values),
    KERNEL("select_values", selection::select_values),
    KERNEL("measure_positions", positions::measure_positions),
});
}
