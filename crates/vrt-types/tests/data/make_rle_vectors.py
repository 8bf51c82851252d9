#!/usr/bin/env python3
"""What pycocotools makes of masks, for tests/pycocotools.rs.

    pip install numpy pycocotools
    python make_rle_vectors.py > rle.json

Masks are made from a formula on both sides (splitmix64 of seed and index); stored is what `pycocotools.mask` says of them: the JSON that
its `encode` gives, area and box. Before that, its `decode` must give the mask back.
"""

import json

import numpy as np
from pycocotools import mask as coco


def noise(seed, count):
    """`count` integers in 0..256."""
    with np.errstate(over="ignore"):
        z = np.arange(count, dtype=np.uint64) + (np.uint64(seed) << np.uint64(32)) + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return (z >> np.uint64(56)).astype(np.int64)


def make(kind, seed, width, height):
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    random = noise(seed, width * height).reshape(height, width)
    if kind == "empty":
        inside = np.zeros((height, width), bool)
    elif kind == "full":
        inside = np.ones((height, width), bool)
    elif kind == "sparse":
        inside = random < 8
    elif kind == "even":
        inside = random < 128
    elif kind == "dense":
        inside = random < 248
    elif kind == "checker":
        inside = (x + y) % 2 == 0
    elif kind == "columns":
        inside = x % 2 == 1
    elif kind == "rows":
        inside = y % 2 == 0
    elif kind == "disc":
        inside = (2 * x - width) ** 2 + (2 * y - height) ** 2 < min(width, height) ** 2
    elif kind == "first":
        inside = (x == 0) & (y == 0)
    elif kind == "last":
        inside = (x == width - 1) & (y == height - 1)
    else:
        raise ValueError(kind)
    return inside.astype(np.uint8)


def main():
    cases = []
    kinds = ["empty", "full", "sparse", "even", "dense", "checker", "columns", "rows", "disc", "first", "last"]
    sizes = [(1, 1), (1, 9), (9, 1), (7, 5), (63, 3), (64, 2), (65, 4), (130, 31)]
    for i, (width, height) in enumerate(sizes):
        cases += [(kind, 100 * i + j, width, height) for j, kind in enumerate(kinds)]
    cases += [("disc", 900, 1920, 1080), ("columns", 901, 641, 480), ("first", 902, 1003, 801), ("last", 903, 1003, 801), ("full", 904, 1003, 801)]
    out = []
    for kind, seed, width, height in cases:
        mask = make(kind, seed, width, height)
        rle = coco.encode(np.asfortranarray(mask))
        assert (coco.decode(rle) == mask).all()
        text = json.dumps({"size": rle["size"], "counts": rle["counts"].decode()}, separators=(",", ":"))
        box = [int(v) for v in coco.toBbox(rle)]
        out.append({"kind": kind, "seed": seed, "size": [width, height], "json": text, "area": int(coco.area(rle)), "box": box})
    print("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in out) + "\n]")


if __name__ == "__main__":
    main()
