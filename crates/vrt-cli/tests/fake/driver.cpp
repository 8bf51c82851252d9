// The stand-in driver with the kernels of all model crates.
#define added added_segmentation
#include "vrt-rfdetr-seg/tests/fake/driver.cpp"
#undef added
#define added added_depth
#include "vrt-depth-anything/tests/fake/driver.cpp"
#undef added
