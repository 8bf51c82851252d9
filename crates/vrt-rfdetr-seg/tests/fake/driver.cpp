// The stand-in driver of the crate `vrt`, with its kernels and this crate's.
#include "kernels.h"

namespace decoding
{
#include "decode.cu"
#undef THREADS
#undef SORTED
}
namespace masks
{
#include "masks.cu"
}
namespace rle
{
#include "rle.cu"
}

namespace views
{
#include "views.cu"
}

namespace
{
bool const added = add({
    KERNEL("decode", decoding::decode),
    KERNEL("masks_to_bits", masks::masks_to_bits),
    KERNEL("rle_count", rle::rle_count),
    KERNEL("rle_scan", rle::rle_scan),
    KERNEL("rle_write", rle::rle_write),
    KERNEL("mask_bytes", views::mask_bytes),
    KERNEL("mask_logits", views::mask_logits),
});
}
