"""Chooses the class colours of vrt-viz and prints src/color/table.rs.

    python3 scripts/make_class_colors.py > src/color/table.rs && rustfmt src/color/table.rs

Needs numpy. Colours are chosen one after the other: of all candidates, the one farthest from every colour chosen before. Distance is
the Euclidean one in OKLab (Ottosson 2020, https://bottosson.github.io/posts/oklab/) with lightness counted less than hue and chroma, as a
half-transparent mask takes the picture's lightness on; it must also hold for eyes without red or green cones (Machado et al. 2009,
severity 1.0), to which lightness counts in full. Candidates are vivid and of middle lightness, so that they read on dark and bright pictures.
"""
import numpy as np

COUNT = 96
LIGHTNESS = (0.60, 0.88)
CHROMA = 0.105
LIGHTNESS_WEIGHT = 0.4
FIRST = (255, 82, 82)
PROTAN = np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]])
DEUTAN = np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]])


def linear(rgb):
    value = np.asarray(rgb, float) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def oklab(light):
    lms = np.cbrt(light @ np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                                    [0.0883024619, 0.2817188376, 0.6299787005]]).T)
    return lms @ np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                           [0.0259040371, 0.7827717662, -0.8086757660]]).T


def views(rgb):
    """OKLab as most people, protanopes and deuteranopes see it."""
    light = linear(rgb)
    return [oklab(light)] + [oklab(np.clip(light @ matrix.T, 0, 1)) for matrix in (PROTAN, DEUTAN)]


def main():
    steps = np.append(np.arange(0, 256, 8), 255)
    candidates = np.array(np.meshgrid(steps, steps, steps, indexing="ij")).reshape(3, -1).T
    lab = oklab(linear(candidates))
    keep = (lab[:, 0] >= LIGHTNESS[0]) & (lab[:, 0] <= LIGHTNESS[1]) & (np.hypot(lab[:, 1], lab[:, 2]) >= CHROMA)
    candidates = candidates[keep]
    seen = views(candidates)
    chosen = [FIRST]
    nearest = np.full(len(candidates), np.inf)
    while len(chosen) < COUNT:
        # Eyes with two kinds of cones have a plane of colours, not a space: less distance is to be had there.
        weights = [(LIGHTNESS_WEIGHT, 1, 1), (1.6, 1.6, 1.6), (1.6, 1.6, 1.6)]
        for view, last, weight in zip(seen, views(np.array([chosen[-1]])), weights):
            nearest = np.minimum(nearest, np.linalg.norm((view - last) * weight, axis=1))
        chosen.append(tuple(int(v) for v in candidates[np.argmax(nearest)]))
    print("//! Made by `scripts/make_class_colors.py`; change it there.")
    print(f"\n/// One colour a class, each as far from all before it as can be.\npub(super) static CLASS_COLORS: [[u8; 3]; {COUNT}] = [")
    for color in chosen:
        print("    [%d, %d, %d]," % color)
    print("];")


if __name__ == "__main__":
    main()
