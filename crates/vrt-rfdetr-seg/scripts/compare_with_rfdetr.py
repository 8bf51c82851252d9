#!/usr/bin/env python3
"""Compares what the example `segment` finds in a picture with what rfdetr's own predict() finds, from pixels to masks.

    pip install rfdetr==1.11.2 onnx pycocotools pillow
    python export_rfdetr_seg.py --variant nano --random 0 --labels coco --out random-nano
    cargo run --release -p vrt-rfdetr-seg --example segment -- picture.png --model random-nano.json --onnx random-nano.onnx \\
        --threshold 0.02 --json > found.json
    python compare_with_rfdetr.py --variant nano --random 0 --threshold 0.02 picture.png found.json

Give a PNG: decoders of JPEG differ by one in many pixels, which a network with random weights answers with other boxes.
"""

import argparse
import json
import pathlib
import sys

import export_rfdetr_seg
import numpy
from PIL import Image
from pycocotools import mask as coco


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", required=True, choices=export_rfdetr_seg.VARIANTS)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--weights", type=pathlib.Path)
    source.add_argument("--random", type=int, metavar="SEED")
    parser.add_argument("--resolution", type=int)
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("picture", type=pathlib.Path)
    parser.add_argument("found", type=pathlib.Path)
    return parser.parse_args()


def main():
    args = arguments()
    found = json.loads(args.found.read_text())
    classes = {label["id"] for label in found["labels"]}
    wanted = export_rfdetr_seg.build(args).predict(Image.open(args.picture).convert("RGB"), threshold=args.threshold)
    # rfdetr also reports slots that stand for no class.
    indices = [i for i in range(len(wanted)) if int(wanted.class_id[i]) in classes]
    rest, worst_score, worst_box, pixels, total = list(found["instances"]), 0.0, 0.0, 0, 0
    for i in indices:
        corners = numpy.asarray(wanted.xyxy[i], numpy.float64)

        def distance(instance):
            bbox = instance["detection"]["bbox"]
            return float(numpy.abs(corners - [bbox["x1"], bbox["y1"], bbox["x2"], bbox["y2"]]).max())

        same_class = [instance for instance in rest if instance["detection"]["class_id"] == int(wanted.class_id[i])]
        if not same_class:
            sys.exit(f"rfdetr's detection {i} of class {wanted.class_id[i]} was not found")
        instance = min(same_class, key=distance)
        rest.remove(instance)
        worst_box = max(worst_box, distance(instance))
        worst_score = max(worst_score, abs(instance["detection"]["score"] - float(wanted.confidence[i])))
        mask = coco.decode(instance["mask"]).astype(bool)
        pixels += int((mask != wanted.mask[i]).sum())
        total += mask.size
    print(f"{len(indices)} detections of rfdetr, {len(found['instances'])} found, {len(rest)} of them not by rfdetr")
    print(f"largest difference of score {worst_score:.1e}, of box {worst_box:.1e} pixels; {pixels} of {total} mask pixels differ")


if __name__ == "__main__":
    main()
