#!/usr/bin/env python3
"""Writes the reference vectors beside this file: what NumPy, OpenCV, PyTorch and plyfile compute.

    pip install numpy "opencv-python-headless<5" torch plyfile
    python3 make_vectors.py           # writes
    python3 make_vectors.py --check   # reads cloud-ascii.ply, as this crate wrote it, and compares it with cloud-binary.ply

The committed files were made with NumPy 2.4.6, OpenCV 4.14.0, PyTorch 2.15.0 and plyfile 1.1.5.
"""

import json
import pathlib
import sys

import cv2
import numpy as np
import plyfile
import torch

HERE = pathlib.Path(__file__).parent
MEAN = np.array([0.485, 0.456, 0.406])
STD = np.array([0.229, 0.224, 0.225])
PATCH = 14
# Intel's IPP, which x86 builds of OpenCV call where they can, rounds some 8-bit pixels differently from OpenCV's own code.
cv2.ipp.setUseIPP(False)


def picture(width, height):
    """The same pixels as `picture` in tests/common: gradients, texture and hard edges from whole numbers only."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    planes = [(3 * x + 5 * y + 40 * c + 2 * ((x * y) % 61) + 60 * ((x // 7 + y // 5) % 2)) % 256 for c in range(3)]
    return np.stack(planes, -1).astype(np.uint8)


def lower_bound(width, height, target):
    """V2: both sides at least `target`, multiples of the patch size."""
    scale = max(target / width, target / height)

    def side(length):
        near = int(np.round(scale * length / PATCH)) * PATCH
        return near if near >= target else int(np.ceil(scale * length / PATCH)) * PATCH

    return side(width), side(height)


def upper_bound(width, height, target):
    """V3: the longer side becomes `target`, then both the nearest multiple. Both sizes."""
    scale = target / float(max(width, height))
    fit = [max(1, round(side * scale)) for side in (width, height)]

    def nearest(side):
        below = side - side % PATCH
        above = below + PATCH
        return above if above - side <= side - below else below

    return fit, [nearest(side) for side in fit]


def sizes():
    rng = np.random.default_rng(5)
    pictures = [(1920, 1080), (1080, 1920), (640, 480), (400, 300), (518, 518), (504, 504), (1, 1), (7, 5), (513, 77), (3840, 2160)]
    pictures += [tuple(map(int, rng.integers(8, 4000, 2))) for _ in range(60)]
    # Sides that land halfway between two multiples.
    pictures += [(518, 525), (525, 518), (1036, 1050), (504, 497), (504, 7 * 41), (1008, 2 * 7 * 13), (777, 518), (518, 539)]
    lower = [[w, h, *lower_bound(w, h, 518)] for w, h in pictures]
    upper = []
    for w, h in pictures:
        fit, final = upper_bound(w, h, 504)
        if min(final) >= PATCH:  # below that the reference makes sizes no network takes
            upper.append([w, h, *fit, *final])
    return {"lower_bound_518": lower, "upper_bound_504": upper}


def normalized(rgb):
    """Pixels in 0..1 to planes."""
    return ((rgb - MEAN) / STD).astype(np.float32).transpose(2, 0, 1)


def v2_input(rgb, target):
    size = lower_bound(rgb.shape[1], rgb.shape[0], target)
    return normalized(cv2.resize(rgb / 255.0, size, interpolation=cv2.INTER_CUBIC))


def v3_input(rgb, target):
    height, width = rgb.shape[:2]
    fit, final = upper_bound(width, height, target)
    if max(width, height) != target:
        rgb = cv2.resize(rgb, fit, interpolation=cv2.INTER_CUBIC if target > max(width, height) else cv2.INTER_AREA)
    if fit != final:
        grows = final[0] > fit[0] or final[1] > fit[1]
        rgb = cv2.resize(rgb, final, interpolation=cv2.INTER_CUBIC if grows else cv2.INTER_AREA)
    return normalized(rgb / 255.0)


def inputs():
    """Whole tensors for small targets, samples for the real ones."""
    index = []
    for rule, make, target, pictures in [
        ("v2", v2_input, 28, [(61, 37), (33, 71), (19, 15), (200, 133)]),
        ("v3", v3_input, 42, [(123, 77), (30, 17), (42, 33), (31, 90), (84, 84)]),
    ]:
        for width, height in pictures:
            tensor = make(picture(width, height), target)
            name = f"{rule}-{width}x{height}.f32"
            (HERE / name).write_bytes(tensor.astype("<f4").tobytes())
            index.append({"rule": rule, "target": target, "picture": [width, height], "shape": list(tensor.shape), "file": name})
    rng = np.random.default_rng(6)
    for rule, make, target, size in [("v2", v2_input, 518, (640, 480)), ("v3", v3_input, 504, (1280, 721))]:
        tensor = make(picture(*size), target)
        at = [[int(rng.integers(n)) for n in tensor.shape] for _ in range(200)]
        values = [float(tensor[tuple(position)]) for position in at]
        index.append({"rule": rule, "target": target, "picture": list(size), "shape": list(tensor.shape), "at": at, "values": values})
    return index


def resized(values, width, height, corners):
    tensor = torch.from_numpy(values)[None, None]
    return torch.nn.functional.interpolate(tensor, size=(height, width), mode="bilinear", align_corners=corners)[0, 0].numpy()


def upsampling():
    rng = np.random.default_rng(7)
    cases = []
    for (w, h), (to_w, to_h) in [((5, 4), (13, 9)), ((14, 28), (31, 50)), ((28, 14), (9, 7)), ((4, 3), (1, 1))]:
        values = rng.uniform(0.3, 6.0, (h, w)).astype(np.float32)
        cases.append({
            "from": [w, h], "to": [to_w, to_h], "values": values.ravel().tolist(),
            "corners": resized(values, to_w, to_h, True).ravel().tolist(),
            "half_pixel": resized(values, to_w, to_h, False).ravel().tolist(),
        })
    return cases


def camera_for(camera, width, height):
    """The camera of the resized picture: pixel edges coincide, so centres move by half a pixel."""
    sx, sy = width / camera["width"], height / camera["height"]
    return {"fx": camera["fx"] * sx, "fy": camera["fy"] * sy, "cx": (camera["cx"] + 0.5) * sx - 0.5, "cy": (camera["cy"] + 0.5) * sy - 0.5}


def measured(depth, mask, camera, percents):
    height, width = depth.shape
    inside = depth[mask].astype(np.float64)
    valid = np.isfinite(inside) & (inside > 0)
    k = camera_for(camera, width, height)
    y, x = np.nonzero(mask)
    z = inside[valid]
    points = np.stack([(x[valid] - k["cx"]) * z / k["fx"], (y[valid] - k["cy"]) * z / k["fy"], z], -1)
    return {
        "mask": "".join("01"[int(pixel)] for pixel in mask.ravel()),
        "median": float(np.median(z)),
        "percentiles": [float(value) for value in np.percentile(z, percents)],
        "valid_share": float(valid.mean()),
        "centroid": points.mean(0).tolist(),
        "extent": (points.max(0) - points.min(0)).tolist(),
    }


def fusion():
    rng = np.random.default_rng(8)
    width, height = 40, 30
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    depth = (1.5 + 0.02 * y + 0.3 * rng.random((height, width))).astype(np.float32)
    depth[3, :9] = np.nan
    depth[4, 5:20] = 0.0
    depth[5, 5:9] = np.inf
    depth[20, 2:6] = -1.0
    masks = [
        (x - 20) ** 2 + (y - 15) ** 2 < 90,
        (x < 12) & (y < 10),
        (x + y) % 3 == 0,
        (x == 39) & (y == 29),
        (x >= 5) & (x < 7) & (y == 10),
    ]
    percents = [0.0, 5.0, 12.5, 50.0, 90.0, 99.0, 100.0]
    camera = {"fx": 60.0, "fy": 61.5, "cx": 39.0, "cy": 31.0, "width": 80, "height": 60}  # twice the map's size
    small = (0.8 + rng.random((14, 20))).astype(np.float32)  # a map at another size than the masks
    finite = lambda values: [value if np.isfinite(value) else str(value) for value in values.ravel().tolist()]
    return {
        "width": width, "height": height, "percents": percents, "camera": camera,
        "map": finite(depth), "objects": [measured(depth, mask, camera, percents) for mask in masks],
        "small": {
            "width": 20, "height": 14, "map": small.ravel().tolist(),
            "corners": [measured(resized(small, width, height, True), mask, camera, percents) for mask in masks],
            "half_pixel": [measured(resized(small, width, height, False), mask, camera, percents) for mask in masks],
        },
    }


def cloud():
    rng = np.random.default_rng(9)
    points = rng.uniform(-3, 8, (50, 3)).astype("<f4")
    points[0] = [0.0, -0.0, 1.0]
    points[1] = [1e-7, 123456.78, 3.0]
    colors = rng.integers(0, 256, (50, 3), dtype=np.uint8)
    kinds = [(name, "<f4") for name in "xyz"] + [(name, "u1") for name in ("red", "green", "blue")]
    vertices = np.array([(*point, *color) for point, color in zip(points, colors)], dtype=kinds)
    comment = "metres; x right, y down, z forward"
    element = plyfile.PlyElement.describe(vertices, "vertex")
    plyfile.PlyData([element], byte_order="<", comments=[comment]).write(str(HERE / "cloud-binary.ply"))


def check():
    """Whether plyfile reads the text file that this crate writes as the same points."""
    ascii_file, binary = (plyfile.PlyData.read(str(HERE / name)) for name in ("cloud-ascii.ply", "cloud-binary.ply"))
    assert ascii_file.text and not binary.text
    assert ascii_file["vertex"].data.dtype.names == binary["vertex"].data.dtype.names
    for name in binary["vertex"].data.dtype.names:
        np.testing.assert_array_equal(ascii_file["vertex"][name], binary["vertex"][name])
    print("cloud-ascii.ply holds the points of cloud-binary.ply")


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        for name, value in [("sizes", sizes()), ("inputs", inputs()), ("upsampling", upsampling()), ("fusion", fusion())]:
            (HERE / f"{name}.json").write_text(json.dumps(value, separators=(",", ":")) + "\n")
        cloud()
