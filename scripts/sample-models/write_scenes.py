"""Writes held-out scenes with their truth: pictures, masks, classes and metric depth.

    python3 write_scenes.py --out ../../models/sample/scenes
    python3 write_scenes.py --out build/pictures --scenes 200 --objects 0 --coco build/truth.json

With `--coco`, one COCO data set says what is in the pictures, and nothing is written beside them.
The scenes are the first of the held-out seed in which at least `--objects` objects are annotated, so that nobody chose
them by how well a model does on them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image
from pycocotools import mask as coco_mask

from coco_figures import Truth, encode
from evaluate import HEIGHT, HELD_OUT_SEED, SAMPLES, WIDTH, add_truth
from renderer import CLASSES, Batch, Renderer


def instances(scene: Batch) -> list[dict]:
    """The truth about each annotated object of a batch of one."""
    depth = scene.depth[0].numpy()
    found = []
    for mask, kind, valid in zip(scene.masks()[0].numpy(), scene.classes[0].tolist(), scene.valid[0].tolist()):
        if not valid:
            continue
        (rle,) = encode(mask[None])
        x, y, w, h = coco_mask.toBbox(rle).tolist()
        found.append(
            {
                "class": CLASSES[kind],
                "class_id": kind,
                "bbox": [x, y, x + w, y + h],
                "area": int(mask.sum()),
                "mask": rle,
                "distance_m": round(float(np.median(depth[mask])), 4),
            }
        )
    return found


def write_picture(scene: Batch, path: Path, quality: int) -> None:
    Image.fromarray(scene.image[0].numpy()).save(path, quality=quality, subsampling=0, optimize=True)


def write_truth(scene: Batch, index: int, stem: Path) -> None:
    """A scene's depth as `stem`.depth.png (16 bit, millimetres), the rest of the truth as `stem`.json."""
    millimetres = np.rint(scene.depth[0].numpy() * 1000).astype(np.uint16)
    Image.fromarray(millimetres).save(stem.with_suffix(".depth.png"), optimize=True)
    fx, fy, cx, cy = (round(v, 4) for v in scene.intrinsics[0].tolist())
    truth = {
        "image": stem.with_suffix(".jpg").name,
        "depth": stem.with_suffix(".depth.png").name,
        "seed": HELD_OUT_SEED,
        "index": index,
        "camera": {"width": WIDTH, "height": HEIGHT, "fx": fx, "fy": fy, "cx": cx, "cy": cy},
        "instances": instances(scene),
    }
    stem.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=12)
    parser.add_argument("--objects", type=int, default=5)
    parser.add_argument("--quality", type=int, default=93, help="of the JPEG files")
    parser.add_argument("--coco", type=Path, help="file for the truth as a COCO data set")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    renderer = Renderer("cpu", WIDTH, HEIGHT, SAMPLES)
    truth = Truth(CLASSES)
    digits = max(2, len(str(options.scenes - 1)))
    written = index = 0
    while written < options.scenes:
        scene = renderer.batch(HELD_OUT_SEED, index, 1)
        if int(scene.valid.sum()) >= options.objects:
            stem = options.out / f"scene-{written:0{digits}}"
            write_picture(scene, stem.with_suffix(".jpg"), options.quality)
            if options.coco:
                add_truth(truth, f"{stem.name}.jpg", scene)
            else:
                write_truth(scene, index, stem)
            written += 1
        index += 1
    if options.coco:
        options.coco.write_text(json.dumps(truth.dataset) + "\n")


if __name__ == "__main__":
    main()
