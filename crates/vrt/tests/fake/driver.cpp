// The stand-in driver with this crate's kernels alone.
#include "kernels.h"
