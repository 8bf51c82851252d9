#!/usr/bin/env python3
"""Checks result.json files: the schema, and every mask with pycocotools.

    pip install jsonschema pycocotools numpy pillow
    python3 check_result.py vrt-out/result.json ...       # files of one document, or lines as `--json` prints them
"""
import json
import sys
from pathlib import Path

import jsonschema
from PIL import Image
from pycocotools import mask as coco

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/result.schema.json").read_text())


def documents(path):
    text = path.read_text()
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def check(document, folder):
    """Raises AssertionError or ValidationError; returns the number of masks that were decoded."""
    jsonschema.validate(document, SCHEMA)
    if "error" in document:
        return 0
    width, height = document["picture"]["width"], document["picture"]["height"]
    found = document["objects"] + document.get("truth", [])
    for thing in found:
        pixels = coco.decode(thing["mask"])
        assert pixels.shape == (height, width), (pixels.shape, height, width)
        assert pixels.sum() == thing["area"] == coco.area(thing["mask"]), thing["class"]
        # Encoding it again gives the same string: the runs are canonical.
        again = coco.encode(pixels.astype("uint8", order="F"))["counts"].decode()
        assert again == thing["mask"]["counts"], thing["class"]
    for real in document.get("truth", []):
        if real["found"] is not None:
            match = document["objects"][real["found"] - 1]
            iou = coco.iou([match["mask"]], [real["mask"]], [0])[0, 0]
            assert abs(iou - real["iou"]) < 1e-9, (iou, real["iou"])
    for kind, name in document["files"].items():
        if name is not None and (folder / name).exists() and kind == "overlay":
            assert Image.open(folder / name).size == (width, height)
    return len(found)


def main():
    masks = count = 0
    for path in map(Path, sys.argv[1:]):
        for document in documents(path):
            masks += check(document, path.parent)
            count += 1
    print(f"{count} documents and {masks} masks are as they should be")


main()
