"""Writes the colour map tables of vrt-types and the values its test compares them with.

    python3 scripts/make_colormaps.py && rustfmt src/colormap/table.rs

Needs matplotlib (3.11.2 made the committed files). viridis and magma: Stefan van der Walt and Nathaniel Smith, CC0
(https://bids.github.io/colormap/). turbo: Anton Mikhailov, Google, Apache-2.0
(https://gist.github.com/mikhailov-work/ee72ba4191942acecc03fe6da94fc73f).
"""
from pathlib import Path

import matplotlib
import numpy as np

CRATE = Path(__file__).resolve().parent.parent
SOURCES = {
    "turbo": "Anton Mikhailov, Google, Apache-2.0.",
    "viridis": "Stefan van der Walt and Nathaniel Smith, CC0.",
    "magma": "Stefan van der Walt and Nathaniel Smith, CC0.",
}


def main():
    lines = ["//! Made by `scripts/make_colormaps.py` from matplotlib's tables; change it there."]
    for name, source in SOURCES.items():
        colors = np.rint(np.array(matplotlib.colormaps[name].colors) * 255).astype(int)
        assert colors.shape == (256, 3)
        lines += [f"\n/// {source}", f"pub(super) static {name.upper()}: [[u8; 3]; 256] = ["]
        lines += ["    [%d, %d, %d]," % tuple(color) for color in colors] + ["];"]
    (CRATE / "src/colormap/table.rs").write_text("\n".join(lines) + "\n")

    # What matplotlib makes of positions, which it looks up itself: name, position, red, green, blue.
    positions = np.float32([-0.5, 0, 1e-7, 0.003, 0.0039, 0.00391, 0.1, 0.25, 1 / 3, 0.499, 0.5, 0.501, 2 / 3, 0.75, 0.9, 0.996, 0.9961, 0.999, 1, 1.5])
    rows = ["# colour maps of matplotlib %s at float32 positions, by scripts/make_colormaps.py" % matplotlib.__version__]
    for name in SOURCES:
        rows += ["%s,%.9g,%.6f,%.6f,%.6f" % (name, x, *matplotlib.colormaps[name](x)[:3]) for x in positions]
    (CRATE / "tests/data/colormaps.csv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
