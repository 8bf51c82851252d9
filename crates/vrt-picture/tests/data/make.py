#!/usr/bin/env python3
"""Makes the test pictures and what PIL reads from them.

    pip install pillow numpy && python3 make.py          # needs ImageMagick's `convert` for what PIL can't write

Writes the pictures, expected.json (file, size, tolerance, where in expected.bin) and expected.bin (RGB8, row by row). 16-bit samples are
compared with round(v / 257), computed here from the samples that were written: PIL keeps the high byte of colours, and clips 16-bit grey to 255.
"""
import io
import json
import struct
import subprocess
import zlib
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

HERE = Path(__file__).parent
WIDTH, HEIGHT = 23, 17
cases, blob = [], bytearray()


def smooth(width, height):
    """Colours without hard edges: decoders of lossy formats agree on these."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    planes = [128 + 100 * np.sin(x / 7 + 1), 128 + 90 * np.cos(y / 6), 128 + 80 * np.sin((x + y) / 9)]
    return Image.fromarray(np.stack(planes, -1).round().astype(np.uint8), "RGB")


def noise(shape, seed, dtype=np.uint8):
    return np.random.default_rng(seed).integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


RGB = Image.fromarray(noise((HEIGHT, WIDTH, 3), 1), "RGB")
RGBA = Image.fromarray(noise((HEIGHT, WIDTH, 4), 2), "RGBA")
GREY = Image.fromarray(noise((HEIGHT, WIDTH), 3), "L")
LA = Image.merge("LA", [GREY, Image.fromarray(noise((HEIGHT, WIDTH), 4), "L")])
BILEVEL = GREY.convert("1")
PALETTE = RGB.quantize(13)
CMYK = Image.fromarray(noise((HEIGHT, WIDTH, 4), 5), "CMYK")
SMOOTH = smooth(48, 40)
SMOOTH_CMYK = Image.merge("CMYK", [*SMOOTH.split(), smooth(48, 40).split()[1].point(lambda v: v // 2)])


def expect(name, pixels=None, tolerance=0):
    """Notes what the file must be read as: `pixels`, or what PIL reads."""
    if pixels is None:
        with Image.open(HERE / name) as picture:
            pixels = np.asarray(ImageOps.exif_transpose(picture).convert("RGB"))
    pixels = np.ascontiguousarray(pixels, np.uint8)
    raw = pixels.tobytes()
    at = blob.find(raw)
    if at < 0:
        at = len(blob)
        blob.extend(raw)
    cases.append({"file": name, "width": pixels.shape[1], "height": pixels.shape[0], "tolerance": tolerance, "offset": at})


def save(picture, name, tolerance=0, pixels=None, **options):
    picture.save(HERE / name, **options)
    expect(name, pixels, tolerance)


def convert(picture, name, *options, tolerance=0, pixels=None, mode=None):
    """Through ImageMagick, for what PIL can't write."""
    buffer = io.BytesIO()
    picture.save(buffer, "png")
    subprocess.run(["convert", "png:-", *options, str(HERE / name)], input=buffer.getvalue(), check=True)
    expect(name, pixels, tolerance)


def png_by_hand(name, width, height, bits, colour, rows):
    """PNG of rows of packed samples, without filters."""
    rows = b"".join(b"\0" + row for row in rows)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    (HERE / name).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def png16(samples, name):
    """16-bit PNG: PIL writes 16-bit grey only."""
    height, width, channels = samples.shape
    png_by_hand(name, width, height, 16, {1: 0, 2: 4, 3: 2, 4: 6}[channels], [row.astype(">u2").tobytes() for row in samples])
    expect(name, rounded(samples))


def tiff16(samples, name, photometric, order="<"):
    """Uncompressed 16-bit TIFF, written by hand."""
    height, width, channels = samples.shape
    data = samples.astype(order + "u2").tobytes()
    bits = struct.pack(order + f"{channels}H", *[16] * channels)
    extra = [(338, 3, 1, 2)] if photometric == 2 and channels == 4 else []
    entries = [(256, 3, 1, width), (257, 3, 1, height), (258, 3, channels, 8 if channels > 2 else 16), (259, 3, 1, 1),
               (262, 3, 1, photometric), (273, 4, 1, 8 + len(bits)), (277, 3, 1, channels), (278, 3, 1, height), (279, 4, 1, len(data)), *extra]
    body = bits + data + b"\0" * (len(data) % 2)
    out = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8 + len(body)) + body + struct.pack(order + "H", len(entries))
    for tag, kind, count, value in entries:
        inline = struct.pack(order + "HH", value, 0) if kind == 3 and count == 1 else struct.pack(order + "I", value)
        out += struct.pack(order + "HHI", tag, kind, count) + inline
    (HERE / name).write_bytes(out + struct.pack(order + "I", 0))
    expect(name, cmyk(rounded(samples, 4)) if photometric == 5 else rounded(samples))


def rounded(samples, keep=3):
    narrow = np.floor(samples.astype(np.float64) / 257 + 0.5).astype(np.uint8)
    channels = samples.shape[2]
    return np.repeat(narrow[..., :1], 3, -1) if channels < 3 else narrow[..., :keep]


def cmyk(samples):
    return np.asarray(Image.fromarray(np.ascontiguousarray(samples), "CMYK").convert("RGB"))


def exif(orientation):
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags


def main():
    # PNG
    save(RGB, "png-rgb.png")
    save(RGBA, "png-rgba.png")
    save(GREY, "png-grey.png")
    save(LA, "png-grey-alpha.png")
    save(BILEVEL, "png-1bit.png")
    save(PALETTE, "png-palette.png", bits=4)
    save(PALETTE, "png-palette-transparent.png", transparency=3)
    save(GREY, "png-grey-transparent.png", transparency=int(np.asarray(GREY)[0, 0]))
    save(RGB, "png-exif-8.png", exif=exif(8))
    convert(RGB, "png-interlaced.png", "-interlace", "PNG")
    grey4 = Image.fromarray((np.asarray(GREY) >> 4) * 17, "L")
    packed = np.pad(np.asarray(GREY) >> 4, ((0, 0), (0, WIDTH % 2))).reshape(HEIGHT, -1, 2)
    png_by_hand("png-grey-4bit.png", WIDTH, HEIGHT, 4, 0, [(row[:, 0] << 4 | row[:, 1]).astype(np.uint8).tobytes() for row in packed])
    expect("png-grey-4bit.png", np.asarray(grey4.convert("RGB")))
    for channels, name in [(1, "grey"), (2, "grey-alpha"), (3, "rgb"), (4, "rgba")]:
        png16(noise((HEIGHT, WIDTH, channels), 10 + channels, np.uint16), f"png-{name}-16bit.png")

    # JPEG. Decoders differ in their inverse DCT and in how they enlarge the chroma planes.
    save(SMOOTH, "jpeg-444.jpg", quality=92, subsampling=0, tolerance=3)
    save(SMOOTH, "jpeg-420.jpg", quality=92, subsampling=2, tolerance=5)
    save(SMOOTH, "jpeg-422.jpg", quality=92, subsampling=1, tolerance=5)
    save(SMOOTH, "jpeg-progressive.jpg", quality=92, progressive=True, tolerance=5)
    save(SMOOTH.convert("L"), "jpeg-grey.jpg", quality=92, tolerance=2)
    save(SMOOTH, "jpeg-rgb.jpg", quality=92, keep_rgb=True, tolerance=2)
    save(SMOOTH_CMYK, "jpeg-cmyk.jpg", quality=92, tolerance=3)
    convert_cmyk = io.BytesIO()
    SMOOTH_CMYK.save(convert_cmyk, "tiff")
    subprocess.run(["convert", "tiff:-", "-quality", "92", str(HERE / "jpeg-ycck.jpg")], input=convert_cmyk.getvalue(), check=True)
    expect("jpeg-ycck.jpg", None, 4)
    subprocess.run(["convert", "png:-", "-sampling-factor", "1x1", "-define", "jpeg:restart-interval=2", str(HERE / "jpeg-restart.jpg")],
                   input=png_bytes(SMOOTH), check=True)
    expect("jpeg-restart.jpg", None, 3)
    for orientation in range(1, 9):
        save(SMOOTH, f"jpeg-exif-{orientation}.jpg", quality=92, subsampling=0, exif=exif(orientation), tolerance=3)

    # WebP
    save(RGB, "webp-lossless.webp", lossless=True)
    save(RGBA, "webp-lossless-alpha.webp", lossless=True, exact=True)
    save(RGB, "webp-exif-6.webp", lossless=True, exif=exif(6))
    save(SMOOTH, "webp-lossy.webp", quality=90, tolerance=2)
    save(RGB, "webp-animated.webp", lossless=True, save_all=True, append_images=[ImageOps.invert(RGB)], minimize_size=False)

    # TIFF
    save(RGB, "tiff-rgb.tif")
    save(RGBA, "tiff-rgba.tif")
    save(GREY, "tiff-grey.tif")
    save(LA, "tiff-grey-alpha.tif")
    save(BILEVEL, "tiff-1bit.tif")
    save(BILEVEL, "tiff-fax4.tif", compression="group4")
    save(PALETTE, "tiff-palette.tif")
    save(CMYK, "tiff-cmyk.tif")
    save(CMYK, "tiff-cmyk-lzw.tif", compression="tiff_lzw")
    save(RGB, "tiff-deflate.tif", compression="tiff_adobe_deflate")
    save(SMOOTH, "tiff-jpeg.tif", compression="jpeg", tolerance=4)
    save(RGB, "tiff-orientation-6.tif", exif=exif(6))
    save(RGB, "tiff-pages.tif", save_all=True, append_images=[ImageOps.invert(RGB)])
    convert(grey4, "tiff-grey-4bit.tif", "-depth", "4", "-colorspace", "gray")
    convert(PALETTE, "tiff-palette-4bit.tif", "-type", "Palette", "-depth", "4")
    convert(RGB, "tiff-planes.tif", "-interlace", "plane", "-compress", "none")
    convert(RGB, "tiff-tiles.tif", "-define", "tiff:tile-geometry=16x16", "-compress", "lzw")
    convert(RGB, "tiff-big-endian.tif", "-endian", "MSB", "-compress", "none")
    convert(RGBA, "tiff-associated-alpha.tif", "-define", "tiff:alpha=associated", "-compress", "none")
    convert(GREY, "tiff-white-is-zero.tif", "-define", "quantum:polarity=min-is-white", "-compress", "none")
    tiff16(noise((HEIGHT, WIDTH, 1), 20, np.uint16), "tiff-grey-16bit.tif", 1)
    tiff16(noise((HEIGHT, WIDTH, 3), 21, np.uint16), "tiff-rgb-16bit.tif", 2, ">")
    tiff16(noise((HEIGHT, WIDTH, 4), 22, np.uint16), "tiff-rgba-16bit.tif", 2)
    tiff16(noise((HEIGHT, WIDTH, 4), 23, np.uint16), "tiff-cmyk-16bit.tif", 5)

    # BMP
    save(RGB, "bmp-rgb.bmp")
    save(RGBA, "bmp-rgba.bmp")
    save(GREY, "bmp-grey.bmp")
    save(PALETTE, "bmp-palette.bmp")
    save(BILEVEL, "bmp-1bit.bmp")
    convert(PALETTE, "bmp-rle.bmp", "-type", "Palette", "-compress", "RLE")

    # One pixel
    for ending in ["png", "jpg", "webp", "tif", "bmp"]:
        save(Image.new("RGB", (1, 1), (200, 100, 50)), f"one-pixel.{ending}", tolerance=3 if ending in ("jpg", "webp") else 0,
             **({"lossless": True} if ending == "webp" else {}))

    (HERE / "expected.json").write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
    (HERE / "expected.bin").write_bytes(bytes(blob))
    print(f"{len(cases)} pictures, {len(blob)} bytes of pixels, PIL {Image.__version__}")


def png_bytes(picture):
    buffer = io.BytesIO()
    picture.save(buffer, "png")
    return buffer.getvalue()


main()
