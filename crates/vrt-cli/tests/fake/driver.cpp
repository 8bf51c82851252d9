// The stand-in driver with the kernels of all model crates, as the crate that fuses them has it.
#include "vrt-depth-anything/tests/fake/driver.cpp"
