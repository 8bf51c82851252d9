#!/usr/bin/env python3
"""Makes the reference vectors beside this file with the libraries whose numbers vrt reproduces.

    python3 make_vectors.py            # writes *.bin into this folder

Made with PyTorch 2.11.0 (x86-64 wheel), Pillow 12.0.0, OpenCV 5.0.0 (opencv-python-headless 5.0.0.93) and NumPy 2.4.6, Python 3.11.
`--check` compares with the files here instead of writing them: Pillow 11.3.0 and OpenCV 4.14.0 give the same bytes. Pillow 12.3 and 13
resize rows before columns where that leaves less to do, which moves some levels by one where one side grows or shrinks far more than the
other. Of PyTorch 2.11 avoid `antialias=True` to a width of 1: it repeats the first row.

The pictures and maps are not stored: `picture` and `map_values` below are repeated, integer for integer, in tests/common/mod.rs.
Of a large result only every `step`-th value is kept.

picture vectors (bilinear.bin, bilinear-antialias.bin, pillow-bilinear.bin, cubic.bin, area-cubic.bin, area-cubic-ipp.bin), little-endian, one after the other:
    u32 source width, source height, between width, between height (0 = one step), width, height, step, count
    count values of the flattened [3, height, width] result: f32, normalised with ImageNet's mean and std (bilinear, bilinear-antialias, cubic);
    u8 before normalisation (pillow-bilinear, area-cubic; area-cubic-ipp with Intel's IPP in place of OpenCV's own code, as x86 wheels do)
upsample.bin:
    u32 source width, source height, width, height, align_corners, step, count; count f32
axis.bin:
    u32 from, to, align_corners; then for each of `to` positions: u32 position of the first non-zero weight, f32 weight there, f32 weight
    one further (0 where there is none)
"""
import struct
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from PIL import Image

FOLDER = Path(__file__).parent
MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
KEEP = 800

PICTURES = [  # (source), (result); sizes are (width, height)
    ((33, 17), (24, 24)), ((24, 24), (33, 17)), ((5, 7), (64, 48)), ((1, 1), (8, 6)), ((1, 40), (12, 9)), ((40, 1), (9, 12)),
    ((300, 4), (16, 16)), ((3, 500), (14, 14)), ((97, 61), (97, 30)), ((97, 61), (40, 61)), ((32, 32), (32, 32)),
    ((64, 48), (32, 24)), ((90, 60), (30, 20)), ((90, 60), (30, 12)), ((8, 6), (1, 1)), ((101, 67), (102, 68)), ((640, 480), (312, 312)),
    ((1920, 1080), (312, 312)), ((1920, 1080), (924, 518)), ((1280, 720), (504, 284)), ((200, 150), (686, 518)), ((4000, 30), (2, 28)),
]
TWO_STEPS = [((1280, 720), (504, 284), (504, 280)), ((200, 300), (336, 504), (336, 504)), ((61, 45), (504, 372), (504, 378))]
MAPS = [
    ((78, 78), (200, 333)), ((312, 300), (97, 111)), ((1, 1), (5, 4)), ((1, 9), (7, 7)), ((9, 1), (1, 1)), ((2, 2), (3, 3)), ((16, 12), (16, 12)),
    ((108, 108), (1920, 1080)), ((924, 518), (1920, 1080)), ((37, 21), (36, 22)),
]
AXES = [(480, 312), (37, 50), (81, 17), (5, 23), (311, 77), (78, 1080), (1080, 312), (2, 7), (1, 5), (6, 1), (9, 9)]


def hashed(x, y, c):
    h = (x * 73856093 ^ y * 19349663 ^ c * 83492791) & 0xFFFFFFFF
    h ^= h >> 13
    h = (h * 0x5BD1E995) & 0xFFFFFFFF
    return h ^ (h >> 15)


def picture(size):
    """Noise, hard edges and ramps in turn: [height, width, 3] bytes."""
    width, height = size
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(3), indexing="ij")
    noise = hashed(x, y, c) & 255
    kind = (x // 7 + y // 5) % 3
    return np.select([kind == 0, kind == 1], [noise, np.where(noise > 127, 255, 0)], (x * 3 + y * 5 + c * 40) & 255).astype(np.uint8)


def map_values(size):
    """Values in -8..8 that are exact in f32: [height, width]."""
    width, height = size
    y, x = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    return (((hashed(x, y, 7) & 0xFFFF).astype(np.int64) - 32768) / 4096).astype(np.float32)


def tensor(pixels):
    return torch.from_numpy(pixels).permute(2, 0, 1)[None].contiguous().float().div(255)


def normalized(x):
    return x.sub(torch.tensor(MEAN).view(1, 3, 1, 1)).div(torch.tensor(STD).view(1, 3, 1, 1))


def interpolate(x, size, **options):
    return torch.nn.functional.interpolate(x, size=(size[1], size[0]), mode="bilinear", align_corners=False, **options)


def bilinear(pixels, size):  # to float, resize, normalise
    return normalized(interpolate(tensor(pixels), size))[0].numpy()


def bilinear_antialias(pixels, size):  # to float, normalise, resize
    return interpolate(normalized(tensor(pixels)), size, antialias=True)[0].numpy()


def cubic(pixels, size):
    resized = cv2.resize(pixels / 255.0, size, interpolation=cv2.INTER_CUBIC)
    return ((resized - MEAN) / STD).transpose(2, 0, 1).astype(np.float32)


def pillow_bilinear(pixels, size):
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR)).transpose(2, 0, 1)


def area_cubic(pixels, size):
    grows = size[0] > pixels.shape[1] or size[1] > pixels.shape[0]
    return cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC if grows else cv2.INTER_AREA).transpose(2, 0, 1)


def kept(values):
    flat = np.ascontiguousarray(values).reshape(-1)
    step = max(1, len(flat) // KEEP) | 1
    return step, flat[::step]


def pictures(filter, two_steps):
    data = b""
    for source, between, size in [(source, (0, 0), size) for source, size in PICTURES] + two_steps:
        pixels = picture(source)
        if between != (0, 0):
            pixels = np.ascontiguousarray(filter(pixels, between).transpose(1, 2, 0))
        step, values = kept(filter(pixels, size))
        data += struct.pack("<8I", *source, *between, *size, step, len(values)) + values.tobytes()
    return data


def upsample():
    data = b""
    for source, size in MAPS:
        x = torch.from_numpy(map_values(source))[None, None]
        for corners in (False, True):
            y = torch.nn.functional.interpolate(x, size=(size[1], size[0]), mode="bilinear", align_corners=corners)
            step, values = kept(y.numpy())
            data += struct.pack("<7I", *source, *size, corners, step, len(values)) + values.tobytes()
    return data


def axis():
    data = b""
    for source, size in AXES:
        one_hot = torch.eye(source).reshape(source, 1, 1, source)
        for corners in (False, True):
            y = torch.nn.functional.interpolate(one_hot, size=(1, size), mode="bilinear", align_corners=corners).reshape(source, size).numpy()
            data += struct.pack("<3I", source, size, corners)
            for weights in y.T:
                first = int(np.flatnonzero(weights)[0])
                data += struct.pack("<Iff", first, weights[first], weights[first + 1] if first + 1 < source else 0.0)
    return data


def main():
    torch.set_num_threads(2)  # with one thread PyTorch takes other code for three channels, which rounds differently
    cv2.setNumThreads(1)
    with_ipp = pictures(area_cubic, TWO_STEPS)
    cv2.ipp.setUseIPP(False)
    files = {
        "bilinear.bin": pictures(bilinear, []),
        "bilinear-antialias.bin": pictures(bilinear_antialias, []),
        "cubic.bin": pictures(cubic, []),
        "pillow-bilinear.bin": pictures(pillow_bilinear, TWO_STEPS),
        "area-cubic.bin": pictures(area_cubic, TWO_STEPS),
        "area-cubic-ipp.bin": with_ipp,
        "upsample.bin": upsample(),
        "axis.bin": axis(),
    }
    for name, data in files.items():
        if "--check" in sys.argv:
            print(name, "same" if (FOLDER / name).read_bytes() == data else "DIFFERENT")
        else:
            (FOLDER / name).write_bytes(data)
            print(name, len(data))


if __name__ == "__main__":
    main()
